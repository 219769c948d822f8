"""Fixtures of the container tests: the engine, with the image of this checkout built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from container.engine import IMAGE, Engine, context, need_engine
from hosts.programs import Hosts

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return context(tmp_path_factory.mktemp("context"))


@pytest.fixture(scope="session")
def engine(checkout: Path) -> Engine:
    engine = need_engine()
    engine.build(IMAGE, checkout)
    return engine


@pytest.fixture(scope="session")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Hosts:
    return Hosts(tmp_path_factory.mktemp("hosts"))
