"""A NodePool is declared with host network and without, so that nothing can be said of its nodes.

A NodePool without hostNetwork is one without host network; functionConfig's `spec.pools` count as well. Until the
declarations agree no Node is labelled for the pool (OpenYurt never takes that label away again), and no pod is judged
by it. The same goes for a NodePool in which a key stands twice.

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

What to do: overlays for several clusters, each with a pool of this name, are packages of their own; check them one
by one. In one package, make the declarations agree; of a pool that exists, see first what is stored (kubectl get
nodepool NAME -o yaml), since it cannot be changed. A file that a kustomization names as its patch is not looked at
and contradicts nothing.

*Not a finding:* the same pool in two API versions that say the same; a patch that a kustomization names;
pools of one name that are checked one directory at a time.

*If you follow it:* once the declarations agree, the Nodes of a host-network pool are labelled at the next run, and for
ever: write what is stored, not what is wished.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import DECISIVE
from yurt_hostnet.krm.result import WARNING, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject

RULE = "nodepool-contradiction"
REMEDY = (
    "If they are of two clusters, check each directory by itself, as in: yurt-hostnet check DIR. If they are of one, "
    "make them agree with what is stored there: kubectl get nodepool {} -o yaml"
)
REMEDY_CONFIG = "Leave the pool out of functionConfig, which is for pools that the package does not declare."
REMEDY_TWICE = "Keep one of them."
UNTIL = "Until they agree no Node is labelled for it and no pod is judged by it."
UNTIL_ONE = "Until one is left no Node is labelled for the pool and no pod is judged by it."
_PATH = ("spec", "hostNetwork")


def check(context: Context) -> Iterator[Result]:
    """Yield a warning for each declaration that contradicts the first one, and for each key that stands twice."""
    items = {id(item.data): item for item in context.node_pools()} if _doubtful(context) else {}
    for known, other in context.pools.conflicts:
        first = items[id(known.data)]
        if other.data is None:
            message = (
                f"functionConfig says of this pool that it {_uses(other.host_network)}, and this NodePool that it "
                f"{_uses(known.host_network)}. {UNTIL}"
            )
            yield _warning(first, message, known.host_network, REMEDY_CONFIG)
        else:
            message = (
                f"This NodePool {_uses(other.host_network)}, and the one of this name {_place(first)} "
                f"{_uses(known.host_network)}. {UNTIL}"
            )
            yield _warning(items[id(other.data)], message, other.host_network, REMEDY.format(known.name))
    for item in items.values():
        for path in item.duplicate_keys:
            if path[-1] in DECISIVE:
                message = f"The key {path[-1]} stands twice here, and readers differ in which one counts. {UNTIL_ONE}"
                yield Result(WARNING, RULE, message, item.ref, path, origin=item.origin, remedy=REMEDY_TWICE)


def _doubtful(context: Context) -> bool:
    return any(pool.uncertain for pool in context.pools)


def _uses(host_network: bool) -> str:
    return "uses the host network" if host_network else "does not use the host network"


def _place(item: KubeObject) -> str:
    origin = item.origin
    if not origin.file:
        return "that is declared before it"
    return f"in {origin.file}:{origin.line}" if origin.line else f"in {origin.file}"


def _warning(item: KubeObject, message: str, current: bool, remedy: str) -> Result:
    return Result(WARNING, RULE, message, item.ref, _PATH, current, origin=item.origin, remedy=remedy)
