"""Excluded: what `.krmignore` of a kpt package, and --exclude, leave out of a directory that is walked.

As kpt reads it (kyaml kio/ignorefilesmatcher.go, tried with kpt 1.0): a `.krmignore` counts in the directory that was
named and in subpackages, which have a Kptfile, and a package's patterns end where a subpackage begins. `**` works as in
git, though not in kpt.
"""

from __future__ import annotations

import os

from yurt_hostnet.commands.discovery.open_file import read_file
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pathspec import GitIgnoreSpec

IGNORE, PACKAGE = ".krmignore", "Kptfile"


class Patterns:
    """The patterns of --exclude, each of which has to match something: `unused` are those that have not yet."""

    __slots__ = ("_specs", "unused")

    def __init__(self, patterns: Sequence[str]) -> None:
        for pattern in patterns:
            if patterns.count(pattern) > 1:
                raise InputError(f"--exclude {pattern} is given twice, and only one can count. Give it once.")
        self._specs = {pattern: _spec([pattern], "", f"--exclude {pattern!r}") for pattern in patterns}
        self.unused = dict.fromkeys(self._specs)

    def match(self, path: str) -> bool:
        """Tell whether a path, seen from the directory that was named, is excluded; that of a directory ends in `/`."""
        found = [pattern for pattern, spec in self._specs.items() if spec.match_file(path)]
        for pattern in found:
            self.unused.pop(pattern, None)
        return bool(found)

    def require_used(self) -> None:
        """Raise InputError for a pattern that matched nothing."""
        for pattern in self.unused:
            raise InputError(
                f"--exclude {pattern!r} matches nothing in the directories that were named. It is a pattern as in "
                ".gitignore, seen from each of them; leave it out, or correct it."
            )


class Ignored:
    """The `.krmignore` of the package at the real path `base`."""

    __slots__ = ("_base", "_spec")

    def __init__(self, base: str, shown: str) -> None:
        self._base = os.path.join(base, "")
        path = os.path.join(shown, IGNORE)
        try:
            text = read_file(path, found=True)[0].decode("utf-8")
        except UnicodeDecodeError:
            raise InputError("This is not UTF-8. Save the file as UTF-8.", file=path) from None
        except OSError as error:
            raise InputError(f"The file cannot be read: {error.strerror}.", file=path) from None
        self._spec = _spec(text.splitlines(), path, "This file")

    def match(self, real: str) -> bool:
        """Tell whether a real path in the package is ignored; that of a directory ends in `/`."""
        return self._spec.match_file(real.removeprefix(self._base))


def _spec(lines: Sequence[str], file: str, noun: str) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        message = (
            f"{noun} holds no pattern as .gitignore has it. Write a name, a path or a glob, such as tests/ or *.tmp."
        )
        raise InputError(message, file=file) from None
