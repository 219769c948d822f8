"""Real kustomize and kubectl, run by our own hand: their versions, what they build, how they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hosts.programs import FIXTURES, need
from yurt_hostnet.commands.rendering.build import BuildOptions, build
from yurt_hostnet.commands.rendering.programs import Program
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host
BOTH = pytest.mark.parametrize("name", ["kustomize", "kubectl"])


@BOTH
def test_version(name: str) -> None:
    assert Program(need(name)).version().startswith("v5.")


@BOTH
def test_a_build(name: str) -> None:
    folder = str(FIXTURES / "kustomize" / "base")
    assert b"kind: Deployment" in build(Program(need(name)), folder, BuildOptions())


@BOTH
def test_a_build_that_fails(name: str, tmp_path: Path) -> None:
    (tmp_path / "kustomization.yaml").write_text("resources: [none.yaml]\n")
    with pytest.raises(InputError) as raised:
        build(Program(need(name)), str(tmp_path), BuildOptions(), "overlays/a")
    assert raised.value.file == "overlays/a"
    assert "cannot build this. It says: " in raised.value.message
    assert "none.yaml" in raised.value.message


@BOTH
def test_a_function_needs_leave(name: str) -> None:
    with pytest.raises(InputError, match="Give it only if you trust who wrote the files"):
        build(Program(need(name)), str(FIXTURES / "kustomize" / "plain"), BuildOptions())
