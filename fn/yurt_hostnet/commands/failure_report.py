"""The report of a run that failed before it had findings."""

from __future__ import annotations

from yurt_hostnet.commands.discovery.repository import in_repository
from yurt_hostnet.commands.notices import notice
from yurt_hostnet.report.formats import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.krm.result import Result


def failure_report(results: Sequence[Result]) -> Report:
    """Return the report of a run that failed with these results: no rule ran, so none of them is told as passed."""
    report = Report(results, [notice(rule) for rule in dict.fromkeys(result.rule for result in results)])
    report.complete = False
    return in_repository(report)
