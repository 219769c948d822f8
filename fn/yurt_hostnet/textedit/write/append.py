"""Append to block collections of a text in the plain style, without a tree and without reading all of it again.

What `splice` would insert is inserted at the same place. The proof is one about the reader, `read_places`, which goes
from line to line and knows no more than the collections that are open and whether a value is awaited:

- The place is behind the last line of the collection, and the next line that is not blank or a comment, if any, has a
  lesser place than the collection: it closes it, and all in it, whatever stands in front of it. So the lines behind are
  read as they were.
- No line up to there closes the collection. So it is open where the new lines begin; the first has the collection's own
  place, and so closes what is in it and begins its next entry.
- The new lines, read by themselves, are one collection of that place which means just the new entries, no key of which
  the collection has.

Where one of these cannot be told, a block scalar at the end for one, the answer is None, and `change` splices and reads
all of it again.
"""

from __future__ import annotations

from yurt_hostnet.textedit.read.plain_data import read_places
from yurt_hostnet.textedit.read.plain_line import BLANK, LITERAL, known_line, line_of, literal
from yurt_hostnet.textedit.write.emit import Style, block_items, block_pairs
from yurt_hostnet.textedit.write.patch import Patch
from yurt_hostnet.textedit.write.same import same
from yurt_hostnet.textedit.write.splice_block import insert_behind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from yurt_hostnet.textedit.read.plain_data import Places
    from yurt_hostnet.textedit.write.splice import Change


def append(text: str, data: Any, places: Places, changes: Iterable[Change]) -> Patch | None:
    """Return what to insert into `text` to make `changes` in it, proved; None if that is not done here.

    `data` and `places` are what `read_places` returns of `text`; for `changes` see `splice`.
    """
    wanted: dict[int, tuple[list[Any], Any]] = {}  # by collection: it and those around it, innermost first; entries
    for path, value in changes:
        above = [data]
        for step in path[:-1]:
            inner = above[0]
            known = type(inner) is dict or (type(inner) is list and type(step) is int and 0 <= step < len(inner))
            if not known or (type(inner) is dict and step not in inner):
                return None
            above.insert(0, inner[step])
        node, last = above[0], path[-1]
        if id(node) not in places:
            return None
        entries = wanted.setdefault(id(node), (above, type(node)()))[1]
        if type(node) is dict and type(last) is str and last not in node:
            entries[last] = value
        elif type(node) is list and last == "-":
            entries.append(value)
        else:
            return None
    patch, neighbours = Patch(text), _Neighbours(places)
    lines = text.split("\n")
    for above, entries in sorted(wanted.values(), key=lambda row: -len(row[0])):
        node = above[0]
        place, start = places[id(node)]
        behind = _end(lines, place, start)
        new = _proved_lines(entries, place, neighbours.style(above), len(above) - 1)
        if not behind or new is None:
            return None
        if behind == len(lines):
            patch.insert(len(text), "\n" + "\n".join(new))
        else:
            position = sum(map(len, lines[:behind])) + behind
            insert_behind(patch, new, position, place >> 1, compact=type(node) is list)
    return patch


def _end(lines: list[str], place: int, start: int) -> int:
    """Return the number of the line behind the last one of the collection of a place that begins on line `start`.

    0 where that is the last of a block scalar, which is asked for more than its lines.
    """
    number = behind = start
    while number < len(lines):
        line = known_line(lines[number]) or line_of(lines[number])
        number += 1
        if line is BLANK:
            continue
        if line is None or line.row is None:
            return 0
        if line.row[0] < place and number > start + 1:
            break
        behind = number
        if line.kind == LITERAL:
            _, number = literal(lines, number, -1, "")
            behind = 0
    return behind


_PROVED: dict[tuple[int, str, str, int, str], list[str]] = {}
_MOST = 256


def _proved_lines(entries: Any, place: int, style: Style, depth: int) -> list[str] | None:
    """Return the lines that append entries to a collection that lies in `depth` others.

    None if they would mean anything else. They are remembered: many objects get the same.
    """
    mark = (place, style.step, style.dash, depth, repr(entries))
    lines = _PROVED.get(mark)
    if lines is None:
        indent = " " * (place >> 1)
        lines = (block_pairs if type(entries) is dict else block_items)(entries, indent, style)
        found = read_places("\n".join([*lines, ""]), depth)
        if found is None or found[1][id(found[0])] != (place, 0) or not same(found[0], entries):
            return None
        if len(_PROVED) >= _MOST:
            _PROVED.clear()
        _PROVED[mark] = lines
    return lines


class _Neighbours:
    """The style of what stands in one text, as `splice_block.Neighbours` reads it, each part of it looked at once."""

    __slots__ = ("_dashes", "_places", "_steps")

    def __init__(self, places: Places) -> None:
        self._places = places
        self._steps: dict[int, int | None] = {}  # by collection
        self._dashes: dict[int, int | None] = {}

    def style(self, above: list[Any]) -> Style:
        """Return the style near a collection, `above` being it and those around it."""
        step = dash = None
        for data in above:
            if step is None:
                step = self._first(dict, self._steps, data)
            if dash is None:
                dash = self._first(list, self._dashes, data)
            if step is not None and dash is not None:
                break
        return Style(step=" " * (step or 2), dash=" " * (dash or 0))

    def _first(self, kind: type, known: dict[int, int | None], data: Any) -> int | None:
        """Return how many columns deeper than its key the first block collection of a kind in `data` stands."""
        mark = id(data)
        if mark in known:
            return known[mark]
        places, found = self._places, None
        inner = [child for child in (data.values() if type(data) is dict else data) if id(child) in places]
        if type(data) is dict:
            for child in inner:
                if type(child) is kind:
                    found = (places[id(child)][0] - places[mark][0]) >> 1
                    break
        if found is None:
            for child in inner:
                found = self._first(kind, known, child)
                if found is not None:
                    break
        known[mark] = found
        return found
