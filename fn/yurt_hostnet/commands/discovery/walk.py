"""Walks a directory: the files in it that kubectl or kustomize would read, and what was passed over."""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery import left_out
from yurt_hostnet.commands.discovery.excluded import IGNORE, PACKAGE, Ignored
from yurt_hostnet.commands.discovery.kustomizations import NAMES
from yurt_hostnet.commands.discovery.object_signs import may_hold_objects
from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from yurt_hostnet.commands.discovery.excluded import Patterns
    from yurt_hostnet.commands.discovery.kustomizations import Kustomizations
    from yurt_hostnet.commands.discovery.left_out import LeftOut

SUFFIXES = (".yaml", ".yml", ".json")
"""Files that are looked at in a directory, hidden ones too, as kubectl does; a file that is named may have any name."""


class Walk:
    """What is in a directory that the user named.

    `files` are the paths in order, each once, with its real path, and `links` those that are links; `folders` are the
    directories that were entered, each with its real path, and `entered` these. `errors` tells what could not be read.
    """

    def __init__(self, top: str, kustomizations: Kustomizations, patterns: Patterns) -> None:
        self.files: dict[str, str] = {}
        self.links: set[str] = set()
        self.folders: list[tuple[str, str]] = []
        self.errors: list[InputError] = []
        self._top = os.path.realpath(top)
        self.entered: set[str] = set()
        self._hidden: list[str] = []
        self._links: list[str] = []
        self._odd: list[str] = []
        self._elsewhere: list[tuple[str, LeftOut]] = []
        self._patterns = patterns
        self._ignored: dict[str, Ignored | None] = {}  # of each directory that was entered
        self._excluded: dict[str, None] = {}
        self._enter(top)
        for folder, real in self.folders:  # grows while hidden directories are entered
            self._follow(folder, real, kustomizations)

    def passed_over(self, entered: Collection[str]) -> Iterator[LeftOut]:
        """Yield an info for each thing that was found and not looked at; `entered` are the directories of all walks."""
        for path in self._hidden:
            if os.path.realpath(path) not in entered and _holds_manifests(path):
                yield left_out.hidden_directory(path)
        for path in self._links:
            if os.path.realpath(path) not in entered:
                yield left_out.directory_link(path)
        yield from map(left_out.no_regular_file, self._odd)
        yield from map(left_out.excluded, sorted(self._excluded))
        yield from (info for real, info in self._elsewhere if real not in entered)

    def _enter(self, top: str) -> None:
        waiting = [(top, os.path.realpath(top))]
        while waiting:  # no recursion: directories may lie deeper than Python goes
            place, real = waiting.pop()
            if real in self.entered:
                continue
            self.entered.add(real)
            self.folders.append((place, real))
            waiting += [
                (path, os.path.join(real, os.path.basename(path))) for path in reversed(self._look(place, real))
            ]

    def _look(self, place: str, real: str) -> list[str]:
        """Take in the files of a directory, and return the directories in it that are entered, in order."""
        directories = []
        try:
            with os.scandir(place) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            self.errors.append(InputError(f"The directory cannot be read: {error.strerror}.", file=place))
            return []
        names = {entry.name for entry in entries}
        ignored = self._ignored.get(os.path.dirname(real))
        if real == self._top or PACKAGE in names:
            ignored = self._package(real, place) if IGNORE in names else None
        self._ignored[real] = ignored
        shown = os.path.normpath(place)
        shown = "" if shown == os.curdir else os.path.join(shown, "")
        real = os.path.join(real, "")
        for entry in entries:
            name = entry.name
            path = shown + name
            if _is_directory(entry):
                if self._is_excluded(f"{real}{name}/", ignored):
                    self._excluded[path] = None
                elif entry.is_symlink():
                    self._links.append(path)
                elif name.startswith("."):
                    self._hidden.append(path)
                else:
                    directories.append(path)
            elif not (name.lower().endswith(SUFFIXES) or name in NAMES):
                continue
            elif self._is_excluded(real + name, ignored):
                self._excluded[path] = None
            elif not _is_file(entry):
                self._odd.append(path)
            elif entry.is_symlink():
                self.links.add(path)
                self.files[path] = os.path.realpath(path)
            else:
                self.files[path] = real + name
        return directories

    def _package(self, real: str, shown: str) -> Ignored | None:
        try:
            return Ignored(real, shown)
        except InputError as error:
            self.errors.append(error)
            return None

    def _is_excluded(self, real: str, ignored: Ignored | None) -> bool:
        """Tell whether a real path is excluded by --exclude or its package; that of a directory ends in `/`."""
        asked = self._patterns.match(real.removeprefix(os.path.join(self._top, "")))
        return asked or (ignored is not None and ignored.match(real))

    def _is_in_excluded(self, real: str, folder: str) -> bool:
        """Tell whether a real path, or a directory between it and `folder`, which was entered, is excluded."""
        ignored = self._ignored.get(folder)
        while len(real) > len(folder) and real != self._top:
            if self._is_excluded(os.path.join(real, "") if os.path.isdir(real) else real, ignored):
                return True
            real = os.path.dirname(real)
        return False

    def _follow(self, folder: str, place: str, kustomizations: Kustomizations) -> None:
        """Take in what the kustomization of a directory names in the directory that the user named."""
        found = kustomizations.at(place)
        if found is None:
            return
        for entry in found.entries:
            path = os.path.normpath(os.path.join(folder, entry))
            real = os.path.realpath(path)
            if self._is_in_excluded(real, place):
                continue
            if os.path.isfile(path) and _within(real, found.folder):
                self.files[path] = real
                if os.path.islink(path):
                    self.links.add(path)
            elif real in self.entered:
                continue
            elif os.path.isdir(path) and _within(real, self._top):
                self._enter(path)
            else:
                shown = os.path.normpath(os.path.join(folder, os.path.basename(found.path)))
                self._elsewhere.append((real, left_out.resource_elsewhere(shown, entry)))


def _is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link in a circle, or to where nobody may look
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def _within(real: str, folder: str) -> bool:
    return real.startswith(os.path.join(folder, ""))


def _holds_manifests(folder: str) -> bool:
    """Tell whether files that may be manifests, or that cannot be read, are anywhere below a directory."""
    waiting = [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif entry.name.lower().endswith(SUFFIXES) and _may_be_manifest(entry.path):
                        return True
        except OSError:
            return True
    return False


def _may_be_manifest(path: str) -> bool:
    if not os.path.isfile(path):
        return False
    try:
        return may_hold_objects(read_file(path, found=True)[0])
    except (InputError, OSError):
        return True
