"""Replace files atomically: whoever looks, and whatever breaks, there is the old file or the new one, whole.

Each new text is first written beside its file and brought to the disk; only when all of them are there
does a rename put each in its place (POSIX rename, which replaces in one step).
"""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress

from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SUFFIX = ".yurt-hostnet"


class Replacement:
    """A new text for a file. `status` is what fstat said when its old text was read."""

    __slots__ = ("path", "status", "text")

    def __init__(self, path: str, text: bytes, status: os.stat_result) -> None:
        self.path = path
        self.text = text
        self.status = status


def replace_all(replacements: Sequence[Replacement]) -> None:
    """Replace the files, or none of them if anything goes wrong before the first rename.

    A link is followed: the file that it leads to is replaced. Mode and extended attributes are kept,
    the owner where the system allows it. Raises InputError for a file that is read-only, has changed
    since it was read, or cannot be written.
    """
    ready: list[tuple[str, str, Replacement]] = []
    try:
        for replacement in replacements:
            target = os.path.realpath(replacement.path)
            _require_unchanged(replacement, target)
            ready.append((_write_beside(target, replacement), target, replacement))
        for temporary, target, replacement in ready:
            _require_unchanged(replacement, target)
            _rename(temporary, target, replacement)
        for directory in {os.path.dirname(target) for _, target, _ in ready}:
            _sync_directory(directory)
    finally:
        for temporary, _, _ in ready:
            with suppress(OSError):
                os.unlink(temporary)


def _require_unchanged(replacement: Replacement, target: str) -> None:
    try:
        now = os.stat(target)
    except OSError as error:
        raise InputError(f"The file is gone: {error.strerror}.", file=replacement.path) from None
    then = replacement.status
    if (now.st_ino, now.st_dev, now.st_size, now.st_mtime_ns) != (
        then.st_ino,
        then.st_dev,
        then.st_size,
        then.st_mtime_ns,
    ):
        message = "The file has changed since it was read and was left alone. Run yurt-hostnet fix again."
        raise InputError(message, file=replacement.path)
    if not os.access(target, os.W_OK):
        raise InputError("The file is read-only. Make it writable, or leave it out.", file=replacement.path)


def _write_beside(target: str, replacement: Replacement) -> str:
    """Write the new text into a new file in the target's directory, bring it to the disk, return its name."""
    directory, name = os.path.split(target)
    try:
        descriptor, temporary = tempfile.mkstemp(_SUFFIX, f".{name}.", directory)
    except OSError as error:
        raise InputError(f"The directory cannot be written: {error.strerror}.", file=directory) from None
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(replacement.text)
            stream.flush()
            _keep_attributes(target, temporary, replacement.status)
            os.fsync(stream.fileno())
    except BaseException as error:
        with suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError):
            raise InputError(f"The file cannot be written: {error.strerror}.", file=replacement.path) from None
        raise
    return temporary


def _keep_attributes(target: str, temporary: str, status: os.stat_result) -> None:
    """Give the new file owner, mode and extended attributes of the old one; the mode last, since chown changes it."""
    if hasattr(os, "chown") and (os.geteuid(), os.getegid()) != (status.st_uid, status.st_gid):
        with suppress(PermissionError):
            os.chown(temporary, status.st_uid, status.st_gid)
    if hasattr(os, "listxattr"):
        with suppress(OSError):  # a file system without them
            for name in os.listxattr(target):
                os.setxattr(temporary, name, os.getxattr(target, name))
    os.chmod(temporary, stat.S_IMODE(status.st_mode))


def _rename(temporary: str, target: str, replacement: Replacement) -> None:
    try:
        os.replace(temporary, target)
    except OSError as error:
        message = f"The file cannot be replaced: {error.strerror}. Files named before it are already fixed."
        raise InputError(message, file=replacement.path) from None


def _sync_directory(directory: str) -> None:
    with suppress(OSError):  # some file systems cannot
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
