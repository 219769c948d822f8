"""outside: what stands outside of where a document changes is to be the same, byte for byte."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.write.outside import keeps_outside

Changes = list[tuple[tuple[str | int, ...], Any]]

NEW: Changes = [(("a", "new"), 1)]
VALUE: Changes = [(("a",), 1)]
TWO: Changes = [(("c", "new"), 1), (("a", "new"), 1)]

COMPARED: dict[str, tuple[str, Changes, str, bool]] = {
    "a new key": ("x: ~\na:\n  b: 1\nz: ~\n", NEW, "x: ~\na:\n  b: 1\n  new: 1\nz: ~\n", True),
    "in front": ("x: ~\na:\n  b: 1\n", NEW, "x:\na:\n  b: 1\n  new: 1\n", False),
    "behind": ("a:\n  b: 1\nz: ~\n", NEW, "a:\n  b: 1\n  new: 1\nz:\n", False),
    "the indentation behind": (" a:\n  b: 1\n z: ~\n", NEW, " a:\n  b: 1\n  new: 1\nz: ~\n", False),
    "a comment behind may move": ("a:\n  b: 1\n# c\nz: 1\n", NEW, "a:\n  b: 1\n# c\n  new: 1\nz: 1\n", True),
    "beside a new key": ("a:\n  b: +1\n", NEW, "a:\n  b: 1\n  new: 1\n", False),
    "a new value": ("x: 1\na: null\nz: ~\n", VALUE, "x: 1\na: 1\nz: ~\n", True),
    "a value, and one beside": ("x: 1\na: null\nz: ~\n", VALUE, "x: 1\na: 1\nz: null\n", False),
    "the last value": ("x: 1\na: null", VALUE, "x: 1\na: 1\n", True),
    "a new item": ("a:\n- +1\n- b\nz: ~\n", [(("a", "-"), 1)], "a:\n- +1\n- b\n- 1\nz: ~\n", True),
    "a new item, and one beside": ("a:\n- +1\n- b\n", [(("a", "-"), 1)], "a:\n- 1\n- b\n- 1\n", False),
    "in an item": ("- +1\n- b: 1\n- ~\n", [((1, "new"), 1)], "- +1\n- b: 1\n  new: 1\n- ~\n", True),
    "in an item, and in front": ("- +1\n- b: 1\n- ~\n", [((1, "new"), 1)], "- 1\n- b: 1\n  new: 1\n- ~\n", False),
    "in an item, and behind": ("- b: 1\n- ~\n", [((0, "new"), 1)], "- b: 1\n  new: 1\n-\n", False),
    "an empty collection": ("a: {}\nz: ~\n", NEW, "a:\n  new: 1\nz: ~\n", True),
    "two places": (
        "a: {b: 1}\nx: ~\nc: {b: 1}\n",
        TWO,
        "a: {b: 1, new: 1}\nx: ~\nc: {b: 1, new: 1}\n",
        True,
    ),
    "between two places": (
        "a: {b: 1}\nx: ~\nc: {b: 1}\n",
        TWO,
        "a: {b: 1, new: 1}\nx: null\nc: {b: 1, new: 1}\n",
        False,
    ),
    "one place in another": (
        "a:\n  b:\nz: ~\n",
        [(("a", "new"), 1), (("a", "b"), 1)],
        "a:\n  b: 1\n  new: 1\nz: ~\n",
        True,
    ),
    "less than before": ("a: [b]\nc: [b]\n", [(("a", "-"), 1), (("c", "-"), 1)], "a: [b]\n", False),
    "a path that leads into an alias": ("x: &x {b: 1}\na: *x\nz: ~\n", NEW, "x: &x {b: 1}\na: 1\nz: ~\n", True),
}


@pytest.mark.parametrize(("text", "changes", "new", "expected"), COMPARED.values(), ids=COMPARED)
def test_keeps_outside(text: str, changes: Changes, new: str, expected: bool) -> None:
    (root,) = parse(text).roots
    assert keeps_outside(text, new, root, changes) is expected
