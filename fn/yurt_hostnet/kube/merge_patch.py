"""Strategic merge patches on workloads: how `topology.pools[].patch` and `subsets[].patch` change a Deployment.

Follows mergeMap of k8s.io/apimachinery, pkg/util/strategicpatch/patch.go. Plain data goes in and comes out; nothing
that goes in is changed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DIRECTIVE, RETAIN_KEYS = "$patch", "$retainKeys"

_MERGE_KEYS = {
    "containers": "name",
    "initContainers": "name",
    "ephemeralContainers": "name",
    "ports": "containerPort",
    "env": "name",
    "volumes": "name",
    "volumeMounts": "mountPath",
    "volumeDevices": "devicePath",
    "imagePullSecrets": "name",
    "hostAliases": "ip",
    "topologySpreadConstraints": "topologyKey",
    "schedulingGates": "name",
    "resourceClaims": "name",
    "ownerReferences": "uid",
}
"""Lists whose entries are merged one by one -> what tells entries apart (`patchMergeKey` in k8s.io/api core/v1).

Other lists, such as tolerations and nodeSelectorTerms, are replaced as a whole.
"""


class MergeRefused(Exception):  # noqa: N818  # says what the patch is, not that it was raised
    """A patch that cannot be merged; the message says why, as half a sentence."""


def merged(original: Any, patch: Any, *, numbers: bool = True) -> Any:
    """Return `original` after a strategic merge patch, sharing with it what is the same in both. Raises MergeRefused.

    Without `numbers`, entries with equal containerPorts are not merged but stand side by side: OpenYurt compares
    integers with floats (StrategicMergeByPatches in pkg/yurtmanager/controller/yurtappset/adapter of v1.4).
    """
    if not isinstance(patch, dict):
        raise MergeRefused("it is no mapping")
    return _mapping(original if isinstance(original, dict) else {}, patch, numbers)


def _mapping(original: dict[str, Any], patch: dict[str, Any], numbers: bool) -> dict[str, Any]:
    if DIRECTIVE in patch:
        if patch[DIRECTIVE] == "replace":
            return {key: value for key, value in patch.items() if key != DIRECTIVE}
        if patch[DIRECTIVE] == "delete":
            return {}
        raise MergeRefused(f"its {DIRECTIVE} is {patch[DIRECTIVE]!r}, not replace or delete")
    out = _retained(original, patch) if RETAIN_KEYS in patch else dict(original)
    for key, value in patch.items():
        if key.startswith("$"):
            continue
        known = out.get(key)
        if isinstance(known, dict) and isinstance(value, dict):
            out[key] = _mapping(known, value, numbers)
        elif isinstance(known, list) and isinstance(value, list):
            out[key] = _list(known, value, _MERGE_KEYS[key], numbers) if key in _MERGE_KEYS else value
        elif value is None or (isinstance(value, dict) and DIRECTIVE in value):
            out.pop(key, None)
        else:
            out[key] = _plain(value)
    return out


def _retained(original: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """Return a mapping without the keys that `$retainKeys` does not name."""
    names = patch[RETAIN_KEYS]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise MergeRefused(f"its {RETAIN_KEYS} is no list of names")
    kept = set(names)
    for key, value in patch.items():
        if value is not None and not key.startswith("$") and key not in kept:
            raise MergeRefused(f"it sets {key}, which its {RETAIN_KEYS} does not name")
    return {key: value for key, value in original.items() if key in kept}


def _list(original: list[Any], patch: list[Any], merge_key: str, numbers: bool) -> list[Any]:
    """Return a list merged entry by entry; entries that are new stand at its end."""
    entries: list[dict[str, Any]] = []
    removed: set[tuple[type, Any]] = set()
    replace = False
    for entry in patch:
        if not isinstance(entry, dict):
            raise MergeRefused(f"an entry of a list that is merged by {merge_key} is no mapping")
        directive = entry.get(DIRECTIVE)
        if directive is None:
            entries.append(entry)
        elif directive == "replace":
            replace = True
        elif directive == "delete" and (mark := _mark(entry, merge_key)) is not None:
            removed.update([mark] if numbers or mark[0] is str else ())
        else:
            raise MergeRefused(f"an entry with {DIRECTIVE}: {directive} cannot be merged by {merge_key}")
    if replace:
        return entries
    out = [entry for entry in original if not removed or _mark(entry, merge_key) not in removed]
    places = {mark: place for place, entry in reversed(list(enumerate(out))) if (mark := _mark(entry, merge_key))}
    if not numbers:
        places = {mark: place for mark, place in places.items() if mark[0] is str}
    for entry in entries:
        mark = _mark(entry, merge_key)
        if mark is None:
            raise MergeRefused(f"an entry of a list that is merged by {merge_key} has no {merge_key}")
        if mark in places and isinstance(out[places[mark]], dict):
            out[places[mark]] = _mapping(out[places[mark]], entry, numbers)
        else:
            if numbers or mark[0] is str:
                places[mark] = len(out)
            out.append(entry)
    return out


def _mark(entry: Any, merge_key: str) -> tuple[type, Any] | None:
    value = entry.get(merge_key) if isinstance(entry, dict) else None
    return None if value is None or isinstance(value, dict | list) else (type(value), value)


def _plain(value: Any) -> Any:
    """Return a value of a patch without directives and nulls, as it is taken where nothing stood before."""
    if isinstance(value, dict):
        return {
            key: _plain(inner)
            for key, inner in value.items()
            if inner is not None and not key.startswith("$") and not _is_directive(inner)
        }
    return [_plain(entry) for entry in value if not _is_directive(entry)] if isinstance(value, list) else value


def _is_directive(value: Any) -> bool:
    return isinstance(value, dict) and DIRECTIVE in value
