"""Real kpt: what it leaves out by `.krmignore`, the commands leave out, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from commands.program import package
from commands.test_exclude import ALL, FILES, IGNORED

if TYPE_CHECKING:
    from pathlib import Path

    from hosts.programs import Hosts

pytestmark = pytest.mark.host

ROOT = {"Kptfile": "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: root}\n"}


@pytest.mark.parametrize("case", IGNORED)
def test_kpt_ignores_the_same(hosts: Hosts, tmp_path: Path, case: str) -> None:
    more, ignored = IGNORED[case]
    package(tmp_path, {**FILES, **ROOT, **more})
    listed = yaml.safe_load(hosts.run("kpt", "fn", "source", ".", cwd=tmp_path).ok())
    paths = {item["metadata"]["annotations"]["config.kubernetes.io/path"] for item in listed["items"]}
    assert paths - {"Kptfile", "sub/Kptfile"} == ALL - ignored
