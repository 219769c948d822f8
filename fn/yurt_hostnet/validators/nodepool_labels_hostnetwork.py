"""A NodePool copies the host-network label to its nodes by itself, past OpenYurt's webhook.

The nodepool controller writes every label in the NodePool's `spec.labels` to the nodes of the pool, and
`nodepool.openyurt.io/hostnetwork` among them goes around the webhook that keeps this label in step with
`spec.hostNetwork`. Once a node has the label, nobody can change or remove it: when the pool or its labels
change, the nodes keep what is no longer true.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      labels:
        nodepool.openyurt.io/hostnetwork: "true"

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      hostNetwork: true
      labels:
        region: north

What to do: remove the label from `spec.labels`, and in a new pool set `spec.hostNetwork`, from which OpenYurt makes
it. Of a pool that exists hostNetwork cannot be set, and its nodes keep the label until they are joined anew.

*Not a finding:* other labels; the label on the NodePool itself, in metadata, which no node gets.

*If you follow it:* nodes that join a new pool get their label from OpenYurt. Nodes that have it keep it: taking it out
of `spec.labels` takes it off nobody.

Source: openyurtio/openyurt, pkg/yurtmanager/controller/nodepool (conciliateNode), and
pkg/yurtmanager/webhook/node/v1/node_validation.go.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, HOSTNETWORK_VALUE
from yurt_hostnet.openyurt.pools import POOL_WORDS, is_node_pool
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject

MESSAGE = "OpenYurt copies spec.labels to the nodes, where nobody can take this label away again."
REMEDY = "Remove the label here."
MEANT = "Remove the label here. For a new pool, write hostNetwork: true, from which OpenYurt labels the nodes."
EXISTING = "A pool that exists keeps its hostNetwork, and nodes that have the label keep it until they are joined anew."


def words(_context: Context) -> Groups:
    """Return the word of a NodePool."""
    return (POOL_WORDS,)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield an error for a NodePool with the host-network label among those for its nodes."""
    if not is_node_pool(item.group, item.kind):
        return
    spec = mapping(item.data.get("spec"))
    labels = mapping(spec.get("labels"))
    if HOSTNETWORK_LABEL in labels:
        path = ("spec", "labels", HOSTNETWORK_LABEL)
        current = labels[HOSTNETWORK_LABEL]
        meant = current == HOSTNETWORK_VALUE and spec.get("hostNetwork") is not True
        remedy = f"{MEANT if meant else REMEDY} {EXISTING}"
        yield Finding(item.at(path), MESSAGE, remedy, current)
