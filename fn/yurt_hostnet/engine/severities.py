"""Severities: what functionConfig makes of the findings, its exceptions, and exceptions that match nothing."""

from __future__ import annotations

from yurt_hostnet.analysis.conditions import never, with_baseline
from yurt_hostnet.config.config import TRANSFORM
from yurt_hostnet.config.object_index import ObjectIndex
from yurt_hostnet.krm.result import WARNING, Result
from yurt_hostnet.validators.rules import MISSING, RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.config.config import RuleSeverity
    from yurt_hostnet.krm.result import Severity


def apply_severities(context: Context, results: list[Result]) -> list[Result]:
    """Give each result the severity that functionConfig sets, without its exceptions; name those that match nothing."""
    exceptions: dict[str, ObjectIndex] = {}
    severities: dict[tuple[str, Severity], RuleSeverity] = {}
    kept: list[Result] = []
    used: set[tuple[str, str]] = set()
    for result in results:
        rule, default = result.rule, result.severity
        if rule not in exceptions:
            exceptions[rule] = ObjectIndex(context.config.exceptions(rule))
        if (rule, default) not in severities:
            severities[rule, default] = context.config.severity(rule, default)
        severity = severities[rule, default]
        matches = exceptions[rule].matching(result.ref) if result.ref is not None else []
        used.update((rule, str(match)) for match in matches)
        if not matches and severity != "off":
            result.severity = severity
            kept.append(result)
    for setting in context.config.rules:
        for match in setting.exceptions if _may_find(context, setting.rule) else ():
            if (setting.rule, str(match)) not in used:
                message = f"The exception of rule {setting.rule} for {match} matches no finding."
                kept.append(Result(WARNING, "config", message, remedy="Remove it from spec.rules, or fix its names."))
    return kept


def _may_find(context: Context, rule: str) -> bool:
    """Whether a rule can find anything in this run: not what Transform adds, and no edits without a baseline."""
    condition = RULES[rule][1]
    if condition is never and rule in MISSING.values():
        return context.config.mode != TRANSFORM
    return condition is not with_baseline or context.has_baseline
