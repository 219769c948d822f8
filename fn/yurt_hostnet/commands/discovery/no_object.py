"""What is said where an operand holds no object: what was left out of it, and what to name or pipe in."""

from __future__ import annotations

import os
import shlex

from yurt_hostnet.commands.discovery import left_out
from yurt_hostnet.commands.discovery.template_marks import chart_of
from yurt_hostnet.commands.discovery.walk import SUFFIXES
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.commands.discovery.left_out import LeftOut


def nothing_in(path: str, inside: Sequence[LeftOut]) -> InputError:
    """Return the error about an operand ("" for standard input) that holds no object; `inside` is what was left out."""
    left = left_out.counted(inside)
    if not path:
        cause = f"Left out: {left}." if left else "Most often the command in front of the pipe has failed."
        message = f"Standard input holds no Kubernetes object. {cause}"
        return InputError(f"{message} If there may be none, say --allow-empty.")
    if not os.path.isdir(path):
        message = f"This file holds no Kubernetes object{left and f'; left out: {left}'}."
        return InputError(f"{message} Name others as well, or say --allow-empty.", file=path)
    if not inside:
        message = f"No file in {path} ends in {', '.join(SUFFIXES)}. Name the directory of the manifests."
        return InputError(message)
    message = f"This directory holds no Kubernetes object; left out: {left}."
    remedy = "Name the directory of the manifests, or say --allow-empty."
    if build := _built_from(inside):
        remedy = "Name the directory of the manifests, or pipe in what is built from this one, as in: "
        remedy += f"{build} | yurt-hostnet check -"
    return InputError(f"{message} {remedy}", file=path)


def _built_from(inside: Sequence[LeftOut]) -> str:
    """Return the command that builds what was left out: the chart of a template, or a kustomization; "" if none."""
    for info in inside:
        if info.rule == left_out.HELM_TEMPLATE and info.origin is not None:
            return f"helm template {shlex.quote(chart_of(info.origin.file) or 'CHART')}"
    for info in inside:
        if info.noun in {left_out.KUSTOMIZATION, left_out.ELSEWHERE} and info.origin is not None:
            return f"kustomize build {shlex.quote(os.path.dirname(info.origin.file) or os.curdir)}"
    return ""
