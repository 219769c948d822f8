"""The file of --report, for the filter and the commands: vetted before anything is read, written at the end."""

from __future__ import annotations

from yurt_hostnet.commands.asked import Asked
from yurt_hostnet.commands.discovery.repository import in_repository
from yurt_hostnet.commands.documentation import rule_infos
from yurt_hostnet.commands.failure_report import failure_report
from yurt_hostnet.commands.writing.output_file import OutputFile
from yurt_hostnet.commands.writing.own_output import REPORT
from yurt_hostnet.report.formats import Report, format_of, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.hosts.options import Response


class ReportFile:
    """Where the report goes that the words of a command line ask for; without --report, nowhere.

    `stdin` says that standard input is read too, whatever the words say. Raises InputError for a file that must not be
    written; see OutputFile.
    """

    __slots__ = ("_file", "_format")

    def __init__(self, words: Sequence[str], *, stdin: bool = False) -> None:
        asked = Asked(words)
        self._file: OutputFile | None = None
        self._format = ""
        if asked.report:
            self._format = format_of(asked.report)
            inputs = [*asked.inputs, "-"] if stdin else asked.inputs
            self._file = OutputFile(asked.report, REPORT, inputs, builds=asked.builds)

    def write(self, report: Report) -> None:
        """Write the report in the format that the file's name asks for. Raises InputError."""
        if self._file is not None:
            self._file.write(render(report, self._format))

    def write_response(self, response: Response) -> None:
        """Write the results of a response, or the error that stopped the run. Raises InputError."""
        if response.error:
            self.write(failure_report(response.results))
        else:
            self.write(in_repository(Report(response.results, rule_infos(), response.fail_on)))

    def held(self, report: Report) -> list[OutputFile]:
        """Return the file with the report as its text, to be written together with others; empty without --report."""
        return [] if self._file is None else [self._file.hold(render(report, self._format))]
