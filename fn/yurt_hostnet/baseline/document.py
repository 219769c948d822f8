"""HostNetBaseline: its schema, reading one strictly, and writing one.

Everything is a list of flat entries, so that a new one is appended and no old one is touched.
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import (
    FIELDS,
    HOST_NETWORK,
    HOST_NETWORK_LABEL,
    IN_POOLS,
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
from yurt_hostnet.config.config import API_VERSION, BASELINE_KIND, ConfigError
from yurt_hostnet.config.config import GROUP as API_GROUP
from yurt_hostnet.config.errors import LIMIT, UnknownFieldError, no_field
from yurt_hostnet.config.grammar import Block, Choice, Field, Flag, Flags, Listing, Text
from yurt_hostnet.config.metadata import ObjectMeta
from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.paths import parse_path
from yurt_hostnet.openyurt.pools import LOST_FIELD
from yurt_hostnet.textedit.errors import raise_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

LOCAL_CONFIG = "config.kubernetes.io/local-config"
"""Annotation of objects that are for tools and not for a cluster: kustomize drops them, kpt does not apply them."""

DEFAULT_NAME = "hostnet-baseline"

GROUP, KIND, NAMESPACE, NAME, TEMPLATE, FROM_CLUSTER = "group", "kind", "namespace", "name", "template", "fromCluster"
FIELD_ALONE = "fieldAlone"


def _entry(*fields: Field, optional: tuple[str, ...]) -> Listing:
    return Listing(Block(dict, *fields, defaults=dict.fromkeys(optional)))


_NAME = Field(NAME, Text("a name", r"[\s\S]+"), "The name.")
_NAMESPACE = Field(NAMESPACE, Text("a namespace", r"[\s\S]*"), f"The namespace; {DEFAULT_NAMESPACE} if absent.")
_HOST_NETWORK = Field(HOST_NETWORK, Flag(), "What hostNetwork says, or is taken to say.")
_SECTIONS = {
    POOLS: Field(
        POOLS,
        _entry(
            _NAME,
            _HOST_NETWORK,
            Field(TYPE, Choice({word: word for word in ("Edge", "Cloud")}), f"The type; {DEFAULT_TYPE} if absent."),
            Field(INTERCONNECTIVITY, Flag(), "What interConnectivity says; not compared if absent."),
            Field(
                FIELD_ALONE, Flag(), "Whether it was a v1beta1 pool of which OpenYurt 1.7 does not read hostNetwork."
            ),
            optional=(TYPE, INTERCONNECTIVITY, FIELD_ALONE),
        ),
        "The NodePools.",
    ),
    NODES: Field(
        NODES,
        _entry(
            _NAME,
            Field(POOL, Text("the name of a pool", r"[\s\S]*"), "The pool that the node names; none if absent."),
            Field(HOST_NETWORK_LABEL, Text("a label's value", r"[\s\S]*"), "The value of the host-network label."),
            Field(FROM_CLUSTER, Flag(), "Whether the label is one that a cluster had written."),
            optional=(POOL, HOST_NETWORK_LABEL, FROM_CLUSTER),
        ),
        "The Nodes.",
    ),
    PODS: Field(PODS, _entry(_NAMESPACE, _NAME, _HOST_NETWORK, optional=(NAMESPACE,)), "The Pods."),
    WORKLOADS: Field(
        WORKLOADS,
        _entry(
            Field(GROUP, Text("an API group", r"[\s\S]*"), "The API group; the core group if absent."),
            Field(KIND, Text("a kind", r"[\s\S]+"), "The kind."),
            _NAMESPACE,
            _NAME,
            Field(TEMPLATE, Text("a path", r"[\s\S]*"), "Where the pod template is, where the kind has several."),
            _HOST_NETWORK,
            Field(IN_POOLS, Flags(), "The pools in which overrides make another value of it."),
            optional=(GROUP, NAMESPACE, TEMPLATE, IN_POOLS),
        ),
        "The workloads, each pod template by itself.",
    ),
}
_ROOT = Block(
    dict,
    Field("apiVersion", Choice({API_VERSION: API_VERSION}), "Group and version."),
    Field("kind", Choice({BASELINE_KIND: BASELINE_KIND}), "The kind."),
    Field("metadata", ObjectMeta(API_GROUP), "Name, annotations and what else Kubernetes and the hosts keep there."),
    Field("spec", Block(dict, *_SECTIONS.values(), defaults=dict.fromkeys(_SECTIONS)), "What must stay as it is."),
    defaults={"metadata": None, "spec": None},
)


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
    try:
        spec = _ROOT.read(data, ()).get("spec") or {}
    except ConfigError as error:
        raise_all([_told(each, place) for each in error.every() if isinstance(each, ConfigError)], LIMIT)
    mistakes: list[BaselineError] = []
    states: dict[Key, State] = {}
    for section, entries in spec.items():
        for index, entry in enumerate(entries):
            key, state = _state(section, entry, f"spec.{section}[{index}] of {place}")
            if key in states and states[key].fields != state.fields:
                mistakes.append(_contradiction(key, states[key], state))
            else:
                states[key] = united(key, states[key], state) if key in states else state
    raise_all(mistakes, LIMIT)
    return list(states.items())


def _told(error: ConfigError, place: str) -> BaselineError:
    """Return a mistake of the document as a sentence about it."""
    if isinstance(error, UnknownFieldError):
        error = no_field(error)
    told = BaselineError(f"{field_path(error.path)} of {place}{error.predicate}")
    told.path = error.path
    return told


def document_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what `read_document` takes."""
    return _ROOT.schema()


def _state(section: str, entry: dict[str, Any], place: str) -> tuple[Key, State]:
    fields = {name: entry[name] for name in FIELDS[section] if name in entry}
    if section == NODES:
        fields = {POOL: "", HOST_NETWORK_LABEL: "", **fields}
    doubt = LOST_FIELD if entry.get(FIELD_ALONE) is True else ""
    return _key(section, entry), State(fields, place, live=entry.get(FROM_CLUSTER) is True, doubt=doubt)


def _contradiction(key: Key, first: State, second: State) -> BaselineError:
    """Return the error for two entries of one document that differ: nothing says which one is later."""
    return BaselineError(
        f"The baseline contradicts itself: {key} stands in {first.place} and, differently, in {second.place}. "
        "Remove the one that is wrong."
    )


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


def entry_of(key: Key, state: State) -> dict[str, Any]:
    """Return the entry that says `state` of `key`; what is not set is left out."""
    parts = {GROUP: key.group, KIND: key.kind, NAMESPACE: key.namespace, NAME: key.name, TEMPLATE: key.template}
    values: dict[str, Any] = {**parts, **{name: state.fields.get(name) for name in FIELDS[key.section]}}
    entry = {name: value for name, value in values.items() if value is not None and value != ""}
    if key.section == NODES and state.live and state.fields.get(HOST_NETWORK_LABEL):
        entry[FROM_CLUSTER] = True
    if state.doubt == LOST_FIELD and not state.live:
        entry[FIELD_ALONE] = True
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
