"""A NodePool is declared with host network and without, so that nothing can be said of its nodes.

A NodePool without hostNetwork is one without host network; functionConfig's `spec.pools` count as well, and so do
patches of kustomizations that change what says whether it uses the host network. Until the declarations agree no Node
is labelled for the pool (OpenYurt never takes that label away again), and no pod is judged by it. The same goes for a
NodePool in which a key stands twice. One finding names all declarations of a pool.

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

What to do: directories for several clusters, each with a pool of this name, are packages of their own; check them one
by one. In one package, make the declarations agree; of a pool that exists, see first what is stored (kubectl get
nodepool NAME -o yaml), since it cannot be changed. Where a patch makes the difference, check what is built.

*Not a finding:* the same pool in two API versions that say the same; pools of one name that are checked one directory
at a time; a patch that a kustomization names and that does not speak of hostNetwork, or says the same; a declaration
whose value is a variable or of a wrong type, which has a finding of its own. Of these nothing follows for the pool
either.

*If you follow it:* once the declarations agree, the Nodes of a host-network pool are labelled at the next run, and for
ever: write what is stored, not what is wished.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import DECISIVE
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context

REMEDY_TWICE = "Keep one of them."
UNTIL_ONE = "Until one is left no Node is labelled for the pool and no pod is judged by it."
_PATH = ("spec", "hostNetwork")


def check(context: Context) -> Iterator[Finding]:
    """Yield a warning for each pool that is declared differently, and for each key that stands twice."""
    if context.pools.conflicts:
        from yurt_hostnet.analysis.pool_contradictions import Contradiction

        for declared in context.pools.conflicts.values():
            found = Contradiction(context, declared)
            (ref, origin), others = found.place, tuple(place for place in found.places if place is not found.place)
            yield Finding((ref, _PATH, origin), found.message, found.remedy, found.says, related=others)
    for item in context.node_pools() if any(pool.uncertain for pool in context.pools) else ():
        for path in item.duplicate_keys:
            if path[-1] in DECISIVE:
                message = f"The key {path[-1]} stands twice here, and readers differ in which one counts. {UNTIL_ONE}"
                yield Finding(item.at(path), message, REMEDY_TWICE)
