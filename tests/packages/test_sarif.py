"""What code scanning takes: Microsoft's validator of SARIF, with GitHub's rules, says nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from hostile.lines import HOSTILE, file_name, ran
from packages.tools import attempt, need
from report.sample import CLEAN, REPORT
from report.sample import HOSTILE as SAMPLE
from validators.test_rules import ALL_PODS, EDITS, example
from yurt_hostnet.commands.documentation import rule_infos
from yurt_hostnet.krm.result import ERROR, Origin, ResourceRef, Result
from yurt_hostnet.report.formats import Report, render
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

VAIN = """\
---
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata: {name: hostnet}
spec:
  rules: [{rule: dead-label-key, except: [{name: nobody}], reason: it is old}]
"""


def complaints(logs: Path) -> list[str]:
    """Return what the validator says of the logs in a folder, each with the log's name."""
    said = logs.parent / "said.json"
    done = attempt(
        *(need("sarif-multitool"), "validate", f"{logs}/*.sarif", "--rule-kind", "Sarif;Ghas", "--output", str(said)),
        *("--log", "ForceOverwrite", "--quiet"),
        cwd=logs.parent,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    data = json.loads(said.read_text(encoding="utf-8-sig"))
    (run,) = data["runs"]
    seen = []
    for result in run.get("results", ()):
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"].get("uri", "")
        seen.append(f"{uri.rpartition('/')[2]}: {result['ruleId']}: {result['message'].get('arguments')}")
    return seen


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    to = tmp_path / "logs"
    to.mkdir()
    return to


def test_real_runs(tmp_path: Path, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rule that needs no baseline, of files in a folder of a repository, of standard input, and in the filter."""
    home = tmp_path / "repository" / "deploy"
    (home.parent / ".git").mkdir(parents=True)
    home.mkdir()
    monkeypatch.chdir(home)
    names = [f"{rule}.yaml" for rule in RULES if rule not in EDITS]
    for number, name in enumerate((*names, f"{file_name(HOSTILE['in codes'])}.yaml")):
        text = example(name.removesuffix(".yaml"), "Bad") if name in names else example("unprotected-pod", "Bad")
        (home / name).write_text(text + VAIN)
        options = ("--set", "exclude=NonHostNetwork") if name.removesuffix(".yaml") in ALL_PODS else ()
        ran("check", name, *options, "--report", f"{logs}/{number}-file.sarif")
    ran("check", "-", "--report", f"{logs}/stdin.sarif", text=example("unprotected-pod", "Bad") + VAIN)
    ran("-v", "--report", f"{logs}/filter.sarif", text=example("pod-not-excluded", "Bad"))
    ran("fix", "--dry-run", "pod-not-excluded.yaml", "--report", f"{logs}/fix.sarif")
    ran("check", "no.yaml", "--report", f"{logs}/failed.sarif")
    found = {
        result["ruleId"]: result["locations"][0]["physicalLocation"]["artifactLocation"]
        for log in logs.glob("*-file.sarif")
        for result in json.loads(log.read_text())["runs"][0]["results"]
    }
    assert found.keys() >= {*RULES, "config"} - {*EDITS}
    assert all(place["uri"].startswith("deploy/") and place["uriBaseId"] == "%SRCROOT%" for place in found.values())
    assert complaints(logs) == []


def test_every_rule_with_and_without_a_place(logs: Path) -> None:
    pods = tuple((ResourceRef("v1", "Pod", name), Origin(f"{name}.yaml", 0, 3)) for name in ("a", "b"))
    results = []
    for rule in (*RULES, "config", "input", "bug"):
        results += [
            Result(ERROR, rule, "It is {wrong}.", remedy="See [a](b)."),
            Result(ERROR, rule, "It is wrong.", pods[0][0], ("spec", "x"), 1, 2, pods[0][1], related=pods[1:]),
            Result(ERROR, rule, "They are wrong.", related=pods),
            Result(ERROR, rule, "It is wrong.", origin=Origin("", 0, 7)),
        ]
    (logs / "rules.sarif").write_text(render(Report(results, rule_infos()), "sarif"))
    for name, report in (("sample", REPORT), ("clean", CLEAN), ("hostile", Report([SAMPLE]))):
        (logs / f"{name}.sarif").write_text(render(report, "sarif"))
    assert complaints(logs) == []


def test_the_validator_says_what_is_wrong(logs: Path) -> None:
    data = json.loads(render(REPORT, "sarif"))
    del data["runs"][0]["results"][1]["locations"]
    (logs / "bad.sarif").write_text(json.dumps(data))
    assert {said.split(": ")[1] for said in complaints(logs)} >= {"GH1015"}
