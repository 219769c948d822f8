"""What runs in a user's CI: the pre-commit hooks in real pre-commit, and the shell steps of action.yml."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from hosts.programs import ROOT
from packages.tools import attempt, need, run

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

pytestmark = pytest.mark.host

FIXTURES = ROOT / "tests" / "container" / "fixtures"
GIT = ("git", "-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "init.defaultBranch=main")


def commit(folder: Path) -> None:
    """Make a folder a git repository with everything in one commit."""
    for arguments in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "--message=first")):
        run(*GIT, *arguments, cwd=folder)


@pytest.fixture(scope="module")
def hooks(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a repository that pre-commit can clone."""
    to = tmp_path_factory.mktemp("hooks") / "yurt-hostnet"
    shutil.copytree(project, to, ignore=shutil.ignore_patterns("tests"))
    commit(to)
    return to


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {"PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("cache"))}


def user(to: Path, case: str, hooks: Path) -> Path:
    """Make a user's repository of a fixture, with both hooks configured."""
    to.mkdir()
    shutil.copy(FIXTURES / case / "resources.yaml", to)
    revision = run("git", "rev-parse", "HEAD", cwd=hooks).strip()
    hook = {"repo": str(hooks), "rev": revision, "hooks": [{"id": "yurt-hostnet"}, {"id": "yurt-hostnet-fix"}]}
    (to / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [hook]}))
    commit(to)
    return to


def pre_commit(repository: Path, hook: str, cache: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return attempt(need("pre-commit"), "run", "--all-files", "--color=never", hook, cwd=repository, environment=cache)


def test_pre_commit_fixes_and_is_then_content(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    repository = user(tmp_path / "user", "good", hooks)
    missing = pre_commit(repository, "yurt-hostnet", cache)
    assert (missing.returncode, "[pod-not-excluded]" in missing.stdout) == (1, True), missing.stdout + missing.stderr
    fixed = pre_commit(repository, "yurt-hostnet-fix", cache)
    assert (fixed.returncode, "files were modified by this hook" in fixed.stdout) == (1, True), fixed.stdout
    changed = run("git", "diff", "-U0", cwd=repository)
    expected = (FIXTURES / "kpt.diff").read_text()
    assert [line for line in changed.splitlines() if re.match(r"[+-](?![+-])", line)] == [
        line for line in expected.splitlines() if re.match(r"[+-](?![+-])", line)
    ]
    for hook in ("yurt-hostnet", "yurt-hostnet-fix"):
        content = pre_commit(repository, hook, cache)
        assert (content.returncode, content.stdout.rstrip().endswith("Passed")) == (0, True), content.stdout


def test_pre_commit_shows_a_refused_edit(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    repository = user(tmp_path / "user", "refused-edit", hooks)
    refused = pre_commit(repository, "yurt-hostnet", cache)
    assert (refused.returncode, "[nodepool-hostnetwork-changed]" in refused.stdout) == (1, True), refused.stdout


class Runner:
    """Runs the shell steps of action.yml as a GitHub runner would."""

    def __init__(self, action: Path, folder: Path) -> None:
        self.action: dict[str, Any] = yaml.safe_load((action / "action.yml").read_text())
        self.values = {"github.action_path": str(action)}
        self.path = folder / "path"
        self.environment = {"RUNNER_TEMP": str(folder), "GITHUB_PATH": str(self.path)}
        self.path.touch()

    def step(self, name: str, workspace: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run one step in the user's checkout, with its inputs (a dash is written as _)."""
        (step,) = (step for step in self.action["runs"]["steps"] if step["name"] == name)
        given = {f"inputs.{key}": value.get("default", "") for key, value in self.action["inputs"].items()}
        given |= {f"inputs.{key.replace('_', '-')}": value for key, value in inputs.items()}
        values = {**self.values, **given}
        environment = {
            key: re.sub(r"\$\{\{ (\S+) \}\}", lambda m: values[m[1]], text) for key, text in step["env"].items()
        }
        assert "${{" not in step["run"], "an expression in a script would let an input run commands"
        path = ":".join([*self.path.read_text().splitlines(), "/usr/local/bin", "/usr/bin", "/bin"])
        shell = ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"])
        return attempt(*shell, cwd=workspace, environment={**self.environment, **environment, "PATH": path})


def test_the_steps_of_the_action(hooks: Path, tmp_path: Path) -> None:
    runner = Runner(hooks, tmp_path)
    workspace = tmp_path / "it's a folder"
    workspace.mkdir()
    for case in ("good", "refused-edit"):
        shutil.copytree(FIXTURES / case, workspace / case)
    installed = runner.step("Install", workspace)
    assert installed.returncode == 0, installed.stdout + installed.stderr

    refused = runner.step("Check", workspace, paths="refused-edit", report="out.sarif")
    titles = re.findall(r"^::error file=(\S+),line=(\d+),title=([a-z-]+)::", refused.stdout, re.MULTILINE)
    place = "refused-edit/resources.yaml"
    assert refused.returncode == 1
    assert titles == [(place, "32", "pod-not-excluded"), (place, "8", "nodepool-hostnetwork-changed")]
    assert "nodepool-hostnetwork-changed" in (workspace / "out.sarif").read_text()

    run(tmp_path / "yurt-hostnet" / "bin" / "yurt-hostnet", "fix", "good", cwd=workspace)
    fine = runner.step("Check", workspace, paths="good\n", fail_on="warning")
    assert (fine.returncode, fine.stdout, fine.stderr) == (0, "", "")

    commit(workspace)
    edited = workspace / "good" / "resources.yaml"
    edited.write_text(edited.read_text().replace("hostNetwork: true", "hostNetwork: false"))
    against = runner.step("Check", workspace, paths="good", baseline="git:HEAD")
    assert (against.returncode, "title=nodepool-hostnetwork-changed::" in against.stdout) == (1, True), against.stdout

    odd = runner.step("Check", workspace, paths="$(touch pwned) good", fail_on="warning; touch pwned")
    assert odd.returncode == 2
    assert not (workspace / "pwned").exists()
