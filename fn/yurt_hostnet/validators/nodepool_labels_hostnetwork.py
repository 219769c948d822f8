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

What to do: remove the label from `spec.labels` and set `spec.hostNetwork`, from which OpenYurt makes it.

Source: openyurtio/openyurt, pkg/yurtmanager/controller/nodepool (conciliateNode), and
pkg/yurtmanager/webhook/node/v1/node_validation.go.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import ERROR, Result
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.context import Context

RULE = "nodepool-labels-hostnetwork"
MESSAGE = "OpenYurt copies spec.labels to the nodes, where nobody can take this label away again."
REMEDY = "Remove the label here; set spec.hostNetwork, from which OpenYurt labels the nodes."


def check(context: Context) -> Iterator[Result]:
    """Yield an error for each NodePool with the host-network label among those for its nodes."""
    for item in context.node_pools():
        labels = mapping(mapping(item.data.get("spec")).get("labels"))
        if HOSTNETWORK_LABEL in labels:
            path = ("spec", "labels", HOSTNETWORK_LABEL)
            current = labels[HOSTNETWORK_LABEL]
            yield Result(ERROR, RULE, MESSAGE, item.ref, path, current, origin=item.origin, remedy=REMEDY)
