"""A pod that is to be kept off host-network pools lacks the node affinity that does it.

The annotation `apps.openyurt.io/exclude-host-network-pool: "true"` on a pod template says that the pods have
no use for nodes of host-network pools, and OpenYurt's webhook adds node affinity to each pod as it is made.
For a DaemonSet that is too late: its controller chooses nodes by the template, and one Pending pod remains
for every node of a host-network pool. The webhook may also be away, since its failurePolicy is Ignore.

Bad, in mode Check:

    apiVersion: apps/v1
    kind: DaemonSet
    metadata:
      name: agent
    spec:
      selector:
        matchLabels: {app: agent}
      template:
        metadata:
          labels: {app: agent}
          annotations:
            apps.openyurt.io/exclude-host-network-pool: "true"
        spec:
          containers:
          - name: agent
            image: example.com/agent:1

Good:

    apiVersion: apps/v1
    kind: DaemonSet
    metadata:
      name: agent
    spec:
      selector:
        matchLabels: {app: agent}
      template:
        metadata:
          labels: {app: agent}
          annotations:
            apps.openyurt.io/exclude-host-network-pool: "true"
        spec:
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                - matchExpressions:
                  - key: nodepool.openyurt.io/hostnetwork
                    operator: NotIn
                    values: ["true"]
          containers:
          - name: agent
            image: example.com/agent:1

What to do: add the proposed value, or let yurt-hostnet add it in mode Transform, which never reports this
rule. With `exclude: NonHostNetwork` it speaks of every pod that does not use the host network.

*Not a finding:* hostNetwork: true without the annotation; under NonHostNetwork, without
the annotation, pods that are pinned to declared pools without host network or kept off by affinity in other words.

*If you follow it:* a new pod never comes to a host-network pool. A live workload rolls out, and a DaemonSet takes its
pods off the nodes there. The pod template of a live Job is immutable, and affinity of a live Pod too: delete it and
create it anew.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/pod/v1alpha1/pod_default.go.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.result import Result


def check(context: Context) -> Iterable[Result]:
    """Return nothing: function.py reports what the transformer exclude-pods would add."""
    return ()
