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

from yurt_hostnet.krm.result import ERROR, UNSET, Result
from yurt_hostnet.kube.overrides import overrides_mention
from yurt_hostnet.kube.ports import is_host_network
from yurt_hostnet.landing import Landing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.context import Context

RULE = "pool-pod-without-hostnetwork"
REMEDY = "Set hostNetwork to true, or let it run in other pools."


def check(context: Context) -> Iterator[Result]:
    """Yield an error for each pod template bound to host-network pools without hostNetwork."""
    landing = Landing(context)
    for item, template, tie in landing.tied():
        if is_host_network(template.spec) or landing.stays_off(item, template):
            continue
        if overrides_mention(template.group, template.kind, template.owner, "hostNetwork"):
            continue
        message = f"Without hostNetwork it has no working network there: {tie}."
        path, current = (*template.spec_path, "hostNetwork"), template.spec.get("hostNetwork", UNSET)
        yield Result(ERROR, RULE, message, item.ref, path, current, True, item.origin, remedy=REMEDY)
