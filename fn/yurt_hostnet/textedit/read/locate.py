"""Find a field in the text of its object: its place, and how it is written."""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import Alias, Mapping, Scalar, Sequence
from yurt_hostnet.textedit.read.values import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.read.nodes import Node

    Path = tuple[str | int, ...]
    Known = dict[int, dict[str | None, tuple[Node, Node]]]


def locate(root: Node, path: Path, known: Known | None = None) -> int:
    """Return the offset of the key (or list item) at `path`, or of the last step of it that exists.

    `known` keeps the keys of each mapping on the way for the next question about the same tree.
    """
    return _walk(root, path, {} if known is None else known)[0]


def written(root: Node, path: Path) -> str:
    """Return the text of the scalar at `path` as it is written, without quotes; "" where there is none."""
    node = _walk(root, path, {})[1]
    return node.value if isinstance(node, Scalar) else ""


def member(node: Mapping, name: str) -> Node | None:
    """Return the node of the last key `name`, None without one."""
    return next((value for key, value in reversed(node.pairs) if key_of(key) == name), None)


def _walk(root: Node, path: Path, known: Known) -> tuple[int, Node | None]:
    """Return where the last step that exists begins, and the node at `path`, None if there is none."""
    node, place = root, root.start
    for step in path:
        node = _target(node)
        if isinstance(node, Mapping):
            if id(node) not in known:
                known[id(node)] = {key_of(pair[0]): pair for pair in node.pairs}
            found = known[id(node)].get(str(step))
            if found is None:
                return place, None
            place, node = found[0].start, found[1]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
            place = node.start
        else:
            return place, None
    return place, _target(node)


def _target(node: Node) -> Node:
    while isinstance(node, Alias) and node.target is not None:
        node = node.target
    return node
