"""A Node's host-network label is not what its NodePool says.

OpenYurt labels the nodes of a host-network pool `nodepool.openyurt.io/hostnetwork: "true"`, and that label is
what keeps pods off or lets them in. Once set it can be neither changed nor removed, so a wrong one stays:
pods without network on a node of a host-network pool, or an ordinary node on which they never run.

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
        apps.openyurt.io/nodepool: beijing
        nodepool.openyurt.io/hostnetwork: "false"

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
        nodepool.openyurt.io/hostnetwork: "true"

What to do: fix the label in the manifest of a node that has never joined. In the cluster the label can be neither
changed nor removed, and another pool is refused too: such a node must be reset and joined again. In mode
Transform a label that is missing is added; in mode Check it is reported under this rule.

*Not a finding:* a Node of a pool that nobody declares, or whose declarations differ (nodepool-contradiction); "false"
on a node of an ordinary pool.

*If you follow it:* a new Node is labelled as its pool says. Writing the label on a live one that lacks it is allowed,
once and for ever, and keeps pods off from then on; those that run are not driven away.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/node/v1, node_default.go and node_validation.go.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import is_node
from yurt_hostnet.krm.result import UNSET
from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, HOSTNETWORK_VALUE
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import JOIN_ANEW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject

RUNNING = f"A node that is in the cluster keeps its label: {JOIN_ANEW}."
WITH_BASELINE = (
    " In the change that writes this down, leave it out of rule node-hostnetwork-label-changed in functionConfig "
    "(spec.rules[].except), with a reason."
)


def words(context: Context) -> Groups:
    """Return the words of a Node that names a pool."""
    return context.node_words


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield an error for a Node of a known pool whose label says something else; label-nodes adds what lacks."""
    path = ("metadata", "labels", HOSTNETWORK_LABEL)
    if is_node(item):
        pool = context.pools.pool_of(item.labels)
        host_network, value = context.pools.host_network(pool), item.labels.get(HOSTNETWORK_LABEL)
        if host_network is None or value is None or is_unknown(value) or host_network is (value == HOSTNETWORK_VALUE):
            return
        if context.is_of_another_build(item, pool):
            return
        if pool in context.pool_edits:  # the label fits what the pool was; its own finding names the node
            return
        proposed: object
        if host_network:
            proposed = HOSTNETWORK_VALUE
            message = f'NodePool {pool} uses the host network, so the label must be the string "{HOSTNETWORK_VALUE}".'
            remedy = f'If it has never joined, write "{HOSTNETWORK_VALUE}". '
        else:
            proposed = UNSET
            message = f"NodePool {pool} does not use the host network, so pods are kept off this Node in vain."
            remedy = "If it has never joined, remove the label. "
        remedy = RUNNING + WITH_BASELINE if item.name in context.nodes_before else remedy + RUNNING
        yield Finding(item.at(path), message, remedy, value, proposed)
