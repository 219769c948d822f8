"""What one line in the plain style holds, told from the line alone; see `plain`."""

from __future__ import annotations

from sys import intern

from yurt_hostnet.textedit.read.nodes import MAX_DEPTH, Scalar
from yurt_hostnet.textedit.read.values import is_word, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Row: TypeAlias = tuple[int, str | None, int, Any, tuple[int, ...], int]

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./$")
KEY = LETTERS | {"-"}
_PLAIN_FIRST = LETTERS | frozenset("()+^~=;<\\")
_ESCAPED = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t"}

_LONGEST_KEY = 500  # libyaml looks no further than 1,024 characters for the colon of a key

NOTHING, VALUE, FLOW, LITERAL = range(4)
"""What ends a line: no value, a scalar, a flow collection, or the header of a literal block scalar."""
ODD_KEY = -1
"""In a row: a key that is no plain word, such as `true`."""


class Line:
    """A line with something on it. Its nodes count from the line's start.

    `column`: where its first dash or key or its value begins; `dashes`: the columns of its dashes; `key`: its key's
    node, None without one; `name`: the key as plain data, None where that takes more than a look; `kind`: what ends it;
    `at`: where that begins, the line's end if it is NOTHING; `value`: the node of a VALUE; `data`: of a VALUE its plain
    data, of a LITERAL its chomping indicator; `row`: what `plain_data` reads of it, see `_row`.
    """

    __slots__ = ("at", "column", "dashes", "data", "key", "kind", "name", "row", "value")

    def __init__(self, column: int, dashes: list[int]) -> None:
        self.column = column
        self.dashes = dashes
        self.key: Scalar | None = None
        self.name: str | None = None
        self.kind = NOTHING
        self.at = 0
        self.value: Scalar | None = None
        self.data: Any = None
        self.row: Row | None = None


BLANK = Line(0, [])
"""Any line that holds nothing but a comment."""

_KNOWN: dict[str, Line] = {}
_FRONTS: dict[str, Line] = {}
"""A line that begins so, up to the first colon and space, which are those behind its key: `    name: `."""
_MOST = 4096  # lines that are remembered
_LONGEST = 160  # characters of a line that is


def line_of(text: str) -> Line | None:
    """Return what a line of printable ASCII holds, None in doubt.

    Lines are remembered, since one object of a package repeats most lines of another. The result is shared.
    """
    front = text[: text.find(": ") + 2]
    like = _FRONTS.get(front)
    line = _classify(text) if like is None else _like(like, text, len(front))
    if line is None:
        return None
    if line is not BLANK:
        line.row = _row(line)
        if like is None and line.key is not None and line.key.end + 2 == len(front) <= _LONGEST:
            if len(_FRONTS) >= _MOST:
                _FRONTS.clear()
            _FRONTS[front] = line
    if len(text) <= _LONGEST:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        _KNOWN[text] = line
    return line


known_line = _KNOWN.get


def _classify(text: str) -> Line | None:
    content = text.lstrip(" ")
    if not content or content[0] == "#":
        return BLANK
    size = len(text)
    at = column = size - len(content)
    dashes: list[int] = []
    while content[:1] == "-" and content[1:2] in ("", " "):
        if len(dashes) > MAX_DEPTH:
            return None
        dashes.append(at)
        content = content[1:].lstrip(" ")
        at = size - len(content)
    line = Line(column, dashes)
    colon = _key_end(content) if content else 0
    if colon:
        key = line.key = scalar_of(content[:colon], at, at)
        if key is not None and (key.style or is_word(key.value)):
            line.name = intern(key.value)
        content = content[colon + 1 :].lstrip(" ")
    return _ended(line, content, size - len(content))


def _like(other: Line, text: str, at: int) -> Line | None:
    """Return what a line holds that is as another one up to column `at`, behind the key's colon."""
    line = Line(other.column, other.dashes)
    line.key, line.name = other.key, other.name
    content = text[at:].lstrip(" ")
    return _ended(line, content, len(text) - len(content))


def _ended(line: Line, content: str, at: int) -> Line | None:
    """Return a line with what ends it: `content`, which begins at column `at`."""
    line.at = at
    if not content or content[0] == "#":
        return line
    if content[0] == "|":
        line.kind = LITERAL
        line.data = content[1:2] if content[1:2] in ("-", "+") else ""
        return line if is_rest(content, 1 + len(line.data)) else None
    if content[0] in "[{":
        line.kind = FLOW
        return line
    value = line.value = _one_line(content, at)
    if value is None:
        return None
    line.kind = VALUE
    line.data = value.value if value.style else resolve(value.value)
    return line


