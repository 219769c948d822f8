"""Edits of what must not change: the package compared with its baseline, as JSON Patch operations."""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import (
    HOST_NETWORK,
    IN_POOLS,
    NODES,
    POOL,
    POOLS,
    Baseline,
    Key,
    State,
    shown,
    united,
)
from yurt_hostnet.baseline.effective import seen_by_cluster
from yurt_hostnet.baseline.object_states import last_applied
from yurt_hostnet.baseline.state import DEFAULT_NAMESPACE, Reading, states_of
from yurt_hostnet.config.config import BASELINE_KIND, LAST_APPLIED
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL
from yurt_hostnet.openyurt.pool_names import PREVIOUS_NAMES
from yurt_hostnet.openyurt.pools import LOST_FIELD, POOL_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.package import Package
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.pools import Pools

LEAVE_OUT = "leave it out of this rule in functionConfig (spec.rules[].except), with a reason"
"""Half of a remedy, where an edit is meant and the state before it cannot be fixed: git, a render, the cluster."""

PREVIOUS_NAMESPACES = "internal.config.kubernetes.io/previousNamespaces"
"""kustomize's note of the namespaces that an object had before, one for each of PREVIOUS_NAMES."""

_MANY_NAMES = 64
"""From so many workloads on it is cheaper to look at every pod than to search for their names."""


class EditedField:
    """One field that is not what it was: an object of the package, the field's name, its old and new value.

    `key` is the object's in the baseline, `before` its state there. `template` is the pod template
    that the field is of, None for a NodePool or a Node; `pool` the one in which its overrides make another value of it.
    `is_doubtful` says that the values are the same, but that the cluster may have stored another one.
    """

    __slots__ = ("before", "field", "is_doubtful", "item", "key", "new", "old", "pool", "template")

    def __init__(
        self,
        item: KubeObject,
        key: Key,
        before: State,
        field: str,
        new: Any,
        template: PodTemplate | None = None,
    ) -> None:
        self.item = item
        self.key = key
        self.before = before
        self.field = field
        self.is_doubtful = False
        self.old = before.fields[field]
        self.new = new
        self.template = template
        self.pool = ""

    def told(self, subject: str) -> str:
        """Return what has become of the field, without a full stop; `subject` says whose: "type of this NodePool"."""
        return f"{subject} was {shown(self.old)} ({self.before.place}) and would become {shown(self.new)}"

    def if_meant(self) -> str:
        """Return what to do about an edit that is meant, as half a sentence: only a HostNetBaseline can be written."""
        if BASELINE_KIND in self.before.place:
            field = (
                f"{IN_POOLS}: {{{self.pool}: {shown(self.new)}}}" if self.pool else f"{self.field}: {shown(self.new)}"
            )
            return f"write {field} into {self.before.place}"
        return LEAVE_OUT

    def __repr__(self) -> str:
        return f"EditedField({self.key}, {self.field}: {self.old!r} -> {self.new!r})"


class Present:
    """What one object of the package says now; `is_alone` if of no other pod template besides."""

    __slots__ = ("file", "is_alone", "item", "key", "state", "template")

    def __init__(
        self, item: KubeObject, key: Key, state: State, template: PodTemplate | None, *, is_alone: bool
    ) -> None:
        self.item = item
        self.key = key
        self.state = state
        self.template = template
        self.is_alone = is_alone
        self.file = ""
        if item.input.file:
            from os import path as os_path

            self.file = os_path.abspath(item.input.file)


def present_states(package: Package, reading: Reading, words: tuple[bytes, ...]) -> list[Present]:
    """Return the states of the objects that may hold one of `words`, in order."""
    found = []
    for item in package.mentioning(*words) if words else ():
        templates = reading.templates(item.group, item.kind, item.data)
        place = item.input.file or "the input"
        for key, state, template in states_of(item.group, item.kind, item.data, templates, reading.pool_label, place):
            found.append(Present(item, key, state, template, is_alone=len(templates) < 2))
    return found


def edited_fields(baseline: Baseline, package: Package, pools: Pools, reading: Reading) -> list[EditedField]:
    """Return the fields of the package that differ from the baseline or from an object's last-applied annotation.

    Objects that only one side has are not compared. Raises BaselineError for a baseline that cannot be
    read or contradicts itself.
    """
    found = present_states(package, reading, words_of(baseline, reading))
    declared = Declarations(found)
    renamed: dict[str, set[str]] = {}
    edits = []
    for present in found:
        before, own = _before(baseline, present, reading)
        if before is None:
            continue
        fields = present.state.fields
        if present.key.section == NODES:
            fields = {**fields, POOL: _same_pool(pools, before.fields[POOL], fields[POOL], renamed)}
        before, now = seen_by_cluster(present.key, before, fields, present.item.data, pools)
        edits += [
            EditedField(present.item, present.key, before, name, now[name], present.template)
            for name in _differing(*_in_both(before.fields, now))
            if own or not declared.said_elsewhere(present, name)
        ]
        if _may_have_been_lost(before, present):
            edits.append(EditedField(present.item, present.key, before, HOST_NETWORK, now[HOST_NETWORK]))
            edits[-1].is_doubtful = True
        if IN_POOLS in before.fields and (own or declared.is_only(present)):
            edits += _edits_in_pools(present, before)
    return edits


