"""Cut the bytes of a YAML stream into the texts of its objects, without parsing where that is safe.

Two facts of libyaml's scanner make it safe. `---` or `...` at column 0 ends a document whatever is
open. An item of a block sequence begins with its dash at the sequence's column, and no scalar but a
quoted one, and no collection but a flow one, can hold such a line: a quoted scalar that spans lines is
found by `_OPEN_QUOTES`, such a flow collection by `_OPEN_FLOWS`. Where one is found, or the layout is
unusual, the answer is None and the caller lets the parser decide.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BOM = b"\xef\xbb\xbf"

_OPEN_QUOTES = (
    rb'"(?<=[\s\[{,:]")(?![^"\\\n]*(?:\\[^\n][^"\\\n]*)*")',
    rb"'(?<=[\s\[{,:]')(?![^'\n]*(?:''[^'\n]*)*'(?!'))",
)
"""A quote that may open a scalar and is not closed on its line: the next line may lie inside it."""

_ATOM = rb"""[^"'\[\]{}#\n]|"[^"\\\n\[\]{}]*"|'[^'\n\[\]{}]*'"""
_CLOSED = rb"(?:%b)*[\]}]" % _ATOM
_CLOSED = rb"(?:%b|[\[{]%b)*[\]}]" % (_ATOM, _CLOSED)
_CLOSED = rb"(?:%b|[\[{]%b)*[\]}]" % (_ATOM, _CLOSED)
_OPEN_FLOWS = {
    b"{}": rb"{(?<=[\s\[{,:]{)(?!%b)" % _CLOSED,
    b"[]": rb"\[(?<=[\s\[{,:]\[)(?!%b)" % _CLOSED,
}
"""A bracket that may open a flow collection and is not closed on its line, or not plainly.

Plainly: with at most two levels inside, no bracket in quotes, no comment. Every bracket counts then.
"""


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

    A byte order mark stays outside. A document after directives (`%YAML`) is kept with them. `glued` receives where
    each line begins that has `---` and goes on without a space, as `---kind: Pod` does: no marker to YAML.
    """
    start = len(BOM) if text.startswith(BOM) else 0
    if glued is not None and text.startswith(b"---", start) and text[start + 3 : start + 4] not in _AFTER_MARKER:
        glued.append(start)
    cuts = [position for position in _markers(text, b"\n---", glued) if position > start]
    if text.startswith(b"...", start) or text.find(b"\n...") >= 0:
        cuts = sorted({*cuts, *_document_ends(text)})
    spans = [Span(a, b) for a, b in zip([start, *cuts], [*cuts, len(text)], strict=True) if a < b]
    if text.startswith(b"%", start) or _begins_a_line(text, b"%"):
        return list(_join_directives(text, spans))
    return spans


def _document_ends(text: bytes) -> list[int]:
    """Return where the lines behind `...` begin; of several with nothing between them only the last one's."""
    ends: list[int] = []
    for position in _markers(text, b"\n..."):
        following = text.find(b"\n", position) + 1
        between = text[ends[-1] : position].splitlines() if ends else [b"content"]
        if all(not line.strip() or line.lstrip().startswith(b"#") for line in between):
            ends.pop()
        if 0 < following < len(text):
            ends.append(following)
    return ends


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
    if text.startswith(mark[1:]) and text[3:4] in _AFTER_MARKER:
        yield 0
    position = text.find(mark)
    while position >= 0:
        if text[position + 4 : position + 5] in _AFTER_MARKER:
            yield position + 1
        elif glued is not None:
            glued.append(position + 1)
        position = text.find(mark, position + 4)


_AFTER_MARKER = (b"", b" ", b"\n", b"\r", b"\t")


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
    import re  # noqa: PLC0415 - costs as much as half an interpreter start

    if _has_odd_breaks(text, document):
        return None
    column, _ = _first_content(text, document)
    key = b"\n" + b" " * column + b"items:"
    first_line = text.startswith(key[1:], document.start)
    found = document.start - 1 if first_line else text.find(key, document.start, document.end)
    if (found < 0 and not first_line) or text.find(key, found + 1, document.end) >= 0:
        return None
    if not _is_plain_head(text, document, found + 1, column):
        return None
    begin = _next_line(text, found + 1, document.end)
    rest = text[found + len(key) : begin].strip()
    if rest and text[found + len(key) : found + len(key) + 1] not in (b" ", b"\t"):
        return None
    if rest == b"[]":
        return Items(begin, begin, [])
    if rest and not rest.startswith(b"#"):
        return None
    next_key = re.compile(b"\n" + b" " * column + rb"(?![ \r\n#]|-(?:[ \t\r\n]|\Z)|\Z)")
    match = next_key.search(text, begin - 1, document.end)
    stop = match.start() + 1 if match else document.end
    if match and not re.compile(_NEXT_KEY).match(text, match.end(), document.end):
        return None
    spans = _cut_items(text, document, begin, stop)
    if spans is None or any(_has_open_quote(text, span) and not (is_whole and is_whole(span)) for span in spans):
        return None
    broken = [span for span in spans if _has_open_flow(text, span) and not (is_whole and is_whole(span))]
    if broken and (is_whole is None or is_whole(document)):
        return None  # a dash, or what looks like a key, lies in a flow collection
    return Items(begin, stop, spans, broken)


def _has_odd_breaks(text: bytes, document: Span) -> bool:
    """Tell whether YAML 1.1 may see a line end where there is no line feed: CR, NEL, LS or PS."""
    start, end = document.start, document.end
    if text.find(b"\r", start, end) >= 0 and text.count(b"\r", start, end) != text.count(b"\r\n", start, end):
        return True
    marks = (b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9")
    return not text.isascii() and any(text.find(mark, start, end) >= 0 for mark in marks)


def may_have_key(text: bytes, document: Span, key: bytes) -> bool:
    """Tell whether a document may have `key` (letters only) at its top; False only for a block mapping without it.

    A double-quoted key that is written with escapes is not seen.
    """
    if text.find(key, document.start, document.end) < 0:
        return False
    import re  # noqa: PLC0415 - costs as much as half an interpreter start

    column, first = _first_content(text, document)
    if not first.isalpha() and first not in b"\"'":
        return True
    first_line = text[document.start : _next_line(text, document.start, document.end)]
    if first_line.lstrip(b" \"'").startswith(key):
        return True
    pattern = b"\n" + b" " * column + rb"(?:\?[ \t]+)?[\"']?%b[\"']?[ \t]*(?::|\r?\n)" % key
    return re.compile(pattern).search(text, document.start, document.end) is not None


def _first_content(text: bytes, document: Span) -> tuple[int, bytes]:
    """Return the column and the first byte of the document's content; (0, b"") where there is none."""
    lead, position = document.lead, document.start
    while position < document.end:
        line_end = _next_line(text, position, document.end)
        line = text[position:line_end]
        content = line.strip()
        if content.startswith(b"---") and content[3:4] in _AFTER_MARKER:
            content = content[3:].strip()
            if content and not content.startswith(b"#"):
                return 0, b"-"
        elif content and not content.startswith((b"#", b"%")):
            return lead + len(line) - len(line.lstrip(b" ")), content[:1]
        lead, position = 0, line_end
    return 0, b""


def _is_plain_head(text: bytes, document: Span, stop: int, column: int) -> bool:
    """Tell whether all lines before `items:` belong to a block mapping at `column`, with nothing left open."""
    if _has_open_quote(text, Span(document.start, stop)):
        return False
    import re  # noqa: PLC0415 - costs as much as half an interpreter start

    head = b" " * document.lead + text[document.start : stop]
    pad = b" " * column
    for line in head.split(b"\n")[:-1]:
        content = line.strip()
        if not content or content.startswith((b"#", b"%")) or line.startswith(pad + b" "):
            continue
        if column == 0 and line.startswith(b"---") and (content == b"---" or content[3:].lstrip().startswith(b"#")):
            continue
        if not re.compile(_HEAD_LINE).match(line, len(pad)) or not line.startswith(pad):
            return False
    return True


_HEAD_LINE = rb"[A-Za-z]+:(?:\s|$)|-\s"
_NEXT_KEY = rb"[A-Za-z]+:(?:\s|\Z)|\.\.\.(?:\s|\Z)"


def _cut_items(text: bytes, document: Span, begin: int, stop: int) -> list[Span] | None:
    """Cut the lines from `begin` to `stop` at the dashes of the first item's column."""
    import re  # noqa: PLC0415 - costs as much as half an interpreter start

    first = re.compile(rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)*( *)(-(?=[ \t\r\n])|)").match(text, begin, stop)
    if first is None or first.end() >= stop or not first[2]:
        return None
    column = len(first[1])
    dash = b"\n" + first[1] + b"-"
    width = len(dash)
    spans: list[Span] = []
    start = first.end()
    found = text.find(dash, start, stop)
    while found >= 0:
        if text[found + width : found + width + 1] in _AFTER_MARKER:
            spans.append(Span(start, found + 1, column + 1, document))
            start = found + width
        found = text.find(dash, found + width, stop)
    spans.append(Span(start, stop, column + 1, document))
    return spans


def _has_open_quote(text: bytes, span: Span) -> bool:
    """Tell whether a quote that may open a scalar in `span` is not closed on its line."""
    import re  # noqa: PLC0415 - costs as much as half an interpreter start

    return any(re.compile(quote).search(text, span.start, span.end) for quote in _OPEN_QUOTES)


def _has_open_flow(text: bytes, span: Span) -> bool:
    """Tell whether a bracket that may open a flow collection in `span` is not plainly closed on its line."""
    for bracket, flow in _OPEN_FLOWS.items():
        if text.count(bracket[:1], span.start, span.end) == text.count(bracket, span.start, span.end):
            continue  # all are `{}` or `[]`, as in everything that kustomize writes
        import re  # noqa: PLC0415 - costs as much as half an interpreter start

        if re.compile(flow).search(text, span.start, span.end):
            return True
    return False


def _next_line(text: bytes, position: int, end: int) -> int:
    found = text.find(b"\n", position, end)
    return end if found < 0 else found + 1
