"""Whether a package lists the function so that it runs, after all else, and can be reached from this machine."""

from __future__ import annotations

import os
import shlex

from yurt_hostnet.commands.wiring.diagnosis import doubt, fault, good, note_of
from yurt_hostnet.commands.wiring.overlays import find_overlays
from yurt_hostnet.commands.wiring.package import KPT, KUSTOMIZE
from yurt_hostnet.commands.wiring.program import NAME, Program
from yurt_hostnet.commands.wiring.running import on_path, run_program
from yurt_hostnet.commands.wiring.wired import GENERATORS, TRANSFORMERS, find_wired, find_wired_below
from yurt_hostnet.config.config import KUSTOMIZE_VALIDATOR
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from yurt_hostnet.commands.wiring.diagnosis import Finding
    from yurt_hostnet.commands.wiring.package import Package
    from yurt_hostnet.commands.wiring.programs import HostProgram
    from yurt_hostnet.commands.wiring.wired import Wired

_SECONDS = 60


def wired_findings(package: Package) -> Iterator[Finding]:
    """Yield whether the function is listed, in the right list, and last there."""
    wired = find_wired(package)
    below = find_wired_below(package)
    for each in wired:
        yield from _placed(package, each)
    early = ", ".join(f"{one_line(each.path)}:{each.line}" for each in below)
    if below and not wired:
        message = f"The function is listed below ({early}) and not here, so it runs before the patches of this folder."
        yield doubt("wired", message, init_command(package))
    elif not wired:
        yield fault("wired", "No list here leads to the function, so nothing runs it.", init_command(package))
    overlays = find_overlays(package) if wired and not package.is_component else []
    if overlays:
        names = ", ".join(map(one_line, overlays))
        message = f"The patches of {names}, which takes this folder in, come after the function."
        yield doubt("order", message, "yurt-hostnet init OVERLAY, for each that is built")
    if package.is_component and wired:
        message = "This is a component: the patches of the overlays that take it in come after the function."
        yield doubt("order", message, "yurt-hostnet init OVERLAY, for each of them")


def _placed(package: Package, each: Wired) -> Iterator[Finding]:
    place = f"{one_line(each.path)}:{each.line}"
    if each.field == GENERATORS:
        message = f"{place} lists the function under generators:, where it gets no objects and does nothing."
        yield fault("wired", message, f"move that entry to the end of transformers: in {one_line(each.path)}")
        return
    if not each.runs_in_order and not each.behind:
        name = each.field.rpartition(".")[2]
        right = "transformers" if package.host == KUSTOMIZE else "mutators"
        if _is_validator(each) and package.host == KUSTOMIZE:
            yield good(
                "wired", f"{place} lists the function under validators:, in mode KustomizeValidator: it only checks."
            )
            return
        why = "kustomize fails" if package.host == KUSTOMIZE else "what it edits is lost"
        message = f"{place} lists the function under {name}:, where {why}."
        yield fault("wired", message, f"move that entry to the end of {right}: in {one_line(each.path)}")
        return
    yield good("wired", f"{place} lists the function under {each.field}.")
    if each.behind:
        names = ", ".join(_short(entry) for entry in each.behind)
        message = f"{place}: {names} runs after the function, so it does not see what that adds or changes."
        why = " (inline entries always run before files)" if each.field == TRANSFORMERS and not each.config else ""
        yield doubt("order", message, f"move the function's entry to the end{why}")
    else:
        yield good("order", f"{place} is the last of its list.")


def reachable_findings(
    package: Package, programs: Mapping[str, HostProgram], command_line: list[str] | None
) -> Iterator[Finding]:
    """Yield whether what is listed can be run, and who would pass over it; `command_line` is one to judge."""
    for each in find_wired(package) or find_wired_below(package):
        if each.program.image:
            yield from _image(each, programs)
        elif each.program.exec:
            yield from _exec(package, each, programs)
        else:
            place = one_line(each.config or each.path)
            message = (
                f"{place} names no program: the annotation config.kubernetes.io/function is missing or unreadable."
            )
            yield fault("reachable", message, f"yurt-hostnet init {_word(package.folder)} --diff, in a copy, shows one")
    if package.host == KUSTOMIZE and command_line is not None:
        yield from _judged(package, command_line)


