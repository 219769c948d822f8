"""Errors that are the user's to fix: each is a sentence that says what is wrong, where, and what to do."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class InputError(Exception):
    """Bad input or configuration (exit code 2).

    `message` is a whole sentence or two without the place; `line` is 1-based (0: unknown) and counts
    from the start of the input or of `file` ("" for standard input). `more` holds further mistakes that the same
    run found, for whoever fixes them to do so at once.
    """

    rule = "input"
    """What stands for a rule where a report holds the error; see krm.result.INPUT_RULE."""

    def __init__(self, message: str, line: int = 0, file: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.file = file
        self.more: list[InputError] = []

    def every(self) -> list[InputError]:
        """Return the error itself, and behind it all that the same run found."""
        return [self, *self.more]

    def __str__(self) -> str:
        """Return the sentence of this mistake with its place in front, as `file:line: message`."""
        place = self.file
        if self.line:
            place = f"{self.file}:{self.line}" if self.file else f"line {self.line}"
        # one line: a line break in a name or value must not begin another sentence
        return " ".join((f"{place}: {self.message}" if place else self.message).splitlines())


def together(mistakes: Sequence[InputError], most: int = 0) -> InputError:
    """Return the first of one or more mistakes, which carries the others in `more`; `most` in all, 0 for all."""
    for each in mistakes:
        each.more = []
    mistakes[0].more = list(mistakes[1 : most or len(mistakes)])
    return mistakes[0]


def raise_all(mistakes: Sequence[InputError], most: int = 0) -> None:
    """Raise several mistakes as one, see `together`; nothing without any."""
    if mistakes:
        raise together(mistakes, most)
