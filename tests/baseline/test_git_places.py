"""`--baseline git:REV`: which repository counts, how git is asked of it, and what helps where git cannot tell."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from baseline.repository import EDITED, ENVIRONMENT, POOL, commit, found, git, inputs, was_true, write
from yurt_hostnet.baseline import git_command, git_tree
from yurt_hostnet.baseline.baseline import BaselineError
from yurt_hostnet.baseline.git import file_at, from_git
from yurt_hostnet.baseline.git_root import root_of


def said(*files: str, revision: str = "HEAD") -> str:
    """Return the sentence with which a baseline is refused."""
    with pytest.raises(BaselineError) as caught:
        from_git(inputs(*files), revision)
    return str(caught.value)


def archive(folder: str) -> None:
    """Make a repository in a folder, its .git too, as an archive would that somebody unpacked there."""
    write(f"{folder}/pool.yaml", EDITED)
    git("init", "--quiet", folder)
    git("-C", folder, "add", "--all")
    git("-C", folder, "commit", "--quiet", "--message", "theirs")


def in_another(file: str, folder: str, top: Path) -> str:
    return (
        f"{file}: This file belongs to another repository, {top / folder}, which lies in {top}. Its baseline is read "
        "only for who stands in it: change to its folder and check it from there."
    )


def test_a_repository_within_the_repository(repository: Path) -> None:
    """Its state is its own affair, and may be what somebody unpacked."""
    archive("vendor/evil")
    write("vendor/evil/deep/er/pool.yaml", EDITED)
    for file in ("vendor/evil/pool.yaml", "vendor/evil/deep/er/pool.yaml"):
        assert said("site/pool.yaml", file) == in_another(file, "vendor/evil", repository)
        with pytest.raises(BaselineError) as caught:
            file_at(file, "HEAD")
        assert str(caught.value) == in_another(file, "vendor/evil", repository)


def test_a_git_file_within_the_repository(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    archive(str(elsewhere / "x"))
    write("site/.git", f"gitdir: {elsewhere / 'x' / '.git'}\n")
    assert said("site/pool.yaml") == in_another("site/pool.yaml", "site", repository)


def test_a_submodule(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    upstream = tmp_path_factory.mktemp("upstream")
    archive(str(upstream))
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(upstream), "module")
    commit()
    write("module/pool.yaml", POOL)
    assert said("module/pool.yaml") == in_another("module/pool.yaml", "module", repository)
    os.rename("module/.git", "kept")
    assert said("module/pool.yaml") == (
        f"module/pool.yaml: At HEAD this was in the submodule module, of which {repository} holds no files. "
        "Change to its folder and check it from there."
    )
    os.rename("kept", "module/.git")
    monkeypatch.chdir("module")
    assert [text[:60] for text in found("pool.yaml")] == [
        "hostNetwork of this NodePool was false (pool.yaml at HEAD) a"
    ]


@pytest.mark.usefixtures("repository")
def test_a_linked_work_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    git("worktree", "add", "--quiet", "tree")
    monkeypatch.chdir("tree/site")
    write("pool.yaml", EDITED)
    assert found("pool.yaml") == was_true("pool.yaml at HEAD")


def test_who_stands_outside(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of no repository, that is: then the files say which one is meant."""
    write("site/pool.yaml", EDITED)
    name = repository.name
    monkeypatch.chdir("..")
    file = f"{name}/site/pool.yaml"
    assert found(file) == was_true(f"{file} at HEAD")
    assert file_at(file, "HEAD") == POOL.encode()
    assert file_at(f"{name}/gone/x/../../site/pool.yaml", "HEAD") == POOL.encode()
    archive(f"{name}/inner")
    assert said(f"{name}/inner/pool.yaml") == (
        f"The files are in the repository {repository / 'inner'}, which lies in another one, {repository}. "
        "Change to the folder of the one that is meant and check from there."
    )


