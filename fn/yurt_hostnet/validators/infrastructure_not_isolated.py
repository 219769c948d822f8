"""A part of the cluster's network may run on host-network pools, where it has nothing to serve.

CNI agents, kube-proxy, cluster DNS and their controllers serve pods that have a network of their own. On a
node of a host-network pool there are none: agents run for nothing or fail, and a DNS server or controller
that needs the pod network does not come up there.

Bad, in mode Check:

    apiVersion: apps/v1
    kind: DaemonSet
    metadata:
      name: kube-flannel-ds
    spec:
      selector:
        matchLabels: {app: flannel}
      template:
        metadata:
          labels: {app: flannel}
        spec:
          hostNetwork: true
          containers:
          - name: kube-flannel
            image: example.com/flannel:1

Good:

    apiVersion: apps/v1
    kind: DaemonSet
    metadata:
      name: kube-flannel-ds
    spec:
      selector:
        matchLabels: {app: flannel}
      template:
        metadata:
          labels: {app: flannel}
        spec:
          hostNetwork: true
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                - matchExpressions:
                  - key: nodepool.openyurt.io/hostnetwork
                    operator: NotIn
                    values: ["true"]
          containers:
          - name: kube-flannel
            image: example.com/flannel:1

What to do: add the proposed value, or let yurt-hostnet add it in mode Transform, which reports this rule only where
it can add nothing: as a warning, of a tigera-operator so old that its API has no field for it. A workload that belongs
on those nodes all the same goes into `infrastructure.keep`, with a reason.

*Not a finding:* what `infrastructure.keep` names; a component that is pinned to declared pools
without host network.

*If you follow it:* a new agent never comes to host-network pools. A live DaemonSet takes its pods off their nodes, and
rolls out on all others, one after the other: with a CNI agent, at a quiet hour.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.result import Result


def check(context: Context) -> Iterable[Result]:
    """Return nothing: function.py reports what the transformer isolate-infrastructure would add."""
    return ()
