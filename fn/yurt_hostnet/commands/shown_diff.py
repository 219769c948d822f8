"""A diff for eyes: where it goes to a terminal or the log of a CI run, it must not drive the one or command the other.

Everywhere else it keeps its bytes, since `patch` and `git apply` read them.
"""

from __future__ import annotations

import os
import stat
import sys

from yurt_hostnet.report.characters import escaped, is_shown, without_command

RUNNERS = ("CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
"""Variables that a CI run sets: GitHub, GitLab and most others, GitHub, Azure DevOps, TeamCity."""
ESCAPED = (
    "yurt-hostnet: The diff holds characters that do not print, or words that are commands to a CI run. They are shown "
    "as escapes. Write the diff to a file to apply it: > fix.patch\n"
)


def is_for_eyes() -> bool:
    """Tell whether stdout is a terminal, or anything but a file in a CI run."""
    if sys.stdout.isatty():
        return True
    if not any(os.environ.get(name) for name in RUNNERS):
        return False
    try:
        return not stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):
        return True


def shown_diff(diff: bytes) -> bytes:
    """Return a unified diff with escapes for what must not be written to a terminal or a log; tabs and CRLF stay."""
    return b"\n".join(map(_shown, diff.split(b"\n")))


def _shown(line: bytes) -> bytes:
    text = line.decode("utf-8", "surrogateescape")
    end = "\r" if text.endswith("\r") else ""
    body = text.removesuffix("\r")
    if not is_shown(body):
        body = "\t".join(map(escaped, body.split("\t")))
    return (without_command(body) + end).encode("utf-8", "surrogateescape")
