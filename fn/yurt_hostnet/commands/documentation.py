"""The documentation of rules and transformers: their docstrings, for reports, `rules` and docs/rules.md."""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc

from yurt_hostnet.config.config import OFF, Config
from yurt_hostnet.krm.result import INFO, SEVERITIES
from yurt_hostnet.report.formats import RuleInfo
from yurt_hostnet.transformers.registry import TRANSFORMERS
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
            infos.append(_info(rule, _validator(rule), next(known for known in SEVERITIES if known == severity)))
    return infos


def transformer_infos() -> list[RuleInfo]:
    """Return the transformers, whose edits are infos under their name, in the order in which they run."""
    return [rule_info(name) for name in TRANSFORMERS]


def rule_info(rule: str) -> RuleInfo:
    """Return what the docstring of one rule or transformer says. Raises KeyError for another name."""
    if rule in TRANSFORMERS:
        return _info(rule, TRANSFORMERS[rule].__name__, INFO)
    return _info(rule, _validator(rule), RULES[rule][0])


def markdown(documentation: str) -> str:
    """Return a docstring as Markdown with its indented blocks fenced as YAML, as GitHub shows them best."""
    out: list[str] = []
    block: list[str] = []

    def close() -> None:
        if block:
            while not block[-1]:
                block.pop()
            margin = min(len(line) - len(line.lstrip()) for line in block if line)
            out.extend(["```yaml", *(line[margin:] for line in block), "```", ""])
            block.clear()

    fenced = False
    for line in documentation.splitlines():
        fenced ^= line.startswith("```")
        if (not fenced and line.startswith("  ") and (block or not out or not out[-1])) or (block and not line):
            block.append(line)
        else:
            close()
            out.append(line)
    close()
    return "\n".join(out).rstrip("\n") + "\n"


def _info(rule: str, module: str, severity: Severity) -> RuleInfo:
    documentation = cleandoc(import_module(module).__doc__ or "")
    summary, _, _ = documentation.partition("\n\n")
    return RuleInfo(rule, severity, " ".join(summary.split()), documentation)


def _validator(rule: str) -> str:
    return f"yurt_hostnet.validators.{rule.replace('-', '_')}"
