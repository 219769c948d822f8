"""Standard output and standard error, for the filter and the commands: all is written, or the run fails."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from yurt_hostnet.krm.input import Piece

FAILED = 1


def write_out(pieces: Iterable[Piece], code: int, *, may_leave: bool = False) -> int:
    """Write to standard output and return `code`, in place of 0 FAILED where not all could be written.

    `may_leave` says that a reader may go away early, as `head` does.
    """
    try:
        out = sys.stdout.buffer
        for piece in pieces:
            rest = memoryview(piece)
            while rest:  # with PYTHONUNBUFFERED a write may take only a part
                rest = rest[out.write(rest) :]
        out.flush()
    except (OSError, AttributeError) as error:
        if not (may_leave and isinstance(error, BrokenPipeError)):
            reason = getattr(error, "strerror", None) or "stdout is closed"
            note(f"yurt-hostnet: The output cannot be written: {reason}.\n")
            code = code or FAILED
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # so that the interpreter's own flush stays quiet
    return code


def note(text: str) -> None:
    """Write to standard error, with what would drive a terminal or a CI run escaped.

    If nobody can be told, standard output and the exit code say the same.
    """
    if text and sys.stderr is not None:
        try:
            from yurt_hostnet.report.characters import log_text

            sys.stderr.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
            sys.stderr.write(log_text(text, colour=sys.stderr.isatty()))
            sys.stderr.flush()
        except OSError:
            return


def told(sentences: str) -> str:
    """Return fatal errors, one a line, as standard error says them."""
    return "".join(f"yurt-hostnet: {line}\n" for line in sentences.split("\n"))
