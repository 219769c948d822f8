"""A Node, or a pod of this package, names a NodePool that is not there.

Of a pool that nobody declares it is not known whether its nodes use the host network: the Node gets no
label, and OpenYurt's webhook refuses the Node if the cluster does not know the pool either.
A pool that is declared for another build counts for pods, but not for Nodes: where no kustomization leads to both, they
may be of two clusters, and a label cannot be taken back. One finding names all Nodes of such a pool.
kustomize makes this mistake easy: `namePrefix` and `nameSuffix` rename NodePools, but neither the labels of
Nodes nor nodeSelectors that name them.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      hostNetwork: true
    ---
    apiVersion: v1
    kind: Node
    metadata:
      name: edge-1
      labels:
        apps.openyurt.io/nodepool: bejing

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      hostNetwork: true
    ---
    apiVersion: v1
    kind: Node
    metadata:
      name: edge-1
      labels:
        apps.openyurt.io/nodepool: beijing

What to do: declare the NodePool, or list it in functionConfig under `spec.pools`. Another name is for a Node that has
never joined: OpenYurt refuses to move one that has. For a
renamed pool, keep NodePools and Nodes out of the kustomization that has the prefix, or rename them there with a
patch or a replacement. Pods are reported only for a pool that was renamed: others may exist in the cluster.

*Not a finding:* a pod that names a pool which nobody declares, where none was renamed: it may be in the cluster; a
Node in no pool.

*If you follow it:* a declared pool changes nothing about live Nodes, except that a host-network pool gives them its
label for ever: see that hostNetwork is what the cluster has (kubectl get nodepool NAME -o yaml).
"""

from __future__ import annotations

from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.openyurt.names import DESIRED_NODEPOOL_LABEL
from yurt_hostnet.openyurt.pool_names import listed, named_pools, naming_words, previous_names
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path


def check(context: Context) -> Iterator[Finding]:
    """Yield a warning for each Node of an undeclared pool, and for each pod that names a pool by its old name."""
    pools = context.pools
    apart: dict[str, list[KubeObject]] = {}
    names = ((old, item.name) for item in context.node_pools() for old in previous_names(item.annotations))
    renamed = {old: new for old, new in names if old not in pools}
    for item in context.nodes():
        pool = pools.pool_of(item.labels)
        if pool in pools and context.is_of_another_build(item, pool):
            apart.setdefault(pool, []).append(item)
        if not pool or pool in pools or is_unknown(pool):
            continue
        path: Path = ("metadata", "labels", pools.label if item.labels.get(pools.label) else DESIRED_NODEPOOL_LABEL)
        if pool in renamed:
            yield _renamed(item, path, pool, renamed[pool])
            continue
        message = f"No NodePool {pool} is declared, so whether its nodes use the host network is not known."
        remedy = (
            f"Declare the NodePool, or list it in functionConfig under spec.pools (--set pools={pool}, or --set "
            f"hostNetworkPools={pool} if it uses the host network). Write another name only if the Node has never "
            "joined: it keeps its pool."
        )
        yield Finding(item.at(path), message, remedy, pool)
    yield from (_apart(context, pool, nodes) for pool, nodes in apart.items())
    yield from _pods(context, renamed)


def _apart(context: Context, pool: str, nodes: list[KubeObject]) -> Finding:
    """Return the finding about the Nodes that no kustomization brings together with the NodePool that they name."""
    node, label = nodes[0], context.pools.label
    path: Path = ("metadata", "labels", label if node.labels.get(label) else DESIRED_NODEPOOL_LABEL)
    source = context.pools.by_name[pool].source
    place = f" ({source[1].file}:{source[1].line})" if source is not None else ""
    more = f", nor to {listed([each.name for each in nodes[1:]])}" if nodes[1:] else ""
    message = (
        f"No kustomization leads to this Node{more} and to NodePool {pool}{place}, which may be another cluster's, so "
        "it says nothing of the Node."
    )
    directory = context.builds.directory_of(node.origin.file) if context.builds is not None else "DIR"
    remedy = (
        f"Check each directory by itself, as in: yurt-hostnet check {directory or '.'}. If they are of one cluster, "
        "name the files of both in one kustomization."
    )
    related = tuple((each.ref, each.origin) for each in nodes[1:])
    return Finding(node.at(path), message, remedy, pool, related=related)


def _pods(context: Context, renamed: dict[str, str]) -> Iterator[Finding]:
    """Yield a warning for each place in a pod template that names a pool by its old name, one pool after the other."""
    found: dict[str, list[Finding]] = {old: [] for old in renamed}
    for item, template in context.workloads(*naming_words(renamed, context.pools.label)) if renamed else ():
        for path, name in named_pools(template, context.pools.label):
            if name in renamed:
                found[name].append(_renamed(item, path, name, renamed[name]))
    for results in found.values():
        yield from results


def _renamed(item: KubeObject, path: Path, old: str, new: str) -> Finding:
    message = f"kustomize renamed NodePool {old} to {new} (namePrefix or nameSuffix), but not its name here."
    remedy = f"Write {new} here, or keep NodePools out of the kustomization that renames."
    return Finding(item.at(path), message, remedy, old, new)
