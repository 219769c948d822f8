"""The programs that build and install packages, and the Pythons that the package has to run on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hosts.programs import REQUIRED, ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

TOOLS = os.environ.get("PACKAGING", "")
OLDEST = "3.10"


def need(name: str) -> str:
    """Return the path of a packaging tool; without it skip the test, or fail it if hosts are required."""
    if TOOLS and (found := shutil.which(name, path=TOOLS)):
        return found
    reason = f"no {name} in PACKAGING; `make test-packaging` installs the tools and runs this"
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


def run(*command: str | Path, cwd: Path, environment: Mapping[str, str] | None = None, stdin: str = "") -> str:
    """Run a command and return its stdout; fail with all that was said if it did."""
    done = attempt(*command, cwd=cwd, environment=environment, stdin=stdin)
    assert done.returncode == 0, f"{command}\nexit code {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def attempt(
    *command: str | Path,
    cwd: Path,
    environment: Mapping[str, str] | None = None,
    stdin: str = "",
    seconds: float = 900,
) -> subprocess.CompletedProcess[str]:
    """Run a command that may fail, without the settings of the tests that run it; it may take so many seconds."""
    clean = {name: text for name, text in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV", "ENGINE"}}
    return subprocess.run(
        list(map(str, command)),
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**clean, **(environment or {})},
        text=True,
        timeout=seconds,
    )


def checkout(to: Path) -> Path:
    """Copy every file of the project that git knows, so that pyproject.toml alone says what is shipped."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
    ).stdout
    for file in filter(None, listed.split("\0")):
        if (ROOT / file).is_file():
            (to / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, to / file)
    return to


def pythons() -> dict[tuple[int, int], str]:
    """Return the usable Pythons of this machine from 3.10 on, from PATH and pyenv, by version."""
    folders = [*os.environ["PATH"].split(os.pathsep), *map(str, Path.home().glob(".pyenv/versions/*/bin"))]
    found = {sys.version_info[:2]: sys.executable}
    for minor in range(10, 20):
        for folder in folders:
            program = os.path.join(folder, f"python3.{minor}")
            if "shims" not in folder and os.access(program, os.X_OK):
                found.setdefault((3, minor), program)
                break
    return found


def python(version: tuple[int, int]) -> str:
    """Return a Python of that version; without it skip the test, or fail it if hosts are required."""
    if program := pythons().get(version):
        return program
    reason = f"no Python {version[0]}.{version[1]} on PATH or in pyenv"
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)
