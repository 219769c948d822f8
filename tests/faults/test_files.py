"""File systems that cannot be written, homes that are not there, and files that are replaced when the program dies."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from faults.faulty import AFFINITY, EDITED, ENVIRON, POD, PROGRAM, SOURCE_ROOT, Run, run, shell

if TYPE_CHECKING:
    from pathlib import Path

READ_ONLY = ["unshare", "--mount", "--map-root-user"] if os.geteuid() else ["unshare", "--mount"]


def read_only(script: str, folder: Path) -> Run:
    """Run a script where nothing can be written but /dev; skip where no mount namespace can be had."""
    if (
        shutil.which("unshare") is None
        or subprocess.run([*READ_ONLY, "true"], check=False, capture_output=True).returncode
    ):
        pytest.skip("no mount namespaces here")
    remount = "mount --make-rprivate / && mount -o remount,bind,ro / && mount --bind . . && mount -o remount,bind,ro ."
    done = subprocess.run(
        [*READ_ONLY, "sh", "-c", f"{remount} && cd {folder} && {{ {script}\n}}"],
        cwd=folder,
        input=POD,
        capture_output=True,
        check=False,
        timeout=60,
        env={**ENVIRON, "Y": " ".join(PROGRAM)},
    )
    return Run(done.stdout, done.stderr.decode(), done.returncode)


def test_read_only_root(tmp_path: Path) -> None:
    """The filter writes nothing but its streams, not even the bytecode of its own modules."""
    copy = tmp_path / "fn"
    shutil.copytree(SOURCE_ROOT, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    assert read_only("touch x 2>/dev/null; PYTHONPATH=fn $Y", tmp_path) == Run(EDITED, "", 0)
    assert [*copy.rglob("__pycache__"), *tmp_path.glob("x")] == []


def test_read_only_report(tmp_path: Path) -> None:
    expected = "yurt-hostnet: report.json: The report cannot be written: Read-only file system.\n"
    assert read_only("$Y --report report.json", tmp_path) == Run(b"", expected, 2)


def test_read_only_fix(tmp_path: Path) -> None:
    (tmp_path / "pod.yaml").write_bytes(POD)
    done = read_only("$Y fix pod.yaml", tmp_path)
    assert done == Run(b"", "yurt-hostnet: pod.yaml: The file is read-only. Make it writable, or leave it out.\n", 2)
    assert [path.name for path in tmp_path.iterdir()] == ["pod.yaml"]
    assert (tmp_path / "pod.yaml").read_bytes() == POD


@pytest.mark.parametrize("arguments", [(), ("check", "-"), ("explain", "-")])
def test_no_home_no_anything(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Without any variable, in an empty directory, under a user whom nobody knows, the program does the same."""
    assert run(*arguments, env={"PYTHONPATH": SOURCE_ROOT}, cwd=tmp_path) == run(*arguments)
    if not can_be_read(SOURCE_ROOT):
        pytest.skip("another user may not read this checkout or this Python")
    user: dict[str, Any] = {} if os.geteuid() else {"user": 54321, "group": 54321}
    assert run(*arguments, env={"PYTHONPATH": SOURCE_ROOT}, cwd="/", **user) == run(*arguments)


def can_be_read(path: str) -> bool:
    """Tell whether any user may read `path`, and the interpreter."""
    places = (path, os.path.realpath(sys.executable), sys.prefix)
    found = [place[:end] for place in places for end, char in enumerate(f"{place}/") if char == "/" and end]
    return all(os.stat(place).st_mode & 0o005 == 0o005 for place in found)


