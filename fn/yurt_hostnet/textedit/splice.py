"""Turn edits of one document into text inserted at the right places, in the neighbours' style.

What cannot be done by inserting text next to what is there raises CannotSpliceError; `roundtrip` then
has its turn. The result is only a proposal: `prove` decides.
"""

from __future__ import annotations

from yurt_hostnet.textedit.emit import Style, block_items, block_pairs, flow, scalar
from yurt_hostnet.textedit.nodes import Alias, Mapping, Scalar, Sequence
from yurt_hostnet.textedit.patch import CannotSpliceError, Patch, line_end
from yurt_hostnet.textedit.splice_block import add_to_block, block_style, insert_lines
from yurt_hostnet.textedit.splice_flow import add_to_flow, flow_style
from yurt_hostnet.textedit.values import is_merge, key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.nodes import Node

    Step = str | int
    Change = tuple[tuple[Step, ...], Any]


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
    for addition in sorted(additions.values(), key=lambda addition: -len(addition.above)):  # inner ends come first
        node = addition.node
        if addition.slot is not None or isinstance(addition.entries, _Value):
            _fill(patch, addition)
        elif isinstance(node, Mapping | Sequence):
            if node.flow:
                add_to_flow(patch, node, addition.entries, addition.above)
            else:
                add_to_block(patch, node, addition.entries, addition.above)
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
            if last:
                raise CannotSpliceError("an item would go in front of another")
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


def _fill(patch: Patch, addition: _Addition) -> None:
    """Put a value in the place of an empty value, a null or an alias."""
    text = patch.text
    node, slot, value = addition.node, addition.slot, addition.entries.value
    parent = addition.above[-1]
    if isinstance(parent, Mapping | Sequence) and parent.flow:
        style, indent = flow_style(text, node, addition.above)
        new = flow(value, style, indent)
        if slot is not None and ":" not in text[slot.end : node.start]:
            raise CannotSpliceError("a flow key has no colon")
        gap = "" if style.json or text[node.start - 1 : node.start] in " \t[{" else " "
        patch.replace(node.start, node.end, gap + new)
        return
    column = parent.column if slot is not None else node.column
    style = block_style(text, parent, addition.above[:-1])
    if slot is None:
        lines = _nested_lines(value, " " * column, style)
        patch.replace(node.start, node.end, lines[0].lstrip(" "))
        if len(lines) > 1:
            insert_lines(patch, node, lines[1:], len(text))
        return
    if line_end(text, slot.end)[0] < node.start:
        raise CannotSpliceError("a value stands on a line of its own")
    if isinstance(value, dict | list) and value:
        patch.replace(slot.end + len(text[slot.end : node.start].rstrip(" \t")), node.end, "")
        indent = " " * column + (style.step if isinstance(value, dict) else style.dash)
        insert_lines(patch, node, _nested_lines(value, indent, style), len(text))
    else:
        gap = "" if text[node.start - 1 : node.start] in " \t" else " "
        patch.replace(node.start, node.end, gap + scalar(value))


def _nested_lines(value: Any, indent: str, style: Style) -> list[str]:
    if isinstance(value, dict) and value:
        return block_pairs(value, indent, style)
    if isinstance(value, list) and value:
        return block_items(value, indent, style)
    return [indent + scalar(value)]
