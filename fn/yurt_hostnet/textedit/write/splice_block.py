"""Insert text into block style: whole lines behind what is there, in the neighbours' indentation and list style."""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import Mapping, Scalar, Sequence
from yurt_hostnet.textedit.write.emit import Style, block_items, block_pairs
from yurt_hostnet.textedit.write.patch import (
    LINE_BREAKS,
    CannotSpliceError,
    Lines,
    Patch,
    TooLongError,
    break_before,
    without_space,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.textedit.read.nodes import Node


def add_to_block(
    patch: Patch, node: Mapping | Sequence, entries: Any, above: list[Node], neighbours: Neighbours
) -> None:
    """Append `entries` (a dict to a mapping, a list to a sequence) to a block collection below `above`."""
    style = neighbours.style(node, above)
    if isinstance(node, Mapping):
        column = node.column
        lines = block_pairs(entries, " " * column, style)
    else:
        column = _dash_column(patch.lines, node)
        lines = block_items(entries, " " * column, style)
    insert_lines(patch, node, lines, column)


def insert_lines(patch: Patch, node: Node, lines: list[str], column: int) -> None:
    """Insert whole lines behind the last line of `node` and the comments under it that stand at `column` or deeper.

    Such comments belong to what is above them, and kpt would move them into an insertion in front of them; but those
    right above the next key, whose column is that of a compact list's dashes, belong to that. Raises CannotSpliceError.
    """
    text = patch.text
    leaf = _last_leaf(node)
    newline = patch.lines.newline_at(node.start)
    if isinstance(leaf, Scalar) and leaf.style in ("|", ">"):
        position = leaf.end
        header = text[leaf.start : patch.lines.end(leaf.start)[0]]
        if position == len(text) and not break_before(text, position):
            # A block scalar that the end of the text cuts off has no final line break; "-" keeps it so.
            import re

            indicator = re.search(r"[|>][0-9]?([-+]?)", header)
            if indicator is None:
                raise CannotSpliceError("a block scalar ends without a line break")
            if indicator[1] != "-":
                patch.replace(leaf.start + indicator.start(1), leaf.start + indicator.end(1), "-")
            patch.insert(position, "".join(newline + line for line in lines))
            return
        if "+" not in header.partition("#")[0]:
            position = _before_empty_lines(text, position)
    else:
        last = node.end
        if leaf.start == leaf.end:  # the value of a question mark without a colon is said to be where the next begins
            last = without_space(text, last)
        end, position = patch.lines.end(last)
        if end == position:
            patch.insert(end, "".join(newline + line for line in lines))
            return
    insert_behind(patch, lines, position, column, newline, compact=isinstance(node, Sequence))


def insert_behind(
    patch: Patch, lines: list[str], position: int, column: int, newline: str = "\n", *, compact: bool
) -> None:
    """Insert whole lines at `position`, where a line begins, and behind the comments there, as `insert_lines` does."""
    text = patch.text
    position, comment_column = _behind_comments(patch.lines, position, column, compact=compact)
    if comment_column == column and not lines[0].startswith("-", column):
        lines = ["", *lines]  # else the comment would read as one on the new key, and kpt would print it twice
    last_break = break_before(text, position)
    if last_break:
        patch.insert(position, newline.join(lines) + last_break)  # a line of --- may follow, and is none behind CR
    else:
        patch.insert(position, "".join(newline + line for line in lines))


def _behind_comments(lines: Lines, position: int, column: int, *, compact: bool) -> tuple[int, int]:
    """Step from a line's start over comment lines at `column` or deeper, and over empty lines between them.

    In a list that may be compact those at `column` itself are not stepped over if a key at `column` is right below.
    Returns where the line behind the last of them begins and the column of that comment, -1 without one.
    """
    text = lines.text
    found, found_column = position, -1
    above = found, found_column  # what is found without the last comments at `column` itself
    while position < len(text):
        end, following = lines.end(position)
        content = text[position:end].lstrip(" ")
        indent = end - position - len(content)
        if content.strip() and (not content.startswith("#") or indent < column):
            is_key = indent == column and not content.startswith(("-", "..."))
            return above if compact and is_key else (found, found_column)
        position = following
        if content.strip():
            found, found_column = position, indent
        if indent > column or not content.strip():
            above = found, found_column
    return found, found_column


def _before_empty_lines(text: str, position: int) -> int:
    """Step back over the empty lines in front of `position`, which begins a line."""
    while True:
        for newline in ("\r\n", *LINE_BREAKS):
            if text.endswith(newline + newline, 0, position):
                position -= len(newline)
                break
        else:
            return position


def _last_leaf(node: Node) -> Node:
    while True:
        if isinstance(node, Mapping) and not node.flow and node.pairs:
            node = node.pairs[-1][1]
        elif isinstance(node, Sequence) and not node.flow and node.items:
            node = node.items[-1]
        else:
            return node


def _dash_column(lines: Lines, node: Sequence) -> int:
    """Return the column of a block sequence's dashes; behind an anchor or tag they begin on a line of their own."""
    if not node.anchor and not node.tag:
        return node.column
    end = node.items[0].start
    start = lines.start(end)
    while start > node.start and _is_comment(lines.text[start:end]):
        end = start - 1  # nothing or a comment is behind the dash
        start = lines.start(end)
    dash = lines.text.find("-", start, end)
    if dash < 0:
        raise CannotSpliceError("the list's indentation cannot be told")
    return dash - start


def _is_comment(line: str) -> bool:
    content = line.lstrip(" ")
    return not content.strip() or content.startswith("#")


class Neighbours:
    """Indentation and list style of what stands in one text, each part of it looked at once."""

    __slots__ = ("_dashes", "_lines", "_steps")

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._steps: dict[int, int | None] = {}  # by node
        self._dashes: dict[int, int | None] = {}

    def style(self, node: Node, above: list[Node]) -> Style:
        """Read indentation and list style off the nearest neighbours of `node`, its own children first."""
        step = dash = None
        for place in [node, *reversed(above)]:
            if step is None:
                if id(place) not in self._steps:
                    self._steps[id(place)] = _first_step(place)
                step = self._steps[id(place)]
            if dash is None:
                if id(place) not in self._dashes:
                    self._dashes[id(place)] = _first_dash(self._lines, place)
                dash = self._dashes[id(place)]
            if step is not None and dash is not None:
                break
        step = 2 if step is None else max(step, 1)
        return Style(step=" " * step, dash=" " * (dash or 0))


def _first_step(place: Node) -> int | None:
    """Return how much deeper the first mapping within `place` stands than the one that holds it, None without one."""
    for current in _blocks(place):
        if type(current) is Mapping:
            for _, child in current.pairs:
                if type(child) is Mapping and not child.flow:
                    return child.column - current.column
    return None


def _first_dash(lines: Lines, place: Node) -> int | None:
    """Return how much deeper the dashes of the first list within `place` stand than its key, None without one."""
    for current in _blocks(place):
        if type(current) is Mapping:
            for _, child in current.pairs:
                if type(child) is Sequence and not child.flow and child.items:
                    return _dash_column(lines, child) - current.column
    return None


def _blocks(place: Node) -> Iterator[Mapping | Sequence]:
    """Yield the block collections within a node, itself first, each in front of those in it."""
    stack: list[Node] = [place]
    while stack:
        current = stack.pop()
        if type(current) is Mapping:
            if not current.flow:
                yield current
                stack += [child for _, child in reversed(current.pairs) if type(child) is not Scalar]
        elif type(current) is Sequence and not current.flow:
            yield current
            stack += [child for child in reversed(current.items) if type(child) is not Scalar]


_FACTOR = 16
_LITTLE = 1 << 16


def require_little(patch: Patch, value: Any, column: int, step: int) -> None:
    """Note in a patch that `value` is written as lines behind `column`, which takes `step` more for each level.

    Raises TooLongError where all of that takes many times what it and the text do.
    """
    lines = indents = 0
    stack = [(value, 0)]
    while stack:
        current, level = stack.pop()
        lines += 1
        indents += level
        if isinstance(current, dict):
            patch.size += sum(map(len, current))
            stack += [(child, level + 1) for child in current.values()]
        elif isinstance(current, list):
            stack += [(child, level + 1) for child in current]
        else:
            patch.size += len(current) if isinstance(current, str) else 1
    patch.indents += lines * column + indents * step
    if patch.indents > _FACTOR * (len(patch.text) + patch.size) + _LITTLE:
        raise TooLongError("what an alias stands for would be indented too far")
