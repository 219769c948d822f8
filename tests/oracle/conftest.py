"""The oracle and the one of older code as fixtures, one of each for the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from oracle.asking import OLDER, PROGRAM, REQUIRED, Oracle

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def oracle() -> Iterator[Oracle]:
    yield from running(PROGRAM)


@pytest.fixture(scope="session")
def older() -> Iterator[Oracle]:
    yield from running(OLDER)


def running(program: Path) -> Iterator[Oracle]:
    if not program.exists():
        if REQUIRED:
            pytest.fail(f"The oracle is required, but {program} is not there; make oracle builds it.")
        pytest.skip("the oracle is not built; make test-oracle builds and runs it")
    asked = Oracle(program)
    yield asked
    asked.close()
