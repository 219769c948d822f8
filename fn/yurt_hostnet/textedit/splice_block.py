"""Insert text into block style: whole lines behind what is there, in the neighbours' indentation and list style."""

from __future__ import annotations

from yurt_hostnet.textedit.emit import Style, block_items, block_pairs
from yurt_hostnet.textedit.nodes import Mapping, Scalar, Sequence
from yurt_hostnet.textedit.patch import (
    LINE_BREAKS,
    CannotSpliceError,
    Patch,
    break_before,
    line_end,
    line_start,
    newline_at,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.nodes import Node


def add_to_block(patch: Patch, node: Mapping | Sequence, entries: Any, above: list[Node]) -> None:
    """Append `entries` (a dict to a mapping, a list to a sequence) to a block collection below `above`."""
    style = block_style(patch.text, node, above)
    if isinstance(node, Mapping):
        column = node.column
        lines = block_pairs(entries, " " * column, style)
    else:
        column = _dash_column(patch.text, node)
        lines = block_items(entries, " " * column, style)
    insert_lines(patch, node, lines, column)


def insert_lines(patch: Patch, node: Node, lines: list[str], column: int) -> None:
    """Insert whole lines behind the last line of `node` and the comments under it that stand at `column` or deeper.

    Such comments belong to what is above them, and kpt would move them into an insertion in front of them; but those
    right above the next key, whose column is that of a compact list's dashes, belong to that. Raises CannotSpliceError.
    """
    text = patch.text
    leaf = _last_leaf(node)
    newline = newline_at(text, node.start)
    if isinstance(leaf, Scalar) and leaf.style in ("|", ">"):
        position = leaf.end
        header = text[leaf.start : line_end(text, leaf.start)[0]]
        if position == len(text) and not break_before(text, position):
            # A block scalar that the end of the text cuts off has no final line break; "-" keeps it so.
            import re  # noqa: PLC0415 - costs as much as half an interpreter start

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
            last = len(text[:last].rstrip(" \t" + LINE_BREAKS))
        end, position = line_end(text, last)
        if end == position:
            patch.insert(end, "".join(newline + line for line in lines))
            return
    position, comment_column = _behind_comments(text, position, column, compact=isinstance(node, Sequence))
    if comment_column == column and not lines[0].startswith("-", column):
        lines = ["", *lines]  # else the comment would read as one on the new key, and kpt would print it twice
    last_break = break_before(text, position)
    if last_break:
        patch.insert(position, newline.join(lines) + last_break)  # a line of --- may follow, and is none behind CR
    else:
        patch.insert(position, "".join(newline + line for line in lines))


def _behind_comments(text: str, position: int, column: int, *, compact: bool) -> tuple[int, int]:
    """Step from a line's start over comment lines at `column` or deeper, and over empty lines between them.

    In a list that may be compact those at `column` itself are not stepped over if a key at `column` is right below.
    Returns where the line behind the last of them begins and the column of that comment, -1 without one.
    """
    found, found_column = position, -1
    above = found, found_column  # what is found without the last comments at `column` itself
    while position < len(text):
        end, following = line_end(text, position)
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


def _dash_column(text: str, node: Sequence) -> int:
    """Return the column of a block sequence's dashes."""
    if not node.anchor and not node.tag:
        return node.column
    for item in node.items:
        before = text[line_start(text, item.start) : item.start]
        if before.strip(" ") == "-":
            return before.index("-")
    raise CannotSpliceError("the list's indentation cannot be told")


def block_style(text: str, node: Node, above: list[Node]) -> Style:
    """Read indentation and list style off the nearest neighbours of `node`, its own children first."""
    step = dash = None
    for place in [node, *reversed(above)]:
        stack: list[Node] = [place]
        while stack and (step is None or dash is None):
            current = stack.pop()
            if isinstance(current, Mapping) and not current.flow:
                for _, child in current.pairs:
                    if isinstance(child, Mapping) and not child.flow and step is None:
                        step = child.column - current.column
                    elif isinstance(child, Sequence) and not child.flow and child.items and dash is None:
                        dash = _dash_column(text, child) - current.column
                stack += [child for _, child in reversed(current.pairs)]
            elif isinstance(current, Sequence) and not current.flow:
                stack += reversed(current.items)
        if step is not None and dash is not None:
            break
    step = 2 if step is None else max(step, 1)
    return Style(step=" " * step, dash=" " * (dash or 0))
