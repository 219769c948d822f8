"""Pods are bound to a pool whose taints they do not tolerate: they can never run there.

The nodepool controller gives the taints of a NodePool to all its nodes. A pod that is pinned there by nodeSelector,
node affinity or its workload's list of pools, and does not tolerate one of them, stays Pending; a DaemonSet makes none.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true, taints: [{key: edge, value: "yes", effect: NoSchedule}]}
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      template:
        spec:
          hostNetwork: true
          nodeSelector: {apps.openyurt.io/nodepool: beijing}
          containers: [{name: web, image: example.com/web:1}]

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true, taints: [{key: edge, value: "yes", effect: NoSchedule}]}
    ---
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      template:
        spec:
          hostNetwork: true
          nodeSelector: {apps.openyurt.io/nodepool: beijing}
          tolerations: [{key: edge, operator: Equal, value: "yes", effect: NoSchedule}]
          containers: [{name: web, image: example.com/web:1}]

What to do: add the toleration, or pin the pods elsewhere. A live Pod may be given tolerations, a Job has to be made
anew. Leave the taint: it keeps all others off.

*Not a finding:* PreferNoSchedule; what the controller of a DaemonSet or a YurtAppDaemon tolerates for its pods; pods
that may run in another pool, or that are kept off anyway, as infrastructure is; with nodeName all but NoExecute; a
YurtAppSet whose overrides bring tolerations; taints that a Node alone has; a pool that is declared twice with other
taints.

*If you follow it:* pending pods of a live workload are replaced and start. A DaemonSet comes to the nodes of this pool
too, and to all others with such a taint.
"""

from __future__ import annotations

from itertools import islice

from yurt_hostnet.analysis.tainted_pins import tainted_pins
from yurt_hostnet.krm.proposal import shown
from yurt_hostnet.krm.result import UNSET
from yurt_hostnet.kube.taints import is_daemon, keeping_off, taint_text, toleration_for
from yurt_hostnet.openyurt.pool_names import SHOWN, in_words
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context


def check(context: Context) -> Iterator[Finding]:
    """Yield a warning for each pod template whose pods are bound to pools whose taints keep them off."""
    for item, template, pools in tainted_pins(context):
        rows = [
            taint
            for name in islice(pools, SHOWN)
            for taint in keeping_off(template, context.pools.by_name[name].taints)
        ]
        taints = {taint_text(taint): taint for taint in rows}
        what = "makes no pod there" if is_daemon(template) else "stays Pending"
        message = (
            f"It is bound to {in_words(pools)} and {what}: it does not tolerate {', '.join(taints)}, "
            "which all nodes there have."
        )
        wanted = [toleration_for(taint) for taint in taints.values()]
        current, proposed = template.spec.get("tolerations", UNSET), UNSET
        if len(pools) <= SHOWN and (not current or isinstance(current, list)):
            proposed = [*(current or ()), *wanted]
        remedy = f"Add to tolerations {', '.join(map(shown, wanted))}, or let it run in other pools; leave the taint."
        path = (*template.spec_path, "tolerations")
        yield Finding(item.at(path), message, remedy, current, proposed)
