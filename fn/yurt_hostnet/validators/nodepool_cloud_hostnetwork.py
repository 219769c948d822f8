"""A NodePool of type Cloud asks for the host network.

OpenYurt's webhook refuses such a pool: only Edge pools can use the host network. The 2023 proposal shows
one all the same in its sample.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Cloud
      hostNetwork: true

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      hostNetwork: true

What to do: make the pool an Edge pool, or take hostNetwork away. Both fields are immutable, so a pool that
exists already has to be made anew.

*Not a finding:* a pool of type Edge, or without a type, which is Edge; hostNetwork: false.

*If you follow it:* a new pool is accepted. No live pool is of both kinds, since OpenYurt refuses it: if the manifest
is of a live one, write what the cluster has.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/nodepool/v1beta2/nodepool_validation.go,
validateNodePoolSpec.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL
from yurt_hostnet.openyurt.pools import POOL_WORDS, is_node_pool, read_pool
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

REMEDY = "Write type: Edge, or remove hostNetwork; where the pool exists both are immutable, and a new one is needed."


def words(_context: Context) -> Groups:
    """Return the word of a NodePool."""
    return (POOL_WORDS,)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield an error for each host-network NodePool of type Cloud."""
    if not is_node_pool(item.group, item.kind):
        return
    pool = read_pool(item.data)
    if pool is None or pool.type != "Cloud" or not pool.host_network:
        return
    path: Path = ("spec", "hostNetwork")
    current: object = True
    if mapping(item.data.get("spec")).get("hostNetwork") is not True:
        path, current = ("metadata", "annotations", HOSTNETWORK_LABEL), item.annotations[HOSTNETWORK_LABEL]
    message = "A NodePool of type Cloud cannot use the host network; OpenYurt refuses it."
    yield Finding(item.at(path), message, REMEDY, current)
