"""Runs the function over a text and tells what one rule found, whole."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING, Any

from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.load import load_config
from yurt_hostnet.engine.process import process
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.result import UNSET, ResourceRef, Result
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Severity

POOLS = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: beijing
spec:
  type: Edge
  hostNetwork: true
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: shanghai
spec:
  type: Edge
---
"""
"""Two pools: beijing uses the host network, shanghai does not."""


def everything(text: str, spec: dict[str, Any] | None = None, *, tells_infos: bool = True) -> list[Result]:
    """Return all results of a run over `text`; `spec` is functionConfig's, `tells_infos` that of Context."""
    data = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "YurtHostNet", "spec": spec or {}}
    raw = dedent(text).encode()
    package = Package([Input(raw, split_documents(raw))])
    context = Context(package, load_config(data, RULES))
    context.tells_infos = tells_infos
    return process(context).results


def found(rule: str, text: str, spec: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return what `rule` found in `text`, each finding with its line."""
    results = [result for result in everything(text, spec) if result.rule == rule]
    return [{**result.to_dict(), "line": result.origin.line if result.origin else 0} for result in results]


def finding(
    severity: Severity,
    rule: str,
    ref: ResourceRef | None,
    path: str,
    message: str,
    *,
    line: int,
    current: Any = UNSET,
    proposed: Any = UNSET,
) -> dict[str, Any]:
    """Return what `found` returns for one finding; `message` ends in its remedy, `path` is as field_path writes it."""
    out: dict[str, Any] = {"message": message, "severity": severity}
    if ref is not None:
        out["resourceRef"] = ref.to_dict()
    if path:
        values = {"currentValue": current, "proposedValue": proposed}
        out["field"] = {"path": path, **{key: value for key, value in values.items() if value is not UNSET}}
    return {**out, "tags": {"rule": rule}, "line": line}
