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


class Target:
    """What patches that stand together are for: the names of pools, by where they stand.

    Without names, or with a selector beside them (`selects`), they may be for any pool.
    """

    __slots__ = ("_judged", "names", "pools", "selects")

    def __init__(self, pools: dict[Path, str], *, selects: bool = False) -> None:
        self.pools = pools
        self.names = frozenset(pools.values())
        self.selects = selects
        self._judged: tuple[Container[str], bool] | None = None

    @property
    def may_be_any(self) -> bool:
        """Whether the patches may be applied to the pods of any pool."""
        return self.selects or not self.names

    def is_only(self, pools: Container[str]) -> bool:
        """Whether pools are named, and all of them are among `pools`; judged once for the same `pools`."""
        if self._judged is None or self._judged[0] is not pools:
            self._judged = (pools, not self.may_be_any and all(name in pools for name in self.names))
        return self._judged[1]


class Override:
    """One patch inside a workload: where it stands, its plain data, and what it is for."""

    __slots__ = ("is_merge", "patch", "path", "target")

    def __init__(self, path: Path, patch: Any, target: Target, *, is_merge: bool) -> None:
        self.path = path
        self.patch = patch
        self.target = target
        self.is_merge = is_merge

    @property
    def pools(self) -> dict[Path, str]:
        """The names of the pools that the patch is for, by where they stand."""
        return self.target.pools

    def may_be_for(self, pool: str) -> bool:
        """Whether the patch may be applied to the pods of a pool."""
        return self.target.may_be_any or pool in self.target.names

    def is_only_for(self, pools: Container[str]) -> bool:
        """Whether the patch names the pools that it is for, and all of them are among `pools`."""
        return self.target.is_only(pools)

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
                target = Target(pools, selects=tweak.get("nodepoolSelector") is not None)
                for below, patch in find(tweak, ("tweaks", "patches", None)):
                    yield Override((*at, *below), patch, target, is_merge=False)
    if text := _MERGE_PATCHES.get((group, kind)):
        for at, entry in find(data, parse_path(text)):
            if isinstance(entry, dict) and "patch" in entry:
                pools = _names(find(entry, ("name",)), at) if group == "apps.openyurt.io" else {}
                yield Override((*at, "patch"), entry["patch"], Target(pools), is_merge=True)


def host_network_patches(group: str, kind: str, data: dict[str, Any]) -> list[Override]:
    """Return the patches of a workload (plain data) that put its pods in some pools on the host network."""
    return [patch for patch in patches(group, kind, data) if patch.sets_host_network()]


def pools_covered(found: Iterable[Override]) -> set[str] | None:
    """Return the pools for which one of the patches may be; None if that is any pool."""
    names: set[str] = set()
    seen: set[int] = set()
    for patch in found:
        if patch.target.may_be_any:
            return None
        if id(patch.target) not in seen:
            seen.add(id(patch.target))
            names |= patch.target.names
    return names


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
