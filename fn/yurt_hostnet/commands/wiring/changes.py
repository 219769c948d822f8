"""Files that are to be made, edited or removed together: shown as a diff, then written, all of them or none."""

from __future__ import annotations

import os
from contextlib import suppress
from difflib import unified_diff

from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.commands.writing.atomic import Replacement, replace_all
from yurt_hostnet.commands.writing.output_file import OutputFile
from yurt_hostnet.commands.writing.planted import planted_link
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.commands.writing.atomic import Writing


class Changes:
    """The changes by path, in the order in which they were last put."""

    __slots__ = ("_files", "made_folders", "removed_folders")

    def __init__(self) -> None:
        self._files: dict[str, _File] = {}
        self.made_folders: list[str] = []
        self.removed_folders: list[str] = []

    def text(self, path: str) -> bytes | None:
        """Return the text that a file has, or will have; None if there is none. Raises InputError."""
        return self._file(path).new

    def put(self, path: str, text: bytes | None) -> None:
        """Give a file its text; None removes it."""
        file = self._file(path)
        file.new = text
        self._files[file.path] = self._files.pop(file.path)  # the last that is put is shown and written last

    def __bool__(self) -> bool:
        return any(self._changed())

    def paths(self) -> list[str]:
        """Return what will change."""
        return [file.path for file in self._changed()]

    def diff(self) -> bytes:
        """Return the unified diff."""
        return b"".join(map(_diff, self._changed()))

    def write(self) -> None:
        """Write all of it. Raises InputError; nothing has changed then, unless the error names what has."""
        for file in self._changed():
            folder = os.path.dirname(file.path)
            if file.new is not None and not os.path.isdir(folder or os.curdir):
                if link := planted_link(_nearest(folder), [os.curdir]):
                    raise InputError(f"The file is not written, since {link} is a link.", file=file.path)
                self._make(folder)
        try:
            replace_all(list(map(_writing, self._changed())))
        except InputError:
            self._drop(self.made_folders)
            raise
        self._drop(self.removed_folders)

    def _make(self, folder: str) -> None:
        try:
            os.makedirs(folder)
        except OSError as error:
            self._drop(self.made_folders)
            raise InputError(f"The folder cannot be made: {error.strerror}.", file=folder) from None

    def _drop(self, folders: list[str]) -> None:
        for folder in reversed(folders):
            with suppress(OSError):  # it is not empty, or not there
                os.rmdir(folder)

    def _file(self, path: str) -> _File:
        path = os.path.normpath(path)
        if path not in self._files:
            self._files[path] = _File(path)
        return self._files[path]

    def _changed(self) -> Iterator[_File]:
        return (file for file in self._files.values() if file.new != file.old)


class _File:
    """One file: its text as it is and as it will be, None where there is none; `status` as fstat said."""

    __slots__ = ("new", "old", "path", "status")

    def __init__(self, path: str) -> None:
        self.path = path
        self.old: bytes | None = None
        self.status: os.stat_result | None = None
        if os.path.lexists(path):
            try:
                self.old, self.status = read_file(path, found=True)
            except OSError as error:
                raise InputError(f"The file cannot be read: {error.strerror}.", file=path) from None
        self.new = self.old


class _Removal(Replacement):
    """A file that is taken away, if it still is what was read."""

    __slots__ = ()

    def prepare(self) -> None:
        """See that it can be removed. Raises InputError."""
        with self._open() as directory:
            os.close(self._open_unchanged(directory, os.path.basename(self.target)))

    def put(self) -> None:
        """Remove it. Raises InputError."""
        with self._open() as directory:
            os.close(self._open_unchanged(directory, os.path.basename(self.target)))
            try:
                directory.unlink(os.path.basename(self.target))
            except OSError as error:
                raise InputError(f"The file cannot be removed: {error.strerror}.", file=self.path) from None


def _writing(file: _File) -> Writing:
    if file.status is None:
        return OutputFile(os.path.join(os.curdir, file.path), "file", []).hold((file.new or b"").decode())
    if os.path.islink(file.path):  # it may lead anywhere, and a repository may have planted it
        raise InputError(
            "The file is not edited, since this is a link. Name the folder that it leads to.", file=file.path
        )
    if file.new is None:
        return _Removal(file.path, b"", file.status)
    return Replacement(file.path, file.new, file.status)


def _nearest(folder: str) -> str:
    while folder and not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    return folder


def _diff(file: _File) -> bytes:
    name = one_line(file.path)
    old = f"a/{name}" if file.old is not None else os.devnull
    new = f"b/{name}" if file.new is not None else os.devnull
    lines = unified_diff(_lines(file.old), _lines(file.new), old, new)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines).encode(
        "utf-8", "surrogateescape"
    )


def _lines(text: bytes | None) -> list[str]:
    lines = (text or b"").decode("utf-8", "surrogateescape").split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([last] if last else [])
