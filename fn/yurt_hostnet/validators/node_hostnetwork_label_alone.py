"""A Node carries the host-network label and is in no pool.

Pods that are kept off host-network pools never run on such a node, although it is in none; OpenYurt lets nobody
change or remove the label. So it is when a node has left its pool: the label stays behind, and the next pool that
the node joins gets a node of the wrong kind.

Bad:

    apiVersion: v1
    kind: Node
    metadata:
      name: edge-1
      labels:
        nodepool.openyurt.io/hostnetwork: "true"

Good:

    apiVersion: v1
    kind: Node
    metadata:
      name: edge-1
      labels:
        disk: ssd

What to do: a node that runs is reset, its Node deleted, and joined again (`yurtadm reset`, `kubectl delete node`,
`yurtadm join`), which makes its labels anew. Only from the manifest of a node that has never been in the cluster can
the label simply be taken out.
Not a finding: the value "false", which keeps nothing off.

*If you follow it:* a node that is joined anew loses its pods for that time. A label taken out of a manifest is not
taken off a live Node.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/node/v1, node_validation.go.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import NODE_WORDS, is_node
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, HOSTNETWORK_VALUE
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import JOIN_ANEW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject

REMEDY = (
    f"{JOIN_ANEW[0].upper()}{JOIN_ANEW[1:]}; take the label out here only if the node has never been in the cluster."
)


def words(_context: Context) -> Groups:
    """Return the words of a Node with the label."""
    return (HOSTNETWORK_LABEL.encode(),), NODE_WORDS


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for a Node that has the label of a host-network pool and names no pool."""
    is_labelled = is_node(item) and item.labels.get(HOSTNETWORK_LABEL) == HOSTNETWORK_VALUE
    if is_labelled and not context.pools.pool_of(item.labels):
        path = ("metadata", "labels", HOSTNETWORK_LABEL)
        message = "This Node is in no pool, and pods that are kept off host-network pools never run on it."
        yield Finding(item.at(path), message, REMEDY, HOSTNETWORK_VALUE)
