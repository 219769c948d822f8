"""Source: a text that objects are read from: its bytes, its name, its lines."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.aliases import Aliases
    from yurt_hostnet.textedit.cut.split import Span
    from yurt_hostnet.textedit.read.nodes import Node

_PIECE = 4096  # bytes of the text between two places whose line is known


class Source:
    """The bytes of a file or stream, or of a part of one. `file` is its name, "" for standard input."""

    __slots__ = ("_aliases", "_line", "_lines", "file", "text")

    def __init__(self, text: bytes, file: str = "") -> None:
        self.text = text
        self.file = file
        self._aliases: Aliases | None = None
        self._line = (0, 1)  # a place whose line is known, for questions in order
        self._lines: list[int] = []  # the line feeds in front of each piece of the text, once questions go back

    @property
    def aliases(self) -> Aliases:
        """What is known of the aliases in all of it."""
        if self._aliases is None:
            from yurt_hostnet.krm.aliases import Aliases

            self._aliases = Aliases()
        return self._aliases

    def line_of(self, position: int) -> int:
        """Return the 1-based line of a byte offset."""
        known, line = self._line
        if position >= known and not self._lines:  # most questions come in order
            line += self.text.count(b"\n", known, position)
            self._line = (position, line)
            return line
        self._lines = self._lines or [0]
        while len(self._lines) * _PIECE <= position:
            start = len(self._lines) * _PIECE
            self._lines.append(self._lines[-1] + self.text.count(b"\n", start - _PIECE, start))
        piece = position // _PIECE
        return 1 + self._lines[piece] + self.text.count(b"\n", piece * _PIECE, position)

    def keep(self, _size: int) -> bool:
        """Tell whether the data of one more object of so many bytes may stay in memory once read; if so, it counts."""
        return True

    def anchors_before(self, _span: Span) -> dict[str, Node]:
        """Return, by its anchor, what aliases in a span stand for that is defined in front of it; here nothing is."""
        return {}