def _edits_in_pools(present: Present, before: State) -> list[EditedField]:
    """Return the pools in which overrides make another hostNetwork than before; not those that follow the template."""
    old, new = before.fields, present.state.fields
    found = []
    for pool in {**old[IN_POOLS], **new.get(IN_POOLS, {})}:
        was, will = (fields.get(IN_POOLS, {}).get(pool, fields[HOST_NETWORK]) for fields in (old, new))
        if was == will or (was, will) == (old[HOST_NETWORK], new[HOST_NETWORK]):
            continue
        edit = EditedField(present.item, present.key, before, HOST_NETWORK, will, present.template)
        edit.old, edit.pool = was, pool
        found.append(edit)
    return found


def words_of(baseline: Baseline, reading: Reading) -> tuple[bytes, ...]:
    """Return words of which each object that the baseline could speak of holds one."""
    known = list(baseline.known())
    sections = {key.section for key, _ in known}
    words: list[bytes] = [LAST_APPLIED.encode()]
    if POOLS in sections:
        words += POOL_WORDS
    if NODES in sections:
        words.append(b"Node")
    if sections - {POOLS, NODES}:
        names = {key.name.encode() for key, state in known if _on_host(state) and key.section != POOLS}
        words += [*reading.pod_words] if len(names) > _MANY_NAMES else [b"hostNetwork", *sorted(names)]
    return tuple(words)


def _on_host(state: State) -> bool:
    return bool(state.fields.get(HOST_NETWORK)) or True in state.fields.get(IN_POOLS, {}).values()


def keys_of(key: Key, annotations: dict[str, Any]) -> list[Key]:
    """Return the keys under which a baseline may know an object: its own, then what kustomize renamed it from."""
    names = annotations.get(PREVIOUS_NAMES)
    if not isinstance(names, str) or not names:
        return [key]
    spaces = annotations.get(PREVIOUS_NAMESPACES)
    namespaces = spaces.split(",") if isinstance(spaces, str) else []
    keys = {key: None}
    for index, name in reversed(list(enumerate(names.split(",")))):
        namespace = ""
        if key.namespace:
            namespace = (namespaces[index] if index < len(namespaces) else "") or DEFAULT_NAMESPACE
        keys.setdefault(key.named(name, namespace))
    return list(keys)


def _before(baseline: Baseline, present: Present, reading: Reading) -> tuple[State | None, bool]:
    """Return the old state, None without one, and whether it is that of this very declaration."""
    keys = keys_of(present.key, present.item.annotations)
    if present.key.template and present.is_alone:  # the only template may be named anew, or, by hand, not at all
        keys += [known for key in keys for known in (key.of_whole(), baseline.only_template_of(key)) if known]
    found = baseline.find(keys, present.file, present.state)
    state = found[1] if found is not None else None
    own = found is not None and found[0] in baseline.by_file.get(present.file, ())
    if LAST_APPLIED in present.item.annotations:
        for key, applied in last_applied(present.item, reading):
            if (key.section, key.template) == (present.key.section, present.key.template):
                state = applied if state is None else united(present.key, state, applied)
                own = True
    return state, own


def _may_have_been_lost(before: State, present: Present) -> bool:
    """Whether the old NodePool set the field in a version of which OpenYurt 1.7 drops it, and the new one does not."""
    if before.doubt != LOST_FIELD or before.live or present.key.section != POOLS:
        return False
    return present.item.version == "v1beta2" and present.state.fields.get(HOST_NETWORK) is True


def _in_both(old: dict[str, Any], new: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return of two states the fields that both speak of, without those in pools."""
    names = [name for name in old if name in new and name != IN_POOLS]
    return {name: old[name] for name in names}, {name: new[name] for name in names}


def _differing(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the names of the fields that a JSON Patch from old to new would touch."""
    if old == new:
        return []
    from jsonpatch import make_patch  # slow to import, and only for an edit

    return [str(operation["path"])[1:] for operation in make_patch(old, new).patch]


def _same_pool(pools: Pools, old: str, new: str, renamed: dict[str, set[str]]) -> str:
    """Return the old name of a pool if the new one is the same pool renamed by kustomize, else the new name.

    `renamed` keeps, by name, what pools were called before.
    """
    pool = pools.by_name.get(new)
    if old and pool is not None and pool.data is not None:
        if new not in renamed:
            annotations = mapping(mapping(pool.data.get("metadata")).get("annotations"))
            renamed[new] = {key.name for key in keys_of(Key(POOLS, new), annotations)}
        if old in renamed[new]:
            return old
    return new


class Declarations:
    """The declarations of each key: several where a package holds an object and patches of it."""

    __slots__ = ("_declared", "_said")

    def __init__(self, found: list[Present]) -> None:
        self._declared: dict[Key, list[Present]] = {}
        self._said: dict[tuple[Key, str], bool] = {}
        for present in found:
            self._declared.setdefault(present.key, []).append(present)

    def is_only(self, present: Present) -> bool:
        """Whether no other declaration of the object is there."""
        return len(self._declared[present.key]) < 2

    def said_elsewhere(self, present: Present, field: str) -> bool:
        """Whether another declaration of the object sets a field that this one does not mention, as a patch does."""
        declared = self._declared[present.key]
        if len(declared) < 2 or _says(present, field):
            return False
        mark = (present.key, field)
        if mark not in self._said:
            self._said[mark] = any(_says(other, field) for other in declared)
        return self._said[mark]


def _says(present: Present, field: str) -> bool:
    data = present.item.data
    if present.template is not None:
        return field in present.template.spec
    if present.key.section == NODES:
        return bool(present.state.fields[field])
    annotated = field == HOST_NETWORK and HOSTNETWORK_LABEL in present.item.annotations
    return annotated or field in mapping(data.get("spec"))
