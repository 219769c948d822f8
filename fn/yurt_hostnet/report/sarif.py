"""A report as SARIF 2.1.0, which code scanning services read (OASIS, sarif-v2.1.0-errata01)."""

from __future__ import annotations

import hashlib
from os import path as os_path
from os import sep as os_sep
from urllib.parse import quote

from yurt_hostnet import __version__
from yurt_hostnet.krm.result import ERROR, INFO, WARNING, field_path, sort_results
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.report.formats import RuleInfo
from yurt_hostnet.report.json_report import dumps
from yurt_hostnet.report.text import first_origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from yurt_hostnet.krm.result import Origin, Result, Severity
    from yurt_hostnet.report.formats import Report

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

HOME = "https://github.com/openyurtio/yurt-hostnet"
ROOT = "%SRCROOT%"
STDIN = "stdin"
_OTHERS = "An edit, or what yurt-hostnet says beside its rules."
_LEVELS = {ERROR: "error", WARNING: "warning", INFO: "note"}


def render(report: Report) -> str:
    """Return the report as a SARIF log of one run; `results` is empty when there is nothing to say."""
    results = sort_results(report.results)
    rules = [_rule(rule) for rule in report.rules]
    known = {rule.id for rule in report.rules}
    others: dict[str, Severity] = {}
    for result in results:
        if result.rule not in known:
            others.setdefault(result.rule, result.severity)
    rules += [_rule(RuleInfo(rule, severity, _OTHERS)) for rule, severity in others.items()]
    indices = {rule["id"]: index for index, rule in enumerate(rules)}
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
        "invocations": [{"executionSuccessful": report.complete}],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The root of the repository."}}},
        "results": [_result(result, indices, report) for result in results],
    }
    return dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: RuleInfo) -> dict[str, Any]:
    documentation = rule.documentation or rule.summary
    return {
        "id": rule.id,
        "name": _name(rule.id),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": documentation},
        "help": {"text": documentation, "markdown": documentation},
        "helpUri": f"{HOME}/blob/main/docs/rules.md#{rule.id}" if rule.documentation else HOME,
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _name(rule: str) -> str:
    """Return the name of a rule in Pascal case, which must not be its id whatever the case (SARIF1001)."""
    words = rule.split("-")
    return "".join(map(str.title, words if len(words) > 1 else (*words, "error")))


def _result(result: Result, indices: Mapping[str, int], report: Report) -> dict[str, Any]:
    known = result.to_dict()
    out: dict[str, Any] = {
        "ruleId": result.rule,
        "ruleIndex": indices[result.rule],
        "level": _LEVELS[result.severity],
        "message": {"text": _message(result.text())},
        "locations": [_location(first_origin(result), report)],
        "partialFingerprints": {"resourceAndField/v1": _fingerprint(result)},
    }
    name, related = "", result.related
    if result.ref is not None:
        name = f"{result.ref} {field_path(result.path)}" if result.path else str(result.ref)
    elif related:  # whose first one is where the result is
        name, related = str(related[0][0]), related[1:]
    if name:
        out["locations"][0]["logicalLocations"] = [_logical(name)]
    if related:
        out["relatedLocations"] = [
            {"id": number, **_location(origin, report), "logicalLocations": [_logical(str(ref))]}
            for number, (ref, origin) in enumerate(related, 1)
        ]
    properties = {key: known[key] for key in ("resourceRef", "field") if key in known}
    if properties:
        out["properties"] = properties
    return out


def _message(text: str) -> str:
    """Return a message string; what would be a link in one is none (sections 3.11.3 and 3.11.6)."""
    text = one_line(text)
    return text.replace("[", "\\[").replace("]", "\\]") if "](" in text else text


def _logical(name: str) -> dict[str, str]:
    return {"fullyQualifiedName": one_line(name), "kind": "resource"}


def _location(origin: Origin | None, report: Report) -> dict[str, Any]:
    """Return a location with a file, which GitHub requires of every result (GH1015 of sarif-multitool).

    Where none is known it is the report's own, or standard input by the name that diffs give it.
    """
    line = 0 if origin is None else origin.line
    file = origin.file if origin is not None else ""
    if not file:
        file = report.file or STDIN
    physical: dict[str, Any] = {"artifactLocation": _artifact(file, report.root), "region": {"startLine": line or 1}}
    return {"physicalLocation": physical}


def _artifact(file: str, root: str) -> dict[str, str]:
    """Return the URI of a file, relative to the root of the repository where it is in it."""
    if root and file != STDIN:
        path = os_path.relpath(os_path.abspath(file), root)
        file = os_path.abspath(file) if path.split(os_sep)[0] == os_path.pardir else path
    if os_path.isabs(file):
        return {"uri": "file://" + quote(file.replace(os_sep, "/"), errors="surrogateescape")}
    return {"uri": quote(os_path.normpath(file).replace(os_sep, "/"), errors="surrogateescape"), "uriBaseId": ROOT}


def _fingerprint(result: Result) -> str:
    """Return what stays equal when lines move: the rule, the object and the field, or else the message."""
    ref = result.ref.key() if result.ref is not None else ()
    message = "" if result.related else result.message  # which names them, and grows with them
    text = "\n".join((result.rule, *ref, field_path(result.path) or message))
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
