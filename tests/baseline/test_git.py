"""`--baseline git:REV`: files as they were at a revision, renamed or not; and what git cannot tell."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from yurt_hostnet.baseline.baseline import BaselineError, Key, State
from yurt_hostnet.baseline.git import file_at, from_git
from yurt_hostnet.baseline.sources import from_option
from yurt_hostnet.config.config import load_config
from yurt_hostnet.context import Context
from yurt_hostnet.function import process
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.textedit.split import split_documents

POOL = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: beijing
spec:
  hostNetwork: true
"""
EDITED = POOL.replace("true", "false")
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}
WHO = ("-c", "user.name=tester", "-c", "user.email=tester@example.com")


def git(*arguments: str) -> None:
    subprocess.run(["git", *WHO, *arguments], check=True, capture_output=True, env=ENVIRONMENT)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository whose only commit holds POOL as site/pool.yaml; it is the current directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    git("init", "--quiet")
    write("site/pool.yaml", POOL)
    commit()
    return tmp_path


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text)


def commit() -> None:
    git("add", "--all")
    git("commit", "--quiet", "--message", "a state")


def found(*files: str, revision: str = "HEAD") -> list[str]:
    """Return what the rules about edits say of files compared with a revision."""
    inputs = []
    for file in files:
        text = Path(file).read_bytes()
        inputs.append(Input(text, split_documents(text), file))
    outcome = process(Context(Package(inputs), load_config(None), f"git:{revision}"))
    return [result.message for result in outcome.results if result.rule.endswith("-changed")]


def was_true(place: str) -> list[str]:
    return [f"hostNetwork of this NodePool was true ({place}) and would become false; OpenYurt refuses the change."]


@pytest.mark.usefixtures("repository")
def test_an_edit_since_the_revision() -> None:
    assert found("site/pool.yaml") == []
    write("site/pool.yaml", EDITED)
    assert found("site/pool.yaml") == was_true("site/pool.yaml at HEAD")
    commit()
    assert found("site/pool.yaml") == []
    assert found("site/pool.yaml", revision="HEAD~1") == was_true("site/pool.yaml at HEAD~1")


