"""Checks every contender on an input, then measures them in turn, round after round."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bench import BENCH, CACHE, ROOT
from bench.meaning import Meaning

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bench.contenders import Contender
    from bench.inputs import Input

RUNS = 15
_RUNS_OF_THE_SLOW = ((1.5, RUNS), (8.0, 5), (40.0, 3))
"""A process whose checked run took less than so many seconds runs so many times; a slower one once."""


@dataclass
class Figures:
    """What was measured of one contender on one input; `note` says why there is less than there might be."""

    contender: str
    runs: int = 0
    note: str = ""
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    rss: list[float] = field(default_factory=list)
    cut: float = 0.0
    edits: int = 0

    @property
    def seconds(self) -> float:
        """Median wall time; for a process that was cut, until then; 0 where nothing was measured."""
        return self.cut or (statistics.median(self.wall) if self.wall else 0.0)

    @property
    def cpu_seconds(self) -> float:
        """Median CPU time, user and system, of the process and its threads; for one that was cut, until then."""
        return statistics.median(self.cpu)


class Starter:
    """The process that starts what is measured, see measure.py."""

    def __init__(self) -> None:
        command = [sys.executable, "-S", "-E", str(BENCH / "measure.py")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, contender: Contender, argv: list[str], stdin: Path, stdout: str, limit: float) -> dict[str, Any]:
        """Run one process to its end or to the limit and return what measure.run returns."""
        keep = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        job = {
            "argv": argv,
            "stdin": str(stdin),
            "stdout": stdout,
            "stderr": str(CACHE / "stderr"),
            "env": {**keep, "PYTHONPATH": str(ROOT / "fn"), **contender.env},
            "limit": limit,
        }
        process = self._process
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        return answer

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def measure(
    source: Input, path: Path, contenders: Iterable[Contender], starter: Starter, limit: float
) -> list[Figures]:
    """Return the figures of each contender that can do the input; a process is cut after `limit` s of CPU time."""
    meaning = Meaning(source, path)
    rows: list[tuple[Contender, list[str], Figures]] = []
    for contender in contenders:
        if source.form not in contender.forms or (contender.slow and not source.everyone):
            continue
        argv = contender.argv(source, path)
        if argv is None:
            continue
        figures = _check(contender, argv, path, meaning, starter, limit)
        figures.edits = meaning.edits
        rows.append((contender, argv, figures))
    for number in range(max(figures.runs for _, _, figures in rows)):
        for contender, argv, figures in rows:
            if number < figures.runs:
                answer = starter.run(contender, argv, path, os.devnull, limit)
                figures.wall.append(answer["wall"])
                figures.cpu.append(answer["cpu"])
                figures.rss.append(answer["rss"])
    return [figures for _, _, figures in rows]


def _check(
    contender: Contender, argv: list[str], path: Path, meaning: Meaning, starter: Starter, limit: float
) -> Figures:
    """Run a contender once, check what its output means, and say how often it is to be measured."""
    figures = Figures(contender.name)
    stdout = CACHE / "output"
    answer = starter.run(contender, argv, path, str(stdout), limit)
    if answer["cut"]:
        figures.cut = answer["wall"]
        figures.cpu = [answer["cpu"]]
        figures.note = f"cut after {limit:.0f} s of CPU time"
        return figures
    if answer["code"]:
        stderr = (CACHE / "stderr").read_text(encoding="utf-8", errors="replace").strip()
        figures.note = f"exit code {answer['code']}: {stderr[:160]}"
        return figures
    problem = meaning.problem(contender.output or stdout, contender.job)
    if problem:
        figures.note = f"WRONG: {problem}"
        return figures
    figures.runs = next((runs for seconds, runs in _RUNS_OF_THE_SLOW if answer["wall"] < seconds), 1)
    return figures
