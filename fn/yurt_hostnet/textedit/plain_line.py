"""What one line in the plain style holds, told from the line alone; see `plain`."""

from __future__ import annotations

from sys import intern

from yurt_hostnet.textedit.nodes import Mapping, Scalar, Sequence
from yurt_hostnet.textedit.values import is_word, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.nodes import Node

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./$")
KEY = LETTERS | {"-"}
_PLAIN_FIRST = LETTERS | frozenset("()+^~=;<\\")
_WORD = KEY | {"="}  # in flow collections
_ESCAPED = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t"}

_LONGEST_KEY = 500  # libyaml looks no further than 1,024 characters for the colon of a key

NOTHING, VALUE, FLOW, LITERAL = range(4)
"""What ends a line: no value, a scalar, a flow collection, or the header of a literal block scalar."""


class Line:
    """A line with something on it. Its nodes count from the line's start.

    `column`: where its first dash or key or its value begins; `dashes`: the columns of its dashes; `key`: its key's
    node, None without one; `name`: the key as plain data, None where that takes more than a look; `waits`: where the
    value of its key or last dash would be if it is empty; `kind`: what ends it; `at`: where that begins, the line's end
    if it is NOTHING; `node`: the value's node, None for NOTHING and LITERAL; `data`: of a VALUE its plain
    data, of a LITERAL its chomping indicator.
    """

    __slots__ = ("at", "column", "dashes", "data", "key", "kind", "name", "node", "waits")

    def __init__(self, column: int, dashes: list[int]) -> None:
        self.column = column
        self.dashes = dashes
        self.key: Scalar | None = None
        self.name: str | None = None
        self.waits = dashes[-1] + 1 if dashes else -1
        self.kind = NOTHING
        self.at = 0
        self.node: Node | None = None
        self.data: Any = None


BLANK = Line(0, [])
"""Any line that holds nothing but a comment."""

_KNOWN: dict[str, Line] = {}
_MOST = 4096  # lines that are remembered
_LONGEST = 160  # characters of a line that is


def line_of(text: str) -> Line | None:
    """Return what a line of printable ASCII holds, None in doubt.

    Lines are remembered, since one object of a package repeats most lines of another. The result is shared.
    """
    line = _classify(text)
    if line is not None and len(text) <= _LONGEST:
        if len(_KNOWN) >= _MOST:
            _KNOWN.clear()
        _KNOWN[text] = line
    return line


known_line = _KNOWN.get


def _classify(text: str) -> Line | None:
    content = text.lstrip(" \n")
    if not content or content[0] == "#":
        return BLANK
    size = len(text)
    at = column = size - len(content)
    dashes: list[int] = []
    while content[:1] == "-" and content[1:2] in ("", " "):
        dashes.append(at)
        content = content[1:].lstrip(" ")
        at = size - len(content)
    line = Line(column, dashes)
    colon = _key_end(content) if content else 0
    if colon:
        key = line.key = scalar_of(content[:colon], at, at)
        if key is not None and (key.style or is_word(key.value)):
            line.name = intern(key.value)
        line.waits = at + colon + 1
        content = content[colon + 1 :].lstrip(" ")
        at = size - len(content)
    line.at = at
    if not content or content[0] == "#":
        return line
    if content[0] == "|":
        line.kind = LITERAL
        line.data = content[1:2] if content[1:2] in ("-", "+") else ""
        return line if is_rest(content, 1 + len(line.data)) else None
    node = line.node = one_line(content, at, at)
    if node is None:
        return None
    if isinstance(node, Scalar):
        line.kind = VALUE
        line.data = node.value if node.style else resolve(node.value)
    else:
        line.kind = FLOW
    return line


def _key_end(content: str) -> int:
    """Return where the colon of a key stands that `content` begins with, 0 if it begins with none."""
    first = content[0]
    if first in "\"'":
        end = content.find(first, 1) + 1
        if end == 0 or content[end : end + 1] != ":" or content[end + 1 : end + 2] not in ("", " "):
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


