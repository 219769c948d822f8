"""Words of a command line that may be an option or a file, where it cannot be told which is meant."""

from __future__ import annotations

import os

from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def option_or_file(words: Sequence[str]) -> str:
    """Return the first word that is an option and also a file of the working directory, "" if there is none.

    `words` are a command's, without its name. A program that hands over names (xargs, a hook) may mean the file, and
    `--report=` would write to where the name says. Where `--` stands, what is before it are options, unless there is a
    file of that name as well.
    """
    end = list(words).index("--") if "--" in words else len(words)
    if end < len(words) and not os.path.lexists("--"):
        return ""
    for word in words[:end]:
        if word.startswith("-") and word != "-" and os.path.lexists(word):
            return word
    return ""


def refuse_files_like_options(words: Sequence[str]) -> None:
    """Raise InputError where option_or_file finds a word."""
    if word := option_or_file(words):
        raise InputError(
            f"{word!r} is an option, and there is a file of that name here as well, so it is not clear which is "
            f"meant. For the file write {'./' + word!r}, or -- in front of all file names; for the option, "
            "put -- in front of the file names, or use it in another directory."
        )
