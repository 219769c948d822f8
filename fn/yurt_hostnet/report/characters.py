"""Makes text from manifests safe to show: names and values are the user's, or somebody else's.

What could drive a terminal or make a text lie is shown as an escape, and what a CI runner would take for a command of
ours is broken up. GitHub's runner reads a line that begins with `::`, and `##[` anywhere in one (actions/runner,
src/Runner.Common/ActionCommand.cs); Azure DevOps reads `##vso[` and TeamCity `##teamcity[`.
"""

from __future__ import annotations

_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    "\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e\ufe0f"
)
"""Letters and marks that show nothing and that comparisons pass over (Default_Ignorable_Code_Point of Unicode).

From U+E0000 on all are."""
_WORD = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COLOURS = ("[0m", "[2m", "[1;31m", "[1;33m", "[1;34m")
"""What follows ESC in the colours of report.text."""


def one_line(text: str) -> str:
    """Return `text` on one line that is safe wherever in a line it is put: see the module.

    Control characters could drive a terminal, bidirectional ones could make a text lie, and none of
    them is allowed in XML. Letters of any language stay.
    """
    if not is_shown(text):
        text = escaped(" ".join(text.split()))
    return without_command(text)


def log_text(text: str, *, colour: bool = False) -> str:
    """Return a text of lines as it may be written to a terminal or a log; with `colour`, report.text's own stay.

    Line breaks stay, so parts that come from input have to be one line each before they are put together.
    """
    if is_harmless(text):
        return text
    return "\n".join(_log_line(line, colour=colour) for line in text.split("\n"))


def is_shown(text: str) -> bool:
    """Tell whether every character of `text` shows as itself; a line break does not."""
    return text.isprintable() and (text.isascii() or (_INVISIBLE.isdisjoint(text) and max(text) < "\U000e0000"))


def is_harmless(text: str) -> bool:
    """Tell, without looking at each line, whether all lines of a text show as they are and none is a command."""
    return text.isascii() and text.replace("\n", "").isprintable() and "##" not in text and "::" not in text


def escaped(text: str) -> str:
    """Return `text` with each character that does not show as itself as an escape of Python's form."""
    return "".join(char if is_shown(char) else char.encode("unicode_escape").decode() for char in text)


def without_command(line: str, sharp: str = "\\x23", colon: str = "\\x3a") -> str:
    """Return a line with a character of each runner command replaced by `sharp` or `colon`."""
    if "##" in line:
        parts = line.split("[")
        for number, part in enumerate(parts[:-1]):
            head = part.rstrip(_WORD)
            if head.endswith("##"):
                parts[number] = f"{head[:-1]}{sharp}{part[len(head) :]}"
        line = "[".join(parts)
    if ":" in line and line.lstrip().startswith("::"):
        line = line.replace(":", colon, 1)
    return line


def encodable(text: str) -> str:
    """Return `text` with every lone surrogate, which UTF-8 cannot hold, as U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _log_line(line: str, *, colour: bool) -> str:
    if not is_shown(line):
        parts = line.split("\x1b")
        line = escaped(parts[0])
        for part in parts[1:]:
            line += ("\x1b" if colour and part.startswith(_COLOURS) else "\\x1b") + escaped(part)
    return without_command(line)
