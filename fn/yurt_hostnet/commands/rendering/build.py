"""One build: a directory in, what kustomize makes of it out, or a sentence that says why it makes nothing."""

from __future__ import annotations

import os
import shlex

from yurt_hostnet.commands.rendering.asked_packages import EXEC, PLUGINS
from yurt_hostnet.commands.rendering.programs import Program, run
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_OUTPUT = ("-o", "--output")
_LONGEST = 2000
"""So much is told of what a failed build says, from its end: there the cause stands."""
_NEEDS_PLUGINS = ("external plugins disabled", "plugins are disabled", "--enable-alpha-plugins")
"""How kustomize says that it will run no function (5.0 to 5.8, and in kubectl)."""


class BuildOptions:
    """What is handed on to a build: `words`, and whether functions may run, as programs or in containers.

    Raises InputError for a word that would send the output elsewhere.
    """

    __slots__ = ("containers", "programs", "words")

    def __init__(self, text: str = "", *, programs: bool = False, containers: bool = False) -> None:
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise InputError(f"--build-options cannot be read: {error}. Close the quotes.") from None
        for word in words:
            if word.partition("=")[0] in _OUTPUT or (word.startswith("-o") and not word.startswith("--")):
                raise InputError(f"--build-options cannot hold {word}: the output of the build is read here.")
        if words and not words[0].startswith("-"):
            raise InputError(f"--build-options takes options, and {words[0]!r} is none. What is built is named by -k.")
        self.programs = programs or EXEC in words
        self.containers = containers or self.programs or PLUGINS in words
        self.words = [word for word in words if word not in (EXEC, PLUGINS)]

    def given_to(self, program: Program) -> list[str]:
        """Return the options for a program. Raises InputError for kubectl where programs are to run."""
        if self.programs and program.is_kubectl:
            message = f"kubectl has no {EXEC}, and passes over functions that are programs without a word."
            raise InputError(f"{message} Install kustomize, or name it: --kustomize PROGRAM.")
        flags = [PLUGINS] if self.containers else []
        return [*self.words, *flags, *([EXEC] if self.programs else [])]


def build(program: Program, folder: str, options: BuildOptions, shown: str = "") -> bytes:
    """Return what a program builds of a directory. `shown` is how sentences name it, if not `folder`.

    Raises InputError, with what the program says, where it builds nothing.
    """
    name = shown or folder
    words = [program.path, "kustomize" if program.is_kubectl else "build", *options.given_to(program)]
    try:
        done = run([*words, os.path.join(os.curdir, folder) if folder.startswith("-") else folder])
    except InputError as error:
        error.file = error.file or name
        raise
    if done.returncode == 0:
        return done.stdout
    said = _sentence(done.stderr)
    message = f"{program.name} cannot build this. It says: {said}"
    if any(sign in said for sign in _NEEDS_PLUGINS):
        message += f" {_permission(program)}"
    raise InputError(message, file=name)


def _permission(program: Program) -> str:
    """Return what to type so that functions run, and what that means."""
    text = f"A function is listed here. {PLUGINS} lets functions run in containers"
    if not program.is_kubectl:
        text += f"; {EXEC} also lets those run that are programs, with all of your rights"
    return f"{text}. Give it only if you trust who wrote the files."


def _sentence(said: bytes) -> str:
    """Return what a program says on stderr as one line, its end if it is long."""
    lines: Sequence[str] = said.decode("utf-8", "replace").splitlines()
    text = " ".join(filter(None, (line.strip() for line in lines))) or "nothing"
    return text if len(text) <= _LONGEST else f"… {text[-_LONGEST:]}"
