"""The nodes of a YAML document that know their place in its text.

Every `start` and `end` is an offset in characters from the beginning of the text that was read; nothing
is constructed from the scalars.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Node: TypeAlias = "Scalar | Mapping | Sequence | Alias"

MAX_DEPTH = 256
"""Levels of nesting that are read. The deepest real manifests (CRD schemas) need about 60."""


class Scalar:
    """A scalar: its value as written, `style` ("" plain, "'", '"', "|" or ">"), tag and anchor (None if absent)."""

    __slots__ = ("anchor", "column", "end", "start", "style", "tag", "value")

    def __init__(
        self, start: int, end: int, column: int, value: str, style: str, tag: str | None, anchor: str | None
    ) -> None:
        self.start = start
        self.end = end
        self.column = column
        self.value = value
        self.style = style
        self.tag = tag
        self.anchor = anchor


class Mapping:
    """A mapping: its pairs in order, whether it is in flow style.

    `start` is where its properties or first key begin; `end` is just behind its last token (behind
    the closing brace in flow style); `column` is where its first key begins, or the question mark in front of that,
    counted from 0.
    """

    __slots__ = ("anchor", "column", "end", "flow", "pairs", "start", "tag")

    def __init__(self, start: int, column: int, flow: bool, tag: str | None, anchor: str | None) -> None:
        self.start = start
        self.end = start
        self.column = column
        self.flow = flow
        self.tag = tag
        self.anchor = anchor
        self.pairs: list[tuple[Node, Node]] = []


class Sequence:
    """A sequence: its items in order, whether it is in flow style; places as in Mapping.

    `column` is that of the first dash in block style; it is meaningless behind an anchor or tag.
    """

    __slots__ = ("anchor", "column", "end", "flow", "items", "start", "tag")

    def __init__(self, start: int, column: int, flow: bool, tag: str | None, anchor: str | None) -> None:
        self.start = start
        self.end = start
        self.column = column
        self.flow = flow
        self.tag = tag
        self.anchor = anchor
        self.items: list[Node] = []


class Alias:
    """An alias: the anchor's name and the node it stands for (None if that is not in this text)."""

    __slots__ = ("column", "end", "name", "start", "target")

    anchor = None
    tag = None

    def __init__(self, start: int, end: int, column: int, name: str, target: Node | None) -> None:
        self.start = start
        self.end = end
        self.column = column
        self.name = name
        self.target = target


class Tree:
    """What one text holds: its documents' roots (an empty document has none) and the anchors they define.

    `keys` are those of its mappings, by mapping, as far as somebody asked; see locate.
    """

    __slots__ = ("anchors", "aliases", "keys", "roots")  # noqa: RUF023 - in reading order

    def __init__(self) -> None:
        self.roots: list[Node] = []
        self.anchors: dict[str, Node] = {}
        self.aliases: list[Alias] = []
        self.keys: dict[int, dict[str | None, tuple[Node, Node]]] = {}
