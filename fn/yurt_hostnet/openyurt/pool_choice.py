"""Pool choice: which declared NodePools a LabelSelector chooses (metav1.LabelSelectorAsSelector of apimachinery).

The labels are those of the NodePool itself, not those that its spec gives to nodes: openyurt pkg/yurtmanager/controller
v1.7 yurtappset/workloadmanager/util.go (getSelectedNodepools) and v1.5 yurtappdaemon (getNameToNodePools).
"""

from __future__ import annotations

from yurt_hostnet.kube.label_sets import LabelSets, mask_of
from yurt_hostnet.kube.node_selector import problem
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.openyurt.names import POOL_TYPE_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.openyurt.pools import Pools

_KEPT = 1024
"""So many answers are kept."""
_OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist")


class PoolChoice:
    """The labels of the declared NodePools, by the number of each in their order."""

    __slots__ = ("_answers", "_sets", "_unknown", "_unlabelled")

    def __init__(self, pools: Pools) -> None:
        self._answers: dict[tuple[str, bool], tuple[int, int] | None] = {}
        self._sets, self._unlabelled = LabelSets(), LabelSets()
        unknown, all_pools = [], list(pools)
        for number, pool in enumerate(all_pools):
            labels = pool.labels
            if labels is None or not pool.type_label:
                unknown.append(number)
            known: dict[str, str | None] = {k: v for k, v in (labels or {}).items() if isinstance(v, str)}
            self._unlabelled.add(known)
            # A pool from functionConfig has a type that is known where it uses the host network.
            typed = pool.type_label and (labels is not None or pool.host_network)
            self._sets.add({**known, POOL_TYPE_LABEL: pool.type_label} if typed else known)
        self._unknown = mask_of(unknown)

    def chosen(self, selector: dict[str, Any], *, labelled: bool) -> tuple[int, int] | None:
        """Return the masks of the pools that a selector (plain data) chooses, and of those that it may choose too.

        An empty one chooses all. None says that it cannot be read. `labelled`: see PoolMasks.chosen.
        """
        mark = (repr(selector), labelled)
        if mark not in self._answers:
            if len(self._answers) >= _KEPT:
                self._answers.clear()
            self._answers[mark] = self._chosen(selector, labelled=labelled)
        return self._answers[mark]

    def _chosen(self, selector: dict[str, Any], *, labelled: bool) -> tuple[int, int] | None:
        rows = _requirements(selector)
        if rows is None:
            return None
        sure = self._sets.meeting_all(rows, strict=True)
        loose = self._sets.meeting_all(rows, strict=False)
        if not labelled:
            sure |= self._unlabelled.meeting_all(rows, strict=True)
            loose |= self._unlabelled.meeting_all(rows, strict=False)
        unsure = self._unknown if rows else 0  # an empty selector chooses every pool, whatever its labels
        return sure & ~unsure, loose & unsure


def _requirements(selector: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return matchLabels and matchExpressions as requirements, None where LabelSelectorAsSelector has an error."""
    labels = mapping(selector.get("matchLabels"))
    if not all(isinstance(value, str) for value in labels.values()):
        return None
    rows = [{"key": key, "operator": "In", "values": [value]} for key, value in labels.items()]
    more = selector.get("matchExpressions")
    for entry in more if isinstance(more, list) else ():
        row = mapping(entry)
        values = row.get("values") or []
        if row.get("operator") not in _OPERATORS or not isinstance(row.get("key"), str):
            return None
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            return None
        rows.append({**row, "values": values})
    return None if any(map(problem, rows)) else rows
