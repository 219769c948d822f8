"""Runs the filter in this process: bytes and arguments in; stdout, stderr and exit code out."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple
from unittest import mock

from yurt_hostnet.cli import run


class Run(NamedTuple):
    """What one run of the filter gave."""

    stdout: bytes
    stderr: str
    code: int


def filtered(text: bytes, *arguments: str) -> Run:
    """Run the filter on `text`; an exception that nobody expected comes through."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    stdin = io.TextIOWrapper(io.BytesIO(text), encoding="utf-8")
    with mock.patch.multiple(sys, stdin=stdin, stdout=out, stderr=err):
        code = run(list(arguments))
    out.flush()
    err.flush()
    return Run(out.buffer.getvalue(), err.buffer.getvalue().decode(), code)
