"""Wheel and sdist: what is in them, that two builds are equal, and that they install and run."""

from __future__ import annotations

import os
import tarfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from email import message_from_string
from typing import TYPE_CHECKING

import pytest

from packages.ci import plant
from packages.tools import OLDEST, attempt, need, python, pythons, run
from yurt_hostnet import __version__

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: web
  annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}
spec: {}
"""


def names(archive: Path) -> list[str]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return sorted(wheel.namelist())
    with tarfile.open(archive) as sdist:
        return sorted(member.name for member in sdist.getmembers() if member.isfile())


def works(program: Path, folder: Path) -> None:
    """Hold an installed command to what it says of itself and does."""
    assert run(program, "--version", cwd=folder) == f"yurt-hostnet {__version__}\n"
    assert "nodepool.openyurt.io/hostnetwork" in run(program, stdin=POD, cwd=folder)
    refused = attempt(program, stdin="a: [", cwd=folder)
    assert (refused.returncode, refused.stdout) == (2, "")


def test_two_builds_are_equal(dist: Path, project: Path, tmp_path: Path) -> None:
    for path in project.rglob("*"):
        os.utime(path, (1, 1))
    run(need("pyproject-build"), "--outdir", tmp_path, project, cwd=project)
    first, second = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (dist, tmp_path))
    assert sorted(first) == [f"yurt_hostnet-{__version__}-py3-none-any.whl", f"yurt_hostnet-{__version__}.tar.gz"]
    assert [name for name in first if first[name] != second[name]] == []


def test_what_the_wheel_holds(wheel: Path, project: Path) -> None:
    info = f"yurt_hostnet-{__version__}.dist-info"
    modules = [str(path.relative_to(project / "fn")) for path in (project / "fn").rglob("*.py")]
    extra = [f"{info}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")]
    assert names(wheel) == sorted([*modules, "yurt_hostnet/py.typed", *extra])
    with zipfile.ZipFile(wheel) as opened:
        metadata = message_from_string(opened.read(f"{info}/METADATA").decode())
        scripts = opened.read(f"{info}/entry_points.txt").decode()
    assert scripts == "[console_scripts]\nyurt-hostnet = yurt_hostnet.__main__:start\n"
    assert {name: metadata[name] for name in ("Name", "Version", "License-Expression", "Requires-Python")} == {
        "Name": "yurt-hostnet",
        "Version": __version__,
        "License-Expression": "Apache-2.0",
        "Requires-Python": f">={OLDEST}",
    }
    assert sorted(metadata.get_all("Requires-Dist", [])) == [
        "jsonpatch>=1.32",
        "pathspec>=0.12",
        "pyyaml>=6.0.1",
        "ruamel-yaml>=0.18",
    ]
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])


def test_the_sdist_holds_what_its_tests_need(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    top = f"yurt_hostnet-{__version__}"
    held = {name.removeprefix(f"{top}/").split("/")[0] for name in names(sdist)}
    examples = {"helm-example", "kpt-example", "kustomization-example"}
    folders = examples | {"bench", "docs", "examples", "fn", "helm-plugin", "scripts", "tests"}
    files = {"CHANGELOG.md", "Dockerfile", "LICENSE", "Makefile", "PKG-INFO", "README.md", "pyproject.toml"}
    assert held - {".gitignore"} == folders | files


def test_uv_tool_install(wheel: Path, tmp_path: Path) -> None:
    places = {"UV_TOOL_DIR": str(tmp_path / "tools"), "UV_TOOL_BIN_DIR": str(tmp_path / "bin")}
    run(need("uv"), "tool", "install", "--quiet", "--no-config", wheel, cwd=tmp_path, environment=places)
    works(tmp_path / "bin" / "yurt-hostnet", tmp_path)


def test_pipx_install(wheel: Path, tmp_path: Path) -> None:
    places = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin")}
    run(need("pipx"), "install", "--quiet", wheel, cwd=tmp_path, environment=places)
    works(tmp_path / "bin" / "yurt-hostnet", tmp_path)


def test_an_installed_command_imports_nothing_of_the_working_directory(wheel: Path, tmp_path: Path) -> None:
    places = {"UV_TOOL_DIR": str(tmp_path / "tools"), "UV_TOOL_BIN_DIR": str(tmp_path / "bin")}
    run(need("uv"), "tool", "install", "--quiet", "--no-config", wheel, cwd=tmp_path, environment=places)
    workspace, trace = tmp_path / "workspace", tmp_path / "trace"
    workspace.mkdir()
    plant(workspace, trace)
    program = tmp_path / "bin" / "yurt-hostnet"
    works(program, workspace)
    (workspace / "pod.yaml").write_text(POD)
    assert attempt(program, "check", "--report=out.sarif", "pod.yaml", cwd=workspace).returncode == 1
    assert run(program, "fix", "pod.yaml", cwd=workspace) == "pod.yaml got 1 edit.\n"
    assert not trace.exists(), trace.read_text()


def suite(version: tuple[int, int], sdist: Path, wheel: Path, folder: Path) -> str:
    """Run the sdist's tests against the installed wheel on one Python; return what is wrong, or nothing."""
    with tarfile.open(sdist) as opened:
        opened.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    (source / "fn").rename(folder / "not-on-any-path")
    venv = folder / "venv"
    uv = need("uv")
    run(uv, "venv", "--quiet", "--python", python(version), venv, cwd=folder)
    # Compiled, since thousands of tests start the program, and the environment may forbid Python to write any bytecode.
    group = f"{source / 'pyproject.toml'}:dev"
    run(uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", venv, wheel, "--group", group, cwd=folder)
    where = "import yurt_hostnet, sys; print(sys.version_info[:2], yurt_hostnet.__file__)"
    found = run(venv / "bin" / "python", "-c", where, cwd=source)
    assert found.startswith(f"{version} {venv}"), found
    # The guard counts what the source tree does, which is not here.
    apart = [f"--ignore=tests/{name}" for name in ("container", "guard", "hosts", "oracle", "packages")]
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *apart)
    done = attempt(venv / "bin" / "python", *words, cwd=source, seconds=2400)
    if done.returncode == 0:
        return ""
    # What failed comes first: pytest cuts what is long.
    told = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR", "E  "))]
    return "\n".join([f"Python {version}:", *told[-40:], done.stdout[-1000:], done.stderr])


def test_the_suite_against_the_wheel_on_the_oldest_and_newest_python(dist: Path, wheel: Path, tmp_path: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    versions = [(3, 10), max(pythons())]
    folders = [tmp_path / f"{major}.{minor}" for major, minor in versions]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor(2) as pool:
        wrong = pool.map(suite, versions, [sdist] * 2, [wheel] * 2, folders)
    assert "\n".join(filter(None, wrong)) == ""
    assert versions[0] < versions[1]