def test_no_bytecode(tmp_path: Path) -> None:
    copy = tmp_path / "fn"
    shutil.copytree(SOURCE_ROOT, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    environ = {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    assert run(env=environ) == Run(EDITED, "", 0)
    assert list(copy.rglob("__pycache__")) == []


DYING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # what starts the tests in the background may ignore it
from yurt_hostnet.__main__ import main
real = os.{function}
count = 0
def dying(*arguments, **options):
    global count
    count += 1
    if count == {call}:
        os.kill(os.getpid(), signal.{signal})
    return real(*arguments, **options)
os.{function} = dying
sys.exit(main())
"""


@pytest.mark.parametrize("function", ["fsync", "replace"])
@pytest.mark.parametrize("call", [1, 2, 3])
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM", "SIGINT", "SIGKILL"])
def test_fix_dies(tmp_path: Path, function: str, call: int, name: str) -> None:
    """Each file is the old one or the new one; only SIGKILL leaves a hidden file, which nobody reads, behind."""
    for number in range(3):
        (tmp_path / f"pod-{number}.yaml").write_bytes(POD)
    script = DYING.format(function=function, call=call, signal=name)
    done = subprocess.run(
        [sys.executable, "-c", script, "fix", "."], cwd=tmp_path, env=ENVIRON, capture_output=True, check=False
    )
    assert done.returncode == {"SIGHUP": 129, "SIGTERM": 143, "SIGINT": 130, "SIGKILL": -signal.SIGKILL}[name]
    names = ", ".join(f"pod-{number}.yaml" for number in range(3))
    told = f"Written: {names}" if function == "replace" else "Nothing was written"
    expected = "" if name == "SIGKILL" else f"yurt-hostnet: Stopped by {name}. {told}.\n"
    assert (done.stdout, done.stderr.decode()) == (b"", expected)
    texts = [(tmp_path / f"pod-{number}.yaml").read_bytes() for number in range(3)]
    begun = call - 1 if name == "SIGKILL" else 3  # what may wait does, until all of them are in place
    replaced = begun if function == "replace" else 0
    assert texts == [EDITED] * replaced + [POD] * (3 - replaced)
    others = [path.name for path in tmp_path.iterdir() if not path.name.startswith("pod-")]
    if name != "SIGKILL":
        assert others == []
    assert [other for other in others if not (other.startswith(".pod-") and other.endswith(".yurt-hostnet"))] == []
    again = run("fix", ".", cwd=tmp_path)
    assert (again.code, again.stderr) == (0, "")
    assert [(tmp_path / f"pod-{number}.yaml").read_bytes() for number in range(3)] == [EDITED] * 3


def test_200_runs_side_by_side() -> None:
    with ThreadPoolExecutor(8) as pool:
        runs = list(pool.map(lambda number: run(text=POD.replace(b"app:1", b"app:%d" % number)), range(200)))
    assert runs == [Run(POD.replace(b"app:1", b"app:%d" % number) + AFFINITY, "", 0) for number in range(200)]


def test_20_fixes_of_one_file(tmp_path: Path) -> None:
    """One wins; the others find nothing to do, or a file that has changed and is left alone."""
    file = tmp_path / "pod.yaml"
    file.write_bytes(POD)
    with ThreadPoolExecutor(8) as pool:
        runs = list(pool.map(lambda _: run("fix", "pod.yaml", cwd=tmp_path), range(20)))
    changed = "The file has changed since it was read and was left alone. Run the command again.\n"
    outcomes = {
        Run(b"pod.yaml got 1 edit.\n", "", 0),
        Run(b"Nothing to do in 1 object of 1 file.\n", "", 0),
        Run(b"", f"yurt-hostnet: pod.yaml: {changed}", 2),
    }
    assert set(runs) <= outcomes
    assert Run(b"pod.yaml got 1 edit.\n", "", 0) in runs
    assert file.read_bytes() == EDITED
    assert [path.name for path in tmp_path.iterdir()] == ["pod.yaml"]


def test_baseline_from_git_without_home(tmp_path: Path) -> None:
    (tmp_path / "pod.yaml").write_bytes(POD)
    commit = "git -c user.name=a -c user.email=a@example.com commit -qm a"
    done = shell(
        f"git init -q . && git add . && {commit} && unset HOME && $Y check --baseline git:HEAD .", cwd=tmp_path
    )
    assert done.stdout.splitlines()[-1] == b"yurt-hostnet: 1 error."
    assert (done.stderr, done.code) == ("", 1)
