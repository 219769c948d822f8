"""One process with counters in it for all growth tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from growth.measure import Measured

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def measured() -> Iterator[Measured]:
    with Measured() as process:
        yield process
