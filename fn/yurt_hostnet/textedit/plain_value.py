"""Values that stand on one line in the plain style: scalars and flow collections; see `plain`."""

from __future__ import annotations

from yurt_hostnet.textedit.nodes import MAX_DEPTH, Mapping, Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.nodes import Node

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./$")
KEY = LETTERS | {"-"}
_PLAIN_FIRST = LETTERS | frozenset("()+^~=;<\\")
_WORD = KEY | {"="}  # in flow collections
_ESCAPED = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "t": "\t"}


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


def is_rest(text: str, start: int, end: int) -> bool:
    """Tell whether nothing follows on a line but spaces and a comment behind one of them."""
    rest = text[start:end].rstrip("\n")
    content = rest.lstrip(" ")
    return not content or (content[0] == "#" and len(content) < len(rest))


def one_line(content: str, start: int, column: int) -> Node | None:
    """Read a one-line value that `content`, the rest of its line, begins with; None if in doubt."""
    first = content[0]
    if first in "\"'":
        end = _quote_end(content, 0)
        if end == 0 or not is_rest(content, end, len(content)):
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
            if after == "v" or (in_mapping and after != ":") or len(stack) > MAX_DEPTH:
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
                return top.node if is_rest(content, position, len(content)) else None
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
