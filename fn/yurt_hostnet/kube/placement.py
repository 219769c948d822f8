"""Placement: where the scheduler may put a pod, judged by the labels of nodes that are known only in part.

A pool says which labels all of its nodes carry; about any other label nothing is known. "May land" is
therefore true if some node with those labels would do, and "pinned" only if no other node would.
"""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import required_terms
from yurt_hostnet.kube.node_selector import field_problem, problem, requirement_holds
from yurt_hostnet.kube.paths import find, mapping, parse_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from yurt_hostnet.krm.result import Path

HOSTNAME_LABEL = "kubernetes.io/hostname"
"""Node label that holds, nearly always, the node's name (Kubernetes well-known labels)."""

_TOPOLOGIES = {
    ("apps.openyurt.io", "YurtAppSet"): ("spec.pools[]", "spec.topology.pools[].name"),
    ("apps.openyurt.io", "UnitedDeployment"): ("spec.topology.pools[].name",),
}
"""Kinds that make one workload for each pool that they name -> where the names stand."""


def may_land(pod_spec: dict[str, Any], known: Mapping[str, str | None]) -> bool:
    """Whether nodeSelector and required node affinity leave room for a node with the labels in `known`.

    A value of None says that the node lacks the label; labels not in `known` may be anything. Raises
    MalformedAffinity.
    """
    selector = {k: v for k, v in mapping(pod_spec.get("nodeSelector")).items() if isinstance(v, str)}
    if any(key in known and known[key] != value for key, value in selector.items()):
        return False
    terms = required_terms(pod_spec)
    labels: dict[str, str | None] = {**selector, **known}
    return terms is None or any(_possible(term, labels) for term in terms)


def pinned_values(pod_spec: dict[str, Any], key: str) -> tuple[str, ...] | None:
    """Return the values of node label `key` outside of which no node is allowed, sorted; None if not pinned.

    () means that no node is allowed at all. Negative requirements pin nothing; they only narrow what In
    and nodeSelector name. Raises MalformedAffinity.
    """
    return _pinned(pod_spec, key, "matchExpressions")


def pinned_nodes(pod_spec: dict[str, Any]) -> tuple[str, ...] | None:
    """Return the names of the only nodes that a pod may run on, sorted; None if it is not bound to nodes by name.

    Read from nodeName, matchFields metadata.name and the hostname label. Raises MalformedAffinity.
    """
    if isinstance(name := pod_spec.get("nodeName"), str) and name:
        return (name,)
    found = [
        values
        for values in (
            _pinned(pod_spec, "metadata.name", "matchFields"),
            _pinned(pod_spec, HOSTNAME_LABEL, "matchExpressions"),
        )
        if values is not None
    ]
    return tuple(sorted(set(found[0]).intersection(*found[1:]))) if found else None


def workload_pools(group: str, kind: str, data: dict[str, Any]) -> dict[Path, str]:
    """Return the names of the pools for each of which a workload makes pods, by where they stand."""
    patterns = _TOPOLOGIES.get((group, kind), ())
    found = ((path, name) for text in patterns for path, name in find(data, parse_path(text)))
    return {path: name for path, name in found if isinstance(name, str) and name}


def topology_pools(group: str, kind: str, data: dict[str, Any]) -> tuple[str, ...] | None:
    """Return the pools that a workload names and whose nodes alone its pods are for; None if there may be others.

    A nodepoolSelector, which adds pools to those that are named, is not resolved; an empty one adds all.
    """
    names = workload_pools(group, kind, data)
    if not names or mapping(data.get("spec")).get("nodepoolSelector") is not None:
        return None
    return tuple(dict.fromkeys(names.values()))


def _possible(term: dict[str, Any], labels: Mapping[str, str | None]) -> bool:
    """Whether a NodeSelectorTerm can hold on some node; one that is empty or invalid never does."""
    expressions, fields = term.get("matchExpressions") or (), term.get("matchFields") or ()
    if not expressions and not fields:
        return False
    if any(problem(expression) for expression in expressions) or any(field_problem(field) for field in fields):
        return False
    known = {key: value for key, value in labels.items() if value is not None}
    return all(requirement_holds(expression, known) for expression in expressions if expression["key"] in labels)


def _pinned(pod_spec: dict[str, Any], key: str, part: str) -> tuple[str, ...] | None:
    allowed: set[str] | None = None
    selector = mapping(pod_spec.get("nodeSelector"))
    labels = {k: v for k, v in selector.items() if isinstance(v, str)}
    if part == "matchExpressions" and key in labels:
        allowed = {labels[key]}
    terms = required_terms(pod_spec)
    if terms is not None:
        united: set[str] | None = set()
        for term in terms:
            if not _possible(term, labels):
                continue
            values = _values_in(key, term.get(part) or ())
            united = None if values is None or united is None else united | values
        if united is not None:
            allowed = united if allowed is None else allowed & united
    return None if allowed is None else tuple(sorted(allowed))


def _values_in(key: str, requirements: Iterable[dict[str, Any]]) -> set[str] | None:
    """Return the values of `key` that ANDed requirements allow, None if they allow any."""
    own = [requirement for requirement in requirements if requirement["key"] == key]
    named = next((requirement["values"] for requirement in own if requirement["operator"] == "In"), None)
    if named is None:
        return None
    return {value for value in named if all(requirement_holds(requirement, {key: value}) for requirement in own)}
