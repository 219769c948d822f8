"""`yurt-hostnet init`: wire the function into a folder that kustomize, kpt or Helm renders, and take that back."""

from __future__ import annotations

import os
import shlex
import sys

from yurt_hostnet.commands.arguments import Parser, one_of
from yurt_hostnet.commands.output import write_diff
from yurt_hostnet.commands.rendering.build import BuildOptions
from yurt_hostnet.commands.wiring.baseline_checks import baseline_command
from yurt_hostnet.commands.wiring.ci import SERVICES, commands
from yurt_hostnet.commands.wiring.overlays import find_overlays, place_of, repository_of
from yurt_hostnet.commands.wiring.package import HELM, HOSTS, KUSTOMIZE, find_package
from yurt_hostnet.commands.wiring.plan import Plan
from yurt_hostnet.commands.wiring.program import NAME, Program
from yurt_hostnet.commands.wiring.recording import package_baseline
from yurt_hostnet.commands.wiring.takeback import taken_back
from yurt_hostnet.commands.wiring.wired import find_wired, find_wired_below
from yurt_hostnet.commands.wiring.wiring_checks import build_line
from yurt_hostnet.commands.writing.interruption import Interrupted
from yurt_hostnet.hosts.options import DONE, FAILED
from yurt_hostnet.report.characters import is_shown, one_line
from yurt_hostnet.terminal import note
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from yurt_hostnet.commands.wiring.changes import Changes
    from yurt_hostnet.commands.wiring.package import Package

DESCRIPTION = """\
Wires the function into DIR (. without one): a kustomization, a kpt package or a chart.
It writes the function's file, lists it as the last one under transformers: or in the pipeline, and writes a
baseline of what is built; comments and all other lines stay. A chart needs no file: how Helm runs the function
is told. The changes are shown before they are made. What init has done it notes in DIR/.yurt-hostnet-init;
keep that beside them, since --undo reads it.

  yurt-hostnet init overlays/shanghai --image registry.example/yurt-hostnet:1
  yurt-hostnet init overlays/shanghai --exec --ci github
  yurt-hostnet init overlays/shanghai --undo
"""
EPILOG = (
    "Exit codes: 0 done or nothing to do, 1 you said no, 2 the folder cannot be wired or a file cannot be written, "
    "3 a bug of ours."
)
IMAGE = "localhost/yurt-hostnet:dev"
"""The image that docs/container.md builds."""
_HOW = ("exec", "image", "ci", "no_baseline", "build_options", "kustomize")
"""Options that say how to wire."""
NO_TERMINAL = (
    "Nothing was written, since standard input is no terminal and nobody can be asked. Run it again with --yes to "
    "write these changes, or with --diff only to see them."
)


def parser() -> Parser:
    """Return the parser of `init`."""
    out = Parser("init", "[DIR]", DESCRIPTION)
    out.epilog = EPILOG
    out.add_argument("paths", nargs="*", metavar="DIR", help="the folder that is built")
    out.add_argument(
        "--host",
        metavar="HOST",
        default="",
        type=one_of("--host", HOSTS),
        help="kustomize, kpt or helm, if DIR is several",
    )
    out.add_argument("--exec", action="store_true", help=f"run the program {NAME} of PATH, and no image")
    out.add_argument("--image", metavar="IMAGE", default="", help=f"run this image ({IMAGE})")
    out.add_argument("--kustomize", metavar="PROGRAM", default="", help="what builds; else kustomize, kubectl")
    out.add_argument("--no-baseline", action="store_true", help="write no baseline")
    out.add_argument(
        "--build-options",
        metavar="OPTIONS",
        default="",
        help="what the build needs, as in --build-options='--enable-helm'",
    )
    out.add_argument(
        "--ci",
        metavar="SERVICE",
        default="",
        type=one_of("--ci", SERVICES),
        help="write it too: github, gitlab, pre-commit",
    )
    out.add_argument("--undo", action="store_true", help="take back what init did here")
    out.add_argument("--diff", action="store_true", help="show the changes and write nothing")
    out.add_argument("-y", "--yes", action="store_true", help="write without asking")
    return out


def run(arguments: list[str]) -> int:
    """Wire, or take back, and return the exit code. Raises InputError, and Interrupted by a signal."""
    options = parser().read(arguments)
    _require_sense(options)
    package = find_package(folder_of(options, "init"), options.host)
    if options.undo:
        return _settle(taken_back(package), options, "That is all that init wrote.")
    plan = Plan(package)
    told, program = _wire(package, plan, options)
    changes = plan.finish()
    note(told)
    if not changes:
        return DONE
    return _settle(changes, options, _next_step(package, program))


def folder_of(options: Namespace, command: str) -> str:
    """Return the one folder that a command was given, the current one without."""
    if len(options.paths) > 1:
        raise InputError(f"{command} takes one folder at a time, not {len(options.paths)}.")
    return str(options.paths[0]) if options.paths else os.curdir


def _require_sense(options: Namespace) -> None:
    """Raise InputError for options that exclude each other."""
    BuildOptions(options.build_options)
    if options.exec and options.image:
        raise InputError("--exec and --image exclude each other. Give one of them.")
    if options.yes and options.diff:
        raise InputError("--diff writes nothing, so --yes does nothing beside it. Give one of them.")
    if options.undo and any(getattr(options, name) for name in _HOW):
        raise InputError("--undo takes back what was done, and takes no options that say how to do it.")


