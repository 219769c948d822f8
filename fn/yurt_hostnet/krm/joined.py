"""Finds, by one search of all, which of many inputs may hold a word: asking each takes longer than reading it."""

from __future__ import annotations

from bisect import bisect_right

from yurt_hostnet.krm.hiding import hidden_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yurt_hostnet.krm.input import Groups, Input

_LONGEST = 1 << 16
"""Bytes of a text that is joined. A longer one is asked itself and not copied: that costs little beside reading it."""


class Joined:
    """The texts of some inputs as one text, and where each begins in it.

    What it answers is never too little: a text that no word was found in holds none, in no disguise. The others are to
    be asked themselves.
    """

    __slots__ = ("_doubtful", "_ends", "_found", "_inputs", "_numbers", "_starts", "_text")

    def __init__(self, inputs: Sequence[Input]) -> None:
        self._inputs = inputs
        self._numbers = [number for number, source in enumerate(inputs) if _is_joined(source)]
        texts = [inputs[number].text for number in self._numbers]
        self._text = b"\n".join(texts)  # no word holds a line feed
        self._starts: list[int] = []
        self._ends: list[int] = []
        position = 0
        for text in texts:
            self._starts.append(position)
            position += len(text)
            self._ends.append(position)
            position += 1
        self._found: dict[bytes, set[int]] = {}
        others = set(range(len(inputs))).difference(self._numbers)
        self._doubtful = others | {self._number_at(place) for place in hidden_at(self._text, 0, len(self._text))}

    def mentioning(self, words: Iterable[bytes]) -> Iterator[Input]:
        """Yield, in order, each input that may hold one of `words` (ASCII)."""
        return self._in_order(self._doubtful.union(*map(self._inputs_with, words)))

    def wanted(self, wanted: Iterable[Groups]) -> Iterator[Input]:
        """Yield, in order, each input that may hold, for somebody who wants objects, a word of each group."""
        numbers = set(self._doubtful)
        for groups in wanted:
            found = [set[int]().union(*map(self._inputs_with, group)) for group in groups]
            numbers |= found[0].intersection(*found[1:])
        return self._in_order(numbers)

    def _in_order(self, numbers: set[int]) -> Iterator[Input]:
        return map(self._inputs.__getitem__, sorted(numbers))

    def _number_at(self, position: int) -> int:
        return self._numbers[bisect_right(self._starts, position) - 1]

    def _inputs_with(self, word: bytes) -> set[int]:
        """Return the numbers of the joined inputs that hold a word."""
        found = self._found.get(word)
        if found is None:
            found = self._found[word] = set()
            find = self._text.find
            position = find(word)
            while position >= 0:
                place = bisect_right(self._starts, position) - 1
                found.add(self._numbers[place])
                position = find(word, self._ends[place])
        return found


def _is_joined(source: Input) -> bool:
    """Tell whether an input is searched with the others: a list may hold a word behind an alias (Input, `_aliased`)."""
    return len(source.text) <= _LONGEST and not (source.units and source.units[0].parent is not None)
