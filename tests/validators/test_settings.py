"""spec.rules of functionConfig: severities, exceptions, and exceptions that match nothing; spec.failOn."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, everything
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.load import load_config
from yurt_hostnet.engine.process import process
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.validators.rules import RULES

RULE = "pool-pod-without-hostnetwork"
POD = (
    "---\napiVersion: v1\nkind: Pod\nmetadata: {name: %s}\n"
    "spec: {nodeSelector: {apps.openyurt.io/nodepool: beijing}, containers: [{name: a, image: a}]}\n"
)
TEXT = POOLS + POD % "a" + POD % "b"
FLANNEL = (
    "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: kube-flannel-ds}\n"
    "spec: {template: {metadata: {labels: {app: flannel}}, spec: {containers: "
    "[{name: a, image: docker.io/flannel/flannel:v1}]}}}\n"
)


def told(text: str, *rules: dict[str, Any], **spec: Any) -> list[tuple[str, str, str]]:
    """Return (severity, rule, object or message) of all errors and warnings."""
    results = everything(text, {"rules": [{"reason": "x", **rule} for rule in rules], **spec})
    return [
        (result.severity, result.rule, result.ref.name if result.ref else result.message)
        for result in results
        if result.severity != "info"
    ]


def in_vain(rule: str, name: str) -> tuple[str, str, str]:
    return ("warning", "config", f"The exception of rule {rule} for {name} matches no finding.")


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param([], [("error", RULE, "a"), ("error", RULE, "b")], id="as it is"),
        pytest.param([{"severity": "Off"}], [], id="off"),
        pytest.param([{"severity": "Warning"}], [("warning", RULE, "a"), ("warning", RULE, "b")], id="warning"),
        pytest.param([{"severity": "Info"}], [], id="info"),
        pytest.param([{"except": [{"name": "a"}]}], [("error", RULE, "b")], id="exception"),
        pytest.param([{"except": [{"kind": "Pod", "namespace": "", "name": "b"}]}], [("error", RULE, "a")], id="whole"),
        pytest.param(
            [{"except": [{"kind": "Job", "name": "a"}]}],
            [("error", RULE, "a"), ("error", RULE, "b"), in_vain(RULE, "Job a")],
            id="in vain",
        ),
        pytest.param(
            [{"severity": "Warning", "except": [{"name": "a"}]}, {"except": [{"name": "b"}]}], [], id="several entries"
        ),
    ],
)
def test_rules(rules: list[dict[str, Any]], expected: list[tuple[str, str, str]]) -> None:
    assert told(TEXT, *({"rule": RULE, **rule} for rule in rules)) == expected


MISSING = "infrastructure-not-isolated"


@pytest.mark.parametrize(
    ("rule", "name", "mode", "expected"),
    [
        pytest.param(MISSING, "kube-flannel-ds", "Check", [], id="what is missing"),
        pytest.param(
            MISSING, "x", "Check", [("error", MISSING, "kube-flannel-ds"), in_vain(MISSING, "x")], id="in vain"
        ),
        pytest.param(MISSING, "kube-flannel-ds", "Transform", [], id="nothing is missing once it is added"),
        pytest.param("nodepool-type-changed", "beijing", "Transform", [], id="no baseline, no edits"),
        pytest.param("duplicate-key", "x", "Transform", [in_vain("duplicate-key", "x")], id="found while editing"),
        pytest.param(
            "duplicate-key",
            "x",
            "Check",
            [("error", MISSING, "kube-flannel-ds"), in_vain("duplicate-key", "x")],
            id="found while checking",
        ),
    ],
)
def test_exceptions_of_rules_that_cannot_find_anything(
    rule: str, name: str, mode: str, expected: list[tuple[str, str, str]]
) -> None:
    assert told(FLANNEL, {"rule": rule, "except": [{"name": name}]}, mode=mode) == expected


@pytest.mark.parametrize(
    ("severity", "fail_on", "fails"),
    [("Error", "Error", True), ("Warning", "Error", False), ("Warning", "Warning", True), ("Info", "Warning", False)],
)
def test_fail_on(severity: str, fail_on: str, fails: bool) -> None:
    spec = {"rules": [{"rule": RULE, "severity": severity, "reason": "x"}], "failOn": fail_on}
    data = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "YurtHostNet", "spec": spec}
    context = Context(Package([Input(TEXT.encode(), split_documents(TEXT.encode()))]), load_config(data, RULES))
    assert process(context).fails(context) is fails


@pytest.mark.parametrize("mode", ["Transform", "Check"])
def test_a_key_that_stands_twice(mode: str) -> None:
    """It is an error in either mode, as what is missing below it cannot be added; an exception counts."""
    text = FLANNEL.replace("spec: {template:", "spec: {template: {}, template:")
    assert told(text, mode=mode) == [("error", "duplicate-key", "kube-flannel-ds")]
    assert told(text, {"rule": "duplicate-key", "except": [{"name": "kube-flannel-ds"}]}, mode=mode) == []
