"""The programs that build kustomizations: which one is there, how it is called, and how it is run."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from shutil import which

from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SECONDS = 300
"""How long one build may take."""
KUSTOMIZE, KUBECTL = "kustomize", "kubectl"
_RUNNING: set[subprocess.Popen[bytes]] = set()
_VERSION = re.compile(r"v\d+\.\d+\.\d+[-+.\w]*")


class Program:
    """A program that builds kustomizations: `path` is absolute, `is_kubectl` tells kubectl, which has a kustomize."""

    __slots__ = ("is_kubectl", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self.is_kubectl = KUBECTL in os.path.basename(path)

    @property
    def name(self) -> str:
        """What a user types to build with it: `kustomize build` or `kubectl kustomize`, with the file's own name."""
        return f"{os.path.basename(self.path)} {KUSTOMIZE if self.is_kubectl else 'build'}"

    def version(self) -> str:
        """Return the version of its kustomize, such as v5.8.1; "" where it does not tell. Raises InputError as `run`.

        `kustomize version` prints it; `kubectl version --client` has a line `Kustomize Version:` (kubectl 1.27).
        """
        done = run([self.path, "version", *(["--client"] if self.is_kubectl else [])], seconds=30)
        said = done.stdout.decode("utf-8", "replace")
        found = _VERSION.search(said.partition("Kustomize Version:")[2] if self.is_kubectl else said)
        return found.group() if found is not None and done.returncode == 0 else ""


def find_program(asked: str = "") -> Program:
    """Return the program that builds: `asked` (a name on PATH or a path), else kustomize, else kubectl.

    A folder that PATH names by a relative path is not looked into: it may be one of the repository that is looked at.
    Raises InputError where there is none.
    """
    if os.sep in asked:
        found = which(os.path.abspath(asked))
        if found is None:
            raise InputError("--kustomize names no program that can be run. Check the path.", file=asked)
        return Program(found)
    folders = [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(folder)]
    for name in [asked] if asked else [KUSTOMIZE, KUBECTL]:
        found = which(name, path=os.pathsep.join(folders)) if folders else None
        if found is not None:
            return Program(found)
    if asked:
        raise InputError(
            f"--kustomize {one_line(asked)}: there is no such program on PATH. Install it, or give its path."
        )
    message = "Neither kustomize nor kubectl is on PATH, so nothing can be built."
    raise InputError(f"{message} Install one of them, or name it: --kustomize PROGRAM.")


def run(
    words: Sequence[str], seconds: float = SECONDS, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a program without a terminal and return how it ended; stdin is empty.

    The environment is the user's, if no other is given.
    Raises InputError for one that cannot be started or takes longer than so many seconds; what it started ends with it.
    """
    try:
        process = subprocess.Popen(  # noqa: S603 - no shell; the user named the program, or PATH did
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env=environment,
        )
    except OSError as error:
        raise InputError(f"The program cannot be started: {error.strerror}.", file=words[0]) from None
    _RUNNING.add(process)
    with process:
        try:
            out, said = process.communicate(timeout=seconds)
        except BaseException as error:
            _end(process)
            if isinstance(error, subprocess.TimeoutExpired):
                message = f"{os.path.basename(words[0])} took longer than {seconds:g} seconds and was stopped."
                raise InputError(f"{message} Try it by hand: it may be waiting for a network.") from None
            raise
        finally:
            _RUNNING.discard(process)
    return subprocess.CompletedProcess(list(words), process.returncode, out, said)


def stop_all() -> None:
    """Kill all programs that run, whichever thread waits for them."""
    for process in list(_RUNNING):
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and what it started, which may hold its pipes."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except ProcessLookupError:
        return
