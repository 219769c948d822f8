"""Overridden pod templates: what a workload's overrides make of its pod template, and which patch made the difference.

In two readings. `said` is what the patches say (RFC 6902, strategic merge). The other is what OpenYurt up to v1.7 makes
of it: it decodes the result of JSON Patches into the workload that it patched, so that whatever they remove stays
(json_patch.decoded_over), and it does not merge ports (merge_patch.merged).
"""

from __future__ import annotations

from yurt_hostnet.kube.json_patch import PatchRefused, apply_operation, decoded_over
from yurt_hostnet.kube.merge_patch import MergeRefused, merged
from yurt_hostnet.kube.overrides import MERGE, OVERRIDER, SUBSET, TWEAK
from yurt_hostnet.kube.paths import mapping, value_at
from yurt_hostnet.kube.pod_template import PodTemplate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.overrides import Layer, Override

    Document = dict[str, Any]

_BELOW = ("spec", "template")
"""Where the pod template stands in what overrides are applied to: a Deployment, a StatefulSet and the like."""

_MANY = 64
"""From so many patches on, those that made a difference are searched by halving."""

_PLACEHOLDERS = {TWEAK: "{{nodepool-name}}", OVERRIDER: "{{nodepool}}"}


def overridden(template: PodTemplate, layers: Sequence[Layer], pool: str, *, said: bool = False) -> PodTemplate:
    """Return a pod template as it is after the layers that are for its pods in `pool`, with the replicas there.

    It is read as OpenYurt makes it, or, with `said`, as the patches say. Patches that cannot be applied are passed
    over.
    """
    document = _document(template)
    for step in _steps(layers, pool, said=said):
        document = step(document)
    return _in(template, document)


def cause(
    template: PodTemplate, layers: Sequence[Layer], pool: str, holds: Callable[[PodTemplate], bool]
) -> Override | None:
    """Return a patch after which `holds` is another than before, as the patches say; None if none is.

    Of not too many it is the last such one.
    """
    patches = [(layer, patch) for layer in _ordered(layers) for patch in layer.patches]
    if len(patches) > _MANY:
        return _bisected(template, patches, pool, holds)
    run, found, last = _Run(template, pool), None, holds(template)
    for layer, patch in patches:
        if run.apply(layer, patch) and (now := holds(run.template)) != last:
            found, last = patch, now
    return found


def _bisected(
    template: PodTemplate,
    patches: list[tuple[Layer, Override]],
    pool: str,
    holds: Callable[[PodTemplate], bool],
) -> Override | None:
    """Return a patch at which `holds` changes, by halving: each half is run and judged once."""
    before = holds(template)
    low, high = 0, len(patches)  # before `low` patches it is as `before`, after `high` it is not
    run = _Run(template, pool)
    for layer, patch in patches:
        run.apply(layer, patch)
    if holds(run.template) == before:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        run = _Run(template, pool)
        for layer, patch in patches[:middle]:
            run.apply(layer, patch)
        low, high = (middle, high) if holds(run.template) == before else (low, middle)
    return patches[low][1]


class _Run:
    """Patches as they are applied one after another, and the template after them."""

    __slots__ = ("_base", "_document", "_owned", "_pool")

    def __init__(self, base: PodTemplate, pool: str) -> None:
        self._base = base
        self._pool = pool
        self._document = _document(base)
        self._owned: dict[int, Any] = {}

    def apply(self, layer: Layer, patch: Override) -> bool:
        """Apply one patch; return whether it can be applied."""
        after = _patched(self._document, layer, patch, self._pool, self._owned)
        if after is not None:
            self._document = after
        return after is not None

    @property
    def template(self) -> PodTemplate:
        return _in(self._base, self._document)


def holding(template: PodTemplate, data: dict[str, Any]) -> PodTemplate:
    """Return a template of the same workload, in the same place, with other plain data."""
    return PodTemplate(
        template.path,
        data,
        group=template.group,
        kind=template.kind,
        owner=template.owner,
        effect=template.effect,
        replicas=template.replicas,
        per_node=template.per_node,
        default_affinity=template.default_affinity,
        on_host=template.on_host,
    )


