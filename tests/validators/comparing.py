"""Runs the function over a text with a baseline file beside it, and tells what the rules about edits found, whole."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING, Any

from yurt_hostnet.analysis.conditions import with_baseline
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.load import load_config
from yurt_hostnet.engine.process import process
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

    from yurt_hostnet.krm.result import Result

EDIT_RULES = {rule for rule, row in RULES.items() if row[1] is with_baseline}
OLD = "old.yaml"


def package(*texts: str, files: tuple[str, ...] = ()) -> Package:
    """Return a package of texts, each read from a file if `files` are given."""
    raw = [dedent(text).encode() for text in texts]
    names = files or ("",) * len(raw)
    return Package([Input(text, split_documents(text), name) for text, name in zip(raw, names, strict=True)])


def results(new: str, baseline: str = "", spec: dict[str, Any] | None = None) -> list[Result]:
    """Return all results of a run over `new`; `baseline` is the option, `spec` functionConfig's."""
    data = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "YurtHostNet", "spec": spec or {}}
    return process(Context(package(new, files=("new.yaml",)), load_config(data, RULES), baseline)).results


def compare(folder: Path, old: str, new: str, spec: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return what the rules about edits find in `new`, with `old` as --baseline; `folder` must be the current one."""
    (folder / OLD).write_text(dedent(old))
    return edits(results(new, OLD, spec))


def edits(found: list[Result]) -> list[dict[str, Any]]:
    """Return the results of the rules about edits as plain data, each with its line."""
    rows = []
    for result in found:
        if result.rule in EDIT_RULES:
            row = result.to_dict()
            del row["file"]
            rows.append({**row, "line": result.origin.line if result.origin else 0})
    return rows


def finding(
    severity: str, rule: str, ref: dict[str, str], path: str, current: Any, proposed: Any, message: str, line: int
) -> dict[str, Any]:
    """Return one whole result as `edits` does."""
    return {
        "message": message,
        "severity": severity,
        "resourceRef": ref,
        "field": {"path": path, "currentValue": current, "proposedValue": proposed},
        "tags": {"rule": rule},
        "line": line,
    }
