"""Port conflicts as they were told before masks: every pod with every other one, in every pool; for small inputs."""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from properties.node_sharing import may_share_node
from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.makings import makings, pools_each
from yurt_hostnet.analysis.pins import is_pinned_to_hosts
from yurt_hostnet.kube.node_affinity import MalformedAffinity, matches
from yurt_hostnet.kube.placement import may_land, pinned_nodes, pinned_values
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.kube.ports import host_ports, repeated_ports

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.kube.ports import HostPort
    from yurt_hostnet.openyurt.pools import Pool, Pools

LIMIT = 100
"""With so many other placements each is compared, in each pool; with all, time would grow with their square."""

_PLACED_BY = ("nodeSelector", "affinity")


class PortTaker:
    """A pod template with host ports that last.

    `pools` are those in which its pods will be: each of them if `everywhere` (one pod on each node, or
    pods for each pool), else one of them; () where that is not known. `nodes` are the only nodes that it
    may run on, None if it is not bound to any.
    """

    __slots__ = ("everywhere", "item", "nodes", "pools", "ports", "ref", "template")

    def __init__(self, item: KubeObject, template: PodTemplate, ports: list[HostPort]) -> None:
        self.item = item
        self.ref = item.ref
        self.template = template
        self.ports = ports
        self.nodes = pinned_nodes(template.spec)
        self.pools: tuple[str, ...] = ()
        self.everywhere = template.per_node

    @property
    def replicas(self) -> int:
        """The number of its pods (in each pool if everywhere), 1 if it is not known."""
        return 1 if self.template.replicas is None else self.template.replicas

    def placement(self) -> str:
        """Return a text that is the same for takers whose pods may run on the same nodes."""
        spec = self.template.spec
        requires = [spec.get(key) for key in _PLACED_BY]
        return repr((self.pools, self.nodes, self.everywhere, self.template.per_node, requires))


def suits_all(spec: dict[str, Any], known: Mapping[str, str | None]) -> bool:
    """Whether every Linux node with the labels in `known` suits a PodSpec. Raises MalformedAffinity."""
    linux = {f"{prefix}kubernetes.io/os": "linux" for prefix in ("", "beta.")}
    return matches(spec, {**linux, **{key: value for key, value in known.items() if value is not None}})


def port_takers(context: Context, *words: tuple[bytes, ...]) -> Iterator[PortTaker]:
    """Yield each template with host ports in objects whose text holds one of each `words`, unless it cannot be read."""
    landing = Landing(context)
    for item in context.package.mentioning_each(*words):
        for template in context.templates(item):
            ports = host_ports(template.spec, template.spec_path)
            if not ports or template.effect == STATIC_POD or template.replicas == 0:
                continue
            try:
                taker = PortTaker(item, template, [port for port in ports if port.lasting])
                _place(taker, landing)
            except MalformedAffinity:
                continue
            yield taker


def repeats(taker: PortTaker) -> Iterator[tuple[HostPort, HostPort, bool]]:
    """Yield two ports of one pod that cannot be had together, and whether the API refuses the pod for it."""
    spec, path = taker.template.spec, taker.template.spec_path
    refused = repeated_ports(spec, path)
    for first, second in combinations(host_ports(spec, path), 2):
        in_one = first.path[:-2] == second.path[:-2]
        if first.conflicts(second) and (in_one or (first.lasting and second.lasting)):
            yield first, second, second.path in refused


class _Camp:
    """Takers of one port that are placed alike: the first of them with its port, who they are, how many pods they make.

    Of one object that stands in the package twice, as in two overlays, the first counts.
    """

    __slots__ = ("objects", "pods", "port", "taker")

    def __init__(self, taker: PortTaker, port: HostPort) -> None:
        self.taker = taker
        self.port = port
        self.objects = {taker.ref}
        self.pods = taker.replicas

    def add(self, taker: PortTaker) -> None:
        """Count the pods of a taker, unless its object is there already."""
        if taker.ref not in self.objects:
            self.objects.add(taker.ref)
            self.pods += taker.replicas