def test_who_stands_in_another(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive("../another")
    monkeypatch.chdir("../another")
    file = os.path.relpath(repository / "site/pool.yaml")
    sentence = (
        f"{file}: This file is not in the repository {tmp_path.parent / 'another'}, in which you stand. "
        "Change to the repository that it is in and check it from there."
    )
    assert said("pool.yaml", file) == said(file) == sentence


def test_a_link_out_of_the_repository(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    write(str(outside / "pool.yaml"), EDITED)
    Path("link.yaml").symlink_to(outside / "pool.yaml")
    Path("folder").symlink_to(outside)
    for file in ("link.yaml", "folder/pool.yaml"):
        assert said(file).startswith(f"{file}: This file is not in the repository {repository}, in which you stand.")


def test_through_links_to_the_repository(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("site/pool.yaml", EDITED)
    Path("loop").symlink_to(".")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "way").symlink_to(repository)
    for file in ("loop/site/pool.yaml", "loop/loop/site/pool.yaml", str(elsewhere / "way" / "site" / "pool.yaml")):
        assert found(file) == was_true(f"{file} at HEAD")
    monkeypatch.chdir(elsewhere / "way")
    assert found("site/pool.yaml") == was_true("site/pool.yaml at HEAD")


def test_up_behind_a_link(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """`link/..` is where the link leads, not where it stands."""
    write("site/pool.yaml", EDITED)
    write("site/deep/other.yaml", "")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "pool.yaml").write_text(EDITED)
    (elsewhere / "link").symlink_to(repository / "site" / "deep")
    file = str(elsewhere / "link" / ".." / "pool.yaml")
    assert found(file) == was_true(f"{file} at HEAD")


def test_a_deep_folder(repository: Path) -> None:
    file = "/".join(["d"] * 1500) + "/pool.yaml"
    assert root_of([]).name(file) == file
    assert root_of([]).path("a/b.yaml") == str(repository / "a/b.yaml")


@pytest.mark.usefixtures("repository")
def test_a_git_folder_that_git_does_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """git would look further up without a word, and take another state for the one that is meant."""
    Path("site/.git").mkdir()
    top = os.getcwd()
    monkeypatch.chdir("site")
    assert said("pool.yaml") == (
        f"git takes {top} for the root of the repository, although {top}/site/.git is there. "
        "Fix or remove the one that is wrong (git status)."
    )


@pytest.mark.usefixtures("repository")
def test_a_work_tree_that_is_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> None:
    """By the configuration of a .git folder that came with the files."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    git("config", "core.worktree", str(elsewhere))
    assert said("site/pool.yaml") == (
        f"git takes {elsewhere} for the root of the repository, although {os.getcwd()}/.git is there. "
        "Fix or remove the one that is wrong (git status)."
    )


def test_a_folder_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert said("pool.yaml") == "The current folder cannot be read: No such file or directory."


def test_a_repository_of_somebody_else(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What git says comes whole: its remedy stands in its last line."""
    monkeypatch.setattr(git_command, "KEPT", (*git_command.KEPT, "GIT_TEST_ASSUME_DIFFERENT_OWNER"))
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert said("site/pool.yaml") == (
        f"git cannot read the baseline; it says: fatal: detected dubious ownership in repository at '{repository}' "
        f"To add an exception for this directory, call: git config --global --add safe.directory {repository}"
    )
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(repository))
    assert found("site/pool.yaml") == []


def run(command: str) -> None:
    """Run a command that a sentence names."""
    subprocess.run(shlex.split(command), check=True, capture_output=True, env=ENVIRONMENT)


def clone(repository: Path, *options: str) -> None:
    git("-C", str(repository), "config", "uploadpack.allowFilter", "true")
    git("clone", "--quiet", *options, f"file://{repository}", "clone")
    os.chdir("clone")
    write("site/pool.yaml", EDITED)


@pytest.fixture
def history(repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with two commits and the branch `lanes/old`; the current folder is another."""
    git("branch", "lanes/old")
    git("tag", "v1")
    write("site/pool.yaml", f"# a word\n{POOL}")
    commit()
    monkeypatch.chdir(tmp_path_factory.mktemp("work"))
    return repository


def test_what_lies_before_a_shallow_clone(history: Path) -> None:
    clone(history, "--depth=1")
    sentence = said("site/pool.yaml", revision="HEAD~1")
    words, _, command = sentence.rpartition(": ")
    assert words == "git knows no revision 'HEAD~1'. Check its name; this clone is shallow, so fetch what lies before"
    assert command == "git fetch --unshallow origin"
    run(command)
    assert found("site/pool.yaml", revision="HEAD~1") == was_true("site/pool.yaml at HEAD~1")
    assert said("site/pool.yaml", revision="HEAD~7") == "git knows no revision 'HEAD~7'. Check its name."


@pytest.mark.parametrize("options", [["--depth=1"], ["--single-branch"]], ids=["shallow", "one branch"])
@pytest.mark.parametrize("revision", ["origin/lanes/old", "refs/remotes/origin/lanes/old"])
def test_a_branch_that_was_not_fetched(history: Path, options: list[str], revision: str) -> None:
    clone(history, *options)
    sentence = said("site/pool.yaml", revision=revision)
    words, _, command = sentence.partition(" first: ")
    assert words == f"git knows no revision {revision!r}. Check its name, or fetch it"
    assert command == "git fetch origin lanes/old:refs/remotes/origin/lanes/old"
    run(command)
    assert found("site/pool.yaml", revision=revision) == was_true(f"site/pool.yaml at {revision}")


@pytest.mark.parametrize("revision", ["lanes/old", "v1"])
def test_a_name_that_was_not_fetched(history: Path, revision: str) -> None:
    clone(history, "--depth=1", "--no-tags")
    sentence = said("site/pool.yaml", revision=revision)
    assert sentence == (
        f"git knows no revision {revision!r}. Check its name, or fetch it (git fetch origin {revision}) and compare "
        "with what came: --baseline git:FETCH_HEAD"
    )
    run(f"git fetch origin {revision}")
    assert found("site/pool.yaml", revision="FETCH_HEAD") == was_true("site/pool.yaml at FETCH_HEAD")


def test_names_that_a_person_would_copy(history: Path) -> None:
    """A command in a sentence cannot be more than the command, whatever revisions and remotes are called."""
    clone(history)
    assert "(git fetch origin 'a; touch x')" in said("site/pool.yaml", revision="a; touch x")
    assert said("site/pool.yaml", revision="origin/$(x)").endswith("git fetch origin '$(x):refs/remotes/origin/$(x)'")
    with open(".git/config", "a", encoding="utf-8") as stream:
        stream.write('[remote "--upload-pack=x"]\n\turl = y\n')
    git("config", "--remove-section", "remote.origin")
    assert "(git fetch REMOTE nope)" in said("site/pool.yaml", revision="nope")


@pytest.mark.parametrize("kind", ["blob:none", "tree:0"])
def test_a_partial_clone(history: Path, kind: str) -> None:
    """What it lacks is not fetched while a baseline is read, and the sentence tells how to get it before."""
    clone(history, f"--filter={kind}")
    assert found("site/pool.yaml") == was_true("site/pool.yaml at HEAD")
    sentence = said("site/pool.yaml", revision="HEAD~1")
    words, _, command = sentence.rpartition(": ")
    assert words.endswith(
        " This clone is partial, and nothing is fetched while a baseline is read. If you trust it, get the rest first"
    )
    run(command)
    assert found("site/pool.yaml", revision="HEAD~1") == was_true("site/pool.yaml at HEAD~1")


@pytest.mark.usefixtures("repository")
def test_git_is_started_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """For any number of files: unchanged, edited, new, moved, and gone."""
    names = [f"{number % 7}/{number}.yaml" for number in range(210)]
    for name in names:
        write(name, POOL.replace("beijing", f"p-{name[:-5].replace('/', '-')}"))
    commit()
    asked: list[str] = []
    real = git_command.run_git

    def counted(folder: str, *arguments: str, stdin: bytes = b"") -> git_command.Answer:
        asked.append(arguments[0])
        return real(folder, *arguments, stdin=stdin)

    monkeypatch.setattr(git_command, "run_git", counted)
    monkeypatch.setattr(git_tree, "run_git", counted)
    assert found(*names) == []
    assert asked == ["rev-parse", "ls-tree"]
    asked.clear()
    for name in names[:70]:
        Path(name).write_text(Path(name).read_text().replace("true", "false"))
    assert len(found(*names)) == 70
    assert asked == ["rev-parse", "ls-tree", "cat-file"]
    asked.clear()
    for name in names[:70]:
        os.rename(name, f"{name}.yaml")
    assert len(found(*names[70:], *[f"{name}.yaml" for name in names[:70]])) == 70
    assert asked == ["rev-parse", "ls-tree", "ls-files", "cat-file"]


@pytest.mark.usefixtures("repository")
def test_a_repository_with_sha256(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("new"))
    git("init", "--quiet", "--object-format=sha256")
    write("same.yaml", POOL.replace("beijing", "same"))
    write("pool.yaml", POOL)
    commit()
    write("pool.yaml", EDITED)
    baseline = from_git(inputs("pool.yaml", "same.yaml"), "HEAD")
    assert (list(baseline.unchanged.values()), len(baseline.by_file)) == (["same.yaml at HEAD"], 1)
    assert found("pool.yaml", "same.yaml") == was_true("pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_files_that_git_converts() -> None:
    """The bytes on disk are not those of the revision, and nothing was edited."""
    write(".gitattributes", "* text eol=crlf\n")
    commit()
    Path("site/pool.yaml").write_bytes(POOL.replace("\n", "\r\n").encode())
    assert found("site/pool.yaml") == []
    Path("site/pool.yaml").write_bytes(EDITED.replace("\n", "\r\n").encode())
    assert found("site/pool.yaml") == was_true("site/pool.yaml at HEAD")
