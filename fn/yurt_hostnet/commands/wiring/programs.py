"""The programs of the hosts that are on this machine, and their versions."""

from __future__ import annotations

import re

from yurt_hostnet.commands.rendering.programs import find_program
from yurt_hostnet.commands.wiring.running import on_path, run_program
from yurt_hostnet.textedit.errors import InputError

_ASKED = {
    "yurt-hostnet": ("--version",),
    "kustomize": ("version",),
    "kubectl": ("version", "--client"),
    "kpt": ("version",),
    "helm": ("version", "--short"),
    "docker": ("--version",),
}
"""How each is asked for its version; kustomize runs images by `docker` and no other name."""
_SECONDS = 30
_VERSION = re.compile(r"v?\d+\.\d+[\w.+-]*")


class HostProgram:
    """A program on PATH: its `name`, `path` and `version`, "" where it does not tell one."""

    __slots__ = ("name", "path", "version")

    def __init__(self, name: str, path: str, version: str) -> None:
        self.name = name
        self.path = path
        self.version = version


def host_programs(kustomize: str = "") -> dict[str, HostProgram]:
    """Return the programs that are there, by name; `kustomize` is that of the user, "" for the one on PATH.

    Raises InputError if there is no such one.
    """
    found = {}
    for name, arguments in _ASKED.items():
        if path := find_program(kustomize).path if kustomize and name == "kustomize" else on_path(name):
            found[name] = HostProgram(name, path, _version(path, arguments))
    return found


def _version(path: str, arguments: tuple[str, ...]) -> str:
    try:
        ran = run_program([path, *arguments], seconds=_SECONDS)
    except InputError:
        return ""
    match = _VERSION.search(ran.out.decode("utf-8", "replace")) if ran.code == 0 else None
    return match.group() if match else ""
