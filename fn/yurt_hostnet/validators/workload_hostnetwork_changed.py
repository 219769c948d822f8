"""The hostNetwork of a workload's pods is not what it was.

Kubernetes allows it, but all pods are replaced and their network becomes another one: with hostNetwork they
take ports of their nodes; without it they have no working network on the nodes of a host-network pool.
A Job is the exception: its pod template is immutable, and Kubernetes refuses the change.

Bad, where the baseline has `hostNetwork: true` for this workload and beijing is a host-network pool:

    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {template: {spec: {nodeSelector: {apps.openyurt.io/nodepool: beijing}}}}

Good:

    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec: {template: {spec: {hostNetwork: true, nodeSelector: {apps.openyurt.io/nodepool: beijing}}}}

What to do: if it is meant, write the new value into the HostNetBaseline, or, where the state before is from git or a
render, leave the workload out of this rule; if not, put the old value back. Patches for pools that they name count, in
each of these.

*Not a finding:* false and no field, which are the same; a workload that is new; pods whose network is filled in later.

*If you follow it:* with the old value nothing rolls out. An exception or a baseline with the new value says that the
rollout is meant; it happens when the manifest is applied, and a DaemonSet replaces its pods on every node.

Source: kubernetes/kubernetes, pkg/apis/batch/validation/validation.go, ValidateJobUpdate, for Jobs;
volcano-sh/volcano, pkg/webhooks/admission/jobs/validate, for its Jobs.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.baseline.baseline import HOST_NETWORK, WORKLOADS, shown
from yurt_hostnet.krm.result import ERROR, WARNING
from yurt_hostnet.kube.overrides import networks_in_pools
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.baseline.edits import EditedField
    from yurt_hostnet.kube.overrides import Override
    from yurt_hostnet.kube.pod_template import PodTemplate


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


def check(context: Context) -> Iterator[Finding]:
    """Yield a warning for each pod template whose hostNetwork differs from the baseline; an error for a Job's."""
    landing = Landing(context)
    places: dict[int, dict[str, Override]] = {}
    for edit in context.edited_fields:
        if edit.key.section != WORKLOADS or edit.template is None:
            continue
        item, template = edit.item, edit.template
        where = f" in pool {edit.pool}" if edit.pool else ""
        consequence = _CONSEQUENCES.get((template.group, template.kind), _ROLLOUT)
        message = f"{edit.told(f'hostNetwork of its pods{where}')}. {consequence}"
        if edit.pool:
            if id(template) not in places:
                places[id(template)] = networks_in_pools(template.group, template.kind, template.owner)
            yield _in_pool(context, edit, template, places[id(template)].get(edit.pool), message)
            continue
        if not edit.new:
            from yurt_hostnet.analysis.pool_networks import lost_network

            message += lost_network(landing, item, template)
        path = (*template.spec_path, HOST_NETWORK)
        back = f"hostNetwork: {shown(edit.old)} again"
        severity, remedy = WARNING, f"If it is meant, {edit.if_meant()}; if not, write {back}."
        if template.kind == "Job":
            severity, remedy = ERROR, f"Write {back}, or delete the Job and create it anew."
        yield Finding(item.at(path), message, remedy, edit.new, edit.old, severity=severity)


def _in_pool(
    context: Context, edit: EditedField, template: PodTemplate, patch: Override | None, message: str
) -> Finding:
    """Return the warning for an edit of overrides, at the patch that makes it, or at the template without one."""
    if not edit.new and context.pools.host_network(edit.pool):
        message += " It is a host-network pool, where a pod without hostNetwork has no network."
    within = template.path[:2] if template.path[:1] == ("items",) else ()
    path = (*template.spec_path, HOST_NETWORK) if patch is None else (*within, *patch.path)
    remedy = f"If it is meant, {edit.if_meant()}; if not, make it {shown(edit.old)} there again."
    return Finding(edit.item.at(path), message, remedy)
