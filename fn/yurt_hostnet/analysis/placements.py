"""Placements: what each declared pool is to each pod template, and by what.

Judged by the labels and taints that a NodePool gives all its nodes; nodes may have more of both.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import NODE_WORDS
from yurt_hostnet.analysis.exclusion import reason_to_keep_off
from yurt_hostnet.analysis.pins import is_pinned_to_hosts
from yurt_hostnet.analysis.placement_causes import keeps_off, unless_effective
from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.node_affinity import MalformedAffinity, required_terms
from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.kube.placement import may_land, pinned_nodes, pinned_values, topology_pools
from yurt_hostnet.kube.taints import keeping_off, taint_text
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, HOSTNETWORK_VALUE
from yurt_hostnet.openyurt.pool_names import listed
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Literal

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

    Verdict = Literal["may-land", "kept-off", "pinned", "conflict", "unknown"]

MAY_LAND: Verdict = "may-land"
KEPT_OFF: Verdict = "kept-off"
PINNED: Verdict = "pinned"
CONFLICT: Verdict = "conflict"
UNKNOWN: Verdict = "unknown"
"""The node affinity cannot be read, the pool's declaration is doubtful, or the pods are bound to an unknown node."""

NO_NETWORK = "without hostNetwork it has no network there"
MOST = 1_000_000
"""So many placements are made, one for each workload in each pool: a bound on memory. 200,000 take 100 MB."""
LOOKS = 10_000_000
"""So many times a part of node affinity or a toleration is looked at, once for each pool: a bound on time."""
_PARTS = ("matchExpressions", "matchFields")


class Placement:
    """What one pool is to one pod template: a verdict, why, and whether the pods would have a network there."""

    __slots__ = ("network", "pool", "reason", "verdict")

    def __init__(self, pool: str, verdict: Verdict, reason: str = "", *, network: bool = True) -> None:
        self.pool = pool
        self.verdict: Verdict = verdict
        self.reason = reason
        self.network = network


class Workload:
    """One pod template and its placements, in the order of the pools; the last, "", is for nodes in no pool.

    `note` says what else decides, such as a controller that takes affinity away; "" for most.
    """

    __slots__ = ("host_network", "item", "name", "note", "placements", "template")

    def __init__(
        self, item: KubeObject, template: PodTemplate, name: str, placements: list[Placement], note: str
    ) -> None:
        self.item = item
        self.template = template
        self.name = name
        self.host_network = template.host_network
        self.placements = placements
        self.note = note


def workloads(context: Context) -> Iterator[Workload]:
    """Yield every pod template of the package with its placements.

    Raises InputError where there are too many workloads and pools to look at each in each.
    """
    nodes, names = pools_of_nodes(context), [*context.pools.by_name, ""]
    made = looks = 0
    for item in context.package.mentioning(*context.pod_words, b"operator.tigera.io"):
        templates = context.judged_templates(item)
        for template in templates:
            made += len(names)
            looks += len(names) * _weight(template.spec)
            if made > MOST or looks > LOOKS:
                raise InputError(
                    f"explain looks at each workload in each of {len(names) - 1} pools, and these files have too many "
                    "of both, or too much node affinity. Give it fewer files; check has no such bound."
                )
            name = str(item.ref)
            if len(templates) > 1:
                name += f" {field_path(template.path)}"
            yield _workload(context, item, template, name, nodes)


def pools_of_nodes(context: Context) -> dict[str, str]:
    """Return the declared Nodes: name -> pool, "" for one in no pool."""
    names = (item.name for item in context.package.mentioning(*NODE_WORDS) if (item.kind, item.group) == ("Node", ""))
    return {**dict.fromkeys(names, ""), **context.pool_of_node}


def _weight(spec: dict[str, Any]) -> int:
    """Return how much is looked at for one pool: what stands in required node affinity and in tolerations."""
    tolerations = spec.get("tolerations")
    weight = 1 + (len(tolerations) if isinstance(tolerations, list) else 0)
    try:
        terms = required_terms(spec) or []
    except MalformedAffinity:
        return weight
    rows = [row for term in terms for part in _PARTS for row in term.get(part) or ()]
    return weight + len(terms) + len(rows) + sum(len(row.get("values") or ()) for row in rows)


