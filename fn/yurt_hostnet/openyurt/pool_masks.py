"""Pool masks: for all pools at once, which of them suit a PodSpec; a pool is one bit of an int."""

from __future__ import annotations

from yurt_hostnet.kube.label_sets import LabelSets, mask_of, numbers_in, size_of
from yurt_hostnet.kube.taint_sets import TaintSets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from yurt_hostnet.openyurt.pools import Pools


class PoolMasks:
    """The pools of a package by number: the declared ones in their order, then others as they are named.

    `declared` and `hosts` are the masks of all declared pools and of those that use the host network.
    """

    __slots__ = ("_names", "_numbers", "_pools", "_taints", "declared", "hosts", "labels")

    def __init__(self, pools: Pools) -> None:
        self._pools = pools
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._taints = TaintSets()
        self.labels = LabelSets()
        self.declared = self.of(pools.by_name)
        self.hosts = self.of(pools.host_network_names())
        for pool in pools:
            self._taints.add(self._numbers[pool.name], pool.taints)

    @property
    def edge(self) -> int:
        """The declared pools of type Edge, as host-network pools are."""
        return self.hosts | self.of(pool.name for pool in self._pools if pool.type == "Edge")

    def of(self, names: Iterable[str]) -> int:
        """Return the mask of pools, given by name; names that nobody declares get numbers of their own."""
        return mask_of(self._number(name) for name in names)

    def may_land(self, pod_spec: dict[str, Any]) -> int:
        """Return the pools for which placement.may_land is true. Raises MalformedAffinity."""
        return self.labels.may_land(pod_spec)

    def suits_all(self, pod_spec: dict[str, Any]) -> int:
        """Return the pools whose Linux nodes all suit a PodSpec, whatever else they lack. Raises MalformedAffinity."""
        return self.labels.suits_all(pod_spec)

    @property
    def are_tainted(self) -> bool:
        """Whether any declared pool has a taint that can keep a pod off."""
        return bool(self._taints)

    def tainted(self, pod_spec: dict[str, Any], *, daemon: bool = False) -> int:
        """Return the declared pools with a taint that keeps the pods off; `daemon` means those of a DaemonSet."""
        return self._taints.keeping_off(pod_spec, daemon=daemon)

    def names(self, mask: int) -> PoolNames:
        """Return the names of the pools in a mask, in the order of their numbers."""
        return PoolNames(self._names, mask)

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