def collisions(
    takers: Iterable[PortTaker], pools: Pools, nodes: Mapping[str, int]
) -> Iterator[tuple[PortTaker, HostPort, PortTaker, tuple[str, ...]]]:
    """Yield (taker, its port, an earlier taker of that port, pools where they meet), once for each port of a taker.

    `nodes` says how many Nodes of each pool are declared: where there are enough of them, nobody collides.
    """
    earlier: dict[tuple[str, int, str], dict[str, _Camp]] = {}
    for taker in takers:
        own = taker.placement()
        for port in taker.ports:
            mark = f"{port.ip} {own}"
            known = [earlier.setdefault((port.protocol, port.port, pool), {}) for pool in taker.pools]
            for camp in (camp for camps in known for camp in (*islice(camps.values(), LIMIT), camps.get(mark))):
                if camp is None or not port.conflicts(camp.port) or taker.ref in camp.objects:
                    continue
                shared = _meeting(taker, camp.taker, pools)
                if shared and _room(taker, camp.taker, shared, nodes) < taker.replicas + camp.pods:
                    yield taker, port, camp.taker, shared
                    break
            new = _Camp(taker, port)
            for camps in known:
                camps.setdefault(mark, new).add(taker)


def _room(one: PortTaker, other: PortTaker, shared: Iterable[str], nodes: Mapping[str, int]) -> int:
    """Return for how many pods with one port there is room where both of two takers are; 0 if nobody knows."""
    if one.template.per_node or other.template.per_node:
        return 0
    if one.nodes is not None and other.nodes is not None:
        return len({*one.nodes, *other.nodes})
    each = min if one.everywhere or other.everywhere else sum
    return each(nodes.get(pool, 0) for pool in shared)


def _certain(one: PortTaker, other: PortTaker, labels: Mapping[str, str | None]) -> bool:
    """Whether a DaemonSet of the two is on the nodes of a pool for certain, or on the same ones as the other is."""
    each = [taker for taker in (one, other) if taker.template.per_node]
    sure = [suits_all(taker.template.spec, labels) for taker in each]
    if len(each) < 2:
        return all(sure)
    return any(sure) or all(one.template.spec.get(key) == other.template.spec.get(key) for key in _PLACED_BY)


def _meeting(one: PortTaker, other: PortTaker, pools: Pools) -> tuple[str, ...]:
    """Return the pools in which pods of both may come to one node; () if one of them can do without."""
    if one.nodes is not None and other.nodes is not None and not set(one.nodes) & set(other.nodes):
        return ()
    specs = (one.template.spec, other.template.spec)
    known = {name: pools.known_labels(name) for name in one.pools if name in other.pools}
    shared = [name for name, labels in known.items() if may_share_node(*specs, labels) and _certain(one, other, labels)]
    return tuple(shared) if all(taker.everywhere or set(taker.pools) <= set(shared) for taker in (one, other)) else ()


def _place(taker: PortTaker, landing: Landing) -> None:
    """Find the pools of a taker. Raises MalformedAffinity."""
    template, pools = taker.template, landing.context.pools
    topology = pools_each(landing.context, template)
    named = pinned_values(template.spec, pools.label)
    if topology is not None:
        taker.pools, taker.everywhere = topology, True
    elif named is not None:
        taker.pools = named
    elif is_pinned_to_hosts(template.spec):
        taker.pools = landing.hosts
    elif taker.nodes is not None:
        found = tuple(dict.fromkeys(landing.context.pool_of_node.get(name, "") for name in taker.nodes))
        taker.pools = found if all(found) else ()
    elif template.per_node:
        taker.pools = tuple(pool.name for pool in pools)
    if any(name in landing.hosts for name in taker.pools) and landing.stays_off(taker.item, template):
        taker.pools = tuple(name for name in taker.pools if name not in landing.hosts)
    specs = [making.made.specs for making in makings(landing.context, template)]
    taker.pools = tuple(
        name
        for name in taker.pools
        if _suits(specs, pools.known_labels(name)) and not _keeps_off(pools.by_name.get(name), template)
    )


def _suits(made: list[tuple[dict[str, Any], ...]], labels: Mapping[str, str | None]) -> bool:
    return any(all(may_land(spec, labels) for spec in specs) for specs in made)


def _keeps_off(pool: Pool | None, template: PodTemplate) -> bool:
    """Whether a taint of a pool keeps pods off; taken from ToleratesTaint, for those that the tests draw."""
    tolerated = [entry["key"] for entry in template.spec.get("tolerations", ())]
    if template.per_node:
        tolerated.append("node.kubernetes.io/unschedulable")
    taints = pool.taints if pool is not None and pool.taints else ()
    return any(taint["effect"] != "PreferNoSchedule" and taint["key"] not in tolerated for taint in taints)
