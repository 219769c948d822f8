"""Where hostile text has a way of its own out: a terminal, a diff, git's words, a bug of ours."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from faults.faulty import AFFINITY, ENVIRON, POD
from hostile.lines import HOSTILE, MARK, faults, file_name, ran
from report.sample import HOSTILE as SAMPLE
from yurt_hostnet.commands.shown_diff import ESCAPED, shown_diff
from yurt_hostnet.report.characters import log_text, one_line, without_command
from yurt_hostnet.report.formats import Report, render

if TYPE_CHECKING:
    from pathlib import Path

FORMATS = ("text", "json", "sarif", "junit", "github", "krm")
RUNNERS = ("CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("端口 wéb", "端口 wéb", id="letters of any language"),
        pytest.param("a::b ## c [d] #[e", "a::b ## c [d] #[e", id="no command"),
        pytest.param("::a::b", "\\x3a:a::b", id="a command"),
        pytest.param("  ::a::b", "  \\x3a:a::b", id="a command behind spaces"),
        pytest.param("a##[b]##c[###[d", "a#\\x23[b]#\\x23c[##\\x23[d", id="commands anywhere"),
        pytest.param("a\r\n::b\t\v\x85\u2028c", "a ::b c", id="line breaks"),
        pytest.param("a\x1b[2J\x9b\x7f\x00", "a\\x1b[2J\\x9b\\x7f\\x00", id="control characters"),
        pytest.param("\u202ea\u2066\u200b\ufeff", "\\u202ea\\u2066\\u200b\\ufeff", id="bidirectional and zero width"),
        pytest.param("\ufe0f::a\u3164\U000e0101", "\\ufe0f::a\\u3164\\U000e0101", id="invisible letters"),
        pytest.param("\ud800\udcff", "\\ud800\\udcff", id="surrogates"),
    ],
)
def test_one_line(text: str, expected: str) -> None:
    assert one_line(text) == expected
    assert log_text(expected) == expected


def test_log_text_keeps_our_own_lines_and_colours() -> None:
    text = "a\n  b\x1b[1;31mred\x1b[0m\x1b[2Jc\n::d\n\te"
    assert log_text(text, colour=True) == "a\n  b\x1b[1;31mred\x1b[0m\\x1b[2Jc\n\\x3a:d\n\\te"
    assert log_text(text) == "a\n  b\\x1b[1;31mred\\x1b[0m\\x1b[2Jc\n\\x3a:d\n\\te"


def test_other_escapes() -> None:
    assert without_command("::a##[b", "\\u0023", "&#58;") == "&#58;:a#\\u0023[b"


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_tells_a_hostile_result_as_it_is(name: str) -> None:
    assert faults(render(Report([SAMPLE]), name), commands=name == "github") == []


def test_json_keeps_every_character() -> None:
    told = json.loads(render(Report([SAMPLE]), "json"))["results"][0]
    assert told["resourceRef"]["name"] == SAMPLE.ref.name  # type: ignore[union-attr]
    assert told["message"] == SAMPLE.message.replace("\ud800", "\ufffd")


def on_a_terminal(*arguments: str, cwd: Path) -> bytes:
    """Return what a run writes to a terminal that is its stdout and stderr."""
    master, slave = pty.openpty()
    environ = {**ENVIRON, "TERM": "xterm", "NO_COLOR": "", "COLUMNS": "200"}
    with subprocess.Popen(
        [sys.executable, "-m", "yurt_hostnet", *arguments], cwd=cwd, env=environ, stdout=slave, stderr=slave
    ) as process:
        os.close(slave)
        out = b""
        while True:
            try:
                piece = os.read(master, 1 << 16)
            except OSError:
                break
            if not piece:
                break
            out += piece
        process.wait(timeout=60)
    os.close(master)
    return out.replace(b"\r\n", b"\n")


def test_a_terminal_gets_our_colours_and_nothing_else(tmp_path: Path) -> None:
    pod = POD.replace(b"name: pod", b"name: " + json.dumps(HOSTILE["a terminal"][:-1]).encode())
    (tmp_path / "a.yaml").write_bytes(pod)
    said = on_a_terminal("check", ".", cwd=tmp_path).decode()
    for colour in ("\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[2m", "\x1b[0m"):
        said = said.replace(colour, "")
    assert faults(said) == []
    assert MARK in said
    assert "\\x1b[1;31m" in said


def diff(cwd: Path, environ: dict[str, str], **streams: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "yurt_hostnet", "fix", "--diff", "."],
        cwd=cwd,
        env={**ENVIRON, **dict.fromkeys(RUNNERS, ""), **environ},
        check=True,
        stderr=subprocess.PIPE,
        **streams,
    )


def test_a_diff_is_escaped_for_eyes_and_whole_for_programs(tmp_path: Path) -> None:
    line = POD.rstrip().rpartition(b"\n")[2]
    (tmp_path / "a.yaml").write_bytes(POD.rstrip() + "  # \u202e\u200b ##[group] 中\t!\r\n".encode())
    raw = b" " + line + "  # \u202e\u200b ##[group] 中\t!\r".encode()
    shown = b" " + line + "  # \\u202e\\u200b #\\x23[group] 中\t!\r".encode()
    whole = diff(tmp_path, {}, stdout=subprocess.PIPE)
    assert raw in whole.stdout.split(b"\n")
    assert whole.stderr == b""
    for name in RUNNERS:
        logged = diff(tmp_path, {name: "true"}, stdout=subprocess.PIPE)
        assert shown in logged.stdout.split(b"\n")
        assert logged.stdout.replace(shown, raw) == whole.stdout
        assert logged.stderr.decode() == ESCAPED
    with (tmp_path / "fix.patch").open("wb") as stream:
        written = diff(tmp_path, {"CI": "true"}, stdout=stream)
    assert (tmp_path / "fix.patch").read_bytes() == whole.stdout
    assert written.stderr == b""
    terminal = on_a_terminal("fix", "--diff", "a.yaml", cwd=tmp_path)
    assert shown.removesuffix(b"\r") in terminal.replace(b"\r", b"").split(b"\n")


def test_a_context_line_is_no_command(tmp_path: Path) -> None:
    """The space of a context line does not stop GitHub's runner, which trims lines."""
    (tmp_path / "a.yaml").write_bytes(POD + b"    args:\n    - |\n      ::debug::evil\n")
    logged = diff(tmp_path, {"GITHUB_ACTIONS": "true"}, stdout=subprocess.PIPE)
    assert faults(logged.stdout.decode()) == []
    assert b"\n       \\x3a:debug::evil\n" in logged.stdout


