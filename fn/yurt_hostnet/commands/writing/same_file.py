"""Which input an output would land on: directly, by another spelling, or through a hard or a symbolic link."""

from __future__ import annotations

import os
import stat

from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STDIN = "-"
_SUFFIXES = (".yaml", ".yml", ".json")


def input_at(status: os.stat_result, words: Sequence[str]) -> str:
    """Return the name of the input that the file of `status` is, "" if it is none.

    `words` are what the user gave: files, directories, STDIN; what does not exist is passed over. In a directory,
    every manifest by its suffix counts, read or left out.
    """
    for word in words:
        try:
            found = os.fstat(0) if word == STDIN else os.stat(word)
        except (OSError, ValueError):
            continue
        if os.path.samestat(found, status):
            return "standard input" if word == STDIN else word
        if stat.S_ISDIR(found.st_mode):
            for path in _manifests(word):
                if _is(path, status):
                    return path
    return ""


def _is(path: str, status: os.stat_result) -> bool:
    try:
        return os.path.samestat(os.stat(path), status)
    except OSError:  # a link to nothing
        return False


def _manifests(directory: str) -> Iterator[str]:
    for place, directories, names in os.walk(directory):
        if ".git" in directories:
            directories.remove(".git")
        for name in names:
            if name.lower().endswith(_SUFFIXES):
                yield os.path.normpath(os.path.join(place, name))


def require_other_stream(words: Sequence[str], descriptor: int = 1, name: str = "Standard output") -> None:
    """Raise InputError if an open file is an input (see `input_at`) that holds something, as with `>>` of a shell.

    An empty one is new, or the shell has emptied it before anybody could look.
    """
    try:
        status = os.fstat(descriptor)
    except OSError:  # closed
        return
    if stat.S_ISREG(status.st_mode) and status.st_size:
        found = input_at(status, words)
        if found:
            raise InputError(f"{name} is {found}, which is an input. Send it to another file.")
