"""The table of formats, and the formats for machines, whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from report.sample import CLEAN, HOSTILE, REPORT
from yurt_hostnet.krm.result import INFO, WARNING, Result
from yurt_hostnet.report.formats import FORMATS, SUFFIXES, Report, format_of, render
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Severity

JSON = {
    "summary": {"error": 1, "warning": 2, "info": 1},
    "results": [
        {
            "severity": "error",
            "rule": "nodepool-hostnetwork-changed",
            "message": "It was true and is now false, which the webhook refuses.",
            "remedy": "Set it back to true, or make a new pool.",
            "resourceRef": {"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "name": "beijing"},
            "field": {"path": "spec.hostNetwork", "currentValue": False, "proposedValue": True},
            "file": {"path": "pools.yaml", "index": 0, "line": 3},
        },
        {
            "severity": "warning",
            "rule": "dead-label-key",
            "message": "No code reads {host-network}: 100%.",
            "remedy": "Write hostnetwork,\nas one word.",
        },
        {
            "severity": "warning",
            "rule": "host-port-conflict",
            "message": "Both want port 80.",
            "remedy": "Give one another port.",
            "resourceRef": {"apiVersion": "v1", "kind": "Pod", "name": "端口"},
            "file": {"path": "/abs/pod.yaml", "index": 0, "line": 0},
        },
        {
            "severity": "info",
            "rule": "exclude-pods",
            "message": "Keeps the pods off host-network pools.",
            "remedy": "",
            "resourceRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "wéb", "namespace": "shop"},
            "field": {
                "path": "spec.template.spec.affinity",
                "proposedValue": {
                    "nodeAffinity": {"terms": [{"key": "a.b/c", "values": ["true"]}], "weights": []},
                },
            },
            "file": {"path": "apps/my web.yaml", "index": 1, "line": 12},
        },
    ],
}

GITHUB = """\
::error file=pools.yaml,line=3,title=nodepool-hostnetwork-changed::NodePool beijing spec.hostNetwork: \
It was true and is now false, which the webhook refuses.%0ASet it back to true, or make a new pool.
::warning title=dead-label-key::No code reads {host-network}: 100%25.%0AWrite hostnetwork, as one word.
::warning file=/abs/pod.yaml,title=host-port-conflict::Pod 端口: Both want port 80.%0AGive one another port.
::notice file=apps/my web.yaml,line=12,title=exclude-pods::Deployment shop/wéb spec.template.spec.affinity: \
Keeps the pods off host-network pools.
"""


def test_json() -> None:
    text = render(REPORT, "json")
    assert text == json.dumps(JSON, ensure_ascii=False, indent=2) + "\n"
    assert "wéb" in text


def test_json_when_clean() -> None:
    assert json.loads(render(CLEAN, "json")) == {"summary": {"error": 0, "warning": 0, "info": 0}, "results": []}


def test_github() -> None:
    assert render(REPORT, "github") == GITHUB


def test_github_when_clean() -> None:
    assert render(CLEAN, "github") == ""


def test_github_escapes() -> None:
    assert render(Report([HOSTILE]), "github") == (
        "::error file=a%3Ab%2Cc%25%0A\ufffd.yaml,line=1,title=duplicate-key::"
        'Pod n:s/x"\\ metadata.labels[a.b][0]: a\\x1b[31m ::error::b\\u202e \\ud800\\x00]]>&<%0Az\\x7f\n'
    )


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_written_as_utf8(name: str) -> None:
    for report in (REPORT, CLEAN, Report([HOSTILE])):
        text = render(report, name)
        assert text.encode().decode() == text
        assert text == "" or text.endswith("\n")


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("out.json", "json"),
        ("out.sarif", "sarif"),
        ("OUT.SARIF.JSON", "sarif"),
        ("dir.json/out.xml", "junit"),
        ("out.yaml", "krm"),
        ("out.yml", "krm"),
        ("out.txt", "text"),
    ],
)
def test_format_of(file: str, expected: str) -> None:
    assert format_of(file) == expected


def test_format_of_an_unknown_suffix() -> None:
    with pytest.raises(InputError) as caught:
        format_of("out.html")
    assert str(caught.value) == (
        "The name of the report file 'out.html' does not tell its format. Let it end in one of "
        ".txt (text), .json (json), .sarif (sarif), .sarif.json (sarif), .xml (junit), .yaml (krm), .yml (krm)."
    )


def test_every_suffix_names_a_format() -> None:
    assert set(SUFFIXES.values()) <= set(FORMATS)


@pytest.mark.parametrize(("severity", "expected"), [(INFO, False), (WARNING, True)])
def test_fails_from_fail_on(severity: Severity, *, expected: bool) -> None:
    result = Result(severity, "r", "m")
    assert Report([result], fail_on=WARNING).fails(result) is expected
    assert Report([result]).fails(result) is False
