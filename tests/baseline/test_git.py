"""`--baseline git:REV`: files as they were at a revision, renamed or not; and what git cannot tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from baseline.repository import EDITED, POOL, commit, found, inputs, was_true, write
from yurt_hostnet.baseline.baseline import BaselineError, Key, State
from yurt_hostnet.baseline.git import file_at, from_git
from yurt_hostnet.baseline.sources import from_option


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
    write("site/same.yaml", POOL.replace("beijing", "other"))
    write("site/gone.yaml", "{{ a Helm template }}\n")
    commit()
    Path("site/gone.yaml").unlink()
    write("site/new.yaml", f"# new\n{POOL}")
    write("site/pool.yaml", EDITED)
    baseline = from_git(inputs("site/pool.yaml", "site/same.yaml", "site/new.yaml"), "HEAD")
    pool = State({"hostNetwork": True, "type": "Edge", "interConnectivity": False}, "site/pool.yaml at HEAD", "v1beta2")
    assert (baseline.states, baseline.by_file, baseline.unchanged, baseline.lost) == (
        {},
        {str(repository / "site/pool.yaml"): {Key("pools", "beijing"): pool}},
        {str(repository / "site/same.yaml"): "site/same.yaml at HEAD"},
        {},
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


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("revision", ["nope", "HEAD~7", "--all", "-x", "^HEAD", "HEAD..HEAD", "a\nb", "\udcff", "a\0b"])
def test_a_revision_that_does_not_exist(revision: str) -> None:
    with pytest.raises(BaselineError) as caught:
        from_git(inputs("site/pool.yaml"), revision)
    assert str(caught.value) == f"git knows no revision {revision!r}. Check its name."


@pytest.mark.usefixtures("repository")
def test_no_revision() -> None:
    with pytest.raises(BaselineError) as caught:
        from_git(inputs("site/pool.yaml"), "")
    assert str(caught.value) == ("--baseline git: names no revision. Write one behind it, as in git:origin/main.")


@pytest.mark.usefixtures("repository")
def test_a_file_that_the_revision_does_not_have() -> None:
    with pytest.raises(BaselineError) as caught:
        from_option("git:HEAD:site/nope.yaml")
    assert str(caught.value) == "site/nope.yaml: git has no such file at HEAD. Check the path."


def test_outside_of_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(BaselineError) as caught:
        from_git(inputs("pool.yaml"), "HEAD")
    assert str(caught.value).startswith("git cannot read the baseline; it says: fatal: not a git repository")


def test_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BaselineError) as caught:
        from_git(inputs("pool.yaml"), "HEAD")
    assert str(caught.value) == ("git is not installed, so --baseline git: cannot be read. Give a file instead.")


def test_a_stream_has_no_names() -> None:
    with pytest.raises(BaselineError) as caught:
        from_option("git:HEAD")
    assert str(caught.value) == (
        "--baseline git:HEAD needs files: a stream has no names to look up in git. "
        "Give one file of that revision as --baseline git:HEAD:PATH, or use yurt-hostnet check FILES."
    )
