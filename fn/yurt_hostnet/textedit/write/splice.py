"""Turn edits of one document into text inserted at the right places, in the neighbours' style.

What cannot be done by inserting text next to what is there raises CannotSpliceError; `roundtrip` then
has its turn. The result is only a proposal: `prove` decides.
"""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import Alias, Mapping, Scalar, Sequence
from yurt_hostnet.textedit.read.values import is_merge, is_null, key_of
from yurt_hostnet.textedit.write.emit import block_lines, flow, scalar
from yurt_hostnet.textedit.write.patch import CannotSpliceError, Patch
from yurt_hostnet.textedit.write.splice_block import Neighbours, add_to_block, insert_lines, require_little
from yurt_hostnet.textedit.write.splice_flow import add_to_flow, flow_style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from yurt_hostnet.textedit.read.nodes import Node

    Step = str | int
    Change = tuple[tuple[Step, ...], Any]


class Addition:
    """New entries for one container, or a new value for one empty one."""

    __slots__ = ("above", "entries", "node", "slot")

    def __init__(self, node: Node, above: list[Node], slot: Node | None = None) -> None:
        self.node = node  # the container, or the value to be replaced
        self.above = above  # its ancestors, the root first
        self.slot = slot  # for what stands under a map key: the key
        self.entries: Any = None


def splice(
    text: str,
    root: Node,
    changes: list[Change],
    patched: Any,
    *,
    listed: bool = False,
    first: Callable[[Patch], None] | None = None,
) -> Patch:
    """Return what to insert into `text` to make `changes` in it.

    `root` is the document's node in `text`; each change is a path from the root and a value, as in
    RFC 6902 `add` ("-" appends to a list); `patched` is the plain data after all changes, from which
    parts that an alias or a merge key shares are copied out. `listed` says that the text is an item of a list:
    a comment behind an empty value then keeps a value in front of it on its line. kpt would print it once more, on the
    line of the next key, where block lines take the value's place. `first` adds to the patch what is
    to stand in front of that.
    """
    additions = _Additions(patched)
    for path, value in changes:
        additions.locate(root, path, value)
    patch = Patch(text)
    if first is not None:
        first(patch)
    neighbours = Neighbours(patch.lines)
    inner_first = sorted(additions.found.values(), key=lambda addition: -len(addition.above))
    for addition in inner_first:
        node, entries = addition.node, addition.entries
        if isinstance(entries, _Value):
            fill(patch, addition, entries.value, neighbours, listed=listed)
        elif isinstance(node, Mapping | Sequence):
            if not node.flow:
                add_to_block(patch, node, entries, addition.above, neighbours)
            elif _is_bare(patch, addition):
                fill(patch, addition, entries, neighbours, listed=listed)
            else:
                add_to_flow(patch, node, entries, addition.above)
    return patch


class _Value:
    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class _Additions:
    """What changes add, by where: `found` in the order of the changes."""

    __slots__ = ("_members", "_patched", "found")

    def __init__(self, patched: Any) -> None:
        self.found: dict[tuple[int, str], Addition] = {}
        self._patched = patched
        self._members: dict[int, dict[str, tuple[Node, Node] | None]] = {}  # by mapping

    def locate(self, root: Node, path: tuple[Step, ...], value: Any) -> None:
        """Walk down to where a change lands, and note it there."""
        node = root
        slot: Node | None = None
        above: list[Node] = []
        end = len(path) - 1
        for depth, step in enumerate(path):
            last = depth == end
            if isinstance(node, Sequence):
                if last and step == "-":
                    self._at(node, above, slot, []).append(value)
                    return
                if not isinstance(step, int) or not 0 <= step < len(node.items):
                    raise CannotSpliceError(f"there is no item {step}")
                if last:
                    raise CannotSpliceError("an item would go in front of another")
                above, node, slot = [*above, node], node.items[step], None
            elif isinstance(node, Mapping):
                member = self._member(node, str(step))
                if member is None:
                    new = value if last else _get(self._patched, path[: depth + 1])
                    self._at(node, above, slot, {})[str(step)] = new
                    return
                above, node, slot = [*above, node], member[1], member[0]
            else:
                raise CannotSpliceError(f"{step} is looked for in a scalar")
            if last or isinstance(node, Alias):
                self._note_value(node, above, slot, value if last else _get(self._patched, path[: depth + 1]))
                return

    def _at(self, node: Node, above: list[Node], slot: Node | None, none: Any) -> Any:
        """Return the entries that are added to a collection so far, `none` at first."""
        addition = self.found.setdefault((id(node), ""), Addition(node, above, slot))
        if addition.entries is None:
            addition.entries = none
        return addition.entries

    def _note_value(self, node: Node, above: list[Node], slot: Node | None, value: Any) -> None:
        if not isinstance(node, Alias) and not (isinstance(node, Scalar) and node.style == ""):
            raise CannotSpliceError("the field has a value")
        if node.tag and not is_null(node):
            raise CannotSpliceError("an empty value has a tag")
        addition = self.found.setdefault((id(node), "value"), Addition(node, above, slot))
        addition.entries = _Value(value)

    def _member(self, node: Mapping, name: str) -> tuple[Node, Node] | None:
        """Return the key and value nodes of `name`, None where the mapping itself has none."""
        known = self._members.get(id(node))
        if known is None:
            known = self._members[id(node)] = {}
            for key, value in node.pairs:
                own = key_of(key)
                if own is not None and (own != "<<" or not is_merge(key)):
                    known[own] = None if own in known else (key, value)
        if name not in known:
            return None
        found = known[name]
        if found is None:
            raise CannotSpliceError(f"the key {name} stands twice")
        return found


