"""Insert text into flow style: on the line, or on lines of its own where the neighbours have theirs."""

from __future__ import annotations

from yurt_hostnet.textedit.emit import Style, flow, scalar
from yurt_hostnet.textedit.nodes import Mapping, Scalar, Sequence
from yurt_hostnet.textedit.patch import LINE_BREAKS, indent_of, line_end, line_start, newline_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.nodes import Node
    from yurt_hostnet.textedit.patch import Patch


def flow_style(text: str, node: Node, above: list[Node]) -> tuple[Style, str | None]:
    """Read the flow style off `node` and its ancestors: the style, and the line's indent if it is spread over lines."""
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
        children = _children(place)
        if isinstance(place, Mapping | Sequence) and place.flow and children:
            line = line_start(text, children[-1].start)
            inner = text[line : children[-1].start]
            if line > place.start and not inner.strip():
                outer = indent_of(text, place.start)
                if inner.startswith(outer):
                    style.step = inner[len(outer) :] or "  "
                indent = indent_of(text, node.start)
            break
    return style, indent


def _children(node: Node) -> list[Node]:
    """Return where the entries of a collection begin: its keys, or its items."""
    if isinstance(node, Mapping):
        return [key for key, _ in node.pairs]
    return node.items if isinstance(node, Sequence) else []


def add_to_flow(patch: Patch, node: Mapping | Sequence, entries: Any, above: list[Node]) -> None:
    """Append `entries` (a dict to a mapping, a list to a sequence) to a flow collection below `above`."""
    text = patch.text
    style, indent = flow_style(text, node, above)
    children = _children(node)
    if not children:
        _fill_empty(patch, node, entries, style, indent)
        return
    newline = newline_at(text, node.start)
    last = node.pairs[-1][1] if isinstance(node, Mapping) else node.items[-1]
    inner_indent = None if indent is None else text[line_start(text, children[-1].start) : children[-1].start]
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
    end, _ = line_end(text, comma or last.end)
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
    newline = newline_at(text, node.start)
    last = max(map(gap.rfind, LINE_BREAKS))
    if last < 0:
        inner = flow(entries, style, indent, newline)[1:-1]
        patch.insert(node.end - 1, inner + gap)  # as much space behind as in front
        return
    closing = gap[last + 1 :]
    inner = flow(entries, style, closing, newline)[1:-1].removesuffix(newline + closing)
    comments = gap.rstrip(" \t" + LINE_BREAKS)
    patch.insert(start + (line_end(gap, len(comments))[0] if comments else 0), inner)


def _trailing_comma(text: str, start: int) -> int | None:
    """Return the place behind a comma that follows the last entry of a flow collection, which ends at `start`."""
    import re  # noqa: PLC0415 - costs as much as half an interpreter start

    match = re.compile(rf"(?:[ \t{LINE_BREAKS}]|#[^{LINE_BREAKS}]*[{LINE_BREAKS}])*,").match(text, start)
    return match.end() if match else None
