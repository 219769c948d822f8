"""Port collisions: pods of two workloads that take the same port and can come to one node."""

from __future__ import annotations

from itertools import islice

from yurt_hostnet.kube.label_sets import numbers_in, shared
from yurt_hostnet.kube.ports import ANY_IP
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yurt_hostnet.analysis.port_takers import PortTaker
    from yurt_hostnet.kube.ports import HostPort
    from yurt_hostnet.openyurt.pool_masks import NodeCounts

LIMIT = 100
"""With so many other placements each is compared, in each pool; with all, time would grow with their square."""
MOST = 1000
"""With so many placements in single pools one that spans many pools is compared."""
NARROW = 8
"""Placements in so few pools are kept by pool, others in one list."""
PAIRS = 1_000_000
"""So many pairs of nodeSelectorTerms are compared in a run: each of one pod with each of another."""


class Camp:
    """Takers of one port that are placed alike: the first of them with its port, who they are, how many pods they make.

    Of one object that stands in the package twice, as in two overlays or two versions of its API, the first counts.
    `number` is its place among all camps.
    """

    __slots__ = ("number", "objects", "placement", "pods", "port", "taker")

    def __init__(self, taker: PortTaker, port: HostPort, placement: int, number: int) -> None:
        self.taker = taker
        self.port = port
        self.placement = placement
        self.number = number
        self.objects = {taker.identity}
        self.pods = taker.replicas

    def add(self, taker: PortTaker) -> None:
        """Count the pods of a taker, unless its object is there already."""
        if taker.identity not in self.objects:
            self.objects.add(taker.identity)
            self.pods += taker.replicas


class _Camps:
    """Camps by the pools that they are in."""

    __slots__ = ("narrow", "occupied", "wide")

    def __init__(self) -> None:
        self.wide: list[Camp] = []
        self.narrow: dict[int, list[Camp]] = {}
        self.occupied = 0

    def add(self, camp: Camp) -> None:
        pools = camp.taker.pools
        numbers = list(islice(numbers_in(pools), NARROW + 1))
        if len(numbers) > NARROW:
            self.wide.append(camp)
            return
        self.occupied |= pools
        for number in numbers:
            self.narrow.setdefault(number, []).append(camp)

    def near(self, pools: int) -> Iterator[Camp]:
        """Yield camps that are in some of `pools`, some of them again and again; not all of very many."""
        yield from (camp for camp in islice(self.wide, LIMIT) if camp.taker.pools & pools)
        found = 0
        for number in numbers_in(self.occupied & pools):
            camps = self.narrow[number][:LIMIT]
            yield from camps
            found += len(camps)
            if found >= MOST:
                return


class _Port:
    """All camps of one port and protocol, by address and by what has to hold where they meet others; see `_certain`."""

    __slots__ = ("_camps", "by_mark")

    def __init__(self) -> None:
        self.by_mark: dict[tuple[str, int], Camp] = {}
        self._camps: dict[tuple[str, object], _Camps] = {}

    def near(self, taker: PortTaker, port: HostPort) -> list[Camp]:
        """Return camps whose port conflicts with that of a taker in one of its pools: those of its first pool first."""
        pools, sure = taker.pools, taker.pools & taker.sure
        asked: list[tuple[object, int]] = [(_PODS, pools), (_SURE, pools)]
        if taker.template.per_node:
            asked = [(_PODS, sure), (_SURE, pools), (_UNSURE, sure), (taker.placed_by, pools)]
        addresses = [""] if port.ip == ANY_IP else [port.ip, ANY_IP]
        found = {
            camp.number: camp
            for address in addresses
            for kind, where in asked
            if where and (address, kind) in self._camps
            for camp in self._camps[address, kind].near(where)
        }
        return sorted(found.values(), key=lambda camp: (taker.first_of(camp.taker.pools & pools), camp.number))

    def add(self, taker: PortTaker, port: HostPort, placement: int) -> None:
        """Count a taker of the port."""
        mark = (port.ip, placement)
        if mark in self.by_mark:
            self.by_mark[mark].add(taker)
            return
        camp = self.by_mark[mark] = Camp(taker, port, placement, len(self.by_mark))
        kinds: list[object] = [_PODS]
        if taker.template.per_node:
            kinds = [_SURE] if taker.pools & taker.sure else [_UNSURE, taker.placed_by]
        for kind in kinds:
            for address in (port.ip, ""):  # "" for all of them
                self._camps.setdefault((address, kind), _Camps()).add(camp)


