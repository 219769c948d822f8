"""Object index: which entries of functionConfig name an object, without a look at each of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from yurt_hostnet.config.config import Config, ObjectMatch, RuleSeverity
    from yurt_hostnet.krm.result import ResourceRef, Result, Severity


class ObjectIndex:
    """Entries that name objects; of equal ones the first counts."""

    __slots__ = ("_entries",)

    def __init__(self, matches: Iterable[ObjectMatch]) -> None:
        self._entries: dict[tuple[str, str | None, str | None], ObjectMatch] = {}
        for match in matches:
            self._entries.setdefault((match.name, match.kind, match.namespace), match)

    def __bool__(self) -> bool:
        return bool(self._entries)

    def matching(self, ref: ResourceRef) -> list[ObjectMatch]:
        """Return the entries that name `ref` (ObjectMatch.matches)."""
        if not self._entries:
            return []
        asked = ((ref.name, kind, space) for kind in (ref.kind, None) for space in (ref.namespace, None))
        return [match for key in asked if (match := self._entries.get(key)) is not None]


def settled(config: Config, results: Iterable[Result]) -> tuple[list[Result], set[tuple[str, str]]]:
    """Return results with the severities that functionConfig sets, without its exceptions; and the exceptions used.

    An exception is named by its rule and its text.
    """
    exceptions: dict[str, ObjectIndex] = {}
    severities: dict[tuple[str, Severity], RuleSeverity] = {}
    kept: list[Result] = []
    used: set[tuple[str, str]] = set()
    for result in results:
        rule, default = result.rule, result.severity
        if rule not in exceptions:
            exceptions[rule] = ObjectIndex(config.exceptions(rule))
        if (rule, default) not in severities:
            severities[rule, default] = config.severity(rule, default)
        severity = severities[rule, default]
        matches = exceptions[rule].matching(result.ref) if result.ref is not None else []
        used.update((rule, str(match)) for match in matches)
        if not matches and severity != "off":
            result.severity = severity
            kept.append(result)
    return kept, used
