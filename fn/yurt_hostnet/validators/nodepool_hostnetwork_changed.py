"""The hostNetwork of a NodePool is not what it was.

OpenYurt refuses the change: its webhook allows hostNetwork to be set when the pool is created and never
after. The nodes of the pool were joined with or without a pod network, and their label
`nodepool.openyurt.io/hostnetwork` cannot be changed either.

What counts is what OpenYurt stores, not how it is written: `hostNetwork: false` and no hostNetwork are
the same, v1alpha1 reads the annotation `nodepool.openyurt.io/hostnetwork`, and since 1.7 so does v1beta1.

Bad, where the baseline has `hostNetwork: true` for this pool:

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

What to do: put the old value back. To change the network of a site, create a second pool, and reset and
join each node anew.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/nodepool/v1beta2/nodepool_validation.go,
validateNodePoolSpecUpdate; pkg/apis/apps/v1beta1/nodepool_conversion.go.
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import HOST_NETWORK, POOLS, shown
from yurt_hostnet.krm.result import ERROR, Result
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.baseline.edits import EditedField
    from yurt_hostnet.context import Context
    from yurt_hostnet.krm.result import Path

RULE = "nodepool-hostnetwork-changed"
REMEDY = "Put the old value back; for another network, create a new pool and join its nodes anew."
_ANNOTATION: Path = ("metadata", "annotations", HOSTNETWORK_LABEL)


def check(context: Context) -> Iterator[Result]:
    """Yield an error for each NodePool whose hostNetwork, as OpenYurt stores it, differs from the baseline."""
    for edit in context.edited_fields:
        if (edit.key.section, edit.field) != (POOLS, HOST_NETWORK):
            continue
        item = edit.item
        message = (
            f"hostNetwork of this NodePool was {shown(edit.old)} ({edit.before.place}) and would become "
            f"{shown(edit.new)}; OpenYurt refuses the change."
        )
        path: Path = ("spec", HOST_NETWORK)
        current, proposed = edit.new, edit.old
        if _by_annotation(edit):
            path, proposed = _ANNOTATION, shown(edit.old)
            current = item.annotations.get(HOSTNETWORK_LABEL)
            if edit.old:
                message += (
                    f" In {item.version}, OpenYurt 1.7 and later read the annotation {HOSTNETWORK_LABEL} and no field."
                )
        yield Result(ERROR, RULE, message, item.ref, path, current, proposed, item.origin, remedy=REMEDY)


def _by_annotation(edit: EditedField) -> bool:
    """Whether the annotation and not the field is what has to be mended."""
    field = (edit.item.data.get("spec") or {}).get(HOST_NETWORK)
    if edit.item.version == "v1alpha1":
        return True
    return edit.item.version == "v1beta1" and (field is not True if edit.new else field is True)
