"""Types of the fields that are read: what the API server cannot decode, in plain data of objects.

A field that has no row here is not looked at. null counts as absent, as in Go, but for an entry of a list of
mappings, which validation or the schema of a CustomResourceDefinition refuses. Source: k8s.io/api core/v1 and
apimachinery meta/v1; tests/oracle asks their decoder.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import find, parse_path
from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.kube.workloads import PARALLELISM, REPLICAS, WORKLOADS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.kube.workloads import DeclaredPaths

    Kind: TypeAlias = Any
    """bool, int, str, STRINGS, (words that are allowed), [what every entry is], {field: Kind}."""
    Wrong: TypeAlias = tuple[Path, Kind, Any]
    """Where a value of a wrong type stands, what it must be, and the value."""

STRINGS = ""
"""A mapping whose values are strings."""

META = {"name": str, "namespace": str, "labels": STRINGS, "annotations": STRINGS}
TAINT = {"key": str, "value": str, "effect": str}
_REQUIREMENT = [{"key": str, "operator": str, "values": [str]}]
_TERM = {"matchExpressions": _REQUIREMENT, "matchFields": _REQUIREMENT}
_SELECTOR = {"matchLabels": STRINGS, "matchExpressions": _REQUIREMENT}
_POD_TERM = {
    "labelSelector": _SELECTOR, "namespaceSelector": _SELECTOR, "namespaces": [str], "topologyKey": str,
    "matchLabelKeys": [str], "mismatchLabelKeys": [str],
}  # fmt: skip
_POD_AFFINITY = {
    "requiredDuringSchedulingIgnoredDuringExecution": [_POD_TERM],
    "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": int, "podAffinityTerm": _POD_TERM}],
}
_PORT = {"protocol": str, "hostIP": str, "hostPort": int, "containerPort": int}
_CONTAINER = {"image": str, "restartPolicy": str, "ports": [_PORT]}
POD_SPEC: dict[str, Kind] = {
    "hostNetwork": bool,
    "nodeName": str,
    "nodeSelector": STRINGS,
    "dnsPolicy": str,
    "affinity": {
        "nodeAffinity": {
            # What is required, node_affinity.required_terms reads.
            "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": int, "preference": _TERM}],
        },
        "podAffinity": _POD_AFFINITY,
        "podAntiAffinity": _POD_AFFINITY,
    },
    "tolerations": [{**TAINT, "operator": str, "tolerationSeconds": int}],
    "containers": [_CONTAINER],
    "initContainers": [_CONTAINER],
}
POD_TEMPLATE: dict[str, Kind] = {"metadata": META, "spec": POD_SPEC}
NODE: dict[str, Kind] = {"metadata": META, "spec": {"taints": [TAINT]}}


def require_types(data: dict[str, Any], fields: dict[str, Kind]) -> None:
    """Raise TypeError for a mapping that may hold a value of another type than `fields` say; ask wrong_types then.

    This runs for every object that is read, so it is written to cost a few steps for each key.
    """
    for key in data:  # noqa: PLC0206 - most keys have no row, so their values are not taken out
        if key in fields:
            value = data[key]
            kind = fields[key]
            if value.__class__ is kind:
                continue
            if kind is STRINGS and value.__class__ is dict:
                "".join(value.values())  # which refuses what is no string
            elif kind.__class__ is dict and value.__class__ is dict:
                require_types(value, kind)
            elif kind.__class__ is list and value.__class__ is list:
                if kind[0] is str:
                    "".join(value)
                    continue
                for entry in value:
                    if entry.__class__ is not dict:
                        raise TypeError
                    require_types(entry, kind[0])
            elif value is not None and not (kind.__class__ is tuple and value.__class__ is str and value in kind):
                raise TypeError


def look(data: dict[str, Any], fields: dict[str, Kind], path: Path, found: list[Wrong]) -> None:
    """Add what `wrong_types` adds, with little to do where there is nothing."""
    try:
        require_types(data, fields)
    except TypeError:
        wrong_types(data, fields, path, found)


def wrong_types(data: dict[str, Any], fields: dict[str, Kind], path: Path, found: list[Wrong]) -> None:
    """Add to `found` every value in a mapping that has another type than `fields` say; `path` leads to the mapping.

    A value that another program fills in may become anything, and is none of them (`unknown_values`).
    """
    for key, value in data.items():
        if key in fields and value is not None:
            _wrong(value, fields[key], (*path, key), found)


def _wrong(value: Any, kind: Kind, path: Path, found: list[Wrong]) -> None:
    if kind.__class__ is dict and value.__class__ is dict:
        wrong_types(value, kind, path, found)
    elif kind == STRINGS and value.__class__ is dict:
        wrong_types(value, dict.fromkeys(value, str), path, found)
    elif kind.__class__ is list and value.__class__ is list:
        for index, entry in enumerate(value):
            if entry is not None or kind[0].__class__ is dict:
                _wrong(entry, kind[0], (*path, index), found)
    elif not _fits(value, kind):
        found.append((path, kind, value))


def _fits(value: Any, kind: Kind) -> bool:
    """Tell whether a value fits that is no mapping and no list, or one where neither belongs."""
    if value.__class__ is kind or is_unknown(value):
        return True
    if kind is int and value.__class__ is float:
        return bool(value == value // 1)  # 80.0 is 80 once kubectl has read it
    return kind.__class__ is tuple and value.__class__ is str and value in kind


def on_the_way(
    group: str,
    kind: str,
    data: dict[str, Any],
    templates: list[PodTemplate],
    declared: DeclaredPaths,
    found: list[Wrong],
) -> None:
    """Add to `found` what stands in an object in place of a mapping or list that leads to a pod template.

    Of each way the first; and a wrong number of pods. `templates` and `declared` as workloads.pod_templates has them.
    """
    paths, counts, _ = WORKLOADS.get((group, kind), ((), "", ""))
    paths = (*paths, *declared.get((group, kind), ()))
    if len(paths) == 1 and templates and templates[0].replicas is not None:
        return
    told: set[Path] = set()
    for pattern in map(parse_path, paths):
        if counts in (REPLICAS, PARALLELISM) and pattern:
            for path, parent in find(data, pattern[:-1]):
                if parent.__class__ is dict:
                    wrong_types(parent, {counts: int}, path, found)
        for depth in range(1, len(pattern) + 1):
            wants: Kind = [{}] if depth < len(pattern) and pattern[depth] is None else {}
            wrong = [
                (path, wants, value)
                for path, value in find(data, pattern[:depth])
                if value is not None and value.__class__ is not dict and (value.__class__ is not list or wants == {})
            ]
            for row in wrong:
                if row[0] not in told and not is_unknown(row[2]):
                    found.append(row)
                told.add(row[0])
            if wrong:
                break


def wanted(kind: Kind) -> str:
    """Return what a value must be, as a noun phrase."""
    if kind.__class__ is tuple:
        return " or ".join(word for word in kind if word)
    if kind == STRINGS or kind.__class__ is dict:
        return "a mapping"
    if kind.__class__ is list:
        return "a list"
    return "true or false" if kind is bool else "a whole number" if kind is int else "a string"


def advice(kind: Kind, value: Any) -> str:
    """Return what to write in place of a value of a wrong type."""
    if kind is str and value.__class__ in (bool, int, float):
        return "Put it in quotes."
    if value.__class__ is str:
        word = value.strip().lower()
        if kind is bool and word in ("true", "false"):
            return f"Write {word}, without quotes."
        if kind is int and word.isdecimal():
            return f"Write {word}, without quotes."
    return f"Write {wanted(kind)} here, or remove the field."
