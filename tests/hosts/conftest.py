"""Fixtures of the host tests."""

from __future__ import annotations

import pytest

from hosts.programs import Hosts


@pytest.fixture(scope="session")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Hosts:
    return Hosts(tmp_path_factory.mktemp("hosts"))
