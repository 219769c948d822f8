"""A Node moves from one NodePool into another.

OpenYurt refuses to change the label `apps.openyurt.io/nodepool` from one pool to another. Adding it to a
node in no pool is allowed, and removing it is since 1.7. Where the label is empty or missing, OpenYurt
writes the value of `apps.openyurt.io/desired-nodepool` into it first, so that counts as well; where
OpenYurt has done so before, another desired pool does nothing at all.

Bad, where the baseline has the pool beijing for this node:

    apiVersion: v1
    kind: Node
    metadata:
      name: edge-1
      labels:
        apps.openyurt.io/nodepool: shanghai

Good:

    apiVersion: v1
    kind: Node
    metadata:
      name: edge-1
      labels:
        apps.openyurt.io/nodepool: beijing

What to do: put the old pool back. To move a node, take it out of its pool, reset it and join it anew;
between an ordinary and a host-network pool nothing less will do, because its label
`nodepool.openyurt.io/hostnetwork` stays behind. For the change that writes the new pool down, the node is left out of
this rule (`spec.rules[].except`).

*Not a finding:* a Node that joins its first pool; one that leaves its pool, for OpenYurt 1.7; another desired pool
where the label of the pool stands.

*If you follow it:* with the old pool nothing changes in the cluster. A node that is joined anew loses its pods for
that time, and must be drained first.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/node/v1/node_validation.go, validateNodeUpdate, and
node_default.go.
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import NODES, POOL
from yurt_hostnet.baseline.edits import LEAVE_OUT
from yurt_hostnet.openyurt.names import DESIRED_NODEPOOL_LABEL
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import JOIN_ANEW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context

MOVE = f"To move the node, {JOIN_ANEW}; for the change that writes this down, {LEAVE_OUT}."
_DESIRED = "OpenYurt refuses the change, or leaves the node where it is if its pool label was never in a manifest."


def check(context: Context) -> Iterator[Finding]:
    """Yield an error for each Node that was in one pool and would be in another."""
    for edit in context.edited_fields:
        if (edit.key.section, edit.field) != (NODES, POOL) or not (edit.old and edit.new):
            continue
        item = edit.item
        label = context.pools.label if item.labels.get(context.pools.label) else DESIRED_NODEPOOL_LABEL
        outcome = "OpenYurt refuses the change." if label == context.pools.label else _DESIRED
        message = f"This Node was in pool {edit.old} ({edit.before.place}) and would move to {edit.new}; {outcome}"
        old, new = (context.pools.host_network(name) for name in (edit.old, edit.new))
        if old is not None and new is not None and old != new:
            message += " One of the two is a host-network pool and the other is not."
        path = ("metadata", "labels", label)
        remedy = f"Write {edit.old} again. {MOVE}"
        yield Finding(item.at(path), message, remedy, edit.new, edit.old)
