"""Placements: what each declared pool is to each pod template, and by what.

Judged by the labels and taints that a NodePool gives all its nodes; nodes may have more of both.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import NODE_WORDS
from yurt_hostnet.analysis.exclusion import reason_to_keep_off
from yurt_hostnet.analysis.makings import makings
from yurt_hostnet.analysis.placement_causes import Asked, keeps_off
from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.controllers import controller_note
from yurt_hostnet.kube.node_affinity import MalformedAffinity, required_terms
from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.kube.placement import may_land
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.kube.taints import is_daemon, taint_text, untolerated
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.makings import Making
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

    Verdict = Literal["may-land", "kept-off", "pinned", "conflict", "unknown"]

MAY_LAND: Verdict = "may-land"
KEPT_OFF: Verdict = "kept-off"
PINNED: Verdict = "pinned"
CONFLICT: Verdict = "conflict"
UNKNOWN: Verdict = "unknown"
"""The node affinity cannot be read, the pool's declaration is doubtful, or the pods are bound to an unknown node."""

_NEARNESS: dict[Verdict, int] = {PINNED: 5, MAY_LAND: 4, UNKNOWN: 3, CONFLICT: 2, KEPT_OFF: 1}
"""Of several workloads that a controller makes of one template, the first in this order tells what a pool is to it."""
NOTHING = "its controller makes no pods of it"
POOLS_ONLY = "its controller makes pods for NodePools only"
NOT_CHOSEN = "its nodepoolSelector does not choose it"
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
            looks += len(names) * _weight(context, template)
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


def _weight(context: Context, template: PodTemplate) -> int:
    """Return how much is looked at for one pool: what stands in required node affinity and in tolerations."""
    try:
        return 1 + sum(map(_weight_of, makings(context, template)))
    except MalformedAffinity:
        return 1


def _weight_of(making: Making) -> int:
    made = making.made
    weight = sum(len(some) for some in (made.tolerations, made.more) if isinstance(some, list))
    terms = [term for spec in made.specs for term in required_terms(spec) or ()]
    rows = [row for term in terms for part in _PARTS for row in term.get(part) or ()]
    return weight + len(terms) + len(rows) + sum(len(row.get("values") or ()) for row in rows)


def _workload(context: Context, item: KubeObject, template: PodTemplate, name: str, nodes: dict[str, str]) -> Workload:
    names = [*context.pools.by_name, ""]
    placements: list[Placement] = []
    try:
        made: dict[int, list[tuple[Making, Asked]]] = {}
        for pool, own in zip(names, _templates(context, item, template, names), strict=True):
            if id(own) not in made:
                made[id(own)] = [(making, Asked(context, own, making, nodes)) for making in makings(context, own)]
            placements.append(_placement(context, item, own, pool, made[id(own)]))
    except MalformedAffinity as error:
        reason = f"the node affinity cannot be read: {error.message}"
        return Workload(item, template, name, [Placement(pool, UNKNOWN, reason) for pool in names], "")
    return Workload(item, template, name, placements, controller_note(template) or template.reason)


def _templates(context: Context, item: KubeObject, template: PodTemplate, names: list[str]) -> list[PodTemplate]:
    """Return a pod template as it is in each pool after its overrides."""
    if (template.group, template.kind) not in OVERRIDABLE:
        return [template] * len(names)
    from yurt_hostnet.analysis.pool_views import pool_views

    found = {pool: view.template for view in pool_views(context, item, template) for pool in view.pools}
    return [found.get(name, template) for name in names]


def _placement(
    context: Context, item: KubeObject, template: PodTemplate, name: str, made: list[tuple[Making, Asked]]
) -> Placement:
    """Return the placement of those pods of a template that come nearest to a pool, of whatever workload they are."""
    pool = context.pools.by_name.get(name)
    hosts = pool is not None and pool.uses_host_network is True
    network = template.host_network or template.network_is_unknown or not hosts
    wanted = reason_to_keep_off(context, item, template) if hosts else ""
    found = [_verdict(context, template, name, making, bound, wanted) for making, bound in made]
    verdict, reason = max(found, key=lambda one: _NEARNESS[one[0]], default=(KEPT_OFF, NOTHING))
    if not network and verdict in {MAY_LAND, PINNED}:
        reason = f"{reason}; {NO_NETWORK}" if reason else NO_NETWORK
    return Placement(name, verdict, reason, network=network)


def _verdict(
    context: Context, template: PodTemplate, name: str, making: Making, bound: Asked, wanted: str
) -> tuple[Verdict, str]:
    """Return what a pool is to the pods that are made, and why. Raises MalformedAffinity."""
    asked, by = bound.pools, bound.by
    if making.is_nothing:
        return KEPT_OFF, NOTHING
    if asked is not None and name not in asked:
        conflict = bound.contradiction(name)
        return (CONFLICT, conflict) if conflict else (KEPT_OFF, f"pinned elsewhere by {by}")
    if making.made.per_pool and not making.is_made_for(name):
        return KEPT_OFF, NOT_CHOSEN if name else POOLS_ONLY
    if bound.unknown and name not in bound.known:
        return UNKNOWN, bound.unknown
    is_pinned = asked is not None and (not making.made.per_pool or making.means(name))
    cause = _cause(context, template, name, making)
    if cause:
        if wanted and HOSTNETWORK_LABEL in cause:
            cause += f", because {wanted}"
        return (CONFLICT, f"pinned here by {by}, but kept off by {cause}") if is_pinned else (KEPT_OFF, cause)
    pool = context.pools.by_name.get(name)
    if pool is not None and pool.why_doubtful:
        return UNKNOWN, f"whether it uses the host network is not certain: {pool.why_doubtful}"
    reasons = [f"by {by}"] if is_pinned else []
    if wanted:
        reasons.append(f"no node affinity keeps it off, although {wanted}")
    return PINNED if is_pinned else MAY_LAND, "; ".join(reasons)


def _cause(context: Context, template: PodTemplate, name: str, making: Making) -> str:
    """Return what keeps the pods off the nodes of a pool, "" if nothing known does. Raises MalformedAffinity."""
    if template.effect == STATIC_POD:
        return ""
    made, readings = making.made, context.pools.known_readings(name)
    if not any(all(may_land(spec, known) for spec in made.specs) for known in readings):
        failing = next((spec for spec in made.specs if not may_land(spec, readings[0])), made.spec)
        return keeps_off(failing, readings[0])
    pool = context.pools.by_name.get(name)
    if pool is None or made.tolerates_pool:
        return ""
    taints = untolerated(made.spec, pool.taints, daemon=is_daemon(template))
    if taints and made.more:
        taints = untolerated({"tolerations": made.more}, taints)
    return f"the pool's taint {', '.join(map(taint_text, taints))}" if taints else ""
