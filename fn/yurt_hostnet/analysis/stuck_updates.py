"""Stuck updates: rolling updates that wait for a port of a node which only the pods that they replace can free."""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.port_room import is_deployment, is_stuck, own_room, spec_of
from yurt_hostnet.analysis.port_takers import own_takers
from yurt_hostnet.krm.result import UNSET
from yurt_hostnet.kube.paths import value_at
from yurt_hostnet.kube.pod_counts import is_certain
from yurt_hostnet.kube.rolling_update import DEFAULT, daemon_surge, fenceposts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.port_takers import PortTaker
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate

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


def stuck_updates(context: Context, item: KubeObject, template: PodTemplate) -> Iterator[StuckUpdate]:
    """Yield what keeps the pods of a template from being replaced, for each number of pods that its workload makes.

    Raises MalformedAffinity.
    """
    spec = spec_of(template)
    if (template.group, template.kind) == ("apps", "DaemonSet"):
        if surge := daemon_surge(spec):
            for taker in own_takers(item, template, Landing(context)):
                if taker.ports and taker.pools:
                    yield _daemon(taker, surge)
    elif is_deployment(template) and is_certain(template) and fenceposts(spec, 1) is not None:
        for taker in own_takers(item, template, Landing(context)):
            if taker.ports and taker.pools and is_stuck(spec, taker.replicas):
                room, where = own_room(taker, context.node_counts, taker.replicas + 1)
                if room == taker.replicas:  # of more than there is room for, rule host-port-conflict tells
                    yield _deployment(taker, spec, where)


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
