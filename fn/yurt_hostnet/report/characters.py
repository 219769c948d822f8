"""Makes text from manifests safe to show: names and values are the user's, or somebody else's."""

from __future__ import annotations


def one_line(text: str) -> str:
    """Return `text` on one line, with everything that does not print as an escape.

    Control characters could drive a terminal, bidirectional ones could make a text lie, and none of
    them is allowed in XML. Letters of any language stay.
    """
    if text.isprintable():
        return text
    text = " ".join(text.split())
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def encodable(text: str) -> str:
    """Return `text` with every lone surrogate, which UTF-8 cannot hold, as U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
