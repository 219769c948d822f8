"""Port room: for how many pods with one port there are nodes, and whether so many can be replaced one by one."""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping, value_at
from yurt_hostnet.kube.pod_counts import own_path
from yurt_hostnet.kube.rolling_update import fenceposts
from yurt_hostnet.kube.workloads import stored_group
from yurt_hostnet.openyurt.pool_names import in_words, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.analysis.port_takers import PortTaker
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.pool_masks import NodeCounts

_WITHIN = ("deploymentTemplate", "additionalDeployments")
"""Fields of OpenYurt's workloads below which a Deployment stands; Kruise's do not say how many pods there are."""


def own_room(taker: PortTaker, nodes: NodeCounts, pods: int) -> tuple[int, str]:
    """Return for how many pods of a taker (in each pool if everywhere) there is room, and where; 0 if nobody knows.

    Where its workload makes pods for each pool, only pools count that have room for fewer than `pods`.
    """
    if taker.nodes is not None:
        return len(taker.nodes), f"node{'s'[: len(taker.nodes) > 1]} {listed(sorted(taker.nodes))}"
    if taker.everywhere:
        short = nodes.fewer_than(taker.pools & nodes.some, pods)
        return nodes.least(short), in_words(taker.in_order(short))
    return 0 if taker.pools & ~nodes.some else nodes.total(taker.pools), in_words(taker.in_order(taker.pools))


def too_many(taker: PortTaker, nodes: NodeCounts) -> tuple[str, str] | None:
    """Return a sentence and a remedy if there are more replicas than nodes for them, as far as they are known."""
    if taker.template.per_node or taker.replicas < 2 or not taker.pools or not taker.ports:
        return None
    room, where = own_room(taker, nodes, taker.replicas)
    if not room or taker.replicas <= room:
        return None
    has = "has room for" if where.partition(" ")[0] in {"pool", "node"} else "have room for"
    if taker.everywhere and has.startswith("have"):
        has += " fewer, one of them for"
    message = f"{taker.replicas} replicas take {taker.ports[0]} of their nodes, and {where} {has} {room}."
    return message, _fewer_pods(taker, room)


def _fewer_pods(taker: PortTaker, room: int) -> str:
    """Return a remedy for more pods than there is room for, after which they can be updated."""
    is_job = taker.template.kind in {"Job", "CronJob", "AdvancedCronJob"} and taker.template.group != "batch.volcano.sh"
    fewer = f"Lower {'parallelism' if is_job else 'the replicas'} to {room}"
    if is_deployment(taker.template) and is_stuck(spec_of(taker.template), room):
        fewer += ", with strategy.rollingUpdate.maxUnavailable: 1 so that updates go through"
    return f"{fewer}, or declare more nodes."


def is_stuck(spec: dict[str, Any], replicas: int) -> bool:
    """Whether a Deployment with this spec ends no old pod of so many before a new one is ready."""
    return (fenceposts(spec, replicas) or (0, 1))[1] == 0


def is_deployment(template: PodTemplate) -> bool:
    """Whether a Deployment (apps/v1) makes the pods, itself or made by a workload of OpenYurt."""
    if (stored_group(template.group, template.kind), template.kind) == ("apps", "Deployment"):
        return template.group == "apps"  # extensions/v1beta1 had other defaults
    return template.group.endswith("openyurt.io") and any(step in _WITHIN for step in own_path(template))


def spec_of(template: PodTemplate) -> dict[str, Any]:
    """Return the plain data in which a pod template stands: the spec of a Deployment."""
    return mapping(value_at(template.owner, own_path(template)[:-1]))
