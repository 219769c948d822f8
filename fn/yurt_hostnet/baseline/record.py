"""What a baseline does not know yet: new NodePools and Nodes for the one in the package, everything for a new one."""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import HOST_NETWORK_LABEL, NODES, POOL, POOLS, Key, State
from yurt_hostnet.baseline.document import entry_of, is_recorded
from yurt_hostnet.baseline.edits import Declarations, keys_of, present_states
from yurt_hostnet.baseline.effective import written_label
from yurt_hostnet.openyurt.pools import POOL_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from yurt_hostnet.baseline.baseline import Baseline
    from yurt_hostnet.baseline.state import Reading
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.package import Package
    from yurt_hostnet.openyurt.pools import Pools

    Apart = Callable[[KubeObject, str], bool]

POOL_AND_NODE_WORDS = (*POOL_WORDS, b"Node")


def new_entries(
    known: Baseline, package: Package, pools: Pools, reading: Reading, is_apart: Apart
) -> dict[str, list[dict[str, Any]]]:
    """Return by section the entries of the NodePools and Nodes that `known` lacks, in the order of the package.

    An object that kustomize renamed is known under any of its names. `is_apart` is Context.is_of_another_build.
    """
    new: dict[Key, State] = {}
    for key, state, names in _states(package, pools, reading, POOL_AND_NODE_WORDS, is_apart):
        if key.section in {POOLS, NODES} and not any(name in known.states for name in names):
            first = new.get(key, state)
            new[key] = State({**state.fields, **first.fields}, live=first.live, doubt=first.doubt)
    found: dict[str, list[dict[str, Any]]] = {POOLS: [], NODES: []}
    for key, state in new.items():
        if is_recorded(key, state):
            found[key.section].append(entry_of(key, state))
    return {section: entries for section, entries in found.items() if entries}


def all_states(package: Package, pools: Pools, reading: Reading, is_apart: Apart) -> list[tuple[Key, State]]:
    """Return all that a package says of what must not change, as yurt-hostnet leaves it; see `new_entries`."""
    words = (*POOL_AND_NODE_WORDS, *reading.pod_words)
    return [(key, state) for key, state, _ in _states(package, pools, reading, words, is_apart)]


def _states(
    package: Package, pools: Pools, reading: Reading, words: tuple[bytes, ...], is_apart: Apart
) -> list[tuple[Key, State, list[Key]]]:
    """Return what each declaration says, but for what it leaves to another of the same object, as a patch does.

    A pool whose declarations contradict each other is left out.
    """
    found = present_states(package, reading, words)
    declared = Declarations(found)
    states = []
    for present in found:
        key, state = present.key, present.state
        fields = dict(state.fields)
        if key.section == POOLS and pools.is_contradictory(key.name):
            continue
        if key.section == NODES and not (fields[POOL] in pools and is_apart(present.item, fields[POOL])):
            fields[HOST_NETWORK_LABEL] = written_label(fields, pools)
        fields = {name: fields[name] for name in fields if not declared.said_elsewhere(present, name)}
        own = State(fields, state.place, state.version, state.live, doubt=state.doubt)
        states.append((key, own, keys_of(key, present.item.annotations)))
    return states
