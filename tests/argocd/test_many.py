"""A hundred applications at two in parallel: none fails, each gets what the first gets; the times are printed."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import pytest

from argocd.repository import commit, write_application
from argocd.servers import EXEC, Application, ArgoCD

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

NUMBER = 100
WAYS = {"plugin": (True, ""), "buildOptions": (True, EXEC), "kustomize without the function": (False, "")}


@pytest.mark.parametrize("way", WAYS)
def test_a_hundred_applications(request: pytest.FixtureRequest, tmp_path: Path, way: str) -> None:
    function, options = WAYS[way]
    servers: ArgoCD = request.getfixturevalue("with_plugin" if way == "plugin" else "without_plugin")
    applications = [
        Application(write_application(tmp_path / f"app-{number}", function=function).name, options)
        for number in range(NUMBER)
    ]
    commit(tmp_path)
    answers = servers.generate(tmp_path, *applications, parallel=2)
    assert [answer.error for answer in answers if answer.error] == []
    assert {answer.source_type for answer in answers} == {"Plugin" if way == "plugin" else "Kustomize"}
    assert all(answer.manifests == answers[0].manifests for answer in answers)
    assert any("NotIn" in manifest for manifest in answers[0].manifests) == function
    times = sorted(answer.seconds for answer in answers)
    print(f"\n{way}: median {statistics.median(times):.2f} s, worst {times[-1]:.2f} s")  # noqa: T201
    print(" ".join(f"{seconds:.2f}" for seconds in times))  # noqa: T201
