"""The baseline of a package as its host would hand it to the function."""

from __future__ import annotations

import os
import tempfile
from argparse import Namespace

from yurt_hostnet.baseline.document import DEFAULT_NAME
from yurt_hostnet.commands.baseline import baseline_text, recorded
from yurt_hostnet.commands.rendering.build import BuildOptions, build
from yurt_hostnet.commands.rendering.programs import find_program
from yurt_hostnet.commands.session import Session
from yurt_hostnet.commands.wiring.ci import slug
from yurt_hostnet.commands.wiring.overlays import place_of
from yurt_hostnet.commands.wiring.package import KUSTOMIZE
from yurt_hostnet.config.config import TRANSFORM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.commands.wiring.package import Package
    from yurt_hostnet.config.config import Config


def package_baseline(package: Package, program: str, options: BuildOptions) -> str:
    """Return the baseline of what kustomize builds, or of the files of a kpt package; "" where nothing must stay.

    `program` is what builds, "" for the one that is there, with `options`.
    Its name tells it from those of other folders, since kustomize refuses two objects of one name, in a folder that
    takes both in. Raises InputError where it cannot be built or read.
    """
    name = slug(place_of(package.folder), DEFAULT_NAME)
    if package.host != KUSTOMIZE:
        return _text(recorded(context_of([package.folder]), name))
    return _text(recorded(built_context(build(find_program(program), package.folder, options)), name))


def built_context(text: bytes, config: Config | None = None) -> Context:
    """Return the context of what was built, with a configuration. Raises InputError where that cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "build.yaml")
        with open(path, "wb") as stream:
            stream.write(text)
        return context_of([path], config)


def context_of(paths: Sequence[str], config: Config | None = None) -> Context:
    """Return the context of files and directories, with a configuration or their own. Raises InputError."""
    options = Namespace(config="", set=[], fail_on=None, allow_empty=True)
    return Session(options, paths, TRANSFORM).context(config)


def _text(data: dict[str, Any]) -> str:
    return baseline_text(data) if data["spec"] else ""
