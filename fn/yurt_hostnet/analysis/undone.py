"""Undone: the patches after which pods that are to be kept off host-network pools are not."""

from __future__ import annotations

from yurt_hostnet.analysis.pins import keeps_itself_off
from yurt_hostnet.analysis.pool_views import place_of, pool_views
from yurt_hostnet.krm.edit import json_pointer
from yurt_hostnet.kube.json_patch import apply_operation
from yurt_hostnet.kube.node_affinity import MalformedAffinity, has_requirement, require, required_terms
from yurt_hostnet.kube.overridden import holding
from yurt_hostnet.openyurt.names import EXCLUDE_REQUIREMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Place
    from yurt_hostnet.kube.pod_template import PodTemplate


def undoing_patches(context: Context, item: KubeObject, template: PodTemplate) -> Iterator[tuple[Place, bool]]:
    """Yield where each patch stands that takes from the pods what keeps them off, once the template has it.

    The second value is whether they keep it all the same, as OpenYurt up to v1.7 does not carry out what a patch
    removes. Patches for declared ordinary pools alone are none. Raises MalformedAffinity.
    """
    views = pool_views(context, item, template)
    protected = _protected(template) if views else template
    told = set()
    for view in views:
        if view.pools and all(pool in context.ordinary_pools for pool in view.pools):
            continue
        moved = view.over(protected)
        if is_kept_off(moved.said):
            continue
        patch = moved.cause(is_kept_off)
        if patch is not None and id(patch) not in told:
            told.add(id(patch))
            yield place_of(patch, item, template), is_kept_off(moved.template)


def is_kept_off(template: PodTemplate) -> bool:
    """Whether required node affinity keeps the pods of a template off host-network pools."""
    try:
        if required_terms(template.spec) is None:
            return False
        return has_requirement(template.spec, EXCLUDE_REQUIREMENT) or keeps_itself_off(template.spec)
    except MalformedAffinity:
        return False


def _protected(template: PodTemplate) -> PodTemplate:
    """Return the template as the transformers leave it. Raises MalformedAffinity."""
    if is_kept_off(template):
        return template
    data = template.template
    for edit in require(template.spec, ("spec",), EXCLUDE_REQUIREMENT, template.default_affinity):
        data = apply_operation(data, {"operation": "add", "path": json_pointer(edit.path), "value": edit.value})
    return holding(template, data)
