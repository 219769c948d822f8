"""Which rules run on a package: those that are not switched off, whose condition holds and whose words it has."""

from __future__ import annotations

from yurt_hostnet.config.config import OFF
from yurt_hostnet.validators.rules import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from yurt_hostnet.analysis.conditions import Condition, Words
    from yurt_hostnet.analysis.context import Context


def running_rules(context: Context) -> Iterator[tuple[str, ModuleType]]:
    """Yield the id and the module of each rule that may find something, in the order of the table."""
    holds: dict[Condition, bool] = {}
    there: dict[Words, bool] = {}
    for rule, (severity, condition, *groups) in RULES.items():
        if context.config.severity(rule, severity) == OFF:
            continue
        if condition not in holds:
            holds[condition] = condition(context)
        if not holds[condition]:
            continue
        for words in groups:
            if words not in there:
                there[words] = context.package.may_mention(words)
        if all(there[words] for words in groups):
            from importlib import import_module

            yield rule, import_module(f"yurt_hostnet.validators.{rule.replace('-', '_')}")
