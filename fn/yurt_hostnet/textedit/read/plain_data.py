"""Read the plain data of an object in the plain style without a tree; see `plain`.

The loop is that of `plain.read`, written out again because it is the hottest of all; tests hold the two together.
"""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import MAX_DEPTH
from yurt_hostnet.textedit.read.plain_line import BLANK, FLOW, LITERAL, VALUE, known_line, line_of, lines_of, literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_data(text: str) -> dict[str, Any] | None:
    """Return what a block mapping in this style means to Kubernetes, as `values.Reader` reads the tree of `read`.

    None for any other text, for a key that stands twice, and for keys that are no plain words, such as `true`.
    """
    lines = lines_of(text)
    if lines is None:
        return None
    root: dict[str, Any] | None = None
    stack: list[tuple[int, Any]] = []  # the collections around the one that is being read: column and data
    at = -1  # the column of the one that is
    data: Any = None
    waits: str | None = None  # the key whose value is yet to come, _DASH in a list
    number = 0
    while number < len(lines):
        content = lines[number]
        line = known_line(content) or line_of(content)
        if line is None:
            return None
        number += 1
        if line is BLANK:
            continue
        column, dashes, name, kind = line.column, line.dashes, line.name, line.kind
        while column < at:
            if waits is not None:
                _add(data, waits, None)
                waits = None
            at, data = stack.pop()
        if column == at and not dashes and type(data) is list:
            if waits is not None:
                data.append(None)
                waits = None
            at, data = stack.pop()
            if column != at:
                return None
        if column == at and not dashes:
            if name is None:
                return None
            if waits is not None:
                data[waits] = None
            if name in data:
                return None
            if kind == VALUE:  # most lines
                data[name] = line.data
                waits = None
                continue
        else:
            opens = column > at or type(data) is dict
            if opens and (waits is None if root is not None else bool(dashes) or name is None):
                return None
            for dash in dashes:
                if opens:
                    stack.append((at, data))
                    at, data = dash, _add(data, waits, [])
                elif waits is not None:
                    data.append(None)
                waits = _DASH
                opens = True
            if name is not None:
                stack.append((at, data))
                at, data = line.key.column, _add(data, waits, {})  # type: ignore[union-attr]  # it has a name
                root = data if root is None else root
            elif line.key is not None:
                return None
        if name is not None:
            waits = name
        if len(stack) > MAX_DEPTH:
            return None
        if kind == VALUE:
            _add(data, waits, line.data)
        elif kind == FLOW:
            if content.count("[") + content.count("{") + len(stack) > MAX_DEPTH:
                return None
            from yurt_hostnet.textedit.read.plain_flow import flow_data, read_flow

            flow = read_flow(content[line.at :], 0, 0)
            try:
                _add(data, waits, flow_data(flow))
            except KeyError:
                return None
        elif kind == LITERAL:
            value, number = literal(lines, number, at, line.data)
            if value is None:
                return None
            _add(data, waits, value)
        else:
            continue
        waits = None
    while stack:
        if waits is not None:
            _add(data, waits, None)
            waits = None
        at, data = stack.pop()
    return root


_DASH = ""
"""What waits in a list."""


def _add(data: Any, waits: str | None, value: Any) -> Any:
    """Put a value behind the waiting key or dash of `data`, None for the root; return it."""
    if type(data) is list:
        data.append(value)
    elif data is not None:
        data[waits] = value
    return value
