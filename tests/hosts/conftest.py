"""Fixtures of the host tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hosts.programs import Hosts

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Hosts:
    return Hosts(tmp_path_factory.mktemp("hosts"))
