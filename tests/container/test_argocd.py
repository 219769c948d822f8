"""The image of the Argo CD plugin's sidecar: built as cmp.Dockerfile says, it does what the plugin's commands ask."""

from __future__ import annotations

import re
import shutil
import tarfile
from typing import TYPE_CHECKING

import pytest
import yaml

from hosts.programs import ROOT, need

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from container.engine import Engine

pytestmark = pytest.mark.host

IMAGE = "localhost/yurt-hostnet-cmp:test"
KUSTOMIZE = "localhost/kustomize-built:test"
STRICT = ("--read-only", "--network=none", "--cap-drop=ALL", "--security-opt=no-new-privileges")
"""As cmp-sidecar.yaml runs it; podman's --read-only leaves /tmp writable, as the sidecar's emptyDir is."""


@pytest.fixture(scope="module")
def sidecar(engine: Engine, checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the image on the stand-in base, with the kustomize of the host tests for the one of the Go image."""
    folder = tmp_path_factory.mktemp("sidecar")
    with tarfile.open(folder / "kustomize.tar", "w", dereference=True) as archive:
        program = archive.gettarinfo(need("kustomize"), "out/kustomize")
        program.mode = 0o755
        with open(need("kustomize"), "rb") as stream:
            archive.addfile(program, stream)
    engine.podman("import", "--quiet", folder / "kustomize.tar", KUSTOMIZE).ok()
    dockerfile = (ROOT / "deploy" / "argocd" / "cmp.Dockerfile").read_text()
    changed, number = re.subn(r"(AS kustomize\n)RUN (?:.*\\\n)*.*\n", r"\1", dockerfile)
    assert number == 1
    (folder / "Dockerfile").write_text(changed)
    engine.build(IMAGE, checkout, f"--file={folder / 'Dockerfile'}", f"--build-arg=KUSTOMIZE={KUSTOMIZE}")
    yield IMAGE
    engine.podman("rmi", "--force", IMAGE, KUSTOMIZE).ok()


def test_the_plugin_in_its_image(engine: Engine, sidecar: str, tmp_path: Path) -> None:
    """Also where the repository holds modules that a Python in its folder would import."""
    example = shutil.copytree(ROOT / "kustomization-example", tmp_path / "example")
    config = example / "yurt-hostnet.yaml"
    text, number = re.subn(r"path: \S*yurt-hostnet$", "path: yurt-hostnet", config.read_text(), flags=re.MULTILINE)
    assert number == 1
    config.write_text(text)
    for name in ("yurt_hostnet", "argparse", "yaml", "jsonpatch", "sitecustomize", "re", "os"):
        (example / f"{name}.py").write_text("raise SystemExit('of the repository')\n")
    spec = yaml.safe_load(
        yaml.safe_load((ROOT / "deploy" / "argocd" / "cmp-plugin.yaml").read_text())["data"]["plugin.yaml"]
    )["spec"]
    mount = (*STRICT, f"--volume={example}:/repository:ro", "--workdir=/repository", "--env=PYTHONPATH=/repository:.")
    discover, *words = spec["discover"]["find"]["command"]
    found = engine.run(*words, image=sidecar, options=(*mount, "--entrypoint", discover))
    assert "./yurt-hostnet.yaml" in found.ok().splitlines()
    generate, *words = spec["generate"]["command"]
    made = engine.run(*words, image=sidecar, options=(*mount, "--entrypoint", generate))
    assert (made.ok().count("operator: NotIn") > 0, made.stderr) == (True, "")


def test_what_the_image_holds(engine: Engine, sidecar: str) -> None:
    """The locked dependencies and the program; no pip, nothing of the build."""
    listing = "import importlib.metadata as m; print(sorted(d.name.lower() for d in m.distributions()))"
    python = (*STRICT, "--entrypoint", "/opt/yurt-hostnet/bin/python")
    held = engine.run("-I", "-c", listing, image=sidecar, options=python).ok()
    names = re.findall(r"'([^']+)'", held)
    assert [name for name in names if name != "setuptools"] == [
        *("jsonpatch", "jsonpointer", "pathspec", "pyyaml", "ruamel.yaml", "yurt-hostnet"),
    ]
    assert engine.inspect(sidecar)["Config"]["User"] == "999"
    version = engine.run("--version", image=sidecar, options=(*STRICT, "--entrypoint", "yurt-hostnet"))
    assert version.ok().startswith("yurt-hostnet ")
