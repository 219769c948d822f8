"""Read the plain style that nearly all manifests are written in, without PyYAML, or say that it is another.

Block mappings and sequences, keys and one-line scalars that are plain or quoted without escapes,
literal block scalars, one-line flow collections of such scalars, comments. All in printable ASCII.
For text in this style the tree is exactly that of `events`, and the data that of `values`, which tests
hold over the corpus, random documents and the YAML test suite; for anything else the answer is None,
never a guess. It is many times faster, and a run that meets no other style never imports PyYAML.
"""

from __future__ import annotations

from yurt_hostnet.textedit.nodes import MAX_DEPTH, Mapping, Scalar, Sequence
from yurt_hostnet.textedit.plain_line import BLANK, FLOW, NOTHING, VALUE, Open, is_rest, known_line, line_of
from yurt_hostnet.textedit.plain_line import one_line as _one_line
from yurt_hostnet.textedit.values import is_word, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.nodes import Node

_EMPTY_LINES = "\n" * 1024  # krm puts one for each line of a list's items, which it reads apart

EMPTY = Scalar(0, 0, 0, "", "", None, None)
"""What `read` returns for text that holds nothing but comments."""


def read(text: str) -> Mapping | Sequence | Scalar | None:
    """Return the root node of `text`, EMPTY if there is none, None if it holds anything but this module's style.

    The text is one document, with or without a `---` line in front.
    """
    lines = _lines(text)
    if lines is None:
        return None
    stack: list[Open] = []
    root: Mapping | Sequence | None = None
    number = position = 0  # of the next line: which it is, and where in the text it begins
    while number < len(lines):
        content = lines[number]
        line = known_line(content) or line_of(content)
        if line is None:
            return None
        start = position
        position += len(content) + 1
        number += 1
        if line is BLANK:
            continue
        column = line.column
        while stack and stack[-1].column > column:
            stack.pop().close()
        top = stack[-1] if stack else None
        if top is not None and top.column == column and not line.dashes and isinstance(top.node, Sequence):
            stack.pop().close()  # a list at the column of its key ends where the next key stands
            top = stack[-1] if stack else None
            if top is None or top.column != column:
                return None
        opens = top is None or top.column < column or (bool(line.dashes) and isinstance(top.node, Mapping))
        if opens and (root is not None if top is None else top.waits < 0):
            return None
        for dash in line.dashes:
            if opens or top is None:
                top = _open(stack, top, Sequence(start + dash, dash, False, None, None), dash)
                root = root or top.node
            top.settle()
            top.waits, top.waits_column = start + dash + 1, dash + 1
            opens = True
        key = line.key
        if key is not None:
            if opens:
                top = _open(stack, top, Mapping(start + key.start, key.column, False, None, None), key.column)
                root = root or top.node
            if top is None:
                return None
            top.settle()
            top.key = _moved(key, start)
            top.waits, top.waits_column = start + line.waits, line.waits
        elif line.kind != NOTHING and (top is None or not opens):
            return None
        if len(stack) > MAX_DEPTH:
            return None
        if line.kind == NOTHING or top is None:
            continue
        node: Node | None
        if line.kind == VALUE:
            node = _moved(line.node, start)  # type: ignore[arg-type]  # a scalar
        elif line.kind == FLOW:
            if content.count("[") + content.count("{") + len(stack) > MAX_DEPTH:
                return None
            node = _one_line(content[line.at :], start + line.at, line.at)
        else:
            value, behind = _literal(lines, number, top.column, line.data)
            if value is None:
                return None
            position += sum(map(len, lines[number:behind])) + behind - number
            number = behind
            node = Scalar(start + line.at, position, line.at, value, "|", None, None)
        if node is None:
            return None
        top.add(node)
    while stack:
        stack.pop().close()
    return root or EMPTY


