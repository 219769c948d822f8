"""Writes RESULTS.md: the budgets as ratios, then every figure, then the machine."""

from __future__ import annotations

import math
import os
import platform
import shutil
import statistics
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from bench import ROOT
from bench.contenders import (
    BYTE_COPY,
    GO,
    INTERPRETER,
    KUSTOMIZE_JSON6902,
    OURS,
    kustomize_program,
)
from bench.go_programs import PROGRAMS
from bench.inputs import FORM_TITLES, FORMATS, RESOURCE_LIST, STREAM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.inputs import Input
    from bench.run import Figures

Measured = list[tuple["Input", int, list["Figures"]]]
"""Each input with its size in bytes and the figures of its contenders."""

MEGABYTE = 1_000_000

FIGURES = """\
Median and spread (smallest to largest) of wall time, median CPU time, largest peak memory. A process is cut after
{:.0f} s of CPU time. The output of every contender but `cat`, the interpreter start and the byte copy was checked
to mean the right thing before it was measured. gator writes the pods of the workloads and nothing else; the two
contenders that set a label and that set nothing do less than the job; they are floors for functions in Go."""


def report(measured: Measured, missing: list[str], limit: float) -> str:
    """Return the whole page."""
    lines = [
        "# Results of the bench",
        "",
        "Written by `make bench`; do not edit. How it is measured: [README.md](README.md).",
        "",
        "## Budgets",
        "",
        "Ratios of medians of whole processes, measured in turn in one run. Wall time decides; CPU time is the witness",
        "on a busy machine (the Go and kustomize runtimes use several cores, so there CPU exceeds wall time).",
        "",
        "| what | budget | wall | CPU | |",
        "|---|---|--:|--:|---|",
        *_budgets(measured),
        "",
        "## Ratios",
        "",
        "Median wall time of each contender, divided by that of yurt-hostnet: above 1 it is slower.",
        "",
        *_ratios(measured),
        "",
        "## Figures",
        "",
        FIGURES.format(limit),
        "",
    ]
    for source, size, rows in measured:
        lines += _table(source, size, rows)
    return "\n".join([*lines, "## Machine and versions", "", *_machine(), *(f"- {line}" for line in missing), ""])


@dataclass(frozen=True)
class Budget:
    """A ratio of two medians, each of (input, contender), and how large (or small) it may be."""

    what: str
    over: tuple[str, str]
    under: tuple[str, str]
    most: float = math.inf
    least: float = 0.0
    aim: str = ""

    def row(self, figures: dict[tuple[str, str], Figures]) -> str:
        """Return its row of the table, "" where one of the two was not measured."""
        over, under = figures.get(self.over), figures.get(self.under)
        if over is None or under is None or not over.seconds or not under.seconds:
            return ""
        value = over.seconds / under.seconds
        cpu = f"{over.cpu_seconds / under.cpu_seconds:.2f}" if over.cpu and under.cpu else ""
        budget = f"≥ {self.least:g}" if self.least else f"≤ {self.most:g}"
        verdict = "met" if self.least <= value <= self.most else "**not met**"
        if over.cut and value < self.least:
            verdict = "cut too early to tell"
        return f"| {self.what} | {budget}{self.aim} | {'> ' if over.cut else ''}{value:.2f} | {cpu} | {verdict} |"


def _all_budgets() -> Iterator[Budget]:
    """Yield the budgets of the design."""
    for form in FORMATS:
        small = f"flannel-{form}"
        what = f"small chart, {FORM_TITLES[form]} ÷ interpreter start"
        yield Budget(what, (small, OURS), (small, INTERPRETER), most=3, aim=", aim 2.5")
    for form in FORMATS:
        crds = f"crds-{form}"
        yield Budget(f"CRD-heavy chart, {FORM_TITLES[form]} ÷ byte copy", (crds, OURS), (crds, BYTE_COPY), most=1.5)
    many = f"10000-1-tenth-{RESOURCE_LIST}"
    yield Budget("10,000 Deployments: Go function ÷ yurt-hostnet", (many, GO), (many, OURS), least=3)
    many = f"10000-1-tenth-{STREAM}"
    yield Budget(
        "10,000 Deployments: kustomize patches ÷ yurt-hostnet", (many, KUSTOMIZE_JSON6902), (many, OURS), least=50
    )
    for few, tenfold in ((1_000, 10_000), (10_000, 100_000)):
        for form in FORMATS:
            what = f"{tenfold:,} Deployments ÷ {few:,}, {FORM_TITLES[form]}"
            names = (f"{tenfold}-1-tenth-{form}", OURS), (f"{few}-1-tenth-{form}", OURS)
            yield Budget(what, *names, most=11)


