"""Files of --report and -o: never over an input, never through what a repository has planted, always in one step."""

from __future__ import annotations

import json
import os
import socket
from typing import TYPE_CHECKING

import pytest

from commands.program import POOLS, WEB, WEB_MISSING, Ran, package, run, web_missing
from faults.faulty import shell

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

POOL = POOLS.partition("---\n")[0]
BASELINE_HEAD = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: HostNetBaseline\n"
FOUND = WEB_MISSING + "yurt-hostnet: 1 error.\n"


def texts(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def over(noun: str, name: str) -> Ran:
    return Ran(2, "", f"yurt-hostnet: The {noun} would overwrite {name}, which is an input. Name another file.\n")


OVER_AN_INPUT: dict[str, tuple[list[str], str, str]] = {
    "itself": (["check", "web.yaml", "--report", "web.yaml"], "report", "web.yaml"),
    "by another spelling": (["check", "web.yaml", "--report=./sub/../web.yaml"], "report", "web.yaml"),
    "in a folder": (["fix", ".", "--report", "web.yaml"], "report", "web.yaml"),
    "in a folder below": (["fix", ".", "--report", "sub/pool.yaml"], "report", "sub/pool.yaml"),
    "left out of a folder": (["check", ".", "--report", "values.yaml"], "report", "values.yaml"),
    "through a hard link": (["check", "web.yaml", "--report", "hard.json"], "report", "web.yaml"),
    "hard, in a folder": (["check", "sub", "--report", "hard-pool.txt"], "report", "sub/pool.yaml"),
    "through an input that is a link": (["check", "soft.yaml", "--report", "web.yaml"], "report", "soft.yaml"),
    "the configuration": (["check", "web.yaml", "--config", "config.yaml", "--report", "config.yaml"], "report",
                          "config.yaml"),
    "the baseline": (["check", "web.yaml", "--baseline=old.yaml", "--report", "old.yaml"], "report", "old.yaml"),
    "behind the end of options": (["check", "--report", "web.yaml", "--", "web.yaml"], "report", "web.yaml"),
    "that cannot be read": (["check", "broken.yaml", "--report", "broken.yaml"], "report", "broken.yaml"),
    "-o": (["baseline", "sub/pool.yaml", "-o", "sub/pool.yaml"], "baseline", "sub/pool.yaml"),
    "-o, glued": (["baseline", "sub/pool.yaml", "-osub/pool.yaml"], "baseline", "sub/pool.yaml"),
    "--output in a folder": (["baseline", "sub", "--output=sub/pool.yaml"], "baseline", "sub/pool.yaml"),
    "-o, a baseline beside something else": (["baseline", "mixed.yaml", "-o", "mixed.yaml"], "baseline", "mixed.yaml"),
}  # fmt: skip


@pytest.mark.parametrize("case", OVER_AN_INPUT)
def test_an_output_never_lands_on_an_input(tmp_path: Path, case: str) -> None:
    files = {
        "web.yaml": WEB,
        "sub/pool.yaml": POOL,
        "values.yaml": "replicas: 1\n",
        "config.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {}\n",
        "old.yaml": POOL,
        "broken.yaml": "a: {\n",
        "mixed.yaml": f"{BASELINE_HEAD}metadata: {{name: b}}\nspec: {{pools: []}}\n---\n{POOL}",
    }
    package(tmp_path, files)
    arguments, noun, name = OVER_AN_INPUT[case]
    if "." in arguments:
        for other in ("broken.yaml", "mixed.yaml", "config.yaml"):
            (tmp_path / other).unlink()
    (tmp_path / "hard.json").hardlink_to(tmp_path / "web.yaml")
    (tmp_path / "hard-pool.txt").hardlink_to(tmp_path / "sub" / "pool.yaml")
    (tmp_path / "soft.yaml").symlink_to("web.yaml")
    before = texts(tmp_path)
    assert run(*arguments, cwd=tmp_path) in (over(noun, name), over(noun, "soft.yaml"), over(noun, "hard.json"))
    assert texts(tmp_path) == before


@pytest.mark.parametrize("name", ["in.json", "other.json"])
def test_the_report_of_the_filter_never_lands_on_its_input(tmp_path: Path, name: str) -> None:
    package(tmp_path, {"in.json": WEB})
    (tmp_path / "other.json").hardlink_to(tmp_path / "in.json")
    done = shell(f"$Y --report {name} <in.json", cwd=tmp_path)
    message = "yurt-hostnet: The report would overwrite standard input, which is an input. Name another file.\n"
    assert (done.stdout, done.stderr, done.code) == (b"", message, 2)
    assert texts(tmp_path) == {"in.json": WEB.encode(), "other.json": WEB.encode()}


@pytest.mark.parametrize("command", ["check . --format json", "baseline .", "fix . --diff", "explain ."])
def test_standard_output_never_lands_on_an_input(tmp_path: Path, command: str) -> None:
    package(tmp_path, {"a/web.yaml": WEB})
    done = shell(f"$Y {command} >>web.yaml", cwd=tmp_path / "a")
    message = "yurt-hostnet: Standard output is web.yaml, which is an input. Send it to another file.\n"
    assert (done.stderr, done.code) == (message, 2)
    assert (tmp_path / "a" / "web.yaml").read_text() == WEB


def test_standard_output_may_be_a_new_file_of_the_folder(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB})
    done = shell("$Y check . --format json >found.json", cwd=tmp_path)
    passed = "yurt-hostnet: Looked at 1 object of 1 file. Passed over: 1 file without objects (-v names it).\n"
    assert (done.stderr, done.code) == (passed, 1)
    assert json.loads((tmp_path / "found.json").read_text())["summary"]["error"] == 1


