"""scripts/release: the same files twice, checksums that hold, one version everywhere."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING

import pytest
from packaging.requirements import Requirement

from hosts.programs import ROOT
from hosts.programs import need as need_host
from packages.tools import need, run
from yurt_hostnet import __version__

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

FILES = {
    f"yurt_hostnet-{__version__}-py3-none-any.whl",
    f"yurt_hostnet-{__version__}.tar.gz",
    f"yurt-hostnet-{__version__}.cdx.json",
    f"yurt-hostnet-{__version__}.tgz",
}


def release(project: Path, to: Path) -> dict[str, bytes]:
    """Make a release without the image, which the container tests build; return its files."""
    environment = {"PYTHON": need("python"), "HELM": need_host("helm4"), "DOCKER": "none"}
    run(project / "scripts" / "release", "-o", to, cwd=project, environment=environment)
    return {path.name: path.read_bytes() for path in to.iterdir()}


def locked() -> dict[str, str]:
    """Return what the lock holds for the Python that makes the release: name -> version."""
    text = (ROOT / "scripts" / "image" / "requirements.txt").read_text()
    asked = [Requirement(line.removesuffix("\\")) for line in text.splitlines() if "==" in line]
    environment = json.loads(
        run(need("python"), "-I", "-c", "import json, sys; print(json.dumps(list(sys.version_info[:3])))", cwd=ROOT)
    )
    python = {"python_full_version": ".".join(map(str, environment))}
    return {
        found.name.replace("ruamel-yaml", "ruamel.yaml"): str(found.specifier).removeprefix("==")
        for found in asked
        if found.marker is None or found.marker.evaluate(python)
    }


def test_two_releases_are_equal_and_whole(project: Path, tmp_path: Path) -> None:
    first = release(project, tmp_path / "first")
    second = release(project, tmp_path / "second")
    assert set(first) == {*FILES, "SHA256SUMS"}
    assert [name for name in first if first[name] != second[name]] == []
    lines = first["SHA256SUMS"].decode().splitlines()
    assert sorted(lines) == sorted(f"{hashlib.sha256(first[name]).hexdigest()}  {name}" for name in FILES)
    bill = json.loads(first[f"yurt-hostnet-{__version__}.cdx.json"])
    us = bill["metadata"]["component"]
    assert (bill["bomFormat"], us["name"], us["version"]) == ("CycloneDX", "yurt-hostnet", __version__)
    components = {component["name"].lower(): component for component in bill["components"]}
    assert set(components) == {"jsonpatch", "jsonpointer", "pathspec", "pyyaml", "ruamel.yaml"}
    assert {name: component["version"] for name, component in components.items()} == locked()
    assert all(component["version"] and component["licenses"] for component in components.values())


def test_one_version_everywhere() -> None:
    places = {
        "Dockerfile": r"^ARG VERSION=(\S+)$",
        "helm-plugin/plugin.yaml": r"^version: (\S+)$",
    }
    found = {
        place: re.findall(pattern, (ROOT / place).read_text(), re.MULTILINE)[:1] for place, pattern in places.items()
    }
    assert found == {place: [__version__] for place in places}
