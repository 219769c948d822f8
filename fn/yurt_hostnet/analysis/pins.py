"""Tie: what makes the pods of a template run in host-network pools alone; asked by transformers and rules."""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import REQUIRED, required_terms
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.placement import may_land, pinned_nodes, pinned_values, topology_pools, workload_pools
from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.openyurt.names import HOST_POOL_LABELS, HOSTNETWORK_LABEL, HOSTNETWORK_VALUE
from yurt_hostnet.openyurt.pool_names import in_words, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.kube.pod_template import PodTemplate


_ORDINARY: dict[str, str | None] = {HOSTNETWORK_LABEL: None}


def keeps_itself_off(pod_spec: dict[str, Any]) -> bool:
    """Whether nodeSelector and required node affinity keep pods off nodes with the label of host-network pools.

    They allow some other node, or would if every term did not exclude that label: what contradicts the nodeSelector is
    meant all the same. Raises MalformedAffinity.
    """
    if may_land(pod_spec, HOST_POOL_LABELS):
        return False
    return may_land(pod_spec, {}) or without_exclusion(pod_spec) is not pod_spec


def is_pinned_to_hosts(pod_spec: dict[str, Any]) -> bool:
    """Whether nodeSelector and required node affinity allow nodes with the label of host-network pools, and no others.

    What keeps pods off these nodes is passed over: that it can be nowhere then is what exclude-unsatisfiable finds.
    Raises MalformedAffinity.
    """
    if may_land(pod_spec, _ORDINARY):
        return False
    if may_land(pod_spec, HOST_POOL_LABELS):
        return True
    bound = without_exclusion(pod_spec)
    return bound is not pod_spec and not may_land(bound, _ORDINARY) and may_land(bound, HOST_POOL_LABELS)


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
    if not ordinary:
        return False
    topology = topology_pools(template.group, template.kind, template.owner)
    if topology is not None:
        return all(name in ordinary for name in topology)
    pinned = pinned_values(template.spec, context.pools.label)
    if pinned:
        return all(name in ordinary for name in pinned)
    names = pinned_nodes(template.spec)
    return bool(names) and all(context.pool_of_node.get(name, "") in ordinary for name in names or ())


def named_host_pools(context: Context, template: PodTemplate) -> list[str]:
    """Return the host-network pools that a workload names, and for each of which it makes pods."""
    names = workload_pools(template.group, template.kind, template.owner).values()
    return [name for name in dict.fromkeys(names) if context.pools.host_network(name)]


def tie_of(context: Context, template: PodTemplate) -> str:
    """Return what ties pods to host-network pools alone, as half a sentence; "" if they may go elsewhere.

    Of a workload that makes one set of pods for each pool that it names, one such pool is enough.
    Raises MalformedAffinity.
    """
    spec, pools = template.spec, context.pools
    if named := named_host_pools(context, template):
        return f"its workload names host-network {in_words(named)}"
    if topology_pools(template.group, template.kind, template.owner) is not None:
        return ""
    if is_pinned_to_hosts(spec):
        return f'it is pinned to nodes with {HOSTNETWORK_LABEL}: "{HOSTNETWORK_VALUE}"'
    pinned = pinned_values(spec, pools.label)
    if pinned:
        if not all(map(pools.host_network, pinned)):
            return ""
        return f"it is pinned to host-network {in_words(pinned)}"
    names = pinned_nodes(spec)
    found = [context.pool_of_node.get(name, "") for name in names or ()]
    if names and all(map(pools.host_network, found)):
        where = in_words(list(dict.fromkeys(found)))
        return f"it is bound to node{'s'[: len(names) > 1]} {listed(names)} of host-network {where}"
    return ""


def may_be_tied(context: Context, template: PodTemplate) -> bool:
    """Whether pods may turn out to be tied to a host-network pool, by a value that is not there yet or a doubtful pool.

    Raises MalformedAffinity.
    """
    spec, pools = template.spec, context.pools
    nodes = pinned_nodes(spec) or ()
    names = [context.pool_of_node.get(node, "") for node in nodes]
    names += pinned_values(spec, pools.label) or ()
    names += topology_pools(template.group, template.kind, template.owner) or ()
    selector = mapping(spec.get("nodeSelector"))
    return any(pools.doubt_of(name) or is_unknown(name) for name in names) or any(
        map(is_unknown, (*nodes, selector.get(HOSTNETWORK_LABEL)))
    )
