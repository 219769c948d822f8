"""The repository around a package, and the kustomizations in it that take the package in."""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery.kustomizations import NAMES
from yurt_hostnet.commands.wiring.package import KUSTOMIZE
from yurt_hostnet.commands.wiring.wired import kustomization_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.commands.wiring.package import Package

_FOLDERS = 5_000
"""So many folders of a repository are looked through."""
_MOST = 3


def find_overlays(package: Package) -> list[str]:
    """Return the first kustomizations of the repository, by path, that list the folder of a package."""
    root = repository_of(package.folder)
    if package.host != KUSTOMIZE or not root:
        return []
    target = os.path.realpath(package.folder)
    word = os.fsencode(os.path.basename(target))
    found: list[str] = []
    for number, (place, folders, names) in enumerate(os.walk(root)):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if any(name in NAMES and _mentions(os.path.join(place, name), word) for name in names):
            above = kustomization_in(os.path.relpath(place))
            if above is not None and target in _taken_in(above.data, place):
                found.append(above.path)
        if number >= _FOLDERS or len(found) >= _MOST:
            break
    return found


def repository_of(folder: str) -> str:
    """Return the real path of the nearest folder, this one or above it, that holds a `.git`; "" if none does."""
    place = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(place, ".git")):
        if place == os.path.dirname(place):
            return ""
        place = os.path.dirname(place)
    return place


def place_of(folder: str) -> str:
    """Return the path of a folder from the root of its repository, the folder's name where there is none."""
    root = repository_of(folder)
    real = os.path.realpath(folder)
    return os.path.relpath(real, root) if root else os.path.basename(real)


def _mentions(path: str, word: bytes) -> bool:
    """Tell whether a file may name a folder: `..` leads to one by no name."""
    try:
        with open(path, "rb") as stream:
            text = stream.read()
    except OSError:
        return False
    return word in text or b".." in text


def _taken_in(data: dict[str, object], folder: str) -> set[str]:
    """Return the real paths of what a kustomization in `folder` lists as resources and components."""
    out = set()
    for field in ("resources", "bases", "components"):
        value = data.get(field)
        for entry in value if isinstance(value, list) else []:
            if isinstance(entry, str) and "\n" not in entry:
                out.add(os.path.realpath(os.path.join(folder, entry)))
    return out
