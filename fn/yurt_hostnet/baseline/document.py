"""HostNetBaseline: its schema, reading one strictly, and writing one.

Everything is a list of flat entries, so that a new one is appended and no old one is touched.
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import (
    FIELDS,
    HOST_NETWORK,
    HOST_NETWORK_LABEL,
    INTERCONNECTIVITY,
    NODES,
    PODS,
    POOL,
    POOLS,
    TYPE,
    WORKLOADS,
    BaselineError,
    Key,
    State,
    united,
)
from yurt_hostnet.baseline.state import DEFAULT_NAMESPACE, DEFAULT_TYPE
from yurt_hostnet.config.config import API_VERSION, BASELINE_KIND
from yurt_hostnet.config.errors import LIMIT
from yurt_hostnet.config.metadata import FIELDS as METADATA_FIELDS
from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.paths import parse_path
from yurt_hostnet.textedit.errors import raise_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

LOCAL_CONFIG = "config.kubernetes.io/local-config"
"""Annotation of objects that are for tools and not for a cluster: kustomize drops them, kpt does not apply them."""

DEFAULT_NAME = "hostnet-baseline"

GROUP, KIND, NAMESPACE, NAME, TEMPLATE, FROM_CLUSTER = "group", "kind", "namespace", "name", "template", "fromCluster"
_KEY_FIELDS = {
    POOLS: (NAME,),
    NODES: (NAME,),
    PODS: (NAMESPACE, NAME),
    WORKLOADS: (GROUP, KIND, NAMESPACE, NAME, TEMPLATE),
}
_REQUIRED = {
    POOLS: (NAME, HOST_NETWORK),
    NODES: (NAME,),
    PODS: (NAME, HOST_NETWORK),
    WORKLOADS: (KIND, NAME, HOST_NETWORK),
}
_BOOLEANS = (HOST_NETWORK, INTERCONNECTIVITY, FROM_CLUSTER)
_TYPES = ("Edge", "Cloud")


def read_document(data: dict[str, Any], place: str) -> list[tuple[Key, State]]:
    """Return the states of a HostNetBaseline, given as plain data; `place` names it in sentences.

    Raises BaselineError for an unknown field, a value of a wrong type, and two entries of one object
    that differ; the first mistake carries the others.
    """
    if data.get("apiVersion") != API_VERSION:
        given = data.get("apiVersion") or "none"
        raise BaselineError(f"{place} has apiVersion {given}. Write {API_VERSION}.")
    if data.get("kind") != BASELINE_KIND:
        given = data.get("kind") or "none"
        raise BaselineError(f"{place} has kind {given}. Write {BASELINE_KIND}.")
    mistakes = _unknown(data, ("apiVersion", "kind", "metadata", "spec"), place, "")
    metadata, spec = ({} if data.get(name) is None else data[name] for name in ("metadata", "spec"))
    for name, value in (("metadata", metadata), ("spec", spec)):
        if not isinstance(value, dict):
            mistakes.append(_wrong(name, "a mapping", value, place))
    mistakes += _unknown(metadata, METADATA_FIELDS, place, "metadata.")
    mistakes += _unknown(spec, tuple(FIELDS), place, "spec.")
    states: dict[Key, State] = {}
    for section in FIELDS if isinstance(spec, dict) else ():
        entries = [] if spec.get(section) is None else spec[section]
        if not isinstance(entries, list):
            mistakes.append(_wrong(f"spec.{section}", "a list", entries, place))
            continue
        for index, entry in enumerate(entries):
            try:
                key, state = _read_entry(section, entry, f"spec.{section}[{index}]", place)
                if key in states:
                    _require_same(key, states[key], state)
                    state = united(key, states[key], state)
                states[key] = state
            except BaselineError as error:
                mistakes += [each for each in error.every() if isinstance(each, BaselineError)]
    raise_all(mistakes, LIMIT)
    return list(states.items())


def document_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what `read_document` takes."""
    entries: dict[str, Any] = {}
    for section in FIELDS:
        fields: dict[str, Any] = {}
        for name in _fields_of(section):
            word = {"enum": list(_TYPES)} if name == TYPE else {"type": "boolean" if name in _BOOLEANS else "string"}
            least = {"minLength": 1} if name in _REQUIRED[section] and name not in _BOOLEANS else {}
            fields[name] = {**word, **least}
        entry = {"type": "object", "additionalProperties": False, "required": list(_REQUIRED[section])}
        entries[section] = {"type": ["array", "null"], "items": {**entry, "properties": fields}}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["apiVersion", "kind"],
        "properties": {
            "apiVersion": {"enum": [API_VERSION]},
            "kind": {"enum": [BASELINE_KIND]},
            "metadata": {
                "type": ["object", "null"],
                "additionalProperties": False,
                "properties": {name: {} for name in METADATA_FIELDS},
            },
            "spec": {"type": ["object", "null"], "additionalProperties": False, "properties": entries},
        },
    }