def test_a_line_of_a_diff() -> None:
    text = b"+a\r::b\x1b[2J\x00\t\xc2\x9b\xff\xe2\x80\xa8b\r\n ::c::\n-::d\n\\ No newline at end of file\n"
    shown = b"+a\\r::b\\x1b[2J\\x00\t\\x9b\\udcff\\u2028b\r\n \\x3a:c::\n-::d\n\\ No newline at end of file\n"
    assert shown_diff(text) == shown
    assert shown_diff(shown) == shown


@pytest.mark.parametrize("name", HOSTILE)
def test_a_diff_names_its_file_as_git_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """`git apply` finds the file by the name in the diff, whatever it is."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"中{file_name(HOSTILE[name])}.yaml"
    path.write_bytes(POD)
    done = ran("fix", "--diff", ".")
    heads = [head.rstrip("\t") for head in done.stdout.split("\n")[:2]]
    assert faults("\n".join(heads)) == []
    assert all("中" in head for head in heads)
    subprocess.run(["git", "apply"], input=done.stdout.encode(), check=True, cwd=tmp_path)
    assert path.read_bytes() == POD + AFFINITY


def git(home: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.com")
    subprocess.run(["git", "-C", str(home), *identity, *arguments], check=True, capture_output=True)


@pytest.mark.parametrize("name", HOSTILE)
def test_git_baselines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A file that was broken at the revision is named, and so is a revision that does not exist."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"{file_name(HOSTILE[name])}.yaml"
    path.write_bytes(b"apiVersion: v1\nkind: Pod\nmetadata: [}\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "x")
    path.write_bytes(POD)
    for revision in ("HEAD", f"{MARK}{HOSTILE[name]}".replace("\x00", "")):
        done = ran("check", "--baseline", f"git:{revision}", ".")
        assert faults(done.stdout) + faults(done.stderr) == []
        assert (done.code, MARK in done.stderr) == (2, True)


BUG = """
import sys
import yurt_hostnet.cli
from yurt_hostnet.__main__ import main
def run(argv):
    raise ValueError(sys.argv[1])
yurt_hostnet.cli.run = run
sys.exit(main())
"""


@pytest.mark.parametrize("name", HOSTILE)
def test_a_bug_of_ours(name: str) -> None:
    """The message of an exception may hold text of the input."""
    done = subprocess.run(
        [sys.executable, "-c", BUG, HOSTILE[name].replace("\x00", "")], env=ENVIRON, capture_output=True, check=False
    )
    said = done.stderr.decode()
    assert (done.returncode, done.stdout, faults(said)) == (3, b"", [])
    assert said.startswith("Traceback (most recent call last):\n")
    assert MARK in said.split("\n")[-3]
    assert said.split("\n")[-2].startswith("yurt-hostnet: This is a bug of ours: ValueError: ")


def test_a_bug_of_ours_does_not_show_a_whole_manifest() -> None:
    done = subprocess.run([sys.executable, "-c", BUG, "x" * 50000], env=ENVIRON, capture_output=True, check=False)
    assert len(done.stderr) < 8000
