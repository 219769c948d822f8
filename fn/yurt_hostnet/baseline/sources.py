"""Where baselines come from: a file, git, functionConfig, an item of the package, an annotation on an item."""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import Baseline, BaselineError
from yurt_hostnet.baseline.document import read_document
from yurt_hostnet.baseline.object_states import document_states, states_in
from yurt_hostnet.baseline.state import Reading
from yurt_hostnet.config.config import BASELINE_KIND
from yurt_hostnet.krm.resource_list import KUSTOMIZE_ID, parse_objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from yurt_hostnet.krm.input import Input
    from yurt_hostnet.krm.kube_object import KubeObject

GIT = "git:"

SAYS_NOTHING = "{} has no entries, so that every edit would pass. Write it with `yurt-hostnet baseline`"


def united_sources(
    option: str | Baseline,
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
    this run fills (`filled`). An `option` that has been read already is taken as it is. Raises BaselineError where one
    cannot be read, or where two contradict each other.
    """
    baseline = Baseline()
    if isinstance(option, str):
        baseline = from_option(option, inputs, reading, allow_empty=allow_empty) if option else baseline
    else:
        baseline.extend(option)
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
