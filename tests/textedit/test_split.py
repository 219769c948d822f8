"""The splitter cuts where the parser would, and leaves to the parser what it cannot prove."""

from __future__ import annotations

import pytest

from yurt_hostnet.textedit.cut import open_ends
from yurt_hostnet.textedit.cut import split_items as split_items_module
from yurt_hostnet.textedit.cut.split import Span, next_line, split_documents
from yurt_hostnet.textedit.cut.split_items import may_have_key, split_items

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
    "an empty line first": (b"\n---\na: 1\n", [b"\n", b"---\na: 1\n"]),
    "many markers": (
        b"a: 1\n---\nb: 2\n---\n---\nc: 3\n--- \nd: 4\n",
        [b"a: 1\n", b"---\nb: 2\n", b"---\n", b"---\nc: 3\n", b"--- \nd: 4\n"],
    ),
    "byte order mark behind a marker": (
        b"a: 1\n--- # c\r\n\xef\xbb\xbfb: 2\n---\nc: 3\n---\n\xef\xbb\xbf---\nd: 4\n",
        [b"a: 1\n", b"b: 2\n", b"---\nc: 3\n", b"---\nd: 4\n"],
    ),
    "byte order mark behind the first marker": (b"---\n\xef\xbb\xbfa: 1\n", [b"---\n\xef\xbb\xbfa: 1\n"]),
    "byte order mark in the middle": (
        b"a: 1\n---\n# c\n\xef\xbb\xbfb: 2\n\xef\xbb\xbf---\n---\n\xef\xbb\xbf",
        [b"a: 1\n", b"---\n# c\n\xef\xbb\xbfb: 2\n\xef\xbb\xbf---\n", b"---\n\xef\xbb\xbf"],
    ),
    "byte order mark, then more markers": (b"\xef\xbb\xbfa: 1\n---\nb: 2\n", [b"a: 1\n", b"---\nb: 2\n"]),
    "end marker first": (b"...\na: 1\n", [b"...\n", b"a: 1\n"]),
    "end marker first, with a comment": (b"... # c\na: 1\n", [b"... # c\n", b"a: 1\n"]),
    "end marker alone": (b"...", [b"..."]),
    "an empty line, then an end marker": (b"\n...\na: 1\n", [b"\n...\n", b"a: 1\n"]),
    "end marker without a line end": (b"a: 1\n...", [b"a: 1\n..."]),
    "end marker without a line end behind a byte order mark": (b"\xef\xbb\xbfa: 1\n...", [b"a: 1\n..."]),
    "end markers": (
        b"a: 1\n...\nb: 2\n...\nc: 3\n... # c\nd: 4\n",
        [b"a: 1\n...\n", b"b: 2\n...\n", b"c: 3\n... # c\n", b"d: 4\n"],
    ),
    "end markers with nothing between them": (
        b"a: 1\n...\n...\n# c\n\n  # c\n...\nb: 2\n...\nc: 3\n",
        [b"a: 1\n...\n...\n# c\n\n  # c\n...\n", b"b: 2\n...\n", b"c: 3\n"],
    ),
    "no end marker: four dots": (b"....\na: 1\n....\nb: 2\n...\nc: 3\n", [b"....\na: 1\n....\nb: 2\n...\n", b"c: 3\n"]),
    "no end marker: two dots": (b"..a\nb: 1\n...\nc: 2\n", [b"..a\nb: 1\n...\n", b"c: 2\n"]),
    "no end marker: something else and a space": (b"a:  1\nb: 2\n...\nc: 3\n", [b"a:  1\nb: 2\n...\n", b"c: 3\n"]),
    "directives first": (b"%YAML 1.1\n\n%TAG ! a\n---\na: 1\n", [b"%YAML 1.1\n\n%TAG ! a\n---\na: 1\n"]),
    "directives behind a comment": (b"# 5%\n%YAML 1.1\n---\na: 50%\n", [b"# 5%\n%YAML 1.1\n---\na: 50%\n"]),
    "directives behind an empty line": (b"\n%YAML 1.1\n---\na: 1\n", [b"\n%YAML 1.1\n---\na: 1\n"]),
    "directives behind a byte order mark": (b"\xef\xbb\xbf%YAML 1.1\n---\na: 1\n", [b"%YAML 1.1\n---\na: 1\n"]),
    "directives of two documents": (
        b"# c\n---\na: 1\n...\n%YAML 1.1\n---\nb: 2\n...\n%YAML 1.1\n---\nc: 3\n---\nd: 4\n",
        [b"# c\n", b"---\na: 1\n...\n", b"%YAML 1.1\n---\nb: 2\n...\n", b"%YAML 1.1\n---\nc: 3\n", b"---\nd: 4\n"],
    ),
    "directives without a document": (b"a: 1\n...\n%YAML 1.1\n", [b"a: 1\n...\n", b"%YAML 1.1\n"]),
    "directives alone": (b"%YAML 1.1\n# c\n", [b"%YAML 1.1\n# c\n"]),
    "no directive: behind content": (b"a: 1\n%b\n---\nc: 2\n", [b"a: 1\n%b\n", b"---\nc: 2\n"]),
    "no directive: indented": (b"# c\n %b\n---\nc: 2\n%\n", [b"# c\n %b\n", b"---\nc: 2\n%\n"]),
    "no marker: glued": (b"a: 1\n---b: 2\n", [b"a: 1\n---b: 2\n"]),
    "no marker: four dashes": (b"a: 1\n----\n", [b"a: 1\n----\n"]),
    "no marker: indented, in a block scalar": (b"a: |\n  x\n  ---\n  y\n", [b"a: |\n  x\n  ---\n  y\n"]),
}


