"""How git is asked: read-only, offline, and so that neither a repository nor the environment can make it run anything.

A repository that is looked at may be a stranger's, its .git folder too. Which git has which protection (release notes
of git; tried with 2.39):

- never a command of the configuration: core.fsmonitor and core.hooksPath are overridden; ls-tree, cat-file and ls-files
  have no textconv, filter or external diff unless they are asked to, and no pager, since stdout is no terminal.
- never a fetch, which runs remote.NAME.uploadpack: GIT_ALLOW_PROTOCOL (2.3.10) forbids every transport, whatever the
  configuration says; GIT_NO_LAZY_FETCH (the releases of May 2024, as 2.39.4, and later) does not even try.
- never a bare repository found on the way: safe.bareRepository (2.38); for older ones git_root.py finds the root.
- never what others own: safe.directory (2.35.2) is left on, which a given --git-dir would switch off.
"""

from __future__ import annotations

import os
import subprocess
from shutil import which

from yurt_hostnet.baseline.baseline import BaselineError

OPTIONS = (
    *("--no-pager", "--no-replace-objects", "--no-optional-locks"),
    *("-c", "safe.bareRepository=explicit"),
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "diff.external="),
    *("-c", "protocol.allow=never"),
)
"""Options in front of every git command."""

SETTINGS = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
"""Variables that every git gets."""

KEPT = (
    *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"),
    *("GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"),
)
"""Of all variables of git those that pass: where the user's own configuration is, and how far to look for a repository.

Every other is left out. git's hooks and the shells of developers have some that lead to another repository, index or
object store, or that name programs.
"""

SECONDS = 300
"""How long git may take; a repository can be made so that it waits for ever, with a pipe in place of a file."""


class Answer:
    """What git said: its exit code, stdout and stderr."""

    __slots__ = ("code", "out", "said")

    def __init__(self, code: int, out: bytes, said: bytes) -> None:
        self.code = code
        self.out = out
        self.said = said

    def sentence(self) -> str:
        """Return all of stderr on one line, without control characters."""
        lines = self.said.decode("utf-8", "replace").splitlines()
        text = " ".join(filter(None, (line.strip() for line in lines))) or "nothing"
        return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def run_git(folder: str, *arguments: str, stdin: bytes = b"") -> Answer:
    """Run git in a folder. Raises BaselineError if there is no git, or if it does not end."""
    try:
        done = subprocess.run(  # noqa: S603 - no shell; no argument that the user gave can be an option
            [_program(), *OPTIONS, "-C", folder, *arguments],
            capture_output=True,
            check=False,
            input=stdin,
            env=environment(os.environ),
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise BaselineError(f"git {arguments[0]} took longer than {SECONDS} seconds in {folder}.") from None
    return Answer(done.returncode, done.stdout, done.stderr)


def ask(folder: str, *arguments: str, stdin: bytes = b"") -> bytes:
    """Run git and return its stdout; raise BaselineError with what it says if it fails."""
    answer = run_git(folder, *arguments, stdin=stdin)
    if answer.code != 0:
        raise BaselineError(f"git cannot read the baseline; it says: {answer.sentence()}")
    return answer.out


def environment(given: os._Environ[str] | dict[str, str]) -> dict[str, str]:
    """Return the environment of git: the given one, but of git's variables only KEPT, and SETTINGS."""
    kept = {name: value for name, value in given.items() if not name.startswith("GIT_") or name in KEPT}
    return {**kept, **_trusted_folders(given), **SETTINGS}


def _trusted_folders(given: os._Environ[str] | dict[str, str]) -> dict[str, str]:
    """Return GIT_CONFIG_COUNT and its pairs with safe.directory alone, which is how some CI systems set it."""
    try:
        count = min(int(given.get("GIT_CONFIG_COUNT", "0")), len(given))
    except ValueError:
        count = 0
    values = [
        given.get(f"GIT_CONFIG_VALUE_{number}", "")
        for number in range(count)
        if given.get(f"GIT_CONFIG_KEY_{number}", "").lower() == "safe.directory"
    ]
    found = {"GIT_CONFIG_COUNT": str(len(values))} if values else {}
    for number, value in enumerate(values):
        found[f"GIT_CONFIG_KEY_{number}"], found[f"GIT_CONFIG_VALUE_{number}"] = "safe.directory", value
    return found


def _program() -> str:
    """Return the path of git; a folder that PATH names by a relative path may be one of the checked repository."""
    folders = [folder for folder in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(folder)]
    found = which("git", path=os.pathsep.join(folders)) if folders else None
    if found is None:
        raise BaselineError("git is not installed, so --baseline git: cannot be read. Give a file instead.")
    return found