@pytest.mark.parametrize("suffix", ["txt", "json", "sarif", "sarif.json", "xml", "yaml"])
def test_a_report_of_an_earlier_run_is_written_anew(tmp_path: Path, suffix: str) -> None:
    """It lies in the folder that is checked, and is no input although it is found there."""
    package(tmp_path, {"web.yaml": WEB})
    report = tmp_path / f"report.{suffix}"
    report.touch()
    arguments = ("check", "web.yaml", ".", "--report", report.name)
    passed = "yurt-hostnet: Looked at 1 object of 1 file. Passed over: 1 file without objects (-v names it).\n"
    told = passed if suffix in {"json", "sarif.json", "yaml"} else ""
    assert run(*arguments, cwd=tmp_path) == Ran(1, web_missing("web.yaml .") + "yurt-hostnet: 1 error.\n", told)
    if suffix == "yaml":  # a ResourceList without items
        told = "yurt-hostnet: Looked at 1 object of 2 files.\n"
    assert run(*arguments, cwd=tmp_path) == Ran(
        1, web_missing("web.yaml .") + "yurt-hostnet: 1 error.\n", told
    )  # an empty file was left out of the package the first time
    first = report.read_bytes()
    assert b"pod-not-excluded" in first
    assert run(*arguments, cwd=tmp_path) == Ran(1, web_missing("web.yaml .") + "yurt-hostnet: 1 error.\n", told)
    assert report.read_bytes() == first
    assert sorted(texts(tmp_path)) == sorted(["web.yaml", report.name])


def test_a_baseline_in_the_package_is_written_anew(tmp_path: Path) -> None:
    package(tmp_path, {"pool.yaml": POOL})
    (tmp_path / "baseline.yaml").touch(0o640)
    mode = (tmp_path / "baseline.yaml").stat().st_mode
    assert run("baseline", "pool.yaml", "-o", "baseline.yaml", cwd=tmp_path) == Ran(0)
    first = (tmp_path / "baseline.yaml").read_bytes()
    assert run("baseline", ".", "-o", "baseline.yaml", cwd=tmp_path) == Ran(0)
    assert first.decode().startswith(BASELINE_HEAD)
    assert texts(tmp_path) == {"pool.yaml": POOL.encode(), "baseline.yaml": first}
    assert (tmp_path / "baseline.yaml").stat().st_mode == mode


def _socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)


