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
from yurt_hostnet.commands.discovery.files import STDIN, Files
from yurt_hostnet.commands.discovery.links import links_outside, real_paths
from yurt_hostnet.commands.discovery.repository import first_file, in_repository
from yurt_hostnet.commands.documentation import rule_infos
from yurt_hostnet.commands.output import looked_at, not_shown, text_findings, write, write_diff
from yurt_hostnet.commands.rendering.asked_packages import add_packages, told_packages, wants_packages
from yurt_hostnet.commands.session import Session
from yurt_hostnet.commands.unified_diff import unified_diff
from yurt_hostnet.commands.writing.report_file import ReportFile
from yurt_hostnet.config.config import CHECK, TRANSFORM
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.options import DONE, FAILED
from yurt_hostnet.krm.result import INFO, WARNING, sort_results
from yurt_hostnet.report.formats import Report, render
from yurt_hostnet.report.text import count
from yurt_hostnet.terminal import note
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.transformers.registry import TRANSFORMERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from yurt_hostnet.commands.discovery.left_out import LeftOut
    from yurt_hostnet.config.config import Config, Mode
    from yurt_hostnet.krm.result import Result, Severity

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
    out.add_argument(
        "--after-fix", action="store_true", help="only what would stay after the edits: would a render be refused?"
    )
    out.add_argument("--diff", action="store_true", help="print what fix would write; findings go to stderr then")
    add_settings(out)
    add_exclude(out)
    add_packages(out)
    add_allow_empty(out)
    return out


def run(arguments: list[str]) -> int:
    """Check, print, and return the exit code. Raises InputError."""
    command = parser()
    options = command.read(arguments)
    builds = wants_packages(options)
    paths = [] if builds else command.need_paths(options)
    if options.diff and options.format != "text":
        raise InputError(f"--diff and --format {options.format} both want standard output. Use --report FILE for one.")
    if options.diff and (builds or options.after_fix):
        raise InputError(f"--diff shows what fix would write, which {'-k' if builds else '--after-fix'} does not.")
    report_file = ReportFile(arguments)
    looked = _built(options) if builds else _files(options, paths)
    report = Report([*looked.results, *looked.skipped], rule_infos(looked.config), looked.fail_on)
    in_repository(report, looked.first_file)
    report_file.write(report)
    _tell(looked, options)
    if options.diff:
        note(text_findings(looked.results, sys.stderr, verbose=options.verbose, fail_on=looked.fail_on))
        return write_diff(_diff(looked.session, options) if looked.session else b"", looked.code)
    if options.format == "text":
        text = text_findings(looked.results, sys.stdout, verbose=options.verbose, fail_on=looked.fail_on)
        return write(text, looked.code)
    if options.format == "github" and not options.verbose:
        report.results = [result for result in report.results if result.severity != INFO]
    return write(render(report, options.format), looked.code, commands=options.format == "github")


class _Looked:
    """What a run has looked at and found, of files or of builds.

    `what` is how much, `rest` the sentences about what is not shown; `is_plain` tells one file, of which nobody asks
    whether it was looked at.
    """

    def __init__(self, results: list[Result], config: Config, what: str, rest: str) -> None:
        self.results = results
        self.config = config
        self.what = what
        self.rest = rest
        self.fail_on: Severity = config.fail_on
        self.code = DONE
        self.is_plain = False
        self.first_file = ""
        self.skipped: list[LeftOut] = []
        self.session: Session | None = None


def _files(options: Namespace, paths: Sequence[str]) -> _Looked:
    """Look at files."""
    session = Session(options, paths, _mode(options), verbose=options.verbose)
    note(told_packages(paths))
    files, context = session.files, session.context()
    context.fix_command = _fix_command(options, paths)
    outcome = process(context)
    results = _without_edits(outcome.results) if options.after_fix else outcome.results
    rest = not_shown(files, results, verbose=options.verbose)
    looked = _Looked(results, session.config, looked_at(files), rest)
    looked.code = FAILED if outcome.fails(context) else DONE
    looked.is_plain = not rest and len(files.sources) == 1
    looked.first_file = first_file(files)
    looked.skipped = files.skipped
    looked.session = session
    return looked


def _built(options: Namespace) -> _Looked:
    """Look at what the directories of -k build."""
    from yurt_hostnet.commands.rendering.session import built_sessions, looked_at_all  # few runs start programs

    sessions = built_sessions(options, _mode(options))
    found: list[Result] = []
    code = DONE
    for session in sessions:
        context = session.context()
        outcome = process(context)
        code = FAILED if outcome.fails(context) else code
        found += session.told(_without_edits(outcome.results) if options.after_fix else outcome.results)
    results = sort_results(found)
    rest = not_shown(Files(), results, verbose=options.verbose)
    looked = _Looked(results, sessions[0].config, looked_at_all(sessions), rest)
    looked.fail_on = WARNING if any(session.config.fail_on == WARNING for session in sessions) else looked.fail_on
    looked.code = code
    return looked


def _tell(looked: _Looked, options: Namespace) -> None:
    """Tell how much was looked at, unless that is plain from the findings of one file."""
    is_shown = any(options.verbose or result.severity != INFO for result in looked.results)
    if options.format == "text" and not options.diff and not is_shown:
        note(f"yurt-hostnet: No findings in {looked.what}.{looked.rest}\n")
    elif not looked.is_plain:
        note(f"yurt-hostnet: Looked at {looked.what}.{looked.rest}\n")


def _mode(options: Namespace) -> Mode:
    """Return the mode of the run: what stays after the edits is what the function itself would tell."""
    return TRANSFORM if options.after_fix else CHECK


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


def _without_edits(results: Sequence[Result]) -> list[Result]:
    """Return results without the infos about edits that were made."""
    return [result for result in results if result.severity != INFO or result.rule not in TRANSFORMERS]
