"""Finds the real host programs and runs them with a `yurt-hostnet` of our choice on PATH."""

from __future__ import annotations

import difflib
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIXTURES = Path(__file__).parent / "fixtures"
HOSTS = Path(os.environ.get("HOSTS", ROOT / ".cache" / "hosts" / "bin"))
REQUIRED = os.environ.get("HOSTS_REQUIRED") == "1"

OURS = "ours"
IDENTITY = "identity"
BROKEN = "broken"
"""What stands on PATH as `yurt-hostnet`: our function, one that copies stdin to stdout, or ours with a bug in it."""
BUG = """\
import sys
from yurt_hostnet import __main__, cli
def broken(*_):
    raise RuntimeError("boom")
cli._filter = broken
__main__.start()
"""


class Result:
    """How a program ended: exit code, and what it wrote."""

    def __init__(self, process: subprocess.CompletedProcess[bytes]) -> None:
        self.code = process.returncode
        self.stdout = process.stdout.decode()
        self.stderr = process.stderr.decode()

    def ok(self) -> str:
        """Return stdout; fail with all that was said if the program did."""
        assert self.code == 0, f"exit code {self.code}\n{self.stdout}\n{self.stderr}"
        return self.stdout


class Hosts:
    """Runs host programs in an environment that knows nothing of the user's own configuration."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name, program in ((OURS, our_program()), (IDENTITY, "exec cat"), (BROKEN, broken_program())):
            write_program(folder / name / "yurt-hostnet", program)

    def environment(self, function: str) -> dict[str, str]:
        home = self.folder / "home"
        return {
            "PATH": os.pathsep.join([str(self.folder / function), str(HOSTS), os.environ["PATH"]]),
            "HOME": str(home),
            "KUBECONFIG": os.devnull,
            "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "HELM_CACHE_HOME": str(home / "helm-cache"),
            "HELM_CONFIG_HOME": str(home / "helm-config"),
            "HELM_DATA_HOME": str(home / "helm-data"),
        }

    def run(
        self,
        program: str,
        *arguments: str | Path,
        function: str = OURS,
        stdin: str = "",
        cwd: Path | None = None,
        environment: dict[str, str] | None = None,
    ) -> Result:
        """Run a host program, or `yurt-hostnet` itself, and return how it ended."""
        found = shutil.which(program, path=str(self.folder / function)) or need(program)
        return Result(
            subprocess.run(
                [found, *map(str, arguments)],
                input=stdin.encode(),
                capture_output=True,
                check=False,
                cwd=cwd or self.folder,
                env={**self.environment(function), **(environment or {})},
                timeout=120,
            )
        )


def our_program() -> str:
    """Return the shell command that runs our function: the installed command, else the module in this checkout."""
    command = Path(sys.executable).with_name("yurt-hostnet")
    if command.exists():
        return f'exec {shlex.quote(str(command))} "$@"'
    return f'PYTHONPATH={shlex.quote(str(ROOT / "fn"))} exec {shlex.quote(sys.executable)} -m yurt_hostnet "$@"'


def broken_program() -> str:
    """Return the shell command that runs our function with a bug that shows when it is asked for anything."""
    command = f'exec {shlex.quote(sys.executable)} -c {shlex.quote(BUG)} "$@"'
    return f"PYTHONPATH={shlex.quote(str(ROOT / 'fn'))} {command}"


def write_program(path: Path, command: str) -> None:
    """Write a shell script that runs one command."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{command}\n")
    path.chmod(0o755)


def find(name: str) -> str | None:
    """Return the path of a host program; `helm3` and `helm4` may also be a `helm` of that version on PATH."""
    path = os.pathsep.join([str(HOSTS), os.environ["PATH"]])
    found = shutil.which(name, path=path)
    if found is None and name in {"helm3", "helm4"} and (helm := shutil.which("helm", path=path)):
        version = subprocess.run([helm, "version", "--short"], capture_output=True, check=False, text=True).stdout
        found = helm if version.startswith(f"v{name[-1]}.") else None
    return found


def need(name: str) -> str:
    """Return the path of a host program; without it skip the test, or fail it if hosts are required."""
    found = find(name)
    if found is not None:
        return found
    reason = f"{name} is not installed; `scripts/install-hosts {name}` installs it"
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


def diff(before: str, after: str) -> str:
    """Return the unified diff of two texts."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "before", "after", lineterm="")
    return "".join(f"{line}\n" for line in lines)


def tree(folder: Path) -> dict[str, str]:
    """Return the text of every file under a folder, by its path from there."""
    return {
        str(path.relative_to(folder)): path.read_bytes().decode()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def tree_diff(before: Path, after: Path) -> str:
    """Return the unified diff of two folders."""
    old, new = tree(before), tree(after)
    out = ""
    for name in sorted({*old, *new}):
        changed = diff(old.get(name, ""), new.get(name, ""))
        out += changed.replace("--- before", f"--- {name}", 1).replace("+++ after", f"+++ {name}", 1)
    return out


def assert_golden(text: str, path: Path) -> None:
    """Compare a text with the golden file at `path`; with UPDATE_GOLDEN=1 write it first (then read the diff)."""
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.write_text(text)
    assert text == path.read_text()
