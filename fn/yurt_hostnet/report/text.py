"""Findings for people: on stderr in every host, and what `check` prints."""

from __future__ import annotations

from yurt_hostnet.krm.result import ERROR, INFO, WARNING, field_path, sort_results
from yurt_hostnet.report.characters import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TextIO

    from yurt_hostnet.krm.result import Origin, Result, Severity
    from yurt_hostnet.report.formats import Report

_COLOURS = {ERROR: "\x1b[1;31m", WARNING: "\x1b[1;33m", INFO: "\x1b[1;34m"}
_FAINT = "\x1b[2m"
_PLAIN = "\x1b[0m"


def findings(
    results: Iterable[Result], *, verbose: bool = False, colour: bool = False, fail_on: Severity = ERROR, end: str = ""
) -> str:
    """Return the findings, worst first, each with its remedy under it, and a summary line; "" if there are none.

    Infos, which every edit is too, are only shown and counted when `verbose`, which lists the objects of a finding
    about several as well. The summary line says so where
    `fail_on` makes warnings fail the run, and ends in the sentence `end`.
    """
    shown = [result for result in sort_results(results) if verbose or result.severity != INFO]
    if not shown:
        return ""
    lines = []
    for result in shown:
        lines.append(_finding(result, colour=colour))
        if result.remedy:
            lines.append(f"  {one_line(result.remedy)}")
        if verbose:
            lines += [f"  {one_line(name)}" for name in related_objects(result)]
    fatal = " (failOn: Warning)" if fail_on == shown[0].severity == WARNING else ""
    lines.append(f"yurt-hostnet: {count(shown)}{fatal}.{end and ' '}{end}")
    return "\n".join(lines) + "\n"


def render(report: Report) -> str:
    """Return all findings of a report, without colour."""
    return findings(report.results, verbose=True, fail_on=report.fail_on)


def count(results: Iterable[Result]) -> str:
    """Return how many results there are of each severity, such as `1 error, 2 warnings`."""
    found = [result.severity for result in results]
    numbers = ((found.count(severity), severity) for severity in (ERROR, WARNING, INFO))
    return ", ".join(f"{number} {severity}{'' if number == 1 else 's'}" for number, severity in numbers if number)


def subject(result: Result) -> str:
    """Return what a result is about: the object and the field, as far as it names them."""
    parts = [str(result.ref)] if result.ref is not None else []
    if result.path:
        parts.append(field_path(result.path))
    return one_line(" ".join(parts))


def related_objects(result: Result) -> list[str]:
    """Return the further objects of a result, each with the file and line of it that are known."""
    return [": ".join(filter(None, (_place_or_line(origin), str(ref)))) for ref, origin in result.related]


def _place_or_line(origin: Origin) -> str:
    return place(origin) or (f"line {origin.line}" if origin.line else "")


def first_origin(result: Result) -> Origin | None:
    """Return where a reader should look first: at the object, else at the first of the related ones."""
    return result.origin if result.origin is not None or not result.related else result.related[0][1]


def place(origin: Origin | None) -> str:
    """Return `file:line` of an origin, without what is not known."""
    if origin is None or not origin.file:
        return ""
    return one_line(f"{origin.file}:{origin.line}" if origin.line else origin.file)


def wants_colour(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether to write colour to `stream`: a terminal that is not dumb, and no NO_COLOR (no-color.org)."""
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb" and stream.isatty()


def _finding(result: Result, *, colour: bool) -> str:
    head = f"{result.severity}:"
    tail = f"[{one_line(result.rule)}]"
    if colour:
        head = f"{_COLOURS[result.severity]}{head}{_PLAIN}"
        tail = f"{_FAINT}{tail}{_PLAIN}"
    where = place(result.origin)
    about = subject(result)
    parts = [f"{where}:" if where else "", head, f"{about}:" if about else "", one_line(result.message), tail]
    return " ".join(part for part in parts if part)
