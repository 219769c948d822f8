"""`yurt-hostnet baseline`: write the HostNetBaseline of a package, of a render, or of what a cluster has."""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import Baseline
from yurt_hostnet.baseline.document import DEFAULT_NAME, document
from yurt_hostnet.baseline.record import POOL_AND_NODE_WORDS, all_states
from yurt_hostnet.commands.arguments import Parser, add_allow_empty, add_exclude, add_paths
from yurt_hostnet.commands.asked import Asked
from yurt_hostnet.commands.output import write
from yurt_hostnet.commands.rendering.asked_packages import add_packages, wants_packages
from yurt_hostnet.commands.session import Session
from yurt_hostnet.commands.writing.output_file import OutputFile
from yurt_hostnet.commands.writing.own_output import BASELINE
from yurt_hostnet.config.config import TRANSFORM
from yurt_hostnet.config.errors import LIMIT
from yurt_hostnet.hosts.options import DONE
from yurt_hostnet.krm.result import field_path
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError, raise_all
from yurt_hostnet.textedit.write.emit import Style, block_pairs
from yurt_hostnet.validators import wrong_field_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from yurt_hostnet.analysis.context import Context

DESCRIPTION = """\
Writes a HostNetBaseline: of all NodePools, Nodes, Pods and workloads in the files, what OpenYurt or
Kubernetes will not let change, sorted. Keep it in the package, or give it as --baseline, and edits of
hostNetwork are refused. The input may be files, a render, or what a cluster has:

  yurt-hostnet baseline manifests/ -o baseline.yaml
  helm get manifest RELEASE | yurt-hostnet baseline - -o baseline.yaml
  kubectl get nodepools,nodes -o yaml | yurt-hostnet baseline - -o baseline.yaml
  kubectl get nodepools,nodes -o yaml | yurt-hostnet baseline - --add baseline.yaml
"""
EPILOG = "Exit codes: 0 done, 2 the input cannot be read or contradicts itself, 3 a bug of ours."
NOTHING = (
    "Nothing in the input must stay as it is: it holds no NodePool, no Node of a pool, no Pod and no workload. Nothing "
    "was written, since a baseline without entries lets every edit pass; --allow-empty writes it all the same."
)


def parser() -> Parser:
    """Return the parser of `baseline`."""
    out = Parser("baseline", "FILES|DIRS|-", DESCRIPTION)
    out.epilog = EPILOG
    add_paths(out, "manifests, Lists, ResourceLists, directories of them, or - for standard input")
    out.add_argument("-o", "--output", metavar="FILE", default="", help="write here and not to standard output")
    out.add_argument(
        "--add", metavar="FILE", default="", help="add new NodePools and Nodes to this HostNetBaseline, alter no entry"
    )
    out.add_argument("--name", metavar="NAME", default="", help=f"metadata.name ({DEFAULT_NAME})")
    out.add_argument("--config", metavar="FILE", default="", help="functionConfig: poolLabel and podTemplates count")
    add_exclude(out)
    add_packages(out)
    add_allow_empty(out)
    out.set_defaults(set=[], fail_on=None)
    return out


def run(arguments: list[str]) -> int:
    """Write the baseline and return the exit code. Raises InputError."""
    command = parser()
    options = command.read(arguments)
    builds = wants_packages(options)
    paths = [] if builds else command.need_paths(options)
    _require_one_target(options)
    inputs = Asked(arguments).inputs
    output = OutputFile(options.output, BASELINE, inputs, builds=builds) if options.output else None
    context = _built_context(options) if builds else _context(options, paths)
    if options.add:
        from yurt_hostnet.commands.baseline_add import add

        _require_types(context)
        _require_agreement(context)
        return write(add(options.add, context), DONE)
    data = recorded(context, options.name or DEFAULT_NAME)
    if not data["spec"] and not options.allow_empty:
        raise InputError(NOTHING)
    text = baseline_text(data)
    if output is None:
        return write(text, DONE)
    output.write(text)
    return DONE


def recorded(context: Context, name: str = DEFAULT_NAME) -> dict[str, Any]:
    """Return the HostNetBaseline of a package as plain data, with an empty spec where nothing must stay as it is.

    Raises InputError for values that are wrong or contradict each other.
    """
    _require_types(context)
    _require_agreement(context)
    baseline = Baseline()
    for item in context.baseline_items():
        from yurt_hostnet.baseline.object_states import document_states

        baseline.add(document_states(item))
    baseline.add(all_states(context.package, context.pools, context.reading, context.is_of_another_build))
    return document(baseline.states.items(), name)


def _context(options: Namespace, paths: list[str]) -> Context:
    session = Session(options, paths, TRANSFORM)
    session.tell_rest(shows="yurt-hostnet check -v")
    return session.context()


def _built_context(options: Namespace) -> Context:
    """Return the context of what the directory of -k builds. Raises InputError for several: their pools are others."""
    from yurt_hostnet.commands.rendering.session import built_sessions  # few runs start programs

    sessions = built_sessions(options, TRANSFORM)
    if len(sessions) > 1:
        raise InputError(f"A baseline is of one package, and -k names {len(sessions)}. Write one of each by itself.")
    return sessions[0].context()


def _require_one_target(options: Namespace) -> None:
    """Raise InputError for options that change nothing beside --add, which writes into the file that it names."""
    for option, value in (("--output", options.output), ("--name", options.name)):
        if options.add and value:
            raise InputError(
                f"--add adds to the HostNetBaseline in its file, so {option} changes nothing. Leave it out."
            )


def _require_types(context: Context) -> None:
    """Raise InputError for values that the API refuses: read as a default, they would make a baseline that is wrong."""
    mistakes: list[InputError] = []
    for item in context.package.mentioning(*POOL_AND_NODE_WORDS, *context.pod_words):
        for finding in wrong_field_type.check_item(context, item):
            if len(mistakes) < LIMIT:
                message = f"{item.ref} {field_path(finding.path)}: {finding.message} {finding.remedy}"
                place = item.origin.at(finding.path)
                mistakes.append(InputError(message, place.line, place.file))
    raise_all(mistakes)


def _require_agreement(context: Context) -> None:
    """Raise InputError for pools of which it is open what a cluster has: either record would be wrong of one."""
    mistakes: list[InputError] = []
    for pool in context.pools:
        if context.pools.is_contradictory(pool.name) and pool.source is not None and len(mistakes) < LIMIT:
            message = (
                f"NodePool {one_line(pool.name)} cannot be recorded. Whether it uses the host network is not certain: "
                f"{pool.why_doubtful}. Write a baseline of each cluster's directory by itself, or of what is built; "
                "yurt-hostnet check shows all places."
            )
            mistakes.append(InputError(message, pool.source[1].line, pool.source[1].file))
    raise_all(mistakes)


def baseline_text(data: dict[str, Any]) -> str:
    """Return a HostNetBaseline, given as plain data, as YAML."""
    return "\n".join(block_pairs(data, "", Style())) + "\n"
