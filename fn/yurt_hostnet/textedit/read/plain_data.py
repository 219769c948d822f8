"""Read the plain data of an object in the plain style without a tree; see `plain`. The hottest loop of all."""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import MAX_DEPTH
from yurt_hostnet.textedit.read.plain_line import (
    BLANK,
    FLOW,
    LITERAL,
    NOTHING,
    VALUE,
    known_line,
    line_of,
    lines_of,
    literal,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Places: TypeAlias = dict[int, tuple[int, int]]


def read_data(text: str) -> dict[str, Any] | None:
    """Return what a block mapping in this style means to Kubernetes, as `values.Reader` reads the tree of `read`.

    None for any other text, for a key that stands twice, and for keys that are no plain words, such as `true`.
    """
    found = read_places(text)
    return found[0] if found is not None and type(found[0]) is dict else None


def read_places(text: str, depth: int = 0) -> tuple[Any, Places] | None:
    """Return what a block collection in this style means, and where each block collection in it begins.

    None for any other text, as `read_data`. Places are by `id` of the collection's data: its place (see
    `plain_line`) and the 0-based number of its first line. `depth` counts the collections around the text.
    """
    lines = lines_of(text)
    if lines is None:
        return None
    places: Places = {}
    top: list[Any] = [None]
    stack: list[tuple[int, Any]] = []  # the collections around the one that is being read: place and data
    data: Any = top  # the one that is; its last entry is null until there is more
    at = -1  # its place
    new: Any
    waits: Any = -1  # the key of an entry whose value may yet come, -1 in a list; None while no value may
    number = behind = 0  # of the lines read so far, and of those that a literal takes
    for line in map(known_line, lines):
        number += 1
        if line is None:
            if number <= behind:
                continue
            line = line_of(lines[number - 1])  # noqa: PLW2901
            if line is None:
                return None
        if line is BLANK or number <= behind:
            continue
        place, name, kind, value, dashes, inner = line.row  # type: ignore[misc]  # only blank lines have none
        while place < at:
            at, data = stack.pop()
            waits = None
        if place == at and not dashes:
            if name is None or name in data:
                return None
            data[name] = value
            if kind == VALUE:  # most lines
                waits = None
                continue
        else:
            if place > at and waits is None:
                return None
            for dash in dashes:
                if dash == at:
                    data.append(None)
                else:
                    stack.append((at, data))
                    data[waits] = new = [None]
                    at, data = dash, new
                    places[id(new)] = (dash, number - 1)
                waits = -1
            if name is not None:
                stack.append((at, data))
                data[waits] = new = {name: value}
                at, data = inner, new
                places[id(new)] = (inner, number - 1)
            if len(stack) + depth > MAX_DEPTH:
                return None
        if name is not None:
            waits = name
        if kind == VALUE:
            data[waits] = value
        elif kind == FLOW:
            content = lines[number - 1]
            if content.count("[") + content.count("{") + len(stack) + depth > MAX_DEPTH:
                return None
            if line.data is None:
                from yurt_hostnet.textedit.read.plain_flow import flow_data, read_flow

                try:
                    line.data = flow_data(read_flow(content[line.at :], 0, 0))
                except KeyError:
                    return None
            data[waits] = line.data  # shared by objects, as all plain data may be
        elif kind == LITERAL:
            data[waits], behind = literal(lines, number, at >> 1, value)
            if data[waits] is None:
                return None
        elif kind == NOTHING:
            continue
        else:
            return None
        waits = None
    root = top[0]
    return None if id(root) not in places else (root, places)
