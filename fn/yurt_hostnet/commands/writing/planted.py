"""Tells whether the way to a directory leads through a link that a repository may have planted."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def planted_link(above: str, inputs: Sequence[str]) -> str:
    """Return the first link on the way to the directory `above` that lies in a working tree, "" if none does.

    A relative path starts in the working tree, so that none of its names may be a link. An absolute one may lead
    through links of the system (/tmp of macOS) and of the user, until it comes into the current directory, into one
    that `inputs` (what names the things read) lie in, or into the git repository around one of these. A link that
    comes out where it stands is none.
    """
    drive, rest = os.path.splitdrive(above)
    inside = not os.path.isabs(above)
    way = os.path.realpath(os.curdir) if inside else drive + os.sep
    trees = _working_trees(inputs)
    typed = drive
    for name in rest.split(os.sep):
        typed = os.path.join(typed, name) if typed or name else os.sep
        inside = inside or way in trees or way.startswith(tuple(os.path.join(tree, "") for tree in trees))
        below = os.path.normpath(os.path.join(way, name))
        real = os.path.realpath(below)
        if inside and real != below:
            return typed
        way = real
    return ""


def _working_trees(inputs: Sequence[str]) -> set[str]:
    """Return the real paths of the directories whose links are not the user's own; the root is none of them."""
    named = {path if os.path.isdir(path) else os.path.dirname(path) for path in inputs if os.path.exists(path)}
    trees = {tree for path in (os.curdir, *named) for tree in _with_repositories(os.path.realpath(path or os.curdir))}
    return {tree for tree in trees if tree != os.path.dirname(tree)}


def _with_repositories(place: str) -> Iterable[str]:
    """Yield a directory, and those above it that hold a git repository."""
    yield place
    while place != os.path.dirname(place):
        if os.path.lexists(os.path.join(place, ".git")):
            yield place
        place = os.path.dirname(place)
