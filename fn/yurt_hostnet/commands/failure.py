"""What reports say of a run that failed before it had findings, with exit code 2 or 3: the error as their one result.

A report never stays that of an earlier run: whoever reads it without the exit code would take it for this one.
"""

from __future__ import annotations

from contextlib import suppress

from yurt_hostnet.commands.asked import Asked
from yurt_hostnet.commands.notices import notice
from yurt_hostnet.commands.output import note, write
from yurt_hostnet.commands.report_file import ReportFile
from yurt_hostnet.commands.same_file import require_other_stream
from yurt_hostnet.hosts.options import BAD_INPUT
from yurt_hostnet.report.formats import Report, render
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.krm.result import Result

_PRINTED = ("json", "sarif", "junit", "github")
"""Formats of `check` that programs read; as text, the sentence on standard error is all."""


def failure_report(results: Sequence[Result]) -> Report:
    """Return the report of a run that failed with these results: no rule ran, so none of them is told as passed."""
    report = Report(results, [notice(rule) for rule in dict.fromkeys(result.rule for result in results)])
    report.complete = False
    return report


def tell_failure(command: str, words: Sequence[str], results: Sequence[Result], told: str) -> None:
    """Write the results of a failed command where `words`, those behind it, ask for a report.

    `told` is the sentence that the user has seen; another one, of a report that cannot be written, is told as well.
    """
    report = failure_report(results)
    if command in ("check", "fix"):
        try:
            ReportFile(words).write(report)
        except InputError as error:
            if str(error) != told:
                note(f"yurt-hostnet: {error}\n")
    asked = Asked(words)
    if command == "check" and asked.format in _PRINTED and "--diff" not in words:
        with suppress(InputError):  # that is what was told
            require_other_stream(asked.inputs)
            write(render(report, asked.format), BAD_INPUT)
