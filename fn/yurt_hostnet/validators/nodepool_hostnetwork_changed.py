"""The hostNetwork of a NodePool is not what it was.

OpenYurt refuses the change: its webhook allows hostNetwork to be set when the pool is created and never
after. The nodes of the pool were joined with or without a pod network, and their label
`nodepool.openyurt.io/hostnetwork` cannot be changed either.

What counts is what OpenYurt stores, not how it is written: `hostNetwork: false` and no hostNetwork are
the same, v1alpha1 reads the annotation `nodepool.openyurt.io/hostnetwork`, and since 1.7 so does v1beta1.

Bad, where the baseline has `hostNetwork: true` for this pool:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: false}

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}

What to do: put the old value back. To change the network of a site, create a second pool, and reset and
join each node anew.

*Not a finding:* false and no field, which are the same; a pool that is new, or that is gone.

*If you follow it:* with the old value nothing changes in the cluster. Nodes for the second pool are drained, reset and
joined one by one, and lose their pods for that time.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/nodepool/v1beta2/nodepool_validation.go,
validateNodePoolSpecUpdate; pkg/apis/apps/v1beta1/nodepool_conversion.go.
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import HOST_NETWORK, POOLS, shown
from yurt_hostnet.config.config import BASELINE_KIND
from yurt_hostnet.krm.result import WARNING
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL
from yurt_hostnet.openyurt.pool_names import listed
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import JOIN_ANEW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.baseline.edits import EditedField
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

ANOTHER = f"create a new pool; to move a node into it, {JOIN_ANEW}."
NEW_POOL = f"For another network, {ANOTHER}"
_ANNOTATION: Path = ("metadata", "annotations", HOSTNETWORK_LABEL)


def check(context: Context) -> Iterator[Finding]:
    """Yield an error for each NodePool whose hostNetwork, as OpenYurt stores it, differs from the baseline."""
    nodes_of: dict[str, list[KubeObject]] | None = None
    for edit in context.edited_fields:
        if (edit.key.section, edit.field) != (POOLS, HOST_NETWORK):
            continue
        item = edit.item
        if edit.is_doubtful:
            message = (
                f"Of the v1beta1 NodePool in {edit.before.place} OpenYurt 1.7 and later dropped spec.hostNetwork and "
                "stored false; if it did, it refuses this one."
            )
            remedy = f"First see what is stored: kubectl get nodepool {item.name} -o yaml. If it is false, {ANOTHER}"
            if BASELINE_KIND in edit.before.place:
                remedy += f" If it is true, take fieldAlone out of {edit.before.place}."
            yield Finding(item.at(("spec", HOST_NETWORK)), message, remedy, True, severity=WARNING)
            continue
        message = f"{edit.told('hostNetwork of this NodePool')}; OpenYurt refuses the change."
        path: Path = ("spec", HOST_NETWORK)
        current, proposed = edit.new, edit.old
        if _by_annotation(edit):
            path, proposed = _ANNOTATION, shown(edit.old)
            current = item.annotations.get(HOSTNETWORK_LABEL)
            if edit.old:
                message += (
                    f" In {item.version}, OpenYurt 1.7 and later read the annotation {HOSTNETWORK_LABEL} and no field."
                )
        nodes_of = context.nodes_by_pool() if nodes_of is None else nodes_of
        if nodes := nodes_of.get(item.name, []):
            number = f"{len(nodes)} node{'' if len(nodes) == 1 else 's'}"
            message += f" It has {number} here, joined for the old value: {listed([node.name for node in nodes])}."
        remedy = f"{_back(path, edit.old, labelled=bool(nodes))} {NEW_POOL}"
        related = tuple((node.ref, node.origin) for node in nodes)
        yield Finding(item.at(path), message, remedy, current, proposed, related=related)


def _back(path: Path, old: bool, *, labelled: bool) -> str:
    """Return what to write so that the pool is what it was; its nodes go with it."""
    value = shown(old)
    field = f'the annotation {HOSTNETWORK_LABEL}: "{value}"' if path == _ANNOTATION else f"hostNetwork: {value}"
    label = f'the label {HOSTNETWORK_LABEL}: "true"' if old else f"no label {HOSTNETWORK_LABEL}"
    return f"Write {field} again, and {label} on its nodes." if labelled else f"Write {field} again."


def _by_annotation(edit: EditedField) -> bool:
    """Whether the annotation and not the field is what has to be fixed."""
    field = (edit.item.data.get("spec") or {}).get(HOST_NETWORK)
    if edit.item.version == "v1alpha1":
        return True
    return edit.item.version == "v1beta1" and (field is not True if edit.new else field is True)
