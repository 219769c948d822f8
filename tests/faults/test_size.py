"""Large inputs: time and memory stay in proportion, and too little memory is a sentence and exit code 2."""

from __future__ import annotations

import resource
import subprocess
import sys
import threading
from typing import IO, TYPE_CHECKING

import pytest

from faults.faulty import AFFINITY, CONFIG_MAP, ENVIRON, POD, PROGRAM, Run, run

if TYPE_CHECKING:
    from collections.abc import Callable

MEGA = 1 << 20
OUT_OF_MEMORY = (
    "yurt-hostnet: The input needs more memory than there is. Raise the memory limit, or split the package.\n"
)
CHUNK = b"---\n" + POD + CONFIG_MAP * 100
EDITED_CHUNK = b"---\n" + POD + AFFINITY + CONFIG_MAP * 100


STARTER = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
sys.stderr.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(code)
"""
"""Starts the program from a small process: Linux counts what its starter held into the peak of what it starts."""


def test_200_megabytes() -> None:
    """Streamed in and out: half the memory that was promised, and every byte."""
    count = 200 * MEGA // len(CHUNK) + 1
    command = [sys.executable, "-c", STARTER, *PROGRAM]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=ENVIRON, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        thread = threading.Thread(target=_write, args=(process.stdin, CHUNK, count))
        thread.start()
        same = sum(process.stdout.read(len(EDITED_CHUNK)) == EDITED_CHUNK for _ in range(count))
        assert process.stdout.read() == b""
        thread.join()
        peak = int(process.stderr.read()) * 1024
    assert (same, process.returncode) == (count, 0)
    assert peak < 2.5 * 200 * MEGA + 30 * MEGA


def _write(stream: IO[bytes], chunk: bytes, count: int) -> None:
    with stream:
        for _ in range(count):
            stream.write(chunk)


def limited(megabytes: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGA, megabytes * MEGA))


def pods(size: int) -> bytes:
    return b"---\n" + b"---\n".join([POD] * (size // len(POD)))


def json_list(size: int) -> bytes:
    pod = b'{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"containers":[{"name":"a","image":"b"}]}}'
    items = b",".join([pod] * (size // len(pod)))
    return b'{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[%b]}' % items


@pytest.mark.parametrize(
    ("megabytes", "text", "arguments"),
    [
        pytest.param(300, lambda: CHUNK * (290 * MEGA // len(CHUNK)), (), id="290 MB, 300 MB"),
        pytest.param(512, lambda: json_list(30 * MEGA), (), id="30 MB of JSON, 512 MB"),
        pytest.param(512, lambda: json_list(30 * MEGA), ("check", "-"), id="30 MB of JSON, 512 MB, check"),
        pytest.param(128, lambda: pods(8 * MEGA), ("-v",), id="8 MB of pods, 128 MB"),
        pytest.param(64, lambda: pods(8 * MEGA), ("check", "-"), id="8 MB of pods, 64 MB, check"),
        pytest.param(64, lambda: b"\n" * (80 * MEGA), (), id="more than the limit"),
    ],
)
def test_too_little_memory(megabytes: int, text: Callable[[], bytes], arguments: tuple[str, ...]) -> None:
    assert run(*arguments, text=text(), preexec_fn=limited(megabytes)) == Run(b"", OUT_OF_MEMORY, 2)


def test_a_list_on_one_line() -> None:
    """A compact list of 2.5 MB is read in linear time: quadratic, it would take minutes."""
    text = json_list(5 * MEGA // 2)
    assert run(text=text) == Run(text, "", 0)


def test_too_little_memory_in_helm4() -> None:
    done = run("--helm4", text=pods(8 * MEGA), preexec_fn=limited(128))
    assert (done.stderr, done.code) == (OUT_OF_MEMORY, 0)
    assert done.stdout == (
        b"|-\n  yurt-hostnet refused this release:\n  "
        + OUT_OF_MEMORY.encode()
        + b"---\n*yurt-hostnet-refused-this-release\n"
    )


@pytest.mark.parametrize("megabytes", [48, 64])
def test_little_memory_is_enough_for_little(megabytes: int) -> None:
    assert run(preexec_fn=limited(megabytes)) == Run(POD + AFFINITY, "", 0)
