"""Offsets: where the characters of a text stand among its bytes in UTF-8, each asked for in the time of a piece."""

from __future__ import annotations

from bisect import bisect_right

_PIECE = 4096


class Offsets:
    """The places of one text: characters and bytes are both counted from its beginning."""

    __slots__ = ("_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0]  # the byte at which each piece of the text begins
        for start in range(0, len(text), _PIECE):
            self._starts.append(self._starts[-1] + len(text[start : start + _PIECE].encode()))

    def byte_of(self, offset: int) -> int:
        """Return the byte offset of a character offset from 0 to the text's length."""
        piece = offset // _PIECE
        return self._starts[piece] + len(self._text[piece * _PIECE : offset].encode())

    def character_of(self, byte: int) -> int:
        """Return the character offset of a byte offset from 0 to the length in bytes, at which a character begins."""
        if byte >= self._starts[-1]:
            return len(self._text)
        piece = bisect_right(self._starts, byte) - 1
        start = piece * _PIECE
        text = self._text[start : start + _PIECE].encode()
        return start + len(text[: byte - self._starts[piece]].decode())
