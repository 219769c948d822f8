"""Fixtures of the packaging tests: a copy of the project, and the wheel and sdist built from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hosts.programs import Hosts
from packages.tools import checkout, need, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="session")
def dist(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the sdist, as `python -m build` makes them: the wheel from the sdist."""
    to = tmp_path_factory.mktemp("dist")
    run(need("pyproject-build"), "--outdir", to, project, cwd=project)
    return to


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    (found,) = dist.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Hosts:
    return Hosts(tmp_path_factory.mktemp("hosts"))
