"""`yurt-hostnet baseline --add`: what is new is added, and nothing that is there changes by a byte."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from baseline.test_command import BASELINE, MANIFESTS
from commands.program import run

if TYPE_CHECKING:
    from pathlib import Path

OWN = BASELINE.replace("    type: Edge\n", "    type: 'Edge'   # as it was\n").replace(
    "beijing\n    host", "beijing\n\n    host"
)
NEW = """\
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: shanghai}
spec: {type: Edge}
---
apiVersion: v1
kind: Node
metadata: {name: edge-0, labels: {"apps.openyurt.io/nodepool": shanghai}}
---
apiVersion: v1
kind: Pod
metadata: {name: new}
spec: {containers: []}
"""
POOL_ENTRY = "  - name: shanghai\n    hostNetwork: false\n    type: Edge\n    interConnectivity: false\n"
NODE_ENTRY = "  - name: edge-0\n    pool: shanghai\n"


@pytest.fixture(name="folder")
def folder_with_a_baseline(tmp_path: Path) -> Path:
    (tmp_path / "baseline.yaml").write_text(OWN)
    (tmp_path / "manifests.yaml").write_text(MANIFESTS + NEW)
    return tmp_path


@pytest.mark.parametrize("operand", ["manifests.yaml", "."])
def test_new_pools_and_nodes_are_added(folder: Path, operand: str) -> None:
    os.chmod(folder / "baseline.yaml", 0o640)
    ran = run("baseline", operand, "--add", "baseline.yaml", cwd=folder)
    assert (ran.code, ran.stdout) == (0, "baseline.yaml got 1 pool and 1 node.\n")
    expected = OWN.replace("  nodes:\n", f"{POOL_ENTRY}  nodes:\n").replace("  pods:\n", f"{NODE_ENTRY}  pods:\n")
    assert (folder / "baseline.yaml").read_text() == expected
    assert (folder / "baseline.yaml").stat().st_mode & 0o777 == 0o640
    ran = run("baseline", operand, "--add", "baseline.yaml", cwd=folder)
    assert ran.stdout == "Nothing to add: baseline.yaml has every NodePool and Node of a pool.\n"
    assert (folder / "baseline.yaml").read_text() == expected


def test_an_entry_that_differs_stays(folder: Path) -> None:
    (folder / "baseline.yaml").write_text(OWN.replace("hostNetwork: true\n    type", "hostNetwork: false\n    type"))
    run("baseline", "manifests.yaml", "--add", "baseline.yaml", cwd=folder)
    text = (folder / "baseline.yaml").read_text()
    assert "  - name: beijing\n\n    hostNetwork: false\n    type: 'Edge'   # as it was\n" in text
    assert text.count("name: beijing") == 1


def test_the_first_entries_of_an_empty_one(folder: Path) -> None:
    head = OWN.partition("spec:")[0]
    (folder / "baseline.yaml").write_text(head)
    (folder / "new.yaml").write_text(NEW)
    assert run("baseline", "new.yaml", "--add", "baseline.yaml", cwd=folder).code == 0
    assert (folder / "baseline.yaml").read_text() == f"{head}spec:\n  pools:\n{POOL_ENTRY}  nodes:\n{NODE_ENTRY}"


NO_BASELINE = "--add takes a file that holds a HostNetBaseline and nothing else. Write one with -o FILE."
NOT_THERE = "--add takes a file with a HostNetBaseline that is there. Write the first one with -o FILE."
REFUSED = {
    "manifests": (["--add", "manifests.yaml"], f"manifests.yaml: {NO_BASELINE}"),
    "a directory": (["--add", "."], f".: {NO_BASELINE}"),
    "no file": (["--add", "no.yaml"], f"no.yaml: {NOT_THERE}"),
    "a stream": (["--add", "-"], NOT_THERE),
    "-o": (
        ["--add", "baseline.yaml", "-o", "new.yaml"],
        "--add adds to the HostNetBaseline in its file, so --output changes nothing. Leave it out.",
    ),
    "--name": (
        ["--add", "baseline.yaml", "--name", "new"],
        "--add adds to the HostNetBaseline in its file, so --name changes nothing. Leave it out.",
    ),
}


@pytest.mark.parametrize(("options", "told"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused(folder: Path, options: list[str], told: str) -> None:
    ran = run("baseline", "manifests.yaml", *options, cwd=folder)
    assert (ran.code, ran.stdout, ran.stderr) == (2, "", f"yurt-hostnet: {told}\n")
    assert (folder / "baseline.yaml").read_text() == OWN
