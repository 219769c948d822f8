"""Links that were found in a directory and lead out of what the user named: a stranger may have planted them."""

from __future__ import annotations

import os

from yurt_hostnet.engine.edits import CANNOT_EDIT
from yurt_hostnet.krm.result import ERROR, Origin, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from yurt_hostnet.commands.discovery.files import Source


def real_paths(sources: Iterable[Source]) -> dict[str, str]:
    """Return path -> real path of each source that has been edited."""
    return {source.path: os.path.realpath(source.path) for source in sources if source.input.edited()}


def links_outside(targets: Mapping[str, str], paths: Sequence[str]) -> list[Result]:
    """Return an error for each file that is to be edited and is neither one of `paths`, the operands, nor in one.

    `targets` are `real_paths`. A link that the user named himself leads to what he named.
    """
    named = [os.path.realpath(path) for path in paths]
    known = set(named)
    directories = tuple(os.path.join(path, "") for path in named if os.path.isdir(path))
    results = []
    for path, real in targets.items():
        if real not in known and not real.startswith(directories):
            message = f"This is a link to {real}, outside of what was named, and is not followed."
            remedy = "Name that file if it is to be fixed as well; leave the link out if not."
            results.append(Result(ERROR, CANNOT_EDIT, message, origin=Origin(path), remedy=remedy))
    return results
