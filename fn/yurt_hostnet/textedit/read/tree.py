"""Read YAML into a tree: the plain style by `plain`, everything else by PyYAML's events in `events`."""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import Tree
from yurt_hostnet.textedit.read.plain import EMPTY, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.read.nodes import Node


def parse(text: str, line: int = 1, anchors: dict[str, Node] | None = None) -> Tree:
    """Parse `text` (any number of documents) into a Tree.

    `line` is the 1-based line of the input at which the text begins, for error messages; `anchors`
    are those that earlier text defines. Raises InputError for what is not YAML and for nesting
    beyond MAX_DEPTH.
    """
    root = read(text)
    if root is not None:
        tree = Tree()
        if root is not EMPTY:
            tree.roots.append(root)
        return tree
    from yurt_hostnet.textedit.read.events import parse_events  # costs PyYAML

    return parse_events(text, line, anchors)
