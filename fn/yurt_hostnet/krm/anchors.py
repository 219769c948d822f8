"""Anchors that an object of a list uses although another one, in front of it, has them."""

from __future__ import annotations

from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.textedit.cut.split import Span
    from yurt_hostnet.textedit.read.nodes import Node


def outermost(span: Span) -> Span:
    """Return the span of the document that holds an object of a list."""
    while span.parent is not None:
        span = span.parent
    return span


def foreign_anchors(document: KubeObject, span: Span) -> dict[str, Node]:
    """Return, by its anchor, what aliases in a span of `document` stand for that is defined in front of the span."""
    start, end = (offset_in(document, position) for position in (span.start, span.end))
    anchors: dict[str, Node] = {}
    uses = document.tree.aliases
    first, behind = (bisect_left(uses, offset, key=lambda alias: alias.start) for offset in (start, end))
    for alias in uses[first:behind]:
        if alias.target is not None and alias.target.start < start:
            anchors.setdefault(alias.name, alias.target)  # the same name may be given anew further down
    return anchors


def offset_in(document: KubeObject, position: int) -> int:
    """Return the offset in characters, in the text of a document, of a byte of the input."""
    length = position - document.span.start
    if document.text.isascii():
        return document.span.lead + length
    return document.offsets.character_of(document.span.lead + length)