def _workload(context: Context, item: KubeObject, template: PodTemplate, name: str, nodes: dict[str, str]) -> Workload:
    names = [*context.pools.by_name, ""]
    placements: list[Placement] = []
    try:
        asked: dict[int, Asked] = {}
        for pool, own in zip(names, _templates(context, item, template, names), strict=True):
            if id(own) not in asked:
                asked[id(own)] = Asked(context, own, nodes)
            placements.append(_placement(context, item, own, pool, asked[id(own)]))
    except MalformedAffinity as error:
        reason = f"the node affinity cannot be read: {error.message}"
        return Workload(item, template, name, [Placement(pool, UNKNOWN, reason) for pool in names], "")
    return Workload(item, template, name, placements, template.reason)


def _templates(context: Context, item: KubeObject, template: PodTemplate, names: list[str]) -> list[PodTemplate]:
    """Return a pod template as it is in each pool after its overrides."""
    if (template.group, template.kind) not in OVERRIDABLE:
        return [template] * len(names)
    from yurt_hostnet.analysis.pool_views import pool_views

    found = {pool: view.template for view in pool_views(context, item, template) for pool in view.pools}
    return [found.get(name, template) for name in names]


def _placement(context: Context, item: KubeObject, template: PodTemplate, name: str, bound: Asked) -> Placement:
    pool = context.pools.by_name.get(name)
    hosts = pool is not None and pool.uses_host_network is True
    network = template.host_network or template.network_is_unknown or not hosts
    asked, by = bound.pools, bound.by
    if asked is not None and name not in asked:
        if conflict := bound.contradiction(name):
            return Placement(name, CONFLICT, conflict, network=network)
        return Placement(name, KEPT_OFF, f"pinned elsewhere by {by}", network=network)
    if bound.unknown and name not in bound.known:
        return Placement(name, UNKNOWN, bound.unknown, network=network)
    cause = _cause(context, template, name)
    wanted = reason_to_keep_off(context, item, template) if hosts else ""
    if cause:
        if wanted and HOSTNETWORK_LABEL in cause:
            cause += f", because {wanted}"
        if asked is None:
            return Placement(name, KEPT_OFF, cause, network=network)
        return Placement(name, CONFLICT, f"pinned here by {by}, but kept off by {cause}", network=network)
    if pool is not None and pool.why_doubtful:
        return Placement(name, UNKNOWN, f"whether it uses the host network is not certain: {pool.why_doubtful}")
    reasons = [f"by {by}"] if asked is not None else []
    if wanted:
        reasons.append(f"no node affinity keeps it off, although {wanted}")
    if not network:
        reasons.append(NO_NETWORK)
    return Placement(name, MAY_LAND if asked is None else PINNED, "; ".join(reasons), network=network)


def _cause(context: Context, template: PodTemplate, name: str) -> str:
    """Return what keeps the pods off the nodes of a pool, "" if nothing known does. Raises MalformedAffinity."""
    spec, known = unless_effective(template), context.pools.known_labels(name)
    if not may_land(spec, known):
        return keeps_off(spec, known)
    pool = context.pools.by_name.get(name)
    taints = keeping_off(template, pool.taints) if pool is not None else []
    return f"the pool's taint {', '.join(map(taint_text, taints))}" if taints else ""


class Asked:
    """The pools that a template is pinned to: `pools` is None if to none in particular, `by` is what pins it.

    With `unknown`, why that is not known, it is bound to nodes of `known` pools or to some that nobody declares.
    Raises MalformedAffinity.
    """

    __slots__ = ("_found", "by", "known", "pools", "unknown")

    def __init__(self, context: Context, template: PodTemplate, nodes: dict[str, str]) -> None:
        self.known: set[str] = set()
        self.unknown = ""
        self._found = self._find(context, template, nodes)
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

    def _find(self, context: Context, template: PodTemplate, nodes: dict[str, str]) -> list[tuple[set[str], str]]:
        spec, pools = unless_effective(template), context.pools
        found: list[tuple[set[str], str]] = []
        topology = topology_pools(template.group, template.kind, template.owner)
        if topology is not None:
            found.append((set(topology), "its topology"))
        named = pinned_values(spec, pools.label)
        if named:
            found.append((set(named), f"{_means(spec, pools.label)} {pools.label} = {listed(named)}"))
        if is_pinned_to_hosts(spec):
            label = f'{_means(spec, HOSTNETWORK_LABEL)} {HOSTNETWORK_LABEL} = "{HOSTNETWORK_VALUE}"'
            found.append((set(pools.host_network_names()), label))
        bound = pinned_nodes(spec) or ()
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
