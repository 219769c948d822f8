"""A host that is watched: what stands on PATH in place of our function notes that it ran, and can change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from yurt_hostnet.commands.wiring.program import Program
from yurt_hostnet.commands.wiring.watched import run_watched

if TYPE_CHECKING:
    from pathlib import Path

IMAGE = Program(image="example.org/yurt-hostnet:1")
EXEC = Program(exec="yurt-hostnet")
BY_DOCKER = "echo in | docker run --rm -i {} "


def host(folder: Path, line: str) -> list[str]:
    """Return a host that runs a line of a shell, beside a docker and a yurt-hostnet that say who they are."""
    for name, text in (("host", line), ("docker", "echo out of $4"), ("yurt-hostnet", "echo edited")):
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    return [str(folder / "host")]


CASES = {
    "program": (EXEC, "echo in | yurt-hostnet", b"edited\n", b"in\n", True),
    "image": (IMAGE, BY_DOCKER.format(IMAGE.image), b"out of example.org/yurt-hostnet:1\n", b"in\n", True),
    "another image": (IMAGE, BY_DOCKER.format("a:1"), b"out of a:1\n", b"out of a:1\n", False),
    "passed over": (EXEC, "echo in", b"in\n", b"in\n", False),
    "a path cannot be watched": (Program(exec="./yurt-hostnet"), "echo in", b"in\n", b"in\n", None),
}


@pytest.mark.parametrize("case", CASES)
def test_a_host_is_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    program, line, edited, plain, ran = CASES[case]
    words = host(tmp_path, line)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    for identity, out in ((False, edited), (True, plain)):
        watched = run_watched(words, program, identity=identity)
        assert (watched.ran.code, watched.ran.out, watched.function_ran) == (0, out, ran)
