"""Input: one text and the objects in it, found without parsing more of it than somebody asks about."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

from yurt_hostnet.krm.hiding import hidden_at, may_be_list
from yurt_hostnet.krm.kube_object import KubeObject
from yurt_hostnet.krm.source import Source
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from yurt_hostnet.textedit.cut.split import Span
    from yurt_hostnet.textedit.read.nodes import Node

    Groups: TypeAlias = Sequence[tuple[bytes, ...]]
    Piece: TypeAlias = bytes | memoryview

_BEFORE = rb"(?:\A|[\s\[{,:\x85\xa8\xa9])"
"""What stands in front of an anchor or alias: nothing, space, a sign of flow style, the last byte of NEL, LS or PS."""

_ANCHOR = _BEFORE + rb"&[^\s&]"
_ALIAS = _BEFORE + rb"\*[^\s*]"

_DEFINITION = b"kind: CustomResourceDefinition\n"

KEPT = 3 << 19
"""How many bytes of objects may stay parsed in memory, or more, see KEPT_PART; data takes five times its text."""
KEPT_PART = 12
"""Which part of a very large input is kept if that is more."""

_SMALL = 16 << 10
"""Bytes of a text that costs less to search than it costs to ask where."""
_REPETITIVE = 4 << 20
"""Bytes from which on the lines of a text are collected, because so many objects have much in common."""


class Input(Source):
    """The bytes of one file or stream, cut into units: its documents, or the items of its ResourceList.

    `text` is the input, `file` its name ("" for standard input), `units` the spans. A unit that is a
    List holds several objects; any other holds one, or none where it is empty. `shared` is the whole of each
    list, by its start, that holds an object with anchors or aliases of which somebody asked; see shared_parts.
    """

    __slots__ = (
        "_areas",
        "_ends",
        "_found",
        "_kept",
        "_starts",
        "_units",
        "_unsearchable",
        "_vocabulary",
        "shared",
        "units",
    )  # fmt: skip

    def __init__(self, text: bytes, units: list[Span], file: str = "") -> None:
        super().__init__(text, file)
        self.units = units
        self.shared: dict[int, KubeObject] = {}
        self._starts = [unit.start for unit in units]
        self._ends = [unit.end for unit in units]
        self._units: dict[int, list[KubeObject]] = {}
        self._found: dict[bytes, list[int]] = {}
        self._unsearchable: list[int] | None = None
        self._kept = 0
        self._vocabulary: bytes | None = None
        self._areas: list[tuple[int, int]] | None = None

    def objects(self) -> Iterator[KubeObject]:
        """Yield every object, in order."""
        for number in range(len(self.units)):
            yield from self.objects_of(number)

    def mentioning(self, words: Iterable[bytes]) -> Iterator[KubeObject]:
        """Yield, in order and no further than asked, each object whose text may hold one of `words` (ASCII)."""
        for item, _ in self.visiting([(tuple(words),)]):
            yield item

    def may_mention(self, words: Iterable[bytes]) -> bool:
        """Tell whether `mentioning` could return anything, without parsing what it would have to."""
        words = tuple(words)
        if len(self.text) < _SMALL and not any(word in self.text for word in words):
            return bool(self._units_not_searchable())
        areas = self._searched()
        words = [word for word in words if not self._is_absent(word)]
        return any(self.text.find(word, *area) >= 0 for word in words for area in areas) or bool(
            self._units_not_searchable()
        )

    def mentions_outside(self, words: Iterable[bytes], exempt: Callable[[bytes, int], bool]) -> bool:
        """Tell whether `may_mention` is true, and not only for places (the text, an offset) that are `exempt`."""
        if self._units_not_searchable():
            return True
        return any(not exempt(self.text, position) for word in words for position in self.places(word))

    def visiting(self, wanted: Sequence[Groups]) -> Iterator[tuple[KubeObject, list[int]]]:
        """Yield each object that somebody wants, in order and once, and whose it is: the places in `wanted`.

        Who wants objects gives groups of words, of each of which the text must hold one. Of an object in a List, the
        words of the first group count; those of the others may be elsewhere in the List. An object is forgotten when
        the next is asked for.
        """
        hidden = set(self._units_not_searchable())
        met: dict[int, list[int]] = {}
        for index, (first, *rest) in enumerate(wanted):
            for number in self._units_of(first):
                unit = self.units[number]
                if number in hidden or all(
                    any(self.text.find(word, unit.start, unit.end) >= 0 for word in group) for group in rest
                ):
                    met.setdefault(number, []).append(index)
        for number in sorted(met):
            objects = self.objects_of(number)
            for item in objects:
                whose = met[number]
                if len(objects) > 1:
                    whose = [index for index in whose if item.mentions(*wanted[index][0])]
                if whose:
                    yield item, whose
                item.forget()

    def keep(self, size: int) -> bool:
        """Tell whether the data of one more object of `size` bytes may stay in memory once read; if so, it counts."""
        fits = self._kept + size <= max(KEPT, len(self.text) // KEPT_PART)
        self._kept += size if fits else 0
        return fits

    def objects_of(self, number: int) -> list[KubeObject]:
        """Return the objects of one unit: several for a List, none for an empty document."""
        if number not in self._units:
            self._units[number] = list(self._expand(self.units[number], number))
        return self._units[number]

    def leave_out(self, number: int) -> None:
        """Take a unit for one without objects: it is not found any more, and stays as it is."""
        self._units[number] = []

    def render(self) -> list[Piece]:
        """Return the text as pieces, with the new text of each edited object in its place."""
        return pieced(self.text, self.edited())

    def edited(self) -> list[tuple[int, int, bytes]]:
        """Return start, end and new bytes of each edited object, in order; see `shared_parts.first_conflict`."""
        return [(item.span.start, item.span.end, item.new_text or b"") for item in self.edited_objects()]

    def edited_objects(self) -> list[KubeObject]:
        """Return the edited objects, in order.

        Raises InputError where one lies in another one: a list to kubectl, one object to kustomize.
        """
        found = [item for number in sorted(self._units) for item in self._units[number] if item.new_text is not None]
        for before, item in pairwise(found):
            if item.span.start < before.span.end:
                message = "kubectl reads a list here, and kustomize one object; both would be edited. Make two of it."
                raise InputError(message, item.line, self.file)
        return found

    def document_of(self, span: Span) -> KubeObject:
        """Return the document that holds an object of a list, as one object; it is read once and kept in `shared`."""
        from yurt_hostnet.krm.anchors import outermost

        whole = outermost(span)
        return self.shared.setdefault(whole.start, KubeObject(self, whole))

    def anchors_before(self, span: Span) -> dict[str, Node]:
        """Return, by its anchor, what aliases in a span stand for that its list defines in front of it."""
        if span.parent is None:
            return {}
        from yurt_hostnet.krm.anchors import foreign_anchors

        return foreign_anchors(self.document_of(span), span)

    def objects_within(self, span: Span) -> list[KubeObject]:
        """Return the objects of the units that begin within `span`."""
        numbers = range(bisect_left(self._starts, span.start), bisect_left(self._starts, span.end))
        return [item for number in numbers for item in self.objects_of(number)]

    def _units_of(self, words: tuple[bytes, ...]) -> list[int]:
        """Return the units whose text may hold one of `words`."""
        numbers = set(self._units_not_searchable())
        is_small = len(self.text) < _SMALL
        for word in words:
            found = self._found.get(word)
            if found is None:
                absent = is_small and word not in self.text  # as most words are
                found = self._found[word] = [] if absent else self._units_with(self.places(word, once=True))
            if found:
                numbers.update(found)
        return sorted(numbers)

    def _is_absent(self, word: bytes) -> bool:
        """Whether a word is known to be nowhere in what is searched of a large text."""
        if self._vocabulary is None:
            self._vocabulary = self._words_searched()
        return self._vocabulary is not self.text and self._vocabulary.find(word) < 0

    def _words_searched(self) -> bytes:
        """Return a text that holds a word if and only if it counts: a shorter one if there is one."""
        areas = self._searched()
        if len(areas) > 1 and 2 * sum(end - start for start, end in areas) <= len(self.text):
            return b"\n".join([self.text[start:end] for start, end in areas])  # most are CustomResourceDefinitions
        if len(self.text) < _REPETITIVE:
            return self.text
        from yurt_hostnet.krm.vocabulary import vocabulary

        return vocabulary(self.text, areas) or self.text

    def places(
        self, word: bytes, areas: Sequence[tuple[int, int]] | None = None, *, once: bool = False
    ) -> Iterator[int]:
        """Yield where a word stands in `areas`, or in all that is searched: every place, or the first of each unit."""
        if areas is None:
            areas = () if self._is_absent(word) else self._searched()
        for start, end in areas:
            position = self.text.find(word, start, end)
            while position >= 0:
                yield position
                number = bisect_right(self._starts, position) - 1 if once else -1
                skip = self._ends[number] if number >= 0 else 0
                position = self.text.find(word, max(position + 1, skip), end)

    def _searched(self) -> list[tuple[int, int]]:
        """Return the areas in which words count: not CustomResourceDefinitions, which hold prose about pods only."""
        if self._areas is None:
            areas: list[tuple[int, int]] = []
            done = 0
            for position in self.places(_DEFINITION, [(0, len(self.text))], once=True):
                from yurt_hostnet.krm.definition import is_definition

                number = bisect_right(self._starts, position) - 1
                if number >= 0 and is_definition(self.text, self.units[number], position):
                    areas.append((done, self._starts[number]))
                    done = self._ends[number]
            self._areas = [*areas, (done, len(self.text))]
        return self._areas

    def _units_not_searchable(self) -> list[int]:
        """Return the units in which words can stand that a search does not find."""
        if self._unsearchable is None:
            places = (place for area in self._searched() for place in hidden_at(self.text, *area))
            self._unsearchable = [*self._units_with(places), *self._aliased()]
        return self._unsearchable

    def _aliased(self) -> list[int]:
        """Return the items of a list in which an alias may stand for text of another item."""
        if not self.units or self.units[0].parent is None or b"&" not in self.text:
            return []
        import re

        if re.search(_ANCHOR, self.text) is None:
            return []
        return self._units_with(match.start() for match in re.finditer(_ALIAS, self.text))

    def _units_with(self, positions: Iterable[int]) -> list[int]:
        numbers: list[int] = []
        for position in positions:
            number = bisect_right(self._starts, position) - 1
            if number >= 0 and position < self._ends[number] and (not numbers or numbers[-1] != number):
                numbers.append(number)
        return numbers

    def _expand(self, span: Span, number: int) -> Iterator[KubeObject]:
        item = KubeObject(self, span, number)
        if may_be_list(self.text, span):
            from yurt_hostnet.krm.lists import objects_in

            yield from objects_in(item)
        elif not item.is_empty:
            yield item


def pieced(text: bytes, replaced: Iterable[tuple[int, int, bytes]]) -> list[Piece]:
    """Return a text with some of its parts replaced, as pieces: what stays is not copied.

    A part is given by its start, its end and its new bytes; they come in order.
    """
    whole = memoryview(text)
    pieces: list[Piece] = []
    done = 0
    for start, end, new in replaced:
        pieces += [whole[done:start], new]
        done = end
    return [*pieces, whole[done:]] if pieces else [text]
