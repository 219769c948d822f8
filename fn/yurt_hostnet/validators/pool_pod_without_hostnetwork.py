"""A pod is bound to a host-network pool and does not use the host network.

Nodes of a host-network pool have no pod network: a pod without `hostNetwork: true` gets no working network
there, or is not even started.

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
    spec:
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

What to do: set `hostNetwork: true`, or let the pod run in other pools too. A workload that spans pools and
sets hostNetwork in a patch for some of them is left alone there, and so are pools that nobody declares. A patch that
takes hostNetwork away is found where it stands; OpenYurt up to v1.7 carries that out for the value false only, and
leaves in place what a patch removes (json.Unmarshal at the end of applyAdvancedTweaksToDeployment,
pkg/yurtmanager/controller/yurtappset/workloadmanager/tweaks.go), which nobody should count on.
Where a controller places the pods, its code decides ([controllers](controllers.md)): a nodepoolSelector chooses pools,
and of YurtAppSet v1alpha1 the nodeSelectorTerm places, never the name. A PlatformAdmin makes pods of its own, without
hostNetwork. Not a finding: an empty nodepoolSelector, which means every pool; unprotected-pod names it.

*If you follow it:* with hostNetwork every containerPort is a port of the node: a live workload rolls out, and the next
check tells of ports that meet. A live Pod or Job has to be created anew. A workload that has no network there needs a
free port for each replica.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.krm.result import UNSET
from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject

REMEDY = "Write hostNetwork: true, which makes its ports those of its node, or let it run in other pools."
LIVE_POD = " A live Pod is deleted and created anew."
ADMIN = "Name pools that do not use the host network."
_ADMIN_KIND = b"PlatformAdmin"
ELSEWHERE = "Let it run in other pools."
PATCHED = "Leave hostNetwork out of the patch, or let the workload run in other pools."
REMOVED = " (OpenYurt up to v1.7 leaves in place what a patch removes, so it shows once that is fixed)"


def words(context: Context) -> Groups:
    """Return the words of what may be tied to host-network pools."""
    return ((*Landing(context).tying_words(), _ADMIN_KIND),)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield an error for each pod template bound to host-network pools without hostNetwork, and for such patches."""
    landing = Landing(context)
    if item.kind == "PlatformAdmin":
        from yurt_hostnet.analysis.platform_admins import named_by_platform_admin

        for at, name in named_by_platform_admin(context, item):
            message = f"The pods that its controller makes have no working network in host-network pool {name}."
            yield Finding(item.at(at), message, ADMIN, name)
    for template, tie in landing.tied_templates(item):
        bare = "" if template.host_network or template.network_is_unknown else tie
        if (template.group, template.kind) in OVERRIDABLE:
            from yurt_hostnet.analysis.pool_networks import pool_networks

            found = pool_networks(landing, item, template, tie)
            for patched, place, stays in found.patched:
                message = (
                    f"Without hostNetwork it has no working network there: {patched}, and this patch takes it away"
                )
                message += f"{REMOVED if stays else ''}."
                yield Finding(place, message, PATCHED)
            bare = found.bare
        if not bare or landing.stays_off(item, template):
            continue
        message = f"Without hostNetwork it has no working network there: {bare}."
        if template.group == "operator.tigera.io":  # an override there has no such field
            yield Finding(item.at(template.spec_path), message, ELSEWHERE)
            continue
        path, current = (*template.spec_path, "hostNetwork"), template.spec.get("hostNetwork", UNSET)
        remedy = REMEDY + (LIVE_POD if item.kind == "Pod" else "")
        yield Finding(item.at(path), message, remedy, current, True)
