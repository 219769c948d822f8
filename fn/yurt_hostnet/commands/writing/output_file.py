"""A file that the user asked us to write: --report and -o. It is written in one step, and never over what is read.

A repository may have planted anything under its name: a link, a pipe, or a folder that is a link on the way to it.
"""

from __future__ import annotations

import os
import stat

from yurt_hostnet.commands.writing.atomic import reason, replace_all
from yurt_hostnet.commands.writing.directory import Directory
from yurt_hostnet.commands.writing.interruption import Interrupted
from yurt_hostnet.commands.writing.new_file import NewFile
from yurt_hostnet.commands.writing.own_output import is_own
from yurt_hostnet.commands.writing.planted import planted_link
from yurt_hostnet.commands.writing.same_file import input_at, require_other_stream
from yurt_hostnet.terminal import note
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_STREAMS = {"-": 1, "/dev/stdout": 1, "/dev/stderr": 2}
_DESCRIPTORS = ("/dev/fd/", "/proc/self/fd/")
_NULL = "/dev/null"
_MANIFESTS = (".yaml", ".yml", ".json")


class OutputFile:
    """The file `path`, as the user named it; `noun` is what sentences call it, `inputs` what names the things read.

    `builds` tells that kustomize reads what it wants, so that no manifest that is there is written over but our own.
    Raises InputError, before anything is read, for what is no regular file (a link, a directory, a device, a pipe),
    for a way to it that leads through a link of the working tree, and for a file that is an input. The standard
    streams (- is standard output), /dev/null and open descriptors (/dev/fd/N), which nobody can plant, are written
    as they are.
    """

    __slots__ = ("_builds", "_descriptor", "_inputs", "_name", "_new", "_noun", "_text", "path", "place")

    def __init__(self, path: str, noun: str, inputs: Sequence[str], *, builds: bool = False) -> None:
        self.path = path
        self.place = ""
        self._noun = noun
        self._inputs = inputs
        self._builds = builds
        self._name = ""
        self._new: NewFile | None = None
        self._text = b""
        self._descriptor = _descriptor(path)
        if self._descriptor is None:
            self.place, self._name = self._find()
            self._require_ours()
        elif self._descriptor >= 0:
            require_other_stream(inputs, self._descriptor, path)

    def hold(self, text: str) -> OutputFile:
        """Take the text that is to be written."""
        self._text = text.encode("utf-8", "replace")
        return self

    def write(self, text: str) -> None:
        """Write the text in one step. Raises InputError."""
        written: list[str] = []
        try:
            replace_all([self.hold(text)], written)
        except Interrupted as stopped:
            verb = "was" if written else "was not"
            note(f"yurt-hostnet: Stopped by {stopped.signal}. The {self._noun} {verb} written.\n")
            raise

    def prepare(self) -> None:
        """Write the text beside the file. Raises InputError."""
        if self._descriptor is not None:
            return
        self._require_ours()
        try:
            with Directory(self.place) as directory:
                self._new = NewFile(directory, self._name, self._text, mode=self._mode(directory))
        except OSError as error:
            raise self._cannot(f"{error.strerror}.") from None

    def put(self) -> None:
        """Give the file its text. Raises InputError."""
        try:
            if self._descriptor is not None:
                _write(self._descriptor, self._text)
            elif self._new is not None:
                with Directory(self.place) as directory:
                    self._new.put(directory)
        except OSError as error:
            raise self._cannot(reason(error)) from None

    def drop(self) -> None:
        """Remove the text beside the file."""
        if self._new is not None:
            self._new.drop()

    def _find(self) -> tuple[str, str]:
        """Return the real path of the directory, and the name in it."""
        above, name = os.path.split(self.path)
        if name in ("", os.curdir, os.pardir):
            raise self._refused("is a directory")
        place = os.path.realpath(above)
        link = planted_link(above, self._inputs)
        if link:
            target = os.path.join(place, name)
            why = f"is reached through {link}, a link in the working tree"
            raise self._refused(why, f"Name {target} if you mean it.")
        return place, name

    def _require_ours(self) -> None:
        """Raise InputError for what stands under the name and must stay."""
        try:
            with Directory(self.place) as directory:
                try:
                    status = directory.status(self._name)
                except FileNotFoundError:
                    return
                writable = directory.writable(self._name, status)
        except OSError as error:
            raise self._cannot(f"{error.strerror}.", stale=False) from None
        kind = _kind(status.st_mode)
        if kind:
            raise self._refused(f"is {kind}")
        if not writable:
            raise self._refused("is read-only")
        found, why = input_at(status, self._inputs), "is an input"
        if not found and self._builds and self._name.lower().endswith(_MANIFESTS):
            found, why = self.path, "may be part of what is built"
        if found and not is_own(os.path.join(self.place, self._name), self.path, self._noun):
            raise InputError(f"The {self._noun} would overwrite {found}, which {why}. Name another file.")

    def _mode(self, directory: Directory) -> int:
        """Return the mode of the new file: no more than the old one has."""
        try:
            return 0o666 & directory.status(self._name).st_mode
        except OSError:
            return 0o666

    def _refused(self, why: str, remedy: str = "Name another file.") -> InputError:
        return InputError(f"The {self._noun} is not written here, since this {why}. {remedy}", file=self.path)

    def _cannot(self, why: str, *, stale: bool = True) -> InputError:
        old = " What is there is of an earlier run." if stale and self._name and os.path.lexists(self.path) else ""
        return InputError(f"The {self._noun} cannot be written: {why}{old}", file=self.path)


def _descriptor(path: str) -> int | None:
    """Return the descriptor that a path of the system's own names, -1 for /dev/null, None for any other path."""
    if path == _NULL:
        return -1
    for start in _DESCRIPTORS:
        number = path.removeprefix(start)
        if number != path and number.isascii() and number.isdigit():
            return int(number)
    return _STREAMS.get(path)


def _write(descriptor: int, text: bytes) -> None:
    rest = memoryview(text)
    while rest and descriptor >= 0:
        rest = rest[os.write(descriptor, rest) :]


def _kind(mode: int) -> str:
    """Return what a file is that is not regular, "" for one that is."""
    kinds = {
        stat.S_IFLNK: "a link",
        stat.S_IFDIR: "a directory",
        stat.S_IFIFO: "a named pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
    return "" if stat.S_ISREG(mode) else kinds.get(stat.S_IFMT(mode), "no file")
