"""The comments of a text."""

from __future__ import annotations

import pytest
import yaml

from yurt_hostnet.textedit.write.comments import comments, lost_comments

CASES: dict[str, tuple[str, list[str]]] = {
    "none": ("a: b#c\nd: 'e # f'\ng: \"h # i\"\nj: k:#l\n", []),
    "nothing": ("", []),
    "nothing else": ("# a\n\n  #b", ["# a", "#b"]),
    "behind values": ("a: 1 # b\nc: 'd # e' # f  \n", ["# b", "# f"]),
    "around block scalars": ("a: | # b\n  # no\n# c\nd: >-\n\n  # no\n # e\n", ["# b", "# c", "# e"]),
    "a folded block scalar": ("a: > # b\n  # no\n", ["# b"]),
    "a block scalar and comments of the next": ("a: |\n  x\nb: > # c\n  # no\n", ["# c"]),
    "a block scalar that is cut off": ("a: | # b", ["# b"]),
    "a block scalar that is cut off in its text": ("a: |\n  # no", []),
    "a block scalar's number and sign": ("a: |2- # b\n   # no\n", ["# b"]),
    "in flow collections": ("a: [ # b\n  1, # c\n  # d\n] # e\n", ["# b", "# c", "# d", "# e"]),
    "around complex keys": ("? # a\n  b # c\n: # d\n  e\n", ["# a", "# c", "# d"]),
    "around documents": ("# a\n%YAML 1.1 # b\n--- # c\nd: 1\n... # e\n# f\n", ["# a", "# b", "# c", "# e", "# f"]),
    "line ends": ("a: 1 # b\r# c\r\n# d\x85# e\u2028# f\u2029", ["# b", "# c", "# d", "# e", "# f"]),
    "surrogates": ('a: "\\ud83d\\ude00 # no" # b\n', ["# b"]),
    "letters of two and more bytes": ("é: 🙂 # b\n", ["# b"]),
    "twice": ("a: 1 # b\nc: 2 # b\n", ["# b", "# b"]),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_comments(text: str, expected: list[str]) -> None:
    assert comments(text) == expected


def test_no_yaml() -> None:
    with pytest.raises(yaml.YAMLError):
        comments("a: [\x00")


LOST: dict[str, tuple[str, str, list[str]]] = {
    "none": ("a: 1 # b\n", "# b\na: 1 # c\n", []),
    "spaces behind it": ("a: 1 # b \n", "a: 1   # b\n", []),
    "one of two": ("# c\na: 1 # b\n# b\n", "a: 1 # b\n# c\n", ["# b"]),
    "the second": ("# a\n# b\n# c\n", "# a\n", ["# b", "# c"]),
    "that is now text": ("# a\n", "a: '# a'\n", ["# a"]),
}


@pytest.mark.parametrize(("old", "new", "expected"), LOST.values(), ids=LOST)
def test_lost(old: str, new: str, expected: list[str]) -> None:
    assert lost_comments(old, new) == expected
