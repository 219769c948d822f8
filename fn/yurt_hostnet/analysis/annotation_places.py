"""Where the annotation that excludes pods stands in vain: every place but the annotations of a pod template."""

from __future__ import annotations

from yurt_hostnet.analysis.conditions import EMBEDDING
from yurt_hostnet.krm.result import INFO, WARNING, field_path
from yurt_hostnet.kube.look_alikes import (
    below,
    declared_row,
    in_known_manifest,
    look_alikes,
    makes_no_pods,
    with_article,
    without_items,
)
from yurt_hostnet.kube.ownership import controller_of
from yurt_hostnet.kube.paths import dotted, mapping, value_at
from yurt_hostnet.kube.renderers import RENDERERS
from yurt_hostnet.kube.workloads import WORKLOADS
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path, Severity
    from yurt_hostnet.kube.pod_template import PodTemplate

    Misplaced = tuple[Severity, Path, Any, str, str]
    """Severity, place and value, what is wrong there, and what to do."""

_KEY = EXCLUDE_ANNOTATION.encode()
_ABOVE = "The annotation has an effect on pods only; here nobody reads it."
_LABEL = "This is an annotation; nobody reads it as a label."
_COMMON = "commonAnnotations write it into every object, as it seems; on this one nobody reads it, which does no harm."
_TO_PODS = (
    "Write it into the pod template of each workload that is meant: in a Deployment spec.template.metadata.annotations."
)
_BY_HAND = (
    'Where its kind takes node affinity for its pods, write nodepool.openyurt.io/hostnetwork NotIn ["true"] there.'
)

_WITHOUT_PODS = frozenset(
    {
        *("", "apps", "batch", "autoscaling", "policy", "extensions", "apps.openyurt.io", "network.openyurt.io"),
        *("raven.openyurt.io", "networking.k8s.io", "gateway.networking.k8s.io", "rbac.authorization.k8s.io"),
        *("storage.k8s.io", "scheduling.k8s.io", "node.k8s.io", "admissionregistration.k8s.io", "discovery.k8s.io"),
        *("apiregistration.k8s.io", "certificates.k8s.io", "coordination.k8s.io", "events.k8s.io", "resource.k8s.io"),
        *("apiextensions.k8s.io", "flowcontrol.apiserver.k8s.io"),
    }
)
"""API groups of Kubernetes and OpenYurt whose kinds have no pods, but for those in workloads.WORKLOADS."""


def misplaced(context: Context, item: KubeObject) -> Iterator[Misplaced]:
    """Yield each place of an object where the annotation has no effect.

    Not those where it does no harm: where the pod template has it too, or it is "false" and nothing would be added
    anyway; nor those of which embedded-manifest-unread tells.
    """
    templates = context.templates(item)
    open_templates = [template for template in templates if EXCLUDE_ANNOTATION not in template.annotations]
    seen: set[Path] = {(*each.path, "metadata", "annotations", EXCLUDE_ANNOTATION) for each in templates}
    known = len(templates) - len(open_templates)
    for template in open_templates:
        for path, value in _on_the_way(item.data, template.path):
            if path not in seen:
                seen.add(path)
                known += 1
                if _is_meant(context, value):
                    yield _moved(path, value, template)
    text, span = item.input.text, item.span
    if text.count(_KEY, span.start, span.end) == known:
        return  # as in nearly every object; else the whole of it is searched
    kind = (item.group, item.kind)
    if makes_no_pods(*kind) or controller_of(item.kind, item.data) or (kind in WORKLOADS and not open_templates):
        return
    places = [(path, value) for path, value in below(without_items(item.data), _is_key) if path not in seen]
    if templates:
        yield from _within(context, places, open_templates)
    elif item.group in _WITHOUT_PODS:
        yield from _without_pods(context, item, places)
    elif places:
        yield from _of_unknown_kind(context, item, places)


def _annotates_all(context: Context) -> bool:
    """Whether a workload has the annotation both itself and in its pod template.

    So kustomize's commonAnnotations write it, and into every other object as well.
    """
    if context.annotates_all is None:
        context.annotates_all = any(
            EXCLUDE_ANNOTATION in item.annotations and template.path and EXCLUDE_ANNOTATION in template.annotations
            for item in context.package.mentioning(_KEY)
            for template in context.templates(item)
        )
    return context.annotates_all


def _is_key(step: str | int, _value: Any) -> bool:
    return step == EXCLUDE_ANNOTATION


def _is_meant(context: Context, value: Any) -> bool:
    return value != "false" or context.excludes_all


def _moved(path: Path, value: Any, template: PodTemplate) -> Misplaced:
    right = field_path((*template.path, "metadata", "annotations"))
    return WARNING, path, value, _LABEL if path[-2:-1] == ("labels",) else _ABOVE, f"Move it to {right}."


