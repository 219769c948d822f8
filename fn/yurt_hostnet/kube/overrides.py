"""Overrides: what changes a workload's pods in some pools only, and for which pools it is.

YurtAppSet v1beta1 has tweaks: replicas, images and JSON Patches on the Deployment or StatefulSet (openyurt v1.7
pkg/yurtmanager/controller/yurtappset/workloadmanager/tweaks.go). The pools of v1alpha1 and of UnitedDeployment hold
replicas and strategic merge patches on it, the subsets of OpenKruise's UnitedDeployment such on its pod template
(kruise v1.8 pkg/controller/uniteddeployment/adapter/deployment_adapter.go). A YurtAppOverrider is an object of its own:
JSON Patches on the Deployments of a YurtAppSet v1alpha1 or a YurtAppDaemon (openyurt v1.4
pkg/yurtmanager/webhook/deploymentrender).
What comes out of them stands in overridden.py.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import find, mapping, parse_path, value_at
from yurt_hostnet.kube.unknown_values import is_unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

TWEAK, MERGE, SUBSET, OVERRIDER = "tweak", "merge", "subset", "overrider"
"""How a layer is applied: all JSON Patches of a workload together; one merge patch, on it or on its pod template; or
JSON Patches, each entry by itself."""

_TWEAKS = {("apps.openyurt.io", "YurtAppSet"): "spec.workload.workloadTweaks[]"}
_MERGES = {
    ("apps.openyurt.io", "YurtAppSet"): "spec.topology.pools[]",
    ("apps.openyurt.io", "UnitedDeployment"): "spec.topology.pools[]",
    ("apps.kruise.io", "UnitedDeployment"): "spec.topology.subsets[]",
}
"""Kinds -> the entries of a workload that hold patches, or a patch, and say for which pools."""

OVERRIDER_KIND = ("apps.openyurt.io", "YurtAppOverrider")
OVERRIDDEN_KINDS = (("apps.openyurt.io", "YurtAppSet"), ("apps.openyurt.io", "YurtAppDaemon"))
"""The kinds that a YurtAppOverrider can name as its subject (deploymentrender_default.go)."""

OVERRIDABLE = frozenset({*_TWEAKS, *_MERGES, *OVERRIDDEN_KINDS})
"""The kinds whose pods may be changed by overrides."""

_POD_SPEC = ("spec", "template", "spec")
_HOST_NETWORK = (*_POD_SPEC, "hostNetwork")
_OF_TEMPLATE = ("spec", "hostNetwork")
_ALL = "*"


class Target:
    """What patches that stand together are for: the names of pools, by where they stand.

    `selector` is a label selector over NodePools beside the names, None without one. With `everywhere` they are for
    each pool, and where nothing `is_known` for some pool that is not named. With none of all that they are for no pool
    (isNodePoolRelated in workloadmanager/util.go).
    """

    __slots__ = ("_judged", "everywhere", "is_known", "names", "pools", "selector")

    def __init__(
        self, pools: dict[Path, str], *, selector: Any = None, everywhere: bool = False, is_known: bool = True
    ) -> None:
        self.pools = pools
        self.names = frozenset(pools.values())
        self.selector = selector
        self.everywhere = everywhere
        self.is_known = is_known
        self._judged: tuple[Container[str], bool] | None = None

    @property
    def may_be_any(self) -> bool:
        """Whether the patches may be applied to the pods of any pool."""
        return self.everywhere or self.selector is not None or not self.is_known

    def is_only(self, pools: Container[str]) -> bool:
        """Whether pools are named, and all of them are among `pools`; judged once for the same `pools`."""
        if self._judged is None or self._judged[0] is not pools:
            named = bool(self.names) and not self.may_be_any
            self._judged = (pools, named and all(name in pools for name in self.names))
        return self._judged[1]


class Override:
    """One patch: where it stands, its plain data, and what it is for.

    `kind` says how it is applied. `holder` is the object that it stands in, None for the workload itself.
    """

    __slots__ = ("holder", "kind", "patch", "path", "target")

    def __init__(self, path: Path, patch: Any, target: Target, kind: str, holder: KubeObject | None = None) -> None:
        self.path = path
        self.patch = patch
        self.target = target
        self.kind = kind
        self.holder = holder

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
        """Whether pods use the host network after the patch, or may, whatever the template says."""
        value = self._network()
        return value is True or is_unknown(value)

    def host_network_after(self) -> bool | None:
        """Whether pods use the host network after the patch, as it says; None if it leaves that alone, or to others."""
        value = self._network()
        return None if value is None or is_unknown(value) else value is True

    def _network(self) -> Any:
        """Return the hostNetwork that the patch says, False for one that it removes, None if it leaves it alone."""
        if self.kind in {MERGE, SUBSET}:
            return _merged_network(self.patch, _HOST_NETWORK if self.kind == MERGE else _OF_TEMPLATE)
        pointer, operation, value = (mapping(self.patch).get(key) for key in ("path", "operation", "value"))
        steps = tuple(pointer[1:].split("/")) if isinstance(pointer, str) and pointer.startswith("/") else ("",)
        if steps != _HOST_NETWORK[: len(steps)] or operation not in ("add", "replace", "remove"):
            return None
        return operation != "remove" and (value_at(value, _HOST_NETWORK[len(steps) :]) or False)


class Layer:
    """What one tweak, one pool of a topology or one entry of an overrider changes, in the order of its parts.

    `path` leads to it in `holder`, None for the workload itself. `replicas` is None where it says nothing; `images` are
    (container, image). `kind` says how it is applied.
    """

    __slots__ = ("_templated", "holder", "images", "kind", "patches", "path", "replicas", "target")

    def __init__(self, kind: str, path: Path, target: Target, holder: KubeObject | None = None) -> None:
        self.kind = kind
        self.path = path
        self.target = target
        self.holder = holder
        self.replicas: int | None = None
        self.images: list[tuple[str, Any]] = []
        self.patches: list[Override] = []
        self._templated: bool | None = None

    def is_for(self, pool: str, labels: Mapping[str, Any] | None) -> bool | None:
        """Whether it changes the pods of a pool with these labels; None if that cannot be known without them."""
        if self.target.everywhere or pool in self.target.names:
            return True
        if self.target.selector is None:
            return False if self.target.is_known else None
        return None if labels is None else _selects(self.target.selector, labels)

    @property
    def is_templated(self) -> bool:
        """Whether a value of its patches holds the name of the pool that it is used for."""
        if self._templated is None:
            is_json = self.kind in {TWEAK, OVERRIDER}
            self._templated = is_json and any("{{nodepool" in repr(patch.patch) for patch in self.patches)
        return self._templated


def layers(group: str, kind: str, data: dict[str, Any], label: str = "") -> list[Layer]:
    """Return what a workload (plain data) itself overrides, in the order in which its controller does.

    `label` is the node label that holds the pool: with it, a pool of a topology is where its nodeSelectorTerm says.
    """
    found: list[Layer] = []
    if text := _MERGES.get((group, kind)):
        for at, entry in find(data, parse_path(text)):
            if isinstance(entry, dict):
                found.append(_topology_layer(at, entry, label, named=group == "apps.openyurt.io"))
    if text := _TWEAKS.get((group, kind)):
        for at, tweak in find(data, parse_path(text)):
            if isinstance(tweak, dict):
                target = Target(_names(find(tweak, ("pools", None)), at), selector=tweak.get("nodepoolSelector"))
                layer = Layer(TWEAK, at, target)
                layer.replicas = _count(value_at(tweak, ("tweaks", "replicas")))
                images = [mapping(entry) for _, entry in find(tweak, ("tweaks", "containerImages", None))]
                layer.images = [(str(entry.get("name")), entry.get("targetImage")) for entry in images]
                for below, patch in find(tweak, ("tweaks", "patches", None)):
                    layer.patches.append(Override((*at, *below), patch, target, TWEAK))
                found.append(layer)
    return found


def overrider_layers(holder: KubeObject) -> list[Layer]:
    """Return the entries of a YurtAppOverrider.

    A pool is named, or all are by `*`. What is named `-pool` is passed over; it takes nothing away from `*`.
    """
    found: list[Layer] = []
    for at, entry in find(holder.data, ("entries", None)):
        if not isinstance(entry, dict):
            continue
        names = _names(find(entry, ("pools", None)), at)
        everywhere = _ALL in names.values()
        pools = {path: name for path, name in names.items() if name != _ALL and not name.startswith("-")}
        layer = Layer(OVERRIDER, at, Target(pools, everywhere=everywhere), holder)
        for _, item in find(entry, ("items", None)):
            count, image = mapping(item).get("replicas"), mapping(mapping(item).get("image"))
            if count is not None:
                layer.replicas = _count(count)
            elif image:
                layer.images.append((str(image.get("containerName")), image.get("imageClaim")))
        for below, patch in find(entry, ("patches", None)):
            layer.patches.append(Override((*at, *below), patch, layer.target, OVERRIDER, holder))
        found.append(layer)
    return found


def subject_of(data: dict[str, Any]) -> tuple[str, str, str]:
    """Return apiVersion, kind and name of what a YurtAppOverrider (plain data) is for."""
    subject = mapping(data.get("subject"))
    version, kind, name = (subject.get(key) for key in ("apiVersion", "kind", "name"))
    return str(version or ""), str(kind or ""), str(name or "")


def patches(group: str, kind: str, data: dict[str, Any]) -> Iterator[Override]:
    """Yield the patches that stand in a workload (plain data) itself."""
    for layer in layers(group, kind, data):
        yield from layer.patches


def host_network_patches(group: str, kind: str, data: dict[str, Any]) -> list[Override]:
    """Return the patches of a workload (plain data) that put its pods in some pools on the host network."""
    return [patch for patch in patches(group, kind, data) if patch.sets_host_network()]


def networks_in_pools(group: str, kind: str, data: dict[str, Any]) -> dict[str, Override]:
    """Return the patches that say at last whether pods use the host network, by the pools that they name."""
    found: dict[str, Override] = {}
    for layer in layers(group, kind, data):
        last = next((patch for patch in reversed(layer.patches) if patch.host_network_after() is not None), None)
        if last is not None:
            found.update(dict.fromkeys(layer.target.pools.values(), last))
    return found


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


def _merged_network(patch: Any, path: Path) -> Any:
    value = patch
    for depth, step in enumerate(path):
        if not isinstance(value, dict):
            return False if depth else None
        if "$patch" in value or (isinstance(value.get("$retainKeys"), list) and step not in value["$retainKeys"]):
            return value.get("$patch") == "replace" and (value_at(value, path[depth:]) or False)
        if step not in value:
            return None
        value = value[step]
    return value or False


def _topology_layer(at: Path, entry: dict[str, Any], label: str, *, named: bool) -> Layer:
    pools = _names(find(entry, ("name",)), at) if named else {}
    terms = find(entry, ("nodeSelectorTerm", "matchExpressions", None)) if label else ()
    for below, row in terms:
        if isinstance(row, dict) and row.get("key") == label and row.get("operator") == "In":
            pools = _names(find(row, ("values", None)), (*at, *below))
            break
    layer = Layer(MERGE if named else SUBSET, at, Target(pools, is_known=bool(pools)))
    layer.replicas = _count(entry.get("replicas"))
    if "patch" in entry:
        layer.patches.append(Override((*at, "patch"), entry["patch"], layer.target, layer.kind))
    return layer


def _names(found: Iterable[tuple[Path, Any]], at: Path) -> dict[Path, str]:
    return {(*at, *below): name for below, name in found if isinstance(name, str) and name}


def _count(value: Any) -> int | None:
    return value if type(value) is int else None


def _selects(selector: Any, labels: Mapping[str, Any]) -> bool:
    """Whether a label selector matches (LabelSelectorAsSelector of apimachinery); one that cannot be read does not."""
    from yurt_hostnet.kube.node_selector import requirement_holds

    wanted, rows = mapping(selector).get("matchLabels"), mapping(selector).get("matchExpressions")
    if any(labels.get(key) != value for key, value in mapping(wanted).items()):
        return False
    expressions = [mapping(row) for row in rows] if isinstance(rows, list) else []
    known = ("In", "NotIn", "Exists", "DoesNotExist")
    return all(
        row.get("key") and row.get("operator") in known and requirement_holds(row, labels) for row in expressions
    )
