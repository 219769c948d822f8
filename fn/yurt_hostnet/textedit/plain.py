"""Read the plain style that nearly all manifests are written in, without PyYAML, or say that it is another.

Block mappings and sequences, keys and one-line scalars that are plain or quoted without escapes,
literal block scalars, one-line flow collections of such scalars, comments. All in printable ASCII.
For text in this style the tree is exactly that of `events`, which tests hold over the corpus, random
documents and the YAML test suite; for anything else the answer is None, never a guess. It is several
times faster, and a run that meets no other style never imports PyYAML.
"""

from __future__ import annotations

import re

from yurt_hostnet.textedit.nodes import MAX_DEPTH, Mapping, Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.nodes import Node

_PLAIN = r"(?:[A-Za-z0-9_./$()+^~=;<\\]|-(?=[^ \n]))(?:[^ :\n]|:(?=[^ \n])| +(?=[^ #\n]))*"
_QUOTED = r"\"(?:[^\"\\\n]|\\[\"\\/nt])*\"|'[^'\n]*'"
_KEY = r"\"[^\"\\\n]{0,500}\"|'[^'\n]{0,500}'|[A-Za-z0-9_./$][A-Za-z0-9_./$-]{0,500}"
_REST = r" *(?:(?<= )#[^\n]*)?(?:\n|\Z)"
_LINE = re.compile(
    r"( *)"  # 1 indentation
    r"((?:-(?: +|(?=\n|\Z)))*)"  # 2 dashes
    rf"(?:({_KEY}):(?=[ \n]|\Z))?"  # 3 key
    r" *"
    rf"({_QUOTED}|{_PLAIN}|\[[^\n]*\]|\{{[^\n]*\}}|\|[-+]?)?"  # 4 value
    rf"{_REST}"
)
_SKIP = re.compile(r"[ \n]*(?:#[^\n]*(?:\n[ \n]*|\Z))*")
_FLOW_TOKEN = (
    r" *(?:([\[\]{},])"
    rf"|({_QUOTED})(:)?"
    r"|((?:[A-Za-z0-9_./$]|-(?=[A-Za-z0-9_./$-]))[A-Za-z0-9_./$=-]*)(:(?= ))?)"
)
_ESCAPE = r"\\(.)"
_ESCAPED = {"n": "\n", "t": "\t"}

EMPTY = Scalar(0, 0, 0, "", "", None, None)
"""What `read` returns for text that holds nothing but comments."""


class _Open:
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


def read(text: str) -> Mapping | Sequence | Scalar | None:
    """Return the root node of `text`, EMPTY if there is none, None if it holds anything but this module's style.

    The text is one document, with or without a `---` line in front.
    """
    if not text.isascii() or not text.replace("\n", "").isprintable():
        return None
    marker = re.match(rf"---{_REST}", text) if text.startswith("---") else None
    position = marker.end() if marker else 0
    size = len(text)
    stack: list[_Open] = []
    root: Mapping | Sequence | None = None
    while True:
        end = _SKIP.match(text, position).end()  # type: ignore[union-attr]  # it matches nothing, too
        if end >= size:
            break
        position = max(text.rfind("\n", position, end) + 1, position)
        match = _LINE.match(text, position)
        if match is None:
            return None
        spaces, dashes, key, value = match.groups()
        column = len(spaces)
        while stack and stack[-1].column > column:
            stack.pop().close()
        top = stack[-1] if stack else None
        if top is not None and top.column == column and not dashes and isinstance(top.node, Sequence):
            stack.pop().close()  # a list at the column of its key ends where the next key stands
            top = stack[-1] if stack else None
            if top is None or top.column != column:
                return None
        if top is None or top.column < column or (dashes and isinstance(top.node, Mapping)):
            if (root is not None or not (dashes or key)) if top is None else top.waits < 0:
                return None
            if dashes or key or top is None:
                top = _open(stack, top, position + column, column, dashed=bool(dashes))
                root = root or top.node
        if dashes:
            top = _dashes(stack, top, position, column, dashes)
        if key:
            start, end = match.span(3)
            if dashes:
                top = _open(stack, top, start, start - position, dashed=False)
            top.settle()
            top.key = _scalar(key, start, start - position)
            top.waits, top.waits_column = end + 1, end + 1 - position
        elif not dashes and not (value and top.waits >= 0 and top.column < column):
            return None
        if len(stack) > MAX_DEPTH:
            return None
        position = match.end()
        if value:
            start, end = match.span(4)
            node: Node | None
            if value[0] == "|":
                node, position = _literal(text, value, start, start - match.start(), position, top.column)
            elif value[0] in "[{":
                node = _flow(text, start, end, match.start(), MAX_DEPTH - len(stack))
            else:
                node = _scalar(value, start, start - match.start())
            if node is None:
                return None
            top.add(node)
    while stack:
        stack.pop().close()
    return root or EMPTY


