"""`yurt-hostnet explain`: for each workload, what each pool is to it: may land, kept off, pinned or conflict."""

from __future__ import annotations

from shlex import quote

from yurt_hostnet.analysis.context import Context
from yurt_hostnet.analysis.placements import workloads
from yurt_hostnet.commands.arguments import Parser, add_allow_empty, add_exclude, add_paths, add_settings, one_of
from yurt_hostnet.commands.discovery.builds import builds as builds_of
from yurt_hostnet.commands.discovery.files import reread
from yurt_hostnet.commands.explain_html import html_page
from yurt_hostnet.commands.explain_text import table
from yurt_hostnet.commands.output import terminal_width, write
from yurt_hostnet.commands.rendering.asked_packages import add_packages, wants_packages
from yurt_hostnet.commands.session import Session
from yurt_hostnet.config.config import TRANSFORM
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.options import DONE, FAILED
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.result import INFO
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.report.json_report import dumps
from yurt_hostnet.report.text import count
from yurt_hostnet.terminal import note
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.validators import wrong_field_type
from yurt_hostnet.validators.embedded_manifest_unread import RULE as EMBEDDED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from yurt_hostnet.analysis.placements import Workload
    from yurt_hostnet.commands.discovery.files import Files
    from yurt_hostnet.commands.rendering.session import BuiltSession
    from yurt_hostnet.openyurt.pools import Pool

FORMATS = ("text", "json", "html")
BEFORE, AFTER = "before", "after"
DESCRIPTION = """\
Shows the placement of every workload over every declared NodePool, as it is after yurt-hostnet:
may land, kept off and by what, pinned, or conflict (pinned to a pool and kept off it). Node affinity,
nodeSelector, nodeName, topologies, and the labels and taints that a NodePool gives its nodes are looked at.
"""
EPILOG = "Exit codes: 0 done, 1 an error was found, 2 the input cannot be read, 3 a bug of ours."


def parser() -> Parser:
    """Return the parser of `explain`."""
    out = Parser("explain", "FILES|DIRS|-", DESCRIPTION)
    out.epilog = EPILOG
    add_paths(out, "manifests, ResourceLists, directories of them, or - for standard input")
    out.add_argument(
        "--format", metavar="FORMAT", type=one_of("--format", FORMATS), default="text", help=", ".join(FORMATS)
    )
    out.add_argument("--before", action="store_true", help="show the manifests as they are, without our edits")
    add_settings(out)
    add_exclude(out)
    add_packages(out)
    add_allow_empty(out)
    return out


def run(arguments: list[str]) -> int:
    """Print the placements and return the exit code. Raises InputError."""
    command = parser()
    options = command.read(arguments)
    builds = wants_packages(options)
    paths = [] if builds else command.need_paths(options)
    if options.before and options.baseline:
        raise InputError("--before shows the files as they are and compares nothing. Leave out --baseline or --before.")
    if options.before and options.fail_on is not None:
        raise InputError("--before shows the files as they are and fails for nothing. Leave out --fail-on or --before.")
    if builds:
        return _explain_builds(options)
    session = Session(options, paths, TRANSFORM, verbose=options.verbose)
    session.tell_rest()
    explained = _Explained(session, options)
    state = BEFORE if options.before else AFTER
    if options.format == "json":
        return write(dumps(as_data(explained.rows, explained.pools, state)), explained.code)
    if options.format == "html":
        return write(html_page(explained.rows, explained.pools, state), explained.code)
    return write(table(explained.rows, explained.pools, terminal_width()), explained.code)


def _explain_builds(options: Namespace) -> int:
    """Print the placements in what each directory of -k builds, and return the exit code."""
    from yurt_hostnet.commands.rendering.session import built_sessions, looked_at_all  # few runs start programs

    sessions = built_sessions(options, TRANSFORM)
    if options.format == "html" and len(sessions) > 1:
        raise InputError(f"--format html is a page for one package, and -k names {len(sessions)}. Name one.")
    state = BEFORE if options.before else AFTER
    told = [(session.folder, _Explained(session, options)) for session in sessions]
    note(f"yurt-hostnet: Looked at {looked_at_all(sessions)}.\n")
    code = FAILED if any(explained.code == FAILED for _, explained in told) else DONE
    if options.format == "html":
        return write(html_page(told[0][1].rows, told[0][1].pools, state), code)
    if options.format == "json":
        data = [{"package": folder, **as_data(each.rows, each.pools, state)} for folder, each in told]
        return write(dumps(data), code)
    parts = [f"{one_line(folder)}\n{table(each.rows, each.pools, terminal_width())}" for folder, each in told]
    return write("\n".join(parts), code)


class _Explained:
    """The placements of the workloads of a session (`rows`), its pools, and the exit code; what fails is told."""

    def __init__(self, session: Session | BuiltSession, options: Namespace) -> None:
        files, config, context = session.files, session.config, session.context()
        self.code = DONE
        folder = getattr(session, "folder", "")
        check = f"yurt-hostnet check -k {quote(one_line(folder))}" if folder else "yurt-hostnet check"
        if options.before and any(
            True
            for item in context.package.mentioning_each(*wrong_field_type.words(context))
            for _ in wrong_field_type.check_item(context, item)
        ):
            self.code = FAILED
            note(f"yurt-hostnet: The API refuses some of these objects; `{check}` shows why.\n")
        if not options.before:
            outcome = process(context)
            if outcome.fails(context):
                self.code = FAILED
                reasons = [result for result in outcome.results if result.severity != INFO]
                note(f"yurt-hostnet: {count(reasons)}; `{check}` shows them.\n")
            if unread := sum(result.rule == EMBEDDED for result in outcome.results):
                objects = "1 object embeds" if unread == 1 else f"{unread} objects embed"
                note(f"yurt-hostnet: {objects} what is not shown here; `{check} -v` names what.\n")
            context = Context(Package([reread(source) for source in files.sources]), config)
            context.builds = builds_of(files)
        self.rows = list(workloads(context))
        if not options.before:
            _place_where_read(self.rows, context.package, files)
        self.pools = list(context.pools)


def _place_where_read(rows: Sequence[Workload], edited: Package, files: Files) -> None:
    """Give each row the object as it was read: its line is that of the file as it is."""
    read = {id(new): (new, source.input) for new, source in zip(edited.inputs, files.sources, strict=True)}
    for row in rows:
        number = row.item.number
        new, old = read[id(row.item.input)]
        row.item = old.objects_of(number)[new.objects_of(number).index(row.item)]


def as_data(rows: Sequence[Workload], pools: Sequence[Pool], state: str) -> dict[str, Any]:
    """Return the placements as plain data; the pool null stands for nodes in no pool."""
    return {
        "state": state,
        "pools": [
            {"name": pool.name, "hostNetwork": pool.uses_host_network, "type": pool.type or None} for pool in pools
        ],
        "workloads": [
            {
                "name": row.name,
                "resourceRef": row.item.ref.to_dict(),
                "file": {"path": row.item.origin.file, "line": row.item.origin.line},
                "hostNetwork": row.host_network,
                "note": row.note,
                "placements": [
                    {
                        "pool": placement.pool or None,
                        "placement": placement.verdict,
                        "network": placement.network,
                        "reason": placement.reason,
                    }
                    for placement in row.placements
                ],
            }
            for row in rows
        ],
    }
