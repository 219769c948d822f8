"""State of one object: of all that it says, what OpenYurt or Kubernetes will not let change.

The old and the new side of a comparison are both read here, so that they cannot be read differently.
Sources, as paths in github.com/openyurtio/openyurt:
pkg/yurtmanager/webhook/nodepool/v1beta2/nodepool_default.go (a type that is not set is Edge) and
nodepool_validation.go (type, hostNetwork, interConnectivity are immutable), pkg/apis/apps/v1alpha1 and
v1beta1/nodepool_conversion.go (interConnectivity is always false), pkg/yurtmanager/webhook/node/v1/
node_default.go (the pool of a node) and node_validation.go (its labels).
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import (
    HOST_NETWORK,
    HOST_NETWORK_LABEL,
    IN_POOLS,
    INTERCONNECTIVITY,
    NODES,
    PODS,
    POOL,
    POOLS,
    TYPE,
    WORKLOADS,
    BaselineError,
    Key,
    State,
)
from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.overrides import OVERRIDABLE, networks_in_pools
from yurt_hostnet.kube.paths import mapping, value_at
from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.kube.workloads import declared_paths, pod_templates
from yurt_hostnet.openyurt.names import DESIRED_NODEPOOL_LABEL, HOSTNETWORK_LABEL, NODEPOOL_LABEL
from yurt_hostnet.openyurt.pools import is_node_pool, read_pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.kube.workloads import DeclaredRow
    from yurt_hostnet.openyurt.pools import Pool

DEFAULT_TYPE = "Edge"
DEFAULT_NAMESPACE = "default"
_CONVERTED = ("v1alpha1", "v1beta1")
"""Versions that know no interConnectivity: conversion to the stored version makes it false."""


class Reading:
    """How objects are read: the label of a node's pool, and the kinds that functionConfig declares."""

    __slots__ = ("declared", "pool_label")

    def __init__(self, pool_label: str = NODEPOOL_LABEL, declared: Iterable[DeclaredRow] = ()) -> None:
        self.pool_label = pool_label
        self.declared = declared_paths(declared)

    @property
    def pod_words(self) -> tuple[bytes, ...]:
        """Words of which each object with a pod template holds one; a declared template may lack containers."""
        return (b"containers", *dict.fromkeys(kind.encode() for _, kind in self.declared))

    def templates(self, group: str, kind: str, data: dict[str, Any]) -> list[PodTemplate]:
        """Return the pod templates of an object."""
        return pod_templates(group, kind, data, self.declared)


def states_of(
    group: str, kind: str, data: dict[str, Any], templates: list[PodTemplate], pool_label: str, place: str = ""
) -> Iterator[tuple[Key, State, PodTemplate | None]]:
    """Yield what an object (plain data) says, with the pod template it says it of; nothing for an object without name.

    What another program has yet to fill in says nothing.

    `templates` are its pod templates, `pool_label` the label that names a node's pool.
    """
    metadata = mapping(data.get("metadata"))
    name = metadata.get("name")
    if not isinstance(name, str) or not name:
        return
    live = any(metadata.get(field) for field in ("uid", "resourceVersion"))
    if is_node_pool(group, kind):
        pool = read_pool(data)
        if pool is not None and not is_unknown(name) and not is_unknown(mapping(data.get("spec")).get(HOST_NETWORK)):
            yield Key(POOLS, name), State(pool_fields(pool), place, pool.version, live, doubt=pool.doubt), None
    elif is_unknown(name):
        return
    elif (group, kind) == ("", "Node"):
        fields = node_fields(mapping(metadata.get("labels")), pool_label)
        if not any(map(is_unknown, fields.values())):
            yield Key(NODES, name), State(fields, place, "", live), None
    else:
        namespace = metadata.get("namespace")
        namespace = namespace if isinstance(namespace, str) and namespace else DEFAULT_NAMESPACE
        for template in templates:
            if template.network_is_unknown:
                continue  # whoever fills it in decides
            says: dict[str, Any] = {HOST_NETWORK: template.spec.get("hostNetwork") is True}
            if (group, kind) == ("", "Pod"):
                yield Key(PODS, name, namespace), State(says, place, "", live), template
                continue
            if (template.group, template.kind) in OVERRIDABLE:
                found = networks_in_pools(template.group, template.kind, template.owner)
                after = {pool: patch.host_network_after() for pool, patch in found.items()}
                says[IN_POOLS] = {pool: on for pool, on in after.items() if on != says[HOST_NETWORK]}
            several = len(templates) > 1 or any(isinstance(step, int) for step in template.path)
            part = template_name(data, template) if several else ""
            yield Key(WORKLOADS, name, namespace, group, kind, part), State(says, place, "", live), template


def pool_fields(pool: Pool) -> dict[str, Any]:
    """Return what must not change of a NodePool, as OpenYurt stores it."""
    fields = {
        HOST_NETWORK: pool.host_network,
        TYPE: pool.type or DEFAULT_TYPE,
        INTERCONNECTIVITY: pool.interconnectivity and pool.version not in _CONVERTED,
    }
    spec = mapping(mapping(pool.data).get("spec"))
    return {name: value for name, value in fields.items() if not is_unknown(spec.get(name))}


def node_fields(labels: dict[str, Any], pool_label: str) -> dict[str, Any]:
    """Return what must not change of a Node; "" stands for a label that is not there."""
    pools = [labels.get(key) for key in (pool_label, DESIRED_NODEPOOL_LABEL)]
    label = labels.get(HOSTNETWORK_LABEL)
    return {
        POOL: next((pool for pool in pools if isinstance(pool, str) and pool), ""),
        HOST_NETWORK_LABEL: label if isinstance(label, str) else "",
    }


def template_name(data: dict[str, Any], template: PodTemplate) -> str:
    """Return the path of a pod template with list entries by their `name`, so that it outlives their order."""
    steps: list[str | int] = []
    for depth, step in enumerate(template.path):
        name = mapping(value_at(data, template.path[: depth + 1])).get("name") if isinstance(step, int) else None
        steps.append(name if isinstance(name, str) and name else step)
    return field_path(tuple(steps))


def require_readable(group: str, kind: str, data: dict[str, Any], templates: list[PodTemplate], place: str) -> None:
    """Raise BaselineError for an old object whose values are of no use: read as absent, they would hide an edit."""
    spec = mapping(data.get("spec")) if is_node_pool(group, kind) else {}
    wanted: list[tuple[str, Any, type]] = [
        ("spec.hostNetwork", spec.get(HOST_NETWORK), bool),
        ("spec.interConnectivity", spec.get(INTERCONNECTIVITY), bool),
        ("spec.type", spec.get(TYPE), str),
    ]
    wanted += [(field_path((*t.spec_path, HOST_NETWORK)), t.spec.get(HOST_NETWORK), bool) for t in templates]
    for path, value, expected in wanted:
        if value is not None and not isinstance(value, expected) and not is_unknown(value):
            noun = "true or false" if expected is bool else "a string"
            raise BaselineError(f"{path} of {kind} in {place} must be {noun}, but it is {value!r}. Fix the baseline.")
