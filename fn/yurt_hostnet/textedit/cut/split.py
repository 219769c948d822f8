"""Cut the bytes of a YAML stream into its documents without parsing them.

A fact of libyaml's scanner makes it safe: `---` or `...` at column 0 ends a document whatever is open.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

BOM = b"\xef\xbb\xbf"

_SMALL = 1 << 14
"""Bytes of a text that a few searches for nothing cost less than the rest."""


class Span:
    """A piece of the input: bytes `start` to `end`, whose first byte stands at column `lead` of its line.

    `parent` is None for a document and the document's Span for an object inside one.
    """

    __slots__ = ("end", "lead", "parent", "start")

    def __init__(self, start: int, end: int, lead: int = 0, parent: Span | None = None) -> None:
        self.start = start
        self.end = end
        self.lead = lead
        self.parent = parent

    def __repr__(self) -> str:
        return f"Span({self.start}, {self.end}, {self.lead})"


def split_documents(text: bytes, glued: list[int] | None = None) -> list[Span]:
    """Cut a stream at its `---` and `...` lines; the spans cover it all, each `---` line begins its own.

    A byte order mark stays outside; so does the `---` line of a later document in front of one, behind which kubectl
    and kustomize begin to read. A document after directives (`%YAML`) is kept with them. `glued` receives where each
    line begins that has `---` and goes on without a space, as `---kind: Pod` does: no marker to YAML.
    """
    if len(text) < _SMALL and _is_one_document(text):
        return [Span(0, len(text))]
    start = len(BOM) if text.startswith(BOM) else 0
    if glued is not None and text.startswith(b"---", start) and text[start + 3 : start + 4] not in AFTER_MARKER:
        glued.append(start)
    cuts = list(_markers(text, b"\n---", glued))
    if text.startswith(b"...") or b"\n..." in text:
        cuts = sorted({*cuts, *_document_ends(text)})
    spans = [Span(a, b) for a, b in zip([start, *cuts], [*cuts, len(text)], strict=True) if a < b]
    if text.startswith(b"%", start) or _begins_a_line(text, b"%"):
        spans = list(_join_directives(text, spans))
    if not text.isascii() and text.find(BOM, start) >= 0:
        return [*spans[:1], *(_behind_mark(text, span) for span in spans[1:])]
    return spans


def _is_one_document(text: bytes) -> bool:
    """Tell, as quickly as that can be told, whether nothing in a text could cut it; False in doubt."""
    if text.find(b"---", 1) >= 0 or text.find(b"...") >= 0 or text.find(b"%") >= 0 or text.find(BOM) >= 0:
        return False
    return text.startswith(b"---\n") or (text != b"" and not text.startswith(b"---"))


def _behind_mark(text: bytes, span: Span) -> Span:
    """Return a document's span without its `---` line and a byte order mark behind that."""
    begin = next_line(text, span.start, span.end)
    if text.startswith(b"---", span.start) and text.startswith(BOM, begin) and begin + len(BOM) < span.end:
        return Span(begin + len(BOM), span.end)
    return span


def _document_ends(text: bytes) -> list[int]:
    """Return where the lines behind `...` begin; of several with nothing between them only the last one's."""
    ends: list[int] = []
    for position in _markers(text, b"\n..."):
        following = text.find(b"\n", position) + 1
        if ends and not _holds_content(text[ends[-1] : position]):
            ends.pop()
        if following:
            ends.append(following)
    return ends


def _holds_content(text: bytes) -> bool:
    """Tell whether lines hold more than comments."""
    return not all(line.strip()[:1] in (b"", b"#") for line in text.splitlines())


def _begins_a_line(text: bytes, sign: bytes) -> bool:
    """Tell whether a line but the first begins with `sign`, one byte; one byte is found much faster than two."""
    position = text.find(sign, 1)
    while position > 0:
        if text[position - 1] == _LINE_FEED:
            return True
        position = text.find(sign, position + 1)
    return False


_LINE_FEED = 10


def _markers(text: bytes, mark: bytes, glued: list[int] | None = None) -> Iterator[int]:
    """Yield where a line begins that is the document marker `mark` (given with its line feed); `glued`: see above."""
    if text.startswith(mark[1:]) and text[3:4] in AFTER_MARKER:
        yield 0
    position = text.find(mark)
    while position >= 0:
        if text[position + 4 : position + 5] in AFTER_MARKER:
            yield position + 1
        elif glued is not None:
            glued.append(position + 1)
        position = text.find(mark, position + 4)


AFTER_MARKER = (b"", b" ", b"\n", b"\r", b"\t")


def _join_directives(text: bytes, spans: list[Span]) -> Iterator[Span]:
    """Join a span of directives and comments with the document that follows it."""
    begin = -1
    for span in spans:
        if begin < 0:
            begin = span.start
        lines = text[span.start : span.end].splitlines()
        bare = all(not line.strip() or line[:1] in (b"#", b"%") for line in lines)
        if not (bare and any(line.startswith(b"%") for line in lines)):
            yield Span(begin, span.end)
            begin = -1
    if begin >= 0:
        yield Span(begin, spans[-1].end)


def next_line(text: bytes, position: int, end: int) -> int:
    """Return where the line behind that of `position` begins, or `end`."""
    found = text.find(b"\n", position, end)
    return end if found < 0 else found + 1
