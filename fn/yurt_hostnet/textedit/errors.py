"""Errors that are the user's to mend: each is a sentence that says what is wrong, where, and what to do."""

from __future__ import annotations


class InputError(Exception):
    """Bad input or configuration (exit code 2).

    `message` is a whole sentence or two without the place; `line` is 1-based (0: unknown) and counts
    from the start of the input or of `file` ("" for standard input).
    """

    rule = "input"
    """What stands for a rule where a report holds the error; see krm.result.INPUT_RULE."""

    def __init__(self, message: str, line: int = 0, file: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.file = file

    def __str__(self) -> str:
        """Return the sentence with its place in front, as `file:line: message`."""
        place = self.file
        if self.line:
            place = f"{self.file}:{self.line}" if self.file else f"line {self.line}"
        # one line: a line break in a name or value must not begin another sentence
        return " ".join((f"{place}: {self.message}" if place else self.message).splitlines())
