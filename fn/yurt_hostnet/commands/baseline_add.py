"""`yurt-hostnet baseline --add`: new pools and nodes for a HostNetBaseline on disk, of which no entry is altered."""

from __future__ import annotations

import os

from yurt_hostnet.baseline.baseline import Baseline
from yurt_hostnet.baseline.object_states import document_states
from yurt_hostnet.baseline.record import new_entries
from yurt_hostnet.commands.discovery.files import STDIN, is_regular, read_files
from yurt_hostnet.commands.writing.atomic import Replacement, replace_all
from yurt_hostnet.commands.writing.interruption import Interrupted, Interruption
from yurt_hostnet.config.config import BASELINE_KIND, GROUP
from yurt_hostnet.engine.edits import WantedEdits
from yurt_hostnet.krm.result import ERROR
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.terminal import note
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.transformers.record_baseline import NAME, added_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.commands.discovery.files import Source
    from yurt_hostnet.krm.kube_object import KubeObject


def add(file: str, context: Context) -> str:
    """Add the package's NodePools and Nodes that a file's HostNetBaseline lacks, and return what was done, as a line.

    Nothing else of the file changes. Raises InputError where it holds anything but HostNetBaselines, and where it
    cannot be read, edited or written.
    """
    source, items = _read(file)
    known = Baseline()
    for item in items:
        known.add(document_states(item))
    entries = new_entries(known, context.package, context.pools, context.reading, context.is_of_another_build)
    want = WantedEdits(items[0])
    for change in added_to(items[0], entries):
        want.add(NAME, change)
    shown = one_line(file)
    if not want.edits:
        return f"Nothing to add: {shown} has every NodePool and Node of a pool.\n"
    want.make()
    for result in want.results:
        if result.severity == ERROR:
            raise InputError(f"{result.text()} Nothing was added.", items[0].line_of(result.path), file)
    _write(source)
    told = [f"{len(rows)} {section[:-1] if len(rows) == 1 else section}" for section, rows in entries.items()]
    return f"{shown} got {' and '.join(told)}.\n"


def _read(file: str) -> tuple[Source, list[KubeObject]]:
    if file == STDIN or not os.path.exists(file):
        message = "--add takes a file with a HostNetBaseline that is there. Write the first one with -o FILE."
        raise InputError(message, file="" if file == STDIN else file)
    files = read_files([file], allow_empty=True)
    items = [item for source in files.sources for item in source.input.objects()]
    source = files.sources[0] if items else None
    if source is None or not is_regular(source) or os.path.isdir(file) or not all(map(_is_baseline, items)):
        message = "--add takes a file that holds a HostNetBaseline and nothing else. Write one with -o FILE."
        raise InputError(message, file=file)
    return source, items


def _is_baseline(item: KubeObject) -> bool:
    return item.kind == BASELINE_KIND and item.group == GROUP


def _write(source: Source) -> None:
    written: list[str] = []
    try:
        with Interruption():
            replace_all(
                [Replacement(source.path, source.render(), source.status, os.path.realpath(source.path))], written
            )
    except Interrupted as stopped:
        verb = "was" if written else "was not"
        note(f"yurt-hostnet: Stopped by {stopped.signal}. The baseline {verb} written.\n")
        raise
