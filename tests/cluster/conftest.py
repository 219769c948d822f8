"""The control plane in which everything went through us, one for the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cluster.control_plane import control_plane
from cluster.placement import Ours, install, manifests
from cluster.programs import REQUIRED, missing, yurt_hostnet

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def programs() -> None:
    if not REQUIRED:
        pytest.skip("takes minutes; make test-cluster builds a control plane and runs it")
    if absent := missing():
        pytest.fail(f"A control plane needs {', '.join(absent)}; make test-cluster builds its programs.")


@pytest.fixture(scope="session")
def ours(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ours]:
    """Everything through us, with all of OpenYurt's webhooks."""
    request.getfixturevalue("programs")
    done = yurt_hostnet(manifests())
    assert (done.returncode, done.stderr) == (0, "")
    with control_plane(tmp_path_factory.mktemp("ours"), pod_webhook=True) as cluster:
        pods = install(cluster, done.stdout)
        yield Ours(cluster, done.stdout, pods, cluster.mutations("pods"), cluster.mutations("nodes"))
