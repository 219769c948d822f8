"""Offsets of characters and bytes in one text, and lines of bytes: asked in any order, as counted from the start."""

from __future__ import annotations

import random

import pytest

from yurt_hostnet.krm.input import Input
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.read.offsets import Offsets

TEXTS = {
    "nothing": "",
    "ASCII": "abc\n" * 5000,
    "two bytes": "\u00e9" * 9000,
    "of all lengths": "a\u00e9\u20ac\U0001f600\n" * 3000,
    "a character at the end of a piece": "a" * 4095 + "\u20ac" + "b" * 4096 + "\u00e9",
    "exactly two pieces": "\u00e9" * 8192,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_offsets(text: str) -> None:
    offsets = Offsets(text)
    places = sorted({0, len(text), *range(0, len(text), 61), *(n for n in range(4090, 4100) if n <= len(text))})
    random.Random(1).shuffle(places)  # noqa: S311 - any order
    expected = [(len(text[:place].encode()), place) for place in places]
    assert [(offsets.byte_of(p), offsets.character_of(len(text[:p].encode()))) for p in places] == expected


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_lines_in_any_order(text: str) -> None:
    data = text.encode()
    source = Input(data, split_documents(data))
    places = [*range(0, len(data) + 1, 53), len(data)]
    random.Random(2).shuffle(places)  # noqa: S311 - any order
    assert [source.line_of(place) for place in places] == [data.count(b"\n", 0, place) + 1 for place in places]
