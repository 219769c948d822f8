"""Placement: where the scheduler may put a pod, judged by the labels of nodes that are known only in part.

A pool says which labels all of its nodes carry; about any other label nothing is known. "May land" is
therefore true if some node with those labels would do, and "pinned" only if no other node would.
"""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import REQUIRED, required_terms
from yurt_hostnet.kube.node_selector import field_problem, problem, requirement_holds
from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

HOSTNAME_LABEL = "kubernetes.io/hostname"
"""Node label that holds, nearly always, the node's name (Kubernetes well-known labels)."""


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


def asks_for(pod_spec: dict[str, Any], key: str) -> bool:
    """Whether nodeSelector or required node affinity speaks of a node label."""
    if key in mapping(pod_spec.get("nodeSelector")):
        return True
    affinity = mapping(mapping(pod_spec.get("affinity")).get("nodeAffinity"))
    terms = mapping(affinity.get(REQUIRED)).get("nodeSelectorTerms")
    return any(
        mapping(row).get("key") == key
        for term in (terms if isinstance(terms, list) else ())
        for row in mapping(term).get("matchExpressions") or ()
    )


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
