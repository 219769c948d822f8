"""Node demands: what a PodSpec asks of node labels, put together by label, and whether some node can meet it."""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import required_terms
from yurt_hostnet.kube.node_selector import field_problem, integer, problem
from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Demand:
    """All requirements on one key, put together: what is allowed, what is not, and between which numbers.

    `allowed` is None where no requirement names values; `above` and `below` are bounds, not within. `named` holds all
    values that stand in requirements. Requirements must be valid (node_selector.problem).
    """

    __slots__ = ("above", "absent", "allowed", "below", "forbidden", "named", "present")

    def __init__(self, requirements: Iterable[dict[str, Any]] = ()) -> None:
        self.allowed: set[str] | None = None
        self.forbidden: set[str] = set()
        self.above: int | None = None
        self.below: int | None = None
        self.present = False
        self.absent = False
        self.named: list[str] = []
        for requirement in requirements:
            self._add(requirement["operator"], requirement.get("values") or [])

    def _add(self, operator: str, values: list[str]) -> None:
        self.named += values
        if operator == "In":
            self.allowed = set(values) if self.allowed is None else self.allowed.intersection(values)
        elif operator == "NotIn":
            self.forbidden.update(values)
        elif operator == "DoesNotExist":
            self.absent = True
        self.present = self.present or operator in {"In", "Exists", "Gt", "Lt"}
        bound = integer(values[0]) if operator in {"Gt", "Lt"} else None
        if bound is not None and operator == "Gt":
            self.above = bound if self.above is None else max(self.above, bound)
        elif bound is not None:
            self.below = bound if self.below is None else min(self.below, bound)

    def met_by(self, value: str) -> bool:
        """Whether a label with this value meets all requirements."""
        if self.absent or value in self.forbidden or (self.allowed is not None and value not in self.allowed):
            return False
        if self.above is None and self.below is None:
            return True
        number = integer(value)
        if number is None or (self.above is not None and number <= self.above):
            return False
        return self.below is None or number < self.below


def satisfiable(*demands: Demand) -> bool:
    """Whether a node can meet all demands on one key: without the label, or by one of the values that are tried.

    Those are what the demands name, 0, and what follows a named number: one of them is the least that is not ruled out.
    """
    if not any(demand.present for demand in demands):
        return True
    if any(demand.absent for demand in demands):
        return False
    narrow = [demand.allowed for demand in demands if demand.allowed is not None]
    if narrow:
        return any(all(demand.met_by(value) for demand in demands) for value in min(narrow, key=len))
    for demand in demands:
        for value in demand.named:
            number = integer(value)
            tried = (value,) if number is None else (value, str(number + 1))
            if any(all(each.met_by(one) for each in demands) for one in tried):
                return True
    return all(demand.met_by("0") for demand in demands)


class PodDemands:
    """What nodeSelector and required node affinity of a PodSpec demand, by label key.

    `selector` is what the nodeSelector demands, `terms` what each term that can match a node demands on its own keys,
    that of the nodeSelector on these keys included; None without required node affinity. Requirements on fields are not
    looked at. Raises MalformedAffinity.
    """

    __slots__ = ("selector", "terms")

    def __init__(self, pod_spec: dict[str, Any]) -> None:
        selector = {
            key: {"key": key, "operator": "In", "values": [value]}
            for key, value in mapping(pod_spec.get("nodeSelector")).items()
            if isinstance(value, str)
        }
        self.selector = {key: Demand([requirement]) for key, requirement in selector.items()}
        self.terms: list[dict[str, Demand]] | None = None
        terms = required_terms(pod_spec)
        if terms is None:
            return
        self.terms = []
        for term in terms:
            expressions, fields = term.get("matchExpressions") or [], term.get("matchFields") or []
            if not expressions and not fields:
                continue
            if any(map(problem, expressions)) or any(map(field_problem, fields)):
                continue
            groups: dict[str, list[dict[str, Any]]] = {}
            for requirement in expressions:
                key = requirement["key"]
                if key not in groups:
                    groups[key] = [selector[key]] if key in selector else []
                groups[key].append(requirement)
            self.terms.append({key: Demand(group) for key, group in groups.items()})
