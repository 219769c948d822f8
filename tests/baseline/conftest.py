"""What the tests of baselines share: a repository with one commit."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from baseline.repository import POOL, commit, git, write

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository whose only commit holds POOL as site/pool.yaml; it is the current directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    git("init", "--quiet")
    write("site/pool.yaml", POOL)
    commit()
    return tmp_path
