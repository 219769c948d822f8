"""The annotation that keeps pods off host-network pools stands where it has no effect.

`apps.openyurt.io/exclude-host-network-pool` is an annotation of pods. In a workload it belongs to the pod
template, from which the pods get it; on the workload itself nobody reads it, nor as a label. In a kind of workload
that yurt-hostnet does not know it sees no pod template, until functionConfig says where it is.

Bad:

    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
      annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}
    spec:
      template:
        metadata: {labels: {app: web}}
        spec:
          containers: [{name: web, image: example.com/web:1}]

Good:

    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      template:
        metadata:
          annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}
        spec:
          containers: [{name: web, image: example.com/web:1}]

What to do: move it to the annotations of the pod template. In both places, as commonAnnotations makes it, it is fine.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import WARNING, Result, field_path
from yurt_hostnet.kube.ownership import controller_of
from yurt_hostnet.kube.paths import dotted, mapping, value_at
from yurt_hostnet.kube.workloads import WORKLOADS, look_alikes
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION, EXCLUDE_VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

RULE = "exclude-annotation-misplaced"
_ABOVE = "The annotation has an effect on pods only; here nobody reads it."
_LABEL = "This is an annotation; nobody reads it as a label."


def words(context: Context) -> Groups:
    """Return the word of what holds the annotation."""
    return ((EXCLUDE_ANNOTATION.encode(),),)


def check_item(context: Context, item: KubeObject) -> Iterator[Result]:
    """Yield a warning for each place above or beside the annotations of a pod template that lacks the annotation."""
    seen: set[Path] = set()
    known = not item.group or not item.kind or (item.group, item.kind) in WORKLOADS
    if not (known or context.templates(item) or controller_of(item.kind, item.data)):
        yield from _unknown(item)
    for template in context.templates(item):
        if EXCLUDE_ANNOTATION in template.annotations:
            continue
        right = (*template.path, "metadata", "annotations")
        for path, value in _misplaced(item.data, template.path):
            if path in seen or (value == "false" and not context.excludes_all):
                continue
            seen.add(path)
            message = _LABEL if path[-2] == "labels" else _ABOVE
            remedy = f"Move it to {field_path(right)}."
            yield Result(WARNING, RULE, message, item.ref, path, value, origin=item.origin, remedy=remedy)


def _unknown(item: KubeObject) -> Iterator[Result]:
    """Yield a warning for each annotated pod template, as it seems, of an unknown kind."""
    for path, template in look_alikes(item.data):
        annotations = mapping(mapping(template.get("metadata")).get("annotations"))
        if annotations.get(EXCLUDE_ANNOTATION) == EXCLUDE_VALUE:
            message = f"Where a {item.kind} of {item.group} has its pods is not known, so nothing is added here."
            row = f"group: {item.group}, kind: {item.kind}, paths: [{dotted(path)!r}]"
            remedy = f"List it in functionConfig: podTemplates: [{{{row}}}]."
            at = (*path, "metadata", "annotations", EXCLUDE_ANNOTATION)
            yield Result(WARNING, RULE, message, item.ref, at, EXCLUDE_VALUE, origin=item.origin, remedy=remedy)


def _misplaced(data: dict[str, Any], template: Path) -> Iterator[tuple[Path, Any]]:
    """Yield (path, value) wherever the key stands in metadata on the way to the template, and in labels."""
    for depth in range(len(template) + 1):
        above = template[:depth]
        metadata = mapping(mapping(value_at(data, above) if above else data).get("metadata"))
        for part in ("annotations", "labels"):
            if EXCLUDE_ANNOTATION in mapping(metadata.get(part)):
                yield (*above, "metadata", part, EXCLUDE_ANNOTATION), metadata[part][EXCLUDE_ANNOTATION]
