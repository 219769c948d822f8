"""What pins pods to pools, and what in a PodSpec keeps it off nodes with known labels, in words."""

from __future__ import annotations

from itertools import islice

from yurt_hostnet.analysis.pins import is_pinned_to_hosts
from yurt_hostnet.kube.node_affinity import required_terms
from yurt_hostnet.kube.node_selector import problem, requirement_holds
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.placement import pinned_values
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, HOSTNETWORK_VALUE
from yurt_hostnet.openyurt.pool_names import SHOWN, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.makings import Making
    from yurt_hostnet.kube.pod_template import PodTemplate


_NO_NODE = "node affinity whose terms match no node"


class Asked:
    """The pools that pods are pinned to: `pools` is None if to none in particular, `by` is what pins them.

    With `unknown`, why that is not known, they are bound to nodes of `known` pools or to some that nobody declares.
    `nodes` holds the declared Nodes: name -> pool. Raises MalformedAffinity.
    """

    __slots__ = ("_found", "by", "known", "pools", "unknown")

    def __init__(self, context: Context, template: PodTemplate, making: Making, nodes: dict[str, str]) -> None:
        self.known: set[str] = set()
        self.unknown = ""
        self._found = [] if template.effect == STATIC_POD else self._find(context, making, nodes)
        self.by = " and ".join(text for _, text in self._found)
        self.pools = set.intersection(*(names for names, _ in self._found)) if self._found else None

    def contradiction(self, name: str) -> str:
        """Return what pins to a pool, and elsewhere at once, as a sentence's half; "" if something does not allow it.

        Only what leaves no pool at all contradicts itself.
        """
        here = [text for names, text in self._found if name in names]
        if self.pools or not here:
            return ""
        elsewhere = [text for names, text in self._found if name not in names]
        return f"pinned here by {' and '.join(here)}, but elsewhere by {' and '.join(elsewhere)}"

    def _find(self, context: Context, making: Making, nodes: dict[str, str]) -> list[tuple[set[str], str]]:
        made, pools = making.made, context.pools
        found: list[tuple[set[str], str]] = []
        if made.per_pool and not making.is_for_all and not making.is_nothing:
            names = {*making.names, *context.pool_masks.names(making.chosen | making.unsure)}
            found.append((names, "its topology" if made.selector is None else "its nodepoolSelector"))
        for spec in made.specs:
            whose = f"{made.name}'s nodeSelectorTerm" if spec is made.also else ""
            named = pinned_values(spec, pools.label)
            if named:
                found.append((set(named), f"{whose or _means(spec, pools.label)} {pools.label} = {listed(named)}"))
            if is_pinned_to_hosts(spec):
                label = f'{whose or _means(spec, HOSTNETWORK_LABEL)} {HOSTNETWORK_LABEL} = "{HOSTNETWORK_VALUE}"'
                found.append((set(pools.host_network_names()), label))
        bound = making.nodes() or ()
        self.known = {nodes[name] for name in bound if name in nodes}
        missing = [name for name in bound if name not in nodes]
        if missing:
            self.unknown = f"bound to node{'s'[: len(missing) > 1]} {listed(missing)}, which nobody declares"
        elif bound:
            found.append((self.known, f"the node{'s'[: len(bound) > 1]} {listed(bound)}"))
        return found


def _means(spec: dict[str, Any], key: str) -> str:
    selector = spec.get("nodeSelector")
    return "nodeSelector" if isinstance(selector, dict) and key in selector else "node affinity"


def keeps_off(spec: dict[str, Any], known: Mapping[str, str | None]) -> str:
    """Return what makes placement.may_land false for `spec` and `known`. Raises MalformedAffinity."""
    selector = {key: value for key, value in mapping(spec.get("nodeSelector")).items() if isinstance(value, str)}
    failing = [f"{key} = {value}" for key, value in selector.items() if key in known and known[key] != value]
    if failing:
        return f"nodeSelector {', '.join(failing)}"
    labels = {**selector, **{key: value for key, value in known.items() if value is not None}}
    judged = {*selector, *known}
    causes: dict[str, None] = {}
    for term in required_terms(spec) or ():
        for requirement in term.get("matchExpressions") or ():
            if problem(requirement):
                text = "a requirement that means nothing"
            elif requirement["key"] in judged and not requirement_holds(requirement, labels):
                text = _text(requirement)
            else:
                continue
            causes.setdefault(text)
    more = f" or {len(causes) - SHOWN} more" if len(causes) > SHOWN else ""
    return f"node affinity {' or '.join(islice(causes, SHOWN))}{more}" if causes else _NO_NODE


def _text(requirement: dict[str, Any]) -> str:
    values = ", ".join(requirement.get("values") or ())
    return f"{requirement['key']} {requirement['operator']}" + (f" [{values}]" if values else "")
