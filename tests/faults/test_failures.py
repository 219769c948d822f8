"""Runs that end with exit code 2 or 3: the report says so in every format, and nothing of an earlier run stays."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from faults.faulty import EDITED, ENVIRON, POD, Run, run

if TYPE_CHECKING:
    from pathlib import Path

SUFFIXES = ["txt", "json", "sarif", "xml", "yaml"]
BROKEN = b"apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec: {\n"
NOT_YAML = "This is not valid YAML: "
UNKNOWN = "functionConfig exlude is not a field"
SENTENCE = "This is a bug of ours: RuntimeError: boom. Nothing was applied. "


def told(suffix: str, text: str) -> tuple[str, str, str, int]:
    """Return rule, message, file and line of the one result of a report; what its format has no place for is empty."""
    if suffix == "json":
        (result,) = json.loads(text)["results"]
        file = result.get("file", {})
        return result["rule"], result["message"], file.get("path", ""), file.get("line", 0)
    if suffix == "sarif":
        (log,) = json.loads(text)["runs"]
        (result,) = log["results"]
        assert log["invocations"][0]["executionSuccessful"] is False
        place: dict[str, Any] = result["locations"][0]["physicalLocation"]
        uri, line = place["artifactLocation"]["uri"], place["region"]["startLine"]
        if uri == "stdin":  # code scanning takes no result without a file and line
            uri, line = "", 0
        return result["ruleId"], result["message"]["text"], uri, line if line > 1 else 0
    if suffix == "xml":
        (case,) = ET.fromstring(text).iter("testcase")  # noqa: S314 - our own output
        (failure,) = case.iter("failure")
        at = case.get("file", "")
        return case.get("classname", ""), failure.get("message", ""), at, int(case.get("line", 0)) if at else 0
    if suffix == "yaml":
        (result,) = yaml.safe_load(text)["results"]
        return result["tags"]["rule"], result["message"], result.get("file", {}).get("path", ""), 0
    if suffix == "github":
        found = re.fullmatch(r"::error (?:file=([^,]*),)?(?:line=(\d+),)?title=([a-z]+)::(.*)\n", text)
        assert found is not None
        return found[3], found[4], found[1] or "", int(found[2] or 0)
    found = re.match(r"(?:([^ :]+)(?::(\d+))?: )?error: (.*) \[([a-z]+)\]\nyurt-hostnet: 1 error\.\n$", text)
    assert found is not None
    return found[4], found[3], found[1] or "", int(found[2] or 0)


CASES: dict[str, tuple[list[str], bytes, str, str, str, int]] = {
    "the filter's input": ([], BROKEN, "input", f"line 6: {NOT_YAML}", "", 0),
    "the filter's options": (["--sat", "x=y"], POD, "input", "There is no option or command '--sat'.", "", 0),
    "the filter's settings": (["--set", "exlude=x"], POD, "config", "functionConfig", "", 0),
    "the filter's configuration": (["--config", "config.yaml"], POD, "config", "functionConfig", "config.yaml", 4),
    "check": (["check", "broken.yaml"], b"", "input", NOT_YAML, "broken.yaml", 6),
    "check, standard input": (["check", "-"], BROKEN, "input", f"line 6: {NOT_YAML}", "", 0),
    "check, no file": (["check", "none.yaml"], b"", "input", "The file cannot be read:", "none.yaml", 0),
    "check, an option": (["check", "pod.yaml", "--sat=x"], b"", "input", "yurt-hostnet check has no option", "", 0),
    "check, settings": (["check", "pod.yaml", "--set", "exlude=x"], b"", "config", "functionConfig", "", 0),
    "check, configuration": (["check", "pod.yaml", "--config", "config.yaml"], b"", "config", "functionConfig",
                             "config.yaml", 4),
    "fix": (["fix", "broken.yaml"], b"", "input", NOT_YAML, "broken.yaml", 6),
    "fix, read-only": (["fix", "read-only.yaml"], b"", "input", "The file is read-only.", "read-only.yaml", 0),
}  # fmt: skip


@pytest.fixture
def package(tmp_path: Path) -> Path:
    config = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nspec:\n  exlude: Annotated\n"
    (tmp_path / "broken.yaml").write_bytes(BROKEN)
    (tmp_path / "config.yaml").write_text(config)
    (tmp_path / "pod.yaml").write_bytes(POD)
    (tmp_path / "read-only.yaml").write_bytes(POD)
    (tmp_path / "read-only.yaml").chmod(0o444)
    return tmp_path


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("case", CASES)
def test_the_report_holds_the_error(package: Path, case: str, suffix: str) -> None:
    """And not what an earlier run left there, nor rules that would look as if they had passed."""
    arguments, text, rule, message, file, line = CASES[case]
    report = package / f"report.{suffix}"
    report.write_text("of an earlier run\n")
    done = run(*arguments, "--report", report.name, text=text, cwd=package)
    assert (done.code, done.stdout) == (2, b"")
    found = told(suffix, report.read_text())
    assert (found[0], found[2]) == (rule, file)
    assert found[1].startswith(message)
    assert found[3] == (line if suffix != "yaml" else 0)  # KRM results have no place for a line
    assert done.stderr == f"yurt-hostnet: {f'{file}:{line}: ' if line else f'{file}: ' if file else ''}{found[1]}\n"
    assert (package / "read-only.yaml").read_bytes() == POD


@pytest.mark.parametrize("form", ["json", "sarif", "junit", "github"])
@pytest.mark.parametrize("case", [case for case in CASES if case.startswith("check")])
def test_standard_output_holds_the_error(package: Path, case: str, form: str) -> None:
    arguments, text, rule, message, file, line = CASES[case]
    done = run(*arguments, "--format", form, text=text, cwd=package)
    found = told({"junit": "xml"}.get(form, form), done.stdout.decode())
    assert (done.code, found[0], found[2], found[3]) == (2, rule, file, line)
    assert found[1].startswith(message)
    assert done.stderr.startswith("yurt-hostnet: ")


@pytest.mark.parametrize("arguments", [("check", "broken.yaml"), ("explain", "broken.yaml", "--format", "json")])
def test_nothing_else_is_printed(package: Path, arguments: tuple[str, ...]) -> None:
    done = run(*arguments, cwd=package)
    assert (done.stdout, done.code) == (b"", 2)
    assert done.stderr.startswith(f"yurt-hostnet: broken.yaml:6: {NOT_YAML}")


def test_a_resource_list_keeps_the_place_of_the_error(package: Path) -> None:
    """The list comes back as it was, and the report has file and line apart."""
    text = b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"
    done = run("--config", "config.yaml", "--report", "report.json", text=text, cwd=package)
    assert (done.code, done.stdout.startswith(text)) == (2, True)
    rule, _, file, line = told("json", (package / "report.json").read_text())
    assert (rule, file, line) == ("config", "config.yaml", 4)
    bad = text + b"functionConfig: {apiVersion: v1, kind: ConfigMap, data: {exlude: x}}\n"
    done = run("--report", "report.json", text=bad, cwd=package)
    assert done.code == 2
    assert done.stdout.startswith(text)
    assert told("json", (package / "report.json").read_text())[0] == "config"


BUG = """
import sys
import yurt_hostnet.{module} as module
from yurt_hostnet.__main__ import main
def broken(*_, **__):
    raise {error}
