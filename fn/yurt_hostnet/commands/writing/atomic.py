"""Write files atomically: whoever looks, and whatever breaks, there is the old file or the new one, whole.

Each new text is first written into a new file beside the old one and brought to the disk; only when all of them are
there does a rename put each in its place (POSIX rename, which replaces in one step).
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress

from yurt_hostnet.commands.writing.directory import Directory
from yurt_hostnet.commands.writing.interruption import Interruption
from yurt_hostnet.commands.writing.new_file import NewFile, NotCreatedError
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Writing(Protocol):
        """A file that is to be written. `path` is its name as sentences say it."""

        path: str

        @property
        def place(self) -> str:
            """The real path of the directory, "" if there is none."""

        def prepare(self) -> None:
            """Write the text where nobody looks for it. Raises InputError; nothing is left behind then."""

        def put(self) -> None:
            """Put the text in its place. Raises InputError."""

        def drop(self) -> None:
            """Remove a text that is not in its place."""


class Replacement:
    """A new text for a file that was read. `status` is what fstat said then, `target` the file's real path.

    Without `target`, links are followed: the file that `path` leads to is replaced. Mode and extended attributes are
    kept, the owner where the system allows it.
    """

    __slots__ = ("_new", "path", "status", "target", "text")

    def __init__(self, path: str, text: bytes, status: os.stat_result, target: str = "") -> None:
        self.path = path
        self.text = text
        self.status = status
        self.target = target or os.path.realpath(path)
        self._new: NewFile | None = None

    @property
    def place(self) -> str:
        """The real path of the directory of the file."""
        return os.path.dirname(self.target)

    def prepare(self) -> None:
        """Write the new text beside the old one. Raises InputError for a file that may not be replaced."""
        name = os.path.basename(self.target)
        with self._open() as directory:
            old = self._open_unchanged(directory, name)
            try:
                self._new = NewFile(directory, name, self.text, like=old)
            except NotCreatedError as error:
                raise InputError(f"The directory cannot be written: {error.strerror}.", file=self.place) from None
            except OSError as error:
                raise InputError(f"The file cannot be written: {error.strerror}.", file=self.path) from None
            finally:
                os.close(old)

    def put(self) -> None:
        """Put the new file in the old one's place. Raises InputError."""
        with self._open() as directory:
            os.close(self._open_unchanged(directory, os.path.basename(self.target)))
            if self._new is not None:
                try:
                    self._new.put(directory)
                except OSError as error:
                    raise InputError(f"The file cannot be replaced: {reason(error)}", file=self.path) from None

    def drop(self) -> None:
        """Remove the new file unless it is in its place."""
        if self._new is not None:
            self._new.drop()

    def _open(self) -> Directory:
        try:
            return Directory(self.place)
        except OSError as error:
            raise self._gone(error) from None

    def _open_unchanged(self, directory: Directory, name: str) -> int:
        """Return a descriptor of the old file. Raises InputError if it is not what was read, or read-only."""
        try:
            descriptor = directory.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            raise self._gone(error) from None
        now = os.fstat(descriptor)
        refused: InputError | None = None
        if _state(now) != _state(self.status):
            refused = self._changed()
        elif not directory.writable(name, now):
            refused = InputError("The file is read-only. Make it writable, or leave it out.", file=self.path)
        if refused is not None:
            os.close(descriptor)
            raise refused
        return descriptor

    def _gone(self, error: OSError) -> InputError:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):  # what was a file, or a directory, is a link now
            return self._changed()
        return InputError(f"The file is gone: {error.strerror}.", file=self.path)

    def _changed(self) -> InputError:
        message = "The file has changed since it was read and was left alone. Run the command again."
        return InputError(message, file=self.path)


def replace_all(files: Sequence[Writing], written: list[str] | None = None) -> None:
    """Write the files, or none of them if anything goes wrong before the first rename; add each to `written` then.

    Raises InputError for one that cannot be written, which names those that are written already. SIGHUP, SIGINT and
    SIGTERM are obeyed before the first rename and after the last; they raise Interrupted.
    """
    written = [] if written is None else written
    with Interruption(held=True) as interruption:
        try:
            for file in files:
                interruption.check()
                file.prepare()
            interruption.check()
            for file in files:
                file.put()
                written.append(file.path)
            for place in dict.fromkeys(file.place for file in files):
                _sync(place)
            interruption.check()
        except InputError as error:
            if not written:
                raise
            raise InputError(f"{error.message} Already written: {', '.join(written)}.", file=error.file) from None
        finally:
            for file in files:
                file.drop()


def reason(error: OSError) -> str:
    """Return why a file does not get its name, as the end of a sentence."""
    if error.errno == errno.EBUSY:  # a file that is mounted by itself, as containers do
        return f"{error.strerror}. Is it mounted by itself? Mount its directory instead."
    return f"{error.strerror}."


def _sync(place: str) -> None:
    """Bring the names in a directory to the disk, where the file system can."""
    if place:
        with suppress(OSError), Directory(place) as directory:
            directory.sync()


def _state(status: os.stat_result) -> tuple[int, int, int, int]:
    return (status.st_ino, status.st_dev, status.st_size, status.st_mtime_ns)
