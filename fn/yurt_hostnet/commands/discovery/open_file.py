"""Reads a file that may be anything: a pipe that nobody fills and a device without an end must not hold the program."""

from __future__ import annotations

import os
import stat

from yurt_hostnet.textedit.errors import InputError

_NO_END = "This is a device, which holds no manifests. Leave it out."
_FOUND = "This is no regular file. Leave it out, or name it if it is meant."


def read_file(path: str, *, found: bool) -> tuple[bytes, os.stat_result]:
    """Return the bytes of the file `path` and what fstat said before they were read.

    What was `found` in a directory must be a regular file with its text at hand. What the user named himself may be a
    pipe too, such as <(command) of a shell, which is read to its end, a terminal or /dev/null; another device is none
    of these. Raises InputError for anything else, and OSError for what cannot be read.
    """
    descriptor = os.open(path, _flags(found=found))
    try:
        status = os.fstat(descriptor)
        if found and not stat.S_ISREG(status.st_mode):
            raise InputError(_FOUND, file=path)
        if _is_device(descriptor, status):
            raise InputError(_NO_END, file=path)
        return _read_all(descriptor, status.st_size), status
    except BlockingIOError:  # files of the kernel that wait for something to happen (/proc/kmsg)
        raise InputError(_FOUND, file=path) from None
    finally:
        os.close(descriptor)


def _read_all(descriptor: int, size: int) -> bytes:
    """Return all that a descriptor has; `size` bytes of it are expected. A file object costs as much as the reading."""
    text = os.read(descriptor, size + 1)
    if len(text) == size > 0:
        return text
    pieces = [text]
    while piece := os.read(descriptor, 1 << 20):
        pieces.append(piece)
    return b"".join(pieces)


def _flags(*, found: bool) -> int:
    flags = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    return flags | getattr(os, "O_NONBLOCK", 0) if found else flags


def _is_device(descriptor: int, status: os.stat_result) -> bool:
    if stat.S_ISBLK(status.st_mode):
        return True
    if not stat.S_ISCHR(status.st_mode) or os.isatty(descriptor):
        return False
    return not os.path.samestat(status, os.stat(os.devnull))
