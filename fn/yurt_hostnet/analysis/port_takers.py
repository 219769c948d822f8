"""Port takers: pods that take ports of their nodes, the pools in which they do, and which ports a pod takes twice."""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.makings import landing as landing_of
from yurt_hostnet.analysis.makings import pools_each
from yurt_hostnet.analysis.pins import is_pinned_to_hosts
from yurt_hostnet.analysis.workload_refs import key_of
from yurt_hostnet.krm.edit import frozen
from yurt_hostnet.kube.label_sets import Placing
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.node_demands import PodDemands
from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.kube.placement import pinned_nodes, pinned_values
from yurt_hostnet.kube.pod_counts import counts_by_pool, pod_count
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.kube.ports import ANY_IP, host_ports, repeated_ports
from yurt_hostnet.kube.workloads import stored_group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.pool_views import PoolView
    from yurt_hostnet.analysis.workload_refs import Referrer
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Place
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.kube.ports import HostPort

_FEW = 64
"""So many pools are told in the order in which a pod names them; more in that of the package."""


class PortTaker:
    """A pod template with host ports that last, and as many pods of it as are placed alike.

    `pools` is the mask (Context.pool_masks) of those in which its pods will be: each of them if `everywhere` (one pod
    on each node, or pods for each pool), else one of them; 0 where that is not known. `sure` are those whose Linux
    nodes all suit the pods, looked up for DaemonSets only. `placed_by` is equal where nodeSelector and affinity are.
    `room` are the pools whose nodes suit the pods and whose taints they tolerate. `nodes` are the only nodes that it
    may run on, None if it is not bound to any. `identity` is equal for an object in two versions of its API, which are
    one object. `replicas` is the number of its pods (in each pool if everywhere), 1 if it is not known. `name` is the
    workload that makes the pods, as a sentence begins, "" for the template's own. `view` is that of overrides by which
    the pods are others than the workload's template says, None without any.
    """

    __slots__ = (
        "_masks", "_named", "_only", "_placing", "everywhere", "identity", "item", "name", "nodes", "placed_by",
        "pools", "ports", "ref", "replicas", "room", "sure", "template", "view",
    )  # fmt: skip

    def __init__(
        self,
        item: KubeObject,
        template: PodTemplate,
        ports: list[HostPort],
        landing: Landing,
        replicas: int | None = 1,
        *,
        only: tuple[str, ...] | None = None,
        room: int | None = None,
        made_by: Referrer | None = None,
        view: PoolView | None = None,
    ) -> None:
        """`only` are the pools for which the workload makes these pods; `made_by` is who makes them in its place.

        `room` is that of another taker of this template, which need not be found anew.
        """
        self.view = view
        self.item = item
        self.ref = ref = item.ref
        self.name = ""
        self.identity = (stored_group(item.group, ref.kind), ref.kind, ref.namespace, ref.name)
        if made_by is not None:
            self.name = f"Rollout {made_by.name}"
            self.identity = ("argoproj.io", "Rollout", made_by.namespace, made_by.name)
        self.template = template
        self.ports = ports
        self.replicas = 1 if replicas is None else replicas
        names = pinned_nodes(template.spec)
        self.nodes = None if names is None else frozenset(names)
        self.everywhere = template.per_node
        self.pools = 0
        self.sure = 0
        self._masks = landing.context.pool_masks
        self._named: dict[int, str] = {}
        self._only = only
        self.room = 0
        self._placing: Placing | None = None
        self._place(landing, room)
        self.placed_by = frozen([template.spec.get(key) for key in ("nodeSelector", "affinity")])

    @property
    def placing(self) -> Placing:
        """What the pods demand of the labels of nodes. Raises MalformedAffinity."""
        if self._placing is None:
            self._placing = Placing(self._masks.labels, PodDemands(self.template.spec))
        return self._placing

    def placement(self) -> tuple[Any, ...]:
        """Return what is equal for takers whose pods may run on the same nodes."""
        return (self.pools, self.nodes, self.everywhere, self.template.per_node, self.placed_by)

    def __str__(self) -> str:
        """Return the workload that makes the pods, as `Deployment web`."""
        return self.name or str(self.ref)

    def place(self, port: HostPort) -> Place:
        """Return object, path and origin of what gives the pods a port: an entry of the workload, or a patch."""
        if self.view is None:
            return self.ref, port.path, self.item.origin
        from yurt_hostnet.analysis.patched_ports import place_of_port

        return place_of_port(self.view, self.item, port)

    def in_order(self, pools: int) -> Collection[str]:
        """Return the names of pools in a mask, in the order in which the pod names them."""
        if self._named:
            return [name for mask, name in self._named.items() if mask & pools]
        return self._masks.names(pools)

    def first_of(self, pools: int) -> int:
        """Return the place in this order of the first of some pools."""
        if self._named:
            return next((place for place, mask in enumerate(self._named) if mask & pools), _FEW)
        return (pools & -pools).bit_length()

    def _place(self, landing: Landing, room: int | None) -> None:
        """Find the pools. Raises MalformedAffinity."""
        template, context, masks = self.template, landing.context, self._masks
        named = self._names(landing)
        if named is not None:
            self.pools = masks.of(named)
            self._named = {masks.of((name,)): name for name in named} if len(named) <= _FEW else {}
        elif is_pinned_to_hosts(template.spec):
            self.pools = masks.hosts
        elif self.nodes is not None:
            found = tuple(dict.fromkeys(context.pool_of_node.get(name, "") for name in sorted(self.nodes)))
            self.pools = masks.of(found) if all(found) else 0
            self._named = {masks.of((name,)): name for name in found} if len(found) <= _FEW else {}
        elif template.per_node:
            self.pools = masks.declared
        if self.pools & masks.hosts and landing.stays_off(self.item, template):
            self.pools &= ~masks.hosts
        self.room = landing_of(context, template) if room is None else room  # behind all names, which get numbers
        self.pools &= self.room
        if template.per_node:
            self.sure = masks.suits_all(template.spec)

    def _names(self, landing: Landing) -> tuple[str, ...] | None:
        if self._only is not None:
            self.everywhere = True
            return self._only
        return pinned_values(self.template.spec, landing.context.pools.label)