def _wire(package: Package, plan: Plan, options: Namespace) -> tuple[str, Program]:
    """Plan what is missing, and return what is to be told of it, and what runs."""
    program = Program(exec=NAME) if options.exec else Program(image=options.image or IMAGE)
    wired = find_wired(package)
    lines: list[str] = []
    if package.host == HELM:
        lines.append(_helm(package))
    elif wired:
        program = wired[0].program
        place = f"{one_line(wired[0].path)}:{wired[0].line}"
        lines.append(
            f"{place} lists the function already. `yurt-hostnet doctor {_word(package.folder)}` tells whether it runs."
        )
    else:
        _require_overlay(package)
        lines += [
            f"{one_line(above)} takes this folder in, and its patches come after the function. "
            "If that is what you build, wire that folder and not this one."
            for above in find_overlays(package)
        ]
        for below in find_wired_below(package):
            place = f"{one_line(below.path)}:{below.line}"
            lines.append(f"{place} lists the function too, and runs before what this folder adds. Both may stay.")
        plan.add_function(program)
        lines.append(_choice(program))
        if not options.no_baseline:
            lines += _baseline(package, plan, program, options)
    if options.ci:
        _add_ci(package, plan, program, options)
    return "".join(f"yurt-hostnet: {line}\n" for line in lines), program


def _require_overlay(package: Package) -> None:
    if package.is_component:
        message = (
            "A component runs before the patches of the overlays that take it in. Run init in each of the overlays."
        )
        raise InputError(message, file=package.file.path)


def _choice(program: Program) -> str:
    """Return what is told of how the function will run."""
    if program.exec:
        return f"The program {NAME} runs, so it must be on PATH wherever this is built. Without --exec an image would."
    image = one_line(program.image)
    where = " It is known only to machines that built it; --image names another." if _is_local(program.image) else ""
    return f"The image {image} runs, by docker.{where} With --exec the program {NAME} of PATH would."


def _is_local(image: str) -> bool:
    return image.startswith("localhost/")


def _baseline(package: Package, plan: Plan, program: Program, options: Namespace) -> list[str]:
    """Plan the baseline, and return why there is none."""
    try:
        text = package_baseline(package, options.kustomize, BuildOptions(options.build_options))
    except InputError as error:
        return [f"No baseline was written. {error}", f"For one later: {baseline_command(package, program)}"]
    if not text:
        return ["There is no baseline, since nothing that is built must stay as it is."]
    plan.add_baseline(text)
    return []


def _add_ci(package: Package, plan: Plan, program: Program, options: Namespace) -> None:
    root = repository_of(package.folder)
    if not root:
        raise InputError("No folder above holds a .git, so it is not known where --ci writes.", file=package.folder)
    if package.host == KUSTOMIZE and program.image:
        if options.ci == "gitlab":
            raise InputError("A job of GitLab has no docker of its own to run an image. Use --exec with --ci gitlab.")
        if options.ci == "github" and _is_local(program.image):
            raise InputError(
                f"A CI run has no image {one_line(program.image)}. Give --exec, or --image one it can pull."
            )
    place = place_of(package.folder)
    if "${{" in place or not is_shown(place):  # GitHub puts in what stands there before a shell reads the line
        raise InputError("The path of this folder cannot stand in the file of a CI service.", file=package.folder)
    lines = commands(package, place, execs=bool(program.exec), options=options.build_options)
    plan.add_ci(options.ci, os.path.relpath(root), lines, place)


def _settle(changes: Changes, options: Namespace, done: str) -> int:
    """Show the changes, ask where that is wanted, write them, and return the exit code."""
    if options.diff or not options.yes:
        code = write_diff(changes.diff(), DONE)
        if options.diff or code != DONE:
            return code
        if not (sys.stdin is not None and sys.stdin.isatty()):
            raise InputError(NO_TERMINAL)
        note("yurt-hostnet: Write these changes? [y/N] ")
        if sys.stdin.readline().strip().lower() not in ("y", "yes"):
            note("yurt-hostnet: Nothing was written.\n")
            return FAILED
    paths = ", ".join(map(one_line, changes.paths()))
    try:
        changes.write()
    except Interrupted as stopped:
        note(f"yurt-hostnet: Stopped by {stopped.signal}. `--undo` takes back what was written.\n")
        raise
    note("".join(f"yurt-hostnet: {line}\n" for line in (f"Changed {paths}.", done) if line))
    return DONE


def _next_step(package: Package, program: Program) -> str:
    if package.host == HELM:
        return ""
    cannot = " (kubectl apply -k cannot run it)" if package.host == KUSTOMIZE else ""
    return f"Now: {build_line(package, program)}{cannot}"


def _helm(package: Package) -> str:
    word = _word(package.folder)
    return (
        f"A chart needs no file: Helm runs the function behind its templates. Helm 3: helm install NAME {word} "
        f"--post-renderer {NAME}. Helm 4: the same, after `helm plugin install` of helm-plugin/ of the release."
    )


def _word(path: str) -> str:
    return one_line(shlex.quote(path))
