"""What was built, as an Input whose objects know the files that they come from."""

from __future__ import annotations

from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.kube_object import KubeObject
from yurt_hostnet.krm.result import Origin
from yurt_hostnet.textedit.cut.split import split_documents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Protocol

    from yurt_hostnet.commands.rendering.marks import Marks
    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.textedit.cut.split import Span

    class Finder(Protocol):
        """Who knows where in the files a field of a built object was set."""

        def place(self, item: KubeObject, marks: Marks, path: Path) -> tuple[str, int]:
            """Return the file and the line (0 if unknown) of the field at `path`, () for the object."""


class BuiltInput(Input):
    """The output of a build, with the marks of each of its documents."""

    __slots__ = ("_finder", "_marks")

    def __init__(self, text: bytes, marks: Sequence[Marks], finder: Finder) -> None:
        super().__init__(text, split_documents(text))
        self._finder = finder
        self._marks = marks if len(marks) == len(self.units) else None

    def origin_of(self, item: KubeObject) -> Origin:
        """Return where an object was written."""
        marks = None if self._marks is None else self._marks[item.number]
        return Origin() if marks is None else BuiltOrigin(item, marks, self._finder)

    @property
    def marks(self) -> Sequence[Marks]:
        """The marks of the documents, none where they are not known."""
        return self._marks or ()

    def _expand(self, span: Span, number: int) -> Iterator[KubeObject]:
        item = BuiltObject(self, span, number)
        if not item.is_empty:
            yield item


class BuiltObject(KubeObject):
    """An object that was built."""

    __slots__ = ()

    @property
    def origin(self) -> Origin:
        """Where the object was written: its resource, not the build."""
        source = self.input
        return source.origin_of(self) if isinstance(source, BuiltInput) else Origin()


class BuiltOrigin(Origin):
    """The place of a built object in the files; that of a field may be in another one, which patches it."""

    __slots__ = ("_finder", "_item", "marks")

    def __init__(self, item: KubeObject, marks: Marks, finder: Finder) -> None:
        file, line = finder.place(item, marks, ())
        super().__init__(file, 0, line)
        self._item = item
        self.marks = marks
        self._finder = finder

    def at(self, path: Path) -> Origin:
        """Return the place of the field at `path`."""
        file, line = self._finder.place(self._item, self.marks, path)
        return FieldOrigin(file, line, self.marks)


class FieldOrigin(Origin):
    """The place of a field, with the marks of its object."""

    __slots__ = ("marks",)

    def __init__(self, file: str, line: int, marks: Marks) -> None:
        super().__init__(file, 0, line)
        self.marks = marks