_PODS, _SURE, _UNSURE = "pods", "sure", "unsure"
"""Camps of pods that are not on each node, and of DaemonSets that are on all nodes of some pools, or may not be."""


def collisions(takers: Iterable[PortTaker], nodes: NodeCounts) -> Iterator[tuple[PortTaker, HostPort, PortTaker, int]]:
    """Yield (taker, its port, an earlier taker of that port, pools where they meet), once for each port of a taker.

    `nodes` says how many Nodes of each pool are declared: where there are enough of them, nobody collides. Raises
    InputError where node affinity has more terms than can be compared.
    """
    meetings = _Meetings()
    ports: dict[tuple[str, int], _Port] = {}
    for taker in takers:
        own = meetings.number(taker)
        for port in taker.ports if taker.pools else ():
            known = ports.setdefault((port.protocol, port.port), _Port())
            same = known.by_mark.get((port.ip, own))
            for camp in (*known.near(taker, port), *([same] if same is not None else [])):
                if taker.identity in camp.objects:
                    continue
                meet = meetings.of(taker, own, camp)
                if meet and _room(taker, camp.taker, meet, nodes) < taker.replicas + camp.pods:
                    yield taker, port, camp.taker, meet
                    break
            known.add(taker, port, own)


def _room(one: PortTaker, other: PortTaker, pools: int, nodes: NodeCounts) -> int:
    """Return for how many pods with one port there is room where both of two takers are; 0 if nobody knows."""
    if one.template.per_node or other.template.per_node:
        return 0
    if one.nodes is not None and other.nodes is not None:
        return len(one.nodes | other.nodes)
    return nodes.least(pools) if one.everywhere or other.everywhere else nodes.total(pools)


class _Meetings:
    """Where takers meet, by how they are placed; the same two placements are compared once."""

    __slots__ = ("_allowance", "_known", "_numbers")

    def __init__(self) -> None:
        self._allowance = [PAIRS]
        self._known: dict[tuple[int, int], int] = {}
        self._numbers: dict[tuple[object, ...], int] = {}

    def number(self, taker: PortTaker) -> int:
        """Return a number that is the same for takers whose pods may run on the same nodes."""
        return self._numbers.setdefault(taker.placement(), len(self._numbers))

    def of(self, taker: PortTaker, placement: int, camp: Camp) -> int:
        """Return the pools in which pods of both may come to one node; 0 if one of them can do without."""
        mark = (placement, camp.placement)
        if mark not in self._known:
            self._known[mark] = self._meet(taker, camp.taker)
        return self._known[mark]

    def _meet(self, one: PortTaker, other: PortTaker) -> int:
        if one.nodes is not None and other.nodes is not None and one.nodes.isdisjoint(other.nodes):
            return 0
        within = _certain(one, other) & one.pools & other.pools
        if not within or not _all_meet(one, other, within):
            return 0
        meet = shared(one.placing, other.placing, within, self._allowance)
        if self._allowance[0] < 0:
            raise InputError(
                f"The node affinity of pods with host ports has too many nodeSelectorTerms to compare, as that of "
                f"{one.ref} with that of {other.ref}. Write fewer terms with more values each, or set rule "
                "host-port-conflict to off."
            )
        return meet if _all_meet(one, other, meet) else 0


def _all_meet(one: PortTaker, other: PortTaker, pools: int) -> bool:
    """Whether neither of two takers can go to other pools than these."""
    return bool(pools) and all(taker.everywhere or not taker.pools & ~pools for taker in (one, other))


def _certain(one: PortTaker, other: PortTaker) -> int:
    """Return the pools on whose nodes a DaemonSet of the two is for certain, or on the same ones as the other is."""
    each = [taker for taker in (one, other) if taker.template.per_node]
    if not each:
        return -1
    if len(each) == 1:
        return each[0].sure
    return -1 if one.placed_by == other.placed_by else one.sure | other.sure
