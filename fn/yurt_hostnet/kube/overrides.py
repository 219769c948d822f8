"""Overrides: patches inside a workload that are applied to its template later and can undo node affinity there.

YurtAppSet v1beta1 tweaks are JSON Patches on the Deployment or StatefulSet (openyurt
pkg/yurtmanager/controller/yurtappset/workloadmanager/tweaks.go); the pools of v1alpha1 and the subsets
of UnitedDeployment hold strategic merge patches, in which nodeSelectorTerms is replaced as a whole.
"""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import REQUIRED, MalformedAffinity, has_requirement, required_terms
from yurt_hostnet.kube.paths import find, mapping, parse_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.result import Path

_JSON_PATCHES = {("apps.openyurt.io", "YurtAppSet"): "spec.workload.workloadTweaks[].tweaks.patches[]"}
_MERGE_PATCHES = {
    ("apps.openyurt.io", "YurtAppSet"): "spec.topology.pools[].patch",
    ("apps.openyurt.io", "UnitedDeployment"): "spec.topology.pools[].patch",
    ("apps.kruise.io", "UnitedDeployment"): "spec.topology.subsets[].patch",
}
_POD_SPEC = ("spec", "template", "spec")
_TERMS = (*_POD_SPEC, "affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms")


def undone_by(group: str, kind: str, data: dict[str, Any], requirement: dict[str, Any]) -> list[Path]:
    """Return the paths of patches after which the pods no longer hold `requirement` in every term.

    `data` is the plain data of a workload. A patch that leaves required node affinity alone, only narrows
    it, or brings the requirement along is not among them.
    """
    found: list[Path] = []
    for table, undoes in ((_JSON_PATCHES, _operation_undoes), (_MERGE_PATCHES, _merge_undoes)):
        if text := table.get((group, kind)):
            found += [path for path, patch in find(data, parse_path(text)) if undoes(patch, requirement)]
    return found


def overrides_mention(group: str, kind: str, data: dict[str, Any], field: str) -> bool:
    """Whether a patch of a workload (plain data) sets a field of this name, or one below it, for some of its pools."""
    texts = [text for table in (_JSON_PATCHES, _MERGE_PATCHES) if (text := table.get((group, kind)))]
    return any(_mentions(patch, field) for text in texts for _, patch in find(data, parse_path(text)))


def _mentions(patch: Any, field: str) -> bool:
    if isinstance(patch, dict):
        return any(key == field or _mentions(value, field) for key, value in patch.items())
    if isinstance(patch, list):
        return any(_mentions(value, field) for value in patch)
    return isinstance(patch, str) and patch.startswith("/") and field in patch.split("/")


def _merge_undoes(patch: Any, requirement: dict[str, Any]) -> bool:
    value = patch
    for step in _TERMS:
        if not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
        if value is None:
            return True
    return _lacks(patch, requirement)


def _operation_undoes(patch: Any, requirement: dict[str, Any]) -> bool:
    pointer, operation, value = (mapping(patch).get(key) for key in ("path", "operation", "value"))
    if not isinstance(pointer, str) or not pointer.startswith("/"):
        return False
    steps = tuple(pointer[1:].split("/"))  # no name that is looked for holds a ~ or a /
    if steps == _TERMS[: len(steps)]:
        for step in reversed(steps):
            value = {step: value}
        return operation == "remove" or _lacks(value, requirement)
    if steps[: len(_TERMS)] != _TERMS or (operation == "remove" and len(steps) != len(_TERMS) + 2):
        return False
    below = steps[len(_TERMS) + 1 :]
    if not below:  # one whole term is added or replaced
        term = value
    elif below == ("matchExpressions",):
        term = {"matchExpressions": value}
    else:
        return False
    if operation == "remove":
        return True
    for step in reversed(_TERMS):
        value = {step: [term] if step == "nodeSelectorTerms" else value}
    return _lacks(value, requirement)


def _lacks(workload: Any, requirement: dict[str, Any]) -> bool:
    """Whether a Deployment's plain data requires node affinity without `requirement`, or none at all."""
    pod_spec = workload
    for step in _POD_SPEC:
        pod_spec = mapping(mapping(pod_spec).get(step))
    try:
        return required_terms(pod_spec) is None or not has_requirement(pod_spec, requirement)
    except MalformedAffinity:
        return True