@pytest.mark.parametrize(("text", "expected"), DOCUMENTS.values(), ids=DOCUMENTS)
def test_documents(text: bytes, expected: list[bytes]) -> None:
    spans = split_documents(text)
    assert [text[span.start : span.end] for span in spans] == expected
    assert all(0 < span.end <= len(text) for span in spans)


def test_next_line() -> None:
    assert [next_line(b"\na\n\nb", position, 4) for position in range(5)] == [1, 3, 3, 4, 4]


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
    "dashes in front of the key's column": (b" items:\n- a: 1\n- b: 2\n", None),
    "two keys": (b"items:\n- a: 1\nitems:\n- b: 1\n", None),
    "two keys, the first empty": (b"items: []\nitems:\n- b: 1\n", None),
    "anchor": (b"items: &a\n- a: 1\n", None),
    "a list under another key": (b"x:\n- y\n- z\nitems:\n- a: 1\nlist:\n  - b\n", [b" a: 1\n"]),
    "comments and directives around": (b"# c\n%YAML 1.1\n---\n\na: b # c\nitems:\n- a\n# c\n", [b" a\n# c\n"]),
    "a marker with a comment": (b"--- # c\nitems:\n- a\n", [b" a\n"]),
    "an indented mapping": (b"  kind: List\n  items:\n  - a: 1\n  -\n    b: 1\n", [b" a: 1\n", b"\n    b: 1\n"]),
    "deeper lines": (b"x:\n  y: 1\n   z\nitems:\n- a\n\n  b\n- c\nd:\n  e\n", [b" a\n\n  b\n", b" c\n"]),
    "empty items": (b"items:\n-\n- \n-\t\n", [b"\n", b" \n", b"\t\n"]),
    "no items, with a comment behind": (b"items: []\n# c\nkind: List\n", []),
    "no items, with spaces": (b"items:  [] \n", []),
    "scalars that look like items": (b"items:\n- a\n  -b\n- -c\n- --\n", [b" a\n  -b\n", b" -c\n", b" --\n"]),
    "dashes deeper than the first": (b"items:\n  - a\n    - b\n  - c\n", [b" a\n    - b\n", b" c\n"]),
    "a comment behind a tab": (b"items:\n\t# c\n- a\n", None),
    "a comment behind a space and a tab": (b"items:\n \t# c\n- a\n", [b" a\n"]),
    "letters beyond ASCII": (b"items:\n- \xe2\x82\xac\n- \xc3\xa4\n", [b" \xe2\x82\xac\n", b" \xc3\xa4\n"]),
    "a comment behind the next key": (b"items:\n- a\nb: 1\n# c\n", [b" a\n"]),
    "a marker that its comment touches": (b"---# c\nitems:\n- a\n", None),
    "a marker with content": (b"--- {a: 1}\nitems:\n- a\n", None),
    "a marker, glued": (b"---a\nitems:\n- a\n", None),
    "a marker in an indented mapping": (b"---\n  items:\n  - a\n", None),
    "a scalar in front": (b"a\nitems:\n- a\n", None),
    "a line that is not as deep": (b"  a: 1\nb: 2\n  items:\n  - a\n", None),
    "a quote in front": (b"a: 'b\nitems:\n- c'\n", None),
    "a double quote in front": (b'a: "b\n  c"\nitems:\n- c\n', None),
    "a bracket": (b"items:\n- [b,\n  c]\n", None),
    "a key without a space": (b"a:b\nitems:\n- c\n", None),
    "a key with a dash": (b"a-b: c\nitems:\n- c\n", None),
    "a dash in front of a key": (b"-a: b\nitems:\n- c\n", None),
    "no space": (b"items:[]\n", None),
    "no space, then a comment": (b"items:# c\n- a\n", None),
    "no list": (b"items:\n  a: 1\n", None),
    "no list, but a dash": (b"items:\n  -a\n", None),
    "nothing": (b"items:\n", None),
    "nothing but a comment": (b"items: # c\n# c\n", None),
    "a scalar behind": (b"items:\n- a\nb\n", None),
    "a scalar behind, after a key": (b"items:\n- a\nb: 1\nc\n", None),
    "a quoted key behind": (b"items:\n- a\n'b': 1\n", None),
    "an end marker, glued": (b"items:\n- a\n....\n", None),
    "two keys, the second with a space": (b"items:\n- a: 1\nitems :\n- b: 1\n", None),
    "two keys, the second empty": (b"items:\n- a: 1\nkind: List\nitems: []\n", None),
    "four": (b"items:\n- a\n- b\n- c\n- d\n", [b" a\n", b" b\n", b" c\n", b" d\n"]),
    "an empty line first": (b"\nitems:\n- a\n", [b" a\n"]),
    "a value that holds a colon": (b"kind: a:b\nitems:\n- a\n", [b" a\n"]),
    "a capital": (b"items:\n- a\nX: 1\n", [b" a\n"]),
    "a key with a dash, deeper": (b"items:\n  - a\n  -b: 1\n", [b" a\n  -b: 1\n"]),
    "an end marker with a comment": (b"items:\n- a\n... # c\n", [b" a\n"]),
    "a tab": (b"items:\t[]\n", []),
    "a deeper scalar with a hash": (b"items:\n X# c\n- a\n", None),
    "two keys behind another": (b"kind: List\nitems:\n- a\nitems:\n- b\n", None),
    "a deeper line, then a scalar in front": (b"a:\n  b\nc\nitems:\n- d\n", None),
    "a scalar behind a marker": (b"---\nb\nitems:\n- a\n", None),
    "a deeper line, then a scalar behind": (b"items:\n- a\nb: 1\n  c\nd\n", None),
    "CR may end a line behind CRLF": (b"\r\nitems:\n- a\r- b\n", None),
    "NEL may end a line of a comment": (b"items:\n- a: 1 # c\xc2\x85- b: 2\n", None),
    "NEL may end a line": (b"items:\n\xc2\x85- a: 1\n", None),
    "LS may end a line": (b"items:\n- a: 1 # c\xe2\x80\xa8- b: 2\n", None),
    "PS may end a line": (b"items:\n- a: 1 # c\xe2\x80\xa9- b: 2\n", None),
    "CR may end a line": (b"items:\n- a: 1\r- b: 2\n", None),
}

