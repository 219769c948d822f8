"""Growth: how the work of a run follows the size of its input, in counts and never in seconds.

A row of a table is one kind of input: a function that makes it at a size, two or three sizes, and the most that the
exponent of its growth may be. See README.md.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

STRAIGHT = 1.25
"""The most that an exponent may be where the work is to follow the input in a straight line; N log N is below it."""
LIMIT = 400_000_000
"""Steps, or elements touched, after which a run is stopped; its growth is beyond any bound then."""
SMALL_PEAK = 8 << 20
"""Below so many bytes the memory of a run is not compared with its input: it is the program itself."""


@dataclass(frozen=True)
class Row:
    """One kind of input and what is held of it.

    `make(n)` returns standard input, or the files of the working directory by name (`stdin` among them if it is
    read). `arguments` are those of yurt-hostnet. The work is compared with the bytes of all files together. `bound` is
    for the exponents of steps and elements touched, `memory` for the bytes of Python objects per byte of input at the
    last size, None where memory is not measured (it doubles the time). `code` is the exit code, `says` a part of
    stderr.
    """

    name: str
    make: Callable[[int], bytes | dict[str, bytes]]
    sizes: tuple[int, ...]
    arguments: tuple[str, ...] = ()
    bound: float = STRAIGHT
    code: int = 0
    memory: float | None = None
    says: str = ""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Cost:
    """What one run cost; `size` is the bytes of its input, the rest see serve.py."""

    size: int
    code: int | None
    steps: int
    touched: int
    peak: int
    written: int
    says: bool = True
    stderr: str = field(compare=False, default="")


class Measured:
    """A process that runs the program with counters in it; a context manager."""

    def __enter__(self) -> Measured:  # noqa: PYI034 - Self is of Python 3.11
        import yurt_hostnet

        program = os.path.dirname(os.path.dirname(os.path.abspath(yurt_hostnet.__file__)))
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": program}
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "serve.py")
        self._process = subprocess.Popen(
            [sys.executable, "-s", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()
        self._process.wait()

    def cost(self, row: Row, size: int, folder: str) -> Cost:
        """Run the program on the row's input of this size, in `folder`, and return what it cost."""
        made = row.make(size)
        files = {"stdin": made} if isinstance(made, bytes) else {"stdin": b"", **made}
        for name, content in files.items():
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as stream:
                stream.write(content)
        request = {
            "arguments": row.arguments,
            "folder": folder,
            "limit": LIMIT,
            "memory": row.memory is not None,
            "says": row.says,
        }
        answer = self._ask(request)
        if "died" in answer:
            raise AssertionError(f"{row} of size {size}: the process ended with status {answer['died']}.")
        return Cost(size=sum(map(len, files.values())), **answer)

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        if process.stdin is None or process.stdout is None:
            raise AssertionError("The process has no pipes.")
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        return answer


def exponent(small: Cost, large: Cost, count: str) -> float:
    """Return how fast `count` grows: 1 for a straight line, 2 for a square."""
    one, other = getattr(small, count), getattr(large, count)
    return math.log(max(other, 1) / max(one, 1)) / math.log(large.size / small.size) if large.size > small.size else 0


def complaints(row: Row, costs: list[Cost]) -> list[str]:
    """Return what is wrong with the growth of a row, as sentences; nothing if it is as it should be."""
    found = []
    for cost in costs:
        if cost.code is None:
            found.append(f"{cost.size} bytes: stopped after {cost.steps} steps and {cost.touched} elements")
        elif cost.code != row.code or not cost.says:
            found.append(f"{cost.size} bytes: exit code {cost.code}, wanted {row.code} and {row.says!r}: {cost.stderr}")
    for small, large in pairwise(costs):
        for count in ("steps", "touched"):
            grows = exponent(small, large, count)
            if grows > row.bound:
                one, other = getattr(small, count), getattr(large, count)
                found.append(
                    f"{count} grow with exponent {grows:.2f}: {one} to {other}, {small.size} to {large.size} bytes"
                )
    last = costs[-1]
    if row.memory is not None and last.peak > max(SMALL_PEAK, row.memory * last.size):
        found.append(f"{last.size} bytes take {last.peak} bytes of memory, {last.peak / last.size:.0f} for each")
    return found


def grown(row: Row, measured: Measured, folder: str) -> list[str]:
    """Measure a row and return what is wrong with it."""
    costs: list[Cost] = []
    for size in row.sizes:
        costs.append(measured.cost(row, size, folder))
        if costs[-1].code is None:
            break
    return complaints(row, costs)
