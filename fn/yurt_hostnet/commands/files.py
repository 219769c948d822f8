"""Files: the package that files, directories or standard input make, and what among them is left out."""

from __future__ import annotations

import os
import re
import stat
import sys
from contextlib import suppress

from yurt_hostnet.commands.open_file import read_file
from yurt_hostnet.hosts.encoding import require_utf8
from yurt_hostnet.hosts.manifests import read_manifests
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.resource_list import is_resource_list, parse_resource_list
from yurt_hostnet.krm.result import INFO, Origin, Result
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.split import split_documents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SUFFIXES = (".yaml", ".yml", ".json")
"""Files that are looked at in a directory; a file that is named itself may have any name."""
STDIN = "-"
HELM_TEMPLATE = "helm-template"
NOT_AN_OBJECT = "not-an-object"
_KUSTOMIZATIONS = ("kustomization.yaml", "kustomization.yml", "Kustomization")
_API_VERSION = re.compile(rb"""(?m)^["']?apiVersion["']?[ \t]*:""")
_KIND = re.compile(rb"""(?m)^["']?kind["']?[ \t]*:""")


_KEY = rb"""(?m)(?:^[ \t-]*|[{,]\s*)["']?%b["']?[ \t]*:"""
_KEYS = [re.compile(_KEY % key) for key in (b"apiVersion", b"kind")]
"""The keys of an object in any place, for text that cannot be read."""


class Source:
    """One file that was read.

    `path` is its name as it was given or found (STDIN for standard input), `status` what fstat said
    before it was read. `function_config` is that of a ResourceList, None in any other file.
    """

    __slots__ = ("function_config", "input", "path", "status")

    def __init__(self, path: str, source: Input, status: os.stat_result, function_config: object = None) -> None:
        self.path = path
        self.input = source
        self.status = status
        self.function_config = function_config

    def render(self) -> bytes:
        """Return the file's bytes with the edits made so far."""
        return b"".join(self.input.render())


class Files:
    """The sources, in order, and an info result for each file that was found but left out."""

    __slots__ = ("skipped", "sources")

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.skipped: list[Result] = []


def read_files(paths: Sequence[str]) -> Files:
    """Read files and, recursively, directories; a file that is reached twice counts once.

    In a directory, hidden names and links to directories are passed over, and files that hold no
    Kubernetes objects are left out; a file that is named itself must hold some. Helm templates are left
    out everywhere. Raises InputError for what cannot be read, and if nothing at all was found.
    """
    files = Files()
    seen: set[object] = set()
    for path in paths:
        if path == STDIN:
            _add(files, STDIN, seen, found=False)
        elif os.path.isdir(path):
            for name in _walk(path):
                _add(files, name, seen, found=True)
        else:
            _add(files, path, seen, found=False)
    if not files.sources and not files.skipped:
        names = ", ".join(paths)
        raise InputError(f"No file in {names} ends in {', '.join(SUFFIXES)}. Name the directory of the manifests.")
    return files


def reread(source: Source) -> Input:
    """Return a source as it will be read when its edits have been written."""
    return _source(source.path, source.render(), source.status).input


def _walk(directory: str) -> Iterator[str]:
    def fail(error: OSError) -> None:
        raise InputError(f"The directory cannot be read: {error.strerror}.", file=str(error.filename))

    for place, directories, names in os.walk(directory, onerror=fail):
        directories[:] = sorted(name for name in directories if not name.startswith("."))
        for name in sorted(names):
            path = os.path.join(place, name)
            if name.lower().endswith(SUFFIXES) and not name.startswith(".") and os.path.isfile(path):
                yield os.path.normpath(path)


def _add(files: Files, path: str, seen: set[object], *, found: bool) -> None:
    text, status = _read(path, found=found)
    key = path if path == STDIN else (status.st_dev, status.st_ino, os.path.realpath(path))
    if key in seen:
        return
    seen.add(key)
    name = "" if path == STDIN else path
    if not text.isascii():
        require_utf8(text, name)
    if found and not (b"apiVersion" in text and b"kind" in text):
        files.skipped.append(_left_out(path))
    elif b"{{" in text and (_in_chart_templates(path) or not _parses(text)):
        message = "This is a Helm template and was skipped."
        remedy = "Render the chart and pipe what comes out through yurt-hostnet."
        files.skipped.append(Result(INFO, HELM_TEMPLATE, message, origin=Origin(path), remedy=remedy))
    elif (found or os.path.basename(path) in _KUSTOMIZATIONS) and not _holds_objects(text, name):
        files.skipped.append(_left_out(path))
    else:
        files.sources.append(_source(path, text, status))


def _read(path: str, *, found: bool) -> tuple[bytes, os.stat_result]:
    try:
        if path == STDIN:
            if sys.stdin is None:
                raise InputError("Standard input is closed. Name files, or pipe something in.")
            return sys.stdin.buffer.read(), os.fstat(sys.stdin.fileno())
        return read_file(path, found=found)
    except OSError as error:
        raise InputError(f"The file cannot be read: {error.strerror}.", file=path) from None


def _source(path: str, text: bytes, status: os.stat_result) -> Source:
    name = "" if path == STDIN else path
    if is_resource_list(text):
        found = parse_resource_list(text, name)
        if found is not None:
            return Source(path, found.source, status, found.function_config)
    return Source(path, read_manifests(text, name), status)


def _left_out(path: str) -> Result:
    return Result(INFO, NOT_AN_OBJECT, "This file holds no Kubernetes objects and was left out.", origin=Origin(path))


def _in_chart_templates(path: str) -> bool:
    """Tell whether a file is under the templates directory of a chart."""
    place = os.path.dirname(os.path.abspath(path))
    while place != os.path.dirname(place):
        place, name = os.path.split(place)
        if name == "templates" and os.path.isfile(os.path.join(place, "Chart.yaml")):
            return True
    return False


def _parses(text: bytes) -> bool:
    """Tell whether every document is YAML that can be read as plain data."""
    try:
        for item in Input(text, split_documents(text)).objects():
            _ = item.data
    except InputError:
        return False
    return True


def _holds_objects(text: bytes, name: str) -> bool:
    """Tell whether a document has apiVersion and kind. Raises InputError for what is no YAML and seems to have them."""
    source = Input(text, split_documents(text), name)
    if all(_API_VERSION.search(part) and _KIND.search(part) for part in _parts(source)):
        return True
    try:
        for number in range(len(source.units)):
            for item in source.objects_of(number):
                _ = item.tree
                with suppress(InputError):
                    if item.data.get("apiVersion") and item.data.get("kind"):
                        return True
    except InputError:
        if all(key.search(text) for key in _KEYS):
            raise
    return False


def _parts(source: Input) -> Iterator[bytes]:
    for unit in source.units:
        part = source.text[unit.start : unit.end]
        if part.strip(b"- \t\r\n"):
            yield part


def is_regular(source: Source) -> bool:
    """Tell whether a source is a file on disk, which can be replaced."""
    return source.path != STDIN and stat.S_ISREG(source.status.st_mode)
