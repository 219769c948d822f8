"""What can hide a word from a search in the bytes, although every YAML reader finds it in the values."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.textedit.cut.split import Span

_CODE = "(?:2[d-fD-F]|3[0-9aA]|[46][1-9a-fA-F]|[57][0-9aA]|5[fF])"
_ESCAPE = rf"\\(?:x{_CODE}|u00{_CODE}|U000000{_CODE}|[/\r\n]|\xc2\x85|\xe2\x80[\xa8\xa9]|\Z)".encode("latin-1")
r"""An escape that makes a letter, a digit or one of -./:_ (`\x6f`, `\u006f`, `\/`), or joins two lines.

YAML 1.1 ends lines at CR, LF, NEL, LS and PS (yaml_parser_scan_flow_scalar in scannerc.go of go.yaml.in/yaml/v2).
"""

_PAIRS = tuple(b"\\" + sign for sign in (b"x", b"u", b"U", b"/", b"\r", b"\n", b"\xc2", b"\xe2"))
"""How each of these escapes begins, but one at the very end."""

_SMALL = 1 << 16
_LONGEST_TAG = 64


def hides_words(text: bytes, start: int, end: int) -> bool:
    """Tell whether `text` from `start` to `end` (offsets in bytes) holds anything that `hidden_at` yields."""
    return next(hidden_at(text, start, end), None) is not None


def hidden_at(text: bytes, start: int, end: int) -> Iterator[int]:
    """Yield, not in order, where in `text` something stands that can hide a word of letters, digits and -./:_.

    Escapes, tags of binary data in any spelling, and the directive that gives tags other names. One byte is found
    many times faster than several, so each sign is asked for first, and no pattern is made for text that has none.
    """
    if text.find(b"\\", start, end) >= 0:
        yield from _escapes(text, start, end)
    percent = text.find(b"%", start, end) >= 0
    if percent:
        yield from _all(text, b"%TAG", start, end)
    if text.find(b"!", start, end) >= 0 and (percent or text.find(b"binary", start, end) >= 0):
        yield from (position for position in _all(text, b"!", start, end) if _may_be_binary(text, position, end))


def _escapes(text: bytes, start: int, end: int) -> Iterator[int]:
    if end - start < _SMALL and not any(text.find(pair, start, end) >= 0 for pair in _PAIRS):
        if text.endswith(b"\\", start, end):
            yield end - 1
        return
    import re

    yield from (match.start() for match in re.compile(_ESCAPE).finditer(text, start, end))


def _may_be_binary(text: bytes, position: int, end: int) -> bool:
    """Tell whether a tag at `position` may be `!!binary`: percent escapes can spell it, and so can a long tag."""
    tag = text[position : min(position + _LONGEST_TAG, end)].split(None, 1)[0]
    return b"binary" in tag or b"%" in tag or len(tag) == _LONGEST_TAG


def _all(text: bytes, sign: bytes, start: int, end: int) -> Iterator[int]:
    position = text.find(sign, start, end)
    while position >= 0:
        yield position
        position = text.find(sign, position + 1, end)


def may_be_list(text: bytes, span: Span) -> bool:
    """Tell whether a span may hold several objects; False only where it cannot.

    To kubectl and Helm an object of any kind is a list if it has `items` at its top.
    """
    if text.find(b"items", span.start, span.end) >= 0:
        from yurt_hostnet.textedit.cut.split_items import may_have_key

        if may_have_key(text, span, b"items"):
            return True
    foreign = span.parent is not None and text.find(b"*", span.start, span.end) >= 0 and b"&" in text
    return foreign or hides_words(text, span.start, span.end)
