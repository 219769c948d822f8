"""The proof that a text is a CustomResourceDefinition to every reader: its prose about pods need not be searched.

A block mapping's keys all begin at one column, each at the start of a line. So the lines that do not lie deeper are
counted: if they are the few that a definition has, each once, then no reader finds another `kind` there, nor `items`.
"""

from __future__ import annotations

from yurt_hostnet.textedit.cut.split_items import first_content, has_odd_breaks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.cut.split import Span

_KEYS = (b"apiVersion:", b"kind:", b"metadata:", b"spec:", b"status:")


def is_definition(text: bytes, span: Span, position: int) -> bool:
    """Tell whether `kind: CustomResourceDefinition`, found at byte `position`, is the only kind of an object.

    `span` is the object's. False in doubt.
    """
    column, first = first_content(text, span)
    if not first.isalpha() or has_odd_breaks(text, span):
        return False
    begin = _content_start(text, span)
    pad = b"\n" + b" " * column
    line = text[begin : begin + _LONGEST_KEY]
    own = next((key for key in _KEYS if line.startswith(key)), None)
    end = span.end
    end -= len(tail := text[max(begin, end - _TAIL) : end]) - len(tail.rstrip(b"\n"))
    places = {key: text.find(pad + key, begin, end) + len(pad) for key in _KEYS if key != own}
    found = [key for key, place in places.items() if place >= len(pad)]
    if own is None or position != places.get(b"kind:", begin):
        return False
    shallow = text.count(b"\n", begin, end) - text.count(pad + b" ", begin, end)
    return shallow == len(found) or shallow == len(found) + _other_lines(text, begin, end, pad)


_LONGEST_KEY = 16
_TAIL = 64
"""How many bytes at the end are looked at for empty lines; more of them leave a doubt."""


def _content_start(text: bytes, span: Span) -> int:
    """Return where the first line of content has its first sign."""
    position = span.start
    while position < span.end:
        line_end = text.find(b"\n", position, span.end) + 1 or span.end
        content = text[position:line_end].strip()
        if content and not content.startswith((b"#", b"---", b"%")):
            return text.index(content[:1], position)
        position = line_end
    return span.end


def _other_lines(text: bytes, begin: int, end: int, pad: bytes) -> int:
    """Return how many lines hold nothing, or a comment at the mapping's column; -1 where that is not easily told."""
    if text.find(b"\n\n\n", begin, end) >= 0:
        return -1  # such places would be counted less often than they stand there
    return text.count(b"\n\n", begin, end) + text.count(pad + b"#", begin, end)
