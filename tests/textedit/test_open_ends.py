"""Quotes and brackets that a line leaves open are found, by a pattern in large texts and without one in small ones."""

from __future__ import annotations

import pytest

from yurt_hostnet.textedit.cut import open_ends
from yurt_hostnet.textedit.cut.open_ends import open_flows, open_quotes

QUOTES = {
    "none": (b"a: b\n- c\n", []),
    "closed": (b"a: 'b'\nc: \"d\"\n", []),
    "single": (b"a: 'b\n  c'\n", [3]),
    "double": (b'a: "b\n  c"\n', [3]),
    "both, the single ones last": (b"a: 'b\nc: \"d\n", [9, 3]),
    "several": (b"a: 'b\nc: 'd\ne: 'f'\ng: 'h\n", [3, 9, 22]),
    "doubled": (b"a: 'it''s'\n", []),
    "doubled at the end": (b"a: 'it'''\n", []),
    "doubled and open": (b"a: 'it''\n", [3]),
    "empty": (b"a: ''\nb: \"\"\n", []),
    "empty, then more": (b"a: '''\n", [3]),
    "escaped": (b'a: "b\\"\n', [3]),
    "an escaped backslash": (b'a: "b\\\\"\n', []),
    "an escaped line end": (b'a: "b\\\n"\n', [3, 7]),
    "a backslash in single quotes": (b"a: 'b\\'\n", []),
    "the other kind inside": (b"a: 'b\"'\nc: \"d'\"\n", []),
    "the other kind inside, open": (b"a: ' \"b'\n", [5]),
    "an apostrophe": (b"a: it's\n", []),
    "an apostrophe, then a quote": (b"a: it's 'b\n", [8]),
    "two scalars": (b"[ 'a' , 'b' ]\n", []),
    "two scalars, the last open": (b"['a', 'b]\n", [6]),
    "two that could be three": (b"a: 'b 'c\n", [6]),
    "a double one that could be three": (b'a: "b "c\n', [6]),
    "an odd number": (b"a: 'b'c'\n", []),
    "behind each space": (b"\n'a\n 'a\n\t'a\n\r'a\n\f'a\n\v'a\n", [1, 5, 9, 13, 17, 21]),
    "behind each sign": (b"['a\n{'a\n,'a\n:'a\n", [1, 5, 9, 13]),
    "behind other signs": (b"a'b\n-'b\n(\"b\n!'b\n&'b\n}'b\n]\"b\n#'b\n", []),
    "closing where one could open": (b"a: 'b:'\nc: \"d,\"\ne: 'f '\n", [14, 6, 22]),
    "the second closing where one could open": (b"['a', 'b:']\n", [9]),
    "closing where one could open, and something behind": (b"a: 'b:' c'\n", []),
    "without a line end": (b"a: 'b", [3]),
    "closed without a line end": (b"a: 'b'", []),
}  # fmt: skip

FLOWS = {
    "none": (b"a: b\n- c\n", []),
    "closed": (b"a: [b]\nc: {d: e}\n", []),
    "a sequence": (b"a: [b,\n  c]\n", [3]),
    "a mapping": (b"a: {b: c,\n  d: e}\n", [3]),
    "both, the sequences last": (b"a: [b\nc: {d\n", [9, 3]),
    "several": (b"a: [b\nc: [d]\ne: [f\n", [3, 16]),
    "inner ones": (b"a: [b, [c\n", [3, 7]),
    "the outer one": (b"a: [[b]\n", [3]),
    "two levels inside": (b"a: [[{b: c}, {d: e}], [f]]\n", []),
    "three levels inside": (b"a: [[[[b]]]]\n", [3]),
    "three levels inside, of both kinds": (b"a: {b: [{c: [d]}]}\n", [3]),
    "many on one level": (b"a: [[], {}, [], {}, []]\n", []),
    "the wrong bracket": (b"a: [b}\n", []),
    "more that close": (b"a: [b]]\n", []),
    "in quotes": (b"a: ['b', \"c\"]\n", []),
    "brackets in single quotes": (b"a: ['[']\n", [3]),
    "brackets in double quotes": (b'a: ["b]"]\n', [3]),
    "braces in quotes": (b"a: ['{']\nb: [\"}\"]\nc: {'d': '}'}\n", [21, 3, 12]),
    "a backslash in double quotes": (b'a: ["b\\n"]\n', [3]),
    "a backslash in single quotes": (b"a: ['b\\n']\n", []),
    "the other quotes inside": (b"a: ['\"', \"'\"]\n", []),
    "a quote that stays open": (b"a: ['b]\n", [3]),
    "an apostrophe": (b"a: [it's]\n", [3]),
    "two apostrophes": (b"a: [it's, she's]\n", []),
    "a comment": (b"a: [b # c]\n", [3]),
    "a comment behind": (b"a: [b] # c\n", []),
    "first of all": (b"[a\n [b\n{c\n {d\n", [7, 11, 4]),
    "one behind the other": (b"a: [[b\n", [3, 4]),
    "nothing in quotes": (b"a: ['', \"\"]\n['', '']\n", []),
    "a capital": (b"a: [X\n", [3]),
    "capitals": (b"a: [X, 'X', {X: X}]\n", []),
    "a hash in quotes": (b"a: ['b # c']\n", []),
    "behind each sign": (b"\n[a\n [a\n\t[a\n\r[a\n\f[a\n\v[a\n,[a\n:[a\n", [1, 5, 9, 13, 17, 21, 25, 29]),
    "behind brackets": (b"a{[b\na[{b\n", [7, 2]),
    "behind other signs": (b"a[b\n-[b\n!{b\n'[b\n]{b\n#[b\n", []),
    "without a line end": (b"a: [b", [3]),
    "closed without a line end": (b"a: [b]", []),
    "beyond ASCII": (b"a: [\xe2\x82\xac]\nb: [\xff\n", [12]),
}


@pytest.mark.parametrize("small", [1 << 16, 0])
@pytest.mark.parametrize(("text", "expected"), QUOTES.values(), ids=QUOTES)
def test_quotes(text: bytes, expected: list[int], small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_ends, "SMALL", small)
    assert list(open_quotes(text, 0, len(text))) == expected


@pytest.mark.parametrize("small", [1 << 16, 0])
@pytest.mark.parametrize(("text", "expected"), FLOWS.values(), ids=FLOWS)
def test_flows(text: bytes, expected: list[int], small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_ends, "SMALL", small)
    assert list(open_flows(text, 0, len(text))) == expected


@pytest.mark.parametrize("small", [1 << 16, 0])
def test_only_between_start_and_end(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_ends, "SMALL", small)
    text = b"a: 'b\na: [c\nd: 'e\nf: [g\nh: 'i\nj: [k\n"
    assert list(open_quotes(text, 12, 24)) == [15]
    assert list(open_flows(text, 12, 24)) == [21]
    assert list(open_flows(text, 12, 20)) == []
    assert list(open_quotes(b"a: 'b'\n", 0, 5)) == [3]
    assert list(open_flows(b"a: [b]\n", 0, 5)) == [3]
    assert list(open_flows(b"a: {b}\n", 0, 5)) == [3]
