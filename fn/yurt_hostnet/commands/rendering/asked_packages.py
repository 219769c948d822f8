"""The options of -k: which directories are built, by what, and what is handed on to it."""

from __future__ import annotations

import glob
import os

from yurt_hostnet.commands.discovery.kustomizations import NAMES
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from yurt_hostnet.commands.arguments import Parser

EXEC, PLUGINS = "--enable-exec", "--enable-alpha-plugins"
"""Options of kustomize that let functions run: as programs, and in containers."""
_NEED = ("--kustomize", "--build-options", EXEC, PLUGINS)


def add_packages(parser: Parser) -> None:
    """Add -k, as `packages`, and the options of builds."""
    parser.add_argument(
        "-k",
        dest="packages",
        metavar="DIR",
        action="append",
        default=[],
        help="look at what kustomize builds of DIR, a package of its own; may be repeated, and be a quoted pattern",
    )
    parser.add_argument(
        "--kustomize", metavar="PROGRAM", default="", help="what builds; else kustomize or kubectl, found on PATH"
    )
    parser.add_argument(
        "--build-options", metavar="OPTIONS", default="", help="handed on to it, as in --build-options=--enable-helm"
    )
    parser.add_argument(EXEC, action="store_true", help="let the build run programs that the packages name")
    parser.add_argument(PLUGINS, action="store_true", help="let the build run functions in containers")


def wants_packages(options: Namespace) -> bool:
    """Tell whether -k was given. Raises InputError for its options without it, and for operands beside it."""
    if options.packages:
        if options.paths:
            raise InputError(
                f"-k builds packages, and {one_line(options.paths[0])} is none of them. Write -k in front of each "
                "directory, or quote a pattern, as in -k 'overlays/*'."
            )
        if getattr(options, "exclude", None):
            raise InputError("--exclude leaves files of directories out, and -k looks at what is built. Leave it out.")
        return True
    given = [name for name in _NEED if getattr(options, name[2:].replace("-", "_"))]
    if given:
        raise InputError(f"{given[0]} is for builds, and nothing is built. Name what to build: -k DIR.")
    return False


def folders_of(patterns: list[str]) -> list[str]:
    """Return the directories that -k names, each once. A pattern stands for those that hold a kustomization.

    Raises InputError for a pattern that matches none, and for what is no directory.
    """
    found: dict[str, None] = {}
    for pattern in patterns:
        if os.path.isdir(pattern) or not glob.has_magic(pattern):
            if not os.path.isdir(pattern):
                raise InputError("-k takes a directory, and this is none. Check the path.", file=pattern)
            found[os.path.normpath(pattern)] = None
            continue
        matched = [folder for folder in sorted(glob.glob(pattern, recursive=True)) if _is_kustomization(folder)]
        if not matched:
            raise InputError(f"-k {one_line(pattern)} matches no directory with a kustomization. Check the pattern.")
        found.update(dict.fromkeys(map(os.path.normpath, matched)))
    return list(found)


def told_packages(paths: Sequence[str]) -> str:
    """Return the line that says of directories among the operands that hold a kustomization how to see their builds."""
    folders = [path for path in paths if _is_kustomization(path)]
    if not folders:
        return ""
    named = one_line(folders[0]) + (f" and {len(folders) - 1} more" if len(folders) > 1 else "")
    verb = "holds a kustomization" if len(folders) == 1 else "hold kustomizations"
    return f"yurt-hostnet: {named} {verb}; -k in front of a directory looks at what it builds, with its patches.\n"


def _is_kustomization(folder: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, name)) for name in NAMES)
