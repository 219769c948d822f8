"""Tells a file that an earlier run of ours wrote, and that may be written again although it lies among the inputs."""

from __future__ import annotations

import json

from yurt_hostnet.config.config import BASELINE_KIND, GROUP
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.resource_list import is_resource_list, parse_resource_list
from yurt_hostnet.report.formats import format_of
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

BASELINE = "baseline"
REPORT = "report"


def is_own(file: str, name: str, noun: str) -> bool:
    """Tell whether the regular file `file` holds nothing that running again does not make again.

    That is nothing at all; for a `noun` of BASELINE, HostNetBaseline objects alone; for a REPORT, what the report of
    the format that `name` asks for looks like.
    """
    try:
        with open(file, "rb") as stream:
            text = stream.read()
        if not text.strip():
            return True
        if noun == BASELINE:
            objects = list(Input(text, split_documents(text)).objects())
            return bool(objects) and all(item.kind == BASELINE_KIND and item.group == GROUP for item in objects)
        return _READERS.get(format_of(name), _never)(text)
    except (OSError, InputError, ValueError, RecursionError):
        return False


def _never(_text: bytes) -> bool:
    return False


def _is_json_report(text: bytes) -> bool:
    data = json.loads(text)
    return isinstance(data, dict) and {"summary", "results"} <= data.keys()


def _is_sarif(text: bytes) -> bool:
    data = json.loads(text)
    runs = data.get("runs") if isinstance(data, dict) else None
    return isinstance(runs, list) and [_tool(run) for run in runs] == ["yurt-hostnet"]


def _tool(run: object) -> object:
    for key in ("tool", "driver", "name"):
        run = run.get(key) if isinstance(run, dict) else None
    return run


def _is_krm_results(text: bytes) -> bool:
    """Tell whether a text is a ResourceList that carries results alone."""
    found = parse_resource_list(text) if is_resource_list(text) else None
    return found is not None and found.function_config is None and not any(found.source.objects())


_READERS = {"json": _is_json_report, "sarif": _is_sarif, "krm": _is_krm_results}
