"""What is missing is shown as far as a person reads it, and stands whole where a program reads it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from commands.program import NOT_EXCLUDED, POOLS, WEB, package, run

if TYPE_CHECKING:
    from pathlib import Path

OPERATOR = f"""\
{POOLS}---
apiVersion: operator.tigera.io/v1
kind: Installation
metadata:
  name: default
spec: {{}}
"""
CUT = (
    "Run `yurt-hostnet fix calico.yaml`, or add {spec: {template: {spec: {affi…"
    'ons: [{key: nodepool.openyurt.io/hostnetwork, operator: NotIn, values: ["true"]}]}]}}}}}}}'
    " (whole in --format json, and as lines in yurt-hostnet fix --diff)."
)
REQUIREMENT = {"key": "nodepool.openyurt.io/hostnetwork", "operator": "NotIn", "values": ["true"]}
TERMS = {"nodeSelectorTerms": [{"matchExpressions": [REQUIREMENT]}]}
NODE_AFFINITY = {"requiredDuringSchedulingIgnoredDuringExecution": TERMS}


def checked(root: Path, *options: str) -> str:
    ran = run("check", *options, "calico.yaml", cwd=package(root, {"calico.yaml": OPERATOR}))
    assert ran.code == 1
    return ran.stdout + ran.stderr


def test_people_are_shown_its_ends(tmp_path: Path) -> None:
    """In a terminal, in GitHub's annotations and in the message of a KRM result."""
    assert checked(tmp_path).count(f"  {CUT}\n") == 4
    assert checked(tmp_path, "--format", "github").count(f"%0A{CUT}\n") == 4
    checked(tmp_path, "--report", "report.yaml")
    assert (tmp_path / "report.yaml").read_text().count(CUT.replace('"', '\\"')) == 4


def test_programs_are_shown_all(tmp_path: Path) -> None:
    fields = [result["field"] for result in json.loads(checked(tmp_path, "--format", "json"))["results"]]
    (sarif,) = json.loads(checked(tmp_path, "--format", "sarif"))["runs"]
    assert [result["properties"]["field"] for result in sarif["results"]] == fields
    found = {field["path"]: field["proposedValue"]["spec"]["template"]["spec"]["affinity"] for field in fields}
    assert {path: affinity["nodeAffinity"] for path, affinity in found.items()} == {
        "spec.calicoNodeDaemonSet": NODE_AFFINITY,
        "spec.csiNodeDriverDaemonSet": NODE_AFFINITY,
        "spec.calicoKubeControllersDeployment": NODE_AFFINITY,
        "spec.typhaDeployment": NODE_AFFINITY,
    }


def test_what_fits_is_shown_whole(tmp_path: Path) -> None:
    ran = run("check", "--format", "json", "web.yaml", cwd=package(tmp_path, {"web.yaml": WEB}))
    (result,) = json.loads(ran.stdout)["results"]
    assert (result["rule"], result["remedy"]) == (
        NOT_EXCLUDED,
        (
            "Run `yurt-hostnet fix web.yaml`, or add {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
            "{nodeSelectorTerms: [{matchExpressions: [{key: nodepool.openyurt.io/hostnetwork, operator: NotIn, "
            'values: ["true"]}]}]}}}.'
        ),
    )
