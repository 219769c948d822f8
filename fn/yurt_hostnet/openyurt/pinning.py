"""Pinning: which pools a pod template asks for, and whether those are host-network pools."""

from __future__ import annotations

from yurt_hostnet.kube.placement import pinned_values, topology_pools
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, HOSTNETWORK_VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.pools import Pools


def wants_host_network_pool(template: PodTemplate, pools: Pools) -> bool:
    """Whether a pod template is made for host-network pools, so that keeping it off them would leave it nowhere.

    True if all pools that its nodeSelector and node affinity allow are host-network pools, if it asks
    for the label of such nodes, or if its workload names such a pool in its topology. Raises
    MalformedAffinity.
    """
    if pinned_values(template.spec, HOSTNETWORK_LABEL) == (HOSTNETWORK_VALUE,):
        return True
    topology = topology_pools(template.group, template.kind, template.owner)
    if topology and any(pools.host_network(name) for name in topology):
        return True
    pinned = pinned_values(template.spec, pools.label)
    return bool(pinned) and all(pools.host_network(name) for name in pinned or ())
