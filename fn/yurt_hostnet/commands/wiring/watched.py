"""Runs a host with our function watched, and with one in its place that changes nothing."""

from __future__ import annotations

import os
import shlex
import tempfile

from yurt_hostnet.commands.wiring.running import Ran, on_path, run_program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.commands.wiring.program import Program

_WATCH = """\
#!/bin/sh
case " $* " in
*{argument}*) : >{mark}; {ours} ;;
esac
exec {real} "$@"
"""


class Watched:
    """How a host ended, and whether it ran our function; None where that cannot be seen."""

    __slots__ = ("function_ran", "ran")

    def __init__(self, ran: Ran, function_ran: bool | None) -> None:
        self.ran = ran
        self.function_ran = function_ran


def run_watched(words: Sequence[str], program: Program, *, identity: bool = False) -> Watched:
    """Run a host with a script in front of PATH in place of what runs our function, a name on PATH or `docker`.

    The script notes that it was called, and then does what was asked, or, as an `identity`, gives its input back.
    A program with a path is left as it is. Raises InputError where the host cannot be started.
    """
    name = "docker" if program.image else program.exec
    real = on_path(name) if os.sep not in name else ""
    if not real:
        return Watched(run_program(words), None)
    with tempfile.TemporaryDirectory() as folder:
        mark, script = os.path.join(folder, "called"), os.path.join(folder, name)
        argument = shlex.quote(f" {program.image} ") if program.image else ""
        ours = "exec cat" if identity else ":"
        text = _WATCH.format(argument=argument, mark=shlex.quote(mark), ours=ours, real=shlex.quote(real))
        with open(os.open(script, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o700), "w", encoding="utf-8") as stream:
            stream.write(text)
        path = os.pathsep.join([folder, os.environ.get("PATH", os.defpath)])
        ran = run_program(words, {**os.environ, "PATH": path})
        return Watched(ran, os.path.exists(mark))
