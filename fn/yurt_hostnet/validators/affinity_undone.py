"""Pods are to be kept off host-network pools, but the node affinity for it does not last.

The patches of a YurtAppSet, UnitedDeployment or YurtAppOverrider come after the template and may replace its node
affinity; the controller of YurtAppDaemon clears it; no scheduler places the static pods of a YurtStaticSet; Knative
refuses affinity by default; an Argo Rollout with workloadRef takes another workload's pods. The webhook still edits
annotated pods as they are made, if it can be reached.

Bad:

    apiVersion: apps.openyurt.io/v1beta1
    kind: YurtAppSet
    metadata: {name: web}
    spec:
      workload:
        workloadTweaks:
        - pools: [beijing]
          tweaks: {patches: [{path: /spec/template/spec/affinity, operation: replace, value: null}]}
        workloadTemplate:
          deploymentTemplate:
            spec:
              template:
                metadata: {annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}
                spec: {containers: [{name: web, image: example.com/web:1}]}

Good:

    apiVersion: apps.openyurt.io/v1beta1
    kind: YurtAppSet
    metadata: {name: web}
    spec:
      workload:
        workloadTweaks: [{pools: [beijing], tweaks: {replicas: 3}}]
        workloadTemplate:
          deploymentTemplate:
            spec:
              template:
                metadata: {annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}
                spec: {containers: [{name: web, image: example.com/web:1}]}

What to do: keep the annotation, and take node affinity out of the patches or repeat the requirement in them; for
Rollouts, annotate that workload. OpenYurt up to v1.7 leaves in place what a patch removes.

*Not a finding:* a patch that keeps the requirement or repeats it; one that is only for pools without host network;
pods that nothing keeps off.

*If you follow it:* a new workload keeps its affinity in every pool. A live one rolls out, and the pods that a patch
had let in leave the nodes of host-network pools.

Source: openyurtio/openyurt, pkg/yurtmanager/controller, yurtappset/workloadmanager/tweaks.go and yurtappdaemon.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.kube.pod_template import NORMAL
from yurt_hostnet.kube.workloads import template_elsewhere
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import OVERRIDDEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

REMEDY = "Leave node affinity out of the patch, or repeat the requirement in it."
NO_EFFECT = "the annotation here has no effect"
REMOVES = "this patch takes that away, which only OpenYurt up to v1.7 does not carry out."


def words(_context: Context) -> Groups:
    """Return the words of what can undo affinity, and of what may be annotated where that has no effect."""
    return ((*OVERRIDDEN, EXCLUDE_ANNOTATION.encode()),)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for each template whose affinity does not last, and for each patch that undoes it."""
    landing = Landing(context)
    told = set()
    for template in context.templates(item):
        try:
            reason = landing.wanted_off(item, template)
        except MalformedAffinity:
            continue
        message = f"It is to be kept off host-network pools, because {reason}; but "
        if reason and template.effect != NORMAL:
            yield _warning(item, template.spec_path, message + template.reason, "Use another kind of workload")
        if not reason or (template.group, template.kind) not in OVERRIDABLE:
            continue
        from yurt_hostnet.analysis.undone import undoing_patches

        for place, stays in undoing_patches(context, item, template):
            if place[:2] not in told:
                told.add(place[:2])
                text = message + (REMOVES if stays else "this patch undoes that.")
                yield Finding(place, text, REMEDY)
    elsewhere = template_elsewhere(item.group, item.data)
    if elsewhere and item.mentions(EXCLUDE_ANNOTATION.encode()):
        message = f"The pods are those of {elsewhere}, which workloadRef names, so {NO_EFFECT}"
        yield _warning(item, ("spec", "workloadRef"), message, f"Annotate the pod template of {elsewhere}")


def _warning(item: KubeObject, path: Path, message: str, remedy: str) -> Finding:
    return Finding(item.at(path), f"{message}.", f"{remedy}.")
