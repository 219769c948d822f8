"""--help and docs/cli.md say what there is: every command, every option, every field of functionConfig."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from commands.program import Ran, run
from yurt_hostnet import __version__
from yurt_hostnet.cli import COMMANDS
from yurt_hostnet.config.table import SPEC
from yurt_hostnet.help import HELP

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text()
SHARED = PAGE.partition("## Options that commands share")[2].partition("\n## ")[0]
BUILT = PAGE.partition("## Packages that kustomize builds")[2].partition("\n## ")[0]

OPTION = r"(?<![\w-])--[a-z][a-z-]*"


def options_of(command: str) -> set[str]:
    """Return the long options that a command's parser knows."""
    return {
        option
        for option in vars(import_module(COMMANDS[command]).parser())["_option_string_actions"]
        if option[1] == "-"
    }


@pytest.mark.parametrize("arguments", [("--help",), ("-h",), ("help",), ("-v", "--help"), ("--set", "a=b", "-h")])
def test_help_is_printed(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert run(*arguments, cwd=tmp_path) == Ran(0, HELP)


@pytest.mark.parametrize("arguments", [("--version",), ("-V",), ("-v", "--version")])
def test_version_is_printed(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert run(*arguments, cwd=tmp_path) == Ran(0, f"yurt-hostnet {__version__}\n")


def test_a_command_comes_first(tmp_path: Path) -> None:
    message = "The command comes first: yurt-hostnet check [options]. See yurt-hostnet check --help."
    assert run("-v", "check", ".", cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: {message}\n")


def test_help_fits_a_terminal() -> None:
    assert [line for line in HELP.splitlines() if len(line) > 112] == []


def test_help_names_every_command() -> None:
    part = HELP.partition("\nCommands\n")[2].partition("\n\n")[0]
    assert re.findall(r"(?m)^  (\w+)", part) == [
        *("check", "fix", "explain", "baseline", "rules", "schema", "init", "doctor"),
    ]
    assert set(COMMANDS) == {"check", "fix", "explain", "baseline", "rules", "schema", "init", "doctor"}


def test_help_names_every_field_of_function_config() -> None:
    part = HELP.partition("\nfunctionConfig ")[2].partition("\n\n")[0]
    assert re.findall(r"(?m)^  ([a-z]\w+)  ", part) == list(SPEC.fields)


@pytest.mark.parametrize("option", re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", HELP))
def test_every_option_of_the_filter_exists(tmp_path: Path, option: str) -> None:
    stderr = run(option, cwd=tmp_path).stderr
    assert "There is no option" not in stderr


@pytest.mark.parametrize("command", list(COMMANDS))
def test_the_page_names_exactly_the_options_of_a_command(command: str) -> None:
    section = PAGE.partition(f"\n## {command}\n")[2].partition("\n## ")[0]
    shared = set(re.findall(OPTION, SHARED)) if command in {"check", "fix", "explain"} else set()
    if command in {"check", "explain", "baseline"}:
        shared |= set(re.findall(OPTION, BUILT))
    named = set(re.findall(OPTION, section))
    assert options_of(command) == (named | shared | {"--help"})


@pytest.mark.parametrize("command", list(COMMANDS))
def test_each_command_has_help(tmp_path: Path, command: str) -> None:
    ran = run(command, "--help", cwd=tmp_path)
    assert (ran.code, ran.stderr) == (0, "")
    assert ran.stdout.startswith(f"usage: yurt-hostnet {command} [options]")
