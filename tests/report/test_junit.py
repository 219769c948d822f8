"""JUnit: the whole file, and what a JUnit reader sees in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import junitparser

from report.sample import CLEAN, HOSTILE, REPORT, RESULTS, RULES
from yurt_hostnet.krm.result import WARNING
from yurt_hostnet.report.formats import Report, render

if TYPE_CHECKING:
    from pathlib import Path

XML = """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="yurt-hostnet" tests="5" failures="1" errors="0" skipped="0">
  <testsuite name="yurt-hostnet" tests="5" failures="1" errors="0" skipped="0">
    <testcase classname="nodepool-hostnetwork-changed" name="NodePool beijing spec.hostNetwork" file="pools.yaml" \
line="3">
      <failure type="error" message="It was true and is now false, which the webhook refuses.">\
It was true and is now false, which the webhook refuses.
Set it back to true, or make a new pool.
pools.yaml:3</failure>
    </testcase>
    <testcase classname="dead-label-key" name="No code reads {host-network}: 100%.">
      <system-out>warning: No code reads {host-network}: 100%.
Write hostnetwork, as one word.</system-out>
    </testcase>
    <testcase classname="host-port-conflict" name="Pod 端口" file="/abs/pod.yaml">
      <system-out>warning: Both want port 80.
Give one another port.
/abs/pod.yaml</system-out>
    </testcase>
    <testcase classname="exclude-pods" name="Deployment shop/wéb spec.template.spec.affinity" file="apps/my web.yaml" \
line="12">
      <system-out>info: Keeps the pods off host-network pools.
apps/my web.yaml:12</system-out>
    </testcase>
    <testcase classname="nodepool-cloud-hostnetwork" name="no findings" />
  </testsuite>
</testsuites>
"""


def read(report: Report, folder: Path) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Class, name, and type and message of every failure, as a JUnit reader finds them."""
    file = folder / "report.xml"
    file.write_text(render(report, "junit"), encoding="utf-8")
    suites = junitparser.JUnitXml.fromfile(str(file))
    cases = [case for suite in suites for case in suite]
    assert (suites.tests, suites.failures) == (len(cases), sum(bool(case.result) for case in cases))
    return [(case.classname, case.name, [(found.type, found.message) for found in case.result]) for case in cases]


def test_whole_file() -> None:
    assert render(REPORT, "junit") == XML


def test_reader_finds_errors_as_failures(tmp_path: Path) -> None:
    assert read(REPORT, tmp_path) == [
        (
            "nodepool-hostnetwork-changed",
            "NodePool beijing spec.hostNetwork",
            [("error", "It was true and is now false, which the webhook refuses.")],
        ),
        ("dead-label-key", "No code reads {host-network}: 100%.", []),
        ("host-port-conflict", "Pod 端口", []),
        ("exclude-pods", "Deployment shop/wéb spec.template.spec.affinity", []),
        ("nodepool-cloud-hostnetwork", "no findings", []),
    ]


def test_warnings_fail_where_the_run_does(tmp_path: Path) -> None:
    found = read(Report(RESULTS, fail_on=WARNING), tmp_path)
    assert [len(failures) for _, _, failures in found] == [1, 1, 1, 0]


def test_clean_report_has_a_case_for_each_rule(tmp_path: Path) -> None:
    assert read(CLEAN, tmp_path) == [(rule.id, "no findings", []) for rule in RULES]


def test_hostile_text_is_xml(tmp_path: Path) -> None:
    assert read(Report([HOSTILE]), tmp_path) == [
        (
            "duplicate-key",
            'Pod n:s/x"\\ metadata.labels[a.b][0]',
            [("error", "a\\x1b[31m ::error::b\\u202e \\ud800\\x00]]>&<")],
        )
    ]
