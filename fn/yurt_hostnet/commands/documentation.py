"""The documentation of rules: their docstrings, for reports, `rules` and docs/rules.md."""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc

from yurt_hostnet.config import OFF, Config
from yurt_hostnet.krm.result import SEVERITIES
from yurt_hostnet.report.formats import RuleInfo
from yurt_hostnet.validators.rules import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Severity


def rule_infos(config: Config | None = None) -> list[RuleInfo]:
    """Return every rule that a configuration runs, in the order of the registry, with the severity that it sets."""
    config = config or Config()
    infos = []
    for rule, row in RULES.items():
        severity = config.severity(rule, row[0])
        if severity != OFF:
            infos.append(rule_info(rule, next(known for known in SEVERITIES if known == severity)))
    return infos


def rule_info(rule: str, severity: Severity | None = None) -> RuleInfo:
    """Return what the docstring of one rule says; its default severity unless another is given."""
    documentation = cleandoc(import_module(module_of(rule)).__doc__ or "")
    summary, _, _ = documentation.partition("\n\n")
    return RuleInfo(rule, severity or RULES[rule][0], " ".join(summary.split()), documentation)


def module_of(rule: str) -> str:
    """Return the name of the module that is a rule."""
    return f"yurt_hostnet.validators.{rule.replace('-', '_')}"
