"""A pod takes a port on which its node itself listens: the kubelet or yurthub.

The scheduler knows of the ports of pods, not of those of the node: the pod is placed, and on the host network its
container fails with "address already in use", again and again. A hostPort without the host network takes away what is
sent to the node.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: meter}
    spec:
      template:
        spec:
          hostNetwork: true
          containers: [{name: meter, image: example.com/meter:1, ports: [{containerPort: 10261}]}]

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: meter}
    spec:
      template:
        spec:
          hostNetwork: true
          containers: [{name: meter, image: example.com/meter:1, ports: [{containerPort: 9261}]}]

What to do: give the pod another port, in its program too. The ports are 10250 and 10248 of the kubelet, and 10261,
10267, 10268 and 10269 of yurthub, which runs in pools of type Edge.

*Not a finding:* a port that its hostIP keeps apart, as 127.0.0.1 from the address of the node; UDP; 10255, which the
kubelet has off; a containerPort without host network; pods that no declared pool is open to; yurthub itself.

*If you follow it:* the pod starts where it crashed. A live workload rolls out; a live Pod or Job has to be created
anew. Probes and clients have to name the new port.

Source: kubernetes/kubernetes, pkg/cluster/ports/ports.go; openyurtio/openyurt, cmd/yurthub/app/options/options.go.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.kube.pod_counts import pod_count
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.kube.ports import host_ports
from yurt_hostnet.openyurt.node_ports import KUBELET, is_node_listener, node_listener
from yurt_hostnet.openyurt.pool_names import in_words
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import NODE_PORT_WORDS, PORTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.pool_views import PoolView
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Place
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.kube.ports import HostPort


def words(context: Context) -> Groups:
    """Return the words of what may take such a port."""
    return context.subjects_with((PORTS, NODE_PORT_WORDS))


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for each port of a pod on which the nodes listen that it may come to."""
    landing, masks = Landing(context), context.pool_masks
    for template in context.templates(item):
        if template.effect == STATIC_POD or pod_count(template) == 0 or is_node_listener(template.spec):
            continue
        views: list[PoolView] = []
        if (template.group, template.kind) in OVERRIDABLE:
            from yurt_hostnet.analysis.patched_ports import place_of_port, pools_open_to
            from yurt_hostnet.analysis.pool_views import pool_views

            views = [view for view in pool_views(context, item, template) if view.is_sure and view.pools]
        try:
            own = _taken(template)
            pools = landing.open_to(item, template) if own else 0
            for port in own:
                elsewhere = [name for view in views if port not in _taken(view.template) for name in view.pools]
                yield from _finding(context, port, pools & ~masks.of(elsewhere), template, _place(item, port))
            for view in views:
                new = [port for port in _taken(view.template) if port not in own]
                pools = pools_open_to(landing, item, view) if new else 0
                for port in new:
                    yield from _finding(context, port, pools, view.template, place_of_port(view, item, port))
        except MalformedAffinity:
            continue


def _taken(template: PodTemplate) -> list[HostPort]:
    return [port for port in host_ports(template.spec, template.spec_path) if node_listener(port)[0]]


def _place(item: KubeObject, port: HostPort) -> Place:
    return item.ref, port.path, item.origin


def _finding(context: Context, port: HostPort, pools: int, template: PodTemplate, place: Place) -> Iterator[Finding]:
    masks, (who, purpose) = context.pool_masks, node_listener(port)
    if found := pools & (masks.declared if who == KUBELET else masks.edge):
        message = f"It takes {port} of its node, where {who} listens: {purpose}. "
        message += "Its container cannot have it" if template.host_network else f"What is for {who} comes to it"
        message += f" on nodes of {in_words(masks.names(found))}."
        remedy = "Give it another port, in its program too; do not move that of the node."
        yield Finding(place, message, remedy, str(port))