def _open(stack: list[_Open], top: _Open | None, start: int, column: int, *, dashed: bool) -> _Open:
    """Open the block collection that begins at `start` as the value of what waits in `top`."""
    node: Mapping | Sequence = (Sequence if dashed else Mapping)(start, column, False, None, None)
    if top is not None:
        top.add(node)
    new = _Open(node, column)
    stack.append(new)
    return new


def _dashes(stack: list[_Open], top: _Open, line: int, column: int, dashes: str) -> _Open:
    """Begin an item for each dash of a line, and a list for each dash behind another; return the innermost list."""
    place = 0
    while True:
        top.settle()
        top.waits, top.waits_column = line + column + place + 1, column + place + 1
        place = dashes.find("-", place + 1)
        if place < 0:
            return top
        top = _open(stack, top, line + column + place, column + place, dashed=True)


def _scalar(token: str, start: int, column: int) -> Scalar:
    if token[0] in "\"'":
        if "\\" in token and token[0] == '"':
            value = re.sub(_ESCAPE, lambda escape: _ESCAPED.get(escape[1], escape[1]), token[1:-1])
            return Scalar(start, start + len(token), column, value, '"', None, None)
        return Scalar(start, start + len(token), column, token[1:-1], token[0], None, None)
    return Scalar(start, start + len(token), column, token, "", None, None)


def _literal(text: str, header: str, start: int, column: int, position: int, outer: int) -> tuple[Scalar | None, int]:
    """Read the lines of a literal block scalar from `position`; return its node, None if in doubt, and where it ends.

    `outer` is the column of the collection that holds it.
    """
    lines: list[str] = []
    indent = -1
    while position < len(text):
        end = text.find("\n", position)
        if end < 0:
            return None, position
        line = text[position:end]
        content = line.lstrip(" ")
        if indent < 0:
            if content:
                indent = len(line) - len(content)
                if indent <= outer:
                    return None, position
            elif line:
                return None, position
        elif content and len(line) - len(content) < indent:
            break
        lines.append(line[indent:] if indent >= 0 else "")
        position = end + 1
    if indent < 0:
        return None, position
    value = "\n".join(lines) + "\n"
    if header[1:] != "+":
        value = value.rstrip("\n") + ("" if header[1:] else "\n")
    return Scalar(start, position, column, value, "|", None, None), position


def _flow(text: str, start: int, end: int, line: int, levels: int) -> Node | None:
    """Read a flow collection that takes exactly `start` to `end`, None if in doubt or deeper than `levels`.

    `line` is where its line begins.
    """
    token_pattern = re.compile(_FLOW_TOKEN)
    stack: list[_Open] = []
    position = start
    after = "["  # the last token: an opening bracket, a comma, a colon or a value
    while True:
        match = token_pattern.match(text, position, end)
        if match is None:
            return None
        bracket, quoted, quoted_colon, word, word_colon = match.groups()
        token, colon = quoted or word, quoted_colon or word_colon
        position = match.end()
        at = match.start(1 if bracket else 2 if quoted else 4)
        top = stack[-1] if stack else None
        if bracket and bracket in "[{":
            if (
                len(stack) >= levels
                or after == "v"
                or (top is not None and isinstance(top.node, Mapping) and after != ":")
            ):
                return None
            new = (Mapping if bracket == "{" else Sequence)(at, at - line, True, None, None)
            stack.append(_Open(new, at - line))
            after = bracket
        elif bracket == ",":
            if after != "v":
                return None
            after = ","
        elif bracket:
            if top is None or after == ":" or isinstance(top.node, Mapping) != (bracket == "}"):
                return None
            top.node.end = position
            stack.pop()
            if not stack:
                return top.node if position == end else None
            stack[-1].add(top.node)
            after = "v"
        else:
            if top is None or after == "v" or (isinstance(top.node, Mapping) and after != ":") != bool(colon):
                return None
            scalar = _scalar(token, at, at - line)
            if colon:
                top.key = scalar
                after = ":"
            else:
                top.add(scalar)
                after = "v"
