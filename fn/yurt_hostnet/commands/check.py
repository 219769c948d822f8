"""`yurt-hostnet check`: findings in files, directories or standard input, for people and for CI."""

from __future__ import annotations

import os
import shlex
import sys

from yurt_hostnet.commands.arguments import (
    Parser,
    add_allow_empty,
    add_exclude,
    add_paths,
    add_report,
    add_settings,
    one_of,
)
from yurt_hostnet.commands.discovery.files import STDIN
from yurt_hostnet.commands.discovery.links import links_outside, real_paths
from yurt_hostnet.commands.discovery.repository import first_file, in_repository
from yurt_hostnet.commands.documentation import rule_infos
from yurt_hostnet.commands.output import looked_at, not_shown, text_findings, write, write_diff
from yurt_hostnet.commands.session import Session
from yurt_hostnet.commands.unified_diff import unified_diff
from yurt_hostnet.commands.writing.report_file import ReportFile
from yurt_hostnet.config.config import CHECK, TRANSFORM
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.options import DONE, FAILED
from yurt_hostnet.krm.result import INFO
from yurt_hostnet.report.formats import Report, render
from yurt_hostnet.report.text import count
from yurt_hostnet.terminal import note
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from yurt_hostnet.engine.process import Outcome

FORMATS = ("text", "json", "sarif", "junit", "github")
MANY_PATHS = 3
"""From more paths on, as pre-commit names them, no remedy repeats them all."""
DESCRIPTION = """\
Takes all files as one package, edits nothing, and prints what is wrong or missing, each with its place.
Directories are read recursively (.yaml, .yml, .json); - is standard input. Helm templates, and parts that a
kustomization names, such as patches, are left out and counted.
"""
EPILOG = "Exit codes: 0 done, 1 an error was found, 2 the input cannot be read, 3 a bug of ours."


def parser() -> Parser:
    """Return the parser of `check`."""
    out = Parser("check", "FILES|DIRS|-", DESCRIPTION)
    out.epilog = EPILOG
    add_paths(out, "manifests, ResourceLists, directories of them, or - for standard input")
    out.add_argument(
        "--format", metavar="FORMAT", type=one_of("--format", FORMATS), default="text", help=f"{', '.join(FORMATS)}"
    )
    add_report(out)
    out.add_argument("--diff", action="store_true", help="print what fix would write; findings go to stderr then")
    add_settings(out)
    add_exclude(out)
    add_allow_empty(out)
    return out


def run(arguments: list[str]) -> int:
    """Check, print, and return the exit code. Raises InputError."""
    command = parser()
    options = command.read(arguments)
    paths = command.need_paths(options)
    if options.diff and options.format != "text":
        raise InputError(f"--diff and --format {options.format} both want standard output. Use --report FILE for one.")
    report_file = ReportFile(arguments)
    session = Session(options, paths, CHECK, verbose=options.verbose)
    files, config, context = session.files, session.config, session.context()
    context.fix_command = _fix_command(options, paths)
    outcome = process(context)
    code = FAILED if outcome.fails(context) else DONE
    report = Report([*outcome.results, *files.skipped], rule_infos(config), config.fail_on)
    in_repository(report, first_file(files))
    report_file.write(report)
    rest = not_shown(files, outcome.results, verbose=options.verbose)
    tells = rest or len(files.sources) > 1  # of one file that has findings it is plain that it was looked at
    if tells and (options.diff or options.format != "text" or _is_shown(outcome, options)):
        note(f"yurt-hostnet: Looked at {looked_at(files)}.{rest}\n")
    if options.diff:
        note(text_findings(outcome.results, sys.stderr, verbose=options.verbose, fail_on=config.fail_on))
        return write_diff(_diff(session, options), code)
    if options.format == "text":
        text = text_findings(outcome.results, sys.stdout, verbose=options.verbose, fail_on=config.fail_on)
        if not text:
            note(f"yurt-hostnet: No findings in {looked_at(files)}.{rest}\n")
        return write(text, code)
    if options.format == "github" and not options.verbose:
        report.results = [result for result in report.results if result.severity != INFO]
    return write(render(report, options.format), code, commands=options.format == "github")


def _fix_command(options: Namespace, paths: Sequence[str]) -> str:
    """Return what to type so that `fix` does what this run found missing, "" where it cannot."""
    if STDIN in paths:
        return ""
    if len(paths) > MANY_PATHS:
        return "yurt-hostnet fix FILES"
    words = ["yurt-hostnet", "fix"]
    for option, value in (("--config", options.config), ("--baseline", options.baseline)):
        words += [option, value] if value else []
    for pattern in options.exclude:
        words += ["--exclude", pattern]
    words += ["--allow-empty"] if options.allow_empty else []
    for key, value in options.set:
        words += ["--set", f"{key}={value}"]
    return shlex.join([*words, *(os.path.join(os.curdir, path) if path.startswith("-") else path for path in paths)])


def _diff(session: Session, options: Namespace) -> bytes:
    """Return the diff of what fix would write; nothing where it would refuse."""
    files, config = session.files, session.config_for(TRANSFORM)
    context = session.context(config)
    outcome = process(context)
    failed = outcome.fails(context)
    outside = [] if failed else links_outside(real_paths(files.sources), options.paths)
    if failed or outside:
        note(text_findings(outside, sys.stderr, verbose=False, fail_on=config.fail_on))
        reasons = [result for result in (*outside, *outcome.results) if result.severity != INFO]
        note(f"yurt-hostnet: fix would write nothing because of {count(reasons)}.\n")
        return b""
    return b"".join(map(unified_diff, files.sources))


def _is_shown(outcome: Outcome, options: Namespace) -> bool:
    """Tell whether there are findings that the text shows."""
    return any(options.verbose or result.severity != INFO for result in outcome.results)
