"""Which program builds a kustomization, what it is given, and what a failed build says; with programs of our own."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from yurt_hostnet.commands.rendering import programs
from yurt_hostnet.commands.rendering.build import BuildOptions, build
from yurt_hostnet.commands.rendering.programs import Program, find_program, run
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def program(path: Path, command: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{command}\n")
    path.chmod(0o755)
    return str(path)


def test_kustomize_comes_before_kubectl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="Neither kustomize nor kubectl is on PATH"):
        find_program()
    program(tmp_path / "kubectl", "")
    assert (find_program().path, find_program().name) == (str(tmp_path / "kubectl"), "kubectl kustomize")
    program(tmp_path / "kustomize", "")
    assert (find_program().path, find_program().name) == (str(tmp_path / "kustomize"), "kustomize build")
    assert find_program("kubectl").path == str(tmp_path / "kubectl")


def test_a_program_of_the_repository_is_not_found_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "bin" / "kustomize", "")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"bin{os.pathsep}.")
    with pytest.raises(InputError, match="Neither kustomize nor kubectl"):
        find_program()
    assert find_program("bin/kustomize").path == str(tmp_path / "bin" / "kustomize")
    with pytest.raises(InputError, match=r"bin/none: --kustomize names no program that can be run\. Check the path\."):
        find_program("bin/none")
    with pytest.raises(InputError, match="there is no such program on PATH"):
        find_program("none")


@pytest.mark.parametrize(
    ("name", "said", "version"),
    [
        ("kustomize", "v5.8.1", "v5.8.1"),
        ("kustomize", "{Version:kustomize/v4.5.7 GitCommit:56d82a8 BuildDate:2022-08-02T16:35:54Z}", "v4.5.7"),
        ("kubectl", "Client Version: v1.32.4\nKustomize Version: v5.5.0", "v5.5.0"),
        ("kubectl", "Client Version: v1.22.1", ""),
        ("kustomize", "(devel)", ""),
    ],
)
def test_version(tmp_path: Path, name: str, said: str, version: str) -> None:
    assert Program(program(tmp_path / name, f"echo '{said}'")).version() == version


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("kustomize", BuildOptions(), "build here"),
        ("kubectl", BuildOptions(), "kustomize here"),
        ("kustomize", BuildOptions("--enable-helm --load-restrictor 'Load None'"), None),
        ("kubectl", BuildOptions(containers=True), "kustomize --enable-alpha-plugins here"),
        ("kustomize", BuildOptions("--enable-exec"), "build --enable-alpha-plugins --enable-exec here"),
        ("kustomize", BuildOptions(programs=True), "build --enable-alpha-plugins --enable-exec here"),
    ],
)
def test_what_a_build_is_given(tmp_path: Path, name: str, options: BuildOptions, words: str | None) -> None:
    found = Program(program(tmp_path / name, 'for word; do printf "%s|" "$word"; done'))
    wanted = f"{words} ".replace(" ", "|") if words else "build|--enable-helm|--load-restrictor|Load None|here|"
    assert build(found, "here", options) == wanted.encode()


def test_a_folder_that_looks_like_an_option(tmp_path: Path) -> None:
    found = Program(program(tmp_path / "kustomize", 'echo "$2"'))
    assert build(found, "--enable-exec", BuildOptions()) == b"./--enable-exec\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("-o x", "--build-options cannot hold -o: the output of the build is read here."),
        ("--output=x", "--build-options cannot hold --output=x: the output of the build is read here."),
        ("'", "--build-options cannot be read: No closing quotation. Close the quotes."),
        ("other", "--build-options takes options, and 'other' is none. What is built is named by -k."),
    ],
)
def test_options_that_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as raised:
        BuildOptions(text)
    assert str(raised.value) == sentence


def test_kubectl_runs_no_programs(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="kubectl has no --enable-exec"):
        build(Program(program(tmp_path / "kubectl", "")), "here", BuildOptions(programs=True))


def test_a_failed_build_says_why(tmp_path: Path) -> None:
    failing = Program(program(tmp_path / "kustomize", "echo half; printf 'Error: a\\n\\n  b \\n' >&2; exit 1"))
    with pytest.raises(InputError) as raised:
        build(failing, "there", BuildOptions(), "overlays/a")
    assert str(raised.value) == "overlays/a: kustomize build cannot build this. It says: Error: a b"


@pytest.mark.parametrize(
    ("name", "end"),
    [
        ("kustomize", "; --enable-exec also lets those run that are programs, with all of your rights. "),
        ("kubectl", ". "),
    ],
)
def test_a_build_that_needs_functions(tmp_path: Path, name: str, end: str) -> None:
    said = "external plugins disabled; unable to load external plugin 'YurtHostNet'"
    failing = Program(program(tmp_path / name, f'echo "{said}" >&2; exit 1'))
    with pytest.raises(InputError) as raised:
        build(failing, "here", BuildOptions())
    told = "A function is listed here. --enable-alpha-plugins lets functions run in containers"
    assert raised.value.message.endswith(f" {told}{end}Give it only if you trust who wrote the files.")


def test_a_build_that_does_not_end(tmp_path: Path) -> None:
    """What the program started ends too: it would hold the pipes, and a run would wait for it."""
    waiting = program(tmp_path / "kustomize", f"sleep 60 & echo $! >{tmp_path}/pid; wait")
    start = time.monotonic()
    with pytest.raises(InputError, match="kustomize took longer than 1 seconds and was stopped"):
        run([waiting], seconds=1)
    assert time.monotonic() - start < 20


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    path = tmp_path / "kustomize"
    path.write_text("no program")
    path.chmod(0o755)
    with pytest.raises(InputError, match="kustomize: The program cannot be started: Exec format error"):
        run([str(path)])
    assert programs.SECONDS >= 60
