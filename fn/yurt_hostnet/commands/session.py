"""Session: what a command that looks at files begins with: the files, their configuration, and the context of both."""

from __future__ import annotations

from yurt_hostnet.analysis.context import Context
from yurt_hostnet.commands.discovery.builds import builds
from yurt_hostnet.commands.discovery.files import read_files
from yurt_hostnet.commands.discovery.package_config import package_config, told_config
from yurt_hostnet.commands.output import looked_at, not_shown, skipped_lines
from yurt_hostnet.krm.package import Package
from yurt_hostnet.terminal import note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from yurt_hostnet.config.config import Config, Mode
    from yurt_hostnet.krm.result import Result


class Session:
    """The files that a command looks at, and the configuration for its mode; what is passed over is told on stderr.

    `options` are the command's, read. Raises InputError for what cannot be read.
    """

    def __init__(self, options: Namespace, paths: Sequence[str], mode: Mode, *, verbose: bool = False) -> None:
        self._options = options
        self._verbose = verbose
        self.files = read_files(list(paths), allow_empty=options.allow_empty, exclude=getattr(options, "exclude", ()))
        note(skipped_lines(self.files.skipped, verbose=verbose))
        self._package = Package([source.input for source in self.files.sources])
        self.config = self.config_for(mode)
        note(told_config(self.files, self._package, options))

    def config_for(self, mode: Mode) -> Config:
        """Return the configuration of the files for a mode."""
        return package_config(self.files, self._package, self._options, mode)

    def context(self, config: Config | None = None) -> Context:
        """Return the context of the files with the session's configuration, or another one."""
        options = self._options
        context = Context(
            self._package, config or self.config, getattr(options, "baseline", ""), allow_empty=options.allow_empty
        )
        context.builds = builds(self.files)
        return context

    def tell_rest(self, results: Sequence[Result] = (), *, shows: str = "-v") -> None:
        """Tell what was passed over and is not shown, if anything is; `shows` is what the user may type to see it."""
        if rest := not_shown(self.files, results, verbose=self._verbose, shows=shows):
            note(f"yurt-hostnet: Looked at {looked_at(self.files)}.{rest}\n")
