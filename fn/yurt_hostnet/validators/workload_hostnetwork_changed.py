"""The hostNetwork of a workload's pods is not what it was.

Kubernetes allows it, but all pods are replaced and their network becomes another one: with hostNetwork they
take ports of their nodes; without it they have no working network on the nodes of a host-network pool.
A Job is the exception: its pod template is immutable, and Kubernetes refuses the change.

Bad, where the baseline has `hostNetwork: true` for this workload and beijing is a host-network pool:

    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      template:
        spec:
          nodeSelector: {apps.openyurt.io/nodepool: beijing}

Good:

    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      template:
        spec:
          hostNetwork: true
          nodeSelector: {apps.openyurt.io/nodepool: beijing}

What to do: if it is meant, write the new value into the HostNetBaseline, or, where the state before is from git or a
render, leave the workload out of this rule; if not, put the old value back.

Source: kubernetes/kubernetes, pkg/apis/batch/validation/validation.go, ValidateJobUpdate, for Jobs;
volcano-sh/volcano, pkg/webhooks/admission/jobs/validate, for its Jobs.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.pins import tie_of
from yurt_hostnet.baseline.baseline import HOST_NETWORK, WORKLOADS, shown
from yurt_hostnet.krm.result import ERROR, WARNING, Result
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.openyurt.pool_names import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

RULE = "workload-hostnetwork-changed"

_CONSEQUENCES = {
    ("batch", "Job"): "Kubernetes refuses the change: the pod template of a Job is immutable.",
    ("batch.volcano.sh", "Job"): "Volcano refuses the change: of a Job only the numbers of its pods may change.",
    ("batch", "CronJob"): "Its next Jobs run with the new network.",
    ("apps.kruise.io", "AdvancedCronJob"): "Its next Jobs run with the new network.",
    ("", "PodTemplate"): "Pods that are made from it have the new network.",
    ("", "ReplicationController"): "Pods that it makes from now on have the new network.",
    ("apps", "ReplicaSet"): "Pods that it makes from now on have the new network.",
}
_ROLLOUT = "A rollout replaces its pods."


def check(context: Context) -> Iterator[Result]:
    """Yield a warning for each pod template whose hostNetwork differs from the baseline; an error for a Job's."""
    landing = Landing(context)
    for edit in context.edited_fields:
        if edit.key.section != WORKLOADS or edit.template is None:
            continue
        item, template = edit.item, edit.template
        kind = (template.group, template.kind)
        message = (
            f"hostNetwork of its pods was {shown(edit.old)} ({edit.before.place}) and would become "
            f"{shown(edit.new)}. {_CONSEQUENCES.get(kind, _ROLLOUT)}"
        )
        if not edit.new:
            message += _lost_network(landing, item, template)
        path = (*template.spec_path, HOST_NETWORK)
        back = f"hostNetwork: {shown(edit.old)} again"
        severity, remedy = WARNING, f"If it is meant, {edit.if_meant()}; if not, write {back}."
        if template.kind == "Job":
            severity, remedy = ERROR, f"Write {back}, or delete the Job and create it anew."
        yield Result(severity, RULE, message, item.ref, path, edit.new, edit.old, item.origin, remedy=remedy)


def _lost_network(landing: Landing, item: KubeObject, template: PodTemplate) -> str:
    """Return a sentence on the host-network pools that the pods come to, "" if there are none."""
    try:
        names, tie = landing.lands_on(template), tie_of(landing.context, template)
        if not (names or tie) or landing.stays_off(item, template):
            return ""
    except MalformedAffinity:
        return ""  # rule node-selector-term-malformed speaks of it
    where = f"host-network {in_words(names)}" if names else "host-network pools"
    verb = "are made for" if tie else "may run in"
    return f" They {verb} {where}, where a pod without hostNetwork has no network."