AROUND = {
    "alone": (b"", b""),
    "behind a document": (b"items:\n- z: 'y\n...\n", b""),
    "between odd line ends": (b"a: \r\nb: \r\xc2\x85\n---\n", b"---\r\nc: \r\xe2\x80\xa8"),
    "between documents": (b"kind: List\nitems:\n- y: [\n---\nz: 1\n---\n", b"---\nitems:\n- 'z'\n"),
}


@pytest.mark.parametrize("small", [1 << 16, 0])
@pytest.mark.parametrize(("before", "behind"), AROUND.values(), ids=AROUND)
@pytest.mark.parametrize(("text", "expected"), ITEMS.values(), ids=ITEMS)
def test_items(
    text: bytes, expected: list[bytes] | None, before: bytes, behind: bytes, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_ends, "SMALL", small)
    monkeypatch.setattr(split_items_module, "SMALL", small)
    document = Span(len(before), len(before) + len(text))
    stream = before + text + behind
    layout = split_items(stream, document)
    if layout is None:
        assert expected is None
        return
    assert [stream[span.start : span.end] for span in layout.spans] == expected
    assert layout.broken == []
    assert stream[document.start : layout.begin].splitlines()[-1].lstrip().startswith(b"items:")
    for span in layout.spans:
        assert span.parent is document
        assert span.lead == span.start - stream.rfind(b"\n", 0, span.start) - 1
        assert stream[span.start - 1 : span.start] == b"-"
        assert span.end == layout.stop or stream[span.end : span.end + span.lead].strip() == b"-"


