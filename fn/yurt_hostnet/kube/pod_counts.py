"""Pod counts: how many pods a template makes at one time, in all or in each pool that its workload names."""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping, value_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate

_SUSPENDING = ("suspend", "paused")
_SUSPENDED_KINDS = {
    ("batch", "Job"),
    ("batch", "CronJob"),
    ("apps.kruise.io", "AdvancedCronJob"),
    ("apps.kruise.io", "BroadcastJob"),
}
"""Kinds that make no pods while one of the fields above is true (batch/v1 suspend, apps.kruise.io paused); a Deployment
that is paused keeps its pods."""


def own_path(template: PodTemplate) -> Path:
    """Return the path of a template within its workload, which may itself be an item of a List."""
    path = template.path
    while path[:1] == ("items",):
        path = path[2:]
    return path


def pod_count(template: PodTemplate) -> int | None:
    """Return how many pods there are at one time (one node's, if `per_node`); None if that is not known.

    0 for what is suspended, and for a PodTemplate object, which makes none by itself. A Job runs no more pods at once
    than it has to complete (Kubernetes pkg/controller/job, manageJob).
    """
    if (template.group, template.kind) == ("", "PodTemplate") or _is_suspended(template):
        return 0
    count = template.replicas
    completions = mapping(value_at(template.owner, own_path(template)[:-1])).get("completions")
    return count if count is None or type(completions) is not int else min(count, completions)


def _is_suspended(template: PodTemplate) -> bool:
    data: Any = template.owner
    if template.group == "kubeflow.org":
        return value_at(data, ("spec", "runPolicy", "suspend")) is True
    if (template.group, template.kind) not in _SUSPENDED_KINDS:
        return False
    for step in own_path(template):
        data = mapping(data).get(str(step))
        if any(mapping(data).get(field) is True for field in _SUSPENDING):
            return True
    return False


def is_certain(template: PodTemplate) -> bool:
    """Whether all counts are read from numbers, and from what names the pools that it is for."""
    spec = mapping(template.owner.get("spec"))
    rows = [
        *((entry, entry) for entry in _entries(mapping(spec.get("topology")).get("pools"))),
        *(
            (entry, mapping(entry.get("tweaks")))
            for entry in _entries(mapping(spec.get("workload")).get("workloadTweaks"))
        ),
    ]
    for entry, said in rows:
        values = [value for value in (said.get("replicas"), *_patched(said.get("patches"))) if value is not None]
        if values and (entry.get("nodepoolSelector") is not None or any(type(value) is not int for value in values)):
            return False
    return template.replicas is not None


def counts_by_pool(template: PodTemplate, pools: Iterable[str]) -> dict[str, int]:
    """Return how many pods there are in each of `pools`, for which the workload makes pods; the least if unsure.

    YurtAppSet v1beta1: `replicas` of the tweaks, the last for a pool counts, and JSON Patches behind all of them
    (openyurt v1.7, pkg/yurtmanager/controller/yurtappset/workloadmanager/tweaks.go). v1alpha1 and UnitedDeployment:
    `replicas` of the pool, which v1alpha1's conversion makes a tweak (pkg/apis/apps/v1alpha1/yurtappset_conversion.go).
    """
    base = pod_count(template)
    common = 1 if base is None else base
    said = dict(_said(mapping(template.owner.get("spec")), common))
    return {pool: said.get(pool, said.get("", common)) for pool in pools}


def _said(spec: dict[str, Any], common: int) -> Iterator[tuple[str, int]]:
    """Yield (pool, count) in the order in which the later ones count; a pool of "" stands for every other one."""
    least = common
    for entry in _entries(mapping(spec.get("topology")).get("pools")):
        if entry.get("replicas") is not None:
            yield from ((name, _count(entry["replicas"])) for name in _names(entry))
    rows = [entry for entry in _entries(mapping(spec.get("workload")).get("workloadTweaks")) if entry.get("tweaks")]
    found = [(entry, mapping(entry["tweaks"]).get("replicas")) for entry in rows]
    found += [(entry, count) for entry in rows for count in _patched(mapping(entry["tweaks"]).get("patches"))]
    known: dict[str, int] = {}
    for entry, value in found:
        if value is None:
            continue
        count = _count(value)
        if entry.get("nodepoolSelector") is not None:  # it may be for any pool
            least = min(least, count)
            known = {name: min(own, count) for name, own in known.items()}
            least = min(least, count)
        pools = entry.get("pools")
        known.update({name: count for name in (pools if isinstance(pools, list) else ()) if isinstance(name, str)})
    yield from known.items()
    if least != common:
        yield "", least


def _patched(patches: Any) -> Iterator[Any]:
    """Yield the replicas that JSON Patches on a Deployment or StatefulSet set; without the field there is one."""
    for patch in _entries(patches):
        if patch.get("path") == "/spec/replicas":
            yield 1 if patch.get("operation") == "remove" else patch.get("value", 1)


def _names(entry: dict[str, Any]) -> Iterator[str]:
    """Yield what may be the names of a pool of v1alpha1: its own, and those that its nodeSelectorTerm allows."""
    if isinstance(name := entry.get("name"), str):
        yield name
    for requirement in _entries(mapping(entry.get("nodeSelectorTerm")).get("matchExpressions")):
        values = requirement.get("values") if requirement.get("operator") == "In" else None
        yield from (value for value in (values if isinstance(values, list) else ()) if isinstance(value, str))


def _entries(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _count(value: Any) -> int:
    """Return a number of replicas, 1 if it cannot be read."""
    return value if type(value) is int and value >= 0 else 1
