"""The label nodepool.openyurt.io/hostnetwork of a Node is changed or removed.

OpenYurt refuses that: once set, the label stays, since it says how the node was joined. Adding it is
allowed. A manifest without the label is no finding where OpenYurt writes it again (the node's pool is a
host-network pool), and where it never came from the manifest (the baseline was read from a cluster).

Bad, where the baseline has the label "true" for this node:

    apiVersion: v1
    kind: Node
    metadata:
      name: edge-1
      labels:
        nodepool.openyurt.io/hostnetwork: "false"

Good:

    apiVersion: v1
    kind: Node
    metadata:
      name: edge-1
      labels:
        nodepool.openyurt.io/hostnetwork: "true"

What to do: put the label back. To make the node an ordinary one, reset it and join it anew; for the change that
writes this down, it is left out of this rule (`spec.rules[].except`).

*Not a finding:* the label added to a Node; its absence from a manifest where OpenYurt writes it again, or where the
state before is from a cluster.

*If you follow it:* with the label as it was, nothing changes in the cluster. A node that is joined anew loses its pods
for that time, and must be drained first.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/node/v1/node_validation.go, validateNodeUpdate, and
node_default.go.
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import HOST_NETWORK_LABEL, NODES
from yurt_hostnet.baseline.edits import LEAVE_OUT
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, HOSTNETWORK_VALUE
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import JOIN_ANEW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context

ANEW = f"For another label, {JOIN_ANEW}; for the change that writes this down, {LEAVE_OUT}."


def check(context: Context) -> Iterator[Finding]:
    """Yield an error for each Node whose label was set and is not what it was."""
    for edit in context.edited_fields:
        if (edit.key.section, edit.field) != (NODES, HOST_NETWORK_LABEL) or not edit.old:
            continue
        item = edit.item
        pool_edit = context.pool_edits.get(context.pools.pool_of(item.labels))
        if pool_edit is not None and pool_edit.new is (edit.new == HOSTNETWORK_VALUE):
            continue  # the label goes with its pool, whose own finding names the node
        become = f'become "{edit.new}"' if edit.new else "be removed"
        message = (
            f'This label was "{edit.old}" ({edit.before.place}) and would {become}; OpenYurt refuses to change it '
            "once it is set."
        )
        path = ("metadata", "labels", HOSTNETWORK_LABEL)
        current = item.labels.get(HOSTNETWORK_LABEL)
        remedy = f'Write "{edit.old}" again. {ANEW}'
        yield Finding(item.at(path), message, remedy, current, edit.old)
