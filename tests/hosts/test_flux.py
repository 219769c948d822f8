"""What docs/flux.md says, in real kustomize: with plugins disabled, as Flux builds, and the commands of the page."""

from __future__ import annotations

import os
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from hosts.programs import HOSTS, ROOT, Hosts

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

PAGE = (ROOT / "docs" / "flux.md").read_text()
GIT = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "test"), ("EMAIL", "test@example.com"))
}


@pytest.fixture
def repository(hosts: Hosts, tmp_path: Path) -> Path:
    """Return a git repository with the example as `apps/shop`."""
    shop = shutil.copytree(ROOT / "kustomization-example", tmp_path / "apps" / "shop")
    config = shop / "yurt-hostnet.yaml"
    config.write_text(config.read_text().replace("../.venv/bin/yurt-hostnet", "yurt-hostnet"))
    shutil.rmtree(shop / "container")
    hosts.run("git", "init", "--quiet", cwd=tmp_path).ok()
    return tmp_path


def test_a_build_with_plugins_disabled_fails(hosts: Hosts, repository: Path) -> None:
    (message,) = re.findall(r"```\n(external plugins disabled.*)\n```", PAGE)
    built = hosts.run("kustomize", "build", repository / "apps" / "shop")
    assert (built.code, built.stdout, built.stderr) == (1, "", f"Error: {message}\n")


def test_render_and_commit(hosts: Hosts, repository: Path) -> None:
    first, check = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    again = first.replace("mkdir", f"{check}mkdir")
    path = {**GIT, "PATH": os.pathsep.join([str(hosts.folder / "ours"), str(HOSTS), os.environ["PATH"]])}
    rendered = repository / "rendered" / "shop" / "all.yaml"
    hosts.run("sh", "-c", first, cwd=repository, environment=path).ok()
    before = rendered.read_text()
    assert before.count("operator: NotIn") > 0

    web = repository / "apps" / "shop" / "cluster" / "web.yaml"
    web.write_text(web.read_text().replace("replicas: 2", "replicas: 5"))
    hosts.run("sh", "-c", again, cwd=repository, environment=path).ok()
    after = rendered.read_text()
    assert (after.count("replicas: 5"), after.replace("replicas: 5", "replicas: 2")) == (1, before)
    before = after

    pools = repository / "apps" / "shop" / "cluster" / "nodepools.yaml"
    pools.write_text(pools.read_text().replace("hostNetwork: true", "hostNetwork: false"))
    refused = hosts.run("sh", "-c", again, cwd=repository, environment=path)
    assert (refused.code, "[nodepool-hostnetwork-changed]" in refused.stdout) == (1, True), refused.stderr
    assert rendered.read_text() == before

    config = repository / "apps" / "shop" / "yurt-hostnet.yaml"
    config.write_text(config.read_text() + "spec: {exclud: Annotated}\n")
    refused = hosts.run("sh", "-c", first, cwd=repository, environment=path)
    assert (refused.code, 'did you mean "exclude"?' in refused.stderr) == (1, True)
    assert rendered.read_text() == before
