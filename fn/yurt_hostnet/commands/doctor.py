"""`yurt-hostnet doctor`: whether the function runs where a folder is rendered, and if not, what to type."""

from __future__ import annotations

import json
import shlex

from yurt_hostnet.commands.arguments import Parser, one_of
from yurt_hostnet.commands.init import folder_of
from yurt_hostnet.commands.output import write
from yurt_hostnet.commands.wiring.baseline_checks import baseline_findings
from yurt_hostnet.commands.wiring.diagnosis import Finding, fault
from yurt_hostnet.commands.wiring.helm_checks import helm_findings
from yurt_hostnet.commands.wiring.package import HELM, HOSTS, find_package
from yurt_hostnet.commands.wiring.programs import host_programs
from yurt_hostnet.commands.wiring.proof import Proof
from yurt_hostnet.commands.wiring.wiring_checks import reachable_findings, wired_findings
from yurt_hostnet.hosts.options import DONE, FAILED
from yurt_hostnet.krm.result import ERROR, INFO, WARNING
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from yurt_hostnet.commands.wiring.package import Package
    from yurt_hostnet.commands.wiring.programs import HostProgram

DESCRIPTION = """\
Tells whether the function runs where DIR (. without one) is rendered by kustomize, kpt or Helm: which of them
are on this machine, whether the function is listed, as the last, and can be run, who would pass over it without a
word, and whether there is a baseline that knows every pool. Then it renders DIR once with and once without the
function and compares. That runs what the repository names, so it is done only if you say so.

  yurt-hostnet doctor --enable-exec overlays/shanghai
  yurt-hostnet doctor --command 'kubectl kustomize overlays/shanghai' overlays/shanghai
"""
EPILOG = (
    "Exit codes: 0 the function runs, 1 it would not run or not do its work, 2 DIR cannot be read, 3 a bug of ours."
)
FORMATS = ("text", "json")


def parser() -> Parser:
    """Return the parser of `doctor`."""
    out = Parser("doctor", "[DIR]", DESCRIPTION)
    out.epilog = EPILOG
    out.add_argument("paths", nargs="*", metavar="DIR", help="the folder that is built")
    out.add_argument(
        "--host",
        metavar="HOST",
        default="",
        type=one_of("--host", HOSTS),
        help="kustomize, kpt or helm, if DIR is several",
    )
    out.add_argument("--kustomize", metavar="PROGRAM", default="", help="what builds; else kustomize, kubectl")
    out.add_argument(
        "--enable-exec", action="store_true", help="render, and run the programs that the repository names"
    )
    out.add_argument("--enable-alpha-plugins", action="store_true", help="render, and run the images that it names")
    out.add_argument(
        "--build-options",
        metavar="OPTIONS",
        default="",
        help="what the build needs, as in --build-options='--enable-helm'",
    )
    out.add_argument("--command", metavar="LINE", default="", help="a command line to judge: would it run the function")
    out.add_argument(
        "--format", metavar="FORMAT", default="text", type=one_of("--format", FORMATS), help="text or json"
    )
    return out


def run(arguments: list[str]) -> int:
    """Look, print what was found, and return the exit code. Raises InputError."""
    options = parser().read(arguments)
    package = find_package(folder_of(options, "doctor"), options.host)
    build_options = words_of(options.build_options, "--build-options")
    line = words_of(options.command, "--command") if options.command else None
    programs = host_programs(options.kustomize)
    found: list[Finding] = []
    if package.host == HELM:
        found += helm_findings(programs)
    else:
        found += wired_findings(package)
        found += reachable_findings(package, programs, line)
    proof = Proof(package, build_options, options.kustomize)
    proof.allow(execs=options.enable_exec, plugins=options.enable_alpha_plugins)
    try:
        found += proof.findings()
        found += baseline_findings(package, proof.without)
    except InputError as error:
        found.append(fault("proof", f"What is built cannot be read: {one_line(str(error))}", "fix it first"))
    code = FAILED if any(each.severity == ERROR for each in found) else DONE
    if options.format == "json":
        return write(_json(package, programs, found), code)
    return write(_text(package, programs, found), code)


def words_of(line: str, option: str) -> list[str]:
    """Return the words of a command line in an option. Raises InputError."""
    try:
        return shlex.split(line)
    except ValueError as error:
        raise InputError(f"{option} cannot be read as words of a shell: {error}.") from None


def _text(package: Package, programs: Mapping[str, HostProgram], found: Sequence[Finding]) -> str:
    named = ", ".join(f"{each.name} {each.version}".strip() for each in programs.values())
    lines = [f"{one_line(package.file.path)}: rendered by {package.host}", f"on this machine: {named or 'no host'}"]
    for each in found:
        lines.append(f"{'ok' if each.severity == INFO else each.severity}: {each.check}: {each.message}")
        if each.command:
            lines.append(f"  Type: {each.command}")
    errors = sum(each.severity == ERROR for each in found)
    warnings = sum(each.severity == WARNING for each in found)
    counts = [
        f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in ((errors, "error"), (warnings, "warning"))
    ]
    lines.append(f"yurt-hostnet: {', '.join(counts)}.")
    return "\n".join(lines) + "\n"


def _json(package: Package, programs: Mapping[str, HostProgram], found: Sequence[Finding]) -> str:
    data = {
        "file": package.file.path,
        "host": package.host,
        "programs": [{"name": each.name, "path": each.path, "version": each.version} for each in programs.values()],
        "findings": [
            {"check": each.check, "severity": each.severity, "message": each.message, "command": each.command}
            for each in found
        ],
        "runs": all(each.severity != ERROR for each in found),
    }
    return json.dumps(data, indent=2) + "\n"
