"""An option that is empty, stands twice or changes nothing is a mistake, in the filter and in every command."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from commands.program import FIXED_WEB, WEB, Ran, package, run
from yurt_hostnet.cli import COMMANDS

if TYPE_CHECKING:
    from pathlib import Path

FILTER = "filter"
SETTINGS = {"check": "exclude=Annotated", "fix": "exclude=Annotated", "explain": "exclude=Annotated"}
VALUES = {
    "--baseline": "old.yaml",
    "--add": "baseline.yaml",
    "--build-options": " --enable-helm",
    "--ci": "github",
    "--command": "kustomize build .",
    "--config": "config.yaml",
    "--exclude": "old.yaml",
    "--fail-on": "error",
    "--format": "text",
    "--host": "kpt",
    "--image": "example.org/yurt-hostnet:1",
    "-k": "overlay",
    "--kustomize": "kubectl",
    "--name": "other",
    "--output": "new.yaml",
    "-o": "new.yaml",
    "--report": "report.json",
    "--set": "exclude=Annotated",
}
"""A good value of every option that takes one; a new option belongs here."""
FLAGS = {FILTER: ["--verbose", "-v", "--helm4", "--allow-empty"]}
VALUED = {FILTER: ["--baseline", "--config", "--fail-on", "--report", "--set"]}
for _command, _module in COMMANDS.items():
    _options = vars(import_module(_module).parser())["_option_string_actions"]
    FLAGS[_command] = [name for name, action in _options.items() if action.nargs == 0 and name not in {"-h", "--help"}]
    VALUED[_command] = [name for name, action in _options.items() if action.nargs != 0]

ALL_FLAGS = [(command, name) for command, names in FLAGS.items() for name in names]
ALL_VALUED = [(command, name) for command, names in VALUED.items() for name in names]


def ran(command: str, *options: str, cwd: Path) -> Ran:
    """Run a command, or the filter, over a package that passes."""
    package(cwd, {"web.yaml": FIXED_WEB, "old.yaml": WEB})
    if command == FILTER:
        return run(*options, stdin=FIXED_WEB.encode(), cwd=cwd)
    operands = [] if command in {"rules", "schema"} else ["web.yaml"]
    return run(command, *options, *operands, cwd=cwd)


def refused(command: str, sentence: str) -> Ran:
    program = "yurt-hostnet" if command == FILTER else f"yurt-hostnet {command}"
    return Ran(2, "", f"yurt-hostnet: {sentence} See {program} --help.\n")


def test_there_is_something_to_test() -> None:
    assert len(ALL_VALUED) > 15
    assert len(ALL_FLAGS) > 10
    assert {name for _, name in ALL_VALUED} == set(VALUES)


@pytest.mark.parametrize(
    ("command", "option", "joined"),
    [(*pair, joined) for pair in ALL_VALUED for joined in (True, False) if pair[1].startswith("--") or not joined],
)
def test_an_empty_value(tmp_path: Path, command: str, option: str, *, joined: bool) -> None:
    """`--baseline "$BASE"` with an unset variable compares with nothing, and so must not pass."""
    sentence = f"The option {option} is empty. Give it a value or leave it out; is a variable unset?"
    if option == "--baseline":
        sentence = "--baseline names a file, not nothing."
    given = [f"{option}="] if joined else [option, ""]
    assert ran(command, *given, cwd=tmp_path) == refused(command, sentence)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.yaml", "web.yaml"]


@pytest.mark.parametrize(("command", "option"), ALL_VALUED)
def test_a_value_given_twice(tmp_path: Path, command: str, option: str) -> None:
    """The first of two baselines was dropped, and with it the edits that it would have shown."""
    result = ran(command, option, VALUES[option], option, VALUES[option], cwd=tmp_path)
    if option in {"--set", "--exclude"}:
        name = VALUES[option].partition("=")[0]
        message = f"{option} {name} is given twice, and only one can count. Give it once."
        assert result == Ran(2, "", f"yurt-hostnet: {message}\n")
        return
    if option == "-k":  # several packages, but no files beside them
        assert result.stderr.startswith("yurt-hostnet: -k builds packages, and web.yaml is none of them.")
        return
    assert result == refused(command, f"The option {option} is given twice, and only one can count. Give it once.")


@pytest.mark.parametrize(("command", "option"), ALL_FLAGS)
def test_a_flag_given_twice(tmp_path: Path, command: str, option: str) -> None:
    result = ran(command, option, option, cwd=tmp_path)
    if option == "--helm4":  # Helm 4 reads the sentence on stdout, see hosts/helm4.py
        assert (result.code, "yurt-hostnet refused this release" in result.stdout) == (0, True)
        result = Ran(2, "", result.stderr)
    assert result == refused(command, f"The option {option} is given twice, and only one can count. Give it once.")


@pytest.mark.parametrize("command", [FILTER, "check", "fix", "explain"])
def test_two_spellings_are_one_option(tmp_path: Path, command: str) -> None:
    result = ran(command, "-v", "--verbose", cwd=tmp_path)
    assert result == refused(command, "The option --verbose is given twice, and only one can count. Give it once.")


@pytest.mark.parametrize(("command", "option"), [pair for pair in ALL_FLAGS if pair[1].startswith("--")])
def test_a_flag_with_a_value(tmp_path: Path, command: str, option: str) -> None:
    """`--diff=false` would have been a diff, `--helm4=false` Helm 4."""
    sentence = f"The option {option} takes no value, but it was given 'false'. Write {option} alone."
    assert ran(command, f"{option}=false", cwd=tmp_path) == refused(command, sentence)


@pytest.mark.parametrize("option", VALUED[FILTER])
def test_the_filter_takes_no_option_for_a_value(tmp_path: Path, option: str) -> None:
    assert ran(FILTER, option, "--verbose", cwd=tmp_path) == refused(FILTER, f"The option {option} needs a value.")


@pytest.mark.parametrize(
    ("command", "options", "sentence"),
    [
        pytest.param(
            command,
            ["--set", "hostNetworkPools="],
            "--set hostNetworkPools= has no value. Give it one or leave it out; is a variable unset?",
            id=f"{command}: an empty setting",
        )
        for command in (FILTER, "check", "fix", "explain")
    ]
    + [
        pytest.param(
            command,
            ["--set", "=a"],
            "--set takes key=value, not '=a', as in --set exclude=NonHostNetwork.",
            id=f"{command}: a setting of nothing",
        )
        for command in (FILTER, "check")
    ]
    + [
        pytest.param(
            command,
            ["--set", "failOn=Warning", "--fail-on", "error"],
            "--fail-on and --set failOn= say the same, and only one can count. Give one of them.",
            id=f"{command}: two limits",
        )
        for command in (FILTER, "check", "fix", "explain")
    ]
    + [
        pytest.param(
            command,
            ["--set", "mode=Transform"],
            "--set mode= changes nothing here, since the command is the mode. Leave it out.",
            id=f"{command}: a mode",
        )
        for command in ("check", "fix", "explain")
    ]
    + [
        pytest.param(
            FILTER,
            ["--allow-empty"],
            "--allow-empty accepts a --baseline without entries, and there is none. Leave it out.",
            id="allow-empty without a baseline",
        ),
        pytest.param(
            "fix",
            ["--diff", "--dry-run"],
            "--diff writes nothing already, so --dry-run does nothing beside it. Give one of them.",
            id="two ways to write nothing",
        ),
        pytest.param(
            "init",
            ["--exec", "--image", "example.org/yurt-hostnet:1"],
            "--exec and --image exclude each other. Give one of them.",
            id="two ways to run",
        ),
        pytest.param(
            "init",
            ["--yes", "--diff"],
            "--diff writes nothing, so --yes does nothing beside it. Give one of them.",
            id="yes to nothing",
        ),
        pytest.param(
            "init",
            ["--undo", "--no-baseline"],
            "--undo takes back what was done, and takes no options that say how to do it.",
            id="undo needs no how",
        ),
        pytest.param(
            "explain",
            ["--before", "--fail-on", "warning"],
            "--before shows the files as they are and fails for nothing. Leave out --fail-on or --before.",
            id="a limit of nothing",
        ),
        pytest.param(
            "rules",
            ["duplicate-key", "--markdown"],
            "--markdown prints all rules, so the ID does nothing beside it. Give one of them.",
            id="one rule and all",
        ),
    ],
)
def test_an_option_without_effect(tmp_path: Path, command: str, options: list[str], sentence: str) -> None:
    assert ran(command, *options, cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: {sentence}\n")


@pytest.mark.parametrize("command", ["check", "fix", "explain", "baseline", "rules", "init", "doctor"])
def test_an_empty_operand(tmp_path: Path, command: str) -> None:
    sentence = f"An operand of yurt-hostnet {command} is empty. Is a variable unset?"
    assert run(command, "", cwd=tmp_path) == refused(command, sentence)


@pytest.mark.parametrize("command", [FILTER, *SETTINGS])
def test_settings_with_different_keys(tmp_path: Path, command: str) -> None:
    """What may stand several times still may, and an empty list that means something is one."""
    result = ran(command, "--set", "isolate=", "--set", "exclude=NonHostNetwork", "--set=failOn=Error", cwd=tmp_path)
    assert (result.code, "is given twice" in result.stderr) == (0, False)
