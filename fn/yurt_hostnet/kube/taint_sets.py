"""Taint sets: for many groups of nodes at once, whose taints a PodSpec tolerates; a group is one bit of an int."""

from __future__ import annotations

from yurt_hostnet.kube.taints import EVICTING, covered_marks, hard_taints, marks_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.kube.taints import Mark

_KEPT = 1024
"""So many answers are kept."""


class TaintSets:
    """The taints of groups of nodes. Groups with the same ones are looked at once."""

    __slots__ = ("_evicting", "_hard")

    def __init__(self) -> None:
        self._hard = _Index()
        self._evicting = _Index()

    def __bool__(self) -> bool:
        """Whether there is a taint that can keep a pod off."""
        return bool(self._hard.tainted)

    def add(self, number: int, taints: Any) -> None:
        """Add the taints (plain data as they stand) of the group with this number."""
        if hard := hard_taints(taints):
            self._hard.add(number, hard)
            if evicting := [taint for taint in hard if taint.get("effect") == EVICTING]:
                self._evicting.add(number, evicting)

    def keeping_off(self, pod_spec: dict[str, Any], *, daemon: bool = False) -> int:
        """Return the groups with a taint that a PodSpec does not tolerate; `daemon` as in taints.untolerated."""
        index = self._index_for(pod_spec)
        return index.keeping_off(covered_marks(pod_spec, daemon=daemon)) if index.tainted else 0

    def left(self, pod_spec: dict[str, Any], *, daemon: bool = False) -> list[tuple[int, list[dict[str, Any]]]]:
        """Return the groups of keeping_off with those taints, together where the taints are the same."""
        return self._index_for(pod_spec).left(covered_marks(pod_spec, daemon=daemon))

    def _index_for(self, pod_spec: dict[str, Any]) -> _Index:
        return self._evicting if pod_spec.get("nodeName") else self._hard


class _Index:
    """Sets of taints by what a toleration may say of one of them.

    A pod with few tolerations is compared with the sets of which they cover a taint, not with all.
    """

    __slots__ = ("_answers", "_groups", "_lists", "_numbers", "_sets", "tainted")

    def __init__(self) -> None:
        self.tainted = 0
        self._numbers: dict[str, int] = {}
        self._groups: list[int] = []
        self._lists: list[list[dict[str, Any]]] = []
        self._sets: dict[Mark, set[tuple[int, int]]] = {}
        self._answers: dict[frozenset[Mark], int] = {}

    def add(self, number: int, taints: list[dict[str, Any]]) -> None:
        """Add a group with these taints, none of which is soft."""
        text = repr(taints)
        if text not in self._numbers:
            self._numbers[text] = len(self._groups)
            self._groups.append(0)
            for place, taint in enumerate(taints):
                for mark in marks_of(taint):
                    self._sets.setdefault(mark, set()).add((self._numbers[text], place))
            self._lists.append(taints)
        self._groups[self._numbers[text]] |= 1 << number
        self.tainted |= 1 << number
        self._answers.clear()

    def keeping_off(self, covered: set[Mark]) -> int:
        """Return the groups one of whose taints is not covered."""
        told = frozenset(mark for mark in covered if mark in self._sets)
        if (known := self._answers.get(told)) is not None:
            return known
        if len(self._answers) >= _KEPT:
            self._answers.clear()
        left: dict[int, int] = {}
        for number, _ in {place for mark in told for place in self._sets[mark]}:
            left[number] = left.get(number, len(self._lists[number])) - 1
        off = self.tainted
        for number, count in left.items():
            if not count:
                off &= ~self._groups[number]
        self._answers[told] = off
        return off

    def left(self, covered: set[Mark]) -> list[tuple[int, list[dict[str, Any]]]]:
        """Return the groups of `keeping_off` with the taints that are not covered."""
        each = zip(self._groups, self._lists, strict=True)
        found = ((mask, [taint for taint in taints if covered.isdisjoint(marks_of(taint))]) for mask, taints in each)
        return [(mask, taints) for mask, taints in found if taints]
