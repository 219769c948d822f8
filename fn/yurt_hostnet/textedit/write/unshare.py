"""Part an anchored value that is to be edited from its aliases: they keep what it was.

The first alias becomes the value, with the anchor if there are others to stand for it; the edited value loses it.
"""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import Alias, Mapping, Scalar, Sequence
from yurt_hostnet.textedit.read.values import Reader, key_of
from yurt_hostnet.textedit.write.emit import block_lines, flow, scalar
from yurt_hostnet.textedit.write.splice import Addition, fill
from yurt_hostnet.textedit.write.splice_block import Neighbours, insert_lines, require_little
from yurt_hostnet.textedit.write.splice_flow import flow_style

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.textedit.read.nodes import Node
    from yurt_hostnet.textedit.write.patch import Patch
    from yurt_hostnet.textedit.write.splice import Change

    Place = tuple[Alias, list[Node], Node | None]


def unshare(patch: Patch, root: Node, changes: list[Change]) -> None:
    """Add to `patch`, which is for `changes` of `root`, what keeps aliases of what they change as they were.

    It goes in front of what `splice` adds, which stands further out where both add lines at one place. Raises
    TooLongError.
    """
    owners, written_out = _on_the_way(root, changes)
    reader = Reader()
    neighbours = Neighbours(patch.lines)
    uses: dict[int, list[Place]] = {}
    for place in _aliases(root, []):
        if id(place[0].target) in owners and id(place[0]) not in written_out:
            uses.setdefault(id(place[0].target), []).append(place)
    for known, places in uses.items():
        owner, (alias, above, slot) = owners[known], places[0]
        value = reader.read(owner)
        if len(places) == 1:
            fill(patch, Addition(alias, above, slot), value, neighbours)
        else:
            _define(patch, places[0], value, neighbours)
        if not isinstance(owner, Scalar):  # the edit replaces that, and its anchor
            _take_anchor(patch, owner)


def _on_the_way(root: Node, changes: list[Change]) -> tuple[dict[int, Node], set[int]]:
    """Return the anchored nodes, by id, that paths lead through, and the ids of aliases that an edit writes out."""
    owners: dict[int, Node] = {}
    written_out: set[int] = set()
    members: dict[int, dict[str | None, Node]] = {}  # by mapping, each looked at once
    for path, _ in changes:
        node: Node | None = root
        for step in (*path, None):
            if isinstance(node, Alias):
                written_out.add(id(node))
                break
            if node is None:
                break
            if node.anchor:
                owners[id(node)] = node
            if isinstance(node, Mapping):
                if id(node) not in members:
                    members[id(node)] = {key_of(key): value for key, value in node.pairs}
                node = members[id(node)].get(str(step)) if step is not None else None
            elif isinstance(node, Sequence):
                node = node.items[step] if isinstance(step, int) and 0 <= step < len(node.items) else None
    return owners, written_out


def _aliases(node: Node, above: list[Node], slot: Node | None = None) -> Iterator[Place]:
    """Yield the aliases of a text in their order, each with its ancestors, the root first, and the key in front of it.

    One that is a map key stands for a string, which no edit leads through.
    """
    if isinstance(node, Alias):
        yield node, above, slot
    elif isinstance(node, Mapping):
        around = [*above, node]
        for key, value in node.pairs:
            yield from _aliases(value, around, key)
    elif isinstance(node, Sequence):
        around = [*above, node]
        for item in node.items:
            yield from _aliases(item, around)


def _define(patch: Patch, place: Place, value: object, neighbours: Neighbours) -> None:
    """Write an anchor and its value in the place of an alias."""
    alias, above, slot = place
    anchor, parent = f"&{alias.name}", above[-1]
    if parent.flow:  # type: ignore[union-attr]  # it has children
        style, indent = flow_style(patch.lines, alias, above)
        if indent is not None:
            require_little(patch, value, len(indent), len(style.step))
        patch.replace(
            alias.start, alias.end, f"{anchor} {flow(value, style, indent, patch.lines.newline_at(alias.start))}"
        )
        return
    if not isinstance(value, dict | list) or not value:
        patch.replace(alias.start, alias.end, f"{anchor} {scalar(value)}")
        return
    style = neighbours.style(parent, above[:-1])
    indent = " " * alias.column
    if slot is not None and patch.lines.end(slot.end)[0] >= alias.start:
        indent = " " * parent.column + (style.step if isinstance(value, dict) else style.dash)
    require_little(patch, value, len(indent), max(len(style.step), len(style.dash) + 2))
    patch.replace(alias.start, alias.end, anchor)
    insert_lines(patch, alias, block_lines(value, indent, style), len(patch.text))


def _take_anchor(patch: Patch, owner: Node) -> None:
    """Take out a node's anchor and the white space behind it, or in front of it where nothing else is on its line."""
    text = patch.text
    start = text.index(f"&{owner.anchor}", owner.start)
    end = start + 1 + len(owner.anchor or "")
    last = patch.lines.end(end)[0]
    while end < last and text[end] in " \t":
        end += 1
    while end == last and text[start - 1 : start] in (" ", "\t"):
        start -= 1
    patch.replace(start, end, "")
