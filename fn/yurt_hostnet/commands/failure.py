"""What a run says that failed before it had findings, with exit code 2 or 3: the error, in the report as on stderr.

A report never stays that of an earlier run: whoever reads it without the exit code would take it for this one.
"""

from __future__ import annotations

from yurt_hostnet.commands.asked import Asked
from yurt_hostnet.hosts.options import Response
from yurt_hostnet.krm.result import failure
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.commands.writing.report_file import ReportFile
    from yurt_hostnet.krm.input import Piece
    from yurt_hostnet.report.formats import Report

_PRINTED = ("json", "sarif", "junit", "github")
"""Formats of `check` that programs read; as text, the sentence on standard error is all."""


def failed_run(
    command: str, words: Sequence[str], error: InputError, code: int, trace: str
) -> tuple[Response, ReportFile | None]:
    """Return what a failed run answers, and where its report goes, as far as `words`, the command line, ask for one.

    `command` is the subcommand, "" for the filter; `trace` is told in front of the error.
    """
    errors = error.every()
    sentences = list(map(str, errors))
    response = Response(code, [], [failure(each) for each in errors], trace=trace)
    asked = Asked(words[1:] if command else words)
    report_file = None
    if asked.report and command in ("", "check", "fix") and not _may_be_a_file(words, command):
        try:
            report_file = _report_file(words, command)
        except InputError as other:
            sentences += [str(other)] if str(other) not in sentences else []
    if command == "check" and asked.format in _PRINTED and "--diff" not in words:
        from yurt_hostnet.commands.failure_report import failure_report

        response.stdout = _printed(asked, failure_report(response.results))
    response.error = "\n".join(sentences)
    return response, report_file


def _report_file(words: Sequence[str], command: str) -> ReportFile:
    from yurt_hostnet.commands.writing.report_file import ReportFile as _ReportFile

    return _ReportFile(words[1:] if command else words, stdin=not command)


def _may_be_a_file(words: Sequence[str], command: str) -> bool:
    """Tell whether what asks for a report may be a file's name; the filter takes no files."""
    from yurt_hostnet.commands.option_or_file import option_or_file

    return bool(command and option_or_file(words[1:]))


def _printed(asked: Asked, report: Report) -> list[Piece]:
    """Return the report as `check --format` prints it, nothing where standard output is an input."""
    from yurt_hostnet.commands.writing.same_file import require_other_stream
    from yurt_hostnet.report.formats import render

    try:
        require_other_stream(asked.inputs)
    except InputError:  # that is what was told
        return []
    return [render(report, asked.format).encode("utf-8", "replace")]
