"""Package: all objects that one run sees, from one stream or from many files."""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from yurt_hostnet.krm.input import Groups, Input
    from yurt_hostnet.krm.kube_object import KubeObject


_MANY = 16
"""Inputs from which on words are looked for in all of them at once: asking each costs more than searching it."""
_BETWEEN = b"\0"  # stands in no word


class Package:
    """The objects of some inputs, in order."""

    __slots__ = ("_found", "_hidden", "_starts", "_text", "inputs")

    def __init__(self, inputs: list[Input]) -> None:
        self.inputs = inputs
        self._text: bytes | None = None  # of all inputs
        self._starts: list[int] = []
        self._hidden: list[int] = []
        self._found: dict[bytes, list[int]] = {}

    def objects(self) -> Iterator[KubeObject]:
        """Yield every object; this parses what may be a List."""
        for source in self.inputs:
            yield from source.objects()

    def mentioning(self, *words: bytes) -> Iterator[KubeObject]:
        """Yield each object whose text may hold one of `words`, and none whose text cannot."""
        for source in self._inputs_with(words):
            yield from source.mentioning(words)

    def visiting(self, wanted: Sequence[Groups]) -> Iterator[tuple[KubeObject, list[int]]]:
        """Yield each object of which somebody wants something, in order and once, and whose it is; see Input."""
        for source in self._inputs_with(*(groups[0] for groups in wanted)):
            yield from source.visiting(wanted)

    def mentioning_each(self, *groups: tuple[bytes, ...]) -> Iterator[KubeObject]:
        """Yield, no further than asked, each object whose text may hold a word of every group."""
        for item, _ in self.visiting([groups]):
            yield item

    def may_mention(self, words: Iterable[bytes]) -> bool:
        """Tell whether `mentioning` could yield anything, without parsing what it would have to."""
        words = tuple(words)
        return any(source.may_mention(words) for source in self._inputs_with(words))

    def mentions_outside(self, words: Iterable[bytes], exempt: Callable[[bytes, int], bool]) -> bool:
        """Tell whether `may_mention` is true, and not only for places (a text, an offset) that are `exempt`."""
        words = tuple(words)
        return any(source.mentions_outside(words, exempt) for source in self._inputs_with(words))

    def _inputs_with(self, *groups: Iterable[bytes]) -> Sequence[Input]:
        """Return the inputs in which a word of one of `groups` may stand, in order; all of them where they are few."""
        if len(self.inputs) < _MANY:
            return self.inputs
        if self._text is None:
            self._text = _BETWEEN.join([source.text for source in self.inputs])
            start = 0
            for number, source in enumerate(self.inputs):
                self._starts.append(start)
                start += len(source.text) + len(_BETWEEN)
                if source.hides_words:
                    self._hidden.append(number)
        found = set(self._hidden)
        for word in {word for group in groups for word in group}:
            if word not in self._found:
                self._found[word] = list(self._numbers(self._text, word))
            found.update(self._found[word])
        return [self.inputs[number] for number in sorted(found)]

    def _numbers(self, text: bytes, word: bytes) -> Iterator[int]:
        position = text.find(word)
        while position >= 0:
            number = bisect_right(self._starts, position) - 1
            yield number
            position = text.find(word, self._starts[number] + len(self.inputs[number].text))
