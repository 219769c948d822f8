"""Proves that a package's function does its work: renders it once with the function and once without, and compares."""

from __future__ import annotations

import os
import shlex

from yurt_hostnet.commands.rendering.programs import find_program
from yurt_hostnet.commands.wiring.diagnosis import doubt, fault, good
from yurt_hostnet.commands.wiring.package import HELM, KPT, KUSTOMIZE
from yurt_hostnet.commands.wiring.program import NAME, Program
from yurt_hostnet.commands.wiring.recording import built_context
from yurt_hostnet.commands.wiring.running import on_path
from yurt_hostnet.commands.wiring.watched import run_watched
from yurt_hostnet.commands.wiring.wired import find_wired, find_wired_below
from yurt_hostnet.config.config import TRANSFORM
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.settings import configured
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.commands.rendering.programs import Program as Builder
    from yurt_hostnet.commands.wiring.diagnosis import Finding
    from yurt_hostnet.commands.wiring.package import Package
    from yurt_hostnet.commands.wiring.watched import Watched

_NAMED = 3


class Proof:
    """Renders a package with a `kustomize` ("" for the one that is there) and `options`.

    `without` is the render without the function, None until it is there, or where nothing may be rendered.
    """

    def __init__(self, package: Package, options: Sequence[str], kustomize: str = "") -> None:
        self._package = package
        self._options = list(options)
        self._kustomize = kustomize
        self._allowed = {"exec": False, "image": False}
        self.without: Context | None = None

    def allow(self, *, execs: bool, plugins: bool) -> None:
        """Say whether programs that the repository names may run, and images."""
        self._allowed = {"exec": execs, "image": plugins}

    def findings(self) -> Iterator[Finding]:
        """Yield what the renders prove."""
        package = self._package
        wired = [] if package.host == HELM else find_wired(package) or find_wired_below(package)
        program = Program(exec=NAME) if package.host == HELM else wired[0].program if wired else Program()
        if not program:
            return
        if package.host != HELM and not self._allowed["image" if program.image else "exec"]:
            flag, what = ("--enable-alpha-plugins", "images") if program.image else ("--enable-exec", "programs")
            message = f"Nothing was built, since a build runs all {what} that the repository names."
            yield doubt("proof", message, f"yurt-hostnet doctor {flag} {one_line(shlex.quote(package.folder))}")
            return
        words = self._words(program)
        if not words:
            return
        done = run_watched(words, program)
        shown = one_line(shlex.join([os.path.basename(words[0]), *words[1:]]))
        if done.ran.code != 0:
            message = f"`{shown}` failed with exit code {done.ran.code}; it says: {done.ran.said}"
            yield fault("proof", message, shown)
            return
        if done.function_ran is False and package.host != HELM:
            yield fault("proof", f"`{shown}` did not run the function.", "see the findings above")
            return
        plain = self._plain(words, program)
        if plain.ran.code != 0:
            message = f"Without the function the build fails with exit code {plain.ran.code}: {plain.ran.said}"
            yield fault("proof", message, shown)
            return
        yield from self._compared(done, plain, wired[0].data if wired else {})

    def _compared(self, done: Watched, plain: Watched, config: dict[str, Any]) -> Iterator[Finding]:
        """Yield what two renders tell."""
        self.without = built_context(plain.ran.out)
        lacking = _lacking(built_context(done.ran.out, _config(config)))
        before, after = _objects_of(plain.ran.out), _objects_of(done.ran.out)
        changed = sum(after.get(name) != data for name, data in before.items())
        if lacking:
            names = ", ".join(lacking[:_NAMED]) + (", …" if len(lacking) > _NAMED else "")
            message = f"What is built lacks what the function adds, in {_objects(len(lacking))}: {names}."
            remedy = "list the function last, in the folder that is built and not in its bases"
            if self._package.host == HELM:
                message += " Helm 3 sends no hooks through a post-renderer."
                remedy = "write it into these templates, or use Helm 4, which sends them"
            yield fault("proof", message, remedy)
        verb = "differs" if changed == 1 else "differ"
        if changed:
            yield good("proof", f"Built with and without the function, {_objects(changed)} of {len(before)} {verb}.")
        elif not lacking:
            ran = "The function ran, and nothing" if done.function_ran else "Nothing"
            yield good("proof", f"{ran} in the {_objects(len(before))} that are built needs an edit.")

    def _words(self, program: Program) -> list[str]:
        """Return the command that renders the package with the function, [] without the host."""
        folder = self._package.folder
        target = folder if not folder.startswith("-") else os.path.join(os.curdir, folder)
        if self._package.host == KUSTOMIZE:
            flags = ["--enable-alpha-plugins"]
            builder = self._builder()
            if builder is None or (builder.is_kubectl and program.exec):
                return []
            flags += ["--enable-exec"] if program.exec else []
            return [builder.path, "kustomize" if builder.is_kubectl else "build", *flags, *self._options, target]
        if self._package.host == KPT:
            path = on_path("kpt")
            flags = ["--allow-exec"] if program.exec else []
            return [path, "fn", "render", target, "--output", "unwrap", *flags] if path else []
        path = on_path("helm")
        return [path, "template", target, *self._options, "--post-renderer", NAME] if path else []

    def _builder(self) -> Builder | None:
        """Return what builds; None where nothing is there, which another finding tells. Raises InputError."""
        if not self._kustomize and not (on_path("kustomize") or on_path("kubectl")):
            return None
        return find_program(self._kustomize)

    def _plain(self, words: Sequence[str], program: Program) -> Watched:
        """Render the package without the function."""
        if self._package.host == HELM:
            return run_watched(words[:-2], Program(exec=os.sep))
        if os.sep in program.exec:  # kustomize passes over it then
            return run_watched([word for word in words if word not in ("--enable-exec", "--allow-exec")], program)
        return run_watched(words, program, identity=True)


def _config(data: dict[str, Any]) -> Any:
    """Return the functionConfig, as the function reads it, in mode Transform."""
    try:
        config = configured(data or None)
    except InputError:
        config = configured(None)
    config.mode = TRANSFORM
    return config


def _lacking(context: Context) -> list[str]:
    """Return the objects that the function would edit."""
    return [one_line(str(item.ref)) for item, edits in process(context).edits if edits]


def _objects_of(text: bytes) -> dict[str, Any]:
    context = built_context(text)
    return {
        f"{item.api_version} {item.ref}": item.data for source in context.package.inputs for item in source.objects()
    }


def _objects(number: int) -> str:
    return f"{number} object{'' if number == 1 else 's'}"
