"""Real kustomize: what it makes of a NodePool with a patch is what we say that the patch makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from commands.program import package
from commands.test_builds import HOST, NOW, NOW_NOT, PATCHES, SAME, node
from yurt_hostnet.openyurt.pools import read_pool

if TYPE_CHECKING:
    from pathlib import Path

    from hosts.programs import Hosts

pytestmark = pytest.mark.host

REFUSED = {
    *("of any kind", "not YAML", "of another pool", "of another kind", "of another project", "what kustomize refuses"),
    *("no file", "no patch"),
}
"""Patches that kustomize refuses here: it finds what they are for nowhere, or cannot read them."""


def host_networks(hosts: Hosts, folder: Path) -> list[bool | None] | None:
    """Return whether each NodePool of a build uses the host network, None where kustomize refuses to build."""
    built = hosts.run("kustomize", "build", cwd=folder)
    if built.code:
        return None
    pools = [read_pool(item) for item in yaml.safe_load_all(built.stdout) if item["kind"] == "NodePool"]
    return [pool.uses_host_network for pool in pools if pool is not None]


@pytest.mark.parametrize("name", PATCHES)
def test_patches_that_make_another_pool(hosts: Hosts, tmp_path: Path, name: str) -> None:
    base, fields, patch, _, message = PATCHES[name]
    files = {
        "base/pool.yaml": base,
        "base/kustomization.yaml": "resources: [pool.yaml]\n",
        "over/node.yaml": node(),
        "over/kustomization.yaml": f"{fields}resources: [../base, node.yaml]\n",
    }
    package(tmp_path, files | ({"over/patch.yaml": patch} if patch else {}))
    expected = {NOW: True, NOW_NOT: False}.get(message)
    assert host_networks(hosts, tmp_path / "over") == (None if name in REFUSED else [expected])


@pytest.mark.parametrize("name", SAME)
def test_patches_that_make_the_same_pool(hosts: Hosts, tmp_path: Path, name: str) -> None:
    fields, patch = SAME[name]
    files = {
        "kustomization.yaml": f"{fields}resources: [pool.yaml, node.yaml]\n",
        "pool.yaml": HOST,
        "node.yaml": node(),
    }
    package(tmp_path, files | ({"patch.yaml": patch} if patch else {}))
    expected = None if name in REFUSED else [] if name == "deleted" else [True]
    assert host_networks(hosts, tmp_path) == expected
