"""What a folder is to the hosts: a kustomization, a kpt package or a chart."""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery.kustomizations import NAMES
from yurt_hostnet.commands.wiring.one_object import OneObject
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KUSTOMIZE = "kustomize"
KPT = "kpt"
HELM = "helm"
HOSTS = (KUSTOMIZE, KPT, HELM)

_FILES = {KUSTOMIZE: NAMES, KPT: ("Kptfile",), HELM: ("Chart.yaml",)}
_FOLDERS = 5_000
"""So many folders are looked through for one that was meant."""
_SUGGESTED = 5


class Package:
    """A folder that one of HOSTS renders: `folder` as it was given, and `file`, which makes it a package of `host`."""

    __slots__ = ("file", "folder", "host")

    def __init__(self, folder: str, host: str, file: OneObject) -> None:
        self.folder = folder
        self.host = host
        self.file = file

    @property
    def data(self) -> dict[str, Any]:
        """The object in `file`."""
        return self.file.data

    @property
    def is_component(self) -> bool:
        """Whether it is a component of kustomize, which others take in."""
        return self.host == KUSTOMIZE and self.data.get("kind") == "Component"

    def place(self, name: str) -> str:
        """Return the path of a file of this folder."""
        return os.path.normpath(os.path.join(self.folder, name))


def find_package(folder: str, host: str = "") -> Package:
    """Return the package that a folder is, of `host` if that is given.

    Raises InputError for a folder that is none, or one of several hosts, and for a file that cannot be read.
    """
    if not os.path.isdir(folder):
        there = os.path.lexists(folder)
        why = "This is no folder. Name the folder that is built." if there else "There is no such folder."
        raise InputError(why, file=folder)
    found = {name: file for name in HOSTS if (file := _file_of(folder, name)) and host in ("", name)}
    if len(found) > 1:
        names = " and ".join(map(os.path.basename, found.values()))
        options = " or ".join(f"--host {name}" for name in found)
        raise InputError(f"This folder holds {names}. Say with {options} which of them renders it.", file=folder)
    if not found:
        wanted = _FILES[host][0] if host else "kustomization.yaml, Kptfile or Chart.yaml"
        raise InputError(f"This folder has no {wanted}. {_suggestion(folder, host)}", file=folder)
    name, path = next(iter(found.items()))
    return Package(folder, name, OneObject(path))


def _file_of(folder: str, host: str) -> str:
    """Return the path of the file that makes a folder a package of `host`, "" if none does; two raise InputError."""
    names = [name for name in _FILES[host] if os.path.isfile(os.path.join(folder, name))]
    if len(names) > 1:
        message = f"This folder holds {' and '.join(names)}, and kustomize refuses to choose. Remove one of them."
        raise InputError(message, file=folder)
    return os.path.normpath(os.path.join(folder, names[0])) if names else ""


def _suggestion(folder: str, host: str) -> str:
    """Return which folders below could be meant."""
    wanted = {name for each in ([host] if host else HOSTS) for name in _FILES[each]}
    found: list[str] = []
    for number, (place, folders, names) in enumerate(os.walk(folder)):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if wanted & set(names):
            found.append(os.path.normpath(place))
        if number >= _FOLDERS or len(found) > _SUGGESTED:
            break
    if not found:
        return "Name the folder that is built."
    more = ", …" if len(found) > _SUGGESTED else ""
    return f"Name the folder that is built: {', '.join(map(one_line, found[:_SUGGESTED]))}{more}."
