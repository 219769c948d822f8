"""A report as JSON: every finding with its parts apart, and how many there are of each severity."""

from __future__ import annotations

import json

from yurt_hostnet.krm.result import SEVERITIES, sort_results
from yurt_hostnet.report.characters import encodable, is_harmless, is_shown, without_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.result import Result
    from yurt_hostnet.report.formats import Report


def render(report: Report) -> str:
    """Return the report as a JSON object with `summary` and `results`, errors first.

    A result has severity, rule, message and remedy; resourceRef, field and file where they are known; and related, a
    list of objects with resourceRef and file, where it is about several. They are those of the KRM Functions
    Specification, and `file.line` is 1-based, 0 if unknown.
    """
    severities = [result.severity for result in report.results]
    data = {
        "summary": {severity: severities.count(severity) for severity in SEVERITIES},
        "results": [_result(result) for result in sort_results(report.results)],
    }
    return dumps(data)


def dumps(data: object) -> str:
    """Return plain data as indented JSON text that ends in a newline; letters of any language stay as they are.

    What does not print and what a CI run would take for a command is written with JSON's own escapes.
    """
    text = encodable(json.dumps(data, ensure_ascii=False, indent=2))
    if is_harmless(text):
        return f"{text}\n"
    return "".join(f"{_shown(line)}\n" for line in text.split("\n"))


def _shown(line: str) -> str:
    if not is_shown(line):
        line = "".join(char if is_shown(char) else json.dumps(char)[1:-1] for char in line)
    return without_command(line, "\\u0023")


def _result(result: Result) -> dict[str, Any]:
    known = result.to_dict()
    out: dict[str, Any] = {
        "severity": result.severity,
        "rule": result.rule,
        "message": result.message,
        "remedy": result.remedy,
        **{key: known[key] for key in ("resourceRef", "field") if key in known},
    }
    if result.origin is not None and result.origin.file:
        out["file"] = {**known["file"], "line": result.origin.line}
    if result.related:
        out["related"] = [
            {"resourceRef": ref.to_dict(), "file": {"path": origin.file, "index": origin.index, "line": origin.line}}
            for ref, origin in result.related
        ]
    return out
