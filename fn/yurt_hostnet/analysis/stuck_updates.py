"""Stuck updates: rolling updates that wait for a port of a node which only the pods that they replace can free."""

from __future__ import annotations

from yurt_hostnet.analysis.port_collisions import own_room
from yurt_hostnet.analysis.port_takers import own_takers
from yurt_hostnet.krm.result import UNSET
from yurt_hostnet.kube.paths import mapping, value_at
from yurt_hostnet.kube.pod_counts import own_path
from yurt_hostnet.kube.rolling_update import DEFAULT, daemon_surge, fenceposts
from yurt_hostnet.kube.workloads import stored_group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.landing import Landing
    from yurt_hostnet.analysis.port_takers import PortTaker
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.pool_masks import NodeCounts

_WITHIN = ("deploymentTemplate", "additionalDeployments")
"""Fields of OpenYurt's workloads below which a Deployment stands; Kruise's do not say how many pods there are."""
_UNAVAILABLE: Path = ("strategy", "rollingUpdate", "maxUnavailable")
_SURGE: Path = ("updateStrategy", "rollingUpdate", "maxSurge")


class StuckUpdate:
    """Why the update of a workload's pods cannot go through: a sentence, and a remedy.

    `path` leads from the workload's spec to a field; `current` is its value, UNSET without one, `proposed` a better
    one.
    """

    __slots__ = ("current", "message", "path", "proposed", "remedy")

    def __init__(self, path: Path, current: Any, proposed: int, message: str, remedy: str) -> None:
        self.path = path
        self.current = current
        self.proposed = proposed
        self.message = message
        self.remedy = remedy


def stuck_updates(
    item: KubeObject, template: PodTemplate, landing: Landing, nodes: NodeCounts
) -> Iterator[StuckUpdate]:
    """Yield what keeps the pods of a template from being replaced, for each number of pods that its workload makes.

    Raises MalformedAffinity.
    """
    spec = mapping(value_at(template.owner, own_path(template)[:-1]))
    if (template.group, template.kind) == ("apps", "DaemonSet"):
        if surge := daemon_surge(spec):
            for taker in own_takers(item, template, landing):
                if taker.ports and taker.pools:
                    yield _daemon(taker, surge)
    elif _is_deployment(template) and template.replicas is not None and fenceposts(spec, 1) is not None:
        for taker in own_takers(item, template, landing):
            if taker.ports and taker.pools and is_stuck(spec, taker.replicas):
                room, where = own_room(taker, nodes, taker.replicas + 1)
                if room == taker.replicas:  # of more than there is room for, rule host-port-conflict tells
                    yield _deployment(taker, spec, where)


def fewer_pods(taker: PortTaker, room: int) -> str:
    """Return a remedy for more pods than there is room for, after which they can be updated."""
    is_job = taker.template.kind in {"Job", "CronJob", "AdvancedCronJob"} and taker.template.group != "batch.volcano.sh"
    fewer = f"Lower {'parallelism' if is_job else 'the replicas'} to {room}"
    spec = mapping(value_at(taker.template.owner, own_path(taker.template)[:-1]))
    if _is_deployment(taker.template) and is_stuck(spec, room):
        fewer += ", with strategy.rollingUpdate.maxUnavailable: 1 so that updates go through"
    return f"{fewer}, or declare more nodes."


def is_stuck(spec: dict[str, Any], replicas: int) -> bool:
    """Whether a Deployment with this spec ends no old pod of so many before a new one is ready."""
    return (fenceposts(spec, replicas) or (0, 1))[1] == 0


def _is_deployment(template: PodTemplate) -> bool:
    if (stored_group(template.group, template.kind), template.kind) == ("apps", "Deployment"):
        return template.group == "apps"  # extensions/v1beta1 had other defaults
    return template.group.endswith("openyurt.io") and any(step in _WITHIN for step in own_path(template))


def _deployment(taker: PortTaker, spec: dict[str, Any], where: str) -> StuckUpdate:
    current = value_at(spec, _UNAVAILABLE)
    said = f"maxUnavailable, which is {DEFAULT} by default," if current is None else f"maxUnavailable {current}"
    hold = f"{taker.replicas} replicas hold" if taker.replicas > 1 else "1 replica holds"
    every = f"all {taker.replicas} nodes of {where}" if taker.replicas > 1 else f"the only node of {where}"
    if taker.nodes is not None:
        every = where
    zero = "is 0" if current == 0 else "is rounded down to 0"
    message = (
        f"No rolling update can go through: {hold} {taker.ports[0]} on {every}, so that a new pod stays Pending, and "
        f"{said} {zero}, so that no old one ends before."
    )
    remedy = (
        "Write strategy.rollingUpdate.maxUnavailable: 1, so that one old pod ends before its successor starts, or "
        "strategy.type: Recreate without rollingUpdate, which ends all of them first."
    )
    return StuckUpdate(_UNAVAILABLE, UNSET if current is None else current, 1, message, remedy)


def _daemon(taker: PortTaker, surge: Any) -> StuckUpdate:
    message = (
        f"No rolling update can go through: maxSurge {surge} starts the new pod beside the old one, which holds "
        f"{taker.ports[0]} of the node until the new one is ready."
    )
    remedy = (
        "Write updateStrategy.rollingUpdate.maxUnavailable: 1 and maxSurge: 0, so that the old pod of a node ends "
        "before its successor starts."
    )
    return StuckUpdate(_SURGE, surge, 0, message, remedy)