PLANTED: dict[str, tuple[Callable[[Path], object], str]] = {
    "a link": (lambda path: path.symlink_to("../outside/target"), "is a link"),
    "a link to nothing": (lambda path: path.symlink_to("../outside/new"), "is a link"),
    "a link to an empty device": (lambda path: path.symlink_to("/dev/null"), "is a link"),
    "a directory": (lambda path: path.mkdir(), "is a directory"),
    "a named pipe": (os.mkfifo, "is a named pipe"),
    "a socket": (_socket, "is a socket"),
    "read-only": (lambda path: path.touch(0o444), "is read-only"),
}
COMMANDS = [["check", "web.yaml", "--report"], ["fix", "web.yaml", "--report"], ["baseline", "web.yaml", "-o"],
            ["--report"]]  # fmt: skip


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("what", PLANTED)
def test_what_is_planted_under_the_name_is_left_alone(tmp_path: Path, what: str, arguments: list[str]) -> None:
    package(tmp_path, {"repository/web.yaml": WEB, "outside/target": "of somebody\n"})
    plant, why = PLANTED[what]
    plant(tmp_path / "repository" / "out.json")
    before = texts(tmp_path)
    noun = "baseline" if "-o" in arguments else "report"
    message = f"out.json: The {noun} is not written here, since this {why}. Name another file."
    done = run(*arguments, "out.json", cwd=tmp_path / "repository", stdin=WEB.encode())
    assert done == Ran(2, "", f"yurt-hostnet: {message}\n")
    assert texts(tmp_path) == before


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("typed", ["out/r.json", "./out/r.json", "sub/../out/r.json", "HERE/out/r.json",
                                   "LINK/out/r.json", "deep/er/r.json"])  # fmt: skip
def test_a_planted_folder_is_not_entered(tmp_path: Path, typed: str, arguments: list[str]) -> None:
    package(tmp_path, {"repository/web.yaml": WEB, "repository/sub/x": "", "outside/er/x": ""})
    here = tmp_path / "repository"
    (here / "out").symlink_to("../outside")
    (here / "deep").mkdir()
    (here / "deep" / "er").symlink_to(tmp_path / "outside")
    (tmp_path / "link").symlink_to("repository")
    typed = typed.replace("HERE", str(here)).replace("LINK", str(tmp_path / "link"))
    noun = "baseline" if "-o" in arguments else "report"
    way, real = os.path.dirname(typed), tmp_path / "outside" / "r.json"
    why = f"is reached through {way}, a link in the working tree. Name {real} if you mean it."
    done = run(*arguments, typed, cwd=here, stdin=WEB.encode())
    assert done == Ran(2, "", f"yurt-hostnet: {typed}: The {noun} is not written here, since this {why}\n")
    assert sorted(texts(tmp_path / "outside")) == ["er/x"]
    assert run("check", "web.yaml", "--report", str(real), cwd=here) == Ran(1, FOUND)
    assert real.is_file()


def test_a_planted_folder_of_the_repository_around_is_not_entered(tmp_path: Path) -> None:
    package(tmp_path, {"repository/.git/HEAD": "", "repository/apps/web.yaml": WEB, "outside/x": ""})
    (tmp_path / "repository" / "out").symlink_to("../outside")
    for typed in ("../out/r.json", str(tmp_path / "repository" / "out" / "r.json")):
        done = run("check", "web.yaml", "--report", typed, cwd=tmp_path / "repository" / "apps")
        assert (done.code, "a link in the working tree" in done.stderr) == (2, True)
    assert texts(tmp_path / "outside") == {"x": b""}


@pytest.mark.parametrize("named", ["REPOSITORY/apps", "REPOSITORY/apps/web.yaml"])
def test_a_planted_folder_is_not_entered_from_elsewhere(tmp_path: Path, named: str) -> None:
    """As in a container, where the repository is mounted and is not the current directory."""
    package(tmp_path, {"repository/.git/HEAD": "", "repository/apps/web.yaml": WEB, "outside/x": "", "here/x": ""})
    repository = tmp_path / "repository"
    (repository / "out").symlink_to("../outside")
    report = f"{repository}/out/r.json"
    named = named.replace("REPOSITORY", str(repository))
    for here in (tmp_path / "here", tmp_path.parent):
        done = run("check", named, "--report", report, cwd=here)
        assert (done.code, f"through {repository}/out, a link in the working tree" in done.stderr) == (2, True)
    assert texts(tmp_path / "outside") == {"x": b""}


def test_links_outside_of_the_working_tree_are_the_users(tmp_path: Path) -> None:
    """As /tmp is one on macOS; and folders of the tree that are none."""
    package(tmp_path, {"repository/web.yaml": WEB, "repository/out/x": "", "reports/x": ""})
    (tmp_path / "link").symlink_to("reports")
    for typed in (str(tmp_path / "link" / "r.json"), "../reports/r2.json", "out/r.json", "./out/../out/r2.json"):
        assert run("check", "web.yaml", "--report", typed, cwd=tmp_path / "repository") == Ran(1, FOUND)
    assert sorted(texts(tmp_path / "reports")) == ["r.json", "r2.json", "x"]
    assert sorted(texts(tmp_path / "repository" / "out")) == ["r.json", "r2.json", "x"]


