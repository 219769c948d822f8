"""Edits: what transformers want of one object, made in its text or, in modes without edits, told as missing."""

from __future__ import annotations

from sys import intern

from yurt_hostnet.krm.result import ERROR, INFO, Origin, Result
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.validators.rules import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.edit import Edit
    from yurt_hostnet.krm.input import Input
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.transformers.change import Change

CANNOT_EDIT = "cannot-edit"
DUPLICATE_KEY = "duplicate-key"


class WantedEdits:
    """All edits that transformers want of one object, each once, with who wants it and why; and what became of them."""

    __slots__ = ("_known", "edits", "item", "results")

    def __init__(self, item: KubeObject) -> None:
        self._known: set[tuple[Path, Any]] = set()
        self.item = item
        self.edits: list[tuple[str, Edit, str]] = []
        self.results: list[Result] = []

    def add(self, name: str, change: Change) -> None:
        """Add what the transformer of that name wants."""
        for edit in change.edits:
            mark = edit.mark()
            if mark not in self._known:
                self._known.add(mark)
                self.edits.append((name, edit, change.reason))

    @property
    def made(self) -> bool:
        """Whether `make` has made them."""
        return all(result.severity == INFO for result in self.results)

    def make(self) -> None:
        """Make the edits: an info for each is the result, or the error that stopped them all."""
        self.results = _make(self)

    def report(self, command: str) -> None:
        """Make no edits, but an error for each, with the `command` that makes them if there is one."""
        self.results = _duplicates(self) or [
            _missing(self.item, *row, path, command) for row, path in zip(self.edits, _ends(self), strict=True)
        ]


def conflicts(inputs: Iterable[Input]) -> Iterator[Result]:
    """Yield an error for each list in which an edit of one object would change another."""
    for source in inputs:
        if source.shared:
            from yurt_hostnet.krm.shared_parts import first_conflict

            conflict = first_conflict(source)
            if conflict is not None:
                item, origin = conflict.item, Origin(source.file, line=conflict.line)
                if item is not None and not source.file:
                    origin = item.origin  # which a host's annotations may tell
                ref = None if item is None else item.ref
                yield Result(ERROR, CANNOT_EDIT, conflict.message, ref, origin=origin)


def _make(want: WantedEdits) -> list[Result]:
    item = want.item
    item.new_text = None
    if found := _duplicates(want):
        return found
    from yurt_hostnet.krm.editing import edit

    try:
        edit(item, [wanted for _, wanted, _ in want.edits])
    except InputError as error:
        return [Result(ERROR, CANNOT_EDIT, error.message, item.ref, origin=item.origin)]
    ref, origin = item.ref, item.origin
    return [
        Result(INFO, name, _added(reason), ref, path, None, wanted.value, origin)
        for (name, wanted, reason), path in zip(want.edits, _ends(want), strict=True)
    ]


def _duplicates(want: WantedEdits) -> list[Result]:
    """Return an error for the first key on the way to an edit that stands twice."""
    item = want.item
    duplicates = item.duplicate_keys
    ways = {edit.path[:depth] for _, edit, _ in want.edits for depth in range(len(edit.path) + 1)} if duplicates else ()
    for duplicate in duplicates:
        if duplicate in ways:
            message = f"The key {duplicate[-1]} stands twice here; YAML readers differ in which one counts."
            remedy = "Remove one of them; the object is not edited until then."
            return [Result(ERROR, DUPLICATE_KEY, message, item.ref, duplicate, origin=item.origin, remedy=remedy)]
    return []


def _added(reason: str) -> str:
    return intern(f"Added, because {reason}.")  # the same few, told of many objects


def _missing(item: KubeObject, name: str, edit: Edit, reason: str, path: Path, command: str) -> Result:
    from yurt_hostnet.krm.proposal import shown

    message = f"This is missing, because {reason}."
    value = shown(edit.value)
    remedy = f"Add {value}, or let yurt-hostnet do it: in mode Transform, or by its command fix."
    if command:
        remedy = f"Run `{command}`, or add {value}."
    return Result(ERROR, MISSING.get(name, name), message, item.ref, path, None, edit.value, item.origin, remedy=remedy)


def _ends(want: WantedEdits) -> list[Path]:
    """Return the path of each edit, a last "-" replaced by the index that the new list entry gets."""
    paths: list[Path] = []
    lengths: dict[Path, int] = {}
    for _, edit, _ in want.edits:
        path = edit.path
        if path[-1] == "-":
            if path not in lengths:
                value = want.item.data
                for step in path[:-1]:
                    value = value[step]  # type: ignore[index]  # the edit's path exists, so lists take ints here
                lengths[path] = len(value)
            lengths[path] += 1
            path = (*path[:-1], lengths[path] - 1)
        paths.append(path)
    return paths
