"""Find the quotes and brackets that a line may leave open, so that the next may lie inside; see `split_items`."""

from __future__ import annotations

from itertools import chain

from yurt_hostnet.textedit.cut.split import next_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_OPEN_QUOTES = (
    rb'"(?<=[\s\[{,:]")(?![^"\\\n]*(?:\\[^\n][^"\\\n]*)*")',
    rb"'(?<=[\s\[{,:]')(?![^'\n]*(?:''[^'\n]*)*'(?!'))",
)
"""A quote that may open a scalar and is not closed on its line: the next line may lie inside it."""

_REST = rb"""[^"'\[\]{}#\n]*"""
_QUOTED = rb"""\"[^"\\\n\[\]{}]*"|'[^'\n\[\]{}]*'"""
_CLOSED = rb"%b(?:(?:%b)%b)*[\]}]" % (_REST, _QUOTED, _REST)
_CLOSED = rb"%b(?:(?:%b|[\[{]%b)%b)*[\]}]" % (_REST, _QUOTED, _CLOSED, _REST)
_CLOSED = rb"%b(?:(?:%b|[\[{]%b)%b)*[\]}]" % (_REST, _QUOTED, _CLOSED, _REST)
_OPEN_FLOWS = {
    b"{": rb"{(?<=[\s\[{,:]{)(?!%b)" % _CLOSED,
    b"[": rb"\[(?<=[\s\[{,:]\[)(?!%b)" % _CLOSED,
}
"""A bracket that may open a flow collection and is not closed on its line, or not plainly.

Plainly: with at most two levels inside, no bracket in quotes, no comment. Every bracket counts then.
"""


def open_quotes(text: bytes, start: int, end: int) -> Iterator[int]:
    """Yield where quotes stand that may open a scalar and are not closed on their line."""
    if end - start < SMALL and all(map(closes_quotes, text[start:end].split(b"\n"))):
        return iter(())
    import re

    matches = (re.compile(quote).finditer(text, start, end) for quote in _OPEN_QUOTES)
    return (match.start() for match in chain.from_iterable(matches))


def open_flows(text: bytes, start: int, end: int) -> Iterator[int]:
    """Yield where brackets stand that may open a flow collection and are not plainly closed on their line."""
    for bracket, flow in _OPEN_FLOWS.items():
        if end - start < SMALL:
            yield from find_open_flows(text, start, end, bracket)
        elif text.find(bracket, start, end) >= 0:
            import re

            yield from (match.start() for match in re.compile(flow).finditer(text, start, end))


SMALL = 1 << 16
"""Bytes that are looked through without a pattern, whose module would cost more than a whole run saves."""

_OPENS = tuple(bytes([sign]) for sign in b" \t\n\r\f\v[{,:")
"""What may stand in front of something that opens."""


def closes_quotes(line: bytes) -> bool:
    """Tell whether `_OPEN_QUOTES` find nothing on a line, where that is easily told; False in doubt.

    Easily: quotes of one kind, no backslash, and none that closes stands where one could open.
    """
    single, double = b"'" in line, b'"' in line
    if not single and not double:
        return True
    if (single and double) or b"\\" in line:
        return False
    parts = line.split(b"'" if single else b'"')
    return len(parts) % 2 == 1 and not any(part.endswith(_OPENS) for part in parts[1::2])


def find_open_flows(text: bytes, start: int, end: int, bracket: bytes) -> Iterator[int]:
    """Yield where the pattern of `_OPEN_FLOWS` for `bracket` matches."""
    position = text.find(bracket, start, end)
    while position >= 0:
        if text.endswith(_OPENS, 0, position) and not _is_closed(text, position + 1, end):
            yield position
        position = text.find(bracket, position + 1, end)


def _is_closed(text: bytes, position: int, end: int) -> bool:
    """Tell whether the bracket in front of `position` is plainly closed on its line."""
    line = text[position : next_line(text, position, end)].decode("latin-1")
    depth, at = 1, 0
    while at < len(line):
        sign = line[at]
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        elif sign in "\"'":
            close = line.find(sign, at + 1)
            if close < 0 or not _NOT_QUOTED[sign].isdisjoint(line[at + 1 : close]):
                return False
            at = close
        elif sign in "#\n":
            return False
        if depth == 0 or depth > _DEEPEST:
            return depth == 0
        at += 1
    return False


_DEEPEST = 3
_NOT_QUOTED = {"'": frozenset("[]{}"), '"': frozenset("[]{}\\")}
