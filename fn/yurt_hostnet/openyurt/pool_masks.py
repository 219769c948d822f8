"""Pool masks: for all pools at once, which of them suit a PodSpec; a pool is one bit of an int."""

from __future__ import annotations

from yurt_hostnet.kube.label_sets import LabelSets, mask_of, numbers_in, size_of
from yurt_hostnet.kube.placement import asks_for
from yurt_hostnet.kube.taint_sets import TaintSets
from yurt_hostnet.openyurt.names import POOL_TYPE_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from yurt_hostnet.openyurt.pool_choice import PoolChoice
    from yurt_hostnet.openyurt.pools import Pools


class PoolMasks:
    """The pools of a package by number: the declared ones in their order, then others as they are named.

    `declared` and `hosts` are the masks of all declared pools and of those that use the host network.
    """

    __slots__ = ("_chosen", "_names", "_numbers", "_pools", "_readings", "_taints", "declared", "hosts", "labels")

    def __init__(self, pools: Pools) -> None:
        self._pools = pools
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._taints = TaintSets()
        self._readings: list[LabelSets] = []
        self._chosen: PoolChoice | None = None
        self.labels = LabelSets()
        self.declared = self.of(pools.by_name)
        self.hosts = self.of(pools.host_network_names())
        for pool in pools:
            self._taints.add(self._numbers[pool.name], pool.taints)

    @property
    def edge(self) -> int:
        """The declared pools of type Edge, as host-network pools are."""
        return self.hosts | self.of(pool.name for pool in self._pools if pool.type == "Edge" and not pool.has_types)

    def of(self, names: Iterable[str]) -> int:
        """Return the mask of pools, given by name; names that nobody declares get numbers of their own."""
        return mask_of(self._number(name) for name in names)

    def may_land(self, pod_spec: dict[str, Any]) -> int:
        """Return the pools for which placement.may_land is true in any reading. Raises MalformedAffinity."""
        found = 0
        for sets in self.readings(asks_for_type=asks_for(pod_spec, POOL_TYPE_LABEL)):
            found |= sets.may_land(pod_spec)
        return found

    def readings(self, *, asks_for_type: bool) -> list[LabelSets]:
        """Return the labels of all pools, once for each reading of POOL_TYPE_LABEL where pods ask for that."""
        return self._by_reading() if asks_for_type else [self.labels]

    def suits_all(self, pod_spec: dict[str, Any]) -> int:
        """Return the pools whose Linux nodes all suit a PodSpec, whatever else they lack. Raises MalformedAffinity."""
        found = self.labels.all
        for sets in self.readings(asks_for_type=asks_for(pod_spec, POOL_TYPE_LABEL)):
            found &= sets.suits_all(pod_spec)
        return found

    def chosen(self, selector: dict[str, Any], *, labelled: bool) -> tuple[int, int] | None:
        """Return the declared pools that a LabelSelector over NodePools chooses, and those that it may choose too.

        None says that the selector cannot be read, so that its controller makes nothing.
        `labelled` says whether every version of OpenYurt that reads the selector writes POOL_TYPE_LABEL on NodePools.
        """
        if self._chosen is None:
            from yurt_hostnet.openyurt.pool_choice import PoolChoice

            self._chosen = PoolChoice(self._pools)
        return self._chosen.chosen(selector, labelled=labelled)

    @property
    def are_tainted(self) -> bool:
        """Whether any declared pool has a taint that can keep a pod off."""
        return bool(self._taints)

    def tainted(self, pod_spec: dict[str, Any], *, daemon: bool = False) -> int:
        """Return the declared pools with a taint that keeps the pods off; `daemon` means those of a DaemonSet."""
        return self._taints.keeping_off(pod_spec, daemon=daemon)

    def taints_left(self, pod_spec: dict[str, Any], *, daemon: bool = False) -> list[tuple[int, list[dict[str, Any]]]]:
        """Return the same with the taints, together for pools that have the same ones."""
        return self._taints.left(pod_spec, daemon=daemon)

    def names(self, mask: int) -> PoolNames:
        """Return the names of the pools in a mask, in the order of their numbers."""
        return PoolNames(self._names, mask)

    def _by_reading(self) -> list[LabelSets]:
        """Return the labels of all pools as known_readings has them: one set for each reading."""
        if not self._readings:
            self._readings = [LabelSets(), LabelSets()]
        for name in self._names[self._readings[0].all.bit_length() :]:
            known = self._pools.known_readings(name)
            for sets, labels in zip(self._readings, (known[0], known[-1]), strict=True):
                sets.add(labels)
        return self._readings

    def _number(self, name: str) -> int:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = self.labels.add(self._pools.known_labels(name))
            self._names.append(name)
        return number


class PoolNames:
    """The names of the pools in a mask: counted at once, read one by one."""

    __slots__ = ("_mask", "_names")

    def __init__(self, names: list[str], mask: int) -> None:
        self._names = names
        self._mask = mask

    def __contains__(self, name: object) -> bool:
        return any(own == name for own in self)

    def __len__(self) -> int:
        return size_of(self._mask)

    def __bool__(self) -> bool:
        return bool(self._mask)

    def __iter__(self) -> Iterator[str]:
        return (self._names[number] for number in numbers_in(self._mask))


class NodeCounts:
    """How many Nodes of each pool are declared, for sums and minima over masks of pools."""

    __slots__ = ("_digits", "some")

    def __init__(self, masks: PoolMasks, counts: Mapping[str, int]) -> None:
        self.some = masks.of(name for name, count in counts.items() if count)
        highest = max(counts.values(), default=0).bit_length()
        self._digits = [
            masks.of(name for name, count in counts.items() if count >> digit & 1) for digit in range(highest)
        ]

    def total(self, mask: int) -> int:
        """Return the number of Nodes in all these pools together."""
        return sum(size_of(mask & having) << digit for digit, having in enumerate(self._digits))

    def fewer_than(self, mask: int, number: int) -> int:
        """Return those of these pools that have fewer Nodes than `number`, which is 0 or more."""
        fewer, equal = 0, mask
        for digit in range(max(len(self._digits), number.bit_length()) - 1, -1, -1):
            having = self._digits[digit] if digit < len(self._digits) else 0
            if number >> digit & 1:
                fewer |= equal & ~having
                equal &= having
            else:
                equal &= ~having
        return fewer

    def least(self, mask: int) -> int:
        """Return the number of Nodes in that of the pools with the fewest; 0 without any pool."""
        if not mask or mask & ~self.some:
            return 0
        found = 0
        for digit in range(len(self._digits) - 1, -1, -1):
            if without := mask & ~self._digits[digit]:
                mask = without
            else:
                found |= 1 << digit
        return found
