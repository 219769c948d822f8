"""Patch: replacements of pieces of a text, collected and then made at once; and what lies around a place in it."""

from __future__ import annotations

LINE_BREAKS = "\n\r\x85\u2028\u2029"
"""What ends a line in YAML 1.1."""

_LINE_END = f"\r\n|[{LINE_BREAKS}]"


class CannotSpliceError(Exception):
    """The edit cannot be made by inserting text here."""


class Patch:
    """Collects replacements of a text as `pieces`: from where, to where, and by what."""

    __slots__ = ("pieces", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[tuple[int, int, str]] = []

    def insert(self, position: int, new: str) -> None:
        """Put `new` in front of the character at `position`."""
        self.pieces.append((position, position, new))

    def replace(self, start: int, end: int, new: str) -> None:
        """Put `new` in the place of the characters from `start` to `end`."""
        self.pieces.append((start, end, new))

    def apply(self) -> str:
        """Return the new text; insertions at one place keep the order in which they were made."""
        out: list[str] = []
        done = 0
        for start, end, new in sorted(self.pieces, key=lambda piece: (piece[0], piece[1])):
            if start < done:
                raise CannotSpliceError("two edits overlap")
            out += [self.text[done:start], new]
            done = end
        return "".join([*out, self.text[done:]])


def line_end(text: str, position: int) -> tuple[int, int]:
    """Return where the line of `position` ends and where the next begins: equal at the end of the text."""
    if text.isascii() and "\r" not in text:
        end = text.find("\n", position)
        return (end, end + 1) if end >= 0 else (len(text), len(text))
    return any_line_end(text, position)


def any_line_end(text: str, position: int) -> tuple[int, int]:
    """Return what `line_end` returns, looking at no more of the text than that line: for one of many in a long text."""
    import re  # noqa: PLC0415 - costs as much as half an interpreter start

    match = re.compile(_LINE_END).search(text, position)
    return (match.start(), match.end()) if match else (len(text), len(text))


def newline_at(text: str, position: int) -> str:
    """Return the line end of the line of `position`, or of the first line, or a line feed."""
    end, following = line_end(text, position)
    if end == following:
        end, following = line_end(text, 0)
    newline = text[end:following]
    return newline if newline in ("\r\n", "\r") else "\n"


def break_before(text: str, position: int) -> str:
    """Return the line end in front of `position`, "" where something else stands there."""
    if text.endswith("\r\n", 0, position):
        return "\r\n"
    return text[position - 1] if text.endswith(tuple(LINE_BREAKS), 0, position) else ""


def line_start(text: str, position: int) -> int:
    """Return where the line of `position` begins."""
    if text.isascii() and "\r" not in text:
        return text.rfind("\n", 0, position) + 1
    return max(text.rfind(sign, 0, position) for sign in LINE_BREAKS) + 1


def indent_of(text: str, position: int) -> str:
    """Return the white space with which the line of `position` begins."""
    line = end = line_start(text, position)
    while end < len(text) and text[end] in " \t":
        end += 1
    return text[line:end]
