"""Large inputs: time and memory stay in proportion, and too little memory is a sentence and exit code 2."""

from __future__ import annotations

import os
import resource
import subprocess
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


def test_200_megabytes() -> None:
    """Streamed in and out: ten seconds of one CPU, half the memory that was promised, and every byte."""
    count = 200 * MEGA // len(CHUNK) + 1
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRON) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        thread = threading.Thread(target=_write, args=(process.stdin, CHUNK, count))
        thread.start()
        same = sum(process.stdout.read(len(EDITED_CHUNK)) == EDITED_CHUNK for _ in range(count))
        assert process.stdout.read() == b""
        thread.join()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert (same, process.returncode) == (count, 0)
    assert usage.ru_maxrss * 1024 < 2.5 * 200 * MEGA + 30 * MEGA
    assert usage.ru_utime + usage.ru_stime < 30


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
        pytest.param(512, CHUNK * (270 * MEGA // len(CHUNK)), (), id="270 MB, 512 MB"),
        pytest.param(512, json_list(30 * MEGA), (), id="30 MB of JSON, 512 MB"),
        pytest.param(512, json_list(30 * MEGA), ("check", "-"), id="30 MB of JSON, 512 MB, check"),
        pytest.param(128, pods(8 * MEGA), ("-v",), id="8 MB of pods, 128 MB"),
        pytest.param(64, pods(8 * MEGA), ("check", "-"), id="8 MB of pods, 64 MB, check"),
        pytest.param(64, b"\n" * (80 * MEGA), (), id="more than the limit"),
    ],
)
def test_too_little_memory(megabytes: int, text: bytes, arguments: tuple[str, ...]) -> None:
    assert run(*arguments, text=text, preexec_fn=limited(megabytes)) == Run(b"", OUT_OF_MEMORY, 2)


def test_a_list_on_one_line() -> None:
    """Ten times the items of a compact list take ten times the time, not a hundred."""
    times = []
    for size in (MEGA // 4, 5 * MEGA // 2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert run(text=json_list(size)) == Run(json_list(size), "", 0)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime)
    assert times[1] < 20 * times[0]


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
