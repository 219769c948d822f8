"""`yurt-hostnet fix`: files edited in place, and what happens when something breaks on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from commands.program import ENVIRON, FIXED_WEB, MALFORMED, NODE, POOLS, WEB, Ran, package, run
from commands.test_check import DIFF
from yurt_hostnet import cli
from yurt_hostnet.commands.writing.atomic import Replacement, replace_all
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def contents(root: Path) -> dict[str, bytes]:
    """Return every file under `root`, hidden and temporary ones included."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_edits_in_place_and_once(tmp_path: Path) -> None:
    files = {"pools.yaml": POOLS, "apps/web.yaml": WEB, "apps/two.yaml": NODE + "---\n" + NODE.replace("-1", "-2")}
    package(tmp_path, files)
    expected = Ran(0, "apps/two.yaml got 2 edits.\napps/web.yaml got 1 edit.\n")
    assert run("fix", ".", cwd=tmp_path) == expected
    node = NODE + '    nodepool.openyurt.io/hostnetwork: "true"\n'
    fixed = {**files, "apps/web.yaml": FIXED_WEB, "apps/two.yaml": node + "---\n" + node.replace("-1", "-2")}
    assert contents(tmp_path) == {name: text.encode() for name, text in fixed.items()}
    assert run("fix", ".", cwd=tmp_path) == Ran(0, "Nothing to do in 5 objects of 3 files.\n")


def test_line_ends_stay(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB.replace("\n", "\r\n")})
    assert run("fix", "web.yaml", cwd=tmp_path).code == 0
    assert (tmp_path / "web.yaml").read_bytes() == FIXED_WEB.replace("\n", "\r\n").encode()


def test_dry_run_and_diff_write_nothing(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB})
    assert run("fix", "--dry-run", ".", cwd=tmp_path) == Ran(0, "web.yaml would get 1 edit.\n")
    assert run("fix", "--diff", ".", cwd=tmp_path) == Ran(0, DIFF)
    assert contents(tmp_path) == {"web.yaml": WEB.encode()}


def test_git_applies_the_diff(tmp_path: Path) -> None:
    without_end = WEB.rstrip("\n").replace("metadata:\n  name: web", "metadata:\n  name: \u00fcber", 1)
    package(tmp_path, {"a/web.yaml": without_end, "a/two.yaml": WEB + "---\n" + WEB, "a/list.yaml": in_a_list(WEB)})
    diff = run("fix", "--diff", "a", cwd=tmp_path).stdout
    applied = package(tmp_path / "applied", {name: text.decode() for name, text in contents(tmp_path).items()})
    subprocess.run(["git", "init", "-q"], cwd=applied, check=True)
    subprocess.run(["git", "apply", "-"], input=diff.encode(), cwd=applied, check=True)
    assert run("fix", "a", cwd=tmp_path).code == 0
    assert contents(applied / "a") == contents(tmp_path / "a")
    assert contents(tmp_path / "a")["web.yaml"].endswith(b'- "true"')


ODD_NAMES = ["a b.yaml", "a\nb.yaml", "\t\x01\x7f\x1b.yaml", 'say "a b".yaml', "back\\slash.yaml", "\u00fcber\n.yaml"]


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_git_reads_the_names_in_the_diff(tmp_path: Path, name: str) -> None:
    package(tmp_path, {name: WEB})
    diff = run("fix", "--diff", ".", cwd=tmp_path).stdout
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "apply", "-"], input=diff.encode(), cwd=tmp_path, check=True)
    assert (tmp_path / name).read_text() == FIXED_WEB
    command = ["git", "-c", "core.quotePath=false", "diff", "--no-color"]
    of_git = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout.decode()
    assert [line for line in of_git.split("\n") if line.startswith(("--- ", "+++ "))] == diff.split("\n")[:2]


def in_a_list(text: str) -> str:
    lines = [f"{'- ' if number == 0 else '  '}{line}\n" for number, line in enumerate(text.splitlines())]
    return "apiVersion: v1\nkind: List\nitems:\n" + "".join(lines)


def test_a_resource_list_keeps_its_envelope(tmp_path: Path) -> None:
    text = in_a_list(WEB).replace(
        "apiVersion: v1\nkind: List", "kind: ResourceList\napiVersion: config.kubernetes.io/v1", 1
    )
    package(tmp_path, {"list.yaml": text + "functionConfig: {apiVersion: v1, kind: ConfigMap, data: {}}\n"})
    assert run("fix", "list.yaml", cwd=tmp_path) == Ran(0, "list.yaml got 1 edit.\n")
    added = in_a_list(FIXED_WEB).removeprefix(in_a_list(WEB))
    expected = text + added + "functionConfig: {apiVersion: v1, kind: ConfigMap, data: {}}\n"
    assert (tmp_path / "list.yaml").read_text() == expected


