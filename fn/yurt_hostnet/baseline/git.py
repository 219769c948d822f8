"""Baselines out of git: the objects of the package as they were at a revision, whatever became of their files.

A file is compared with itself. An object that is new to its file is compared with what other files of the repository
held at the revision and no longer hold, since it may have come from one of them. However many files there are, git is
started a few times.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from yurt_hostnet.baseline.baseline import Baseline, BaselineError, unite_into
from yurt_hostnet.baseline.git_root import root_of
from yurt_hostnet.baseline.git_tree import object_id, read_blobs, sparse, tree_at
from yurt_hostnet.baseline.object_states import states_in
from yurt_hostnet.baseline.state import Reading, states_of
from yurt_hostnet.config.config import BASELINE_KIND
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.resource_list import is_resource_list, parse_objects, parse_resource_list
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yurt_hostnet.baseline.baseline import Key, State
    from yurt_hostnet.baseline.git_root import Root
    from yurt_hostnet.baseline.git_tree import Tree
    from yurt_hostnet.krm.kube_object import KubeObject

SUFFIXES = (".yaml", ".yml", ".json")

LFS_POINTER = b"version https://git-lfs.github.com/spec/"
"""How a file begins that Git LFS keeps elsewhere (github.com/git-lfs/git-lfs, docs/spec.md)."""


def from_git(inputs: Iterable[Input], revision: str, reading: Reading | None = None) -> Baseline:
    """Return what the files of a package (`inputs`; one at least has a name, a stream has none) were at a revision.

    `revision` may name several, with commas between them: a file that cannot be read at the first is taken
    from the next. Raises BaselineError for a revision that does not exist, for files outside of the
    repository in which the user stands, and for what cannot be read at any of the revisions.
    """
    inputs = list(inputs)
    root = root_of([source.file for source in inputs if source.file])
    comparison = _Comparison(root, _Revisions(root, revision), reading or Reading())
    comparison.compare(inputs)
    return comparison.baseline


def file_at(file: str, revision: str) -> bytes:
    """Return one file as it was at `revision`. Raises BaselineError if it was not there."""
    root = root_of([file])
    tree = tree_at(root.top, revision)
    blob = _locate(root, tree, file)
    if blob is None:
        raise BaselineError(f"git has no such file at {revision}. Check the path.", file=file)
    return _whole(read_blobs(root.top, [blob])[blob], file)


class _Revisions:
    """The revisions that an option names: the first, and where files are looked for that are broken there."""

    __slots__ = ("_others", "_top", "first")

    def __init__(self, root: Root, revision: str) -> None:
        self._top = root.top
        self._others: list[Tree | str] = []
        try:
            self.first = tree_at(self._top, revision)  # a branch may have a comma in its name
        except BaselineError:
            if "," not in revision:
                raise
            first, *others = revision.split(",")
            self.first = tree_at(self._top, first)
            self._others += others

    def later(self) -> Iterator[Tree]:
        """Yield the revisions behind the first."""
        for number, other in enumerate(self._others):
            tree = tree_at(self._top, other) if isinstance(other, str) else other
            self._others[number] = tree
            yield tree


class _Comparison:
    """The package beside the revision, file by file."""

    __slots__ = ("_reading", "_revisions", "_root", "_tree", "baseline")

    def __init__(self, root: Root, revisions: _Revisions, reading: Reading) -> None:
        self._root = root
        self._revisions = revisions
        self._tree = revisions.first
        self._reading = reading
        self.baseline = Baseline()

    def compare(self, inputs: list[Input]) -> None:
        """Fill the baseline."""
        own: set[str] = set()  # the names of the package's files
        changed: list[tuple[Input, str]] = []
        is_new = False  # whether there is a file, or a stream, that was not there
        for source in inputs:
            if not source.file:
                is_new = True
                continue
            blob = _locate(self._root, self._tree, source.file)
            name = self._root.name(source.file)
            if name is not None:
                own.add(name)
            if blob is None:
                is_new = True
            elif object_id(source.text, blob) == blob:
                self.baseline.unchanged[os.path.abspath(source.file)] = self._place(source.file)
            else:
                changed.append((source, blob))
        texts = read_blobs(self._root.top, [blob for _, blob in changed])
        arrivals = [self._compare_own(source, texts[blob]) for source, blob in changed]
        if is_new or any(arrivals):
            self._compare_others(own)

    def _compare_own(self, source: Input, text: bytes) -> bool:
        """Take the old states of a file that changed; tell whether it holds an object that it did not hold."""
        file = os.path.abspath(source.file)
        old = self._old_states(source.file, text)
        now = {key for key, _ in _present(source.objects(), self._reading)}
        self.baseline.add_file(file, old.items())
        self.baseline.add_lost(file, [(key, state) for key, state in old.items() if key not in now])
        return not now <= old.keys()

    def _old_states(self, file: str, text: bytes) -> dict[Key, State]:
        """Return the states in an old file, at the first revision at which it can be read."""
        try:
            return _states(_whole(text, file), self._place(file), self._reading)
        except InputError as error:
            tried = ""
            for tree in self._revisions.later():
                blob = _locate(self._root, tree, file)
                tried += f"; at {tree.revision} " + ("there is no such file" if blob is None else "it cannot be read")
                if blob is not None:
                    with suppress(InputError):
                        old = _whole(read_blobs(self._root.top, [blob])[blob], file)
                        return _states(old, f"{file} at {tree.revision}", self._reading)
            error.message = error.message.removesuffix(" Fix it there.")  # what is past stays as it is
            error.message += (
                f" So it was at that revision{tried}. Name behind a comma another one, at which it was good: "
                f"--baseline git:{self._tree.revision},REVISION"
            )
            if tried:
                error.message += ". If it never was, give what was applied as --baseline FILE"
            raise

    def _compare_others(self, own: set[str]) -> None:
        """Take the states that the manifests of the repository but for `own` had and no longer have."""
        changed: dict[str, Input | None] = {}  # name -> what is there now, None for nothing that can be read
        hidden: dict[str, str] | None = None
        for name, blob in self._tree.blobs.items():
            if name in own or not name.lower().endswith(SUFFIXES):
                continue
            text = _on_disk(self._root, name)
            if text is None and not os.path.lexists(self._root.path(name)):
                hidden = sparse(self._root.top) if hidden is None else hidden
                if name in hidden:
                    text = read_blobs(self._root.top, [hidden[name]])[hidden[name]] if hidden[name] != blob else None
                    if text is None:
                        continue
            if text is None or object_id(text, blob) != blob:
                changed[name] = None if text is None else _input(text, name)
        texts = read_blobs(self._root.top, [self._tree.blobs[name] for name in changed])
        for name, source in changed.items():
            now: dict[Key, list[State]] = {}
            for key, state in _present(_readable(source), self._reading) if source is not None else ():
                now.setdefault(key, []).append(state)
            old = self._others_states(name, texts[self._tree.blobs[name]])
            gone = [(key, was) for key, was in old if all(was.fields != state.fields for state in now.get(key, ()))]
            self.baseline.add_lost(self._root.path(name), gone)

    def _others_states(self, name: str, text: bytes) -> list[tuple[Key, State]]:
        """Return what can be read of an old file that is not in the package: each document counts for itself."""
        place = self._place(os.path.relpath(self._root.path(name)))
        with suppress(InputError):
            return list(_states(text, place, self._reading).items())
        found = []
        for item in _readable(_input(text, place)):
            with suppress(InputError):
                found += list(states_in([item], self._reading, strict=False))
        for tree in self._revisions.later():
            blob = tree.blobs.get(name)
            if blob is not None:
                with suppress(InputError):
                    older = read_blobs(self._root.top, [blob])[blob]
                    place = f"{os.path.relpath(self._root.path(name))} at {tree.revision}"
                    return [*found, *_states(older, place, self._reading).items()]
        return found

    def _place(self, file: str) -> str:
        return f"{file} at {self._tree.revision}"


def _locate(root: Root, tree: Tree, file: str) -> str | None:
    """Return the object id of a file at a revision: by its name, else by the name of what it is a link to now."""
    name = root.name(file)
    try:
        blob = tree.locate(name) if name is not None else None
        if blob is not None:
            return blob
        real = os.path.realpath(file)
        if name is not None and real == root.path(name):
            return None
        name = root.name(real)
        if name is not None:
            return tree.locate(name)
    except BaselineError as error:
        error.file = file
        raise
    raise BaselineError(
        f"This file is not in the repository {root.top}, in which you stand. "
        "Change to the repository that it is in and check it from there.",
        file=file,
    )


def _states(text: bytes, place: str, reading: Reading) -> dict[Key, State]:
    """Return the states in an old file, but for HostNetBaselines: the package's own, as they are now, count."""
    items = [item for item in parse_objects(text, place) if item.kind != BASELINE_KIND]
    found: dict[Key, State] = {}
    unite_into(found, states_in(items, reading, strict=False))
    return found


