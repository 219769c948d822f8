"""Package: all objects that one run sees, from one stream or from many files."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from yurt_hostnet.krm.input import Groups, Input
    from yurt_hostnet.krm.joined import Joined
    from yurt_hostnet.krm.kube_object import KubeObject


_MANY = 16
"""From so many inputs on they are searched together."""


class Package:
    """The objects of some inputs, in order."""

    __slots__ = ("_joined", "inputs")

    def __init__(self, inputs: list[Input]) -> None:
        self.inputs = inputs
        self._joined: Joined | None = None

    def objects(self) -> Iterator[KubeObject]:
        """Yield every object; this parses what may be a List."""
        for source in self.inputs:
            yield from source.objects()

    def mentioning(self, *words: bytes) -> Iterator[KubeObject]:
        """Yield each object whose text may hold one of `words`, and none whose text cannot."""
        for source in self._holding(words):
            yield from source.mentioning(words)

    def visiting(self, wanted: Sequence[Groups]) -> Iterator[tuple[KubeObject, list[int]]]:
        """Yield each object of which somebody wants something, in order and once, and whose it is; see Input."""
        for source in self.inputs if len(self.inputs) < _MANY else self._all.wanted(wanted):
            yield from source.visiting(wanted)

    def mentioning_each(self, *groups: tuple[bytes, ...]) -> Iterator[KubeObject]:
        """Yield, no further than asked, each object whose text may hold a word of every group."""
        for item, _ in self.visiting([groups]):
            yield item

    def may_mention(self, words: Iterable[bytes]) -> bool:
        """Tell whether `mentioning` could yield anything, without parsing what it would have to."""
        words = tuple(words)
        return any(source.may_mention(words) for source in self._holding(words))

    def mentions_outside(self, words: Iterable[bytes], exempt: Callable[[bytes, int], bool]) -> bool:
        """Tell whether `may_mention` is true, and not only for places (a text, an offset) that are `exempt`."""
        words = tuple(words)
        return any(source.mentions_outside(words, exempt) for source in self._holding(words))

    def _holding(self, words: Iterable[bytes]) -> Iterable[Input]:
        """Return the inputs that may hold one of `words`, in order."""
        return self.inputs if len(self.inputs) < _MANY else self._all.mentioning(words)

    @property
    def _all(self) -> Joined:
        if self._joined is None:
            from yurt_hostnet.krm.joined import Joined

            self._joined = Joined(self.inputs)
        return self._joined
