"""Read the plain style that nearly all manifests are written in, without PyYAML, or say that it is another.

Block mappings and sequences, keys and one-line scalars that are plain or quoted without escapes,
literal block scalars, one-line flow collections of such scalars, comments. All in printable ASCII.
For text in this style the tree is exactly that of `events`, and the data that of `values`, which tests
hold over the corpus, random documents and the YAML test suite; for anything else the answer is None,
never a guess. It is many times faster, and a run that meets no other style never imports PyYAML.
"""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import MAX_DEPTH, Mapping, Scalar, Sequence
from yurt_hostnet.textedit.read.plain_line import (
    BLANK,
    FLOW,
    LITERAL,
    VALUE,
    known_line,
    line_of,
    lines_of,
    literal,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.read.nodes import Node

EMPTY = Scalar(0, 0, 0, "", "", None, None)
"""What `read` returns for text that holds nothing but comments."""


def read(text: str) -> Mapping | Sequence | Scalar | None:
    """Return the root node of `text`, EMPTY if there is none, None if it holds anything but this module's style.

    The text is one document, with or without a `---` line in front.
    """
    lines = lines_of(text)
    if lines is None:
        return None
    root: Mapping | Sequence | None = None
    stack: list[tuple[int, Mapping | Sequence | None]] = []  # the collections around the one that is being read
    at = -1  # the column of the one that is
    node: Mapping | Sequence | None = None
    key: Scalar | None = None
    waits = waits_column = 0  # where the value of `key` or the last dash would be; 0 while none is missing
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
        column, dashes, kind = line.column, line.dashes, line.kind
        while column < at:
            if waits:
                _append(node, key, Scalar(waits, waits, waits_column, "", "", None, None))
                waits = 0
            at, node = _close(stack, node)
        if column == at and not dashes and type(node) is Sequence:
            if waits:
                node.items.append(Scalar(waits, waits, waits_column, "", "", None, None))
                waits = 0
            at, node = _close(stack, node)  # a list at the column of its key ends where the next key stands
            if column != at:
                return None
        named = line.key
        if column == at and not dashes:
            if named is None:
                return None
            if waits:
                _append(node, key, Scalar(waits, waits, waits_column, "", "", None, None))
        else:
            opens = column > at or type(node) is Mapping
            if opens and (not waits if root is not None else named is None and not dashes):
                return None
            for dash in dashes:
                if opens:
                    stack.append((at, node))
                    at, node = dash, _append(node, key, Sequence(start + dash, dash, False, None, None))
                    root = node if root is None else root
                elif waits:
                    node.items.append(Scalar(waits, waits, waits_column, "", "", None, None))  # type: ignore[union-attr]
                waits, waits_column = start + dash + 1, dash + 1
                opens = True
            if named is not None:
                stack.append((at, node))
                at = named.column
                node = _append(node, key, Mapping(start + named.start, at, False, None, None))
                root = node if root is None else root
        if named is not None:
            key = Scalar(start + named.start, start + named.end, named.column, named.value, named.style, None, None)
            waits_column = named.end + 1
            waits = start + waits_column
        if len(stack) > MAX_DEPTH:
            return None
        value: Node | None = line.value
        if kind == VALUE:
            value = Scalar(start + value.start, start + value.end, value.column, value.value, value.style, None, None)  # type: ignore[union-attr]
        elif kind == FLOW:
            if content.count("[") + content.count("{") + len(stack) > MAX_DEPTH:
                return None
            from yurt_hostnet.textedit.read.plain_flow import read_flow

            value = read_flow(content[line.at :], start + line.at, line.at)
            if value is None:
                return None
        elif kind == LITERAL:
            text_of, behind = literal(lines, number, at, line.data)
            if text_of is None:
                return None
            position += sum(map(len, lines[number:behind])) + behind - number
            number = behind
            value = Scalar(start + line.at, position, line.at, text_of, "|", None, None)
        else:
            continue
        _append(node, key, value)
        waits = 0
    while stack:
        if waits:
            _append(node, key, Scalar(waits, waits, waits_column, "", "", None, None))
            waits = 0
        at, node = _close(stack, node)
    return root or EMPTY


def _append(node: Mapping | Sequence | None, key: Scalar | None, value: Any) -> Any:
    """Put a value behind the waiting key or dash of `node`, None for the root; return it."""
    if type(node) is Mapping:
        node.pairs.append((key, value))  # type: ignore[arg-type]  # a mapping has a key that waits
    elif node is not None:
        node.items.append(value)  # type: ignore[union-attr]
    return value


def _close(
    stack: list[tuple[int, Mapping | Sequence | None]], node: Mapping | Sequence | None
) -> tuple[int, Mapping | Sequence | None]:
    """Set the end of the collection that has been read, and return the column and node of the one around it."""
    if type(node) is Mapping:
        node.end = node.pairs[-1][1].end
    elif type(node) is Sequence:
        node.end = max(node.items[-1].end, node.start)
    return stack.pop()
