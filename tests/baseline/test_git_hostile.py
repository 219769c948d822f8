"""`--baseline git:REV` in a stranger's repository: nothing that it holds is run, and nothing in it passes for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from baseline.repository import EDITED, ENVIRONMENT, POOL, commit, found, git, inputs, was_true, write
from yurt_hostnet.baseline import git_command
from yurt_hostnet.baseline.baseline import BaselineError
from yurt_hostnet.baseline.git import file_at, from_git
from yurt_hostnet.baseline.git_command import environment, run_git
from yurt_hostnet.baseline.git_tree import read_blobs


class Trap:
    """A command that leaves a mark when it runs."""

    def __init__(self, folder: Path) -> None:
        self.mark = folder / "ran"
        self.program = folder / "trap"
        self.program.write_text(f"#!/bin/sh\necho \"$@\" >>'{self.mark}'\n")
        self.program.chmod(0o755)

    @property
    def went_off(self) -> bool:
        return self.mark.exists()


@pytest.fixture
def trap(tmp_path_factory: pytest.TempPathFactory) -> Trap:
    return Trap(tmp_path_factory.mktemp("trap"))


def look_alike(folder: str, settings: str = "") -> str:
    """Make a folder that looks like a bare repository whose HEAD holds EDITED, and return HEAD's id."""
    shutil.rmtree("elsewhere", ignore_errors=True)
    git("init", "--quiet", "elsewhere")
    write("elsewhere/site/pool.yaml", EDITED)
    write("elsewhere/pool.yaml", EDITED)
    git("-C", "elsewhere", "add", "--all")
    git("-C", "elsewhere", "commit", "--quiet", "--message", "decoy")
    head = subprocess.run(["git", "-C", "elsewhere", "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    shutil.rmtree("elsewhere/.git/hooks")
    shutil.move("elsewhere/.git", folder)
    shutil.rmtree("elsewhere")
    Path(folder, "config").write_text(
        f"[core]\n\trepositoryformatversion = 1\n\tbare = false\n\tworktree = .\n{settings}"
    )
    return head.stdout.strip()


def make_partial(git_dir: str, command: str, lost: str) -> None:
    """Make a repository one that lacks an object and has a remote that would get it by running a command."""
    with open(Path(git_dir, "config"), "a", encoding="utf-8") as stream:
        stream.write(
            "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = evil\n"
            f'[remote "evil"]\n\turl = {Path(git_dir).absolute()}\n\tpromisor = true\n\tuploadpack = {command}\n'
            '[protocol]\n\tallow = always\n[protocol "file"]\n\tallow = always\n'
        )
    Path(git_dir, "objects", lost[:2], lost[2:]).unlink()


def object_named(name: str, git_dir: str = ".git") -> str:
    done = subprocess.run(
        ["git", "--git-dir", git_dir, "rev-parse", name], capture_output=True, text=True, check=True, env=ENVIRONMENT
    )
    return done.stdout.strip()


LAYERS = {"all": (), "git before 2.39.4": ("GIT_NO_LAZY_FETCH",), "lazy fetch alone": ("GIT_ALLOW_PROTOCOL",)}


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("missing", ["HEAD:site/pool.yaml", "HEAD:site", "HEAD^{tree}", "HEAD"])
@pytest.mark.parametrize("without", LAYERS.values(), ids=LAYERS)
def test_a_partial_clone_fetches_nothing(
    missing: str, without: tuple[str, ...], trap: Trap, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A .git folder out of an archive: its remote would be asked for the object by a command of its own."""
    lost = object_named(missing)
    make_partial(".git", str(trap.program), lost)
    write("site/pool.yaml", EDITED)
    git_probe = subprocess.run(["git", "cat-file", "-p", lost], capture_output=True, check=False, env=ENVIRONMENT)
    assert (git_probe.returncode, trap.went_off) == (128, True)  # so it would go
    trap.mark.unlink()
    left = {name: value for name, value in git_command.SETTINGS.items() if name not in without}
    monkeypatch.setattr(git_command, "SETTINGS", left)
    if "GIT_ALLOW_PROTOCOL" in without:
        options = tuple(word for word in git_command.OPTIONS if word != "protocol.allow=never")
        monkeypatch.setattr(git_command, "OPTIONS", (*options, "x.y=z"))
    with pytest.raises(BaselineError) as caught:
        from_git(inputs("site/pool.yaml"), "HEAD")
    with pytest.raises(BaselineError):
        file_at("site/pool.yaml", "HEAD")
    assert not trap.went_off
    if missing != "HEAD":  # without it, HEAD is no name of anything
        assert str(caught.value).endswith(
            " This clone is partial, and nothing is fetched while a baseline is read. If you trust it, get the rest "
            "first: git fetch --refetch --no-filter evil"
        )


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("is_old", [False, True], ids=["", "git before 2.38"])
@pytest.mark.parametrize("stand", [".", "deploy", "deploy/site"])
def test_a_folder_like_a_bare_repository(is_old: bool, stand: str, trap: Trap, monkeypatch: pytest.MonkeyPatch) -> None:
    write("deploy/site/pool.yaml", POOL)
    commit()
    head = look_alike("bare")
    for name in os.listdir("bare"):
        shutil.move(f"bare/{name}", f"deploy/{name}")
    make_partial("deploy", str(trap.program), object_named(f"{head}:site/pool.yaml", "deploy"))
    git("add", "--all", "--force")
    git("commit", "--quiet", "--message", "a folder as any other")
    write("deploy/site/pool.yaml", EDITED)
    if is_old:
        options = ["safe.x=y" if word.startswith("safe.") else word for word in git_command.OPTIONS]
        monkeypatch.setattr(git_command, "OPTIONS", tuple(options))
    monkeypatch.chdir(stand)
    file = os.path.relpath(Path(stand, "deploy/site/pool.yaml").name if stand == "deploy/site" else _site(stand))
    assert found(file) == was_true(f"{file} at HEAD")
    assert not trap.went_off


def _site(stand: str) -> str:
    return "site/pool.yaml" if stand == "deploy" else "deploy/site/pool.yaml"


COMMANDS = """\
[core]
	fsmonitor = {0}
	hooksPath = {1}
	pager = {0}
	editor = {0}
	askPass = {0}
	sshCommand = {0}
	gitProxy = {0}
	alternateRefsCommand = {0}
	attributesFile = {1}/attributes
	sparseCheckout = true
[diff]
	external = {0}
[diff "evil"]
	textconv = {0}
	command = {0}
[filter "evil"]
	clean = {0}
	smudge = {0}
	process = {0}
	required = true
[merge "evil"]
	driver = {0}
[alias]
	ls-tree = !{0}
	cat-file = !{0}
	ls-files = !{0}
	rev-parse = !{0}
[pager]
	ls-tree = {0}
	cat-file = {0}
[credential]
	helper = {0}
[gpg]
	program = {0}
[uploadpack]
	packObjectsHook = {0}
[trace2]
	normalTarget = {2}
	eventTarget = {2}
[remote "origin"]
	url = ext::{0}
	vcs = evil
	uploadpack = {0}
[include]
	path = {1}/more
"""


@pytest.mark.usefixtures("repository")
def test_commands_of_the_configuration(trap: Trap) -> None:
    """In a .git folder out of an archive; for each way in which git is asked: files, sparse ones, a wrong revision."""
    write(".gitattributes", "* filter=evil diff=evil merge=evil text working-tree-encoding=UTF-8\n")
    write("far/pool.yaml", POOL.replace("beijing", "far"))
    commit()
    git("update-index", "--skip-worktree", "far/pool.yaml")
    shutil.rmtree("far")
    Path(".git/config").write_text(COMMANDS.format(trap.program, trap.program.parent, trap.mark))
    for hook in ("post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"):
        for folder in (trap.program.parent, Path(".git/hooks")):
            folder.mkdir(exist_ok=True)
            shutil.copy(trap.program, folder / hook)
    subprocess.run(["git", "status"], capture_output=True, check=False, env=ENVIRONMENT)
    assert trap.went_off  # so it would go
    trap.mark.unlink()
    write("site/pool.yaml", EDITED)
    write("new/pool.yaml", EDITED.replace("beijing", "far"))
    assert found("site/pool.yaml", "new/pool.yaml") == was_true("site/pool.yaml at HEAD")
    assert file_at("site/pool.yaml", "HEAD") == POOL.encode()
    with pytest.raises(BaselineError, match=r"^git knows no revision 'nope'"):
        from_git(inputs("site/pool.yaml"), "nope")
    assert not trap.went_off


LEADING_ASTRAY = {
    "GIT_DIR": "{decoy}/git",
    "GIT_WORK_TREE": "{decoy}",
    "GIT_INDEX_FILE": "{decoy}/git/index",
    "GIT_OBJECT_DIRECTORY": "{decoy}/git/objects",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES": "{decoy}/git/objects",
    "GIT_COMMON_DIR": "{decoy}/git",
    "GIT_NAMESPACE": "decoy",
    "GIT_REPLACE_REF_BASE": "refs/heads/",
    "GIT_GRAFT_FILE": "{decoy}/grafts",
    "GIT_SHALLOW_FILE": "{decoy}/shallow",
    "GIT_CONFIG": "{decoy}/git/config",
    "GIT_CONFIG_PARAMETERS": "'core.fsmonitor={trap}' 'core.worktree={decoy}'",
    "GIT_EXTERNAL_DIFF": "{trap}",
    "GIT_EXEC_PATH": "{decoy}",
    "GIT_SSH_COMMAND": "{trap}",
    "GIT_PROXY_COMMAND": "{trap}",
    "GIT_ASKPASS": "{trap}",
    "GIT_PAGER": "{trap}",
    "GIT_EDITOR": "{trap}",
    "GIT_TRACE": "{decoy}/trace",
    "GIT_TRACE2": "{decoy}/trace",
    "GIT_ALLOW_PROTOCOL": "file:ext",
    "GIT_NO_LAZY_FETCH": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_ATTR_SOURCE": "nope",
    "GIT_DEFAULT_HASH": "sha256",
}


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("variable", LEADING_ASTRAY)
def test_variables_lead_nowhere(
    variable: str, trap: Trap, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoy = tmp_path_factory.mktemp("decoy")
    look_alike(str(decoy / "git"))
    write("site/pool.yaml", EDITED)
    monkeypatch.setenv(variable, LEADING_ASTRAY[variable].format(decoy=decoy, trap=trap.program))
    assert found("site/pool.yaml") == was_true("site/pool.yaml at HEAD")
    assert not trap.went_off
    assert not (decoy / "trace").exists()


def test_the_environment_of_git() -> None:
    """Where the user's configuration is, how far to look, and what safe.directory some CI systems set; no more."""
    kept = {
        "PATH": "/bin",
        "GIT_CONFIG_GLOBAL": "/home/me/.gitconfig",
        "GIT_CONFIG_SYSTEM": "/etc/gitconfig",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": "/home",
        "GIT_DISCOVERY_ACROSS_FILESYSTEM": "1",
    }
    pairs = {
        "GIT_CONFIG_COUNT": "3",
        "GIT_CONFIG_KEY_0": "core.fsmonitor",
        "GIT_CONFIG_VALUE_0": "evil",
        "GIT_CONFIG_KEY_1": "safe.Directory",
        "GIT_CONFIG_VALUE_1": "/work",
        "GIT_CONFIG_KEY_2": "core.sshCommand",
        "GIT_CONFIG_VALUE_2": "evil",
    }
    trusted = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "/work"}
    others = dict.fromkeys(LEADING_ASTRAY, "x")
    assert environment({**kept, **pairs, **others}) == {**kept, **trusted, **git_command.SETTINGS}
    assert environment({"GIT_CONFIG_COUNT": "99999999999", "LC_ALL": "de_DE"}) == git_command.SETTINGS
    assert environment({"GIT_CONFIG_COUNT": "many"}) == git_command.SETTINGS


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("path", [".", "", "bin", "./bin"])
def test_git_is_no_program_of_the_repository(path: str, trap: Trap, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("bin").mkdir()
    shutil.copy(trap.program, "bin/git")
    shutil.copy(trap.program, "git")
    write("site/pool.yaml", EDITED)
    monkeypatch.setenv("PATH", f"{path}:{os.environ['PATH']}")
    assert found("site/pool.yaml") == was_true("site/pool.yaml at HEAD")
    assert not trap.went_off


@pytest.mark.usefixtures("repository")
def test_a_git_file_that_names_a_folder_of_the_archive(trap: Trap) -> None:
    os.rename(".git", "planted")
    write(".git", "gitdir: planted\n")
    make_partial("planted", str(trap.program), object_named("HEAD:site/pool.yaml", "planted"))
    write("site/pool.yaml", EDITED)
    with pytest.raises(BaselineError, match=r"^git cannot read the .* This clone is partial"):
        from_git(inputs("site/pool.yaml"), "HEAD")
    assert not trap.went_off


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize("store", [".git/objects", "planted"])
def test_an_object_that_was_forged(store: str) -> None:
    """git itself does not look whether a loose object holds what its name says, nor do alternates have to be safe."""
    write("other.yaml", EDITED)
    git("hash-object", "-w", "other.yaml")
    done = subprocess.run(["git", "hash-object", "other.yaml"], capture_output=True, text=True, check=True)
    blob, other = object_named("HEAD:site/pool.yaml"), done.stdout.strip()
    Path(".git/objects", blob[:2], blob[2:]).unlink()
    write(".git/objects/info/alternates", f"{os.getcwd()}/planted\n")
    Path(store, blob[:2]).mkdir(parents=True, exist_ok=True)
    shutil.copy(Path(".git/objects", other[:2], other[2:]), Path(store, blob[:2], blob[2:]))
    write("site/pool.yaml", f"# new\n{EDITED}")
    with pytest.raises(BaselineError) as caught:
        from_git(inputs("site/pool.yaml"), "HEAD")
    top = os.getcwd()
    assert str(caught.value) == (
        f"The object {blob} of the repository {top} holds something else. Check with git fsck."
    )


@pytest.mark.usefixtures("repository")
def test_an_object_that_was_replaced() -> None:
    write("other.yaml", EDITED)
    git("hash-object", "-w", "other.yaml")
    done = subprocess.run(["git", "hash-object", "other.yaml"], capture_output=True, text=True, check=True)
    git("replace", object_named("HEAD:site/pool.yaml"), done.stdout.strip())
    write("site/pool.yaml", f"# new\n{EDITED}")
    assert found("site/pool.yaml") == was_true("site/pool.yaml at HEAD")


@pytest.mark.usefixtures("repository")
def test_a_repository_that_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(".git/packed-refs")
    monkeypatch.setattr(git_command, "SECONDS", 1)
    with pytest.raises(BaselineError) as caught:
        from_git(inputs("site/pool.yaml"), "origin/main")
    assert str(caught.value) == f"git ls-tree took longer than 1 seconds in {os.getcwd()}."


@pytest.mark.usefixtures("repository")
def test_names_of_any_kind() -> None:
    names = [
        "-x.yaml",
        "--help/-.yaml",
        "a\nb.yaml",
        "tab\t.yaml",
        'q"uote.yaml',
        "\udcff.yaml",
        "back\\slash.yaml",
        ":(glob)*.yaml",
    ]
    for name in names:
        write(name, POOL)
    commit()
    for name in names:
        write(name, EDITED)
    assert found(*names) == [message for name in names for message in was_true(f"{name} at HEAD")]
    assert [file_at(name, "HEAD") for name in names] == [POOL.encode()] * len(names)


def test_what_git_says_stands_on_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "git"
    script.write_text("#!/bin/sh\nprintf 'fatal: \\033[31mno\\r\\n\\n\\tgo away\\n::error::x\\n' >&2\nexit 1\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    answer = run_git("/", "status")
    sign = "\N{REPLACEMENT CHARACTER}"
    assert (answer.code, answer.sentence()) == (1, f"fatal: {sign}[31mno go away ::error::x")


@pytest.mark.usefixtures("repository")
def test_a_name_that_is_no_object() -> None:
    with pytest.raises(BaselineError) as caught:
        read_blobs(os.getcwd(), ["0" * 40])
    assert str(caught.value) == f"git cannot read the object {'0' * 40}. Check with git fsck."
    tree = object_named("HEAD^{tree}")
    with pytest.raises(BaselineError) as caught:
        read_blobs(os.getcwd(), [tree])
    assert str(caught.value) == f"git cannot read the object {tree}. Check with git fsck."


@pytest.mark.usefixtures("repository")
def test_the_program_itself(trap: Trap) -> None:
    """The same from the command line: the folder that looks like a repository, and the edit beside it."""
    write("deploy/pool.yaml", POOL)
    commit()
    head = look_alike("bare")
    for name in os.listdir("bare"):
        shutil.move(f"bare/{name}", f"deploy/{name}")
    make_partial("deploy", str(trap.program), object_named(f"{head}:pool.yaml", "deploy"))
    write("deploy/pool.yaml", EDITED)
    command = [sys.executable, "-m", "yurt_hostnet", "check", "deploy", "--baseline", "git:HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert "hostNetwork of this NodePool was true (deploy/pool.yaml at HEAD)" in done.stdout
    assert not trap.went_off
