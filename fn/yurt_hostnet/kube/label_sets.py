"""Label sets: for many groups of nodes at once, which of them suit a PodSpec, judged by the labels known of each.

A group is one bit of an int, in the order in which they were added, so that a question about all of them costs about
as much as one about a single group. The answers are those of placement.may_land and node_affinity.matches.
"""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import required_terms
from yurt_hostnet.kube.node_demands import satisfiable
from yurt_hostnet.kube.node_selector import field_problem, problem, requirement_holds
from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from yurt_hostnet.kube.node_demands import Demand, PodDemands

LINUX = {f"{prefix}kubernetes.io/os": "linux" for prefix in ("", "beta.")}
"""What every Linux node has among its labels, for LabelSets.suits_all."""
_KEPT = 1024
"""So many masks of one label's values are kept: each has a bit for each group."""


def mask_of(numbers: Iterable[int]) -> int:
    """Return the mask of these groups."""
    numbers = list(numbers)
    if not numbers:
        return 0
    octets = bytearray(max(numbers) // 8 + 1)
    for number in numbers:
        octets[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(octets, "little")


def numbers_in(mask: int) -> Iterator[int]:
    """Yield the numbers of the groups in a mask, in order."""
    digits = bin(mask)[:1:-1]
    number = digits.find("1")
    while number >= 0:
        yield number
        number = digits.find("1", number + 1)


def size_of(mask: int) -> int:
    """Return how many groups are in a mask."""
    return mask.bit_count()


class LabelSets:
    """The known labels of groups of nodes; a value of None says that the nodes lack the label."""

    __slots__ = ("_groups", "_known", "_masks", "all")

    def __init__(self) -> None:
        self.all = 0
        self._groups: dict[str, dict[str | None, list[int]]] = {}
        self._known: dict[str, int] = {}
        self._masks: dict[tuple[str, str | None], int] = {}

    def add(self, known: Mapping[str, str | None]) -> int:
        """Add a group with these labels and return its number."""
        number = self.all.bit_length()
        self.all |= 1 << number
        for key, value in known.items():
            self._groups.setdefault(key, {}).setdefault(value, []).append(number)
            self._known.pop(key, None)
            self._masks.pop((key, value), None)
        return number

    def known(self, key: str) -> int:
        """Return the groups of which it is known whether, and with which value, their nodes have a label."""
        if key not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[key] = mask_of(number for found in self._groups.get(key, {}).values() for number in found)
        return self._known[key]

    def having(self, key: str, value: str | None) -> int:
        """Return the groups whose nodes have a label with this value, or lack it if that is None."""
        if (known := self._masks.get((key, value))) is not None:
            return known
        found = mask_of(self._groups.get(key, {}).get(value, ()))
        if len(self._masks) >= _KEPT:
            self._masks.clear()
        self._masks[key, value] = found
        return found

    def may_land(self, pod_spec: dict[str, Any]) -> int:
        """Return the groups for which placement.may_land is true. Raises MalformedAffinity."""
        selector = {k: v for k, v in mapping(pod_spec.get("nodeSelector")).items() if isinstance(v, str)}
        allowed = self.all
        for key, value in selector.items():
            allowed &= self.having(key, value) | ~self.known(key)
        return allowed & self._by_terms(pod_spec, selector, strict=False)

    def suits_all(self, pod_spec: dict[str, Any]) -> int:
        """Return the groups all of whose Linux nodes suit a PodSpec, whatever they lack. Raises MalformedAffinity."""
        selector = mapping(pod_spec.get("nodeSelector"))
        allowed = self.all
        for key, value in selector.items():
            named = isinstance(value, str) or value is None
            having = self.having(key, value) if named else 0
            allowed &= having | (~self.known(key) if LINUX.get(key) == value else 0)
        return allowed & self._by_terms(pod_spec, LINUX, strict=True)

    def meeting_all(self, requirements: Iterable[dict[str, Any]], *, strict: bool) -> int:
        """Return the groups that meet all of some valid requirements on labels, or, unless `strict`, may meet them.

        Whoever is strict takes a label that nobody knows for absent, else for any value.
        """
        found = self.all
        for requirement in requirements:
            found &= self._holding(requirement, {}, strict=strict)
        return found

    def _by_terms(self, pod_spec: dict[str, Any], other: Mapping[str, str], *, strict: bool) -> int:
        """Return the groups that one of the terms allows; labels in `other` are known where the group does not say.

        Whoever is `strict` takes a label that nobody knows for absent, else for any value.
        """
        terms = required_terms(pod_spec)
        if terms is None:
            return self.all
        found = 0
        for term in terms:
            expressions, fields = term.get("matchExpressions") or (), term.get("matchFields") or ()
            if not expressions and not fields:
                continue
            if any(map(problem, expressions)) or any(map(_field_never_holds if strict else field_problem, fields)):
                continue
            allowed = self.all
            for requirement in expressions:
                allowed &= self._holding(requirement, other, strict=strict)
            found |= allowed
        return found

    def _holding(self, requirement: dict[str, Any], other: Mapping[str, str], *, strict: bool) -> int:
        """Return the groups in which a valid requirement may hold, or, if `strict`, holds."""
        key = requirement["key"]
        found = self._holding_known(requirement)
        free = requirement_holds(requirement, other) if strict or key in other else True
        return found | (self.all & ~self.known(key) if free else 0)

    def _holding_known(self, requirement: dict[str, Any]) -> int:
        """Return the groups that know the label of a valid requirement and meet it."""
        key, operator = requirement["key"], requirement["operator"]
        if key not in self._groups:
            return 0
        if operator in {"In", "NotIn"}:
            found = 0
            for value in requirement.get("values") or ():
                if value in self._groups[key]:
                    found |= self.having(key, value)
            return found if operator == "In" else self.known(key) & ~found
        if operator in {"Exists", "DoesNotExist"}:
            absent = self.having(key, None)
            return absent if operator == "DoesNotExist" else self.known(key) & ~absent
        groups = self._groups[key].items()
        met = (
            numbers for value, numbers in groups if value is not None and requirement_holds(requirement, {key: value})
        )
        return mask_of(number for numbers in met for number in numbers)

    def meeting(self, demands: dict[str, Demand]) -> int:
        """Return the groups in which some node can meet all demands, given by label key."""
        allowed = self.all
        for key, demand in demands.items():
            allowed &= self._meeting(key, demand) | (self.all & ~self.known(key) if satisfiable(demand) else 0)
        return allowed

    def _meeting(self, key: str, demand: Demand) -> int:
        """Return the groups that know a label and meet what is demanded of it."""
        groups = self._groups.get(key)
        if not groups:
            return 0
        absent = self.having(key, None)
        if demand.absent:
            return 0 if demand.present else absent
        if demand.allowed is None and demand.above is None and demand.below is None:
            found = self.known(key) & ~absent if demand.present else self.known(key)
            for value in demand.forbidden:
                if value in groups:
                    found &= ~self.having(key, value)
            return found
        met = (value for value in (groups if demand.allowed is None else demand.allowed) if value is not None)
        return mask_of(number for value in met if demand.met_by(value) for number in groups.get(value, ()))

    def joint(self, one: dict[str, Demand], other: dict[str, Demand]) -> int:
        """Return the groups that do not rule out, by labels that they leave open, nodes for both demands at once."""
        allowed = self.all
        few, many = (one, other) if len(one) <= len(other) else (other, one)
        for key, demand in few.items():
            if key in many and not satisfiable(demand, many[key]):
                allowed &= self.known(key)
        return allowed


def _field_never_holds(field: dict[str, Any]) -> bool:
    return field.get("operator") not in {"In", "NotIn"} or len(field.get("values") or ()) != 1


class Placing:
    """What one pod demands, with the groups in which a node can meet it; see LabelSets.meeting."""

    __slots__ = ("base", "selector", "sets", "terms")

    def __init__(self, sets: LabelSets, demands: PodDemands) -> None:
        self.sets = sets
        self.selector = demands.selector
        self.base = sets.meeting(demands.selector)
        self.terms: list[tuple[int, dict[str, Demand]]] = [(self.base, {})]
        if demands.terms is not None:
            self.terms = [(self.base & sets.meeting(term), term) for term in demands.terms]


def shared(one: Placing, other: Placing, within: int, allowance: list[int]) -> int:
    """Return the groups of `within` in which one node can meet the demands of both pods.

    `allowance` holds how many pairs of terms may still be compared; it goes down, and below 0 the answer is worthless.
    """
    sets = one.sets
    within &= sets.joint(one.selector, other.selector)
    left = [(mask & within, term) for mask, term in one.terms if mask & within]
    right = [(mask & within, term) for mask, term in other.terms if mask & within]
    found = 0
    for mask, term, others in _pairs(left, right):
        by_selector = sets.joint(term, other.selector)
        for other_mask, other_term in others:
            allowance[0] -= 1 + (len(term) + len(other_term)) // 8
            if allowance[0] < 0:
                return 0
            new = mask & other_mask & within & ~found & by_selector
            if new:
                found |= new & sets.joint(term, other_term) & sets.joint(other_term, one.selector)
                if found == within:
                    return found
    return found


_PIVOTS = 8
"""Of so many labels one is looked for that all terms of both pods give values for."""


def _pairs(
    left: list[tuple[int, dict[str, Demand]]], right: list[tuple[int, dict[str, Demand]]]
) -> Iterator[tuple[int, dict[str, Demand], list[tuple[int, dict[str, Demand]]]]]:
    """Yield each term of the left with those of the right that may go with it: that share a value, if all have one."""
    best: tuple[int, str, dict[str, list[int]]] | None = None
    for key in list(left[0][1])[:_PIVOTS] if left and right else ():
        if any(key not in term or term[key].allowed is None for _, term in (*left, *right)):
            continue
        index: dict[str, list[int]] = {}
        for number, (_, term) in enumerate(right):
            for value in term[key].allowed or ():
                index.setdefault(value, []).append(number)
        count = sum(len(index.get(value, ())) for _, term in left for value in term[key].allowed or ())
        if best is None or count < best[0]:
            best = (count, key, index)
    for mask, term in left:
        if best is None:
            yield mask, term, right
        else:
            _, key, index = best
            numbers = {number for value in term[key].allowed or () for number in index.get(value, ())}
            yield mask, term, [right[number] for number in sorted(numbers)]
