"""Cut a list in block style, a ResourceList or a List, into the texts of its items, without parsing where that is safe.

A fact of libyaml's scanner makes it safe: an item of a block sequence begins with its dash at the
sequence's column, and no scalar but a quoted one, and no collection but a flow one, can hold such a line.
A quoted scalar that spans lines is found by `open_quotes`, such a flow collection by `open_flows`. Where
one is found, or the layout is unusual, the answer is None and the caller lets the parser decide.
"""

from __future__ import annotations

from bisect import bisect_right

from yurt_hostnet.textedit.cut.open_ends import SMALL, open_flows, open_quotes
from yurt_hostnet.textedit.cut.split import AFTER_MARKER, Span, next_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Items:
    """The layout of a list document in block style: its items and the bytes they take.

    `begin` is the line after `items:`, `stop` the line on which the list's next key begins or the
    document's end; `spans` lie between them, each beginning behind its dash. `broken` are those that leave
    a bracket open: not YAML, as the document is not.
    """

    __slots__ = ("begin", "broken", "spans", "stop")

    def __init__(self, begin: int, stop: int, spans: list[Span], broken: list[Span] | None = None) -> None:
        self.begin = begin
        self.stop = stop
        self.spans = spans
        self.broken = broken or []


def split_items(text: bytes, document: Span, is_whole: Callable[[Span], bool] | None = None) -> Items | None:
    """Cut the block sequence under the key `items` of a block mapping into its items.

    Returns None where the document has no such key or the cuts cannot be proved from the text alone.
    `is_whole(span)` is asked about an item whose quotes are in doubt: does it parse, by itself, as
    one document? Without it a doubt means None.
    """
    if has_odd_breaks(text, document):
        return None
    column, _ = first_content(text, document)
    key = b"\n" + b" " * column + b"items:"
    first_line = text.startswith(key[1:], document.start)
    found = document.start - 1 if first_line else text.find(key, document.start, document.end)
    if found < 0 and not first_line:
        return None
    if not _is_plain_head(text, document, found + 1, column):
        return None
    begin = next_line(text, found + 1, document.end)
    rest = text[found + len(key) : begin].strip()
    if rest and text[found + len(key) : found + len(key) + 1] not in (b" ", b"\t"):
        return None
    stop = _stop(text, begin, document.end, column)
    if not _is_plain_tail(text[stop : document.end], column):
        return None
    if rest == b"[]":
        return Items(begin, begin, [])
    if rest and not rest.startswith(b"#"):
        return None
    spans = _cut_items(text, document, begin, stop, column)
    if spans is None:
        return None
    if any(not (is_whole and is_whole(span)) for span in _holding(spans, open_quotes(text, begin, stop))):
        return None
    broken = [span for span in _holding(spans, open_flows(text, begin, stop)) if not (is_whole and is_whole(span))]
    if broken and (is_whole is None or is_whole(document)):
        return None  # a dash, or what looks like a key, lies in a flow collection
    return Items(begin, stop, spans, broken)


def has_odd_breaks(text: bytes, document: Span) -> bool:
    """Tell whether YAML 1.1 may see a line end where there is no line feed: CR, NEL, LS or PS."""
    start, end = document.start, document.end
    if text.find(b"\r", start, end) >= 0 and text.count(b"\r", start, end) != text.count(b"\r\n", start, end):
        return True
    return not text.isascii() and any(text.find(mark, start, end) >= 0 for mark in ODD_BREAKS)


