"""Finding: what a rule says of one place. The engine adds the rule's id and severity and makes a Result of it."""

from __future__ import annotations

from yurt_hostnet.krm.result import UNSET, Result
from yurt_hostnet.validators.rules import RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.result import Origin, Path, Place, ResourceRef, Severity

NOWHERE: Place = (None, (), None)
"""The place of a finding that is about the whole package, or about its `related` objects alone."""


class Finding:
    """One mistake: where it is, what is wrong and what to do, each a whole sentence.

    `place` is what `KubeObject.at(path)` returns. `current` and `proposed` are the field's plain values, UNSET where
    they do not apply. `severity` is set where it is not the one of the rule's row, `rule` where another one than the
    rule that looks has found it, as a transformer does. `related` is as in Result.
    """

    __slots__ = ("current", "message", "place", "proposed", "related", "remedy", "rule", "severity")

    def __init__(
        self,
        place: Place,
        message: str,
        remedy: str,
        current: Any = UNSET,
        proposed: Any = UNSET,
        *,
        severity: Severity | None = None,
        rule: str = "",
        related: tuple[tuple[ResourceRef, Origin], ...] = (),
    ) -> None:
        self.place = place
        self.message = message
        self.remedy = remedy
        self.current = current
        self.proposed = proposed
        self.severity = severity
        self.rule = rule
        self.related = related

    @property
    def path(self) -> Path:
        """The field within its object."""
        return self.place[1]

    def result(self, rule: str) -> Result:
        """Return the result of rule `rule`, or of the one that the finding names."""
        ref, path, origin = self.place
        rule = self.rule or rule
        severity = self.severity or RULES[rule][0]
        return Result(
            *(severity, rule, self.message, ref, path, self.current, self.proposed, origin),
            remedy=self.remedy,
            related=self.related,
        )

    def __repr__(self) -> str:
        return f"Finding({self.place!r}, {self.message!r})"
