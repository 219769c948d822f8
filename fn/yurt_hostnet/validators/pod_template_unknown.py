"""Under exclude: NonHostNetwork, a kind that is not known has pod templates that nobody looks at.

Every pod without the host network is to be kept off host-network pools then. Where the pods of a JobSet, a RayCluster
or an operator's own kind are, only functionConfig can tell; until then nothing is added there, and their pods may land
on nodes where they have no network.

Bad, with `exclude: NonHostNetwork`:

    apiVersion: jobset.x-k8s.io/v1alpha2
    kind: JobSet
    metadata: {name: train}
    spec:
      replicatedJobs:
      - name: workers
        template:
          spec:
            template:
              spec:
                containers: [{name: worker, image: example.com/worker:1}]

Good:

    apiVersion: batch/v1
    kind: Job
    metadata: {name: train}
    spec:
      template:
        spec:
          containers: [{name: worker, image: example.com/worker:1}]

What to do: copy the row of `podTemplates` into functionConfig; the JobSet above is then edited like any Job. Or
annotate the pod template "false", if its pods are to run there. Not a finding: pod templates that set hostNetwork;
patterns of policies; what a controller made. Pods whose fields stand in no pod template, as those of a Prometheus,
cannot be told this way and are not looked at.

*If you follow it:* with the row, the pod templates get the affinity, and the controller of the kind decides whether
live pods move. "false" leaves everything as it is.
"""

from __future__ import annotations

from yurt_hostnet.analysis.conditions import EMBEDDING
from yurt_hostnet.kube.look_alikes import (
    annotations_of,
    declared_row,
    in_known_manifest,
    look_alikes,
    makes_no_pods,
    with_article,
    without_items,
)
from yurt_hostnet.kube.ownership import controller_of
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.workloads import WORKLOADS
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject

BY_HAND = 'Write the node affinity nodepool.openyurt.io/hostnetwork NotIn ["true"] there by hand.'


def words(_context: Context) -> Groups:
    """Return the words of what may hold pod templates."""
    return ((b"containers", b"podTemplate"),)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield one warning for an object of an unknown kind with pod templates, as it seems."""
    group, kind, data = item.group, item.kind, without_items(item.data)
    if not group or (group, kind) in WORKLOADS or makes_no_pods(group, kind) or controller_of(kind, data):
        return
    read = {template.path for template in context.templates(item)}
    found = dict(look_alikes(data))
    paths = [path for path, template in found.items() if path not in read and _is_meant(template)]
    if paths and item.mentions(*EMBEDDING):  # embedded-manifest-unread tells of those in manifests
        paths = [path for path in paths if not in_known_manifest(data, path)]
    if paths:
        has = "a pod template" if len(paths) == 1 else f"{len(paths)} pod templates"
        message = f"It has {has} without the host network, as it seems. Where {with_article(kind)} of {group} has "
        message += "its pods is not known, so nothing is added here."
        row = declared_row(group, kind, data, paths, found)
        remedy = f"List it in functionConfig: {row}." if row else BY_HAND
        yield Finding(item.at(paths[0]), message, remedy)


def _is_meant(template: dict[str, Any]) -> bool:
    """Whether exclude: NonHostNetwork is about such a pod; of an annotated one exclude-annotation-misplaced tells."""
    spec = mapping(template.get("spec"))
    containers = spec.get("containers")
    named = not isinstance(containers, list) or any(
        "name" in mapping(row) or "image" in mapping(row) for row in containers
    )
    return named and spec.get("hostNetwork") is not True and EXCLUDE_ANNOTATION not in annotations_of(template)
