"""Files: the package that files, directories or standard input make, and what among them is left out."""

from __future__ import annotations

import os
import stat
import sys

from yurt_hostnet.commands.discovery import left_out
from yurt_hostnet.commands.discovery.excluded import Patterns
from yurt_hostnet.commands.discovery.kustomizations import NAMES, Kustomizations
from yurt_hostnet.commands.discovery.no_object import nothing_in
from yurt_hostnet.commands.discovery.object_signs import ends_whole, has_conflict, has_object_keys, may_hold_objects
from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.commands.discovery.survey import survey
from yurt_hostnet.commands.discovery.template_marks import MARK, in_chart_templates, is_template, is_ytt
from yurt_hostnet.commands.discovery.walk import Walk
from yurt_hostnet.hosts.encoding import require_utf8
from yurt_hostnet.hosts.manifests import read_stream, refuse_glued
from yurt_hostnet.krm.resource_list import is_resource_list, parse_resource_list
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError, raise_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.commands.discovery.kustomizations import Kustomization
    from yurt_hostnet.commands.discovery.left_out import LeftOut
    from yurt_hostnet.commands.discovery.survey import Survey
    from yurt_hostnet.krm.input import Input

STDIN = "-"
_CUT = (
    "Standard input ends in the middle of a line, as it does where the command in front of the pipe was stopped. Run "
    "that again; if the input is whole, end it with a line break."
)
_KEPT = 2 << 20
"""Bytes of the first files whose objects stay in memory from one reading to the next; they take eight times as much."""


class Source:
    """One file that was read.

    `path` is its name as it was given or found (STDIN for standard input), `status` what fstat said
    before it was read. `function_config` is that of a ResourceList, None in any other file. `partial` are the units
    of `input` that are no whole objects and were left out.
    """

    __slots__ = ("function_config", "input", "partial", "path", "status")

    def __init__(self, path: str, source: Input, status: os.stat_result, function_config: object = None) -> None:
        self.path = path
        self.input = source
        self.status = status
        self.function_config = function_config
        self.partial: list[int] = []

    def leave_out(self, numbers: Sequence[int]) -> None:
        """Take these units for none."""
        self.partial += numbers
        for number in numbers:
            self.input.leave_out(number)

    def render(self) -> bytes:
        """Return the file's bytes with the edits made so far."""
        return b"".join(self.input.render())


class _Place:
    """Where a file is: its `path` as it was given or found in `operand`, its real path, and whether `path` is a link.

    `found` is false for a file that the user named.
    """

    __slots__ = ("found", "is_link", "operand", "path", "real")

    def __init__(self, path: str, real: str, operand: str, *, is_link: bool, found: bool) -> None:
        self.path = path
        self.real = real
        self.operand = operand
        self.is_link = is_link
        self.found = found


class Files:
    """The sources, in order, an info for each thing that was found but left out, and how many objects there are.

    `kustomizations` are those of the directories that were looked at, and of those above.
    """

    __slots__ = ("kustomizations", "objects", "skipped", "sources")

    def __init__(self) -> None:
        self.kustomizations: list[Kustomization] = []
        self.sources: list[Source] = []
        self.skipped: list[LeftOut] = []
        self.objects = 0


def read_files(paths: Sequence[str], *, allow_empty: bool = False, exclude: Sequence[str] = ()) -> Files:
    """Read files and, recursively, directories; a file that is reached twice counts once.

    In a directory, what `exclude` or a `.krmignore` names (see `excluded`), hidden directories and links to directories
    are passed over, and files that hold no Kubernetes objects and Helm templates are left out; a file that is named
    itself, or by a kustomization of its directory or of one above as a resource, must hold objects. What a
    kustomization names as a patch or another part is left out. Every document is read. Raises InputError for all that
    cannot be, together, and for what was named and holds no object, unless `allow_empty`.
    """
    reading = _Reading(Patterns(exclude))
    empty = [path for path in dict.fromkeys(paths) if not reading.operand(path)]
    reading.end()
    raise_all(reading.errors)
    reading.patterns.require_used()
    if not allow_empty:
        raise_all([reading.nothing_in(path) for path in empty if not reading.excuses(path)])
    return reading.files


def reread(source: Source) -> Input:
    """Return a source as it will be read when its edits have been written: anew, if there are any."""
    if not source.input.edited():
        return source.input
    again = _source(source.path, source.render(), source.status)
    again.leave_out(source.partial)
    return again.input


