"""Baseline: the state before an edit, united from all of its sources; what rules about edits compare with.

The sources, and which of them counts first, stand in docs/baseline.md. state.py says what is
compared, document.py and sources.py read it, edits.py compares it.
"""

from __future__ import annotations

from yurt_hostnet.kube.workloads import stored_group
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.result import Path

POOLS, NODES, PODS, WORKLOADS = "pools", "nodes", "pods", "workloads"
"""The sections of a HostNetBaseline."""

HOST_NETWORK, TYPE, INTERCONNECTIVITY = "hostNetwork", "type", "interConnectivity"
POOL, HOST_NETWORK_LABEL = "pool", "hostNetworkLabel"
IN_POOLS = "inPools"
"""Of a workload with overrides: hostNetwork in the pools that they name, where it is not that of its template."""

FIELDS = {
    POOLS: (HOST_NETWORK, TYPE, INTERCONNECTIVITY),
    NODES: (POOL, HOST_NETWORK_LABEL),
    PODS: (HOST_NETWORK,),
    WORKLOADS: (HOST_NETWORK, IN_POOLS),
}
"""Section -> the fields whose edits are looked at."""


class BaselineError(InputError):
    """A baseline that cannot be read, or that contradicts itself: never a pass. `path` is the field, if it is one."""

    path: Path = ()


class Key:
    """What one state belongs to: a NodePool, a Node, a Pod, or one pod template of a workload.

    `group` and `kind` are those of a workload, "" elsewhere, the group that of all its versions; `namespace` is
    "default" where a namespaced object has none; `template` is the name of the pod template if the workload may have
    several, else "".
    """

    __slots__ = ("group", "kind", "name", "namespace", "section", "template")

    def __init__(
        self, section: str, name: str, namespace: str = "", group: str = "", kind: str = "", template: str = ""
    ) -> None:
        self.section = section
        self.name = name
        self.namespace = namespace
        self.group = stored_group(group, kind)
        self.kind = kind
        self.template = template

    def named(self, name: str, namespace: str | None = None) -> Key:
        """Return the key of the same object under another name, and another namespace if one is given."""
        namespace = self.namespace if namespace is None else namespace
        return Key(self.section, name, namespace, self.group, self.kind, self.template)

    def of_whole(self) -> Key:
        """Return the key of the same object without the name of a pod template."""
        return Key(self.section, self.name, self.namespace, self.group, self.kind)

    def sort_key(self) -> tuple[str, ...]:
        """Return what keys are sorted, and told apart, by."""
        return (self.section, self.namespace, self.group, self.kind, self.name, self.template)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.sort_key() == other.sort_key()

    def __hash__(self) -> int:
        return hash(self.sort_key())

    def __str__(self) -> str:
        """Return `NodePool beijing`, `Deployment shop/web` and the like."""
        kind = {POOLS: "NodePool", NODES: "Node", PODS: "Pod"}.get(self.section, self.kind)
        name = f"{self.namespace}/{self.name}" if self.namespace else self.name
        return f"{kind} {name} ({self.template})" if self.template else f"{kind} {name}"

    def __repr__(self) -> str:
        return f"Key{self.sort_key()!r}"


class State:
    """What one source says of one key.

    `fields` holds the values that are known, by field name. `place` says where they were read, for
    sentences. `version` is the API version of the NodePool they come from, "" if that is not known.
    `live` marks an object read from a cluster: it also holds what its manifest does not mention. `doubt` is Pool.doubt
    of a NodePool.
    """

    __slots__ = ("doubt", "fields", "live", "place", "version")

    def __init__(
        self, fields: dict[str, Any], place: str = "", version: str = "", live: bool = False, *, doubt: str = ""
    ) -> None:
        self.doubt = doubt
        self.fields = fields
        self.place = place
        self.version = version
        self.live = live

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.place, self.version, self.live))

    def __repr__(self) -> str:
        return f"State({self.fields!r}, {self.place!r}, {self.version!r}, live={self.live})"


