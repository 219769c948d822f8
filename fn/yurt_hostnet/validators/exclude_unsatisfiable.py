"""A pod is kept off host-network pools and bound to them: it can run nowhere.

The annotation `apps.openyurt.io/exclude-host-network-pool: "true"`, the isolation of network infrastructure or
a node affinity of the pod's own keeps it off nodes of host-network pools, while its nodeSelector, node
affinity, nodeName or topology allows no others. Such a pod stays Pending for ever. A patch of a YurtAppSet that keeps
its pods off in such a pool is found where it stands.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Pod
    metadata:
      name: web
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      hostNetwork: true
      nodeSelector: {apps.openyurt.io/nodepool: beijing}
      containers: [{name: web, image: example.com/web:1}]

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      hostNetwork: true
      nodeSelector: {apps.openyurt.io/nodepool: beijing}
      containers: [{name: web, image: example.com/web:1}]

What to do: decide for one of the two. Infrastructure that belongs into such a pool goes into
`infrastructure.keep`, with a reason. Pools that nobody declares are not judged.

*Not a finding:* pods that may also run in other pools or nodes; pools that nobody declares; an affinity that only
prefers; an object in `infrastructure.keep`.

*If you follow it:* a new pod is placed. A live workload rolls out; a live Pod or Job has to be created anew. Without
the annotation a pod for the pool needs `hostNetwork: true`, which the finding says.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.krm.result import UNSET
from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION, EXCLUDE_VALUE
from yurt_hostnet.openyurt.pool_names import in_words
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

PATCHED = "Leave that out of the patch, or the pools out of the workload."


def words(context: Context) -> Groups:
    """Return the words of what may be tied to host-network pools."""
    return (Landing(context).tying_words(),)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield an error for each pod template whose pods are kept off the only nodes that they may run on."""
    landing = Landing(context)
    for template, tie in landing.tied_templates(item):
        if (template.group, template.kind) in OVERRIDABLE:
            from yurt_hostnet.analysis.pool_networks import in_host_pools

            is_off = lambda one: bool(landing.stays_off(item, one))  # noqa: E731
            own, patched = in_host_pools(context, item, template, is_off)
            for names, place in patched:
                message = (
                    f"This patch keeps its pods off host-network {in_words(names)}, where they can never run then."
                )
                yield Finding(place, message, PATCHED)
            if own is not None and not own:
                continue
        reason = landing.stays_off(item, template)
        if not reason:
            continue
        path: Path = template.spec_path
        current: object = UNSET
        remedy = "Remove what binds it, or list it in functionConfig under infrastructure.keep."
        if template.annotations.get(EXCLUDE_ANNOTATION) == EXCLUDE_VALUE:
            path, current = (*template.path, "metadata", "annotations", EXCLUDE_ANNOTATION), EXCLUDE_VALUE
            remedy = "Remove what binds it to the pool, or, if it belongs there, the annotation"
            remedy += "." if template.host_network else ", and write hostNetwork: true."
        elif reason == landing.OWN_AFFINITY:
            path = (*template.spec_path, "affinity", "nodeAffinity")
            remedy = "Remove what binds it to the pool, or, if it belongs there, that requirement"
            remedy += "." if template.host_network else ", and write hostNetwork: true."
        message = f"It is kept off host-network pools, because {reason}; but {tie}, so there it can never run."
        yield Finding(item.at(path), message, remedy, current)
