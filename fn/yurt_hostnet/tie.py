"""Tie: what makes the pods of a template run in host-network pools alone; asked by transformers and rules."""

from __future__ import annotations

from yurt_hostnet.kube.placement import pinned_nodes, pinned_values, topology_pools
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, HOSTNETWORK_VALUE
from yurt_hostnet.openyurt.pool_names import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.context import Context
    from yurt_hostnet.kube.pod_template import PodTemplate


def tie_of(context: Context, template: PodTemplate) -> str:
    """Return what ties pods to host-network pools alone, as half a sentence; "" if they may go elsewhere.

    Of a workload that makes one set of pods for each pool that it names, one such pool is enough.
    Raises MalformedAffinity.
    """
    spec, pools = template.spec, context.pools
    topology = topology_pools(template.group, template.kind, template.owner)
    if topology is not None:
        found = [name for name in topology if pools.host_network(name)]
        return f"its workload names host-network {in_words(found)}" if found else ""
    if pinned_values(spec, HOSTNETWORK_LABEL) == (HOSTNETWORK_VALUE,):
        return f'it is pinned to nodes with {HOSTNETWORK_LABEL}: "{HOSTNETWORK_VALUE}"'
    pinned = pinned_values(spec, pools.label)
    if pinned:
        if not all(map(pools.host_network, pinned)):
            return ""
        return f"it is pinned to host-network {in_words(pinned)}"
    names = pinned_nodes(spec)
    found = [context.pool_of_node.get(name, "") for name in names or ()]
    if names and all(map(pools.host_network, found)):
        where = in_words(list(dict.fromkeys(found)))
        return f"it is bound to node{'s'[: len(names) > 1]} {', '.join(names)} of host-network {where}"
    return ""
