"""A report as SARIF 2.1.0, which code scanning services read (OASIS, sarif-v2.1.0-errata01)."""

from __future__ import annotations

import hashlib
from urllib.parse import quote

from yurt_hostnet import __version__
from yurt_hostnet.krm.result import ERROR, INFO, WARNING, field_path, sort_results
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.report.json_report import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from yurt_hostnet.krm.result import Origin, Result
    from yurt_hostnet.report.formats import Report, RuleInfo

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {ERROR: "error", WARNING: "warning", INFO: "note"}


def render(report: Report) -> str:
    """Return the report as a SARIF log of one run; `results` is empty when there is nothing to say."""
    results = sort_results(report.results)
    rules = [_rule(rule) for rule in report.rules]
    known = {rule.id for rule in report.rules}
    rules += [{"id": rule} for rule in dict.fromkeys(result.rule for result in results) if rule not in known]
    indices = {rule["id"]: index for index, rule in enumerate(rules)}
    run = {
        "tool": {"driver": {"name": "yurt-hostnet", "version": __version__, "rules": rules}},
        "invocations": [{"executionSuccessful": report.complete}],
        "results": [_result(result, indices) for result in results],
    }
    return dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: RuleInfo) -> dict[str, Any]:
    documentation = rule.documentation or rule.summary
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": documentation},
        "help": {"text": documentation, "markdown": documentation},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(result: Result, indices: Mapping[str, int]) -> dict[str, Any]:
    known = result.to_dict()
    out: dict[str, Any] = {
        "ruleId": result.rule,
        "ruleIndex": indices[result.rule],
        "level": _LEVELS[result.severity],
        "message": {"text": _message(result.text())},
        "partialFingerprints": {"resourceAndField/v1": _fingerprint(result)},
    }
    location: dict[str, Any] = {}
    if result.origin is not None and result.origin.file:
        location["physicalLocation"] = _physical(result.origin)
    if result.ref is not None:
        name = f"{result.ref} {field_path(result.path)}" if result.path else str(result.ref)
        location["logicalLocations"] = [{"fullyQualifiedName": name, "kind": "resource"}]
    if location:
        out["locations"] = [location]
    properties = {key: known[key] for key in ("resourceRef", "field") if key in known}
    if properties:
        out["properties"] = properties
    return out


def _message(text: str) -> str:
    """Return a message string (section 3.11.5: braces are placeholders unless they are doubled)."""
    return one_line(text).replace("{", "{{").replace("}", "}}")


def _physical(origin: Origin) -> dict[str, Any]:
    uri = quote(origin.file, errors="surrogateescape")
    location: dict[str, Any] = {"artifactLocation": {"uri": f"file://{uri}" if uri.startswith("/") else uri}}
    if origin.line:
        location["region"] = {"startLine": origin.line}
    return location


def _fingerprint(result: Result) -> str:
    """Return what stays equal when lines move: the rule, the object and the field, or else the message."""
    ref = result.ref.key() if result.ref is not None else ()
    text = "\n".join((result.rule, *ref, field_path(result.path) or result.message))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