def _on_the_way(data: dict[str, Any], template: Path) -> Iterator[tuple[Path, Any]]:
    """Yield (path, value) wherever the key stands in metadata on the way to the template, and in labels."""
    for depth in range(len(template) + 1):
        above = template[:depth]
        metadata = mapping(mapping(value_at(data, above) if above else data).get("metadata"))
        for part in ("annotations", "labels"):
            if EXCLUDE_ANNOTATION in mapping(metadata.get(part)):
                yield (*above, "metadata", part, EXCLUDE_ANNOTATION), metadata[part][EXCLUDE_ANNOTATION]


def _within(context: Context, places: list[tuple[Path, Any]], templates: list[PodTemplate]) -> Iterator[Misplaced]:
    """Yield what stands elsewhere within pod templates; what patches and overrides hold is theirs."""
    by_path = {template.path: template for template in templates}
    for path, value in places:
        template = next((by_path[path[:n]] for n in range(len(path)) if path[:n] in by_path), None)
        if template is not None and _is_meant(context, value):
            yield _moved(path, value, template)


def _without_pods(context: Context, item: KubeObject, places: list[tuple[Path, Any]]) -> Iterator[Misplaced]:
    for path, value in places:
        part = path[-2] if len(path) > 1 else ""
        if part not in {"annotations", "labels"} or not _is_meant(context, value):
            continue
        if path[0] != "metadata" and item.kind in {"ConfigMap", "Secret"}:
            continue
        if path[:-1] == ("metadata", "annotations") and _annotates_all(context):
            yield INFO, path, value, _COMMON, ""
        else:
            yield WARNING, path, value, _LABEL if part == "labels" else _ABOVE, _TO_PODS


def _of_unknown_kind(context: Context, item: KubeObject, places: list[tuple[Path, Any]]) -> Iterator[Misplaced]:
    data, kind = item.data, f"{with_article(item.kind)} of {item.group}"
    rows = _Rows(item, [path[:-3] for path, _ in places])
    embeds = bool(item.mentions(*EMBEDDING))
    for path, value in places:
        rendered = (item.group, item.kind) in RENDERERS and path[0] != "metadata"
        if value == "false" or rendered or (embeds and in_known_manifest(data, path[:-1])):
            continue
        if path[:-1] == ("metadata", "annotations") and _annotates_all(context):
            yield INFO, path, value, _COMMON, ""
            continue
        holder = path[:-3] if path[-3:-1] == ("metadata", "annotations") else ()
        below_it = rows.first_below.get(holder)
        if holder and (below_it == holder or (below_it is None and _is_like_template(holder, value_at(data, holder)))):
            row = rows.of(holder)
            message = f"Where {kind} has its pods is not known, so nothing is added here."
            yield WARNING, path, value, message, f"List it in functionConfig: {row}." if row else _BY_HAND
        elif below_it is not None and (row := rows.of(*([below_it] if holder else rows.templates))):
            message = _LABEL if path[-2:-1] == ("labels",) else _ABOVE
            right = field_path((*below_it, "metadata", "annotations"))
            yield WARNING, path, value, message, f"Move it to {right}, and list it in functionConfig: {row}."
        else:
            message = f"Whether the pods of {kind} get it from here is not known, so nothing is added."
            yield WARNING, path, value, message, _BY_HAND


class _Rows:
    """The rows of podTemplates for places in an object of an unknown kind, each made once.

    `templates` are the places that look like pod templates, `first_below` the first of them at or below each place.
    """

    __slots__ = ("_item", "_known", "_others", "first_below", "templates")

    def __init__(self, item: KubeObject, holders: list[Path]) -> None:
        self.templates = [path for path, _ in look_alikes(without_items(item.data))]
        self.first_below: dict[Path, Path] = {}
        for template in self.templates:
            for depth in range(len(template), -1, -1):
                if template[:depth] in self.first_below:
                    break  # and so are all above
                self.first_below[template[:depth]] = template
        self._item = item
        self._others = {*self.templates, *holders}
        self._known: dict[str, str] = {}

    def of(self, *paths: Path) -> str:
        """Return the row that leads to these places, "" if there is none; a known one leads to more like the first."""
        pattern = "" if len(paths) > 1 else dotted(paths[0])
        if pattern not in self._known:
            self._known[pattern] = declared_row(self._item.group, self._item.kind, self._item.data, paths, self._others)
        return self._known[pattern]


def _is_like_template(path: Path, value: Any) -> bool:
    named = isinstance(path[-1], str) and path[-1].lower().endswith("template")
    steps = [step for step in path if isinstance(step, str)]
    return isinstance(mapping(value).get("spec"), dict) or named or steps[-1:] == ["podTemplates"]
