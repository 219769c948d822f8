"""What fuzzing has found stays found, and a few inputs are fuzzed on each run; `make fuzz` takes its time."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest

from fuzz.__main__ import NAMES, drawn
from fuzz.mutation import mutate
from fuzz.seeds import FINDS, seeds
from fuzz.targets import TARGETS

if TYPE_CHECKING:
    from pathlib import Path

KNOWN = [path for path in sorted(FINDS.glob("*/*")) if path.parent.name in TARGETS]
INPUTS = {"split": 900, "plain": 1500, "splice": 600, "filter": 400, "files": 400}


def test_every_target_can_be_named() -> None:
    assert list(TARGETS) == list(NAMES) == list(INPUTS)
    assert {path.parent.name for path in FINDS.glob("*/*")} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("path", KNOWN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_finds(path: Path, name: str) -> None:
    with open(path, "rb") as stream:
        TARGETS[name](stream.read())


@pytest.mark.parametrize("name", NAMES)
def test_a_few_inputs(name: str) -> None:
    for text in islice(drawn(Random(2), seeds(), mutate), INPUTS[name]):  # noqa: S311 - no secret
        TARGETS[name](text)
