"""Insert text into flow style: on the line, or on lines of its own where the neighbours have theirs."""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import Mapping, Scalar, Sequence
from yurt_hostnet.textedit.write.emit import Style, flow, scalar
from yurt_hostnet.textedit.write.patch import LINE_BREAKS, Lines, TooLongError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.read.nodes import Node
    from yurt_hostnet.textedit.write.patch import Patch


_DEEPEST = 1000
"""Columns of indentation from which on no lines are put into a collection: each would be that long."""


def flow_style(lines: Lines, node: Node, above: list[Node]) -> tuple[Style, str | None]:
    """Read the flow style off `node` and its ancestors: the style, and the line's indent if it is spread over lines.

    Raises TooLongError for lines that begin too far to the right.
    """
    style = Style()
    indent: str | None = None
    for place in [node, *reversed(above)]:
        if isinstance(place, Mapping) and place.flow and place.pairs:
            key, value = place.pairs[0]
            style.json = isinstance(key, Scalar) and key.style == '"'
            if style.json and value.start == key.end + 1:
                style.colon, style.comma = ":", ","
            break
    for place in [node, *reversed(above)]:
        last = _last_child(place)
        if last is not None and place.flow:  # type: ignore[union-attr]  # it has children
            line = lines.start(last.start)
            inner = lines.indent_of(last.start)
            if line > place.start and line + len(inner) == last.start:
                outer = lines.indent_of(place.start)
                if inner.startswith(outer):
                    style.step = inner[len(outer) :] or "  "
                indent = lines.indent_of(node.start)
                if max(len(inner), len(indent)) > _DEEPEST:
                    raise TooLongError(f"its lines begin behind more than {_DEEPEST:,} spaces")
            break
    return style, indent


def _last_child(node: Node) -> Node | None:
    """Return the last entry of a collection: its key, or the item."""
    if isinstance(node, Mapping):
        return node.pairs[-1][0] if node.pairs else None
    return node.items[-1] if isinstance(node, Sequence) and node.items else None


def add_to_flow(patch: Patch, node: Mapping | Sequence, entries: Any, above: list[Node]) -> None:
    """Append `entries` (a dict to a mapping, a list to a sequence) to a flow collection below `above`."""
    text, lines = patch.text, patch.lines
    style, indent = flow_style(lines, node, above)
    last_child = _last_child(node)
    if last_child is None:
        _fill_empty(patch, node, entries, style, indent)
        return
    newline = lines.newline_at(node.start)
    last = node.pairs[-1][1] if isinstance(node, Mapping) else node.items[-1]
    inner_indent = None if indent is None else text[lines.start(last_child.start) : last_child.start]
    if isinstance(node, Mapping):
        pairs = entries.items()
        parts = [scalar(k, style.json) + style.colon + flow(v, style, inner_indent, newline) for k, v in pairs]
    else:
        parts = [flow(item, style, inner_indent, newline) for item in entries]
    comma = _trailing_comma(text, last.end)
    if inner_indent is None:
        patch.insert(last.end, "".join(style.comma + part for part in parts))
        return
    separator = newline + inner_indent
    end, _ = lines.end(comma or last.end)
    if comma is not None:
        patch.insert(end if end < node.end - 1 else comma, "".join(separator + part + "," for part in parts))
    elif end < node.end - 1:
        patch.insert(last.end, ",")
        patch.insert(end, ",".join(separator + part for part in parts))
    else:
        patch.insert(last.end, "," + ",".join(separator + part for part in parts))


def _fill_empty(patch: Patch, node: Mapping | Sequence, entries: Any, style: Style, indent: str | None) -> None:
    """Put entries into a flow collection that holds at most white space and comments; line breaks stay behind them.

    Comments stay in front of them.
    """
    text = patch.text
    start = text.index("{" if isinstance(node, Mapping) else "[", node.start) + 1
    gap = text[start : node.end - 1]
    newline = patch.lines.newline_at(node.start)
    last = max(map(gap.rfind, LINE_BREAKS))
    if last < 0:
        inner = flow(entries, style, indent, newline)[1:-1]
        patch.insert(node.end - 1, inner + gap)  # as much space behind as in front
        return
    closing = gap[last + 1 :]
    inner = flow(entries, style, closing, newline)[1:-1].removesuffix(newline + closing)
    comments = gap.rstrip(" \t" + LINE_BREAKS)
    patch.insert(start + (Lines(gap).end(len(comments))[0] if comments else 0), inner)


def _trailing_comma(text: str, start: int) -> int | None:
    """Return the place behind a comma that follows the last entry of a flow collection, which ends at `start`."""
    import re

    match = re.compile(rf"(?:[ \t{LINE_BREAKS}]|#[^{LINE_BREAKS}]*[{LINE_BREAKS}])*,").match(text, start)
    return match.end() if match else None
