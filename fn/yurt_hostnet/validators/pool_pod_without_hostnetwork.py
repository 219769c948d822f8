"""A pod is bound to a host-network pool and does not use the host network.

Nodes of a host-network pool have no pod network: a pod without `hostNetwork: true` gets no working network
there, or is not even started.

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
    kind: Pod
    metadata:
      name: web
    spec:
      nodeSelector:
        apps.openyurt.io/nodepool: beijing
      containers:
      - name: web
        image: example.com/web:1

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
    kind: Pod
    metadata:
      name: web
    spec:
      hostNetwork: true
      nodeSelector:
        apps.openyurt.io/nodepool: beijing
      containers:
      - name: web
        image: example.com/web:1

What to do: set `hostNetwork: true`, or let the pod run in other pools too. A workload that spans pools and
sets hostNetwork in a patch for some of them is left alone, and so are pools that nobody declares.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.pins import named_host_pools
from yurt_hostnet.krm.result import ERROR, UNSET, Result
from yurt_hostnet.kube.overrides import host_network_patches, pools_covered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

RULE = "pool-pod-without-hostnetwork"
REMEDY = "Write hostNetwork: true, which makes its ports those of its node, or let it run in other pools."
LIVE_POD = " A live Pod is deleted and created anew."
ELSEWHERE = "Let it run in other pools."


def words(context: Context) -> Groups:
    """Return the words of what may be tied to host-network pools."""
    return (Landing(context).tying_words(),)


def check_item(context: Context, item: KubeObject) -> Iterator[Result]:
    """Yield an error for each pod template bound to host-network pools without hostNetwork."""
    landing = Landing(context)
    for template, tie in landing.tied_templates(item):
        if template.host_network or template.network_is_unknown or landing.stays_off(item, template):
            continue
        if _is_patched(context, template):
            continue
        message = f"Without hostNetwork it has no working network there: {tie}."
        if template.group == "operator.tigera.io":  # an override there has no such field
            yield Result(ERROR, RULE, message, item.ref, template.spec_path, origin=item.origin, remedy=ELSEWHERE)
            continue
        path, current = (*template.spec_path, "hostNetwork"), template.spec.get("hostNetwork", UNSET)
        remedy = REMEDY + (LIVE_POD if item.kind == "Pod" else "")
        yield Result(ERROR, RULE, message, item.ref, path, current, True, item.origin, remedy=remedy)


def _is_patched(context: Context, template: PodTemplate) -> bool:
    """Whether patches may set hostNetwork in each host-network pool that the workload names, or in any pool."""
    found = host_network_patches(template.group, template.kind, template.owner)
    if not found:
        return False
    covered = pools_covered(found)
    return covered is None or all(name in covered for name in named_host_pools(context, template))
