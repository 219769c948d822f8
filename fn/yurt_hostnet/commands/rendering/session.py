"""Built sessions: what a command with -k begins with, for each directory: its build, configuration, context."""

from __future__ import annotations

import os

from yurt_hostnet.analysis.context import Context
from yurt_hostnet.baseline.sources import GIT, from_text
from yurt_hostnet.commands.discovery.files import Files, Source
from yurt_hostnet.commands.discovery.package_config import package_config, told_config
from yurt_hostnet.commands.rendering.asked_packages import folders_of
from yurt_hostnet.commands.rendering.build import BuildOptions
from yurt_hostnet.commands.rendering.built import FieldOrigin
from yurt_hostnet.commands.rendering.functions import Functions
from yurt_hostnet.commands.rendering.history import built_at
from yurt_hostnet.commands.rendering.programs import find_program
from yurt_hostnet.commands.rendering.rendered import render_all
from yurt_hostnet.commands.writing.interruption import Interruption
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.proposal import shown
from yurt_hostnet.krm.result import UNSET, Result
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.terminal import note
from yurt_hostnet.textedit.errors import InputError, raise_all
from yurt_hostnet.validators.rules import MISSING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from yurt_hostnet.commands.rendering.rendered import Rendered
    from yurt_hostnet.config.config import Config, Mode


class BuiltSession:
    """What one directory builds, as the files of a command, and the configuration for its mode.

    `folder` is the directory as it was named. The configuration is that of the options, else of the function that the
    build lists. `before` is what was built at the revision that --baseline names, None where it names none, or where
    there was no such directory. Raises InputError for a build without objects, and ConfigError as package_config.
    """

    def __init__(self, options: Namespace, rendered: Rendered, mode: Mode, before: bytes | None) -> None:
        self._options = options
        self.folder = rendered.folder
        self._functions = Functions(rendered, programs=_build_options(options).programs)
        self._package = Package([rendered.input])
        self._before = before
        self.files = Files()
        self.files.sources.append(Source(rendered.folder, rendered.input, os.stat(rendered.folder)))
        self.files.objects = sum(1 for _ in rendered.input.objects())
        if not self.files.objects and not options.allow_empty:
            message = "The build holds no object. Name the directory of an overlay, or say --allow-empty."
            raise InputError(message, file=self.folder)
        configuring = Package(list(self._functions.inputs))
        self.config = package_config(self.files, configuring, options, mode)
        note(told_config(self.files, configuring, options))
        for file in self._functions.passed_over:
            told = (
                f"{file} lists the function as a program, and the build of {self.folder} passed over it without a word"
            )
            note(f"yurt-hostnet: {one_line(told)}; --enable-exec runs it.\n")

    def context(self, config: Config | None = None) -> Context:
        """Return the context of what was built, with the session's configuration or another one."""
        options = self._options
        option = getattr(options, "baseline", "")
        context = Context(self._package, config or self.config, allow_empty=options.allow_empty)
        if not _is_revision(option):
            context.baseline_option = option
        elif self._before is not None:
            at = f"the build of {self.folder} at {option.removeprefix(GIT)}"
            context.baseline_option = from_text(self._before, at, context.reading, allow_empty=True)
        return context

    def told(self, results: Sequence[Result]) -> list[Result]:
        """Return results as this directory's: what is missing is told with what the function did in the build."""
        out = []
        for result in results:
            remedy = result.remedy
            marks = result.origin.marks if isinstance(result.origin, FieldOrigin) else None
            if marks is not None and result.rule in MISSING.values() and result.proposed is not UNSET:
                remedy = self._functions.remedy(marks, self.folder, shown(result.proposed))
            out.append(
                Result(
                    result.severity,
                    result.rule,
                    f"In the build of {self.folder}: {result.message}",
                    result.ref,
                    result.path,
                    result.current,
                    result.proposed,
                    result.origin,
                    remedy=remedy,
                    related=result.related,
                )
            )
        return out

    def looked_at(self) -> str:
        """Return how much was looked at, such as `3 objects that overlays/a builds`."""
        return f"{_objects(self.files.objects)} that {one_line(self.folder)} builds"


def built_sessions(options: Namespace, mode: Mode) -> list[BuiltSession]:
    """Build the directories that -k names and return a session for each, in order.

    Raises InputError for all that cannot be built or read, now or at the revision of --baseline, together; and
    Interrupted by a signal, when no program runs any more and nothing temporary is left.
    """
    with Interruption():
        return _built_sessions(options, mode)


def _built_sessions(options: Namespace, mode: Mode) -> list[BuiltSession]:
    program = find_program(options.kustomize)
    handed_on = _build_options(options)
    handed_on.given_to(program)
    folders = folders_of(options.packages)
    option = getattr(options, "baseline", "")
    rendered = render_all(program, folders, handed_on)
    before: list[bytes | None] = [None] * len(folders)
    if _is_revision(option):
        before = built_at(option.removeprefix(GIT), program, folders, handed_on)
        for folder, then in zip(folders, before, strict=True):
            if then is None:
                told = f"{folder} was not there at {option.removeprefix(GIT)}, so nothing of it is compared."
                note(f"yurt-hostnet: {one_line(told)}\n")
    mistakes: list[InputError] = []
    sessions = []
    for built, then in zip(rendered, before, strict=True):
        try:
            sessions.append(BuiltSession(options, built, mode, then))
        except InputError as error:
            mistakes += error.every()
    raise_all(mistakes)
    return sessions


def looked_at_all(sessions: Sequence[BuiltSession]) -> str:
    """Return how much was looked at in all of them."""
    if len(sessions) == 1:
        return sessions[0].looked_at()
    return f"{_objects(sum(session.files.objects for session in sessions))} that {len(sessions)} packages build"


def _objects(number: int) -> str:
    return f"{number} object{'' if number == 1 else 's'}"


def _is_revision(option: str) -> bool:
    return option.startswith(GIT) and ":" not in option[len(GIT) :]


def _build_options(options: Namespace) -> BuildOptions:
    """Return what is handed on to a build. Raises InputError."""
    programs, containers = options.enable_exec, options.enable_alpha_plugins
    return BuildOptions(options.build_options, programs=programs, containers=containers)
