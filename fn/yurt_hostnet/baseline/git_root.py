"""The one repository that a baseline comes from: where the user stands, and nothing that lies in it or beside it.

git is not asked to look for it. It would take a folder that looks like a bare repository (HEAD, objects, refs, config),
which anybody can commit, for one, and a repository within the repository for the one that is meant.
"""

from __future__ import annotations

import os

from yurt_hostnet.baseline.baseline import BaselineError
from yurt_hostnet.baseline.git_command import ask, run_git

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

DOT_GIT = ".git"


class Root:
    """The root of a repository: `top`, an absolute path without links."""

    __slots__ = ("_identity", "_names", "_others", "top")

    def __init__(self, top: str) -> None:
        self.top = top
        self._identity = _identity(top)
        self._names: dict[str, str | None] = {}
        self._others: dict[str, str | None] = {"": None}

    def name(self, file: str) -> str | None:
        """Return the name of a file in the repository, with slashes, as it is written; None if it is not in there.

        Links on the way are not followed, but for those that lead to the root. Raises BaselineError for a
        file of another repository that lies in this one.
        """
        folder, base = os.path.split(file)
        folder = os.path.realpath(folder) if os.pardir in folder.split(os.sep) else os.path.abspath(folder)
        name = self._name(folder)
        if name is None:
            return None
        other = self._other(name.removesuffix("/"))
        if other is not None:
            raise BaselineError(
                f"This file belongs to another repository, {other}, which lies in {self.top}. "
                "Its baseline is read only for who stands in it: change to its folder and check it from there.",
                file=file,
            )
        return name + base

    def path(self, name: str) -> str:
        """Return the absolute path of a name."""
        return os.path.join(self.top, name)

    def _name(self, folder: str) -> str | None:
        """Return the name of an absolute folder, with a slash at its end ("" for the root)."""
        at, below = folder, [folder]
        while at not in self._names and _identity(at) != self._identity:
            above = os.path.dirname(at)
            if above == at:
                self._names.update(dict.fromkeys(below))
                return None
            at = above
            below.append(at)
        name = self._names.setdefault(at, "")
        for inner in reversed(below[:-1] if below[-1] == at else below):
            name = None if name is None else f"{name}{os.path.basename(inner)}/"
            self._names[inner] = name
        return name

    def _other(self, name: str) -> str | None:
        """Return the path of the repository within this one that a folder is in, None without one."""
        at, below = name, []
        while at not in self._others:
            below.append(at)
            at = os.path.dirname(at)
        other = self._others[at]
        for inner in reversed(below):
            path = self.path(inner)
            other = path if os.path.lexists(os.path.join(path, DOT_GIT)) else other
            self._others[inner] = other
        return other


def root_of(files: Sequence[str]) -> Root:
    """Return the root of the repository in which the user stands.

    Who stands in none means the one that all the files are in, as long as that is in no other. Raises
    BaselineError where there is none, or git will not have it.
    """
    try:
        here = os.getcwd()
    except OSError as error:
        raise BaselineError(f"The current folder cannot be read: {error.strerror}.") from None
    top = _enclosing(here)
    if top is None and files:
        top = _enclosing(_common_folder(files))
        outer = _enclosing(os.path.dirname(top)) if top is not None else None
        if outer is not None:
            raise BaselineError(
                f"The files are in the repository {top}, which lies in another one, {outer}. "
                "Change to the folder of the one that is meant and check from there."
            )
    if top is None:
        answer = run_git(here, "rev-parse", "--show-toplevel")
        said = answer.sentence() if answer.code else "nothing of use"
        raise BaselineError(f"git cannot read the baseline; it says: {said}")
    found = os.fsdecode(ask(top, "rev-parse", "--show-toplevel").removesuffix(b"\n"))
    if _identity(found) != _identity(top):
        raise BaselineError(
            f"git takes {found} for the root of the repository, although {os.path.join(top, DOT_GIT)} is there. "
            "Fix or remove the one that is wrong (git status)."
        )
    return Root(top)


def _enclosing(folder: str) -> str | None:
    """Return the nearest folder, from `folder` upwards, that holds a .git."""
    while not os.path.lexists(os.path.join(folder, DOT_GIT)):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _common_folder(files: Sequence[str]) -> str:
    """Return the folder, without links, that all files are in; of those that are gone, one that is there."""
    folders = {os.path.dirname(os.path.abspath(file)) for file in files}
    folder = os.path.commonpath([os.path.realpath(folder) for folder in folders])
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino
