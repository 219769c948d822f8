"""Pool patches: what the patches of a kustomization change of whether a NodePool uses the host network.

Kept of a patch is what decides that; what is not sure to change something else counts as a change of it. Sources:
kustomize api/types/patch.go, selector.go; kyaml/yaml/merge2 ($patch).
"""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.result import Origin
from yurt_hostnet.kube.json_patch import PatchRefused, apply_operation
from yurt_hostnet.kube.merge_patch import DIRECTIVE, MergeRefused, merged
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.openyurt.names import APPS_GROUP, HOSTNETWORK_LABEL
from yurt_hostnet.openyurt.pools import Pool, is_node_pool, read_pool
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.values import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject

FIELDS = ("patches", "patchesStrategicMerge", "patchesJson6902")
"""Fields of a kustomization that hold patches."""
WORDS = (b"hostNetwork", HOSTNETWORK_LABEL.encode(), HOSTNETWORK_LABEL.replace("/", "~1").encode(), b"type", b"spec")
"""What matters holds one of these."""

_DECIDING = (
    "/apiVersion",
    "/spec/hostNetwork",
    "/spec/type",
    f"/metadata/annotations/{HOSTNETWORK_LABEL.replace('/', '~1')}",
)
_KEPT = ("hostNetwork", "type", DIRECTIVE)
_LITERAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/")
NOT_READ = "a patch of it cannot be read"


class PoolPatch:
    """One patch that may decide whether NodePools use the host network.

    `name` is that of the only NodePool that it is for, "" if it may be for several. `change` is a strategic merge
    patch (a mapping), JSON Patch operations (a list), or None for one that cannot be read.
    """

    __slots__ = ("change", "name", "origin")

    def __init__(self, name: str, change: dict[str, Any] | list[dict[str, Any]] | None, origin: Origin) -> None:
        self.name = name
        self.change = change
        self.origin = origin

    def applied(self, pool: Pool, item: KubeObject) -> Pool | None:
        """Return a pool as the patch makes it, None where that is no other one as far as the host network goes."""
        patched = None if self.change is None else read_pool(_changed(pool.data or {}, self.change))
        if patched is None:
            patched = Pool(pool.name, unreadable=NOT_READ, version=pool.version, data=pool.data)
        if (patched.host_network, patched.own_doubt) == (pool.host_network, pool.own_doubt):
            return None
        patched.is_patched, patched.source = True, (item.ref, self.origin)
        return patched


def _changed(data: dict[str, Any], change: dict[str, Any] | list[dict[str, Any]]) -> dict[str, Any]:
    """Return a NodePool's plain data after a patch; an operation that kustomize would refuse changes nothing."""
    if isinstance(change, dict):
        try:
            out: dict[str, Any] = merged(data, change)
        except MergeRefused:
            return {}
        return out
    for operation in change:
        try:
            data = apply_operation(data, operation)
        except PatchRefused:
            if operation["operation"] not in ("add", "replace", "remove"):  # move, copy: nobody looks where from
                return {}
    return data


def pool_patches(item: KubeObject, folder: str, shown: str) -> Iterator[PoolPatch]:
    """Yield what the patches of a kustomization say of NodePools.

    `folder` is its directory, a real path, `shown` that directory as users see it.
    """
    for field in FIELDS:
        entries = item.data.get(field)
        for number, entry in enumerate(entries if isinstance(entries, list) else ()):
            path: tuple[str | int, ...] = (field, number)
            target = None
            if isinstance(entry, dict):
                target = mapping(entry.get("target")) or None
                path = (*path, "patch" if "patch" in entry else "path")
                entry = entry.get(path[-1])  # noqa: PLW2901  # the text of the patch, or its file
            if not isinstance(entry, str) or not entry:
                continue
            if path[-1] == "patch" or "\n" in entry:
                here = Origin(os.path.join(shown, os.path.basename(item.input.file)), 0, item.line_of(path))
                yield from _in_text(entry.encode(), target, here, inline=True)
            else:
                yield from _in_file(os.path.join(folder, entry), target, os.path.normpath(os.path.join(shown, entry)))


def _in_file(path: str, target: dict[str, Any] | None, shown: str) -> Iterator[PoolPatch]:
    if not os.path.isfile(path):
        return
    try:
        text, _ = read_file(path, found=True)
    except (InputError, OSError):
        return
    yield from _in_text(text, target, Origin(shown))


def _in_text(
    text: bytes, target: dict[str, Any] | None, origin: Origin, *, inline: bool = False
) -> Iterator[PoolPatch]:
    """Yield the patches in a text; one in a file has the line of its document."""
    if not any(word in text for word in WORDS) or (target is None and b"NodePool" not in text):
        return
    try:
        documents = [(item.line_of(()), _value(item)) for item in Input(text, split_documents(text)).objects()]
    except (InputError, UnicodeDecodeError):
        if target is not None and (name := _name(target)) is not None:
            yield PoolPatch(name, None, origin)
        return
    for line, value in documents:
        here = origin if inline else Origin(origin.file, 0, line)
        name = _name(target) if target is not None else _own_name(value)
        change = _deciding(value)
        if name is not None and change:
            yield PoolPatch(name, change, here)


def _value(item: KubeObject) -> Any:
    root = item.root
    return None if root is None else Reader(item.line_at).read(root)


def _own_name(value: Any) -> str | None:
    """Return the name of the NodePool that a patch without a target is a part of, None if of another object."""
    data = mapping(value)
    name = mapping(data.get("metadata")).get("name")
    group = str(data.get("apiVersion")).rpartition("/")[0]
    return name if isinstance(name, str) and name and is_node_pool(group, str(data.get("kind"))) else None


def _name(target: dict[str, Any]) -> str | None:
    """Return the name of the NodePool that a target selects, "" if there may be others, None if it selects none.

    Its values are regular expressions, which are not run: one that is more than letters may select anything.
    """
    for field, wanted in (("kind", "NodePool"), ("group", APPS_GROUP)):
        value = target.get(field)
        if isinstance(value, str) and value and _LITERAL.issuperset(value.replace(".", "")) and value != wanted:
            return None
    name = target.get("name")
    return name if isinstance(name, str) and _LITERAL.issuperset(name) else ""


def _deciding(value: Any) -> dict[str, Any] | list[dict[str, Any]] | None:
    """Return of a patch what decides whether a NodePool uses the host network, None if nothing does."""
    if isinstance(value, list):
        rows = [
            {"operation": row.get("op"), "path": row.get("path"), "value": row.get("value")}
            for row in value
            if isinstance(row, dict) and row.get("op") != "test" and _decides(row.get("path"))
        ]
        return rows or None
    data = mapping(value)
    if data.get(DIRECTIVE) == "delete":  # `replace` of the whole object merges all the same (kustomize 5.8)
        return None
    spec = {key: data["spec"][key] for key in _KEPT if key in mapping(data.get("spec"))}
    if "spec" in data and not isinstance(data["spec"], dict):
        return {"spec": data["spec"]}
    annotations = mapping(mapping(data.get("metadata")).get("annotations"))
    said = {key: annotations[key] for key in (HOSTNETWORK_LABEL,) if key in annotations}
    change: dict[str, Any] = {"spec": spec} if spec else {}
    if said:
        change["metadata"] = {"annotations": said}
    return change or None


def _decides(path: Any) -> bool:
    """Tell whether a JSON pointer leads to what decides, or to what holds it."""
    return isinstance(path, str) and any(each == path or each.startswith(f"{path}/") for each in _DECIDING)
