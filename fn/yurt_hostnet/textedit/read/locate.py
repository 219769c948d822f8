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


def first_key(text: bytes, start: int, end: int) -> int | None:
    """Return the offset (in bytes) of the key that a document's block mapping begins with, without reading all of it.

    None in doubt. In front of it may stand a `---` line, blank lines and comments of ASCII with a line feed at the end:
    YAML 1.1 ends lines at other signs, too.
    """
    position = start
    while position < end:
        following = text.find(b"\n", position, end) + 1 or end
        line = text[position:following]
        content = line.lstrip(b" ")
        if position == start and line.startswith(b"---"):
            content = line[3:].lstrip(b" ")
            if line[3:4] not in (b" ", b"\r", b"\n") or content[:1] not in (b"#", b"\r", b"\n"):
                return None
        body = content.rstrip(b"\r\n")
        if body and not body.startswith(b"#"):
            key, colon, rest = body.partition(b":")
            return following - len(content) if colon and key.isalnum() and rest[:1] in (b"", b" ") else None
        if not body.isascii() or b"\r" in body:
            return None
        position = following
    return None


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
