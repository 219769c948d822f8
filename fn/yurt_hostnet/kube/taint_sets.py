"""Taint sets: for many groups of nodes at once, whose taints a PodSpec tolerates; a group is one bit of an int."""

from __future__ import annotations

from yurt_hostnet.kube.taints import hard_taints, untolerated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KEPT = 1024
"""So many answers are kept."""


class TaintSets:
    """The taints of groups of nodes. Groups with the same ones are looked at once."""

    __slots__ = ("_answers", "_tainted", "_taints")

    def __init__(self) -> None:
        self._taints: dict[str, list[dict[str, Any]]] = {}
        self._tainted: dict[str, int] = {}
        self._answers: dict[tuple[object, ...], int] = {}

    def add(self, number: int, taints: Any) -> None:
        """Add the taints (plain data as they stand) of the group with this number."""
        if hard := hard_taints(taints):
            mark = repr(hard)
            self._taints.setdefault(mark, hard)
            self._tainted[mark] = self._tainted.get(mark, 0) | 1 << number

    def keeping_off(self, pod_spec: dict[str, Any], *, daemon: bool = False) -> int:
        """Return the groups with a taint that a PodSpec does not tolerate; `daemon` as in taints.untolerated."""
        if not self._taints:
            return 0
        mark = (
            repr(pod_spec.get("tolerations")), bool(pod_spec.get("nodeName")), daemon,
            pod_spec.get("hostNetwork") is True,
        )  # fmt: skip
        if mark not in self._answers:
            if len(self._answers) >= _KEPT:
                self._answers.clear()
            found = 0
            for key, taints in self._taints.items():
                if untolerated(pod_spec, taints, daemon=daemon):
                    found |= self._tainted[key]
            self._answers[mark] = found
        return self._answers[mark]
