"""The interConnectivity of a NodePool is not what it was.

OpenYurt (since 1.7) refuses the change: the field says whether the nodes of the pool reach each other, and
its webhook allows it to be set when the pool is created and never after. `false` and no field are the same.
v1alpha1 and v1beta1 do not have the field: a pool applied in these versions has it as false.

Bad, where the baseline has `interConnectivity: true` for this pool:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      interConnectivity: false

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: beijing
    spec:
      type: Edge
      interConnectivity: true

What to do: put the old value back, in apiVersion apps.openyurt.io/v1beta2, or create a new pool.

*Not a finding:* false and no field, which are the same; a baseline that does not have the field.

*If you follow it:* with the old value nothing changes in the cluster.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/nodepool/v1beta2/nodepool_validation.go,
validateNodePoolSpecUpdate; pkg/apis/apps/v1beta1/nodepool_conversion.go.
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import INTERCONNECTIVITY, POOLS, shown
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context


def check(context: Context) -> Iterator[Finding]:
    """Yield an error for each NodePool whose interConnectivity differs from the baseline."""
    for edit in context.edited_fields:
        if (edit.key.section, edit.field) != (POOLS, INTERCONNECTIVITY):
            continue
        item = edit.item
        message = f"{edit.told('interConnectivity of this NodePool')}; OpenYurt refuses the change."
        field = f"interConnectivity: {shown(edit.old)}"
        remedy = f"Write {field} again, or create a new pool."
        if item.version in {"v1alpha1", "v1beta1"}:
            message += f" {item.version} does not have the field, which makes it false."
            remedy = f"Write apiVersion: apps.openyurt.io/v1beta2 and {field}, or create a new pool."
        path = ("spec", INTERCONNECTIVITY)
        yield Finding(item.at(path), message, remedy, edit.new, edit.old)
