"""Pods that take the same port of their node can meet on a node of one pool, where only one of them can run.

On the host network every containerPort is a port of the node, and a node has each host address, protocol and
port once: the scheduler leaves the other pod Pending. The API refuses pods whose containers declare one port twice.

Bad:

    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      template:
        spec:
          hostNetwork: true
          nodeSelector: {apps.openyurt.io/nodepool: beijing}
          containers: [{name: web, image: example.com/web:1, ports: [{containerPort: 8080}]}]
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: api}
    spec:
      template:
        spec:
          hostNetwork: true
          nodeSelector: {apps.openyurt.io/nodepool: beijing}
          containers: [{name: api, image: example.com/api:1, ports: [{containerPort: 8080}]}]

Good:

    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      template:
        spec:
          hostNetwork: true
          containers: [{name: web, image: example.com/web:1, ports: [{containerPort: 8080}]}]

What to do: give one of them another port, or keep them to different pools or nodes.

*Not a finding:* pods for which there are Nodes enough among those declared, or that may go elsewhere; a pool whose
taint keeps one of them off; what is suspended or has no replicas; a Deployment whose pods an Argo Rollout takes over.

*If you follow it:* a live Deployment rolls out: if all its nodes hold the old port, the old pods have to go first
(rolling-update-stuck). Clients have to know the new port. A live Pod or Job has to be created anew.
"""

from __future__ import annotations

from yurt_hostnet.analysis.port_collisions import collisions
from yurt_hostnet.analysis.port_room import too_many
from yurt_hostnet.analysis.port_takers import port_takers, repeats
from yurt_hostnet.krm.result import ERROR, WARNING
from yurt_hostnet.openyurt.pool_names import in_words
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import HOST_NETWORK, HOST_PORT, PORTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.port_takers import PortTaker
    from yurt_hostnet.krm.result import Severity
    from yurt_hostnet.kube.ports import HostPort

REMEDY = "Give one of them another port, or keep them to different pools or nodes."


def check(context: Context) -> Iterator[Finding]:
    """Yield a finding for each port that pods take twice: within a pod, by replicas, and by two workloads."""
    takers = list(port_takers(context, PORTS, (*HOST_NETWORK, *HOST_PORT)))
    if not takers:
        return
    nodes, told = context.node_counts, set()
    for taker in takers:
        for first, second, refused in repeats(taker):
            mark = (id(taker.item), second.path, str(second))  # the same in each pool
            if mark in told:
                continue
            told.add(mark)
            message = f"{first.container} and {second.container} in one pod both take {second} of its node"
            if first.container == second.container:
                message = f"{first.container} takes {second} of its node twice"
            message += "; the Kubernetes API refuses such pods." if refused else "."
            yield _finding(taker, second, message, "Give one of them another port.", ERROR if refused else WARNING)
        if (crowd := too_many(taker, nodes)) is not None:
            yield _finding(taker, taker.ports[0], *crowd)
    for taker, port, other, pools in collisions(takers, nodes):
        where = f"a node of {in_words(taker.in_order(pools))}"
        yield _finding(taker, port, f"It takes {port} of its node, as does {other}: they cannot share {where}.", REMEDY)


def _finding(taker: PortTaker, port: HostPort, message: str, remedy: str, severity: Severity = WARNING) -> Finding:
    return Finding(taker.place(port), message, remedy, str(port), severity=severity)
