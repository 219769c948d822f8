"""Where baselines come from: a file, git, functionConfig, an item of the package, an annotation on an item."""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import HOST_NETWORK, POOLS, Baseline, BaselineError, Key, State
from yurt_hostnet.baseline.document import read_document
from yurt_hostnet.baseline.state import Reading, require_readable, states_of
from yurt_hostnet.config.config import BASELINE_KIND, LAST_APPLIED
from yurt_hostnet.config.errors import LIMIT
from yurt_hostnet.krm.resource_list import KUSTOMIZE_ID, parse_objects
from yurt_hostnet.kube.workloads import group_of
from yurt_hostnet.openyurt.pools import LOST_FIELD, read_pool
from yurt_hostnet.textedit.errors import raise_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.input import Input
    from yurt_hostnet.krm.kube_object import KubeObject

GIT = "git:"

SAYS_NOTHING = "{} has no entries, so that every edit would pass. Write it with `yurt-hostnet baseline`"


def united_sources(
    option: str,
    inputs: Iterable[Input],
    configured: dict[str, Any] | None,
    items: Iterable[KubeObject],
    reading: Reading,
    *,
    allow_empty: bool = False,
    filled: bool = False,
) -> Baseline:
    """Return what all sources say together: --baseline, spec.baseline, the package's HostNetBaselines, in this order.

    A source without entries is refused, unless `allow_empty`, and but for a HostNetBaseline of the package that
    this run fills (`filled`). Raises BaselineError where one cannot be read, or where two contradict each other.
    """
    baseline = from_option(option, inputs, reading, allow_empty=allow_empty) if option else Baseline()
    if configured is not None:
        baseline.extend(from_config(configured, allow_empty=allow_empty))
    for item in items:
        states = document_states(item)
        if not (states or allow_empty or (filled and KUSTOMIZE_ID not in item.annotations)):
            raise _empty_item(item)
        baseline.add(states)
    return baseline


def _empty_item(item: KubeObject) -> BaselineError:
    """Return the error for a HostNetBaseline of the package without entries, which nobody fills."""
    message = SAYS_NOTHING.format(f"{BASELINE_KIND} {item.name}")
    if KUSTOMIZE_ID in item.annotations:
        return BaselineError(f"{message}: what yurt-hostnet adds to it here, kustomize drops at the end of the build.")
    message = f"{message}, or let `yurt-hostnet fix` or kpt fill it; --allow-empty accepts it as it is."
    return BaselineError(message, item.line if item.input.file else 0, item.input.file)


def from_option(
    value: str, inputs: Iterable[Input] = (), reading: Reading | None = None, *, allow_empty: bool = False
) -> Baseline:
    """Return the baseline that `--baseline VALUE` names: FILE, git:REV, or git:REV:PATH.

    `inputs` are the files of the package, which git:REV reads at that revision. Raises BaselineError or
    InputError where there is nothing, or nothing readable; `allow_empty` accepts a file without entries.
    """
    reading = reading or Reading()
    if not value.startswith(GIT):
        return from_file(value, reading, allow_empty=allow_empty)
    from yurt_hostnet.baseline.git import file_at, from_git  # starts git

    revision, mark, path = value[len(GIT) :].partition(":")
    if not revision or (mark and not path):
        missing = "path" if revision else "revision"
        raise BaselineError(f"--baseline {value} names no {missing}. Write git:REV or git:REV:PATH, as in git:HEAD.")
    if mark:
        return from_text(file_at(path, revision), f"{path} at {revision}", reading, allow_empty=allow_empty)
    inputs = list(inputs)
    if not any(source.file for source in inputs):
        raise BaselineError(
            f"--baseline {value} needs files: a stream has no names to look up in git. "
            f"Give one file of that revision as --baseline {value}:PATH, or use yurt-hostnet check FILES."
        )
    return from_git(inputs, revision, reading)


def from_file(file: str, reading: Reading | None = None, *, allow_empty: bool = False) -> Baseline:
    """Return the baseline in a file: a HostNetBaseline, manifests, a List or a ResourceList."""
    try:
        with open(file, "rb") as stream:
            text = stream.read()
    except OSError as error:
        raise BaselineError(f"The baseline cannot be read: {error.strerror}.", file=file) from None
    return from_text(text, file, reading, allow_empty=allow_empty)


def from_text(text: bytes, file: str, reading: Reading | None = None, *, allow_empty: bool = False) -> Baseline:
    """Return the baseline in a text; `file` names it in sentences.

    Raises BaselineError, unless `allow_empty`, for a text without objects and for a HostNetBaseline without entries:
    that is more often a command that failed than a cluster without anything in it.
    """
    objects = parse_objects(text, file)
    if not allow_empty and not any(item.kind and item.api_version for item in objects):
        message = "The baseline holds no Kubernetes object. Give none at all if nothing has been applied yet."
        raise BaselineError(message, file=file)
    baseline = Baseline()
    baseline.add(states_in(objects, reading or Reading(), strict=True))
    if not baseline and not allow_empty and any(item.kind == BASELINE_KIND for item in objects):
        message = SAYS_NOTHING.format("The baseline")
        raise BaselineError(f"{message}; if there is really nothing yet, --allow-empty accepts it.", file=file)
    return baseline


def from_config(data: dict[str, Any], *, allow_empty: bool = False) -> Baseline:
    """Return the baseline in spec.baseline of functionConfig. Raises BaselineError for one without entries."""
    baseline = Baseline()
    baseline.add(read_document(data, "functionConfig spec.baseline"))
    if not baseline and not allow_empty:
        raise BaselineError(f"{SAYS_NOTHING.format('functionConfig spec.baseline')}, or leave the field out.")
    return baseline


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
            each.file, each.line = item.input.file, each.line or item.line
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