def _get(data: Any, path: tuple[Step, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def _is_bare(patch: Patch, addition: Addition) -> bool:
    """Tell whether a flow collection is `{}` or `[]`, with nothing in it or about it, in block style around it."""
    node = addition.node
    parent = addition.above[-1] if addition.above else node
    inner = patch.text[node.start + 1 : node.end - 1]
    return not (parent.flow or node.anchor or node.tag or inner.strip(" \t"))  # type: ignore[union-attr]  # a collection


def _place(patch: Patch, addition: Addition) -> int | None:
    """Return the column of block lines that begin where a value begins, -1 if they go below its key, None for neither.

    A value begins lines if it is a list's item, or stands on another line than its key; but where no more than nothing
    stands there, its place may be anywhere.
    """
    node, slot = addition.node, addition.slot
    if slot is not None and patch.lines.end(slot.end)[0] >= node.start:
        return -1
    return node.column if slot is None or node.start < node.end else None


def fill(patch: Patch, addition: Addition, value: Any, neighbours: Neighbours, *, listed: bool = False) -> None:
    """Put a value in the place of an empty value, a null, an alias, or a bare flow collection."""
    text = patch.text
    node, slot = addition.node, addition.slot
    parent = addition.above[-1]
    if isinstance(parent, Mapping | Sequence) and parent.flow:
        style, indent = flow_style(patch.lines, node, addition.above)
        if indent is not None and isinstance(node, Alias):
            require_little(patch, value, len(indent), len(style.step))
        new = flow(value, style, indent, patch.lines.newline_at(node.start))
        if slot is not None and ":" not in text[slot.end : node.start]:
            patch.insert(slot.end, ": " + new)
            return
        gap = "" if style.json or text[node.start - 1 : node.start] in " \t[{" else " "
        patch.replace(node.start, node.end, gap + new)
        return
    column = _place(patch, addition)
    if column is None:
        raise CannotSpliceError("nothing stands behind a complex key")
    style = neighbours.style(parent, addition.above[:-1])
    if isinstance(node, Alias):
        deepest = parent.column if column < 0 else column
        require_little(patch, value, deepest, max(len(style.step), len(style.dash) + 2))
    if listed and _takes_comment(patch, node):
        gap = "" if text[node.start - 1 : node.start] in " \t" else " "
        patch.replace(node.start, node.end, gap + flow(value, style))
    elif column >= 0:
        lines = block_lines(value, " " * column, style)
        patch.replace(node.start, node.end, lines[0].lstrip(" ") + _before_comment(text, node.end))
        if len(lines) > 1:
            insert_lines(patch, node, lines[1:], len(text))
    elif slot is not None and isinstance(value, dict | list) and value:
        start = slot.end + len(text[slot.end : node.start].rstrip(" \t"))
        patch.replace(start, node.end, _before_comment(text, node.end))
        indent = " " * parent.column + (style.step if isinstance(value, dict) else style.dash)
        insert_lines(patch, node, block_lines(value, indent, style), len(text))
    else:
        gap = "" if text[node.start - 1 : node.start] in " \t" else " "
        patch.replace(node.start, node.end, gap + scalar(value))


def _takes_comment(patch: Patch, node: Node) -> bool:
    """Tell whether a comment on the line of a null or bare collection is taken for its own, not for its key's."""
    behind = patch.text[node.end : patch.lines.end(node.end)[0]]
    return node.start < node.end and not isinstance(node, Alias) and bool(behind.strip(" \t"))


def _before_comment(text: str, position: int) -> str:
    """Return the space that a comment needs which touches a closing bracket."""
    return " " if text.startswith("#", position) else ""
