"""Anchors shared between objects of a list: edits that would leak through an alias are found, to be refused."""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby

from yurt_hostnet.krm.anchors import offset_in, outermost
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.nodes import MAX_DEPTH, Alias, Mapping, Scalar, Sequence
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader
from yurt_hostnet.textedit.write.same import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.krm.input import Input
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.textedit.read.nodes import Node


def anchors_for_edit(item: KubeObject) -> dict[str, Node] | None:
    """Return the anchors in front of an object of a list that is to be edited, None where it needs none.

    If its own anchors may be used further down, `first_conflict` will look at the list.
    """
    source: Input = item.input  # type: ignore[assignment]  # objects of lists come from there
    document = outermost(item.span)
    for name in () if document.start in source.shared else item.tree.anchors:
        use = source.aliases.next_use(source.text, document, name, item.span.end)
        if use >= 0 and not _is_given_anew(source, name, use):
            source.document_of(item.span)
            break
    return source.anchors_before(item.span) if source.shared and item.tree.aliases else None


def _is_given_anew(source: Input, name: str, use: int) -> bool:
    """Tell whether the object that holds a place, where an alias may stand, gives the anchor anew for its aliases."""
    number = bisect_right(source.units, use, key=lambda unit: unit.start) - 1
    try:
        objects = source.objects_of(number) if number >= 0 else []
        place = bisect_right(objects, use, key=lambda item: item.span.start) - 1
        if place < 0 or objects[place].span.end <= use:
            return False
        first = next((alias for alias in objects[place].tree.aliases if alias.name == name), None)
    except InputError:
        return False
    return first is not None and not source.shared  # which its tree would have filled for an anchor from outside


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
    if not source.shared or not source.edited():
        return None
    for document in source.shared.values():
        known = _Compared()
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
            changed = lost or next((old for old, now in pairs if not known.same(old, now)), None)
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
        start, end = (offset_in(document, position) for position in (item.span.start, item.span.end))
        while alias is not None and alias.start < end:
            if alias.start < start:
                yield None, alias
            elif item.new_text is None:
                yield item, alias
            alias = next(rest, None)
        if item.new_text is not None:
            for own in parse(_new_text(item), anchors=item.input.anchors_before(item.span)).aliases:
                yield item, own
    while alias is not None:
        yield None, alias
        alias = next(rest, None)


def _means_the_same(item: KubeObject, aliases: list[Alias]) -> bool:
    """Tell whether an object stays what it is meant to be where its aliases are those of the edited list.

    An alias may bring in more than before under a merge key, and what stands beside it replaces that.
    """
    text, anchors = _new_text(item), item.input.anchors_before(item.span)
    before = parse(text, anchors=anchors)
    now: dict[str, Node] = {}
    for own, alias in zip(before.aliases, aliases, strict=True):
        if own.target is anchors.get(own.name) and alias.target is not None:
            now.setdefault(own.name, alias.target)
    return same(_data(before.roots[0]), _data(parse(text, anchors=now).roots[0]))


class _Compared:
    """What aliases stood for and stand for now, each two parts compared once."""

    __slots__ = ("_alike", "_same")

    def __init__(self) -> None:
        self._alike: dict[tuple[int, int], bool] = {}  # by anchored nodes
        self._same: dict[tuple[int, int], bool] = {}  # by what aliases stand for

    def same(self, old: Alias, new: Alias) -> bool:
        """Tell whether two aliases mean the same."""
        pair = id(old.target), id(new.target)
        if pair not in self._same:
            self._same[pair] = self.alike(old, new, 0) or same(_data(old), _data(new))
        return self._same[pair]

    def alike(self, old: Node | None, new: Node | None, depth: int) -> bool:
        """Tell whether two nodes are written in the same way but for aliases; if so, they mean the same."""
        if isinstance(old, Alias):
            old = old.target
        if isinstance(new, Alias):
            new = new.target
        kind = type(old)
        if old is None or new is None or kind is not type(new) or old.tag != new.tag or depth > MAX_DEPTH:
            return old is new
        if isinstance(old, Scalar) or isinstance(new, Scalar):
            return isinstance(old, Scalar) and isinstance(new, Scalar) and _written(old) == _written(new)
        pair = id(old), id(new)
        if not old.anchor or pair not in self._alike:
            if old.anchor:
                self._alike[pair] = True  # until it is known; a part that contains itself is none that can be read
            ones, others = _parts(old), _parts(new)
            found = len(ones) == len(others)
            for one, other in zip(ones, others, strict=False):
                found = found and self.alike(one, other, depth + 1)
            if not old.anchor:
                return found
            self._alike[pair] = found
        return self._alike[pair]


def _written(node: Scalar) -> tuple[str, bool]:
    return node.value, bool(node.style)


def _parts(node: Node) -> list[Node]:
    """Return the items of a sequence, the keys and values of a mapping."""
    if isinstance(node, Mapping):
        return [part for pair in node.pairs for part in pair]
    return node.items if isinstance(node, Sequence) else []


def _new_text(item: KubeObject) -> str:
    return item.text if item.new_text is None else " " * item.span.lead + item.new_text.decode()


def _data(node: Node) -> Any:
    """Return the data of a node, None where it cannot be read."""
    try:
        return Reader().read(node)
    except InputError:
        return None
