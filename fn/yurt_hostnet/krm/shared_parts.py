"""Parts that objects of one list share by anchors and aliases: they are read right, and not changed behind a back."""

from __future__ import annotations

from bisect import bisect_left
from itertools import groupby

from yurt_hostnet.krm.kube_object import KubeObject
from yurt_hostnet.textedit.change import same
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.tree import parse
from yurt_hostnet.textedit.values import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.krm.input import Input
    from yurt_hostnet.textedit.nodes import Alias, Node
    from yurt_hostnet.textedit.split import Span


def document_of(item: KubeObject) -> KubeObject:
    """Return the document that holds an object of a list, as one object; it is read once and kept in `Input.shared`."""
    span = _outermost(item.span)
    return item.input.shared.setdefault(span.start, KubeObject(item.input, span))


def _outermost(span: Span) -> Span:
    while span.parent is not None:
        span = span.parent
    return span


def foreign_anchors(item: KubeObject) -> dict[str, Node]:
    """Return, by its anchor, what aliases in an object of a list stand for that is defined in front of the object."""
    if item.span.parent is None:
        return {}
    document = document_of(item)
    start, end = (_offset(document, position) for position in (item.span.start, item.span.end))
    anchors: dict[str, Node] = {}
    aliases = document.tree.aliases
    first, behind = (bisect_left(aliases, offset, key=lambda alias: alias.start) for offset in (start, end))
    for alias in aliases[first:behind]:
        if alias.target is not None and alias.target.start < start:
            anchors.setdefault(alias.name, alias.target)  # the same name may be given anew further down
    return anchors


def watched(item: KubeObject) -> dict[str, Node] | None:
    """Return `foreign_anchors` of an object of a list that is to be edited, None where it needs none.

    If its own anchors may be used further down, `Input.conflict` will look at the list.
    """
    text, start = item.input.text, item.span.end
    end = _outermost(item.span).end
    for name in (anchor.encode() for anchor in item.tree.anchors):
        use = text.find(b"*" + name, start, end)
        if use >= 0 and not _is_given_anew(text, name, start, use):
            document_of(item)
            break
    return foreign_anchors(item) if item.input.shared and item.tree.aliases else None


def _is_given_anew(text: bytes, name: bytes, start: int, end: int) -> bool:
    """Tell whether an anchor of this very name stands between two places."""
    position = text.find(b"&" + name, start, end)
    while position >= 0:
        behind = position + 1 + len(name)
        if text[behind : behind + 1] in (b" ", b"\t", b"\n", b"\r", b",", b"]", b"}"):
            return True
        position = text.find(b"&" + name, behind, end)
    return False


class Conflict:
    """An edit that an alias would bring into another object of the list as well, or into what stands between them.

    `item` is the object that holds the alias, None between objects; `line` is the alias's, or that of an edited object.
    """

    __slots__ = ("item", "line", "message")

    def __init__(self, item: KubeObject | None, name: str, line: int) -> None:
        self.item = item
        self.line = line
        self.message = (
            f"The alias *{name} stands for a part of an object that is edited, and would bring the edit in here as "
            "well. Write that part out in its place."
        )


def first_conflict(source: Input) -> Conflict | None:
    """Return the first alias in the lists of `source.shared` that does not mean what it did, None if all do.

    Each edit has been proved as if the rest of its list stayed as it was.
    """
    for document in source.shared.values():
        span = document.span
        objects = source.objects_within(span)
        new, done = [" " * span.lead], span.start
        for item in objects:
            new += [source.text[done : item.span.start].decode(), _new_text(item)[item.span.lead :]]
            done = item.span.end
        text = "".join([*new, source.text[done : span.end].decode()])
        uses = zip(_as_meant(document, objects), parse(text).aliases, strict=True)
        for owner, group in groupby(uses, lambda use: use[0][0]):
            pairs = [(before, after) for (_, before), after in group]
            lost = next((before for before, after in pairs if before.target is not None and after.target is None), None)
            changed = lost or next((old for old, now in pairs if not same(_data(old), _data(now))), None)
            if changed is None:
                continue
            if lost is not None or owner is None or not _means_the_same(owner, [now for _, now in pairs]):
                line = document.line_at(changed.start) if owner is None or owner.new_text is None else owner.line
                return Conflict(owner, changed.name, line)
    return None


def _as_meant(document: KubeObject, objects: list[KubeObject]) -> Iterator[tuple[KubeObject | None, Alias]]:
    """Yield each alias of an edited list, with what it is to stand for: the same as before; and the object it is in."""
    rest = iter(document.tree.aliases)
    alias = next(rest, None)
    for item in objects:
        start, end = (_offset(document, position) for position in (item.span.start, item.span.end))
        while alias is not None and alias.start < end:
            if alias.start < start:
                yield None, alias
            elif item.new_text is None:
                yield item, alias
            alias = next(rest, None)
        if item.new_text is not None:
            for own in parse(_new_text(item), anchors=foreign_anchors(item)).aliases:
                yield item, own
    while alias is not None:
        yield None, alias
        alias = next(rest, None)


def _means_the_same(item: KubeObject, aliases: list[Alias]) -> bool:
    """Tell whether an object stays what it is meant to be where its aliases are those of the edited list.

    An alias may bring in more than before under a merge key, and what stands beside it replaces that.
    """
    text, anchors = _new_text(item), foreign_anchors(item)
    before = parse(text, anchors=anchors)
    now: dict[str, Node] = {}
    for own, alias in zip(before.aliases, aliases, strict=True):
        if own.target is anchors.get(own.name) and alias.target is not None:
            now.setdefault(own.name, alias.target)
    return same(_data(before.roots[0]), _data(parse(text, anchors=now).roots[0]))


def _new_text(item: KubeObject) -> str:
    return item.text if item.new_text is None else " " * item.span.lead + item.new_text.decode()


def _offset(document: KubeObject, position: int) -> int:
    """Return the offset in characters, in the text of a document, of a byte of the input."""
    length = position - document.span.start
    if not document.text.isascii():
        length = len(document.input.text[document.span.start : position].decode())
    return document.span.lead + length


def _data(node: Node) -> Any:
    """Return the data of a node, None where it cannot be read."""
    try:
        return Reader().read(node)
    except InputError:
        return None
