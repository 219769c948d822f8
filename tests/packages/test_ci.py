"""The shell steps of action.yml, run by bash as a runner does; nothing of a checked repository runs in them."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from commands.program import builds_told
from hosts.programs import HOSTS
from hosts.programs import need as need_host
from packages.ci import FIXTURES, Runner, commit, plant
from packages.tools import run
from yurt_hostnet import __version__

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

FOUND = [("refused-edit/resources.yaml", "32", "pod-not-excluded")]
FOUND += [("refused-edit/resources.yaml", "8", "nodepool-hostnetwork-changed")]


def titles(stdout: str) -> list[tuple[str, str, str]]:
    """Return file, line and rule of each annotation."""
    return re.findall(r"^::error file=(\S+),line=(\d+),title=([a-z-]+)::", stdout, re.MULTILINE)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    to = tmp_path / "it's a folder"
    for case in ("good", "refused-edit"):
        shutil.copytree(FIXTURES / case, to / case)
    return to


def test_the_steps_of_the_action(project: Path, workspace: Path, tmp_path: Path) -> None:
    runner = Runner(project, tmp_path)
    installed = runner.step("Install", workspace)
    assert installed.returncode == 0, installed.stdout + installed.stderr

    refused = runner.step("Check", workspace, paths="refused-edit", report="out.sarif")
    assert (refused.returncode, titles(refused.stdout)) == (1, FOUND)
    assert "nodepool-hostnetwork-changed" in (workspace / "out.sarif").read_text()

    run(tmp_path / "yurt-hostnet" / "bin" / "yurt-hostnet", "fix", "good", cwd=workspace)
    fine = runner.step("Check", workspace, paths="good\n", fail_on="warning")
    looked = f"{builds_told('good')}yurt-hostnet: Looked at 5 objects of 3 files.\n"
    assert (fine.returncode, fine.stdout, fine.stderr) == (0, "", looked)

    commit(workspace)
    edited = workspace / "good" / "resources.yaml"
    edited.write_text(edited.read_text().replace("hostNetwork: true", "hostNetwork: false"))
    against = runner.step("Check", workspace, paths="good", baseline="git:HEAD")
    assert (against.returncode, "title=nodepool-hostnetwork-changed::" in against.stdout) == (1, True), against.stdout

    (workspace / "base").mkdir()
    shutil.copy(workspace / "refused-edit" / "resources.yaml", workspace / "base")
    (workspace / "base" / "kustomization.yaml").write_text("resources: [resources.yaml]\n")
    for overlay in ("one", "two"):
        (workspace / "overlays" / overlay).mkdir(parents=True)
        (workspace / "overlays" / overlay / "kustomization.yaml").write_text("resources: [../../base]\n")
    need_host("kustomize")
    path = {"PATH": os.pathsep.join([str(HOSTS), os.environ["PATH"]])}
    built = runner.step("Check", workspace, path, kustomize="overlays/*\n")
    missing = ("base/resources.yaml", "32", "pod-not-excluded")
    assert (built.returncode, titles(built.stdout)) == (1, [missing] * 2), built.stdout + built.stderr
    both = runner.step("Check", workspace, path, kustomize="overlays/one", paths="good")
    assert (both.returncode, both.stdout.startswith("::error title=yurt-hostnet::Give the input paths or")) == (2, True)

    odd = runner.step("Check", workspace, paths="$(touch pwned) good", fail_on="warning; touch pwned")
    assert odd.returncode == 2
    assert not (workspace / "pwned").exists()


def test_the_folder_on_path_holds_the_program_and_no_python(project: Path, workspace: Path, tmp_path: Path) -> None:
    """A later step of the job keeps its own python and pip."""
    runner = Runner(project, tmp_path)
    for _ in range(2):  # two uses in one job
        assert runner.step("Install", workspace).returncode == 0
    assert set(runner.path.read_text().splitlines()) == {str(tmp_path / "yurt-hostnet" / "bin")}
    assert [path.name for path in (tmp_path / "yurt-hostnet" / "bin").iterdir()] == ["yurt-hostnet"]
    assert run("sh", "-c", "yurt-hostnet --version", cwd=workspace, environment=on_path(runner)) == (
        f"yurt-hostnet {__version__}\n"
    )


def on_path(runner: Runner) -> dict[str, str]:
    """Return the PATH of a step after those of the action."""
    return {"PATH": f"{runner.path.read_text().splitlines()[-1]}:/usr/bin:/bin"}


@pytest.mark.parametrize("led", [False, True], ids=["files in the workspace", "and an environment that leads there"])
def test_nothing_of_the_workspace_runs(project: Path, workspace: Path, tmp_path: Path, led: bool) -> None:
    trace = tmp_path / "trace"
    environment = plant(workspace, trace)
    files = sorted(workspace.rglob("*"))
    runner = Runner(project, tmp_path)
    installed = runner.step("Install", workspace, environment if led else None)
    assert (installed.returncode, installed.stdout) == (0, ""), installed.stdout + installed.stderr
    refused = runner.step("Check", workspace, environment if led else None, paths="refused-edit")
    looked = f"{builds_told('refused-edit')}yurt-hostnet: Looked at 6 objects of 3 files.\n"
    assert (refused.returncode, titles(refused.stdout), refused.stderr) == (1, FOUND, looked)
    assert not trace.exists(), trace.read_text()
    assert sorted(workspace.rglob("*")) == files


@pytest.mark.parametrize(
    ("variable", "place"), [("PIP_CONFIG_FILE", "pip.conf"), ("HOME", "."), ("XDG_CONFIG_HOME", ".")]
)
def test_settings_of_pip_in_the_workspace_do_not_count(
    project: Path, workspace: Path, tmp_path: Path, variable: str, place: str
) -> None:
    trace = tmp_path / "trace"
    plant(workspace, trace)
    installed = Runner(project, tmp_path).step("Install", workspace, {variable: str(workspace / place)})
    assert (installed.returncode, trace.exists()) == (0, False), installed.stderr


@pytest.mark.parametrize(
    "version",
    [
        *("0.1.0 --index-url=http://127.0.0.1/", "--pre", "0.1.0\n::stop-commands::x", "0.1.0;touch pwned", "latest"),
        *("https://127.0.0.1/x.whl", "../x.whl", "0.1.*", "0.1.0,<2", "$(touch pwned)", "0.1.0 ", " ", "@ ./evil"),
    ],
)
def test_a_version_is_a_number(project: Path, workspace: Path, tmp_path: Path, version: str) -> None:
    before = sorted(workspace.rglob("*"))
    refused = Runner(project, tmp_path).step("Install", workspace, version=version)
    sentence = "The input version takes the number of a release and nothing else, such as 0.1.0."
    assert (refused.returncode, refused.stdout) == (2, f"::error title=yurt-hostnet::{sentence}\n")
    assert (sorted(workspace.rglob("*")), (tmp_path / "yurt-hostnet").exists()) == (before, False)


@pytest.mark.parametrize(("version", "sha256"), [("0.1.0", "abc"), ("0.1.0", "0" * 64 + " --pre"), ("", "0" * 64)])
def test_a_sum_is_a_sum(project: Path, workspace: Path, tmp_path: Path, version: str, sha256: str) -> None:
    refused = Runner(project, tmp_path).step("Install", workspace, version=version, sha256=sha256)
    told = refused.stdout.partition("sha256")[0]
    assert (refused.returncode, told) == (2, "::error title=yurt-hostnet::The input ")
    assert not (tmp_path / "yurt-hostnet").exists()


def test_a_released_version_by_its_sum(project: Path, wheel: Path, workspace: Path, tmp_path: Path) -> None:
    """The wheel of a release, found in a folder that stands for the index."""
    index = {"PIP_FIND_LINKS": str(wheel.parent)}
    runner = Runner(project, tmp_path)
    right = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for sha256 in (right, ""):
        installed = runner.step("Install", workspace, index, version=__version__, sha256=sha256)
        assert installed.returncode == 0, installed.stderr
        assert run("sh", "-c", "yurt-hostnet --version", cwd=workspace, environment=on_path(runner)).strip() == (
            f"yurt-hostnet {__version__}"
        )
    wrong = runner.step("Install", workspace, index, version=__version__, sha256="0" * 64)
    assert (wrong.returncode, "DO NOT MATCH THE HASHES" in wrong.stderr) == (1, True), wrong.stderr


def test_inputs_stay_what_they_are(project: Path, workspace: Path, tmp_path: Path) -> None:
    """No input becomes another option, a pattern or a command, and no file of the workspace does."""
    runner = Runner(project, tmp_path)
    assert runner.step("Install", workspace).returncode == 0
    victim = tmp_path / "victim.json"
    victim.write_text("untouched")
    evil = workspace / f"--report={victim}"
    evil.parent.mkdir(parents=True)
    evil.write_text("kind: ConfigMap\n")
    before = sorted(workspace.rglob("*"))
    inputs = [
        {"paths": f"--report={victim}"},
        {"paths": "*"},
        {"paths": "good/*"},
        {"paths": "$(touch pwned) `touch pwned`"},
        {"kustomize": f"--report={victim}"},
        {"kustomize": "good --enable-exec"},
        {"kustomize": "$(touch pwned) `touch pwned`"},
        {"paths": "good", "baseline": f"--report={victim}"},
        {"paths": "good", "fail_on": f"error --report={victim}"},
        {"paths": "good", "report": "out.txt --fail-on=error"},
    ]
    for given in inputs:
        odd = runner.step("Check", workspace, None, **given)
        told = odd.stdout.splitlines()
        assert odd.returncode == 2, (given, odd.stdout, odd.stderr)
        assert all(re.match(r"::error (file=[^,]*,(line=\d+,)?)?title=input::", line) for line in told), told
    assert (sorted(workspace.rglob("*")), victim.read_text()) == (before, "untouched")
