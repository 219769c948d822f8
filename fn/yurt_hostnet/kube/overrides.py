"""Overrides: patches inside a workload that are applied to its template later and can undo node affinity there.

YurtAppSet v1beta1 tweaks are JSON Patches on the Deployment or StatefulSet (openyurt
pkg/yurtmanager/controller/yurtappset/workloadmanager/tweaks.go); the pools of v1alpha1 and the subsets
of UnitedDeployment hold strategic merge patches, in which nodeSelectorTerms is replaced as a whole.
"""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import REQUIRED, MalformedAffinity, has_requirement, required_terms
from yurt_hostnet.kube.paths import find, mapping, parse_path, value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.result import Path

_JSON_PATCHES = {("apps.openyurt.io", "YurtAppSet"): "spec.workload.workloadTweaks[]"}
_MERGE_PATCHES = {
    ("apps.openyurt.io", "YurtAppSet"): "spec.topology.pools[]",
    ("apps.openyurt.io", "UnitedDeployment"): "spec.topology.pools[]",
    ("apps.kruise.io", "UnitedDeployment"): "spec.topology.subsets[]",
}
"""Kinds -> the entries of a workload that hold patches, or a patch, and say for which pools."""

_POD_SPEC = ("spec", "template", "spec")
_HOST_NETWORK = (*_POD_SPEC, "hostNetwork")
_TERMS = (*_POD_SPEC, "affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms")


class Override:
    """One patch inside a workload: where it stands, its plain data, and the names of its pools, by where they stand.

    Without names, or with a selector beside them (`selects`), it may be for any pool.
    """

    __slots__ = ("is_merge", "patch", "path", "pools", "selects")

    def __init__(self, path: Path, patch: Any, pools: dict[Path, str], *, is_merge: bool, selects: bool) -> None:
        self.path = path
        self.patch = patch
        self.pools = pools
        self.is_merge = is_merge
        self.selects = selects

    def may_be_for(self, pool: str) -> bool:
        """Whether the patch may be applied to the pods of a pool."""
        return self.selects or not self.pools or pool in self.pools.values()

    def is_only_for(self, pools: Container[str]) -> bool:
        """Whether the patch names the pools that it is for, and all of them are among `pools`."""
        return bool(self.pools) and not self.selects and all(name in pools for name in self.pools.values())

    def sets_host_network(self) -> bool:
        """Whether pods use the host network after the patch, whatever the template says."""
        if self.is_merge:
            return value_at(self.patch, _HOST_NETWORK) is True
        pointer, operation, value = (mapping(self.patch).get(key) for key in ("path", "operation", "value"))
        if not isinstance(pointer, str) or not pointer.startswith("/") or operation == "remove":
            return False
        steps = tuple(pointer[1:].split("/"))
        return steps == _HOST_NETWORK[: len(steps)] and value_at(value, _HOST_NETWORK[len(steps) :]) is True

    def undoes(self, requirement: dict[str, Any]) -> bool:
        """Whether pods no longer hold `requirement` in every term after the patch.

        One that leaves required node affinity alone, only narrows it, or brings the requirement along does not.
        """
        return (_merge_undoes if self.is_merge else _operation_undoes)(self.patch, requirement)


def patches(group: str, kind: str, data: dict[str, Any]) -> Iterator[Override]:
    """Yield the patches of a workload (plain data)."""
    if text := _JSON_PATCHES.get((group, kind)):
        for at, tweak in find(data, parse_path(text)):
            if isinstance(tweak, dict):
                pools = _names(find(tweak, ("pools", None)), at)
                for below, patch in find(tweak, ("tweaks", "patches", None)):
                    selects = tweak.get("nodepoolSelector") is not None
                    yield Override((*at, *below), patch, pools, is_merge=False, selects=selects)
    if text := _MERGE_PATCHES.get((group, kind)):
        for at, entry in find(data, parse_path(text)):
            if isinstance(entry, dict) and "patch" in entry:
                pools = _names(find(entry, ("name",)), at) if group == "apps.openyurt.io" else {}
                yield Override((*at, "patch"), entry["patch"], pools, is_merge=True, selects=False)


def host_network_patches(group: str, kind: str, data: dict[str, Any]) -> list[Override]:
    """Return the patches of a workload (plain data) that put its pods in some pools on the host network."""
    return [patch for patch in patches(group, kind, data) if patch.sets_host_network()]


def _names(found: Iterable[tuple[Path, Any]], at: Path) -> dict[Path, str]:
    return {(*at, *below): name for below, name in found if isinstance(name, str) and name}


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
