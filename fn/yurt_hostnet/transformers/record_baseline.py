"""Add new NodePools and Nodes to the HostNetBaseline of the package; an entry that is there is never altered.

kpt writes it into the package, so that the next edit is compared with it. kustomize drops the object.
"""

from __future__ import annotations

from yurt_hostnet.config.config import TRANSFORM
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.kube.paths import mapping, with_parents
from yurt_hostnet.transformers.change import Change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.transformers.change import Wishes

NAME = "record-baseline"
_KINDS = {"pools": "NodePool", "nodes": "Node"}


def record_baseline(context: Context) -> Wishes:
    """Yield the entries that the first HostNetBaseline of the package lacks; none in other modes than Transform.

    A package is not wrong without them, so they are never findings. Raises BaselineError for a
    HostNetBaseline that cannot be read.
    """
    if context.config.mode != TRANSFORM:
        return
    items = list(context.baseline_items())
    if not items:
        return
    from yurt_hostnet.baseline.baseline import Baseline
    from yurt_hostnet.baseline.object_states import document_states
    from yurt_hostnet.baseline.record import new_entries

    known = Baseline()
    for item in items:
        known.add(document_states(item))
    entries = new_entries(known, context.package, context.pools, context.reading, context.is_of_another_build)
    yield from added_to(items[0], entries)


def added_to(item: KubeObject, entries: dict[str, list[dict[str, Any]]]) -> Iterator[Change]:
    """Yield what adds entries, given by section, to a HostNetBaseline."""
    spec = mapping(item.data.get("spec"))
    lists: list[Edit] = []
    for section, rows in entries.items():
        if not isinstance(spec.get(section), list):
            lists.append(Edit(("spec", section), rows))
            continue
        for row in rows:
            yield Change(item, [Edit(("spec", section, "-"), row)], f"{_KINDS[section]} {row['name']} is new to it")
    if lists:
        names = ", ".join(f"{_KINDS[str(edit.path[1])]} {row['name']}" for edit in lists for row in edit.value)
        yield Change(item, with_parents(item.data, lists), f"it is the first entry of its kind ({names})")
