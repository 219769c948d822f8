"""Tainted pins: pods that are bound to pools none of whose nodes they can run on, for the taints of these pools."""

from __future__ import annotations

from yurt_hostnet.analysis.landing import NAMING_A_NODE, Landing
from yurt_hostnet.analysis.makings import landing as landing_of
from yurt_hostnet.analysis.makings import pools_each, room
from yurt_hostnet.analysis.pins import is_pinned_to_hosts
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.paths import mapping, value_at
from yurt_hostnet.kube.placement import pinned_nodes, pinned_values
from yurt_hostnet.kube.pod_counts import pod_count
from yurt_hostnet.kube.taints import heeds_taints
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL
from yurt_hostnet.openyurt.pool_names import TOPOLOGY_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.pool_masks import PoolNames


def tainted_pins(context: Context) -> Iterator[tuple[KubeObject, PodTemplate, PoolNames]]:
    """Yield each template whose pods are bound to pools with taints that keep them off, and these pools.

    Of a workload that makes pods for each pool that it names, one such pool is enough. Pods that are kept off
    host-network pools for another reason are passed over there, and templates whose affinity cannot be read.
    """
    if not context.pool_masks.are_tainted:
        return
    landing, open_pools = Landing(context), context.pool_masks.of(_declared_differently(context))
    words = (HOSTNETWORK_LABEL.encode(), context.pools.label.encode(), *TOPOLOGY_WORDS, *NAMING_A_NODE)
    for item, template in context.workloads(*words):
        if not heeds_taints(template) or pod_count(template) == 0 or _overrides_tolerations(template):
            continue
        try:
            if found := _tainted(landing, item, template, open_pools):
                yield item, template, context.pool_masks.names(found)
        except MalformedAffinity:
            continue


def _declared_differently(context: Context) -> set[str]:
    """Return the pools that are declared more than once, with other taints, as in the trees of several clusters."""
    first: dict[str, Any] = {}
    found = set()
    for item in context.node_pools():
        taints = value_at(item.data, ("spec", "taints")) or []
        if first.setdefault(item.name, taints) != taints:
            found.add(item.name)
    return found


def _tainted(landing: Landing, item: KubeObject, template: PodTemplate, open_pools: int) -> int:
    context, spec = landing.context, template.spec
    masks = context.pool_masks
    suiting = room(context, template)
    tainted = suiting & ~landing_of(context, template) & ~open_pools
    if not tainted:
        return 0
    each = pools_each(context, template)
    named = pinned_values(spec, context.pools.label) if each is None else each
    if named is not None:
        found = masks.of(named)
    elif is_pinned_to_hosts(spec):
        found = masks.hosts
    elif (nodes := pinned_nodes(spec)) is not None:
        pools = {context.pool_of_node.get(name, "") for name in nodes}
        found = masks.of(pools) if all(pools) else 0
    else:
        return 0
    found &= suiting
    if found & masks.hosts and landing.stays_off(item, template):
        found &= ~masks.hosts
    if each is None and found & ~tainted:
        return 0
    return found & tainted


def _overrides_tolerations(template: PodTemplate) -> bool:
    """Whether what a workload says of single pools speaks of tolerations."""
    spec = mapping(template.owner.get("spec"))
    said = (spec.get("topology"), mapping(spec.get("workload")).get("workloadTweaks"))
    return any("tolerations" in repr(each) for each in said if each)