def _budgets(measured: Measured) -> list[str]:
    """Return the rows of the budgets that could be measured."""
    figures = {(source.name, row.contender): row for source, _, rows in measured for row in rows}
    rows = [row for budget in _all_budgets() if (row := budget.row(figures))]
    peaks = [
        (max(row.rss) / (5 * size + 30 * MEGABYTE), source.title, max(row.rss), size)
        for source, size, all_figures in measured
        for row in all_figures
        if row.contender == OURS and row.rss
    ]
    if peaks:
        share, title, peak, size = max(peaks)
        allowed = (5 * size + 30 * MEGABYTE) / MEGABYTE
        rows.append(
            f"| peak memory, worst input ({title}: {size / MEGABYTE:.1f} MB) | ≤ 5 * input + 30 MB = {allowed:.0f} MB "
            f"| {peak / MEGABYTE:.0f} MB | | {'met' if share <= 1 else '**not met**'} |"
        )
    return rows


def _ratios(measured: Measured) -> list[str]:
    """Return the table of all contenders by input."""
    names: list[str] = []
    for _, _, rows in measured:
        names += [row.contender for row in rows if row.contender not in names and row.contender != OURS]
    lines = ["| input | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for source, _, rows in measured:
        by_name = {row.contender: row for row in rows}
        ours = by_name[OURS].seconds
        cells = []
        for name in names:
            row = by_name.get(name)
            if row is None or not row.seconds or not ours:
                cells.append("" if row is None else row.note)
            else:
                cells.append(f"{'> ' if row.cut else ''}{_figure(row.seconds / ours)}")
        lines.append(f"| {source.title} | " + " | ".join(cells) + " |")
    return lines


def _figure(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def _table(source: Input, size: int, rows: list[Figures]) -> list[str]:
    edits = next((row.edits for row in rows), 0)
    lines = [
        f"### {source.title}",
        "",
        f"{size:,} bytes, {edits:,} objects to edit.",
        "",
        "| contender | wall ms | spread | CPU ms | peak MB | runs |",
        "|---|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        if row.wall:
            wall = f"{1000 * statistics.median(row.wall):,.1f}"
            spread = f"{1000 * min(row.wall):,.1f} to {1000 * max(row.wall):,.1f}"
            cpu = f"{1000 * statistics.median(row.cpu):,.1f}"
            peak = f"{max(row.rss) / MEGABYTE:,.0f}"
            lines.append(f"| {row.contender} | {wall} | {spread} | {cpu} | {peak} | {row.runs} |")
        else:
            lines.append(f"| {row.contender} | | | | | {row.note} |")
    return [*lines, ""]


def _machine() -> list[str]:
    """Return where and of what this was measured."""
    libyaml = "with libyaml" if _has_libyaml() else "without libyaml"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    lines = [
        f"- {_cpu()}, {os.cpu_count()} cores, {_memory()} of memory, {platform.system()} {platform.release()}",
        f"- load average {os.getloadavg()[0]:.1f} at the end",
        f"- yurt-hostnet at commit {_commit()}",
        f"- {python}, PyYAML {version('PyYAML')} {libyaml}, ruamel.yaml {version('ruamel.yaml')}",
    ]
    if shutil.which("go"):
        modules = dict.fromkeys(program.told_version() for program in PROGRAMS)
        lines += [f"- {_output('go', 'version')}", *(f"- {module}" for module in modules)]
    kustomize = kustomize_program()
    if kustomize:
        lines.append(f"- kustomize {_output(kustomize, 'version')}")
    return lines


def _has_libyaml() -> bool:
    import yaml

    return bool(yaml.__with_libyaml__)


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    for line in info.read_text(encoding="utf-8").splitlines() if info.exists() else ():
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def _memory() -> str:
    return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.0f} GiB"


def _commit() -> str:
    changed = _output("git", "status", "--porcelain", "--", "fn")
    return _output("git", "rev-parse", "--short", "HEAD") + (" with changes" if changed else "")


def _output(*argv: str) -> str:
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or done.stderr.strip()
