"""The splitter cuts where the parser would, and leaves to the parser what it cannot prove."""

from __future__ import annotations

import pytest

from yurt_hostnet.textedit.split import Span, split_documents
from yurt_hostnet.textedit.split_items import may_have_key, split_items

DOCUMENTS = {
    "empty": (b"", []),
    "one, no marker": (b"a: 1\n", [b"a: 1\n"]),
    "markers begin their document": (b"---\na: 1\n---\nb: 2\n", [b"---\na: 1\n", b"---\nb: 2\n"]),
    "comment in front": (b"# c\n---\na: 1\n", [b"# c\n", b"---\na: 1\n"]),
    "comment behind the marker": (b"a: 1\n--- # c\nb: 2\n", [b"a: 1\n", b"--- # c\nb: 2\n"]),
    "tab behind the marker": (b"a: 1\n---\tb: 2\n", [b"a: 1\n", b"---\tb: 2\n"]),
    "marker at the end": (b"a: 1\n---", [b"a: 1\n", b"---"]),
    "CRLF": (b"a: 1\r\n---\r\nb: 2\r\n", [b"a: 1\r\n", b"---\r\nb: 2\r\n"]),
    "byte order mark stays outside": (b"\xef\xbb\xbf---\na: 1\n", [b"---\na: 1\n"]),
    "end marker ends its document": (b"a: 1\n...\nb: 2\n", [b"a: 1\n...\n", b"b: 2\n"]),
    "end marker at the very end": (b"a: 1\n...\n", [b"a: 1\n...\n"]),
    "end marker, then start": (b"a: 1\n...\n---\nb: 2\n", [b"a: 1\n...\n", b"---\nb: 2\n"]),
    "directives stay with their document": (
        b"a: 1\n...\n%YAML 1.1\n# c\n---\nb: 2\n",
        [b"a: 1\n...\n", b"%YAML 1.1\n# c\n---\nb: 2\n"],
    ),
    "no marker: glued": (b"a: 1\n---b: 2\n", [b"a: 1\n---b: 2\n"]),
    "no marker: four dashes": (b"a: 1\n----\n", [b"a: 1\n----\n"]),
    "no marker: indented, in a block scalar": (b"a: |\n  x\n  ---\n  y\n", [b"a: |\n  x\n  ---\n  y\n"]),
}


@pytest.mark.parametrize(("text", "expected"), DOCUMENTS.values(), ids=DOCUMENTS)
def test_documents(text: bytes, expected: list[bytes]) -> None:
    assert [text[span.start : span.end] for span in split_documents(text)] == expected


ITEMS = {
    "compact": (b"kind: List\nitems:\n- a: 1\n- b: 2\n", [b" a: 1\n", b" b: 2\n"]),
    "indented": (b"kind: List\nitems:\n  - a: 1\n  - b: 2\n", [b" a: 1\n", b" b: 2\n"]),
    "items first": (b"items:\n- a: 1\nkind: List\n", [b" a: 1\n"]),
    "between keys": (b"kind: List\nitems: # c\n- a: 1\nx: 2\n", [b" a: 1\n"]),
    "comment behind the dash": (b"items:\n- # c\n  a: 1\n", [b" # c\n  a: 1\n"]),
    "nested list at the same column as its key": (
        b"items:\n- a:\n  - 1\n  - 2\n- b: 2\n",
        [b" a:\n  - 1\n  - 2\n", b" b: 2\n"],
    ),
    "comments and empty lines in front": (b"items:\n\n# c\n- a: 1\n", [b" a: 1\n"]),
    "block scalar that looks like items": (b"items:\n- a: |\n    - x\n  b: 1\n", [b" a: |\n    - x\n  b: 1\n"]),
    "no items": (b"items: []\n", []),
    "CRLF": (b"items:\r\n- a: 1\r\n- b: 2\r\n", [b" a: 1\r\n", b" b: 2\r\n"]),
    "a doubtful quote": (b'items:\n- a: "x\n- b: 2"\n', None),
    "flow": (b"items: [{a: 1}]\n", None),
    "JSON": (b'{"items": [{"a": 1}]}', None),
    "no key": (b"kind: List\n", None),
    "null": (b"items: null\n", None),
    "two keys": (b"items:\n- a: 1\nitems:\n- b: 1\n", None),
    "two keys, the first empty": (b"items: []\nitems:\n- b: 1\n", None),
    "anchor": (b"items: &a\n- a: 1\n", None),
    "NEL may end a line": (b"items:\n\xc2\x85- a: 1\n", None),
    "LS may end a line": (b"items:\n- a: 1 # c\xe2\x80\xa8- b: 2\n", None),
    "PS may end a line": (b"items:\n- a: 1 # c\xe2\x80\xa9- b: 2\n", None),
    "CR may end a line": (b"items:\n- a: 1\r- b: 2\n", None),
}


@pytest.mark.parametrize(("text", "expected"), ITEMS.values(), ids=ITEMS)
def test_items(text: bytes, expected: list[bytes] | None) -> None:
    layout = split_items(text, Span(0, len(text)))
    assert (layout and [text[span.start : span.end] for span in layout.spans]) == expected


KEYS = {
    "plain": (b"kind: List\nitems:\n- a: 1\n", True),
    "first": (b"items: []\n", True),
    "quoted": (b"kind: List\n'items': []\n", True),
    "space in front of the colon": (b"kind: List\nitems : []\n", True),
    "complex": (b"kind: List\n? items\n: []\n", True),
    "flow": (b"{kind: List, items: []}\n", True),
    "deeper": (b"kind: CustomResourceDefinition\nspec:\n  items:\n  - a\n", False),
    "part of another key": (b"kind: List\nitemsCount: 1\n", False),
    "absent": (b"kind: List\n", False),
}


@pytest.mark.parametrize(("text", "expected"), KEYS.values(), ids=KEYS)
def test_may_have_key(text: bytes, expected: bool) -> None:
    assert may_have_key(text, Span(0, len(text)), b"items") is expected


GLUED = {
    "marker": (b"---\na: 1\n--- # c\nb: 2\n---\tc\n---", []),
    "first line": (b"---a: 1\n", [0]),
    "first line behind a byte order mark": (b"\xef\xbb\xbf---a: 1\n", [3]),
    "later lines": (b"a: 1\n---b: 2\n---\n----c: 3\n", [5, 17]),
    "indented": (b"a:\n  ---b: 2\n", []),
}


@pytest.mark.parametrize(("text", "expected"), GLUED.values(), ids=GLUED)
def test_glued_separators(text: bytes, expected: list[int]) -> None:
    glued: list[int] = []
    split_documents(text, glued)
    assert glued == expected
