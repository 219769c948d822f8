"""A NodePool is declared twice, with host network and without.

The package then says of its nodes both that they have a pod network and that they have none. The first
NodePool counts, also before `spec.pools` of functionConfig, which is for pools that the package does not
declare. A NodePool that is silent about hostNetwork, such as a patch of its taints, contradicts nothing but
functionConfig.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      hostNetwork: true
    ---
    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      hostNetwork: false

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      hostNetwork: true

What to do: remove the one that is wrong. Overlays for several clusters, each with a pool of this name, are
packages of their own: check them one by one.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import WARNING, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject

RULE = "nodepool-contradiction"
REMEDY = "Remove the one that is wrong."
REMEDY_CONFIG = "Remove the pool from functionConfig, or mend the NodePool."
_PATH = ("spec", "hostNetwork")


def check(context: Context) -> Iterator[Result]:
    """Yield a warning for each declaration that contradicts the one that counts."""
    if not context.pools.conflicts:
        return
    items = {id(item.data): item for item in context.node_pools()}
    for known, other in context.pools.conflicts:
        first = items[id(known.data)]
        if other.data is None:
            message = (
                f"functionConfig says of this pool that it {_uses(other.host_network)}, and this NodePool that it "
                f"{_uses(known.host_network)}; the NodePool counts."
            )
            yield _warning(first, message, known.host_network, other.host_network, REMEDY_CONFIG)
        else:
            message = (
                f"This NodePool {_uses(other.host_network)}, and the one of this name {_place(first)} "
                f"{_uses(known.host_network)}; the other one counts."
            )
            yield _warning(items[id(other.data)], message, other.host_network, known.host_network, REMEDY)


def _uses(host_network: bool) -> str:
    return "uses the host network" if host_network else "does not use the host network"


def _place(item: KubeObject) -> str:
    origin = item.origin
    if not origin.file:
        return "that is declared before it"
    return f"in {origin.file}:{origin.line}" if origin.line else f"in {origin.file}"


def _warning(item: KubeObject, message: str, current: bool, proposed: bool, remedy: str) -> Result:
    return Result(WARNING, RULE, message, item.ref, _PATH, current, proposed, item.origin, remedy=remedy)
