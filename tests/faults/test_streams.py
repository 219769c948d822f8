"""Streams that are closed, full, slow or of an odd kind: a sentence, an exit code, no half output taken for whole."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING

import pytest

from faults.faulty import BAD, CONFIG_MAP, EDITED, ENVIRON, FINDING, POD, PROGRAM, Run, run, shell

if TYPE_CHECKING:
    from pathlib import Path

FULL = "yurt-hostnet: The output cannot be written: No space left on device.\n"
CLOSED = "yurt-hostnet: The output cannot be written: stdout is closed.\n"
LONG = POD + CONFIG_MAP * 100


def test_stdin_closed() -> None:
    expected = "yurt-hostnet: Standard input is closed. Pipe manifests or a ResourceList in.\n"
    assert shell("$Y <&-") == Run(b"", expected, 2)


def test_stdin_that_cannot_be_read() -> None:
    done = shell("$Y 0>/dev/null")
    assert done == Run(b"", "yurt-hostnet: Standard input cannot be read: Bad file descriptor.\n", 2)


def test_stdin_is_a_directory() -> None:
    """The interpreter itself refuses to start."""
    done = shell("$Y </")
    assert (done.stdout, done.code) == (b"", 1)
    assert "is a directory, cannot continue" in done.stderr


def test_stdin_ends_early() -> None:
    """A writer that dies in the middle of a document leaves something that is refused."""
    text = POD + b"---\n" + POD.replace(b"image:", b'image: "')
    assert run(text=text) == Run(
        b"", "yurt-hostnet: line 22: This is not valid YAML: found unexpected end of stream. Fix it there.\n", 2
    )


def test_stdin_that_does_not_block() -> None:
    """A pause of the writer is not taken for the end."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    with subprocess.Popen(PROGRAM, stdin=read, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRON) as process:
        os.close(read)
        for start in range(0, len(POD), 40):
            os.write(write, POD[start : start + 40])
            time.sleep(0.05)
        os.close(write)
        stdout, stderr = process.communicate(timeout=60)
    assert (stdout, stderr, process.returncode) == (EDITED, b"", 0)


def test_stdout_that_does_not_block() -> None:
    """A slow reader gets everything."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE, env=ENVIRON) as process:
        os.close(write)
        assert process.stdin is not None
        process.stdin.write(LONG)
        process.stdin.close()
        time.sleep(0.5)
        with os.fdopen(read, "rb") as stream:
            assert stream.read() == EDITED + CONFIG_MAP * 100
        assert process.wait(60) == 0


@pytest.mark.parametrize("unbuffered", [False, True])
def test_a_reader_that_goes_away(unbuffered: bool) -> None:
    done = shell("{ $Y; echo $? >&2; } | head -c 20", text=LONG, unbuffered=unbuffered)
    assert done == Run(POD[:20], "yurt-hostnet: The output cannot be written: Broken pipe.\n1\n", 0)


def test_a_reader_that_goes_away_from_a_report() -> None:
    """People page through what subcommands print: that is no fault."""
    done = shell("{ $Y rules --markdown; echo $? >&2; } | head -c 1")
    assert done == Run(b"#", "0\n", 0)


@pytest.mark.parametrize("arguments", ["", "--help", "--version", "check -", "schema"])
def test_stdout_closed(arguments: str) -> None:
    assert shell(f"$Y {arguments} >&-") == Run(b"", CLOSED, 1)


@pytest.mark.parametrize("arguments", ["", "--help", "--version", "check -", "schema", "rules", "explain -"])
def test_stdout_full(arguments: str) -> None:
    assert shell(f"$Y {arguments} >/dev/full") == Run(b"", FULL, 1)


@pytest.mark.parametrize("unbuffered", [False, True])
def test_stdout_full_after_a_while(tmp_path: Path, unbuffered: bool) -> None:
    """A file that may not grow: what is there is not taken for whole, since the exit code says so."""
    done = shell(f"ulimit -f 100; trap '' XFSZ; $Y >{tmp_path}/out", text=LONG, unbuffered=unbuffered)
    assert done == Run(b"", "yurt-hostnet: The output cannot be written: File too large.\n", 1)


@pytest.mark.parametrize("name", ["report.json", "report.sarif", "report.xml", "report.txt", "report.yaml"])
@pytest.mark.parametrize("command", ["", "check -"])
def test_report_full(tmp_path: Path, command: str, name: str) -> None:
    done = shell(f"ulimit -f 0; $Y {command} --report {name}", cwd=tmp_path)
    expected = f"yurt-hostnet: {name}: The report cannot be written: File too large.\n"
    assert (done.stdout, done.stderr[-len(expected) :], done.code) == (b"", expected, 2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fault", ["2>&-", "2>/dev/full"])
def test_stderr_that_takes_nothing(fault: str) -> None:
    """Stdout and the exit code are those of any other run."""
    assert shell(f"$Y -v {fault}") == Run(EDITED, "", 0)
    assert shell(f"$Y {fault}", text=BAD) == Run(b"", "", 1)
    assert shell(f"$Y check - {fault}").code == 1
    refused = shell(f"$Y --helm4 {fault}", text=BAD)
    assert refused == Run(run("--helm4", text=BAD).stdout, "", 0)


def test_all_closed() -> None:
    assert shell("$Y <&- >&- 2>&-") == Run(b"", "", 2)


def test_no_terminal() -> None:
    """Without a controlling terminal, and with all streams on one."""
    assert run(start_new_session=True) == Run(EDITED, "", 0)
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(PROGRAM, stdin=theirs, capture_output=True, check=False, env=ENVIRON, timeout=60)
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.stdout == run("--help").stdout
    assert (done.stderr, done.returncode) == (b"", 0)


def test_sigterm_while_writing() -> None:
    """The signal ends the program, and says so to whoever reads the half output."""
    with subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRON
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(LONG)
        process.stdin.close()
        assert process.stdout.read(10) == POD[:10]
        process.terminate()
        rest = process.stdout.read()
        assert process.wait(60) == -signal.SIGTERM
        assert len(rest) < len(LONG)


def test_sigterm_while_reading() -> None:
    with subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRON
    ) as process:
        assert process.stdin is not None
        process.stdin.write(POD)
        process.stdin.flush()
        timer = threading.Timer(0.5, process.terminate)
        timer.start()
        assert process.wait(60) == -signal.SIGTERM
        timer.join()
        process.stdin.close()
        assert process.stdout is not None
        assert process.stdout.read() == b""


def test_findings_without_a_terminal_have_no_colours() -> None:
    assert run(text=BAD, start_new_session=True) == Run(b"", FINDING, 1)
