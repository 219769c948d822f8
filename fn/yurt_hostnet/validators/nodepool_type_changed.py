"""The type of a NodePool is not what it was.

OpenYurt refuses the change: its webhook allows the type, Edge or Cloud, to be set when the pool is created
and never after. A type that is not set is Edge.

Bad, where the baseline has `type: Edge` for this pool:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Cloud

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge

What to do: put the old type back, or create a new pool.

*Not a finding:* no type and Edge, which are the same; a pool that is new.

*If you follow it:* with the old type nothing changes in the cluster. A new pool needs nodes that are joined to it
anew.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/nodepool/v1beta2/nodepool_validation.go,
validateNodePoolSpecUpdate, and nodepool_default.go.
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import POOLS, TYPE, shown
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context


def check(context: Context) -> Iterator[Finding]:
    """Yield an error for each NodePool whose type differs from the baseline."""
    for edit in context.edited_fields:
        if (edit.key.section, edit.field) != (POOLS, TYPE):
            continue
        item = edit.item
        message = f"{edit.told('type of this NodePool')}; OpenYurt refuses the change."
        remedy = f"Write type: {shown(edit.old)} again, or create a new pool."
        yield Finding(item.at(("spec", TYPE)), message, remedy, edit.new, edit.old)
