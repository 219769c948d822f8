"""A directory held open: what is done in it by name is done there, whatever its path leads to by then."""

from __future__ import annotations

import os
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

_SEARCH = getattr(os, "O_PATH", 0) | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
"""How a directory is opened on the way: never through a link; O_PATH (Linux) needs no right to list it."""


class Directory:
    """An open directory. `path` is its real path: absolute and without links, as os.path.realpath gives it.

    It is opened from the root, name by name, and through no link: a directory that was swapped for a link since its
    path was looked up is an OSError. Everything raises OSError.
    """

    __slots__ = ("_descriptor", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self._descriptor: int | None = None  # Windows knows no openat(2) and its like, and gets paths
        if os.open in os.supports_dir_fd:
            self._descriptor = _open(path)

    def __enter__(self) -> Directory:  # noqa: PYI034 - Self is of Python 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)

    def identity(self) -> tuple[int, int]:
        """Return device and inode."""
        status = os.stat(self.path if self._descriptor is None else self._descriptor)
        return status.st_dev, status.st_ino

    def status(self, name: str) -> os.stat_result:
        """Return what lstat says of the file `name`: a link is not followed."""
        return os.lstat(self._at(name)) if self._descriptor is None else os.lstat(name, dir_fd=self._descriptor)

    def open(self, name: str, flags: int, mode: int = 0o666) -> int:
        """Return a descriptor of the file `name`, which is opened through no link; `mode` is that of a new one."""
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        if self._descriptor is None:
            return os.open(self._at(name), flags, mode)
        return os.open(name, flags, mode, dir_fd=self._descriptor)

    def writable(self, name: str, status: os.stat_result) -> bool:
        """Tell whether `name` may be written; what nobody may write is read-only for root as well."""
        if not status.st_mode & 0o222:
            return False
        if self._descriptor is None:
            return os.access(self._at(name), os.W_OK)
        return os.access(name, os.W_OK, dir_fd=self._descriptor)

    def replace(self, old: str, new: str) -> None:
        """Rename a file of this directory over another one of it, in one step."""
        if self._descriptor is None:
            os.replace(self._at(old), self._at(new))
        else:
            os.replace(old, new, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    def unlink(self, name: str) -> None:
        """Remove a file of this directory."""
        if self._descriptor is None:
            os.unlink(self._at(name))
        else:
            os.unlink(name, dir_fd=self._descriptor)

    def sync(self) -> None:
        """Bring the names in this directory to the disk, where the file system can."""
        if self._descriptor is not None:
            with suppress(OSError):
                descriptor = os.open(".", os.O_RDONLY, dir_fd=self._descriptor)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)

    def _at(self, name: str) -> str:
        return os.path.join(self.path, name)


def _open(path: str) -> int:
    descriptor = os.open(os.sep, _SEARCH)
    for name in path.split(os.sep):
        if name:
            try:
                below = os.open(name, _SEARCH, dir_fd=descriptor)
            finally:
                os.close(descriptor)
            descriptor = below
    return descriptor
