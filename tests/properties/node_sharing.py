"""Node sharing for the tests, term by term: whether two pods can be meant for one node, by what both require."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yurt_hostnet.kube.node_affinity import required_terms
from yurt_hostnet.kube.node_selector import field_problem, integer, problem, requirement_holds
from yurt_hostnet.kube.paths import mapping

if TYPE_CHECKING:
    from collections.abc import Mapping


def may_share_node(one: dict[str, Any], other: dict[str, Any], known: Mapping[str, str | None]) -> bool:
    """Whether some node with the labels in `known` suits nodeSelector and required node affinity of both PodSpecs.

    A value of None says that the node lacks the label; labels not in `known` may be anything. Requirements
    on fields are not compared. Raises MalformedAffinity.
    """
    given = [{"key": key, "operator": "In", "values": [value]} for key, value in known.items() if value is not None]
    given += [{"key": key, "operator": "DoesNotExist"} for key, value in known.items() if value is None]
    return any(_satisfiable([*given, *a, *b]) for a in _alternatives(one) for b in _alternatives(other))


def _alternatives(pod_spec: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return the lists of requirements of which a node must meet one; terms that match nothing are left out."""
    selector = [
        {"key": key, "operator": "In", "values": [value]}
        for key, value in mapping(pod_spec.get("nodeSelector")).items()
        if isinstance(value, str)
    ]
    terms = required_terms(pod_spec)
    if terms is None:
        return [selector]
    found = []
    for term in terms:
        expressions, fields = term.get("matchExpressions") or [], term.get("matchFields") or []
        if (expressions or fields) and not any(map(problem, expressions)) and not any(map(field_problem, fields)):
            found.append([*selector, *expressions])
    return found


def _satisfiable(requirements: list[dict[str, Any]]) -> bool:
    """Whether one node can meet all requirements; keys do not depend on each other."""
    by_key: dict[str, list[dict[str, Any]]] = {}
    for requirement in requirements:
        by_key.setdefault(requirement["key"], []).append(requirement)
    return all(
        any(all(requirement_holds(own, labels) for own in group) for labels in _candidates(key, group))
        for key, group in by_key.items()
    )


def _candidates(key: str, group: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return labels among which one meets the requirements on `key` if any does.

    None, the values that they name, and the least numbers that they do not rule out: one is 0 or follows a named one.
    """
    values = [value for requirement in group for value in requirement.get("values") or ()]
    following = [str(number + 1) for value in values if (number := integer(value)) is not None]
    return [{}, *({key: value} for value in (*values, "0", *following))]