def _fields_of(section: str) -> tuple[str, ...]:
    return (*_KEY_FIELDS[section], *FIELDS[section], *((FROM_CLUSTER,) if section == NODES else ()))


def _read_entry(section: str, entry: Any, path: str, place: str) -> tuple[Key, State]:
    if not isinstance(entry, dict):
        raise _wrong(path, "a mapping", entry, place)
    mistakes = _unknown(entry, _fields_of(section), place, f"{path}.")
    alike = {str(name).lower() for name in entry}
    for name in _fields_of(section):
        if name not in entry and (name not in _REQUIRED[section] or name.lower() in alike):
            continue
        if name in _REQUIRED[section] and entry.get(name) in (None, ""):
            mistakes.append(BaselineError(f"{path} of {place} has no {name}. Add it."))
        elif name in _BOOLEANS and not isinstance(entry[name], bool):
            mistakes.append(_wrong(f"{path}.{name}", "true or false", entry[name], place))
        elif name not in _BOOLEANS and not isinstance(entry[name], str):
            mistakes.append(_wrong(f"{path}.{name}", "a string", entry[name], place))
    if isinstance(kind := entry.get(TYPE, DEFAULT_TYPE), str) and kind not in _TYPES:
        mistakes.append(_wrong(f"{path}.{TYPE}", " or ".join(_TYPES), kind, place))
    raise_all(mistakes, LIMIT)
    fields = {name: entry[name] for name in FIELDS[section] if name in entry}
    if section == NODES:
        fields = {POOL: "", HOST_NETWORK_LABEL: "", **fields}
    return _key(section, entry), State(fields, f"{path} of {place}", live=entry.get(FROM_CLUSTER) is True)


def _key(section: str, entry: dict[str, Any]) -> Key:
    if section in {POOLS, NODES}:
        return Key(section, entry[NAME])
    namespace = entry.get(NAMESPACE) or DEFAULT_NAMESPACE
    if section == PODS:
        return Key(section, entry[NAME], namespace)
    return Key(section, entry[NAME], namespace, entry.get(GROUP, ""), entry[KIND], _template(entry.get(TEMPLATE, "")))


def _template(text: str) -> str:
    """Return the path of a pod template as `template_name` writes it, in whatever way it was written."""
    try:
        steps = parse_path(text)
    except ValueError:
        return text
    return text if None in steps else field_path(steps)  # type: ignore[arg-type]  # holds no None


def _require_same(key: Key, first: State, second: State) -> None:
    """Raise BaselineError where two entries of one document differ: nothing says which one is later."""
    if first.fields != second.fields:
        raise BaselineError(
            f"The baseline contradicts itself: {key} stands in {first.place} and, differently, in {second.place}. "
            "Remove the one that is wrong."
        )


def _unknown(data: Any, allowed: tuple[str, ...], place: str, path: str) -> list[BaselineError]:
    """Return an error for each key of a mapping that is not allowed."""
    mistakes = []
    for name in data if isinstance(data, dict) else ():
        if name not in allowed:
            from difflib import get_close_matches

            near = get_close_matches(str(name), allowed, 1)
            guess = f'; did you mean "{near[0]}"?' if near else "."
            words = ", ".join(sorted(allowed))
            mistakes.append(BaselineError(f"{path}{name} is not a field of {place}{guess} Allowed: {words}."))
    return mistakes


def _wrong(path: str, wanted: str, value: Any, place: str) -> BaselineError:
    found = "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list) else repr(value)
    return BaselineError(f"{path} of {place} must be {wanted}, but it is {found}.")


def entry_of(key: Key, state: State) -> dict[str, Any]:
    """Return the entry that says `state` of `key`; what is not set is left out."""
    parts = {GROUP: key.group, KIND: key.kind, NAMESPACE: key.namespace, NAME: key.name, TEMPLATE: key.template}
    values: dict[str, Any] = {**parts, **{name: state.fields.get(name) for name in FIELDS[key.section]}}
    entry = {name: value for name, value in values.items() if value is not None and value != ""}
    if key.section == NODES and state.live and state.fields.get(HOST_NETWORK_LABEL):
        entry[FROM_CLUSTER] = True
    return entry


def is_recorded(key: Key, state: State) -> bool:
    """Whether a baseline needs an entry: a node in no pool and without the label says nothing that must stay."""
    return key.section != NODES or any(state.fields.values())


def document(states: Iterable[tuple[Key, State]], name: str = DEFAULT_NAME) -> dict[str, Any]:
    """Return the HostNetBaseline of some states as plain data, sorted."""
    spec: dict[str, Any] = {section: [] for section in FIELDS}
    for key, state in sorted(states, key=lambda pair: pair[0].sort_key()):
        if is_recorded(key, state):
            spec[key.section].append(entry_of(key, state))
    return {
        "apiVersion": API_VERSION,
        "kind": BASELINE_KIND,
        "metadata": {"name": name, "annotations": {LOCAL_CONFIG: "true"}},
        "spec": {section: entries for section, entries in spec.items() if entries},
    }
