"""docs/ci.md, line by line as it is written: the pipes of real kustomize and Helm, and what GitHub and GitLab run."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from commands.program import POOLS, WEB, package
from hosts.programs import OURS, ROOT, Hosts, need, our_program, write_program
from packages.ci import GIT, Runner

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

PAGE = (ROOT / "docs" / "ci.md").read_text()
FAILED = "Standard input holds no Kubernetes object. Most often the command in front of the pipe has failed."


def block(head: str, language: str) -> str:
    """Return the first code block of a language under a heading of the page."""
    (text,) = re.findall(rf"\n## {head}.*?\n```{language}\n(.*?)```", PAGE, re.DOTALL)[:1]
    return str(text)


LINES = block("Anywhere", "sh").splitlines()
PIPES = [line for line in LINES if " | " in line]


@pytest.fixture(name="folder")
def folder_of_the_page(tmp_path: Path) -> Path:
    """What the lines of the page name: an overlay, its last render, a chart, a folder of manifests."""
    package(
        tmp_path,
        {
            "overlays/shanghai/kustomization.yaml": "resources: [web.yaml, pools.yaml]\n",
            "overlays/shanghai/web.yaml": WEB,
            "overlays/shanghai/pools.yaml": POOLS,
            "rendered/shanghai.yaml": POOLS,
            "chart/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
            "chart/templates/web.yaml": WEB,
            "deploy/pools.yaml": POOLS,
        },
    )
    return tmp_path


def shell(hosts: Hosts, line: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line as a shell without pipefail does; `helm` is Helm 3."""
    path = hosts.environment(OURS)["PATH"]
    need("kustomize")
    bin_folder = folder / ".bin"
    write_program(bin_folder / "helm", f'exec {need("helm3")} "$@"')
    whole = {**hosts.environment(OURS), "PATH": f"{bin_folder}:{path}", **environment}
    return subprocess.run(["sh", "-c", line], cwd=folder, env=whole, capture_output=True, check=False, text=True)


@pytest.mark.parametrize("line", LINES)
def test_a_line_tells_what_is_wrong(hosts: Hosts, folder: Path, line: str) -> None:
    commit(folder, "overlays")
    ran = shell(hosts, line, folder)
    assert (ran.returncode, "[pod-not-excluded]" in ran.stdout) == (1, True), ran.stdout + ran.stderr


@pytest.mark.parametrize("line", LINES)
def test_a_build_that_fails_does_not_pass(hosts: Hosts, folder: Path, line: str) -> None:
    commit(folder, "overlays")
    (folder / "overlays" / "shanghai" / "web.yaml").unlink()
    (folder / "chart" / "templates" / "last.yaml").write_text('a: {{ fail "no" }}\n')
    ran = shell(hosts, line, folder)
    told = FAILED if line in PIPES else "kustomize build cannot build this"
    assert (ran.returncode, ran.stdout, told in ran.stderr) == (2, "", True), ran.stderr


@pytest.mark.parametrize("line", PIPES)
def test_a_build_that_is_stopped_does_not_pass(hosts: Hosts, folder: Path, line: str) -> None:
    ran = shell(hosts, line.replace(" | ", " | head -c 150 | "), folder)
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
    assert "ends in the middle of a line" in ran.stderr


def commit(folder: Path, what: str) -> None:
    """Commit a part of the folder, as what origin/main has."""
    branch = ("update-ref", "refs/remotes/origin/main", "HEAD")
    for arguments in (("init", "--quiet"), ("add", what), ("commit", "--quiet", "--message=first"), branch):
        subprocess.run([*GIT, *arguments], cwd=folder, check=True)


def clone(folder: Path) -> Path:
    """Return a clone of the folder with an edit that OpenYurt refuses."""
    commit(folder, "deploy")
    to = folder / "clone"
    subprocess.run([*GIT, "clone", "--quiet", folder, to], check=True)
    pools = to / "deploy" / "pools.yaml"
    pools.write_text(pools.read_text().replace("hostNetwork: true", "hostNetwork: false"))
    return to


def test_the_script_of_gitlab(hosts: Hosts, folder: Path) -> None:
    job = yaml.safe_load(block("GitLab", "yaml"))["yurt-hostnet"]
    (line,) = job["script"]
    to = clone(folder)
    ran = shell(hosts, line, to, CI_DEFAULT_BRANCH="main")
    assert (ran.returncode, "[nodepool-hostnetwork-changed]" in ran.stdout) == (1, True), ran.stdout + ran.stderr
    assert "nodepool-hostnetwork-changed" in (to / job["artifacts"]["reports"]["junit"]).read_text()


def test_the_inputs_of_github(folder: Path, tmp_path: Path) -> None:
    """The step of the page, by the shell of action.yml, with this checkout for what the action installs."""
    steps = yaml.safe_load(block("GitHub", "yaml"))["jobs"]["yurt-hostnet"]["steps"]
    (ours,) = (step for step in steps if "yurt-hostnet" in step["uses"])
    (upload,) = (step for step in steps if "upload-sarif" in step["uses"])
    write_program(tmp_path / "yurt-hostnet" / "bin" / "yurt-hostnet", our_program())
    to = clone(folder)
    ran = Runner(ROOT, tmp_path).step("Check", to, **ours["with"])
    assert (ran.returncode, "title=nodepool-hostnetwork-changed::" in ran.stdout) == (1, True), ran.stdout + ran.stderr
    assert "nodepool-hostnetwork-changed" in (to / upload["with"]["sarif_file"]).read_text()


def test_a_hook_of_the_user_s_own(folder: Path) -> None:
    """The entry that the page gives for `language: system`, by its own words."""
    (entry,) = re.findall(r"`language: system`,[ \n]+`entry: (yurt-hostnet [^`]*)`", PAGE)
    shutil.copy(folder / "overlays" / "shanghai" / "web.yaml", folder / "deploy")
    write_program(folder / "bin" / "yurt-hostnet", our_program())
    ran = subprocess.run(
        [folder / "bin" / "yurt-hostnet", *entry.split()[1:]], cwd=folder, capture_output=True, check=False, text=True
    )
    assert (ran.returncode, "[pod-not-excluded]" in ran.stdout) == (1, True), ran.stderr