module.{name} = broken
sys.exit(main())
"""
IN_THE_FILTER = ("cli", "_filter")
IN_A_COMMAND = ("commands.discovery.package_config", "configured")


def broken(place: tuple[str, str], error: str, *arguments: str, cwd: Path, text: bytes = POD) -> Run:
    """Run the program with an error in the middle of it."""
    script = BUG.format(module=place[0], name=place[1], error=error)
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, input=text, capture_output=True, check=False, cwd=cwd, env=ENVIRON, timeout=60)
    return Run(done.stdout, done.stderr.decode(), done.returncode)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("arguments", [[], ["check", "pod.yaml"], ["fix", "pod.yaml"]], ids=str)
def test_the_report_holds_the_bug(package: Path, arguments: list[str], suffix: str) -> None:
    report = package / f"report.{suffix}"
    report.write_text("of an earlier run\n")
    place = IN_A_COMMAND if arguments else IN_THE_FILTER
    done = broken(place, "RuntimeError('boom')", *arguments, "--report", report.name, cwd=package)
    assert (done.stdout, done.code) == (b"", 3)
    assert done.stderr.startswith("Traceback (most recent call last):\n")
    assert f"RuntimeError: boom\nyurt-hostnet: {SENTENCE}" in done.stderr
    rule, message, _, _ = told(suffix, report.read_text())
    assert (rule, message[: len(SENTENCE)]) == ("bug", SENTENCE)


@pytest.mark.parametrize("form", ["json", "sarif", "junit", "github"])
def test_standard_output_holds_the_bug(package: Path, form: str) -> None:
    done = broken(IN_A_COMMAND, "RuntimeError('boom')", "check", "pod.yaml", "--format", form, cwd=package)
    rule, message, _, _ = told({"junit": "xml"}.get(form, form), done.stdout.decode())
    assert (done.code, rule, message[: len(SENTENCE)]) == (3, "bug", SENTENCE)


def refused(text: bytes) -> str:
    """Return what Helm 4 shows of a refusal; fail if any YAML parser could take it for manifests."""
    with pytest.raises(yaml.YAMLError):
        list(yaml.safe_load_all(text))
    first = next(yaml.safe_load_all(text))
    assert isinstance(first, str)
    return first


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ("RuntimeError('boom')", SENTENCE),
        ("RuntimeError('two\\nlines \\x1b[2J')", "This is a bug of ours: RuntimeError: two lines "),
        ("MemoryError", "The input needs more memory than there is."),
        ("RecursionError('deep')", "The input is nested deeper than can be read."),
    ],
)
@pytest.mark.parametrize("place", [IN_THE_FILTER, ("cli", "_read"), ("cli", "_parse")], ids=lambda place: place[1])
def test_helm4_shows_what_broke(package: Path, place: tuple[str, str], error: str, sentence: str) -> None:
    done = broken(place, error, "--helm4", cwd=package)
    assert (done.code, sentence in refused(done.stdout)) == (0, True)


@pytest.mark.parametrize(
    ("place", "arguments"), [(IN_THE_FILTER, []), (("cli", "_read"), []), (IN_A_COMMAND, ["check", "pod.yaml"]),
                             (IN_A_COMMAND, ["fix", "pod.yaml"]), (IN_A_COMMAND, ["baseline", "pod.yaml"])]
)  # fmt: skip
@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("MemoryError", "The input needs more memory than there is. Raise the memory limit, or split the package."),
        ("RecursionError('deep')", "The input is nested deeper than can be read. Write it flatter."),
    ],
)
def test_what_is_too_large_is_no_bug(
    package: Path, place: tuple[str, str], arguments: list[str], error: str, message: str
) -> None:
    assert broken(place, error, *arguments, cwd=package) == Run(b"", f"yurt-hostnet: {message}\n", 2)


@pytest.mark.parametrize("helm4", [True, False])
def test_no_memory_even_for_a_report(package: Path, helm4: bool) -> None:
    """Nothing can be imported any more: what is told is ready from the start."""
    done = broken(("cli", "run"), "MemoryError", *(["--helm4"] if helm4 else []), cwd=package)
    sentence = "yurt-hostnet: There is too little memory, even for a report. Raise the memory limit.\n"
    assert (done.stderr, done.code) == (sentence, 0 if helm4 else 2)
    assert (refused(done.stdout) if helm4 else done.stdout.decode()) == (
        "yurt-hostnet refused this release, there is too little memory" if helm4 else ""
    )


def test_a_bug_behind_a_bug(package: Path) -> None:
    """The first one is told at least, and nothing can be taken for an output."""
    place = ("cli", "_filter")
    done = broken(place, "RuntimeError('boom')", "--helm4", "--report", "none/r.json", cwd=package)
    assert "The report cannot be written: No such file or directory." in refused(done.stdout)
    script = BUG.format(module="cli", name="_filter", error="RuntimeError('boom')")
    script = script.replace("module._filter", "module.fail = module._filter")
    command = [sys.executable, "-c", script]
    both = subprocess.run(command, input=POD, capture_output=True, check=False, cwd=package, env=ENVIRON, timeout=60)
    assert (both.stdout, both.returncode) == (b"", 3)
    assert SENTENCE in both.stderr.decode()


def test_a_run_that_goes_well_says_so(package: Path) -> None:
    """The same report, of the same file, with every rule that ran."""
    assert run("--report", "report.sarif", text=POD, cwd=package) == Run(EDITED, "", 0)
    (log,) = json.loads((package / "report.sarif").read_text())["runs"]
    assert log["invocations"][0]["executionSuccessful"] is True
    assert len(log["tool"]["driver"]["rules"]) > 20