def _row(line: Line) -> Row:
    """Return what data is made of: a line's place, key, kind, data, the places of its dashes, and its key's place.

    Places put lines in order of depth: twice the column of a key, or of a value without one, and one more for a dash.
    So a list lies deeper than a key at its column, and a line belongs to the collection of its place, or ends it.
    """
    dashes = tuple([2 * dash + 1 for dash in line.dashes])
    inner = 2 * (line.column if line.key is None else line.key.column)
    kind = ODD_KEY if line.key is not None and line.name is None else line.kind
    return dashes[0] if dashes else inner, line.name, kind, line.data, dashes, inner


def _key_end(content: str) -> int:
    """Return where the colon of a key stands that `content` begins with, 0 if it begins with none."""
    first = content[0]
    if first in "\"'":
        end = content.find(first, 1) + 1
        if content[end : end + 1] != ":" or content[end + 1 : end + 2] not in ("", " "):
            return 0
        return end if end <= _LONGEST_KEY and (first == "'" or "\\" not in content[:end]) else 0
    end = content.find(":")
    if end <= 0 or end > _LONGEST_KEY or content[end + 1 : end + 2] not in ("", " ") or first not in LETTERS:
        return 0
    key = content[:end]
    return end if key.isidentifier() or KEY.issuperset(key) else 0


def is_rest(line: str, start: int) -> bool:
    """Tell whether nothing follows on a line from `start` but spaces and a comment behind one of them."""
    rest = line[start:]
    content = rest.lstrip(" ")
    return not content or (content[0] == "#" and len(content) < len(rest))


def _one_line(content: str, start: int) -> Scalar | None:
    """Read the scalar that `content`, the rest of a line from column `start`, begins with; None if in doubt."""
    first = content[0]
    if first in "\"'":
        end = quote_end(content, 0)
        if not is_rest(content, end):
            return None
        return scalar_of(content[:end], start, start)
    if first not in _PLAIN_FIRST and not (first == "-" and content[1:2] not in ("", " ")):
        return None
    if "#" in content:
        content = content.partition(" #")[0]
    content = content.rstrip(" ")
    if content[-1] == ":" or ": " in content:
        return None
    return Scalar(start, start + len(content), start, content, "", None, None)


def quote_end(text: str, start: int) -> int:
    """Return where the quoted scalar that begins at `start` ends, behind its quote; 0 if in doubt."""
    quote = text[start]
    end = text.find(quote, start + 1)
    if quote == '"':
        while end > 0 and text[end - 1] == "\\":
            behind = end - 1
            while text[behind - 1] == "\\":  # no further than the opening quote
                behind -= 1
            if (end - behind) % 2 == 0:
                break
            end = text.find('"', end + 1)
    return end + 1


def scalar_of(token: str, start: int, column: int) -> Scalar | None:
    """Return the node of a plain or quoted token; None for an escape that is not among the usual ones."""
    end = start + len(token)
    first = token[0]
    if first not in "\"'":
        return Scalar(start, end, column, token, "", None, None)
    value = token[1:-1]
    if first == '"' and "\\" in value:
        parts = value.split("\\")
        pieces = parts[:1]
        rest = iter(parts[1:])
        for part in rest:
            if part:
                if part[0] not in _ESCAPED:
                    return None
                pieces += [_ESCAPED[part[0]], part[1:]]
            else:
                pieces += ["\\", next(rest)]
        value = "".join(pieces)
    return Scalar(start, end, column, value, first, None, None)


def literal(lines: list[str], number: int, outer: int, chomping: str) -> tuple[str | None, int]:
    """Read a literal block scalar whose lines begin with line `number`; return its value and the number behind it.

    `outer` is the column of the collection that holds it. The value is None in doubt.
    """
    taken: list[str] = []
    indent = 0
    while number < len(lines) - 1:
        line = lines[number]
        content = line.lstrip(" ")
        if not indent:
            if content:
                indent = len(line) - len(content)
                if indent <= outer:
                    return None, number
            elif line:
                return None, number
        elif content and len(line) - len(content) < indent:
            break
        taken.append(line[indent:])
        number += 1
    else:
        if lines[number:] != [""]:
            return None, number  # the last line has no line feed
    if not indent:
        return None, number
    value = "\n".join(taken) + "\n"
    if chomping != "+":
        value = value.rstrip("\n") + ("" if chomping else "\n")
    return value, number


def lines_of(text: str) -> list[str] | None:
    """Return the lines of a text that may be in this style and may begin with a `---` line; None for any other.

    Joined by line feeds they have the text's length.
    """
    if not text.isascii() or not text.replace("\n", "").isprintable():
        return None
    lines = text.split("\n")
    if lines[0].startswith("---"):
        if not is_rest(lines[0], 3):
            return None
        lines[0] = " " * len(lines[0])
    return lines