ODD_BREAKS = (b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9")
"""NEL, LS and PS in UTF-8."""


def may_have_key(text: bytes, document: Span, key: bytes) -> bool:
    """Tell whether a document may have `key` (letters only) at its top; False only for a block mapping without it.

    The keys of a block mapping stand at one column, each at the start of a line. One that begins with neither a letter
    nor a quote may be any key: behind an anchor, a tag or a question mark, an alias, or a merge key. A key that is
    written with escapes, or that an alias to another document stands for, is not seen.
    """
    if text.find(key, document.start, document.end) < 0:
        return False
    if has_odd_breaks(text, document):
        return True
    column, first = first_content(text, document)
    if not first:
        return False
    if not first.isalpha() and first not in b"\"'":
        return True
    line = text[document.start : next_line(text, document.start, document.end)].lstrip(b" ")
    if _may_be_key(line, key):
        return True
    pad = b"\n" + b" " * column
    position = text.find(pad, document.start, document.end)
    while position >= 0 and (position := position + len(pad)) < document.end:
        if _may_be_key(text[position : min(position + len(key) + 2, document.end)], key):
            return True
        position = text.find(pad, position, document.end)
    return False


def _may_be_key(line: bytes, key: bytes) -> bool:
    """Tell whether a line, given from a mapping's column on, may begin with `key`; its first few bytes decide."""
    sign = line[:1]
    if sign in _NO_KEY or sign == b"%":
        return False
    if sign == b"-":
        return line[1:2] not in AFTER_MARKER and not line.startswith(b"---")
    start = 1 if sign in b"\"'" else 0
    if not start and not sign.isalpha():
        return True
    behind = line[start + len(key) : start + len(key) + 1]
    return line.startswith(key, start) and not (behind.isalnum() or behind in (b"-", b"_", b".", b"/"))


def first_content(text: bytes, document: Span) -> tuple[int, bytes]:
    """Return the column and the first byte of the document's content; (0, b"") where there is none."""
    lead, position = document.lead, document.start
    while position < document.end:
        line_end = next_line(text, position, document.end)
        line = text[position:line_end]
        content = line.strip()
        if content.startswith(b"---") and content[3:4] in AFTER_MARKER:
            content = content[3:].strip()
            if content and not content.startswith(b"#"):
                return 0, b"-"
        elif content and not content.startswith((b"#", b"%")):
            return lead + len(line) - len(line.lstrip(b" ")), content[:1]
        lead, position = 0, line_end
    return 0, b""


def _is_plain_head(text: bytes, document: Span, stop: int, column: int) -> bool:
    """Tell whether all lines before `items:` belong to a block mapping at `column`, with nothing left open."""
    if next(open_quotes(text, document.start, stop), None) is not None:
        return False
    head = b" " * document.lead + text[document.start : stop]
    pad = b" " * column
    for line in head.split(b"\n")[:-1]:
        content = line.strip()
        if not content or content.startswith((b"#", b"%")) or line.startswith(pad + b" "):
            continue
        is_marker = column == 0 and line.startswith(b"---") and content[3:4] in AFTER_MARKER
        if is_marker and content[3:].lstrip()[:1] in (b"", b"#"):
            continue
        if not line.startswith(pad) or not (_is_key(line[column:]) or _is_dash(line[column:])):
            return False
    return True


def _is_plain_tail(tail: bytes, column: int) -> bool:
    """Tell whether all lines behind the items belong to the same block mapping, and none to a second key `items`."""
    pad = b" " * column
    for line in tail.split(b"\n"):
        content = line.strip()
        if not content or content.startswith(b"#") or line.startswith(pad + b" "):
            continue
        own = line[column:]
        ends = own.startswith(b"...") and own[3:4] in AFTER_MARKER
        if not line.startswith(pad) or not (ends or _is_dash(own) or (_is_key(own) and not own.startswith(b"items:"))):
            return False
    return True


def _is_key(line: bytes) -> bool:
    """Tell whether a line begins with a key of letters."""
    word, colon, rest = line.partition(b":")
    return word.isalpha() and bool(colon) and not rest[:1].strip()


def _is_dash(line: bytes) -> bool:
    """Tell whether a line begins with the dash of an item."""
    return line.startswith(b"-") and line[1:2] in AFTER_MARKER


def _stop(text: bytes, begin: int, end: int, column: int) -> int:
    """Return where the first line from `begin` begins that has something but an item at `column`, or `end`."""
    if end - begin >= SMALL:
        import re

        pattern = b"\n" + b" " * column + rb"(?![ \r\n#]|-(?:[ \t\r\n]|\Z)|\Z)"
        match = re.compile(pattern).search(text, begin - 1, end)
        return match.start() + 1 if match else end
    while begin < end:
        following = next_line(text, begin, end)
        line = text[begin:following]
        content = line.lstrip(b" ")
        if len(line) - len(content) == column and content[:1] not in _NO_KEY and not _is_dash(content):
            return begin
        begin = following
    return end


_NO_KEY = (b"", b" ", b"\r", b"\n", b"#")


def _cut_items(text: bytes, document: Span, begin: int, stop: int, column: int) -> list[Span] | None:
    """Cut the lines from `begin` to `stop` at the dashes of the first item's column, `column` or more; else None."""
    start, line = begin, b""
    while start < stop and (not line.strip() or line.lstrip(b" \t").startswith(b"#")):
        start += len(line)
        line = text[start : next_line(text, start, stop)]
    indent = line[: len(line) - len(line.lstrip(b" "))]
    if len(indent) < column or not _is_dash(line[len(indent) :]):
        return None
    dash = b"\n" + indent + b"-"
    width = len(dash)
    start += width - 1
    spans: list[Span] = []
    found = text.find(dash, start, stop)
    while found >= 0:
        if text[found + width : found + width + 1] in AFTER_MARKER:
            spans.append(Span(start, found + 1, len(indent) + 1, document))
            start = found + width
        found = text.find(dash, found + width, stop)
    spans.append(Span(start, stop, len(indent) + 1, document))
    return spans


def _holding(spans: list[Span], positions: Iterator[int]) -> Iterator[Span]:
    """Yield each of the spans, which follow one another, that holds one of the positions."""
    known: set[int] = set()
    starts: list[int] = []
    for position in positions:
        starts = starts or [span.start for span in spans]
        number = bisect_right(starts, position) - 1
        if number >= 0 and number not in known:
            known.add(number)
            yield spans[number]