class _Reading:
    """One run of `read_files`. `errors` are collected, so that all of them are told."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self.files = Files()
        self.errors: list[InputError] = []
        self._seen: dict[object, int] = {}
        self._kustomizations = Kustomizations()
        self._of_kustomize: set[str] = set()
        self._left_out: dict[str, list[LeftOut]] = {}
        self._walks: dict[str, Walk] = {}
        self._wholes = 0
        self._read = 0

    def operand(self, path: str) -> bool:
        """Read what the user named, and tell whether it holds objects other than kustomizations."""
        before = len(self.files.skipped)
        if path == STDIN or not os.path.isdir(path):
            real = path if path == STDIN else os.path.realpath(path)
            number = self._try(_Place(path, real, path, is_link=os.path.islink(path), found=False))
        else:
            walk = self._walks[path] = Walk(path, self._kustomizations, self.patterns)
            self.errors += walk.errors
            number = 0
            for name, real in walk.files.items():
                number += self._try(_Place(name, real, path, is_link=name in walk.links, found=True))
        self._left_out[path] = self.files.skipped[before:]
        return number > 0

    def end(self) -> None:
        """Tell what no operand has led to."""
        self.files.kustomizations = self._kustomizations.known()
        entered = {real for walk in self._walks.values() for real in walk.entered}
        told: set[tuple[str, str]] = set()
        for path, walk in self._walks.items():
            passed = list(walk.passed_over(entered))
            self._left_out[path] += passed
            for info in passed:
                key = (info.origin.file if info.origin is not None else "", info.message)
                if key not in told:
                    told.add(key)
                    self.files.skipped.append(info)

    def nothing_in(self, operand: str) -> InputError:
        """Return the error about an operand without an object."""
        return nothing_in("" if operand == STDIN else operand, self._left_out.get(operand, []))

    def excuses(self, operand: str) -> bool:
        """Tell whether an operand may lack objects: it says what kustomize does with those of another one."""
        return self._wholes > 0 and operand in self._of_kustomize

    def _try(self, place: _Place) -> int:
        """Read one file and return how many objects it holds that are no kustomizations; an error counts as one."""
        try:
            text, status = _read(place.path, found=place.found)
            key = (status.st_dev, status.st_ino, place.real)
            if key not in self._seen:
                self._seen[key] = 1
                self._seen[key] = self._add(place, text, status)
        except InputError as error:
            self.errors.append(error)
            return 1
        return self._seen[key]

    def _add(self, place: _Place, text: bytes, status: os.stat_result) -> int:
        path, real = place.path, place.real
        name = "" if path == STDIN else path
        is_kustomization = os.path.basename(path) in NAMES
        if is_kustomization:
            self._of_kustomize.add(place.operand)
        if name and (part := self._kustomizations.part(path, real, is_link=place.is_link)) is not None:
            self._of_kustomize.add(place.operand)
            self.files.skipped.append(left_out.kustomize_input(path, part[0], os.path.relpath(part[1])))
            return 0
        if not text.isascii():
            require_utf8(text, name)
        is_whole = self._kustomizations.is_whole(real)
        found = place.found and not is_kustomization and not is_whole
        if found and MARK in text and in_chart_templates(path):
            self.files.skipped.append(left_out.helm_template(path))
            return 0
        if is_ytt(text):
            if not found:
                message = "This is a template of ytt, whose comments make values. Render it, as in: "
                raise InputError(f"{message}ytt -f {one_line(path)} | yurt-hostnet check -", file=name)
            self.files.skipped.append(left_out.ytt_template(path))
            return 0
        if found and not may_hold_objects(text) and not has_conflict(text):
            self.files.skipped.append(left_out.no_object(path))
            return 0
        glued: list[int] = []
        self._read += len(text)
        read = survey(text, split_documents(text, glued), name, keep=self._read <= _KEPT)
        if read.broken:
            skipped = _excuse(path, text, read) if found else None
            if skipped is None:
                raise _why_broken(read, text)
            self.files.skipped.append(skipped)
            return 0
        is_list = is_resource_list(text)
        if read.objects == 0 and not read.meant and not is_list and (found or is_kustomization):
            noun = left_out.KUSTOMIZATION if is_kustomization else "file without objects"
            self.files.skipped.append(left_out.no_object(path, noun))
            return 0
        if read.bare:
            raise read.bare
        if glued and not is_list:
            refuse_glued(read.source, glued)
        source = _source(path, text, status) if is_list else Source(path, read.source, status)
        wholes = read.objects - read.kustomizations
        if not is_whole and source.function_config is None:
            source.leave_out([number for number, _, _ in read.partial])
            self.files.skipped += [left_out.partial_object(path, told, line) for _, told, line in read.partial]
            read.objects -= len(read.partial)
            wholes -= len(read.partial)
        self.files.sources.append(source)
        self.files.objects += read.objects
        self._wholes += wholes
        return wholes


def _read(path: str, *, found: bool) -> tuple[bytes, os.stat_result]:
    try:
        if path == STDIN:
            if sys.stdin is None:
                raise InputError("Standard input is closed. Name files, or pipe something in.")
            text = sys.stdin.buffer.read()
            if not ends_whole(text):
                raise InputError(_CUT)
            return text, os.fstat(sys.stdin.fileno())
        return read_file(path, found=found)
    except OSError as error:
        raise InputError(f"The file cannot be read: {error.strerror}.", file=path) from None


def _source(path: str, text: bytes, status: os.stat_result) -> Source:
    """Return a text whose documents can be read."""
    name = "" if path == STDIN else path
    if is_resource_list(text):
        found = parse_resource_list(text, name)
        if found is not None:
            return Source(path, found.source, status, found.function_config)
    return Source(path, read_stream(text, name), status)


def _excuse(path: str, text: bytes, read: Survey) -> LeftOut | None:
    """Return why a found file that cannot be read may be left out, None if it must not be.

    It may be a template, if no document of it is an object that kubectl would apply; or it is no manifest, if it has
    no keys of one.
    """
    if read.objects == 0 and all(is_template(text[unit.start : unit.end], error) for unit, error in read.broken):
        return left_out.helm_template(path)
    if read.objects or has_conflict(text) or has_object_keys(text):
        return None
    return left_out.no_object(path)


def _why_broken(read: Survey, text: bytes) -> InputError:
    unit, error = read.broken[0]
    if is_template(text[unit.start : unit.end], error):
        hint = "If it is a template, write it out first, as in: helm template CHART | yurt-hostnet check -"
        return InputError(f"{error.message} {hint}", error.line, error.file)
    return error


def is_regular(source: Source) -> bool:
    """Tell whether a source is a file on disk, which can be replaced."""
    return source.path != STDIN and stat.S_ISREG(source.status.st_mode)
