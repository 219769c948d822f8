"""Turn edits of one document into text inserted at the right places, in the neighbours' style.

What cannot be done by inserting text next to what is there raises CannotSpliceError; `roundtrip` then
has its turn. The result is only a proposal: `prove` decides.
"""

from __future__ import annotations

import re

from yurt_hostnet.textedit.emit import Style, block_items, block_pairs, flow, scalar
from yurt_hostnet.textedit.tree import Alias, Mapping, Scalar, Sequence
from yurt_hostnet.textedit.values import is_merge, key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.tree import Node

    Step = str | int
    Change = tuple[tuple[Step, ...], Any]

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


class CannotSpliceError(Exception):
    """The edit cannot be made by inserting text here."""


class Patch:
    """Collects replacements of a text as `pieces`: from where, to where, and by what."""

    __slots__ = ("pieces", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces: list[tuple[int, int, str]] = []

    def insert(self, position: int, new: str) -> None:
        """Put `new` in front of the character at `position`."""
        self.pieces.append((position, position, new))

    def replace(self, start: int, end: int, new: str) -> None:
        """Put `new` in the place of the characters from `start` to `end`."""
        self.pieces.append((start, end, new))

    def apply(self) -> str:
        """Return the new text; insertions at one place keep the order in which they were made."""
        out: list[str] = []
        done = 0
        for start, end, new in sorted(self.pieces, key=lambda piece: (piece[0], piece[1])):
            if start < done:
                raise CannotSpliceError("two edits overlap")
            out += [self.text[done:start], new]
            done = end
        return "".join([*out, self.text[done:]])


class _Addition:
    """New entries for one container, or a new value for one empty one."""

    __slots__ = ("above", "entries", "node", "slot")

    def __init__(self, node: Node, above: list[Node], slot: Node | None = None) -> None:
        self.node = node  # the container, or the value to be replaced
        self.above = above  # its ancestors, the root first
        self.slot = slot  # for a value under a map key: the key
        self.entries: Any = None


def splice(text: str, root: Node, changes: list[Change], patched: Any) -> Patch:
    """Return what to insert into `text` to make `changes` in it.

    `root` is the document's node in `text`; each change is a path from the root and a value, as in
    RFC 6902 `add` ("-" appends to a list); `patched` is the plain data after all changes, from which
    parts that an alias or a merge key shares are copied out.
    """
    additions: dict[tuple[int, str], _Addition] = {}
    for path, value in changes:
        _locate(root, path, value, patched, additions)
    patch = Patch(text)
    for addition in additions.values():
        node = addition.node
        if addition.slot is not None or isinstance(addition.entries, _Value):
            _fill(patch, addition)
        elif isinstance(node, Mapping | Sequence):
            if node.flow:
                _add_to_flow(patch, node, addition)
            else:
                _add_to_block(patch, node, addition)
    return patch


class _Value:
    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def _locate(
    root: Node, path: tuple[Step, ...], value: Any, patched: Any, additions: dict[tuple[int, str], _Addition]
) -> None:
    """Walk down to where the change lands, and note it there."""
    node = root
    above: list[Node] = []
    for depth, step in enumerate(path):
        last = depth == len(path) - 1
        if isinstance(node, Sequence):
            if last and step == "-":
                addition = additions.setdefault((id(node), ""), _Addition(node, above))
                addition.entries = [*(addition.entries or []), value]
                return
            if not isinstance(step, int) or not 0 <= step < len(node.items):
                raise CannotSpliceError(f"there is no item {step}")
            above, node, slot = [*above, node], node.items[step], None
        elif isinstance(node, Mapping):
            key, child = _member(node, str(step))
            if key is None or child is None:
                new = value if last else _get(patched, path[: depth + 1])
                addition = additions.setdefault((id(node), ""), _Addition(node, above))
                addition.entries = {**(addition.entries or {}), str(step): new}
                return
            above, node, slot = [*above, node], child, key
        else:
            raise CannotSpliceError(f"{step} is looked for in a scalar")
        if last or isinstance(node, Alias):
            _note_value(node, above, slot, value if last else _get(patched, path[: depth + 1]), additions)
            return


def _note_value(
    node: Node, above: list[Node], slot: Node | None, value: Any, additions: dict[tuple[int, str], _Addition]
) -> None:
    if not isinstance(node, Alias) and not (isinstance(node, Scalar) and node.style == ""):
        raise CannotSpliceError("the field has a value")
    if node.anchor or node.tag:
        raise CannotSpliceError("an empty value has an anchor or a tag")
    addition = additions.setdefault((id(node), "value"), _Addition(node, above, slot))
    addition.entries = _Value(value)


def _member(node: Mapping, name: str) -> tuple[Node | None, Node | None]:
    """Return the key and value nodes of `name`; (None, None) where the mapping itself has none."""
    found: tuple[Node | None, Node | None] = (None, None)
    for key, value in node.pairs:
        if key_of(key) == name and not is_merge(key):
            if found[0] is not None:
                raise CannotSpliceError(f"the key {name} stands twice")
            found = (key, value)
    return found


def _get(data: Any, path: tuple[Step, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def _add_to_block(patch: Patch, node: Mapping | Sequence, addition: _Addition) -> None:
    style = _block_style(patch.text, node, addition.above)
    if isinstance(node, Mapping):
        _refuse_complex(patch.text, node)
        lines = block_pairs(addition.entries, " " * node.column, style)
    else:
        lines = block_items(addition.entries, " " * _dash_column(patch.text, node), style)
    _insert_lines(patch, node, lines)


def _insert_lines(patch: Patch, node: Node, lines: list[str]) -> None:
    """Insert whole lines behind the last line of `node`."""
    text = patch.text
    leaf = _last_leaf(node)
    newline = _newline(text, node.start)
    if isinstance(leaf, Scalar) and leaf.style in ("|", ">"):
        position = leaf.end
        header = text[leaf.start : _line_end(text, leaf.start)[0]]
        if position == len(text) and not text.endswith(("\n", "\r")):
            # A block scalar that the end of the text cuts off has no final line break; "-" keeps it so.
            indicator = re.search(r"[|>][0-9]?", header)
            if indicator is None or "+" in header[: indicator.end() + 1]:
                raise CannotSpliceError("a block scalar ends without a line break")
            if "-" not in header[: indicator.end() + 1]:
                patch.insert(leaf.start + indicator.end(), "-")
            patch.insert(position, "".join(newline + line for line in lines))
            return
        if "+" not in header.partition("#")[0]:
            position = _before_empty_lines(text, position)
        patch.insert(position, "".join(line + newline for line in lines))
        return
    end, after = _line_end(text, node.end)
    if end == after:
        patch.insert(end, "".join(newline + line for line in lines))
    else:
        patch.insert(after, "".join(line + newline for line in lines))


def _before_empty_lines(text: str, position: int) -> int:
    """Step back over the empty lines in front of `position`, which begins a line."""
    while True:
        for newline in ("\r\n", "\n"):
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


def _line_end(text: str, position: int) -> tuple[int, int]:
    """Return where the line of `position` ends and where the next begins: equal at the end of the text."""
    match = _LINE_END.search(text, position)
    return (match.start(), match.end()) if match else (len(text), len(text))


def _newline(text: str, position: int) -> str:
    """Return the line end of the line of `position`, or of the first line, or a line feed."""
    match = _LINE_END.search(text, position) or _LINE_END.search(text)
    return match[0] if match and match[0] in ("\r\n", "\r") else "\n"


def _refuse_complex(text: str, node: Mapping) -> None:
    for key, _ in node.pairs:
        before = text.rfind("\n", 0, key.start) + 1
        if not isinstance(key, Scalar | Alias) or text[before : key.start].rstrip(" ").endswith("?"):
            raise CannotSpliceError("a complex key stands in the mapping")


def _dash_column(text: str, node: Sequence) -> int:
    """Return the column of a block sequence's dashes."""
    if not node.anchor and not node.tag:
        return node.column
    for item in node.items:
        line = text.rfind("\n", 0, item.start) + 1
        before = text[line : item.start]
        if before.strip(" ") == "-":
            return before.index("-")
    raise CannotSpliceError("the list's indentation cannot be told")


def _block_style(text: str, node: Node, above: list[Node]) -> Style:
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
    return Style(step=" " * step, dash=" " * (0 if dash is None else max(dash, 0)))


def _flow_style(text: str, node: Node, above: list[Node]) -> tuple[Style, str | None]:
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
            line = text.rfind("\n", 0, children[-1].start) + 1
            inner = text[line : children[-1].start]
            if line > place.start and not inner.strip():
                outer = _indent_of(text, place.start)
                if inner.startswith(outer):
                    style.step = inner[len(outer) :] or "  "
                indent = _indent_of(text, node.start)
            break
    return style, indent


def _children(node: Node) -> list[Node]:
    """Return where the entries of a collection begin: its keys, or its items."""
    if isinstance(node, Mapping):
        return [key for key, _ in node.pairs]
    return node.items if isinstance(node, Sequence) else []


def _indent_of(text: str, position: int) -> str:
    line = text.rfind("\n", 0, position) + 1
    end = line
    while end < len(text) and text[end] in " \t":
        end += 1
    return text[line:end]


def _add_to_flow(patch: Patch, node: Mapping | Sequence, addition: _Addition) -> None:
    text = patch.text
    style, indent = _flow_style(text, node, addition.above)
    children = _children(node)
    if not children:
        if text[node.end - 2 : node.end] not in ("{}", "[]"):
            raise CannotSpliceError("an empty collection holds a comment or a break")
        inner = flow(addition.entries, style, indent, _newline(text, node.start))
        patch.insert(node.end - 1, inner[1:-1])
        return
    last = node.pairs[-1][1] if isinstance(node, Mapping) else node.items[-1]
    spread = indent is not None and _line_start(text, children[-1].start) > node.start
    inner_indent = text[_line_start(text, children[-1].start) : children[-1].start] if spread else None
    if isinstance(node, Mapping):
        entries = addition.entries.items()
        parts = [scalar(k, style.json) + style.colon + flow(v, style, inner_indent) for k, v in entries]
    else:
        parts = [flow(item, style, inner_indent) for item in addition.entries]
    comma = _trailing_comma(text, last.end, node.end - 1)
    if inner_indent is None or inner_indent.strip():
        patch.insert(last.end, "".join(style.comma + part for part in parts))
        return
    newline = _newline(text, node.start)
    separator = newline + inner_indent
    line_end, _ = _line_end(text, comma or last.end)
    if comma is not None:
        patch.insert(line_end, "".join(separator + part + "," for part in parts))
    elif line_end < node.end - 1:
        patch.insert(last.end, ",")
        patch.insert(line_end, ",".join(separator + part for part in parts))
    else:
        patch.insert(last.end, "," + ",".join(separator + part for part in parts))


def _line_start(text: str, position: int) -> int:
    return text.rfind("\n", 0, position) + 1


def _trailing_comma(text: str, start: int, end: int) -> int | None:
    """Return the place behind a comma that follows the last entry of a flow collection, None without one."""
    match = re.compile(r"(?:[ \t\r\n]|#[^\n]*\n)*,").match(text, start, end)
    return match.end() if match else None


def _fill(patch: Patch, addition: _Addition) -> None:
    """Put a value in the place of an empty value, a null or an alias."""
    text = patch.text
    node, slot, value = addition.node, addition.slot, addition.entries.value
    parent = addition.above[-1]
    if isinstance(parent, Mapping | Sequence) and parent.flow:
        style, indent = _flow_style(text, node, addition.above)
        new = flow(value, style, indent)
        if slot is not None and ":" not in text[slot.end : node.start]:
            raise CannotSpliceError("a flow key has no colon")
        gap = "" if style.json or text[node.start - 1 : node.start] in " \t[{" else " "
        patch.replace(node.start, node.end, gap + new)
        return
    column = parent.column if slot is not None else node.column
    style = _block_style(text, parent, addition.above[:-1])
    if slot is None:
        lines = _nested_lines(value, " " * column, style)
        patch.replace(node.start, node.end, lines[0].lstrip(" "))
        if len(lines) > 1:
            _insert_lines(patch, node, lines[1:])
        return
    if "\n" in text[slot.end : node.start]:
        raise CannotSpliceError("a value stands on a line of its own")
    if isinstance(value, dict | list) and value:
        patch.replace(slot.end + len(text[slot.end : node.start].rstrip(" \t")), node.end, "")
        indent = " " * column + (style.step if isinstance(value, dict) else style.dash)
        _insert_lines(patch, node, _nested_lines(value, indent, style))
    else:
        gap = "" if text[node.start - 1 : node.start] in " \t" else " "
        patch.replace(node.start, node.end, gap + scalar(value))


def _nested_lines(value: Any, indent: str, style: Style) -> list[str]:
    if isinstance(value, dict) and value:
        return block_pairs(value, indent, style)
    if isinstance(value, list) and value:
        return block_items(value, indent, style)
    return [indent + scalar(value)]