class Baseline:
    """The states of all sources. `states` count for any object; `by_file` holds, by absolute path, those of one file.

    `unchanged` names, by absolute path, the files whose bytes are what they were, and where they were so:
    what is in them is its own old state. `lost` holds the states that a file had and no longer has: an
    object that is new to its file may have come from there. Sources are added in the order in which they
    count. Raises BaselineError where two contradict each other in something that cannot have changed.
    """

    __slots__ = ("_templates", "by_file", "lost", "states", "unchanged")

    def __init__(self) -> None:
        self.states: dict[Key, State] = {}
        self.by_file: dict[str, dict[Key, State]] = {}
        self.unchanged: dict[str, str] = {}
        self.lost: dict[Key, list[tuple[str, State]]] = {}
        self._templates: dict[Key, set[Key]] | None = None

    def __bool__(self) -> bool:
        return bool(self.states or self.by_file or self.unchanged or self.lost)

    def add(self, states: Iterable[tuple[Key, State]]) -> None:
        """Add the states of one source behind those that are there."""
        self._templates = None
        unite_into(self.states, states)

    def add_file(self, file: str, states: Iterable[tuple[Key, State]]) -> None:
        """Add the states that one file (absolute path) had; they count before the others, for objects of that file."""
        self._templates = None
        unite_into(self.by_file.setdefault(file, {}), states)

    def add_lost(self, file: str, states: Iterable[tuple[Key, State]]) -> None:
        """Add states that one file (absolute path) had and no longer has."""
        self._templates = None
        for key, state in states:
            self.lost.setdefault(key, []).append((file, state))

    def extend(self, other: Baseline) -> None:
        """Add all that another baseline holds."""
        self.add(other.states.items())
        self.unchanged.update(other.unchanged)
        for file, states in other.by_file.items():
            self.add_file(file, states.items())
        for key, lost in other.lost.items():
            for file, state in lost:
                self.add_lost(file, [(key, state)])

    def find(self, keys: list[Key], file: str = "", now: State | None = None) -> tuple[Key, State] | None:
        """Return the first of `keys` that is known, with its state, None if none is.

        `file` is where the object stands now, and `now` what it says there.
        """
        for key in keys:
            state = self._in_file(key, file, now)
            known = self.states.get(key)
            if state is not None and known is not None:
                state = united(key, state, known)
            found = state or known
            if found is not None:
                return key, found
        return None

    def known(self) -> Iterator[tuple[Key, State]]:
        """Yield every key with its states, but for those of unchanged files."""
        for states in (self.states, *self.by_file.values()):
            yield from states.items()
        for key, lost in self.lost.items():
            for _, state in lost:
                yield key, state

    def only_template_of(self, key: Key) -> Key | None:
        """Return the key of the one pod template that the workload of `key` had, None if it had several or none."""
        if self._templates is None:
            self._templates = {}
            for known, _ in self.known():
                if known.template:
                    self._templates.setdefault(known.of_whole(), set()).add(known)
        found = self._templates.get(key.of_whole(), set())
        return next(iter(found)) if len(found) == 1 else None

    def _in_file(self, key: Key, file: str, now: State | None) -> State | None:
        """Return the old state of an object of one file: what it was there, or else where it may have come from."""
        place = self.unchanged.get(file)
        if place is not None and now is not None:
            return State(now.fields, place, now.version, now.live)
        own = self.by_file.get(file, {}).get(key)
        return _origin(key, self.lost.get(key, []), file, now) if own is None else own


_MANY_ORIGINS = 256
"""So many places that say different things of one object are compared with each of its new places; a bound on time."""


def _origin(key: Key, lost: list[tuple[str, State]], file: str, now: State | None) -> State | None:
    """Return the lost state that an object of `file` most likely had.

    Where they differ, it is the one whose file had the name most like the new one, as when folders are
    renamed; of several, one that is as the object is now. Raises BaselineError where too many differ.
    """
    if not lost or all(state.fields == lost[0][1].fields for _, state in lost):
        return lost[0][1] if lost else None
    if len(lost) > _MANY_ORIGINS:
        raise BaselineError(
            f"{key} was in {len(lost)} files that no longer hold it, with different values, so it cannot be told from "
            "which it came. Give what it was as --baseline FILE.",
            file=file,
        )
    likeness = [_likeness(name, file) for name, _ in lost]
    most = max(likeness)
    nearest = [state for (_, state), like in zip(lost, likeness, strict=True) if like == most]
    same = [state for state in nearest if now is not None and state.fields == now.fields]
    return (same or nearest)[0]


def _likeness(one: str, other: str) -> int:
    """Return how many characters two paths have in common at their beginning and at their end."""
    return _shared(one, other) + _shared(one[::-1], other[::-1])


def _shared(one: str, other: str) -> int:
    """Return the length of the beginning that two texts share; halving, since paths may be long and many."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def unite_into(known: dict[Key, State], states: Iterable[tuple[Key, State]]) -> None:
    """Add states to those that are known, which count first. Raises BaselineError where two contradict each other."""
    for key, state in states:
        known[key] = united(key, known[key], state) if key in known else state


def united(key: Key, first: State, second: State) -> State:
    """Return what two sources say together; the first counts where they differ and may.

    A workload may have changed between them, and a node may have left its pool. Raises BaselineError for
    any other difference.
    """
    fields = dict(first.fields)
    for name, value in second.fields.items():
        known = fields.setdefault(name, value)
        if known == value or key.section == WORKLOADS or (key.section == NODES and "" in {known, value}):
            continue
        raise BaselineError(
            f"The baseline contradicts itself: {name} of {key} is {shown(known)} in {first.place} and {shown(value)} "
            f"in {second.place}. Remove the one that is wrong."
        )
    return State(fields, first.place, first.version or second.version, first.live, doubt=first.doubt)


def shown(value: Any) -> str:
    """Return a value as a sentence names it: `true`, `Edge`, `not set`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value not in {None, ""} else "not set"
