"""`yurt-hostnet fix`: the edits of the function, written into the files themselves and nowhere else."""

from __future__ import annotations

import sys

from yurt_hostnet.commands.arguments import Parser, add_allow_empty, add_exclude, add_paths, add_report, add_settings
from yurt_hostnet.commands.discovery.files import STDIN, is_regular
from yurt_hostnet.commands.discovery.links import links_outside, real_paths
from yurt_hostnet.commands.discovery.repository import first_file, in_repository
from yurt_hostnet.commands.documentation import rule_infos
from yurt_hostnet.commands.output import looked_at, text_findings, write, write_diff
from yurt_hostnet.commands.session import Session
from yurt_hostnet.commands.unified_diff import unified_diff
from yurt_hostnet.commands.writing.atomic import Replacement, replace_all
from yurt_hostnet.commands.writing.interruption import Interrupted, Interruption
from yurt_hostnet.commands.writing.report_file import ReportFile
from yurt_hostnet.config.config import TRANSFORM
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.options import DONE, FAILED
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.report.formats import Report
from yurt_hostnet.terminal import note
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.commands.discovery.files import Files, Source
    from yurt_hostnet.commands.writing.atomic import Writing
    from yurt_hostnet.engine.process import Outcome

DESCRIPTION = """\
Takes all files as one package and writes into each what the function adds to it; every other byte stays.
A file is replaced in one step, with its mode kept. If there is an error, nothing is written. A link is followed if
you name it, or if it leads to a file in a directory that you name.
Directories are read recursively (.yaml, .yml, .json). Helm templates, and parts that a kustomization names, such
as patches, are left out and counted.
"""
EPILOG = "Exit codes: 0 done, 1 an error was found, 2 a file cannot be read or written, 3 a bug of ours."


def parser() -> Parser:
    """Return the parser of `fix`."""
    out = Parser("fix", "FILES|DIRS", DESCRIPTION)
    out.epilog = EPILOG
    add_paths(out, "manifests, ResourceLists, or directories of them")
    out.add_argument("--dry-run", action="store_true", help="write nothing, name the files that would change")
    out.add_argument("--diff", action="store_true", help="write nothing, print the changes")
    add_report(out)
    add_settings(out)
    add_exclude(out)
    add_allow_empty(out)
    return out


def run(arguments: list[str]) -> int:
    """Fix, say what was done, and return the exit code. Raises InputError, and Interrupted by a signal."""
    written: list[str] = []
    try:
        with Interruption():
            return _fix(arguments, written)
    except Interrupted as stopped:
        names = ", ".join(map(one_line, written))
        note(f"yurt-hostnet: Stopped by {stopped.signal}. {f'Written: {names}' if names else 'Nothing was written'}.\n")
        raise


def _fix(arguments: list[str], written: list[str]) -> int:
    command = parser()
    options = command.read(arguments)
    paths = command.need_paths(options)
    if STDIN in paths:
        raise InputError("fix writes files and cannot write standard input. Use yurt-hostnet < in.yaml > out.yaml.")
    report_file = ReportFile(arguments)
    if options.diff and options.dry_run:
        raise InputError("--diff writes nothing already, so --dry-run does nothing beside it. Give one of them.")
    session = Session(options, paths, TRANSFORM, verbose=options.verbose)
    files, config, context = session.files, session.config, session.context()
    outcome = process(context)
    targets = {} if outcome.fails(context) else real_paths(files.sources)
    outside = links_outside(targets, paths)
    results = [*outside, *outcome.results]
    note(text_findings(results, sys.stderr, verbose=options.verbose, fail_on=config.fail_on))
    session.tell_rest(outcome.results)
    failed = bool(outside) or outcome.fails(context)
    changed = [] if failed else [source for source in files.sources if source.path in targets]
    told = in_repository(Report([*results, *files.skipped], rule_infos(config), config.fail_on), first_file(files))
    report = report_file.held(told)
    if options.diff or options.dry_run:
        replace_all(report, written)
    else:
        _write(changed, targets, report, written)
    if failed:
        note("yurt-hostnet: Nothing was written.\n")
        return FAILED
    if options.diff:
        return write_diff(b"".join(map(unified_diff, changed)), DONE)
    verb = "would get" if options.dry_run else "got"
    return write(_summary(files, changed, outcome, verb), DONE)


def _write(changed: list[Source], targets: dict[str, str], report: Sequence[Writing], written: list[str]) -> None:
    """Write the files and then the report; none of them if one cannot be written. `written` gets their names."""
    for source in changed:
        if not is_regular(source):
            raise InputError("Only a regular file can be fixed. Use yurt-hostnet < in > out.", file=source.path)
    files: list[Writing] = [
        Replacement(source.path, source.render(), source.status, targets[source.path]) for source in changed
    ]
    replace_all([*files, *report], written)
    for source in changed:
        others = source.status.st_nlink - 1
        if others > 0:
            name = "name keeps" if others == 1 else "names keep"
            note(
                f"info: {one_line(source.path)}: {others} other {name} the old text, since this file had hard links.\n"
            )


def _summary(files: Files, changed: list[Source], outcome: Outcome, verb: str) -> str:
    lines = []
    for source in changed:
        number = sum(len(edits) for item, edits in outcome.edits if item.input is source.input)
        lines.append(f"{one_line(source.path)} {verb} {number} edit{'' if number == 1 else 's'}.\n")
    if not changed:
        lines.append(f"Nothing to do in {looked_at(files)}.\n")
    return "".join(lines)
