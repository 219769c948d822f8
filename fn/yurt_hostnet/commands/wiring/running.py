"""Runs the programs of the hosts: which of them is on PATH, how it ended, and what it said on one line."""

from __future__ import annotations

import os
from shutil import which

from yurt_hostnet.commands.rendering.programs import SECONDS, run
from yurt_hostnet.report.characters import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SHOWN = 2_000
"""So many characters of what a program says are told, from its end."""


class Ran:
    """How a program ended: its exit code, stdout, and stderr on one line."""

    __slots__ = ("code", "out", "said")

    def __init__(self, code: int, out: bytes, said: bytes) -> None:
        self.code = code
        self.out = out
        text = one_line(" ".join(said.decode("utf-8", "replace").split())) or "nothing"
        self.said = text if len(text) <= _SHOWN else f"… {text[-_SHOWN:]}"


def on_path(name: str) -> str:
    """Return the path of a program on PATH, "" without it; a relative folder of PATH may be the repository's."""
    folders = [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(folder)]
    return (which(name, path=os.pathsep.join(folders)) or "") if folders else ""


def run_program(words: Sequence[str], environment: Mapping[str, str] | None = None, seconds: float = SECONDS) -> Ran:
    """Run a program by its path, with another environment if one is given. Raises InputError as `programs.run`."""
    done = run(words, seconds, environment)
    return Ran(done.returncode, done.stdout, done.stderr)