def _exec(package: Package, each: Wired, programs: Mapping[str, HostProgram]) -> Iterator[Finding]:
    name = each.program.exec
    if os.sep in name:
        path = os.path.join(os.path.dirname(each.path), name) if package.host == KUSTOMIZE else name
        if os.access(path, os.X_OK) and os.path.isfile(path):
            yield good("reachable", f"The program {one_line(name)} is there.")
        else:
            start = "from the folder of the kustomization" if package.host == KUSTOMIZE else "from where kpt is started"
            message = f"There is no program {one_line(path)}; the path is looked up {start}."
            file = each.path if package.host == KPT else each.config or each.path
            yield fault("reachable", message, f"write the name {NAME} in place of the path in {one_line(file)}")
    elif path := on_path(name):
        yield good("reachable", f"The program {one_line(name)} is {one_line(path)}.")
    else:
        yield fault("reachable", f"The program {one_line(name)} is not on PATH.", "pipx install yurt-hostnet")
    if package.host != KUSTOMIZE:
        return
    if "kustomize" in programs:
        message = (
            "With --enable-alpha-plugins, kubectl kustomize, and kustomize without --enable-exec, pass over a program "
            "without a word and with exit code 0. kubectl apply -k fails."
        )
        yield note_of("skipped", message, build_line(package, each.program))
    else:
        message = "kustomize is not on this machine, and kubectl's copy passes over a program without a word."
        yield fault("skipped", message, "install kustomize, or name an image: yurt-hostnet init --image IMAGE")


def _image(each: Wired, programs: Mapping[str, HostProgram]) -> Iterator[Finding]:
    image = one_line(each.program.image)
    if "docker" not in programs:
        yield fault("reachable", f"The image {image} cannot be run, since docker is not on PATH.", "install docker")
        return
    try:
        ran = run_program([programs["docker"].path, "image", "inspect", each.program.image], seconds=_SECONDS)
    except InputError as error:
        yield fault("reachable", f"docker does not answer: {error.message}", "docker info")
        return
    if ran.code == 0:
        yield good("reachable", f"The image {image} is on this machine.")
    elif image.startswith("localhost/"):
        message = f"The image {image} is not on this machine; docker says: {ran.said}"
        yield fault("reachable", message, f"docker build --tag {image} . (in a checkout of yurt-hostnet)")
    else:
        yield doubt("reachable", f"The image {image} is not on this machine yet.", f"docker pull {image}")


def _judged(package: Package, words: list[str]) -> Iterator[Finding]:
    """Yield what a command line of the user makes of the function."""
    shown = one_line(shlex.join(words))
    program = os.path.basename(words[0])
    wired = find_wired(package) or find_wired_below(package)
    execs = any(each.program.exec for each in wired)
    right = build_line(package, wired[0].program if wired else Program(exec=NAME))
    flags = {word.partition("=")[0] for word in words if word.partition("=")[2] not in ("false", "0")}
    if program == "kubectl" and "kustomize" not in words[1:]:
        message = f"`{shown}` has no options for functions, so it cannot run this one."
        yield fault("command", message, f"{right} | kubectl apply -f -")
    elif "--enable-alpha-plugins" not in flags:
        yield fault("command", f"`{shown}` fails, since it lacks --enable-alpha-plugins.", right)
    elif execs and (program == "kubectl" or "--enable-exec" not in flags):
        yield fault("command", f"`{shown}` passes over the function without a word.", right)
    else:
        yield good("command", f"`{shown}` runs the function.")


def init_command(package: Package) -> str:
    """Return the command that wires the package."""
    return f"yurt-hostnet init {_word(package.folder)}"


def build_line(package: Package, program: Program) -> str:
    """Return the command that renders the package and runs the function."""
    if package.host == KPT:
        return f"kpt fn render{' --allow-exec' if program.exec else ''} {_word(package.folder)}"
    flags = "--enable-alpha-plugins --enable-exec" if program.exec else "--enable-alpha-plugins"
    return f"kustomize build {flags} {_word(package.folder)}"


def _is_validator(each: Wired) -> bool:
    spec = each.data.get("spec")
    return isinstance(spec, dict) and spec.get("mode") == KUSTOMIZE_VALIDATOR


def _short(entry: str) -> str:
    return one_line(entry) if "\n" not in entry else "an inline entry"


def _word(path: str) -> str:
    return one_line(shlex.quote(path))
