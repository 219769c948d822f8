"""The states that objects hold: those of old manifests, of a HostNetBaseline, of a last-applied annotation."""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import HOST_NETWORK, POOLS, BaselineError, Key, State
from yurt_hostnet.baseline.document import read_document
from yurt_hostnet.baseline.state import Reading, require_readable, states_of
from yurt_hostnet.config.config import BASELINE_KIND, LAST_APPLIED
from yurt_hostnet.config.errors import LIMIT
from yurt_hostnet.kube.workloads import group_of
from yurt_hostnet.openyurt.pools import LOST_FIELD, read_pool
from yurt_hostnet.textedit.errors import raise_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject


def states_in(objects: Iterable[KubeObject], reading: Reading, *, strict: bool) -> Iterator[tuple[Key, State]]:
    """Yield the states of old objects. Raises BaselineError, if `strict`, for one without apiVersion or kind."""
    for item in objects:
        if item.kind == BASELINE_KIND:
            yield from document_states(item)
            continue
        if strict and bool(item.kind) != bool(item.api_version):
            missing = "kind" if item.api_version else "apiVersion"
            message = f"An object of the baseline has no {missing}; the file may be cut off. Write the baseline anew."
            raise BaselineError(message, item.line, item.input.file)
        templates = reading.templates(item.group, item.kind, item.data)
        place = item.input.file or "the package"
        try:
            require_readable(item.group, item.kind, item.data, templates, place)
        except BaselineError as error:
            error.line, error.file = error.line or item.line, item.input.file
            raise
        for key, state, _ in states_of(item.group, item.kind, item.data, templates, reading.pool_label, place):
            yield key, state


def document_states(item: KubeObject) -> list[tuple[Key, State]]:
    """Return the states of a HostNetBaseline object. Raises BaselineError with its file and line."""
    place = f"{BASELINE_KIND} {item.name}" if item.name else BASELINE_KIND
    mistakes = [
        BaselineError(f"{place} has the key {key[-1]} twice. Keep one.", item.line_of(key), item.input.file)
        for key in item.duplicate_keys[:LIMIT]
    ]
    states: list[tuple[Key, State]] = []
    try:
        states = read_document(item.data, f"{place} in {item.input.file}" if item.input.file else place)
    except BaselineError as error:
        for each in error.every():
            path = each.path if isinstance(each, BaselineError) else ()
            each.file, each.line = item.input.file, each.line or (item.line_of(path) if path else item.line)
        mistakes += [each for each in error.every() if isinstance(each, BaselineError)]
    raise_all(mistakes, LIMIT)
    return states


def last_applied(item: KubeObject, reading: Reading) -> list[tuple[Key, State]]:
    """Return the states in the last-applied annotation of an object, none without it.

    Raises BaselineError for an annotation that does not hold an object of the same kind.
    """
    text = item.annotations.get(LAST_APPLIED)
    if text is None:
        return []
    from yurt_hostnet.textedit.read.json_text import read_json

    data = read_json(text) if isinstance(text, str) else None
    if not isinstance(data, dict) or data.get("kind") != item.kind:
        message = f"The annotation {LAST_APPLIED} of {item.ref} does not hold a {item.kind} as JSON. Remove it."
        raise BaselineError(message, item.line_of(("metadata", "annotations", LAST_APPLIED)), item.input.file)
    group = group_of(data.get("apiVersion"))
    templates = reading.templates(group, item.kind, data)
    place = f"the annotation {LAST_APPLIED} of {item.ref}"
    require_readable(group, item.kind, data, templates, place)
    states = []
    for key, state, _ in states_of(group, item.kind, data, templates, reading.pool_label, place):
        if key.section == POOLS and item.version == "v1beta2" and _lost_its_field(data):
            # The object beside the annotation is what the cluster made of it, and there the field was dropped.
            state.fields[HOST_NETWORK] = False
        states.append((key, state))
    return states


def _lost_its_field(data: dict[str, Any]) -> bool:
    pool = read_pool(data)
    return pool is not None and pool.doubt == LOST_FIELD
