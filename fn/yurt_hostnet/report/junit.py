"""A report as JUnit XML, which CI servers show as tests: one case for each finding and each rule without any.

Its elements are those that Jenkins and GitLab read (the Ant JUnit format). It has no time stamp, so
that equal runs give equal reports.
"""

from __future__ import annotations

from xml.etree import ElementTree as ET

from yurt_hostnet.krm.result import sort_results
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.report.text import first_origin, place, related_objects, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Result
    from yurt_hostnet.report.formats import Report

SUITE = "yurt-hostnet"


def render(report: Report) -> str:
    """Return the report as XML. A finding that fails the run is a failure; another passes and keeps its text."""
    results = sort_results(report.results)
    found = {result.rule for result in results}
    quiet = [rule for rule in report.rules if rule.id not in found]
    totals = {
        "tests": str(len(results) + len(quiet)),
        "failures": str(sum(map(report.fails, results))),
        "errors": "0",
        "skipped": "0",
    }
    root = ET.Element("testsuites", {"name": SUITE, **totals})
    suite = ET.SubElement(root, "testsuite", {"name": SUITE, **totals})
    for result in results:
        _add_finding(suite, result, fails=report.fails(result))
    for rule in quiet:
        ET.SubElement(suite, "testcase", {"classname": rule.id, "name": "no findings"})
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _add_finding(suite: ET.Element, result: Result, *, fails: bool) -> None:
    attributes = {"classname": one_line(result.rule), "name": subject(result) or one_line(result.message)}
    origin = first_origin(result)
    if origin is not None and origin.file:
        attributes["file"] = one_line(origin.file)
        if origin.line:
            attributes["line"] = str(origin.line)
    case = ET.SubElement(suite, "testcase", attributes)
    body = [one_line(result.message), one_line(result.remedy), place(result.origin)]
    body += map(one_line, related_objects(result))
    text = "\n".join(line for line in body if line)
    if fails:
        kind = {"type": result.severity, "message": one_line(result.message)}
        ET.SubElement(case, "failure", kind).text = text
    else:
        ET.SubElement(case, "system-out").text = f"{result.severity}: {text}"
