"""A field is found in its object's text: its place, and how it is written."""

from __future__ import annotations

import pytest

from yurt_hostnet.textedit.read.locate import locate, member, written
from yurt_hostnet.textedit.read.nodes import Mapping
from yurt_hostnet.textedit.read.tree import parse

TEXT = "a: &a\n  - b: 'x'\n    c:\n  - 2\nd: *a\n1: z\nb: 0x1\nb: 0x2\n"

FOUND: dict[str, tuple[tuple[str | int, ...], str, str]] = {
    "the root": ((), "a: &a", ""),
    "a list": (("a",), "a: &a", ""),
    "an item": (("a", 0), "b: 'x'", ""),
    "a quoted scalar": (("a", 0, "b"), "b: 'x'", "x"),
    "nothing": (("a", 0, "c"), "c:", ""),
    "a scalar item": (("a", 1), "2", "2"),
    "no such item": (("a", 2), "a: &a", ""),
    "no such item, the next": (("a", 2, "b"), "a: &a", ""),
    "a name for an item": (("a", "b"), "a: &a", ""),
    "an item of a mapping": (("a", 0, 0), "b: 'x'", ""),
    "an item of a scalar": (("a", 1, 0), "2", ""),
    "no such key": (("a", 0, "d", "e"), "b: 'x'", ""),
    "a key of a scalar": (("b", "c"), "b: 0x2", ""),
    "an alias": (("d",), "d: *a", ""),
    "behind an alias": (("d", 0, "b"), "b: 'x'", "x"),
    "a number for a key": ((1,), "1: z", "z"),
    "the last of two": (("b",), "b: 0x2", "0x2"),
}


@pytest.mark.parametrize(("path", "place", "value"), FOUND.values(), ids=FOUND)
def test_found(path: tuple[str | int, ...], place: str, value: str) -> None:
    (root,) = parse(TEXT).roots
    start = locate(root, path)
    assert (TEXT[start:].split("\n", maxsplit=1)[0], written(root, path)) == (place, value)


def test_member() -> None:
    (root,) = parse(TEXT).roots
    assert isinstance(root, Mapping)
    assert member(root, "b") is root.pairs[-1][1]
    assert member(root, "a") is root.pairs[0][1]
    assert member(root, "c") is None


def test_an_alias_for_nothing() -> None:
    (root,) = parse("a: *b\n").roots
    assert (locate(root, ("a", "c")), written(root, ("a",))) == (0, "")
