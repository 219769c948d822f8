"""Sizes: how large what an alias stands for is where it is written out, told without writing it out."""

from __future__ import annotations

from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.nodes import MAX_DEPTH, Alias, Mapping, Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.read.nodes import Node

_AROUND = 4
"""Characters that JSON puts around one value: quotes, a colon or brackets, a comma."""
_UNKNOWN = (0, 0, 0)


class Sizes:
    """The sizes of the nodes of one text, each anchored one measured once."""

    __slots__ = ("_known", "_line_of")

    def __init__(self, line_of: Any) -> None:
        self._line_of = line_of
        self._known: dict[int, tuple[int, int, int] | None] = {}  # by node; None while it is being measured

    def of(self, node: Node, depth: int, alias: Alias) -> tuple[int, int]:
        """Return how many values and characters a node holds for which `alias` stands, `depth` levels deep.

        Raises InputError where levels are deeper than MAX_DEPTH, and for a node that contains itself.
        """
        return self._of(node, depth, alias)[:2]

    def _of(self, node: Node, depth: int, alias: Alias) -> tuple[int, int, int]:
        """Return values, characters and levels."""
        if type(node) is Alias:
            if node.target is None:
                return 1, 0, 0  # reading it says so
            node = node.target
        if type(node) is Scalar:
            return 1, len(node.value) + _AROUND, 0
        known = self._known.get(id(node), _UNKNOWN)
        if known is None:
            raise InputError(f"The alias *{alias.name} contains itself.", self._line_of(alias.start))
        if depth + max(1, known[2]) > MAX_DEPTH:
            message = f"With the alias *{alias.name} written out YAML is nested deeper here than {MAX_DEPTH} levels;"
            raise InputError(f"{message} no Kubernetes object is. Flatten it.", self._line_of(alias.start))
        if known is not _UNKNOWN:
            return known
        if node.anchor:
            self._known[id(node)] = None
        values, text, levels = 1, _AROUND, 0
        for child in _parts(node):
            more, longer, deeper = self._of(child, depth + 1, alias)
            values += more
            text += longer
            levels = max(levels, deeper)
        if type(node) is Mapping:
            values -= len(node.pairs)  # keys are no values
        if node.anchor:
            self._known[id(node)] = values, text, levels + 1
        return values, text, levels + 1


def _parts(node: Node) -> list[Node]:
    """Return the items of a sequence, the keys and values of a mapping."""
    if type(node) is Mapping:
        return [part for pair in node.pairs for part in pair]
    return node.items if type(node) is Sequence else []
