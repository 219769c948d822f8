"""A report as workflow commands, which GitHub Actions shows as annotations beside the changed lines.

The escapes are those of actions/toolkit, packages/core/src/command.ts.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import ERROR, INFO, WARNING, sort_results
from yurt_hostnet.report.characters import encodable, escaped, is_shown, one_line, without_command
from yurt_hostnet.report.text import first_origin, subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.result import Result
    from yurt_hostnet.report.formats import Report

_COMMANDS = {ERROR: "error", WARNING: "warning", INFO: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render(report: Report) -> str:
    """Return one workflow command for each result, errors first."""
    return "".join(f"{encodable(_annotation(result))}\n" for result in sort_results(report.results))


def _file(name: str) -> str:
    """Return a file name with escapes for what does not print; the runner undoes those of line breaks."""
    shown = (char if char in "\r\n" or is_shown(char) else escaped(char) for char in encodable(name))
    return without_command("".join(shown))


def _annotation(result: Result) -> str:
    properties = {}
    origin = first_origin(result)
    if origin is not None and origin.file:
        properties["file"] = _file(origin.file)
        if origin.line:
            properties["line"] = str(origin.line)
    properties["title"] = result.rule
    listed = ",".join(f"{name}={value.translate(_PROPERTY)}" for name, value in properties.items())
    about = subject(result)
    message = f"{about}: {one_line(result.message)}" if about else one_line(result.message)
    data = f"{message}\n{one_line(result.remedy)}" if result.remedy else message
    return f"::{_COMMANDS[result.severity]} {listed}::{data.translate(_DATA)}"
