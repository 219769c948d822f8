"""Output of the subcommands: stdout and stderr."""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size

from yurt_hostnet.commands.discovery.left_out import HELM_TEMPLATE, YTT_TEMPLATE, counted
from yurt_hostnet.commands.shown_diff import ESCAPED, is_for_eyes, shown_diff
from yurt_hostnet.krm.result import INFO
from yurt_hostnet.report.characters import log_text, one_line
from yurt_hostnet.report.text import findings, wants_colour
from yurt_hostnet.terminal import note, write_out
from yurt_hostnet.transformers.registry import TRANSFORMERS
from yurt_hostnet.validators.embedded_manifest_unread import RULE as EMBEDDED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from yurt_hostnet.commands.discovery.files import Files
    from yurt_hostnet.krm.result import Result, Severity


_TEMPLATES = {HELM_TEMPLATE: ("Helm", "helm template"), YTT_TEMPLATE: ("ytt", "ytt -f")}
"""What stands for a rule where a template is skipped -> the program, and the command that renders it."""


def write(text: str, code: int, *, commands: bool = False) -> int:
    """Write text to stdout and return `code`, FAILED instead of 0 if it cannot be written. A reader may go away early.

    What would drive a terminal is escaped, and so are commands to a CI run but for our own, where the text is
    made of such `commands`.
    """
    if not commands:
        text = log_text(text, colour=sys.stdout is not None and sys.stdout.isatty())
    return write_out([text.encode("utf-8", "surrogateescape")], code, may_leave=True)


def write_diff(diff: bytes, code: int) -> int:
    """Write a diff as `write` does: escaped where it is for eyes, else with its bytes for programs to read."""
    if sys.stdout is not None and is_for_eyes():
        shown = shown_diff(diff)
        note(ESCAPED if shown != diff else "")
        diff = shown
    return write_out([diff], code, may_leave=True)


def text_findings(results: Sequence[Result], stream: TextIO | None, *, verbose: bool, fail_on: Severity) -> str:
    """Return findings as they look on `stream`; see text.findings."""
    colour = stream is not None and wants_colour(stream, os.environ)
    return findings(results, verbose=verbose, colour=colour, fail_on=fail_on)


def skipped_lines(skipped: Sequence[Result], *, verbose: bool) -> str:
    """Return a line for each directory with templates that were skipped; `verbose` names other files too."""
    templates: dict[tuple[str, str], list[str]] = {}
    lines = []
    for result in skipped:
        path = result.origin.file if result.origin is not None else ""
        if result.rule in _TEMPLATES:
            templates.setdefault((result.rule, os.path.dirname(path)), []).append(os.path.basename(path))
        elif verbose:
            lines.append(f"{INFO}: {one_line(path)}: {result.text()}")
    for (rule, directory), names in templates.items():
        program, command = _TEMPLATES[rule]
        what = f"a {program} template" if len(names) == 1 else f"{len(names)} {program} templates"
        place = f"{directory}{os.sep}" if directory else ""
        lines.append(
            f"{INFO}: {one_line(place + ', '.join(names))}: skipped, {what}; "
            f"pipe what `{command}` renders through yurt-hostnet instead."
        )
    return "".join(f"{line}\n" for line in lines)


def looked_at(files: Files) -> str:
    """Return how much was looked at, such as `3 objects of 2 files`."""
    sources = len(files.sources)
    objects = f"{files.objects} object{'' if files.objects == 1 else 's'}"
    return f"{objects} of {sources} file{'' if sources == 1 else 's'}"


def not_shown(files: Files, results: Sequence[Result] = (), *, verbose: bool, shows: str = "-v") -> str:
    """Return the sentences about what was passed over and about infos, each with a space in front; "" if all is shown.

    `shows` is what the user may type to see them; it is not named to who did.
    """
    text = ""
    if files.skipped:
        them = "it" if len(files.skipped) == 1 else "them"
        text += f" Passed over: {counted(files.skipped)}{'' if verbose else f' ({shows} names {them})'}."
    told = [] if verbose else [each for each in results if each.severity == INFO and each.rule not in TRANSFORMERS]
    if unread := sum(each.rule == EMBEDDED for each in told):
        objects, them = ("1 object embeds", "it") if unread == 1 else (f"{unread} objects embed", "them")
        text += f" {objects} what was not read ({shows} names {them})."
    infos = len(told) - unread
    if infos:
        them = "it" if infos == 1 else "them"
        text += f" {infos} info{'' if infos == 1 else 's'} ({shows} shows {them})."
    return text


def terminal_width() -> int:
    """Return the columns of the terminal that stdout is, 0 if it is none."""
    return get_terminal_size().columns if sys.stdout is not None and sys.stdout.isatty() else 0
