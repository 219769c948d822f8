"""Argo CD's servers as fixtures, with the plugin and without, one of each for the session."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from argocd.programs import REQUIRED, missing
from argocd.servers import ArgoCD, argo_cd

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def with_plugin() -> Iterator[ArgoCD]:
    yield from running(plugin=True)


@pytest.fixture(scope="session")
def without_plugin() -> Iterator[ArgoCD]:
    yield from running(plugin=False)


def running(*, plugin: bool) -> Iterator[ArgoCD]:
    if absent := missing():
        reason = f"not there: {', '.join(absent)}; make test-argocd builds and installs what these tests need"
        if REQUIRED:
            pytest.fail(reason)
        pytest.skip(reason)
    # pytest's own folders have paths that are too long for a socket.
    with tempfile.TemporaryDirectory(prefix="argocd-") as folder, argo_cd(Path(folder), plugin=plugin) as servers:
        yield servers
