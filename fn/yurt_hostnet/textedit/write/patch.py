"""Patch: replacements of pieces of a text, collected and then made at once; and the lines of that text."""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Piece: TypeAlias = tuple[int, int, str]

LINE_BREAKS = "\n\r\x85\u2028\u2029"
"""What ends a line in YAML 1.1."""

_LINE_END = f"\r\n|[{LINE_BREAKS}]"


_NEAR = 4096
"""Characters around a place in which its line's ends are looked for before all lines of the text are noted."""


class CannotSpliceError(Exception):
    """The edit cannot be made by inserting text here."""


class TooLongError(CannotSpliceError):
    """The text to be inserted would be many times as long as what it is made from."""


class Lines:
    """Where the lines of one text begin and end. Each question takes the time of a short line."""

    __slots__ = ("_indents", "_signs", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._signs = "\n" if text.isascii() and "\r" not in text else LINE_BREAKS
        self._starts: list[int] = []  # behind each line break, once one is far from a place
        self._indents: dict[int, str] = {}

    def start(self, position: int) -> int:
        """Return where the line of `position` begins."""
        text, near = self.text, position - _NEAR if position > _NEAR else 0
        if self._signs == "\n":
            found = text.rfind("\n", near, position)
        else:
            found = max([text.rfind(sign, near, position) for sign in self._signs])
        if found >= 0 or near == 0:
            return found + 1
        starts = self._all_starts()
        number = bisect_right(starts, position) - 1
        return starts[number] if number >= 0 else 0

    def end(self, position: int) -> tuple[int, int]:
        """Return where the line of `position` ends and where the next begins: equal at the end of the text."""
        text = self.text
        size, near = len(text), position + _NEAR
        if self._signs == "\n" and (found := text.find("\n", position, near)) >= 0:
            return found, found + 1
        found = min([place for sign in self._signs if (place := text.find(sign, position, near)) >= 0], default=size)
        if found == size and near < size:
            starts = self._all_starts()
            number = bisect_right(starts, position)
            found = starts[number] - 1 if number < len(starts) else size
        return found, found + (2 if text.startswith("\r\n", found) else 1 if found < size else 0)

    def newline_at(self, position: int) -> str:
        """Return the line end of the line of `position`, or of the first line, or a line feed."""
        end, following = self.end(position)
        if end == following:
            end, following = self.end(0)
        newline = self.text[end:following]
        return newline if newline in ("\r\n", "\r") else "\n"

    def indent_of(self, position: int) -> str:
        """Return the white space with which the line of `position` begins."""
        text = self.text
        line = end = self.start(position)
        if line not in self._indents:
            while end < len(text) and text[end] in " \t":
                end += 1
            self._indents[line] = text[line:end]
        return self._indents[line]

    def _all_starts(self) -> list[int]:
        if not self._starts:
            import re

            self._starts = [match.end() for match in re.finditer(f"[{self._signs}]", self.text)]
        return self._starts


class Patch:
    """Collects replacements of a text as `pieces`: from where, to where, and by what.

    `size` counts the characters of what aliases stand for that is written out, `indents` those in front of its lines.
    """

    __slots__ = ("indents", "lines", "pieces", "size", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = Lines(text)
        self.pieces: list[Piece] = []
        self.size = self.indents = 0

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
        self.pieces.sort(key=lambda piece: (piece[0], piece[1]))
        for start, end, new in self.pieces:
            if start < done:
                raise CannotSpliceError("two edits overlap")
            out += [self.text[done:start], new]
            done = end
        return "".join([*out, self.text[done:]])


def any_line_end(text: str, position: int) -> tuple[int, int]:
    """Return what `Lines.end` returns, looking at no more of the text than that line: for one of a long text."""
    import re

    match = re.compile(_LINE_END).search(text, position)
    return (match.start(), match.end()) if match else (len(text), len(text))


def break_before(text: str, position: int) -> str:
    """Return the line end in front of `position`, "" where something else stands there."""
    if text.endswith("\r\n", 0, position):
        return "\r\n"
    return text[position - 1] if text.endswith(tuple(LINE_BREAKS), 0, position) else ""


def without_space(text: str, position: int) -> int:
    """Return the place in front of the white space and line breaks that end at `position`."""
    while position > 0 and text[position - 1] in _SPACE:
        position -= 1
    return position


_SPACE = " \t" + LINE_BREAKS
