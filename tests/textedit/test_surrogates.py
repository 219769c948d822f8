"""JSON's surrogate pairs are read in double quotes, and only there."""

from __future__ import annotations

import pytest

from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read import surrogates
from yurt_hostnet.textedit.read.events import parse_events
from yurt_hostnet.textedit.read.nodes import Mapping
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader

TEXTS = {
    "JSON": (r'{"a": "\ud83d\ude00"}', {"a": "\U0001f600"}),
    "capitals": (r'{"a": "\uD83D\uDE00"}', {"a": "\U0001f600"}),
    "first and last": (r'{"a": "\ud800\udc00\udbff\udfff"}', {"a": "\U00010000\U0010ffff"}),
    "a key": (r'{"\ud83d\ude00": 1}', {"\U0001f600": 1}),
    "behind an escaped backslash": (r'{"a": "\\\ud83d\ude00"}', {"a": "\\\U0001f600"}),
    "JSON within JSON": (r'{"a": "{\"b\": \"\\ud83d\\ude00\"}"}', {"a": r'{"b": "\ud83d\ude00"}'}),
    "block scalar": ("a: |\n  \\ud83d\\ude00 \\uDAFF\\uDFFF\n", {"a": "\\ud83d\\ude00 \\uDAFF\\uDFFF\n"}),
    "single quotes": (r"a: '\ud83d\ude00'", {"a": r"\ud83d\ude00"}),
    "plain": (r"a: \ud83d\ude00", {"a": r"\ud83d\ude00"}),
    "mixed capitals, not read": (
        r"a: '\uD83d\ude00 \ud83D\uDE00 \\ud83d\ude00'",
        {"a": r"\uD83d\ude00 \ud83D\uDE00 \\ud83d\ude00"},
    ),
    "mixed capitals": (r'{"a": "\uD83d\ude00\ud83D\uDe0F"}', {"a": "\U0001f600\U0001f60f"}),
    "capital digits": (r'{"a": "\uDAAA\uDFFF\uDBff\uDcaf\ud8AB\uDDDE"}', {"a": "\U000babff\U0010fcaf\U0003adde"}),
    "capital digits, not read": (
        r"a: '\uDAAA\uDFFF \uDBff\uDcaf \ud8AB\udCDE'",
        {"a": r"\uDAAA\uDFFF \uDBff\uDcaf \ud8AB\udCDE"},
    ),
    "both": ('a: "\\ud83d\\ude00"\nb: |\n  \\ud83d\\ude00\n', {"a": "\U0001f600", "b": "\\ud83d\\ude00\n"}),
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_pairs(text: str, expected: object) -> None:
    for read in (parse, parse_events):
        (root,) = read(text).roots
        assert Reader().read(root) == expected


def test_half_a_pair() -> None:
    """The first backslash is escaped, and what is left is half a pair."""
    with pytest.raises(
        InputError, match=r"^line 1: This is not valid YAML: found invalid Unicode character escape code\."
    ):
        parse(r'{"a": "\\ud83d\ude00"}')


def test_offsets_are_those_of_the_text() -> None:
    text = r'{"a": "\ud83d\ude00", "b": 1}'
    (root,) = parse(text).roots
    assert isinstance(root, Mapping)
    assert [(text[key.start : key.end], text[value.start : value.end]) for key, value in root.pairs] == [
        ('"a"', r'"\ud83d\ude00"'),
        ('"b"', "1"),
    ]


def test_a_run_of_backslashes_is_looked_at_from_its_start_alone() -> None:
    """From each of its backslashes it would be the square of the run, twice."""
    for pattern, text in ((surrogates._PAIR, r"\\\ud83d\ude00"), (surrogates._MASKED, r"\\\ue03d\ue600")):
        assert [bool(pattern.match(text, start)) for start in range(6)] == [True, *[False] * 5]