STOPS = {
    "at the end": (b"items:\n- a: 1\n", b""),
    "at the next key": (b"items:\n- a: 1\nkind: List\n", b"kind: List\n"),
    "at the next key behind an indented list": (b"items:\n  - a: 1\n  # c\nkind: List\n", b"kind: List\n"),
    "at the next key of an indented mapping": (b"  items:\n  - a: 1\n  kind: List\n", b"  kind: List\n"),
    "at an end marker": (b"items:\n- a: 1\n...\n", b"...\n"),
    "not at comments": (b"items:\n- a: 1\n# c\n\n- b: 2\n#\n", b""),
    "not at empty lines": (b"items:\r\n- a: 1\r\n\r\n- b: 2\r\n", b""),
    "behind no items": (b"items: []\nkind: List\n", b"kind: List\n"),
    "at the next key, without a line end": (b"items:\n- a: 1\nkind:", b"kind:"),
    "not at a dash without a line end": (b"items:\n- a: 1\n-", b""),
}


@pytest.mark.parametrize("small", [1 << 16, 0])
@pytest.mark.parametrize(("text", "expected"), STOPS.values(), ids=STOPS)
def test_stop(text: bytes, expected: bytes, small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_items_module, "SMALL", small)
    layout = split_items(text, Span(0, len(text)))
    assert layout is not None
    assert text[layout.stop :] == expected
    assert text[: layout.begin].count(b"\n") == 1


def test_a_list_in_a_list() -> None:
    """An item does not begin at the beginning of its line."""
    text = b"items:\n- kind: List\n  items:\n  - a: 1\n  -\n    b: 2\n- # c\n  items:\n  - c\n- items:\n  - d\n"
    layout = split_items(text, Span(0, len(text)))
    assert layout is not None
    inner = [split_items(text, span) for span in layout.spans]
    assert [[text[span.start : span.end] for span in found.spans] for found in inner if found] == [
        [b" a: 1\n", b"\n    b: 2\n"],
        [b" c\n"],
    ]
    assert [found and [(span.lead, span.parent) for span in found.spans] for found in inner] == [
        [(3, layout.spans[0]), (3, layout.spans[0])],
        [(3, layout.spans[1])],
        None,
    ]


