"""The round trip through ruamel.yaml: what it keeps, and when it gives up."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.textedit.write.roundtrip import round_trip

Changes = list[tuple[tuple[str | int, ...], Any]]

A: Changes = [(("a", "new"), 1)]
SHARED: Any = {"k": [1]}

KEPT: dict[str, tuple[str, Changes, str]] = {
    "nearly JSON": ('{"a": {"b": 1,}}\n', A, '{"a": {"b": 1, new: 1}}\n'),
    "a marker": ("---\na: {b: 1}\n", A, "---\na: {b: 1, new: 1}\n"),
    "a marker with a comment": ("--- # c\na: {b: 1}\n", A, "--- # c\na: {b: 1, new: 1}\n"),
    "a marker with a comment that touches it": ("---#\na: {b: 1}\n", A, "---#\na: {b: 1, new: 1}\n"),
    "CRLF": ("---\r\na:\r\n  b: 1\r\nc: 2\r\n", A, "---\r\na:\r\n  b: 1\r\n  new: 1\r\nc: 2\r\n"),
    "a document's end": ("a: {b: 1}\n...\n", A, "a: {b: 1, new: 1}\n...\n"),
    "a document's end and comments": ("a: {b: 1}\n... # c\n# d\n", A, "a: {b: 1, new: 1}\n... # c\n# d\n"),
    "a document's end without a line feed": ("a: {b: 1}\n...", A, "a: {b: 1, new: 1}\n..."),
    "a document's end and CRLF": ("a: {b: 1}\r\n...\r\n", A, "a: {b: 1, new: 1}\r\n...\r\n"),
    "a document's end behind an odd line end": (
        "a: {b: 1}\r\r\n...\r\r\n# d\r\r\n",
        A,
        "a: {b: 1, new: 1}\r\n...\r\r\n# d\r\r\n",
    ),
    "a document's end and CR": ("a: {b: 1}\r...\r# d\r", A, "a: {b: 1, new: 1}\r...\r# d\r"),
    "a document's end and NEL": ("a: {b: 1}\x85...\x85", A, "a: {b: 1, new: 1}\n...\x85"),
    "a marker and CR": ("--- # c\ra:\r  b: 1\r", A, "--- # c\ra:\r  b: 1\r  new: 1\r"),
    "CR, but not at the end": ("a:\r  b: 1\rc: 2", A, "a:\r  b: 1\r  new: 1\rc: 2"),
    "CR and one line feed": ("a:\r  b: 1\n", A, "a:\n  b: 1\n  new: 1\n"),
    "a key that begins with dots": ("a: {b: 1}\n...b: 2\n", A, "a: {b: 1, new: 1}\n'...b': 2\n"),
    "dots and a document's end": ("a: {b: 1}\n...b: 2\n...\t\n", A, "a: {b: 1, new: 1}\n'...b': 2\n...\t\n"),
    "quotes": ("a:\n  b: 'x'\n  c: \"y\"\n", A, "a:\n  b: 'x'\n  c: \"y\"\n  new: 1\n"),
    "indentation": ("  a:\n    b: 1\n\n    c: 2\n", A, "  a:\n    b: 1\n\n    c: 2\n    new: 1\n"),
    "no final line feed": ("a: {b: 1}\nc: X", A, "a: {b: 1, new: 1}\nc: X"),
    "spaces, but no final line feed": ("a: {b: 1}\nc: |-\n  x  ", A, "a: {b: 1, new: 1}\nc: |-\n  x  "),
    "a line of spaces": (
        "  a:\n    b: |\n      x\n         \n      y\n",
        A,
        "  a:\n    b: |\n      x\n         \n      y\n    new: 1\n",
    ),
    "long lines": (f"a:\n  b: {'w ' * 200}x\n", A, f"a:\n  b: {'w ' * 200}x\n  new: 1\n"),
    "the first of two keys": ("a:\n  b: 1\nc: 1\nc: 2\n", A, "a:\n  b: 1\n  new: 1\nc: 1\n"),
    "indented lists": (
        "x:\n  - y\na:\n  - b: 1\n    c: 2\n",
        [(("a", "-"), {"k": [1]})],
        "x:\n  - y\na:\n  - b: 1\n    c: 2\n  - k:\n      - 1\n",
    ),
    "indented lists, spaces behind the colon": (
        "x:  \n  - y\na: {}\n",
        [(("a",), [1])],
        "x:\n  - y\na:\n  - 1\n",
    ),
    "compact lists": (
        "b: 1\nx:\n- y\na:\n  c:\n    - d\n",
        [(("a", "new"), [1])],
        "b: 1\nx:\n- y\na:\n  c:\n  - d\n  new:\n  - 1\n",
    ),
    "compact lists behind a mapping": (
        "x:\n  y: 1\na:\n- b\n",
        [(("a", "-"), 1)],
        "x:\n  y: 1\na:\n- b\n- 1\n",
    ),
    "compact lists in an item": ("- a:\n  - b\n", [((0, "a", "-"), 1)], "- a:\n  - b\n  - 1\n"),
    "no lists": ("a:\n  b: 1\n", [(("a", "new"), {"k": [1]})], "a:\n  b: 1\n  new:\n    k:\n    - 1\n"),
    "a long way": (
        "a:\n  b:\n    c:\n      d: 1\n",
        [(("a", "b", "c", "new"), 1)],
        "a:\n  b:\n    c:\n      d: 1\n      new: 1\n",
    ),
    "one value in two places": (
        "a: {}\nb: []\n",
        [(("a", "m"), SHARED), (("a", "l"), SHARED), (("b", "-"), SHARED), (("b", "-"), SHARED)],
        "a:\n  m:\n    k:\n    - 1\n  l:\n    k:\n    - 1\nb:\n- k:\n  - 1\n- k:\n  - 1\n",
    ),
    "an anchored part": (
        "a: &a\n  x: 1\n  y: &y 2\n  c: &c {e: [1]}\n  d: *c\n  f: *y\ng: *a\n",
        A,
        (
            "a:\n  x: 1\n  y: 2\n  c: {e: [1]}\n  d: {e: [1]}\n  f: 2\n  new: 1\n"
            "g:\n  x: 1\n  y: &y 2\n  c: &c {e: [1]}\n  d: *c\n  f: *y\n"
        ),
    ),
}


@pytest.mark.parametrize(("text", "changes", "expected"), KEPT.values(), ids=KEPT)
def test_kept(text: str, changes: Changes, expected: str) -> None:
    assert round_trip(text, changes) == expected


def test_no_warnings(recwarn: pytest.WarningsRecorder) -> None:
    """ruamel.yaml warns of a name that is given again, on stderr."""
    assert round_trip("a: &x {b: 1}\nc: &x 2\nd: *x\n", A) == "a: {b: 1, new: 1}\nc: &x 2\nd: *x\n"
    assert not recwarn.list


GIVEN_UP: dict[str, tuple[str, Changes]] = {
    "content behind the marker": ("--- {a: {b: 1}}\n", A),
    "content behind the marker and CR": ("--- {a: {b: 1}}\r# c\n", A),
    "content behind the marker and a space": ("---  a\n", A),
    "what is no marker": ("---a\na: {b: 1}\n", A),
    "JSON": ('{"a": {"b": 1, "b": 2}}\n', A),
    "JSON without a line end, and spaces in front": (' {"a": {}}', A),
    "no YAML": ("a: [\n", A),
    "a scalar": ("a: 1\n", A),
    "no such key": ("a: 1\n", [(("b", "c"), 1)]),
    "nothing": ("", A),
}


@pytest.mark.parametrize(("text", "changes"), GIVEN_UP.values(), ids=GIVEN_UP)
def test_given_up(text: str, changes: Changes) -> None:
    assert round_trip(text, changes) is None


def copied(items: int, aliases: int) -> str:
    """Return a shared mapping with lists in it, so that each edit of it copies them."""
    return f"a: &a\n  b: &b [{', '.join(['1'] * items)}]\n  c: [{', '.join(['*b'] * aliases)}]\nd: *a\n"


def test_what_would_be_copied_often() -> None:
    """ruamel.yaml's copy of a list takes the square of its length."""
    few = round_trip(copied(4, 4), A)
    assert few is not None
    assert "new: 1" in few
    assert [round_trip(copied(*size), A) for size in ((200, 1), (4, 400))] == [None, None]


@pytest.mark.parametrize(("merges", "made"), [(256, True), (257, False)])
def test_many_merges(merges: int, made: bool) -> None:
    text = "a: {b: 1}\nm: &m {x: 1}\n" + "".join(f"k{n}: {{<<: *m}}\n" for n in range(merges))
    assert (round_trip(text, A) is not None) == made