class Open:
    """A collection that is being read: its node and column, the key that waits for a value, and where that would be.

    `waits` is -1 while nothing waits.
    """

    __slots__ = ("column", "key", "node", "waits", "waits_column")

    def __init__(self, node: Mapping | Sequence, column: int) -> None:
        self.node = node
        self.column = column
        self.key: Scalar | None = None
        self.waits = -1
        self.waits_column = 0

    def add(self, value: Node) -> None:
        """Put a value behind the waiting key or dash."""
        if self.key is None:
            self.node.items.append(value)  # type: ignore[union-attr]  # only mappings have keys
        else:
            self.node.pairs.append((self.key, value))  # type: ignore[union-attr]
            self.key = None
        self.waits = -1

    def settle(self) -> None:
        """Give what waits an empty value."""
        if self.waits >= 0:
            self.add(Scalar(self.waits, self.waits, self.waits_column, "", "", None, None))

    def close(self) -> None:
        """Set the node's end."""
        self.settle()
        node = self.node
        if isinstance(node, Mapping):
            node.end = node.pairs[-1][1].end
        else:
            node.end = max(node.items[-1].end, node.start)


def one_line(content: str, start: int, column: int) -> Node | None:
    """Read a one-line value that `content`, the rest of its line, begins with; None if in doubt."""
    first = content[0]
    if first in "\"'":
        end = _quote_end(content, 0)
        if end == 0 or not is_rest(content, end):
            return None
        return scalar_of(content[:end], start, column)
    if first in "[{":
        return _flow(content, start, column)
    if first not in _PLAIN_FIRST and not (first == "-" and content[1:2] not in ("", " ")):
        return None
    if "#" in content:
        content = content.partition(" #")[0]
    content = content.rstrip(" ")
    if content[-1] == ":" or ": " in content:
        return None
    return Scalar(start, start + len(content), column, content, "", None, None)


def _quote_end(text: str, start: int) -> int:
    """Return where the quoted scalar that begins at `start` ends, behind its quote; 0 if in doubt."""
    quote = text[start]
    end = text.find(quote, start + 1)
    if quote == '"':
        while end > 0 and text[end - 1] == "\\":
            behind = text[start:end].rstrip("\\")
            if (end - start - len(behind)) % 2 == 0:
                break
            end = text.find('"', end + 1)
    elif text[end + 1 : end + 2] == "'":
        return 0
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
        value = parts[0]
        rest = iter(parts[1:])
        for part in rest:
            if part:
                if part[0] not in _ESCAPED:
                    return None
                value += _ESCAPED[part[0]] + part[1:]
            else:
                value += "\\" + next(rest, "")
    return Scalar(start, end, column, value, first, None, None)


def _flow(content: str, start: int, column: int) -> Node | None:
    """Read a flow collection that `content`, the rest of its line, begins with; None if in doubt."""
    stack: list[Open] = []
    position = 0
    after = "["  # the last token: an opening bracket, a comma, a colon or, as "v", a value
    while True:
        while content[position : position + 1] == " ":
            position += 1
        sign = content[position : position + 1]
        top = stack[-1] if stack else None
        in_mapping = top is not None and isinstance(top.node, Mapping)
        at = position
        if sign and sign in "[{":
            if after == "v" or (in_mapping and after != ":"):
                return None
            new = (Mapping if sign == "{" else Sequence)(start + at, column + at, True, None, None)
            stack.append(Open(new, column + at))
            position += 1
            after = sign
        elif top is None:
            return None
        elif sign == ",":
            if after != "v":
                return None
            position += 1
            after = ","
        elif sign and sign in "]}":
            if after == ":" or in_mapping != (sign == "}"):
                return None
            position += 1
            top.node.end = start + position
            stack.pop()
            if not stack:
                return top.node if is_rest(content, position) else None
            stack[-1].add(top.node)
            after = "v"
        else:
            position, adjacent = _token_end(content, position)
            colon = content[position : position + 1] == ":"
            if position == 0 or after == "v" or (in_mapping and after != ":") != colon:
                return None
            scalar = scalar_of(content[at:position], start + at, column + at)
            if scalar is None:
                return None
            if colon:
                position += 1
                if not adjacent and content[position : position + 1] != " ":
                    return None
                top.key = scalar
                after = ":"
            else:
                top.add(scalar)
                after = "v"


def _token_end(content: str, start: int) -> tuple[int, bool]:
    """Return where a scalar in a flow collection ends, 0 if in doubt, and whether its colon needs no space."""
    first = content[start : start + 1]
    if first and first in "\"'":
        return _quote_end(content, start), True
    if first not in LETTERS and not (first == "-" and content[start + 1 : start + 2] in KEY):
        return 0, False
    end = start + 1
    while content[end : end + 1] in _WORD and end < len(content):
        end += 1
    return end, False
