"""Walks a directory: the files in it that kubectl or kustomize would read, and what was passed over."""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery import left_out
from yurt_hostnet.commands.discovery.kustomizations import NAMES
from yurt_hostnet.commands.discovery.object_signs import may_hold_objects
from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from yurt_hostnet.commands.discovery.kustomizations import Kustomizations
    from yurt_hostnet.commands.discovery.left_out import LeftOut

SUFFIXES = (".yaml", ".yml", ".json")
"""Files that are looked at in a directory, hidden ones too, as kubectl does; a file that is named may have any name."""


class Walk:
    """What is in a directory that the user named.

    `files` are the paths in order, each once; `folders` the directories that were entered, each with its real path;
    `entered` are these real paths. `errors` tells what could not be read.
    """

    def __init__(self, top: str, kustomizations: Kustomizations) -> None:
        self.files: dict[str, None] = {}
        self.folders: list[tuple[str, str]] = []
        self.errors: list[InputError] = []
        self._top = os.path.realpath(top)
        self.entered: set[str] = set()
        self._hidden: list[str] = []
        self._links: list[str] = []
        self._odd: list[str] = []
        self._elsewhere: list[tuple[str, LeftOut]] = []
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
        yield from (info for real, info in self._elsewhere if real not in entered)

    def _enter(self, top: str) -> None:
        waiting = [(top, os.path.realpath(top))]
        while waiting:  # no recursion: directories may lie deeper than Python goes
            place, real = waiting.pop()
            if real in self.entered:
                continue
            self.entered.add(real)
            self.folders.append((place, real))
            lower = [path for path in self._look(place) if not self._is_hidden_or_link(path)]
            waiting += [(path, os.path.join(real, os.path.basename(path))) for path in reversed(lower)]

    def _look(self, place: str) -> list[str]:
        """Take in the files of a directory, and return the directories in it, in order."""
        directories = []
        try:
            names = sorted(os.listdir(place))
        except OSError as error:
            self.errors.append(InputError(f"The directory cannot be read: {error.strerror}.", file=place))
            return []
        for name in names:
            path = os.path.normpath(os.path.join(place, name))
            if os.path.isdir(path):
                directories.append(path)
            elif not (name.lower().endswith(SUFFIXES) or name in NAMES):
                continue
            elif os.path.isfile(path):
                self.files[path] = None
            else:
                self._odd.append(path)
        return directories

    def _is_hidden_or_link(self, path: str) -> bool:
        if os.path.islink(path):
            self._links.append(path)
        elif os.path.basename(path).startswith("."):
            self._hidden.append(path)
        else:
            return False
        return True

    def _follow(self, folder: str, place: str, kustomizations: Kustomizations) -> None:
        """Take in what the kustomization of a directory names in the directory that the user named."""
        found = kustomizations.at(place)
        if found is None:
            return
        for entry in found.entries:
            path = os.path.normpath(os.path.join(folder, entry))
            real = os.path.realpath(path)
            if os.path.isfile(path) and _within(real, found.folder):
                self.files[path] = None
            elif real in self.entered:
                continue
            elif os.path.isdir(path) and _within(real, self._top):
                self._enter(path)
            else:
                shown = os.path.normpath(os.path.join(folder, os.path.basename(found.path)))
                self._elsewhere.append((real, left_out.resource_elsewhere(shown, entry)))


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
