"""A rolling update can never go through: each node's port is held by an old pod, and none may go before a new one runs.

A Deployment whose replicas fill all nodes that it may run on needs maxUnavailable of 1 or more. The default of 25% is
rounded down: to 0 for one to three replicas. The new pod stays Pending, "didn't have free ports", and the old ones run
on with the old image. A DaemonSet with maxSurge starts the new pod beside the old one, which has the port.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Node
    metadata: {name: m1, labels: {apps.openyurt.io/nodepool: beijing}}
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      replicas: 1
      template:
        spec:
          hostNetwork: true
          nodeSelector: {apps.openyurt.io/nodepool: beijing}
          containers: [{name: web, image: example.com/web:1, ports: [{containerPort: 8080}]}]

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Node
    metadata: {name: m1, labels: {apps.openyurt.io/nodepool: beijing}}
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      replicas: 1
      strategy: {rollingUpdate: {maxUnavailable: 1}}
      template:
        spec:
          hostNetwork: true
          nodeSelector: {apps.openyurt.io/nodepool: beijing}
          containers: [{name: web, image: example.com/web:1, ports: [{containerPort: 8080}]}]

What to do: write `maxUnavailable: 1`: one old pod goes, then its successor starts; with one replica that is a short
break, which no setting avoids. `type: Recreate`, without rollingUpdate, ends all old pods at once. Both can be written
to a live Deployment, and an update that is stuck goes on.

*Not a finding:* a pool without declared Nodes, or with one more than replicas; pods without a port; StatefulSets, which
end the old pod first; pods that may also run elsewhere; a Deployment whose pods an Argo Rollout makes.

*If you follow it:* an update that is stuck goes on, with one pod less while it lasts; Recreate ends all of them first.

Source: kubernetes/kubernetes, pkg/controller/deployment/util/deployment_util.go, ResolveFenceposts.
"""

from __future__ import annotations

from yurt_hostnet.analysis.stuck_updates import stuck_updates
from yurt_hostnet.analysis.workload_refs import key_of
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import HOST_NETWORK, HOST_PORT, PORTS, STRATEGIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject


def words(context: Context) -> Groups:
    """Return the words of what rolls out pods that may take ports of their nodes."""
    return context.subjects_with((PORTS, (*HOST_NETWORK, *HOST_PORT), STRATEGIES))


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for each workload whose pods cannot be replaced one by one."""
    for template in context.templates(item):
        if context.rollouts and key_of(template) in context.rollouts:
            continue
        try:
            found = list(stuck_updates(context, item, template))
        except MalformedAffinity:
            continue
        for one in found:
            path = (*template.path[:-1], *one.path)
            yield Finding(item.at(path), one.message, one.remedy, one.current, one.proposed)
