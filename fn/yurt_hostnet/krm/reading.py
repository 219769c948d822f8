"""Reading: what the tree of one object means, with its aliases written out."""

from __future__ import annotations

from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.values import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from yurt_hostnet.krm.source import Source
    from yurt_hostnet.textedit.read.nodes import Node, Tree


def read_root(root: Node, line_at: Callable[[int], int]) -> tuple[dict[str, Any], Reader]:
    """Return the plain data of an object, and what read it; `line_at` gives the line of an offset in its text.

    Raises InputError for what is no object.
    """
    reader = Reader(line_at)
    data = reader.read(root)
    if not isinstance(data, dict):
        from yurt_hostnet.textedit.read.locate import written

        shape = "a list" if isinstance(data, list) else f"the text {written(root, ())[:40]!r}"
        message = f"This is {shape}, not a Kubernetes object. Give an object with apiVersion and kind."
        raise InputError(message, line_at(root.start))
    return data, reader


def require_small(source: Source, start: int, tree: Tree, added: int, line_at: Callable[[int], int]) -> None:
    """Raise InputError where aliases add too many characters to an input; `added` to its object at byte `start`."""
    if added and not source.aliases.allow(start, added, len(source.text)):
        message = "Aliases make this input many times as large as it is. Write out what you need."
        raise InputError(message, line_at(tree.aliases[0].start), source.file)