def test_an_error_anywhere_stops_every_file(tmp_path: Path) -> None:
    files = {"web.yaml": WEB, "odd.yaml": MALFORMED}
    package(tmp_path, files)
    assert run("fix", ".", cwd=tmp_path) == Ran(
        1,
        "",
        "odd.yaml:8: error: Pod odd spec.affinity: Node affinity cannot be read: This must be a mapping; "
        "it is a string. [node-selector-term-malformed]\n"
        "  Fix the field; the object stays as it is until then.\n"
        "yurt-hostnet: 1 error.\n"
        "yurt-hostnet: Nothing was written.\n",
    )
    assert contents(tmp_path) == {name: text.encode() for name, text in files.items()}


def test_an_edit_that_another_object_would_get_as_well_stops_every_file(tmp_path: Path) -> None:
    shared = in_a_list(WEB.replace("    spec:\n", "    spec: &pod\n"))
    shared += "- apiVersion: v1\n  kind: Pod\n  metadata: {name: two}\n  spec: *pod\n"
    files = {"list.yaml": shared, "web.yaml": WEB}
    package(tmp_path, files)
    message = (
        "list.yaml:22: error: Pod two: The alias *pod stands for a part of an object that is edited, and would bring "
        "the edit in here as well. Write that part out in its place. [cannot-edit]\n"
        "yurt-hostnet: 1 error.\nyurt-hostnet: Nothing was written.\n"
    )
    for options in (["fix"], ["fix", "--diff"], ["fix", "--dry-run"], ["fix", "--report", "report.json"]):
        assert run(*options, ".", cwd=tmp_path) == Ran(1, "", message)
    rows = json.loads((tmp_path / "report.json").read_text())
    assert "cannot-edit" in json.dumps(rows)
    (tmp_path / "report.json").unlink()
    assert contents(tmp_path) == {name: text.encode() for name, text in files.items()}


def test_mode_and_links_are_kept(tmp_path: Path) -> None:
    package(tmp_path, {"real/web.yaml": WEB, "dir/x": ""})
    real = tmp_path / "real" / "web.yaml"
    real.chmod(0o640)
    link = tmp_path / "dir" / "web.yaml"
    link.symlink_to("../real/web.yaml")
    (tmp_path / "real" / "hard.txt").hardlink_to(real)
    assert run("fix", "dir/web.yaml", cwd=tmp_path) == Ran(
        0,
        "dir/web.yaml got 1 edit.\n",
        "info: dir/web.yaml: 1 other name keeps the old text, since this file had hard links.\n",
    )
    assert link.is_symlink()
    assert os.readlink(link) == "../real/web.yaml"
    assert real.stat().st_mode & 0o7777 == 0o640
    assert contents(tmp_path) == {
        "dir/x": b"",
        "dir/web.yaml": FIXED_WEB.encode(),
        "real/web.yaml": FIXED_WEB.encode(),
        "real/hard.txt": WEB.encode(),
    }


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_owner_is_kept(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB})
    os.chown(tmp_path / "web.yaml", 12, 34)
    (tmp_path / "web.yaml").chmod(0o4755)
    assert run("fix", ".", cwd=tmp_path).code == 0
    status = (tmp_path / "web.yaml").stat()
    assert (status.st_uid, status.st_gid, status.st_mode & 0o7777) == (12, 34, 0o4755)


def test_templates_and_standard_input_are_not_written(tmp_path: Path) -> None:
    package(tmp_path, {"t.yaml": WEB.replace("web:1", "{{ .x }}")})
    skipped = (
        "info: t.yaml: skipped, a Helm template; pipe what `helm template` renders through yurt-hostnet instead.\n"
        "yurt-hostnet: Looked at 0 objects of 0 files. Passed over: 1 Helm template (-v names it).\n"
    )
    assert run("fix", ".", "--allow-empty", cwd=tmp_path) == Ran(0, "Nothing to do in 0 objects of 0 files.\n", skipped)
    assert run("fix", "t.yaml", "--allow-empty", cwd=tmp_path) == Ran(
        2,
        "",
        "yurt-hostnet: t.yaml:15: A map key here is null, a list or a mapping; Kubernetes objects have only string "
        "keys. If it is a template, write it out first, as in: helm template CHART | yurt-hostnet check -\n",
    )
    assert run("fix", "-", cwd=tmp_path) == Ran(
        2,
        "",
        "yurt-hostnet: fix writes files and cannot write standard input. Use yurt-hostnet < in.yaml > out.yaml.\n",
    )