@pytest.mark.usefixtures("repository")
def test_from_another_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    write("site/pool.yaml", EDITED)
    monkeypatch.chdir("site")
    assert found("../site/pool.yaml") == was_true("../site/pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_a_file_that_was_renamed() -> None:
    Path("site/pool.yaml").unlink()
    write("other/moved.yaml", EDITED)
    assert found("other/moved.yaml") == was_true("site/pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_an_object_that_went_into_another_file() -> None:
    write("other.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    commit()
    write("site/pool.yaml", "# it is in other.yaml now\n")
    write("other.yaml", EDITED)
    assert found("site/pool.yaml", "other.yaml") == was_true("site/pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_a_second_site_with_a_pool_of_the_same_name() -> None:
    """Another overlay is another cluster: a new file is not compared with one that still declares the pool."""
    write("other/pool.yaml", EDITED)
    assert found("site/pool.yaml", "other/pool.yaml") == []


@pytest.mark.usefixtures("repository")
def test_two_sites_are_compared_each_with_itself() -> None:
    write("other/pool.yaml", EDITED)
    commit()
    assert found("site/pool.yaml", "other/pool.yaml") == []
    write("site/pool.yaml", EDITED)
    write("other/pool.yaml", POOL)
    assert found("site/pool.yaml", "other/pool.yaml") == [
        *was_true("site/pool.yaml at HEAD"),
        (
            "hostNetwork of this NodePool was false (other/pool.yaml at HEAD) and would become true; OpenYurt refuses "
            "the change."
        ),
    ]


@pytest.mark.usefixtures("repository")
def test_the_baseline_in_the_package_is_the_one_of_today() -> None:
    """Who corrects it says so; it does not contradict what it was."""
    baseline = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: HostNetBaseline\nspec: {pools: [%s]}\n"
    write("base.yaml", baseline % "{name: beijing, hostNetwork: false}")
    commit()
    write("base.yaml", baseline % "{name: beijing, hostNetwork: true}")
    assert found("site/pool.yaml", "base.yaml") == []


def test_only_what_was_there(repository: Path) -> None:
    write("site/new.yaml", POOL)
    write("site/gone.yaml", "{{ a Helm template }}\n")
    git("add", "site/gone.yaml")
    git("commit", "--quiet", "--message", "a template")
    Path("site/gone.yaml").unlink()
    baseline = from_git(["site/pool.yaml", "site/new.yaml"], "HEAD")
    assert (baseline.states, baseline.by_file) == (
        {},
        {
            str(repository / "site/pool.yaml"): {
                Key("pools", "beijing"): State(
                    {"hostNetwork": True, "type": "Edge", "interConnectivity": False},
                    "site/pool.yaml at HEAD",
                    "v1beta2",
                )
            }
        },
    )


@pytest.mark.usefixtures("repository")
def test_links_lead_to_the_file() -> None:
    Path("link.yaml").symlink_to("site/pool.yaml")
    write("site/pool.yaml", EDITED)
    assert found("link.yaml") == was_true("link.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_in_a_hook(monkeypatch: pytest.MonkeyPatch) -> None:
    """git tells its hooks, by variables, of a repository that is not where the files are."""
    write("site/pool.yaml", EDITED)
    monkeypatch.setenv("GIT_DIR", ".git")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    assert found("site/pool.yaml") == was_true("site/pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_one_file_of_a_revision() -> None:
    Path("site/pool.yaml").unlink()
    assert file_at("site/pool.yaml", "HEAD") == POOL.encode()
    assert from_option("git:HEAD:site/pool.yaml").states == {
        Key("pools", "beijing"): State(
            {"hostNetwork": True, "type": "Edge", "interConnectivity": False}, "site/pool.yaml at HEAD", "v1beta2"
        )
    }


REVISION = "git knows no revision {!r}. Check its name; in a shallow clone, fetch it first (git fetch origin {})."


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("revision", ["nope", "HEAD~7", "--all", ""])
def test_a_revision_that_does_not_exist(revision: str) -> None:
    with pytest.raises(BaselineError) as caught:
        from_git(["site/pool.yaml"], revision)
    assert str(caught.value) == REVISION.format(revision, revision or "BRANCH")


@pytest.mark.usefixtures("repository")
def test_a_file_that_the_revision_does_not_have() -> None:
    with pytest.raises(BaselineError) as caught:
        from_option("git:HEAD:site/nope.yaml")
    assert str(caught.value) == "site/nope.yaml: git has no such file at HEAD. Check the path."


@pytest.mark.usefixtures("repository")
def test_a_file_that_was_broken() -> None:
    write("site/pool.yaml", "a: [\n")
    commit()
    write("site/pool.yaml", POOL)
    with pytest.raises(Exception, match=r"^site/pool\.yaml at HEAD:"):
        from_git(["site/pool.yaml"], "HEAD")


def test_outside_of_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(BaselineError) as caught:
        from_git(["pool.yaml"], "HEAD")
    assert str(caught.value).startswith("pool.yaml: git cannot read the baseline; it says: fatal: not a git repository")


def test_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BaselineError) as caught:
        from_git(["pool.yaml"], "HEAD")
    assert str(caught.value) == (
        "pool.yaml: git is not installed, so --baseline git: cannot be read. Give a file instead."
    )


def test_a_stream_has_no_names() -> None:
    with pytest.raises(BaselineError) as caught:
        from_option("git:HEAD")
    assert str(caught.value) == (
        "--baseline git:HEAD needs files: a stream has no names to look up in git. "
        "Give one file of that revision as --baseline git:HEAD:PATH, or use yurt-hostnet check FILES."
    )
