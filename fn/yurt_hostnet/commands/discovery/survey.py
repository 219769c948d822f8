"""Reads every document of a text once, so that what nobody asks about is known to be whole as well."""

from __future__ import annotations

import re

from yurt_hostnet.hosts.manifests import require_kind
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.kube_object import LARGE
from yurt_hostnet.kube.paths import value_at
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.nodes import Alias, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.textedit.cut.split import Span

_KUSTOMIZE = "kustomize.config.k8s.io"
_TEMPLATED = {
    *(("apps", kind) for kind in ("DaemonSet", "Deployment", "ReplicaSet", "StatefulSet")),
    ("batch", "Job"),
}
_CONFLICT = re.compile(rb"(?m)^(?:<{7}|>{7}|\|{7})(?: |\r?$)")


class Survey:
    """What the documents of a text are.

    `objects` counts those that have apiVersion and kind, and the items of Lists; `kustomizations` how many of them
    only tell kustomize what to build. `broken` holds each document that cannot be read, and why; `bare` the first
    error about a document that holds something and is no object, None without one; `meant` whether such a one has
    kind and metadata, so that it was meant to be an object. `partial` are the units, by their numbers, that are a
    part of a workload, with its name and its line. `source` is what was read.
    """

    __slots__ = ("bare", "broken", "kustomizations", "meant", "objects", "partial", "source")

    def __init__(self, source: Input) -> None:
        self.source = source
        self.objects = 0
        self.kustomizations = 0
        self.broken: list[tuple[Span, InputError]] = []
        self.bare: InputError | None = None
        self.meant = False
        self.partial: list[tuple[int, str, int]] = []


def survey(text: bytes, units: Sequence[Span], file: str, *, keep: bool = False) -> Survey:
    """Read the documents `units` of `text`. What was read is forgotten, unless it may `keep` what needs no tree."""
    source = Input(text, list(units), file)
    found = Survey(source)
    for number, unit in enumerate(units):
        try:
            for item in source.objects_of(number):
                if not _is_mapping(item):
                    found.bare = found.bare or _why_bare(item)
                elif item.api_version and item.kind:
                    found.objects += 1
                    found.kustomizations += item.group == _KUSTOMIZE
                    if item.span is unit and (item.group, item.kind) in _TEMPLATED and _is_partial(item.data):
                        found.partial.append((number, str(item.ref), item.line_of(())))
                else:
                    found.meant = found.meant or _is_meant(item)
                    found.bare = found.bare or _why_bare(item)
                item.forget(always=len(text) < LARGE and not (keep and item.is_plain))
        except InputError as error:
            found.broken.append((unit, error))
    if found.broken and (mark := _CONFLICT.search(text)) is not None:
        found.broken = [(unit, _or_conflict(error, mark.start(), unit, source)) for unit, error in found.broken]
    return found


def _is_meant(item: KubeObject) -> bool:
    """Tell whether what is no object was meant to be one; kustomize gives its own objects an apiVersion."""
    return item.kind not in {"", "Kustomization", "Component"} and isinstance(item.data.get("metadata"), dict)


def _why_bare(item: KubeObject) -> InputError | None:
    """Return what is wrong with an object without apiVersion or kind, or with what is no mapping."""
    try:
        require_kind(item)
    except InputError as error:
        return error
    return None


def _is_partial(data: dict[str, Any]) -> bool:
    """Tell whether the pod template of a workload lacks what the API server demands of every one: containers, images.

    pkg/apis/core/validation/validation.go of Kubernetes, ValidatePodTemplateSpec.
    """
    containers = value_at(data, ("spec", "template", "spec", "containers"))
    if not isinstance(containers, list):
        return containers is None
    return any(isinstance(container, dict) and not container.get("image") for container in containers)


def _is_mapping(item: KubeObject) -> bool:
    if item.is_plain:
        return True
    root = item.root
    while isinstance(root, Alias):
        root = root.target
    return isinstance(root, Mapping)


def _or_conflict(error: InputError, mark: int, unit: Span, source: Input) -> InputError:
    """Return the error of a document, or a plainer one if the first mark of a merge conflict stands in it."""
    if not unit.start <= mark < unit.end:
        return error
    message = "This line is a mark of a merge conflict. Resolve the conflict, and take its marks out."
    return InputError(message, source.line_of(mark), source.file)