def _whole(text: bytes, file: str) -> bytes:
    if text.startswith(LFS_POINTER):
        message = "git holds only a pointer of Git LFS for this file. Give what it was as --baseline FILE."
        raise BaselineError(message, file=file)
    return text


def _present(items: Iterable[KubeObject], reading: Reading) -> Iterator[tuple[Key, State]]:
    """Yield what objects say now."""
    for item in items:
        templates = reading.templates(item.group, item.kind, item.data)
        for key, state, _ in states_of(item.group, item.kind, item.data, templates, reading.pool_label):
            yield key, state


def _readable(source: Input) -> Iterator[KubeObject]:
    """Yield the objects of a text that can be read, and pass over the others, but for HostNetBaselines."""
    for number in range(len(source.units)):
        with suppress(InputError):
            items = [item for item in source.objects_of(number) if item.kind != BASELINE_KIND]
            yield from (item for item in items if item.data)


def _input(text: bytes, file: str) -> Input:
    with suppress(InputError):
        found = parse_resource_list(text, file) if is_resource_list(text) else None
        if found is not None:
            return found.source
    return Input(text, split_documents(text), file)


def _on_disk(root: Root, name: str) -> bytes | None:
    """Return the bytes of a file of the repository, None if there is none: nor a link, or a folder that is one."""
    path = root.path(name)
    folder = os.path.dirname(path)
    if os.path.realpath(folder) != folder:
        return None
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            return None
        with open(path, "rb", opener=_without_links) as stream:
            return stream.read()
    except OSError:
        return None


def _without_links(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)
