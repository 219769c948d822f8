"""The example of another function on our SDK, in real kustomize and kpt: it does its work, and comments stay."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from hosts.programs import IDENTITY, ROOT, Hosts, diff, tree, write_program

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

EXAMPLE = ROOT / "examples" / "tolerate-edge"
ADDED = """\
+      - key: node-role.example.com/edge
+        operator: Exists
"""


def lines(before: str, after: str) -> str:
    """Return the lines that differ."""
    changed = (line for line in diff(before, after).splitlines() if line[:1] in {"+", "-"})
    return "".join(f"{line}\n" for line in changed if not line.startswith(("+++", "---")))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The example, its program started by this Python and with this checkout."""
    folder = shutil.copytree(EXAMPLE, tmp_path / "package")
    program = (folder / "function.py").rename(tmp_path / "function.py")
    path = os.pathsep.join([str(ROOT / "fn")])
    command = f"PYTHONPATH={shlex.quote(path)} exec {shlex.quote(sys.executable)} {shlex.quote(str(program))}"
    write_program(folder / "function.py", command)
    return folder


def test_kustomize(hosts: Hosts, package: Path) -> None:
    before = hosts.run("kustomize", "build", "--enable-alpha-plugins", "--enable-exec", package, function=IDENTITY)
    plain = package / "kustomization.yaml"
    plain.write_text("resources: [daemonset.yaml]\n")
    without = hosts.run("kustomize", "build", package)
    assert lines(without.ok(), before.ok()) == ADDED


def test_kpt(hosts: Hosts, package: Path, tmp_path: Path) -> None:
    (package / "kustomization.yaml").unlink()
    program = (package / "function.py").rename(tmp_path / "tolerate")
    before = tree(package)
    done = hosts.run("kpt", "fn", "eval", "--exec", program, package, "--", "taint=node-role.example.com/edge")
    done.ok()
    assert "Tolerates node-role.example.com/edge now." in done.stderr
    after = tree(package)
    assert after.keys() == before.keys()
    assert lines(before["daemonset.yaml"], after["daemonset.yaml"]) == ADDED
    hosts.run("kpt", "fn", "eval", "--exec", program, package).ok()
    assert tree(package) == after


def test_the_example_is_short() -> None:
    assert len((EXAMPLE / "function.py").read_text().splitlines()) <= 30
