"""Hostile strings, the program run in this process with files for its streams, and what no line of it may be."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from typing import TYPE_CHECKING, NamedTuple
from unittest import mock

from yurt_hostnet.cli import run

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK = "evil"
"""Stands in every hostile string: what does not show it anywhere was not tested."""

HOSTILE = {
    "lines": (
        "evil\n::stop-commands::evil\r::set-output name=evil::1\n##[group]evil\r\n"
        "spoof.yaml:1: error: Pod a: Evil. [evil]\nyurt-hostnet: No findings in 9 files.\n---\n"
        "kind: Evil\n  ::debug::evil\n"
    ),
    "a command": "::error evil=1::evil",
    "a terminal": (
        "evil\x1b]0;evil\x07\x1b[2J\x1b[1A\x1b[1;31m\x9b2J\x85::debug::evil\x7f\u202eevil\u2066\u200b\u2028::debug::evil"
        "\u2029\x00\x0b::debug::evil\x0c::debug::evil\x1c::debug::evil\ufeff\U000e0041"
    ),
    "in codes": (
        "%0Aevil::error::evil%0D%25 ]]><script>alert(1)</script>&\"'--> ##vso[task.evil]b ##[group]c "
        "###[group]d ##teamcity[message text='evil'] {{0}} {0} [evil](https://evil.example) \\x1b \\"
    ),
    "invisible": "\ufe0f \u034f::add-mask::evil\u3164",
}
SPOOFS = ("spoof.yaml", "yurt-hostnet: No findings in 9", "kind: Evil")
OURS = ("::error ", "::warning ", "::notice ")
BREAKS = ("\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")


class Run(NamedTuple):
    """What a run gave."""

    code: int
    stdout: str
    stderr: str


def ran(*arguments: str, text: str = "") -> Run:
    """Run the program; an exception that nobody expected comes through."""
    streams = [tempfile.TemporaryFile() for _ in range(3)]  # noqa: SIM115 - closed below
    streams[0].write(text.encode("utf-8", "surrogateescape"))
    streams[0].seek(0)
    stdin, stdout, stderr = (io.TextIOWrapper(stream, encoding="utf-8") for stream in streams)
    with mock.patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr):
        code = run(list(arguments))
    said = []
    for stream in (stdout, stderr):
        stream.flush()
        stream.buffer.seek(0)
        said.append(stream.buffer.read().decode())
    for stream in (stdin, stdout, stderr):
        stream.close()
    return Run(code, *said)


def faults(text: str, *, commands: bool = False) -> list[str]:
    """Return the lines of an output that command a CI run, drive a terminal, or pretend to be ours."""
    return [line for line in text.split("\n") if _is_fault(line, commands=commands)]


def _is_fault(line: str, *, commands: bool) -> bool:
    if commands and line.startswith(OURS):
        line = line.partition(" ")[2].replace("::", "", 1)  # the first one ends the properties
    if not line.isprintable() or any(sign in line for sign in BREAKS):
        return True
    if line.strip().startswith(("::", "\ufe0f", "\u034f")) or line.startswith(SPOOFS):
        return True
    return any(sign in line for sign in ("##[", "##vso[", "##teamcity["))


def file_name(hostile: str) -> str:
    """Return a hostile string as a file may be named."""
    return os.fsdecode(os.fsencode(hostile.replace("/", "|").replace("\x00", "").strip("\n"))[:200])


def strings(data: object) -> Iterator[str]:
    """Yield every string in plain data, keys too."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from strings(key)
            yield from strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from strings(value)
