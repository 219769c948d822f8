"""Appending to plain text without a tree: where it answers, and that it answers as splicing does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from properties.manifests import edits, mapping
from properties.plain_append import appends_alike
from properties.yaml_styles import Writer
from yurt_hostnet.textedit.read.nodes import MAX_DEPTH
from yurt_hostnet.textedit.read.plain_data import read_places
from yurt_hostnet.textedit.write.append import append

ROW = {"key": "k", "operator": "In", "values": ["v"]}
DEEP_PATH = ["k"] * (MAX_DEPTH - 3)
DEEPEST = "".join(f"{' ' * column}k:\n" for column in range(len(DEEP_PATH))) + f"{' ' * len(DEEP_PATH)}k: 1\n"

APPENDED: dict[str, tuple[str, list[Any]]] = {
    "a key": ("a: 1\n", [(("b",), {"c": {"d": [1, True, None, "1"]}})]),
    "a key, no final line feed": ("a: 1", [(("b",), [])]),
    "a key behind a marker": ("---\n# c\na:\n  b: 1\n", [(("a", "c"), "d")]),
    "a key in front of another": ("a:\n  b: 1\nc: 2\n", [(("a", "n"), ROW)]),
    "an item of a compact list": ("a:\n- b: 1\n  c: 2\nd: 3\n", [(("a", "-"), ROW)]),
    "an item of an indented list": ("a:\n  - b\n  - c:\n      - 1\nd: 3\n", [(("a", "-"), ROW)]),
    "keys in two items": ("a:\n- b: 1\n- c: 2\n", [(("a", 0, "n"), 1), (("a", 1, "n"), 2)]),
    "inner and outer": ("a:\n  b:\n    c:\n    - d\n", [(("a", "n"), 1), (("a", "b", "c", "-"), 2), (("m",), 3)]),
    "two in one": ("a:\n- b\n", [(("a", "-"), 1), (("a", "-"), 2), (("b",), {}), (("c",), "")]),
    "a list in a list": ("a:\n- - b\n  - c\n- d\n", [(("a", 0, "-"), {"e": [1]})]),
    "behind nothing": ("a:\n  b:\nc:\n", [(("a", "n"), {"m": 1}), (("n",), 1)]),
    "behind an empty item": ("a:\n- b\n-\nc: 1\n", [(("a", "-"), {"m": 1})]),
    "behind a block scalar and a key": ("a:\n  b: |\n    c: 1\n   \n\n  d: 1\ne: |\n x\n", [(("a", "n"), 1)]),
    "behind a block scalar that begins it": ("a:\n- b: |\n   c\n  d: 1\n", [(("a", 0, "n"), 1)]),
    "comments behind": ("a:\n  b: 1\n  # c\n\n    # d\n# e\nf: 1\n", [(("a", "n"), 1)]),
    "comments at the end": ("a:\n- b\n# c\n  # d", [(("a", "-"), 1), (("n",), 1)]),
    "empty lines behind": ("a:\n  b: 1\n\n\nc: 1\n\n", [(("a", "n"), 1), (("n",), 1)]),
    "style of an ancestor": ("a:\n    b:\n    -   c: 1\n", [(("a", "b", 0, "n"), {"m": {"o": [1]}})]),
    "style of the first below": ("a:\n  - x:\n      z: 1\nb:\n   c: {d: {}}\n", [(("n",), {"m": {"o": [1]}})]),
    "beside flow style": ("a: {b: {c: [d]}}\ne: [1]\n", [(("n",), {"m": {"o": [1]}})]),
    "as deep as it goes": (DEEPEST, [((*DEEP_PATH, "n"), {"m": {"o": 1}})]),
}  # fmt: skip

REFUSED: dict[str, tuple[str, list[Any]]] = {
    "a null": ("a:\n", [(("a",), 1)]),
    "an empty mapping": ("a: {}\n", [(("a", "b"), 1)]),
    "a flow list": ("a: [b]\n", [(("a", "-"), 1)]),
    "a key that is there": ("a: 1\n", [(("a",), 1)]),
    "no such key": ("a: 1\n", [(("b", "c"), 1)]),
    "no such item": ("a:\n- b: 1\n", [(("a", 1, "c"), 1)]),
    "an item from the end": ("a:\n- b: 1\n", [(("a", -1, "c"), 1)]),
    "an item in front": ("a:\n- b: 1\n", [(("a", 0), 1)]),
    "a scalar": ("a: b\n", [(("a", "c"), 1)]),
    "a second change of a new value": ("a: 1\n", [(("b",), {}), (("b", "c"), 1)]),
    "a block scalar at the end": ("a:\n  b: |\n    c\n\nd: 1\n", [(("a", "n"), 1)]),
    "a block scalar that keeps its end": ("a: |+\n  c\n\n", [(("n",), 1)]),
    "not in ASCII": ("a: 1\n", [(("b",), "\xe4")]),
    "a key that is a number": ("a: 1\n", [(("b",), {"1e400": {"true": 1}, "": {"\xe4": 1}})]),
    "too deep": (DEEPEST, [((*DEEP_PATH, "n"), {"m": {"o": {"p": 1}}})]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "changes"), APPENDED.values(), ids=APPENDED)
def test_append(text: str, changes: list[Any]) -> None:
    assert appends_alike(text, changes)


@pytest.mark.parametrize(("text", "changes"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, changes: list[Any]) -> None:
    found = read_places(text)
    assert found is not None
    assert append(text, *found, changes) is None


def test_random_documents() -> None:
    """The quick way answers often enough for the comparison to mean something."""
    rnd = Random(12)  # noqa: S311 - no secret
    answered = 0
    for _ in range(3000):
        before = mapping(rnd)
        answered += appends_alike(Writer(rnd, plain=True).document(before), edits(rnd, before))
    assert answered >= 100
