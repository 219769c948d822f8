"""Look-alikes: what seems to be a pod template, or a whole manifest, in an object of whose kind nothing is known."""

from __future__ import annotations

from yurt_hostnet.kube.paths import dotted, find, mapping, parse_path
from yurt_hostnet.kube.workloads import WORKLOADS, group_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.result import Path

TEMPLATE_KEYS = ("podTemplate", "podTemplateSpec")
"""Keys of PodTemplateSpecs that may lack containers: ECK, Flink's operator, cert-manager's solvers."""

ABOUT_PODS_OF_OTHERS = frozenset(
    {
        *("kyverno.io", "policies.kyverno.io", "policy.karmada.io", "kustomize.config.k8s.io"),
        *("mutations.gatekeeper.sh", "constraints.gatekeeper.sh", "templates.gatekeeper.sh"),
    }
)
"""API groups of policies and build files: what looks like a pod in them is a pattern for the pods of others."""

_RECORDS = frozenset({("apps", "ControllerRevision"), ("apiextensions.k8s.io", "CustomResourceDefinition")})
"""Kinds that hold what looks like a pod template, as a record or a schema, and make no pods."""


def makes_no_pods(group: str, kind: str) -> bool:
    """Whether what looks like a pod template in objects of a kind is known to be none."""
    return group in ABOUT_PODS_OF_OTHERS or (group, kind) in _RECORDS


def with_article(kind: str) -> str:
    """Return a kind with its article, such as `an Elasticsearch`."""
    return f"{'an' if kind[:1] in set('AEIOU') else 'a'} {kind}"


def below(data: Any, wanted: Callable[[str | int, Any], bool]) -> Iterator[tuple[Path, Any]]:
    """Yield (path, value) of what is `wanted` (step, value) below the root, in document order; nothing within it."""
    waiting: list[tuple[Path, Any]] = [((), data)]
    while waiting:
        path, value = waiting.pop()
        if path and wanted(path[-1], value):
            yield path, value
            continue
        steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        waiting += reversed([((*path, step), child) for step, child in steps])


def without_items(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data of an object without its `items`: any kind that has them is a list to its reader."""
    if not isinstance(data.get("items"), list):
        return data
    return {key: value for key, value in data.items() if key != "items"}


def look_alikes(data: Any) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield (path, value) of whatever in an object looks like a pod template: a mapping with a spec with containers.

    What stands under a key of TEMPLATE_KEYS is one without containers, too.
    """
    return below(data, _is_template)


def _is_template(step: str | int, value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    spec = value.get("spec")
    if isinstance(spec, dict) and isinstance(spec.get("containers"), list):
        return True
    return step in TEMPLATE_KEYS and (isinstance(spec, dict) or isinstance(value.get("metadata"), dict))


def is_manifest(value: Any) -> bool:
    """Whether a value looks like a whole object, and not like a reference to one: it has metadata or a spec."""
    if not (
        isinstance(value, dict) and isinstance(value.get("apiVersion"), str) and isinstance(value.get("kind"), str)
    ):
        return False
    return isinstance(value.get("metadata"), dict) or isinstance(value.get("spec"), dict)


def is_known_manifest(value: Any) -> bool:
    """Whether a value looks like a whole object of a kind that has pods where workloads.WORKLOADS says."""
    return is_manifest(value) and (group_of(value["apiVersion"]), value["kind"]) in WORKLOADS


def in_known_manifest(data: Any, path: Path) -> bool:
    """Whether a place in an object lies in such a manifest below the root, or is one."""
    for step in path:
        data = data[step]
        if is_known_manifest(data):
            return True
    return False


def declared_row(
    group: str, kind: str, data: dict[str, Any], paths: Iterable[Path], others: Container[Path] = ()
) -> str:
    """Return the row of podTemplates that makes these places of an object read; "" where there is no such row.

    A list index is written as every item, so that a row may lead to more: to `others`, but to nothing else.
    """
    ordered = list(paths)
    patterns = dict.fromkeys(map(dotted, ordered))
    try:
        reached = {path for pattern in patterns for path, _ in find(data, parse_path(pattern))}
    except ValueError:
        return ""
    wanted = set(ordered)
    if not (patterns and kind and reached >= wanted and all(path in others for path in reached - wanted)):
        return ""
    named = f"group: {group}, " if group else ""
    return f"podTemplates: [{{{named}kind: {kind}, paths: [{', '.join(map(repr, patterns))}]}}]"


def annotations_of(template: dict[str, Any]) -> dict[str, Any]:
    """Return the annotations of what looks like a pod template; {} without any."""
    return mapping(mapping(template.get("metadata")).get("annotations"))
