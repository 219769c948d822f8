"""Workload references: the Argo Rollouts that take their pod template from another object of the package."""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.workloads import group_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.krm.package import Package
    from yurt_hostnet.kube.pod_template import PodTemplate

    Key = tuple[str, str, str, str]
    """API group, kind, namespace, name."""

_WORDS = (b"workloadRef",)
_ROLLOUT = ("argoproj.io", "Rollout")


class Referrer:
    """An Argo Rollout with a workloadRef: its namespace and name, and how many pods it makes of the template.

    Kruise's Rollout refers to workloads as well, but makes no pods: the workload keeps its own.
    """

    __slots__ = ("name", "namespace", "replicas")

    def __init__(self, namespace: str, name: str, replicas: int) -> None:
        self.namespace = namespace
        self.name = name
        self.replicas = replicas


def referrers(package: Package) -> dict[Key, list[Referrer]]:
    """Return the Rollouts of a package by the object whose pod template they use.

    That object's own pods are scaled to 0 when the Rollout takes over (Argo Rollouts, "Migrating to Rollouts").
    """
    found: dict[Key, list[Referrer]] = {}
    for item in package.mentioning(*_WORDS):
        for data in _objects(item.data):
            spec = mapping(data.get("spec"))
            ref = mapping(spec.get("workloadRef"))
            if (group_of(data.get("apiVersion")), data.get("kind")) != _ROLLOUT or not ref:
                continue
            replicas = spec.get("replicas", 1)
            namespace, name = _named(data)
            referrer = Referrer(namespace, name, replicas if type(replicas) is int else 1)
            key = (group_of(ref.get("apiVersion")), str(ref.get("kind")), namespace, str(ref.get("name")))
            found.setdefault(key, []).append(referrer)
    return found


def key_of(template: PodTemplate) -> Key:
    """Return what a workloadRef says to mean the workload of a template."""
    return (template.group, template.kind, *_named(template.owner))


def _named(data: dict[str, Any]) -> tuple[str, str]:
    metadata = mapping(data.get("metadata"))
    return str(metadata.get("namespace") or ""), str(metadata.get("name") or "")


def _objects(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield an object, or the items of a List."""
    items = data.get("items") if str(data.get("kind")).endswith("List") else None
    if not isinstance(items, list):
        yield data
        return
    for item in items:
        if isinstance(item, dict):
            yield from _objects(item)