def read_data(text: str) -> dict[str, Any] | None:
    """Return what a block mapping in this style means to Kubernetes, as `values.Reader` reads the tree of `read`.

    None for any other text, for a key that stands twice, and for keys that are no plain words, such as `true`.
    """
    lines = _lines(text)
    if lines is None:
        return None
    stack: list[_OpenData] = []
    root: dict[str, Any] | None = None
    number = 0
    while number < len(lines):
        content = lines[number]
        line = known_line(content) or line_of(content)
        if line is None:
            return None
        number += 1
        if line is BLANK:
            continue
        column = line.column
        while stack and stack[-1].column > column:
            stack.pop().settle()
        top = stack[-1] if stack else None
        if top is not None and top.column == column and not line.dashes and type(top.data) is list:
            stack.pop().settle()
            top = stack[-1] if stack else None
            if top is None or top.column != column:
                return None
        opens = top is None or top.column < column or (bool(line.dashes) and type(top.data) is dict)
        if top is None:
            if root is not None or line.dashes or line.name is None:
                return None
        elif opens and top.waits is None:
            return None
        for dash in line.dashes:
            if opens or top is None:
                top = _OpenData([], dash, top)
                stack.append(top)
            top.settle()
            top.waits = _DASH
            opens = True
        name = line.name
        if name is not None:
            if opens:
                top = _OpenData({}, line.key.column, top)  # type: ignore[union-attr]  # it has a name
                stack.append(top)
                root = top.data if root is None else root
            if top is None:
                return None
            top.settle()
            if name in top.data:
                return None
            top.waits = name
        elif line.key is not None or (line.kind != NOTHING and not opens):
            return None
        if len(stack) > MAX_DEPTH:
            return None
        if line.kind == NOTHING or top is None:
            continue
        if line.kind == VALUE:
            top.add(line.data)
        elif line.kind == FLOW:
            if content.count("[") + content.count("{") + len(stack) > MAX_DEPTH:
                return None
            try:
                top.add(_flow_data(line.node))
            except KeyError:
                return None
        else:
            value, number = _literal(lines, number, top.column, line.data)
            if value is None:
                return None
            top.add(value)
    while stack:
        stack.pop().settle()
    return root


_DASH = ""
"""What waits in a list."""


class _OpenData:
    """Data that is being read, its column, and the key whose value is yet to come, _DASH in a list; else None."""

    __slots__ = ("column", "data", "waits")

    def __init__(self, data: Any, column: int, top: _OpenData | None) -> None:
        if top is not None:
            top.add(data)
        self.data = data
        self.column = column
        self.waits: str | None = None

    def add(self, value: Any) -> None:
        """Put a value behind the waiting key or dash."""
        if type(self.data) is list:
            self.data.append(value)
        else:
            self.data[self.waits] = value
        self.waits = None

    def settle(self) -> None:
        """Give what waits an empty value."""
        if self.waits is not None:
            self.add(None)


def _lines(text: str) -> list[str] | None:
    """Return the lines of a text that may be in this style and may begin with a `---` line; None for any other.

    Joined by line feeds they are the text. Empty lines without number count as one that holds line feeds.
    """
    if not text.isascii() or not text.replace("\n", "").isprintable():
        return None
    gap = text.find(_EMPTY_LINES)
    if gap < 0:
        lines = text.split("\n")
    else:
        rest = text[gap:].lstrip("\n")
        lines = [*text[:gap].split("\n"), "\n" * (len(text) - gap - len(rest) - 2), *rest.split("\n")]
    if lines[0].startswith("---"):
        if not is_rest(lines[0], 3):
            return None
        lines[0] = " " * len(lines[0])
    return lines


def _open(stack: list[Open], top: Open | None, node: Mapping | Sequence, column: int) -> Open:
    """Make a block collection the value of what waits in `top`, and open it."""
    if top is not None:
        top.add(node)
    new = Open(node, column)
    stack.append(new)
    return new


def _moved(node: Scalar, by: int) -> Scalar:
    """Return a new scalar as `node` that begins `by` characters further on."""
    return Scalar(by + node.start, by + node.end, node.column, node.value, node.style, None, None)


def _flow_data(node: Node | None) -> Any:
    """Return the plain data of a flow collection. Raises KeyError for keys that `read_data` does not read."""
    if isinstance(node, Scalar):
        return node.value if node.style else resolve(node.value)
    if isinstance(node, Sequence):
        return [_flow_data(item) for item in node.items]
    data: dict[str, Any] = {}
    for key, value in node.pairs:  # type: ignore[union-attr]  # this style has no aliases
        name: str = key.value  # type: ignore[union-attr]  # nor keys that are no scalars
        if name in data or not (key.style or is_word(name)):  # type: ignore[union-attr]
            raise KeyError(name)
        data[name] = _flow_data(value)
    return data


def _literal(lines: list[str], number: int, outer: int, chomping: str) -> tuple[str | None, int]:
    """Read a literal block scalar whose lines begin with line `number`; return its value and the number behind it.

    `outer` is the column of the collection that holds it. The value is None in doubt.
    """
    taken: list[str] = []
    indent = -1
    while number < len(lines) - 1:
        line = lines[number]
        content = line.lstrip(" ")
        if content[:1] == "\n":
            return None, number  # empty lines without number
        if indent < 0:
            if content:
                indent = len(line) - len(content)
                if indent <= outer:
                    return None, number
            elif line:
                return None, number
        elif content and len(line) - len(content) < indent:
            break
        taken.append(line[indent:] if indent >= 0 else "")
        number += 1
    else:
        if lines[number:] != [""]:
            return None, number  # the last line has no line feed
    if indent < 0:
        return None, number
    value = "\n".join(taken) + "\n"
    if chomping != "+":
        value = value.rstrip("\n") + ("" if chomping else "\n")
    return value, number
