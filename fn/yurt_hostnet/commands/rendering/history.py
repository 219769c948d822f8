"""What directories built at a revision: the repository of then, written to a temporary directory and built there.

The files come by `git cat-file`, not by `git archive`, which would run the filters that a repository's configuration
names (git-archive(1), gitattributes(5)).
"""

from __future__ import annotations

import os
import shutil

from yurt_hostnet.baseline.git import LFS_POINTER
from yurt_hostnet.baseline.git_root import root_of
from yurt_hostnet.baseline.git_tree import read_blobs, tree_at
from yurt_hostnet.commands.rendering.build import build
from yurt_hostnet.commands.rendering.rendered import in_twos, temporary_directory
from yurt_hostnet.report.characters import one_line
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from yurt_hostnet.baseline.git_tree import Tree
    from yurt_hostnet.commands.rendering.build import BuildOptions
    from yurt_hostnet.commands.rendering.programs import Program

_AT_ONCE = 500
"""So many files are read by one git, and are in memory together."""
_TOLD = 3


def built_at(revision: str, program: Program, folders: Sequence[str], options: BuildOptions) -> list[bytes | None]:
    """Return what each directory built at a revision, None for one that was not there.

    Raises BaselineError for what git does not know, and InputError for all that could not be built then, together.
    """
    files = [os.path.join(folder, "kustomization.yaml") for folder in folders]
    root = root_of(files)
    tree = tree_at(root.top, revision)
    names = [root.name(file) for file in files]
    for folder, name in zip(folders, names, strict=True):
        if name is None:
            message = f"This is not in the repository {root.top}, in which git:{revision} was looked for. Stand there."
            raise InputError(message, file=folder)
    work = temporary_directory()
    try:
        elsewhere = _write(tree, work)

        def make(row: tuple[str, str | None]) -> bytes | None:
            folder, name = row
            place = os.path.join(work, os.path.dirname(name or ""))
            if not os.path.isdir(place):
                return None
            try:
                return build(program, place, options, folder)
            except InputError as error:
                error.message = f"At {one_line(revision)}: {error.message.replace(work, root.top)}{elsewhere}"
                raise

        return in_twos(make, list(zip(folders, names, strict=True)))
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _write(tree: Tree, work: str) -> str:
    """Write the files of a revision below a directory; return the sentences about what git does not hold."""
    pointers = []
    rows = [(name, blob) for name, blob in tree.blobs.items() if _is_below(name)]
    for start in range(0, len(rows), _AT_ONCE):
        part = rows[start : start + _AT_ONCE]
        texts = read_blobs(tree.top, [blob for _, blob in part])
        for name, blob in part:
            text = texts[blob]
            _put(os.path.join(work, name), text)
            if text.startswith(LFS_POINTER):
                pointers.append(name)
    for name, target in tree.links().items():  # last, so that nothing is written through one
        place = os.path.join(work, name)
        end = os.path.normpath(os.path.join(os.path.dirname(place), target))
        if _is_below(name) and end.startswith(os.path.join(work, "")) and not os.path.lexists(place):
            _link(place, target)
    return _missing("submodules", sorted(tree.submodules)) + _missing("files that Git LFS keeps elsewhere", pointers)


def _put(path: str, text: bytes) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as stream:
            stream.write(text)
            os.chmod(stream.fileno(), 0o700)
    except OSError as error:
        raise InputError(f"The revision cannot be written to be built: {error.strerror}.", file=path) from None


def _link(path: str, target: str) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(target, path)
    except OSError as error:
        raise InputError(f"The revision cannot be written to be built: {error.strerror}.", file=path) from None


def _is_below(name: str) -> bool:
    """Tell whether the name of a file leads nowhere else; git writes no other, but an archive's .git folder may."""
    return not name.startswith("/") and not {"", ".", ".."} & set(name.split("/"))


def _missing(noun: str, names: list[str]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - _TOLD} more" if len(names) > _TOLD else ""
    return f" The repository does not hold these {noun} of then: {', '.join(map(one_line, names[:_TOLD]))}{more}."
