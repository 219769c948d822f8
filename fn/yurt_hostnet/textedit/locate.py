"""Find the place of a field in the text of its object."""

from __future__ import annotations

from yurt_hostnet.textedit.nodes import Alias, Mapping, Sequence
from yurt_hostnet.textedit.values import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.nodes import Node


def locate(root: Node, path: tuple[str | int, ...]) -> int:
    """Return the offset of the key (or list item) at `path`, or of the last step of it that exists."""
    node, place = root, root.start
    for step in path:
        while isinstance(node, Alias) and node.target is not None:
            node = node.target
        if isinstance(node, Mapping):
            found = next((pair for pair in reversed(node.pairs) if key_of(pair[0]) == str(step)), None)
            if found is None:
                break
            place, node = found[0].start, found[1]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
            place = node.start
        else:
            break
    return place
