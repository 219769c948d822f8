"""Envelope: a list document without its items, which are read apart."""

from __future__ import annotations

from yurt_hostnet.krm.kube_object import KubeObject
from yurt_hostnet.krm.source import Source
from yurt_hostnet.textedit.cut.split import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.cut.split_items import Items


class _Envelope(Source):
    """The text of a list document without its items; lines are those of the whole."""

    __slots__ = ("_cut", "_layout", "_source")

    def __init__(self, source: Source, span: Span, layout: Items) -> None:
        head = b" " * span.lead + source.text[span.start : layout.begin]
        super().__init__(head + source.text[layout.stop : span.end], source.file)
        self._source = source
        self._layout = layout
        self._cut = len(head)

    def line_of(self, position: int) -> int:
        """Return the 1-based line of a byte offset."""
        from_cut = position - self._cut
        return self._source.line_of(max(0, from_cut + (self._layout.begin if from_cut < 0 else self._layout.stop)))


class _Below(Source):
    """Text in the place of a span of another input, of which it has the lines."""

    __slots__ = ("_above",)

    def __init__(self, text: bytes, source: Source, span: Span) -> None:
        super().__init__(text, source.file)
        self._above = source.line_of(span.start) - 1

    def line_of(self, position: int) -> int:
        """Return the 1-based line of a byte offset."""
        return self._above + super().line_of(position)


def envelope(source: Source, span: Span, layout: Items) -> KubeObject:
    """Return the list document itself without its items, unless other parts of it use what they define."""
    short = _Envelope(source, span, layout)
    found = KubeObject(short, Span(0, len(short.text)))
    if found.is_plain:
        return found
    text = source.text  # the parser counts lines by itself: empty ones in the place of the items keep them right
    gap = b"\n" * text.count(b"\n", layout.begin, layout.stop)
    head = b" " * span.lead + text[span.start : layout.begin]
    below = _Below(head + gap + text[layout.stop : span.end], source, span)
    found = KubeObject(below, Span(0, len(below.text)))
    if any(alias.target is None for alias in found.tree.aliases):
        return KubeObject(source, span)  # functionConfig, say, uses what an item defines
    return found
