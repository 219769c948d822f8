"""The oracle as a fixture, one for the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from oracle.asking import PROGRAM, REQUIRED, Oracle

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def oracle() -> Iterator[Oracle]:
    if not PROGRAM.exists():
        if REQUIRED:
            pytest.fail(f"The oracle is required, but {PROGRAM} is not there; make oracle builds it.")
        pytest.skip("the oracle is not built; make test-oracle builds and runs it")
    asked = Oracle()
    yield asked
    asked.close()