DOUBTS: dict[str, tuple[bytes, set[bytes], tuple[list[bytes], list[bytes]] | None]] = {
    "a quote, in a whole item": (b"items:\n- 'x\n  y'\n- b\n", {b" 'x\n  y'\n"}, ([b" 'x\n  y'\n", b" b\n"], [])),
    "a quote, in an item that is not whole": (b"items:\n- a: 'x\n- b'\n", set(), None),
    "quotes in two items, one whole": (b"items:\n- 'a\n  b'\n- 'c\n- d'\n", {b" 'a\n  b'\n"}, None),
    "a bracket, in a whole item": (b"items:\n- [x,\n  y]\n- b\n", {b" [x,\n  y]\n"}, ([b" [x,\n  y]\n", b" b\n"], [])),
    "a bracket that stays open": (b"items:\n- a\n- [x\n- b\n", set(), ([b" a\n", b" [x\n", b" b\n"], [b" [x\n"])),
    "brackets in items of both kinds": (
        b"items:\n- [a,\n b]\n- {c\n- [d\n  e {f\n",
        {b" [a,\n b]\n"},
        ([b" [a,\n b]\n", b" {c\n", b" [d\n  e {f\n"], [b" {c\n", b" [d\n  e {f\n"]),
    ),
    "a bracket that another item closes": (b"items:\n- [x\n- b]\n", {b"items:\n- [x\n- b]\n"}, None),
}


@pytest.mark.parametrize(("text", "whole", "expected"), DOUBTS.values(), ids=DOUBTS)
def test_doubts(text: bytes, whole: set[bytes], expected: tuple[list[bytes], list[bytes]] | None) -> None:
    """What quotes and brackets leave open is settled by whoever can parse an item."""

    def pieces(spans: list[Span]) -> list[bytes]:
        return [text[span.start : span.end] for span in spans]

    document = Span(0, len(text))
    layout = split_items(text, document, lambda span: text[span.start : span.end] in whole)
    assert (layout and (pieces(layout.spans), pieces(layout.broken))) == expected
    assert split_items(text, document) is None


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
    "complex, behind a tab": (b"kind: List\n?\titems\n: []\n", True),
    "complex, CRLF": (b"kind: List\r\n? items\r\n: []\r\n", True),
    "a tab in front of the colon": (b"kind: List\nitems\t: []\n", True),
    "double-quoted": (b'kind: List\n"items": []\n', True),
    "first, quoted": (b"'items': []\n", True),
    "first, double-quoted": (b'"items": []\n', True),
    "behind a quoted key": (b"'kind': List\nitems: []\n", True),
    "behind a marker and comments": (b"# c\n---\n\n# c\nkind: List\nitems: []\n", True),
    "indented": (b"  kind: List\n  items: []\n", True),
    "first, indented": (b"  items: []\n", True),
    "not as deep": (b"  kind: List\nitems: []\n", False),
    "deeper, quoted": (b"'kind': List\nx:\n 'items': 1\n", False),
    "in a sequence": (b"- items: 1\n", True),
    "behind the marker": (b"--- items\n", True),
    "behind the marker, in flow style": (b"--- {kind: List,\nitems: []}\n", True),
    "deeper, behind a marker": (b"---\nkind: List\nx:\n  items: 1\n", False),
    "deeper, behind a marker with a comment": (b"--- # c\nkind: List\nx:\n  items: 1\n", False),
    "deeper, behind directives": (b"%YAML 1.1\n---\nkind: List\nx:\n  items: 1\n", False),
    "deeper, behind what is no marker": (b"---#\nkind: List\nx:\n  items: 1\n", True),
    "the end of the first key": (b"Xitems: 1\n", False),
    "in a comment": (b"# items\nkind: List # items\n", False),
    "in a comment alone": (b"# items\n", False),
    "in a value": (b"kind: items\n", False),
    "a scalar": (b"kind: List\nitems\n", True),
    "the end of another key": (b"kind: List\nmyitems: 1\n", False),
}


@pytest.mark.parametrize(("before", "behind"), AROUND.values(), ids=AROUND)
@pytest.mark.parametrize(("text", "expected"), KEYS.values(), ids=KEYS)
def test_may_have_key(text: bytes, expected: bool, before: bytes, behind: bytes) -> None:
    document = Span(len(before), len(before) + len(text))
    assert may_have_key(before + text + behind, document, b"items") is expected


def test_may_have_key_in_an_item() -> None:
    text = b"- kind: List\n  items: []\n- kind: Pod\n- a: 1\nitems: []\n"
    spans = [Span(1, 25, 1), Span(26, 37, 1), Span(38, 55, 1)]
    assert [may_have_key(text, span, b"items") for span in spans] == [True, False, False]


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
