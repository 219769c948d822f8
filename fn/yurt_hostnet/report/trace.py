"""The traceback of a bug of ours: its message may hold text of the input, which must not look like lines of ours."""

from __future__ import annotations

from traceback import format_exception, format_exception_only

from yurt_hostnet.report.characters import log_text, one_line

LONGEST = 2000
"""Characters of one message that are shown: enough to say what broke, and no whole manifest in a log."""


def trace(error: BaseException) -> str:
    """Return the traceback as Python prints it, with each exception's message on one line that is safe to print."""
    return "".join(log_text(part) if part.startswith("  File ") else _message(part) for part in format_exception(error))


def cause(error: BaseException) -> str:
    """Return the last line of a traceback: the exception and its message, without a line break."""
    return _message("".join(format_exception_only(error))).rstrip("\n")


def _message(part: str) -> str:
    text = one_line(part.strip())
    return f"{text if len(text) <= LONGEST else text[:LONGEST] + '...'}\n"
