"""Walks a directory: the files in it that kubectl or kustomize would read, and what was passed over."""

from __future__ import annotations

import os

from yurt_hostnet.commands import left_out
from yurt_hostnet.commands.kustomizations import NAMES
from yurt_hostnet.commands.object_signs import may_hold_objects
from yurt_hostnet.commands.open_file import read_file
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from yurt_hostnet.commands.kustomizations import Kustomizations
    from yurt_hostnet.commands.left_out import LeftOut

SUFFIXES = (".yaml", ".yml", ".json")
"""Files that are looked at in a directory, hidden ones too, as kubectl does; a file that is named may have any name."""


class Walk:
    """What is in a directory that the user named.

    `files` are the paths in order, each once; `folders` the directories that were entered, `entered` their real paths.
    `errors` tells what could not be read.
    """

    def __init__(self, top: str, kustomizations: Kustomizations) -> None:
        self.files: dict[str, None] = {}
        self.folders: list[str] = []
        self.errors: list[InputError] = []
        self._top = os.path.realpath(top)
        self.entered: set[str] = set()
        self._hidden: list[str] = []
        self._links: list[str] = []
        self._odd: list[str] = []
        self._elsewhere: list[tuple[str, LeftOut]] = []
        self._enter(top)
        for folder in self.folders:  # grows while hidden directories are entered
            self._follow(folder, kustomizations)

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
        for place, directories, names in os.walk(top, onerror=self._fail):
            real = os.path.realpath(place)
            if real in self.entered:
                directories.clear()
                continue
            self.entered.add(real)
            self.folders.append(place)
            for name in sorted(directories):
                path = os.path.normpath(os.path.join(place, name))
                if os.path.islink(path):
                    self._links.append(path)
                elif name.startswith("."):
                    self._hidden.append(path)
            directories[:] = sorted(name for name in directories if not name.startswith("."))
            for name in sorted(names):
                if name.lower().endswith(SUFFIXES) or name in NAMES:
                    path = os.path.normpath(os.path.join(place, name))
                    if os.path.isfile(path):
                        self.files[path] = None
                    else:
                        self._odd.append(path)

    def _fail(self, error: OSError) -> None:
        self.errors.append(InputError(f"The directory cannot be read: {error.strerror}.", file=str(error.filename)))

    def _follow(self, folder: str, kustomizations: Kustomizations) -> None:
        """Take in what the kustomization of a directory names in the directory that the user named."""
        found = kustomizations.at(os.path.realpath(folder))
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
    return any(
        _may_be_manifest(os.path.join(place, name))
        for place, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith(SUFFIXES)
    )


def _may_be_manifest(path: str) -> bool:
    if not os.path.isfile(path):
        return False
    try:
        return may_hold_objects(read_file(path, found=True)[0])
    except (InputError, OSError):
        return True
