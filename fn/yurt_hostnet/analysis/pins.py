"""Tie: what makes the pods of a template run in host-network pools alone; asked by transformers and rules."""

from __future__ import annotations

from yurt_hostnet.analysis.makings import makings
from yurt_hostnet.kube.node_affinity import REQUIRED, required_terms
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.placement import may_land
from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.openyurt.names import HOST_POOL_LABELS, HOSTNETWORK_LABEL, HOSTNETWORK_VALUE, POOL_TYPE_LABEL
from yurt_hostnet.openyurt.pool_names import in_words, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.makings import Making
    from yurt_hostnet.kube.pod_template import PodTemplate


_ORDINARY: dict[str, str | None] = {HOSTNETWORK_LABEL: None}
_HOSTS: tuple[dict[str, str | None], ...] = (
    {**HOST_POOL_LABELS, POOL_TYPE_LABEL: "edge"},  # OpenYurt 1.4
    {**HOST_POOL_LABELS, POOL_TYPE_LABEL: None},
)


def _may_land_on_hosts(pod_spec: dict[str, Any]) -> bool:
    return any(may_land(pod_spec, known) for known in _HOSTS)


def keeps_itself_off(pod_spec: dict[str, Any]) -> bool:
    """Whether nodeSelector and required node affinity keep pods off nodes with the label of host-network pools.

    They allow some other node, or would if every term did not exclude that label: what contradicts the nodeSelector is
    meant all the same. Raises MalformedAffinity.
    """
    if _may_land_on_hosts(pod_spec):
        return False
    return may_land(pod_spec, {}) or without_exclusion(pod_spec) is not pod_spec


def is_pinned_to_hosts(pod_spec: dict[str, Any]) -> bool:
    """Whether nodeSelector and required node affinity allow nodes with the label of host-network pools, and no others.

    What keeps pods off these nodes is passed over: that it can be nowhere then is what exclude-unsatisfiable finds.
    Raises MalformedAffinity.
    """
    if may_land(pod_spec, _ORDINARY):
        return False
    if _may_land_on_hosts(pod_spec):
        return True
    bound = without_exclusion(pod_spec)
    return bound is not pod_spec and not may_land(bound, _ORDINARY) and _may_land_on_hosts(bound)


def without_exclusion(pod_spec: dict[str, Any]) -> dict[str, Any]:
    """Return a PodSpec without the requirements that exclude the label of host-network pools.

    The very same one comes back where not every term that can match has such a requirement. Raises MalformedAffinity.
    """
    terms = [term for term in required_terms(pod_spec) or () if term.get("matchExpressions") or term.get("matchFields")]
    bare = []
    for term in terms:
        rows = term.get("matchExpressions") or []
        kept = [row for row in rows if not _excludes(row)]
        if len(kept) == len(rows):
            return pod_spec
        bare.append({**term, "matchExpressions": kept})
    if not bare:
        return pod_spec
    affinity = {key: value for key, value in pod_spec["affinity"].items() if key != "nodeAffinity"}
    if all(term["matchExpressions"] or term.get("matchFields") for term in bare):
        affinity["nodeAffinity"] = {REQUIRED: {"nodeSelectorTerms": bare}}
    return {**pod_spec, "affinity": affinity}


def _excludes(requirement: dict[str, Any]) -> bool:
    """Whether a requirement on the label of host-network pools excludes these."""
    if requirement.get("key") != HOSTNETWORK_LABEL:
        return False
    operator, values = requirement.get("operator"), requirement.get("values") or ()
    return operator == "DoesNotExist" or (operator == "NotIn" and HOSTNETWORK_VALUE in values)


def is_pinned_to_ordinary(context: Context, template: PodTemplate) -> bool:
    """Whether pods may run in declared pools without host network only, or on declared Nodes of these.

    Raises MalformedAffinity.
    """
    ordinary = context.ordinary_pools
    found = [making for making in makings(context, template) if not making.is_nothing] if ordinary else []
    return bool(found) and all(_is_in(making, ordinary) for making in found)