def test_a_pipe_is_not_written(tmp_path: Path) -> None:
    command = f"{sys.executable} -m yurt_hostnet fix <(cat web.yaml) 2>&1 | sed 's/^.*fd.[0-9]*/FILE/'"
    package(tmp_path, {"web.yaml": WEB})
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=ENVIRON, capture_output=True, check=True)
    assert done.stdout == b"FILE: Only a regular file can be fixed. Use yurt-hostnet < in > out.\n"


@pytest.mark.parametrize(
    ("report", "reason", "bytes_allowed"),
    [("none/report.json", "No such file or directory", -1), ("report.sarif", "File too large", 1000)],
)
def test_a_report_that_cannot_be_written_stops_every_file(
    tmp_path: Path, report: str, reason: str, bytes_allowed: int
) -> None:
    package(tmp_path, {"web.yaml": WEB})
    message = f"yurt-hostnet: {report}: The report cannot be written: {reason}.\n"
    done = run("fix", "web.yaml", "--report", report, cwd=tmp_path, file_size=bytes_allowed)
    assert done == Ran(2, "", message)
    assert contents(tmp_path) == {"web.yaml": WEB.encode()}
    assert run("fix", "web.yaml", "--report", "report.txt", cwd=tmp_path) == Ran(0, "web.yaml got 1 edit.\n")
    assert (tmp_path / "web.yaml").read_text() == FIXED_WEB


def test_the_report_of_files_that_cannot_be_written_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package(tmp_path, {"a.yaml": WEB, "b.yaml": WEB})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, *_, **__: not path.endswith("b.yaml"))
    message = "b.yaml: The file is read-only. Make it writable, or leave it out."
    (tmp_path / "report.json").write_text("{}")
    assert cli.run(["fix", "a.yaml", "b.yaml", "--report", "report.json"]) == 2
    assert capsys.readouterr() == ("", f"yurt-hostnet: {message}\n")
    (result,) = json.loads((tmp_path / "report.json").read_text())["results"]
    told = (result["severity"], result["rule"], f"{result['file']['path']}: {result['message']}")
    assert told == ("error", "input", message)
    assert contents(tmp_path) == {
        "a.yaml": WEB.encode(),
        "b.yaml": WEB.encode(),
        "report.json": (tmp_path / "report.json").read_bytes(),
    }


def replacements(root: Path) -> list[Replacement]:
    package(root, {"a.yaml": "old a\n", "b.yaml": "old b\n"})
    paths = [str(root / "a.yaml"), str(root / "b.yaml")]
    return [Replacement(path, b"new\n", os.stat(path)) for path in paths]


OLD = {"a.yaml": b"old a\n", "b.yaml": b"old b\n"}


def test_a_full_disk_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = replacements(tmp_path)
    calls = []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"b\.yaml: The file cannot be written: No space left on device\."):
        replace_all(wanted)
    assert contents(tmp_path) == OLD


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    wanted = replacements(tmp_path)
    (tmp_path / "b.yaml").write_text("somebody else's\n")
    with pytest.raises(InputError, match="changed since it was read"):
        replace_all(wanted)
    assert contents(tmp_path) == {**OLD, "b.yaml": b"somebody else's\n"}


def test_a_read_only_file_stops_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = replacements(tmp_path)
    monkeypatch.setattr(os, "access", lambda path, *_, **__: not path.endswith("b.yaml"))
    with pytest.raises(InputError, match="read-only"):
        replace_all(wanted)
    assert contents(tmp_path) == OLD


KILLED = """\
import os, signal
from yurt_hostnet import cli
calls = 0
real = os.{name}
def dying(*arguments, **options):
    global calls
    calls += 1
    if calls == {call}:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*arguments, **options)
os.{name} = dying
cli.run(["fix", "."])
"""


@pytest.mark.parametrize(
    ("name", "call", "fixed"),
    [("fsync", 1, []), ("fsync", 2, []), ("replace", 1, []), ("replace", 2, ["a.yaml"])],
)
def test_killed_in_the_middle(tmp_path: Path, name: str, call: int, fixed: list[str]) -> None:
    package(tmp_path, {"a.yaml": WEB, "b.yaml": WEB})
    script = KILLED.format(name=name, call=call)
    killed = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env=ENVIRON, check=False)
    assert killed.returncode == -signal.SIGKILL
    visible = {file: text for file, text in contents(tmp_path).items() if not file.startswith(".")}
    assert visible == {file: (FIXED_WEB if file in fixed else WEB).encode() for file in ("a.yaml", "b.yaml")}
    assert run("fix", ".", cwd=tmp_path).code == 0
    after = {file: text for file, text in contents(tmp_path).items() if not file.startswith(".")}
    assert after == dict.fromkeys(("a.yaml", "b.yaml"), FIXED_WEB.encode())
