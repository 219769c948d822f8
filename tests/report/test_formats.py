"""The table of formats, and the formats for machines, whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from report.sample import CLEAN, HOSTILE, REPORT
from yurt_hostnet.krm.result import ERROR, INFO, WARNING, Origin, ResourceRef, Result
from yurt_hostnet.report.formats import FORMATS, SUFFIXES, Report, RuleInfo, format_of, render
from yurt_hostnet.report.text import findings
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


PAIR = Result(
    WARNING,
    "r",
    "Two.",
    related=(
        (ResourceRef("v1", "Pod", "a", "shop"), Origin("a.yaml", 2, 7)),
        (ResourceRef("v1", "Pod", "b"), Origin(line=3)),
        (ResourceRef("v1", "Pod", "c"), Origin()),
    ),
)


def test_json_names_related_objects() -> None:
    assert json.loads(render(Report([PAIR]), "json"))["results"] == [
        {
            "severity": "warning",
            "rule": "r",
            "message": "Two.",
            "remedy": "",
            "related": [
                {
                    "resourceRef": {"apiVersion": "v1", "kind": "Pod", "name": "a", "namespace": "shop"},
                    "file": {"path": "a.yaml", "index": 2, "line": 7},
                },
                {
                    "resourceRef": {"apiVersion": "v1", "kind": "Pod", "name": "b"},
                    "file": {"path": "", "index": 0, "line": 3},
                },
                {
                    "resourceRef": {"apiVersion": "v1", "kind": "Pod", "name": "c"},
                    "file": {"path": "", "index": 0, "line": 0},
                },
            ],
        }
    ]


def test_json_escapes_what_does_not_show() -> None:
    text = render(Report([Result(INFO, "r", "a\u202e\x7f é", remedy="##[b]")]), "json")
    assert '"message": "a\\u202e\\u007f é"' in text
    assert '"remedy": "#\\u0023[b]"' in text
    assert json.loads(text)["results"][0]["remedy"] == "##[b]"


def test_related_objects_in_text() -> None:
    """Each with its file and line, or its line, or alone, and only where infos are shown as well."""
    expected = "warning: Two. [r]\n  a.yaml:7: Pod shop/a\n  line 3: Pod b\n  Pod c\nyurt-hostnet: 1 warning.\n"
    assert render(Report([PAIR]), "text") == expected
    assert findings([PAIR]) == "warning: Two. [r]\nyurt-hostnet: 1 warning.\n"


@pytest.mark.parametrize(
    ("severity", "fail_on", "expected"),
    [
        (WARNING, WARNING, "1 warning (failOn: Warning)."),
        (WARNING, ERROR, "1 warning."),
        (ERROR, WARNING, "1 error."),
        (ERROR, ERROR, "1 error."),
    ],
)
def test_the_summary_says_why_warnings_fail(severity: Severity, fail_on: Severity, expected: str) -> None:
    result = Result(severity, "r", "M.")
    last = render(Report([result], fail_on=fail_on), "text").splitlines()[-1]
    assert last == f"yurt-hostnet: {expected}"
    assert findings([result], fail_on=fail_on, end="Over.").splitlines()[-1] == f"yurt-hostnet: {expected} Over."


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a.yaml", "a.yaml"), ("a\rb", "a%0Db"), ("a\x1bb", "a\\x1bb"), ("::a", "\\x3a%3Aa"), ("\udcff", "\ufffd")],
)
def test_file_names_for_github(name: str, expected: str) -> None:
    result = Result(ERROR, "r", "M.", origin=Origin(name))
    assert render(Report([result]), "github") == f"::error file={expected},title=r::M.\n"


def test_a_report_is_complete_and_nowhere() -> None:
    report = Report([])
    assert (report.complete, report.file, report.root, report.rules, report.fail_on) == (True, "", "", [], ERROR)
    assert RuleInfo("r", INFO, "S.").documentation == ""
