"""Package: all objects that one run sees, from one stream or from many files."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.krm.input import Input
    from yurt_hostnet.krm.kube_object import KubeObject


class Package:
    """The objects of some inputs, in order."""

    __slots__ = ("inputs",)

    def __init__(self, inputs: list[Input]) -> None:
        self.inputs = inputs

    def objects(self) -> Iterator[KubeObject]:
        """Yield every object; this parses what may be a List."""
        for source in self.inputs:
            yield from source.objects()

    def mentioning(self, *words: bytes) -> Iterator[KubeObject]:
        """Yield each object whose text may hold one of `words`, and none whose text cannot."""
        for source in self.inputs:
            yield from source.mentioning(words)

    def mentioning_each(self, *groups: tuple[bytes, ...]) -> Iterator[KubeObject]:
        """Yield, no further than asked, each object whose text may hold a word of every group."""
        for source in self.inputs:
            yield from source.mentioning_each(groups)