def _is_in(making: Making, ordinary: frozenset[str]) -> bool:
    """Whether pods are in these pools only. A selector may choose pools that nobody declares as well."""
    if making.made.per_pool:
        return making.made.selector is None and all(name in ordinary for name in making.names)
    pinned = making.pinned_pools()
    if pinned:
        return all(name in ordinary for name in pinned)
    names = making.nodes()
    return bool(names) and all(making.context.pool_of_node.get(name, "") in ordinary for name in names or ())


def named_host_pools(context: Context, template: PodTemplate) -> Collection[str]:
    """Return the host-network pools that a workload names or chooses, and for each of which it makes pods.

    In the order in which they are named, or, with a selector, in that of the pools. Raises MalformedAffinity.
    """
    names: list[str] = []
    chosen = 0
    for making in makings(context, template):
        if making.made.per_pool:
            names += making.names
            chosen |= making.meant & ~making.named
        elif making.made.also is not None:
            pinned = making.pinned_pools() or ()
            names += pinned if all(map(context.pools.host_network, pinned)) else ()
    masks = context.pool_masks
    if chosen & masks.hosts:
        return masks.names((chosen | masks.of(names)) & masks.hosts)
    return [name for name in dict.fromkeys(names) if context.pools.host_network(name)]


def tie_of(context: Context, template: PodTemplate) -> str:
    """Return what ties pods to host-network pools alone, as half a sentence; "" if they may go elsewhere.

    Of a workload that makes one set of pods for each pool that it names, one such pool is enough.
    Raises MalformedAffinity.
    """
    return next((tie for making in makings(context, template) if (tie := _tie(context, making))), "")


def _tie(context: Context, making: Making) -> str:
    made, pools = making.made, context.pools
    if made.per_pool:
        named = [name for name in making.names if pools.host_network(name)]
        if named:
            return f"its workload names host-network {in_words(named)}"
        masks = context.pool_masks
        chosen = masks.names(making.meant & masks.hosts)
        return f"its nodepoolSelector chooses host-network {in_words(chosen)}" if chosen else ""
    whose = f"its workload's {made.name}" if made.name else "it"
    if any(making.each("hosts", is_pinned_to_hosts)):
        return f'{whose} is pinned to nodes with {HOSTNETWORK_LABEL}: "{HOSTNETWORK_VALUE}"'
    pinned = making.pinned_pools()
    if pinned:
        if not all(map(pools.host_network, pinned)):
            return ""
        return f"{whose} is pinned to host-network {in_words(pinned)}"
    names = making.nodes()
    found = [context.pool_of_node.get(name, "") for name in names or ()]
    if names and all(map(pools.host_network, found)):
        where = in_words(list(dict.fromkeys(found)))
        return f"{whose} is bound to node{'s'[: len(names) > 1]} {listed(names)} of host-network {where}"
    return ""


def may_be_tied(context: Context, template: PodTemplate) -> bool:
    """Whether pods may turn out to be tied to a host-network pool, by a value that is not there yet or a doubtful pool.

    Raises MalformedAffinity.
    """
    return any(_may_be_tied(context, making) for making in makings(context, template))


def _may_be_tied(context: Context, making: Making) -> bool:
    pools = context.pools
    nodes = making.nodes() or ()
    names = [context.pool_of_node.get(node, "") for node in nodes]
    names += [*(making.pinned_pools() or ()), *making.names]
    if making.meant or making.unsure:
        names += context.pool_masks.names(making.meant | making.unsure)
    said = [mapping(spec.get("nodeSelector")).get(HOSTNETWORK_LABEL) for spec in making.made.specs]
    return any(pools.doubt_of(name) or is_unknown(name) for name in names) or any(map(is_unknown, (*nodes, *said)))
