"""The guard: what a run does has not grown by more than a tenth, and the guard would see it if it had."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("bench.guard.figures", reason="needs a checkout, and python -m pytest in its root")
yaml = pytest.importorskip("yaml")

from bench.guard import figures as guard  # noqa: E402 - skipped without it
from bench.inputs import RESOURCE_LIST, STREAM  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

needs_libyaml = pytest.mark.skipif(not yaml.__with_libyaml__, reason="the figures are for a PyYAML with libyaml")


@needs_libyaml
def test_nothing_has_grown() -> None:
    known = guard.read().get(guard.version())
    if known is None:
        pytest.skip(f"no figures are accepted for Python {guard.version()}: make guard-accept")
    figures, others = guard.measure()
    worse = guard.grown(figures, known["figures"])
    new = sorted(set(others) - set(known[guard.OTHER_MODULES]))
    assert (worse, new) == ([], []), "if it is worth it: make guard-accept"


def test_the_python_of_ci_has_figures_for_all_that_is_measured() -> None:
    known = guard.read()
    titles = {release: list(row["figures"]) for release, row in known.items()}
    assert "3.11" in titles
    assert all(row == titles["3.11"] for row in titles.values())


OLD = {"start-up": {"instructions": 1000, "modules": 50}, "each": {"instructions": 0}}


@pytest.mark.parametrize(
    ("now", "worse", "better"),
    [
        pytest.param(OLD, [], [], id="the same"),
        pytest.param({**OLD, "start-up": {"instructions": 1100, "modules": 55}}, [], [], id="a tenth more"),
        pytest.param(
            {**OLD, "start-up": {"instructions": 1101, "modules": 56}},
            [
                "start-up: instructions: 1,101, accepted 1,000 (+10 %).",
                "start-up: modules: 56, accepted 50 (+12 %).",
            ],
            [],
            id="more than a tenth more",
        ),
        pytest.param(
            {**OLD, "each": {"instructions": 1}}, ["each: instructions: 1, accepted 0."], [], id="anything for nothing"
        ),
        pytest.param(
            {**OLD, "new": {"calls": 7}}, ["new: calls: 7, and nothing is accepted."], [], id="nothing accepted"
        ),
        pytest.param(
            {"start-up": {"instructions": 899, "modules": 45}},
            [],
            ["start-up: instructions: 899, accepted 1,000 (-10 %)."],
            id="less",
        ),
    ],
)
def test_comparison(now: guard.Figures, worse: list[str], better: list[str]) -> None:
    assert (guard.grown(now, OLD), guard.shrunk(now, OLD)) == (worse, better)


def test_what_is_accepted_is_read_again_and_other_versions_stay(tmp_path: Path) -> None:
    file = tmp_path / "accepted.json"
    file.write_text('{"3.100": {"figures": {}, "other modules": []}}')
    guard.accept(OLD, ["re"], file)
    own = {"figures": OLD, "other modules": ["re"]}
    assert list(guard.read(file).items()) == [
        (guard.version(), own),
        ("3.100", {"figures": {}, "other modules": []}),
    ]


@pytest.mark.parametrize("form", [STREAM, RESOURCE_LIST])
def test_a_slower_program_is_seen(form: str, tmp_path: Path) -> None:
    program = tmp_path / "fn"
    shutil.copytree(guard.PROGRAM / "yurt_hostnet", program / "yurt_hostnet")
    same, others = guard.start_up(form, program)
    assert guard.start_up(form) == (same, others)

    function = program / "yurt_hostnet" / "engine" / "process.py"
    slow = "import json\nSLOW = [len(str(n)) for n in range(9000)]\n"
    function.write_text(function.read_text(encoding="utf-8").replace("\nTYPE_CHECKING", f"\n{slow}TYPE_CHECKING", 1))
    slower, more = guard.start_up(form, program)
    named = {line.split(":")[1].strip() for line in guard.grown({"start-up": slower}, {"start-up": same})}
    assert named == {guard.INSTRUCTIONS, guard.CALLS, guard.OTHER_MODULES}
    assert "json" in set(more) - set(others)


def test_a_run_that_fails_is_no_figure() -> None:
    with pytest.raises(RuntimeError, match="no apiVersion and no kind"):
        guard.count(b"a: 1\n")