STREAMS = {
    "-": ("", "out"),
    "/dev/stdout": ("", "out"),
    "/dev/fd/1": ("", "out"),
    "/proc/self/fd/1": ("", "out"),
    "/dev/stderr": ("", "err"),
    "/dev/null": ("", ""),
    "/dev/fd/7": ("7>&1", "out"),
    ">(cat)": ("", "out"),
}


@pytest.mark.parametrize("file", STREAMS)
def test_streams_that_the_user_names_are_written(tmp_path: Path, file: str) -> None:
    package(tmp_path, {"pool.yaml": POOL})
    wanted = run("baseline", "pool.yaml", cwd=tmp_path).stdout
    redirection, where = STREAMS[file]
    script = f"set -o pipefail; $Y baseline pool.yaml -o {file} {redirection} | cat"
    done = shell(f"exec bash -c '{script}'", cwd=tmp_path, text=b"")
    assert (done.stdout.decode(), done.stderr, done.code) == (
        wanted if where == "out" else "",
        wanted if where == "err" else "",
        0,
    )


def test_a_stream_that_is_an_input(tmp_path: Path) -> None:
    package(tmp_path, {"pool.yaml": POOL})
    done = shell("$Y baseline . -o /dev/fd/7 7>>pool.yaml", cwd=tmp_path)
    message = "yurt-hostnet: /dev/fd/7 is pool.yaml, which is an input. Send it to another file.\n"
    assert (done.stdout, done.stderr, done.code) == (b"", message, 2)
    assert texts(tmp_path) == {"pool.yaml": POOL.encode()}


def test_a_stream_that_is_closed(tmp_path: Path) -> None:
    package(tmp_path, {"pool.yaml": POOL})
    message = "yurt-hostnet: /dev/fd/77: The baseline cannot be written: Bad file descriptor.\n"
    assert run("baseline", "pool.yaml", "-o", "/dev/fd/77", cwd=tmp_path) == Ran(2, "", message)


@pytest.mark.parametrize("name", ["/dev/full", "/dev/zero", "/dev/../dev/null"])
def test_another_device_is_no_file(tmp_path: Path, name: str) -> None:
    package(tmp_path, {"pool.yaml": POOL})
    message = f"yurt-hostnet: {name}: The baseline is not written here, since this is a device. Name another file.\n"
    assert run("baseline", "pool.yaml", "-o", name, cwd=tmp_path) == Ran(2, "", message)


@pytest.mark.parametrize("name", [".", "..", "sub/", "sub/."])
def test_a_directory_is_no_file(tmp_path: Path, name: str) -> None:
    package(tmp_path, {"pool.yaml": POOL, "sub/x": ""})
    message = f"yurt-hostnet: {name}: The baseline is not written here, since this is a directory. Name another file.\n"
    assert run("baseline", "pool.yaml", "-o", name, cwd=tmp_path) == Ran(2, "", message)


def test_an_old_report_that_stays_is_told(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB, "report.json": "old\n"})
    message = (
        "yurt-hostnet: report.json: The report cannot be written: File too large. What is there is of an earlier run.\n"
    )
    done = run("check", "web.yaml", "--report", "report.json", cwd=tmp_path, file_size=0)
    assert done == Ran(2, "", message)
    assert texts(tmp_path) == {"web.yaml": WEB.encode(), "report.json": b"old\n"}


def test_an_output_is_in_place_in_one_step(tmp_path: Path) -> None:
    """Who has the old report open reads all of it; the new one is another file, with no more rights than the old."""
    package(tmp_path, {"web.yaml": WEB, "report.json": "old\n"})
    (tmp_path / "report.json").chmod(0o600)
    with open(tmp_path / "report.json") as old:
        assert run("check", "web.yaml", "--report", "report.json", cwd=tmp_path) == Ran(1, FOUND)
        assert old.read() == "old\n"
    assert (tmp_path / "report.json").stat().st_mode & 0o777 == 0o600
