"""Vocabulary: the lines of a large text, each once, in which most words are looked for much faster than in the text."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CHUNK = 1 << 20
_WORTH = 3
"""How many times smaller the lines of the first chunk must be than the chunk."""


def vocabulary(text: bytes, areas: Sequence[tuple[int, int]]) -> bytes | None:
    """Return a text that holds a word (one without line feeds) if and only if one of the areas of `text` does.

    None where lines repeat so little that it is not worth it.
    """
    lines: set[bytes] = set()
    read = 0
    for chunk in _chunks(text, areas):
        lines.update(chunk.split(b"\n"))
        if read == 0 and sum(map(len, lines)) * _WORTH > len(chunk):
            return None
        read += len(chunk)
    return b"\n".join(lines)


def _chunks(text: bytes, areas: Sequence[tuple[int, int]]) -> Iterator[bytes]:
    """Cut the areas into pieces of about a megabyte that end with a line."""
    for begin, end in areas:
        start = begin
        while start < end:
            stop = text.find(b"\n", start + _CHUNK, end) + 1 or end
            yield text[start:stop]
            start = stop
