"""Files that have no end or that nobody fills, named or found: no command waits for them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from faults.faulty import EDITED, ENVIRON, POD, Run, run, shell

if TYPE_CHECKING:
    from pathlib import Path

DEVICE = "This is a device, which holds no manifests. Leave it out.\n"
COMMANDS = ["check", "explain", "baseline", "fix"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("named", ["/dev/zero", "web.yaml"])
def test_a_device_without_an_end(tmp_path: Path, command: str, named: str) -> None:
    """Named itself, or through a link that a repository planted under the name of a manifest."""
    (tmp_path / "web.yaml").symlink_to("/dev/zero")
    assert run(command, named, cwd=tmp_path) == Run(b"", f"yurt-hostnet: {named}: {DEVICE}", 2)


@pytest.mark.parametrize("command", COMMANDS)
def test_pipes_and_devices_in_a_folder_do_not_hold_the_program(tmp_path: Path, command: str) -> None:
    (tmp_path / "web.yaml").write_bytes(POD)
    alone = run(command, ".", cwd=tmp_path)
    (tmp_path / "web.yaml").write_bytes(POD)
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    (tmp_path / "terminal.json").symlink_to("/dev/tty")
    done = run(command, ".", cwd=tmp_path)
    assert (done.stdout, done.code) == (alone.stdout, alone.code)


RACE = """
import os, sys
from yurt_hostnet import cli
real = os.open
def swapping(path, *arguments, **options):
    if path == "web.yaml" and not os.path.exists("old.yaml"):
        os.rename(path, "old.yaml")
        os.mkfifo(path)
    return real(path, *arguments, **options)
os.open = swapping
sys.exit(cli.run(["check", "."]))
"""


def test_a_pipe_in_the_place_of_a_file_that_was_found(tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_bytes(POD)
    done = subprocess.run(
        [sys.executable, "-c", RACE], cwd=tmp_path, env=ENVIRON, capture_output=True, check=False, timeout=60
    )
    message = b"yurt-hostnet: web.yaml: This is no regular file. Leave it out, or name it if it is meant.\n"
    assert (done.stdout, done.stderr, done.returncode) == (b"", message, 2)


@pytest.mark.parametrize(
    "script",
    [
        "mkfifo pipe; exec 3<&0; cat <&3 >pipe & $Y check pipe",
        "exec bash -c 'exec $Y check <(cat)'",
        "$Y check /dev/stdin",
        "$Y check -",
        "cat >f; $Y check /dev/fd/3 3<f",
        "cat >f; ln -s f link; $Y check link",
    ],
)
def test_what_the_user_names_is_read_to_its_end(tmp_path: Path, script: str) -> None:
    done = shell(script, cwd=tmp_path)
    assert (done.stderr, done.code, done.stdout.count(b"pod-not-excluded")) == ("", 1, 1)


def test_nothing_at_all_may_be_named(tmp_path: Path) -> None:
    """/dev/null holds nothing, which is told as for an empty file."""
    (tmp_path / "empty.yaml").touch()
    empty, null = run("check", "empty.yaml", cwd=tmp_path), run("check", "/dev/null", cwd=tmp_path)
    assert (empty.stdout, empty.code) == (null.stdout, null.code)


STOPPED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which nohup, around a CI run, has ignored
import yurt_hostnet.{module} as module
from yurt_hostnet.__main__ import main
real = module.{name}
def stopped(*arguments, **options):
    result = real(*arguments, **options)
    os.kill(os.getpid(), signal.{signal})
    return result
module.{name} = stopped
sys.exit(main())
"""


@pytest.mark.parametrize("name", ["SIGHUP", "SIGINT", "SIGTERM"])
@pytest.mark.parametrize(
    ("module", "function", "written"),
    [
        ("commands.session", "read_files", False),
        ("commands.fix", "process", False),
        ("commands.writing.new_file", "_temporary_name", False),
        ("commands.writing.new_file", "_keep_attributes", False),
        ("commands.writing.atomic", "_sync", True),
        ("commands.fix", "_summary", True),
    ],
)
def test_a_signal_at_any_moment_of_fix(tmp_path: Path, module: str, function: str, written: bool, name: str) -> None:
    """Nothing of ours is left, all files or none are fixed, and it is told which; the report goes with them."""
    for number in range(3):
        (tmp_path / f"pod-{number}.yaml").write_bytes(POD)
    script = STOPPED.format(module=module, name=function, signal=name)
    command = [sys.executable, "-c", script, "fix", ".", "--report", "report.txt"]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRON, capture_output=True, check=False, timeout=60)
    files = [f"pod-{number}.yaml" for number in range(3)]
    told = f"Written: {', '.join([*files, 'report.txt'])}" if written else "Nothing was written"
    assert (done.stdout, done.stderr.decode()) == (b"", f"yurt-hostnet: Stopped by {name}. {told}.\n")
    assert done.returncode == 128 + signal.Signals[name]
    assert sorted(os.listdir(tmp_path)) == [*files, *(["report.txt"] if written else [])]
    assert [(tmp_path / file).read_bytes() for file in files] == [EDITED if written else POD] * 3


@pytest.mark.parametrize("name", ["SIGHUP", "SIGINT", "SIGTERM"])
@pytest.mark.parametrize("arguments", [["check", "pod.yaml", "--report", "out.json"], ["--report", "out.json"],
                                       ["baseline", "pod.yaml", "-o", "out.json"]], ids=" ".join)  # fmt: skip
def test_a_signal_while_a_report_is_written(tmp_path: Path, arguments: list[str], name: str) -> None:
    (tmp_path / "pod.yaml").write_bytes(POD)
    script = STOPPED.format(module="commands.writing.new_file", name="_temporary_name", signal=name)
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRON, input=POD, capture_output=True, check=False, timeout=60)
    noun = "baseline" if "-o" in arguments else "report"
    assert done.stderr.decode() == f"yurt-hostnet: Stopped by {name}. The {noun} was not written.\n"
    assert (done.stdout, done.returncode) == (b"", 128 + signal.Signals[name])
    assert os.listdir(tmp_path) == ["pod.yaml"]


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    """As under nohup."""
    (tmp_path / "pod.yaml").write_bytes(POD)
    script = STOPPED.format(module="commands.writing.new_file", name="_temporary_name", signal="SIGHUP")
    script = script.replace("real =", "signal.signal(signal.SIGHUP, signal.SIG_IGN)\nreal =")
    command = [sys.executable, "-c", script, "fix", "."]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRON, capture_output=True, check=False, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == (b"pod.yaml got 1 edit.\n", b"", 0)