def _document(template: PodTemplate) -> Document:
    """Return what the overrides are applied to; the template itself counts, which may be another than its owner's."""
    owned: Path = template.path[2:] if template.path[:1] == ("items",) else template.path
    document = mapping(value_at(template.owner, owned[: -len(_BELOW)]))
    return {**document, "spec": {**mapping(document.get("spec")), "template": template.template}}


def _in(template: PodTemplate, document: Document) -> PodTemplate:
    spec = mapping(document.get("spec"))
    out = holding(template, mapping(spec.get("template")))
    count = spec.get("replicas")
    out.replicas = 1 if count is None else count if type(count) is int else None
    return out


def _ordered(layers: Iterable[Layer]) -> list[Layer]:
    """Return layers in the order in which they are applied: those in the workload, then those of an overrider."""
    return sorted(layers, key=lambda layer: layer.kind == OVERRIDER)


def _steps(layers: Sequence[Layer], pool: str, *, said: bool) -> list[Callable[[Document], Document]]:
    ordered = _ordered(layers)
    tweaks = [layer for layer in ordered if layer.kind == TWEAK]
    steps: list[Callable[[Document], Document]] = [
        lambda document, layer=layer: _merge(document, layer, said=said)  # type: ignore[misc]
        for layer in ordered
        if layer.kind in {MERGE, SUBSET}
    ]
    if tweaks:
        steps.append(lambda document: _json(document, tweaks, pool, said=said))
    steps += [
        lambda document, layer=layer: _json(document, [layer], pool, said=said)  # type: ignore[misc]
        for layer in ordered
        if layer.kind == OVERRIDER
    ]
    return steps


def _merge(document: Document, layer: Layer, *, said: bool) -> Document:
    document = _basics(document, layer)
    for patch in layer.patches:
        document = _patched(document, layer, patch, "", {}, said=said) or document
    return document


def _json(document: Document, layers: list[Layer], pool: str, *, said: bool) -> Document:
    """Apply JSON Patches that stand together: what is counted and named first, then all operations in one."""
    for layer in layers:
        document = _basics(document, layer)
    patched = document
    owned: dict[int, Any] = {}
    for layer in layers:
        for patch in layer.patches:
            patched = _patched(patched, layer, patch, pool, owned) or patched
    if said or patched is document:
        return patched
    made: Document = decoded_over(document, patched)
    return made


def _patched(
    document: Document, layer: Layer, patch: Override, pool: str, owned: dict[int, Any], *, said: bool = True
) -> Document | None:
    """Return a workload after one patch, None where that cannot be applied."""
    try:
        if patch.kind == MERGE:
            return mapping(merged(document, patch.patch, numbers=said))
        if patch.kind == SUBSET:
            spec = mapping(document.get("spec"))
            return {**document, "spec": {**spec, "template": merged(spec.get("template"), patch.patch)}}
        operation = mapping(patch.patch)
        if layer.is_templated:
            operation = {**operation, "value": _filled(operation.get("value"), _PLACEHOLDERS[layer.kind], pool)}
        return apply_operation(document, operation, owned)
    except (PatchRefused, MergeRefused):
        return None


def _filled(value: Any, placeholder: str, pool: str) -> Any:
    if isinstance(value, dict):
        return {_filled(key, placeholder, pool): _filled(inner, placeholder, pool) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, placeholder, pool) for inner in value]
    return value.replace(placeholder, pool) if isinstance(value, str) else value


def _basics(document: Document, layer: Layer) -> Document:
    """Return a workload with the replicas and images of a layer."""
    spec = dict(mapping(document.get("spec")))
    if layer.replicas is not None:
        spec["replicas"] = layer.replicas
    template = mapping(spec.get("template"))
    pod_spec = mapping(template.get("spec"))
    images = dict(layer.images)
    changed = {
        key: [
            {**entry, "image": images[entry["name"]]} if _is_named(entry, images) else entry for entry in pod_spec[key]
        ]
        for key in ("containers", "initContainers")
        if images and isinstance(pod_spec.get(key), list)
    }
    if changed:
        spec["template"] = {**template, "spec": {**pod_spec, **changed}}
    return {**document, "spec": spec}


def _is_named(entry: Any, images: dict[str, Any]) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("name"), str) and entry["name"] in images
