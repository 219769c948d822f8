"""A new file beside the one whose place it takes, made by descriptor and under a name that nobody could plant."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

from yurt_hostnet.commands.writing.directory import Directory

_SUFFIX = ".yurt-hostnet"
_NAME_BYTES = 60
"""How much of the old file's name the new one's has: file systems take 255 bytes, some of them 143."""


class NotCreatedError(OSError):
    """The new file cannot be made: it is the directory that cannot be written."""


class NewFile:
    """A text on the disk, beside the file `name` of the open `directory`.

    It gets owner, mode and extended attributes of the file whose descriptor `like` is, else `mode` under the umask.
    Raises OSError; nothing is left behind then. NotCreatedError is for the directory.
    """

    __slots__ = ("_directory", "_file", "_name", "_place", "_temporary")

    def __init__(
        self, directory: Directory, name: str, text: bytes, like: int | None = None, mode: int = 0o666
    ) -> None:
        self._place = directory.path
        self._directory = directory.identity()
        self._name = name
        self._temporary = _temporary_name(name)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        try:
            descriptor = directory.open(self._temporary, flags, mode if like is None else 0o600)
        except OSError as error:
            raise NotCreatedError(error.errno, error.strerror) from None
        self._file = os.fstat(descriptor)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(text)
                stream.flush()
                if like is not None:
                    _keep_attributes(like, descriptor)
                os.fsync(descriptor)
        except BaseException:
            with suppress(OSError):
                directory.unlink(self._temporary)
            raise

    def put(self, directory: Directory) -> None:
        """Give the new file its name in `directory`, which was opened again. Raises OSError."""
        if directory.identity() != self._directory:
            raise FileNotFoundError(0, "Somebody replaced its directory")
        if not os.path.samestat(directory.status(self._temporary), self._file):
            raise FileNotFoundError(0, "Somebody replaced its new text")
        directory.replace(self._temporary, self._name)
        self._temporary = ""

    def drop(self) -> None:
        """Remove the new file unless it has got its name."""
        if self._temporary:
            with suppress(OSError), Directory(self._place) as directory:
                directory.unlink(self._temporary)
            self._temporary = ""


def _temporary_name(name: str) -> str:
    """Return a hidden name that nobody can know, which begins like `name` and is short enough for any file system."""
    begin = os.fsdecode(os.fsencode(name)[:_NAME_BYTES])
    begin = begin.encode("utf-8", "ignore").decode()  # a letter that was cut: some file systems take UTF-8 only
    return f".{begin}.{os.urandom(8).hex()}{_SUFFIX}"


def _keep_attributes(old: int, new: int) -> None:
    """Give the file `new` owner, extended attributes and mode of `old`, both descriptors; the mode last.

    What the system does not allow is left out, each by itself. A file that could not keep its owner does not keep
    setuid and setgid either: they would speak for another.
    """
    status = os.fstat(old)
    mode = stat.S_IMODE(status.st_mode)
    if hasattr(os, "fchown"):
        now = os.fstat(new)
        if (now.st_uid, now.st_gid) != (status.st_uid, status.st_gid):
            with suppress(OSError):
                os.fchown(new, -1, status.st_gid)
            with suppress(OSError):
                os.fchown(new, status.st_uid, -1)
            now = os.fstat(new)
        if (now.st_uid, now.st_gid) != (status.st_uid, status.st_gid):
            mode &= ~(stat.S_ISUID | stat.S_ISGID)
    if hasattr(os, "listxattr"):
        names: list[str] = []
        with suppress(OSError):  # a file system without them
            names = os.listxattr(old)
        for name in names:
            with suppress(OSError):  # one that only the system may set
                os.setxattr(new, name, os.getxattr(old, name))
    if hasattr(os, "fchmod"):
        os.fchmod(new, mode)