def port_takers(context: Context, *words: tuple[bytes, ...]) -> Iterator[PortTaker]:
    """Yield each template with host ports in objects whose text holds one of each `words`, unless it cannot be read.

    Once for each number of pods that its workload makes in some pools, and for each template that overrides make there.
    One that an Argo Rollout uses stands for the Rollout's pods, and not for those of its own workload, which the
    Rollout takes over.
    """
    landing, made_by = Landing(context), context.rollouts
    for item in context.package.mentioning_each(*context.subjects_with(words)):
        for template in context.templates(item):
            ports = host_ports(template.spec, template.spec_path)
            may_take = ports or (template.group, template.kind) in OVERRIDABLE
            if not may_take or template.effect == STATIC_POD:
                continue
            try:
                if not made_by or (rollouts := made_by.get(key_of(template))) is None:
                    yield from own_takers(item, template, landing)
                    continue
                lasting = [port for port in ports if port.lasting]
                for rollout in rollouts:
                    if rollout.replicas:
                        yield PortTaker(item, template, lasting, landing, rollout.replicas, made_by=rollout)
            except MalformedAffinity:
                continue


def own_takers(item: KubeObject, template: PodTemplate, landing: Landing) -> Iterator[PortTaker]:
    """Yield a taker for each number of pods that the workload of a template makes, and each template of overrides.

    Raises MalformedAffinity.
    """
    pools = pools_each(landing.context, template)
    if pools is None:
        ports = host_ports(template.spec, template.spec_path)
        if ports and (count := pod_count(template)) != 0:
            yield PortTaker(item, template, [port for port in ports if port.lasting], landing, count)
        return
    views = _views(item, template, landing.context)
    alike: dict[tuple[int, int], list[str]] = {}
    for name, count in counts_by_pool(template, pools).items():
        if count:
            alike.setdefault((id(views.get(name)), count), []).append(name)
    landing.context.pool_masks.of(pools)  # so that the first one finds the room in all of them
    rooms: dict[str, int] = {}
    for (_, count), names in alike.items():
        view = views.get(names[0])
        one = template if view is None else view.template
        ports = host_ports(one.spec, one.spec_path)
        if not ports:
            continue
        mark = repr([one.spec.get(key) for key in _PLACING]) if views else ""
        if mark not in rooms:
            if rooms:
                from yurt_hostnet.analysis.pool_views import spend

                spend(landing.context, item, len(pools))
            rooms[mark] = landing_of(landing.context, one)
        lasting = [port for port in ports if port.lasting]
        yield PortTaker(item, one, lasting, landing, count, only=tuple(names), room=rooms[mark], view=view)


_PLACING = ("nodeSelector", "affinity", "nodeName", "tolerations")


def _views(item: KubeObject, template: PodTemplate, context: Context) -> dict[str, PoolView]:
    """Return by pool the views of overrides that make of a template one with other ports or another placement."""
    if (template.group, template.kind) not in OVERRIDABLE:
        return {}
    from yurt_hostnet.analysis.pool_views import pool_views

    views = (view for view in pool_views(context, item, template) if view.is_sure)
    return {name: view for view in views if view.template.spec != template.spec for name in view.pools}


def repeats(taker: PortTaker) -> Iterator[tuple[HostPort, HostPort, bool]]:
    """Yield each port of a pod that cannot be had beside an earlier one, behind the first such one.

    The third value is whether the API refuses the pod for it.
    """
    spec, path = taker.template.spec, taker.template.spec_path
    refused = set(repeated_ports(spec, path))
    earlier: dict[tuple[Any, ...], tuple[int, HostPort]] = {}
    for number, port in enumerate(host_ports(spec, path)):
        scopes = [port.path[:-2], *([True] if port.lasting else [])]  # one container, or all whose ports last
        addresses = [port.ip, ANY_IP] if port.ip != ANY_IP else [""]
        marks = [(port.protocol, port.port, scope, address) for scope in scopes for address in addresses]
        known = [earlier[mark] for mark in marks if mark in earlier]
        if known:
            _, first = min(known, key=lambda pair: pair[0])
            yield first, port, port.path in refused
        for scope in scopes:
            for address in (port.ip, ""):
                earlier.setdefault((port.protocol, port.port, scope, address), (number, port))
