"""The repository that the user stands in, which code scanning services count files from."""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery.files import STDIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.commands.discovery.files import Files
    from yurt_hostnet.report.formats import Report


def in_repository(report: Report, file: str = "") -> Report:
    """Return `report`, told where its files are; `file` is what to name where a result has none."""
    report.root = repository_root()
    report.file = file
    return report


def first_file(files: Files) -> str:
    """Return the first file of a package, "" if that is standard input."""
    return next((source.path for source in files.sources if source.path != STDIN), "")


def repository_root() -> str:
    """Return the absolute path of the nearest folder above that holds a `.git`, "" if none does; git is not asked."""
    folder = os.getcwd()
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent
    return folder
