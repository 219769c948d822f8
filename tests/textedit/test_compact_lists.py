"""Compact lists, whose dashes stand at the column of the next key: its comments stay its own."""

from __future__ import annotations

from itertools import product

import pytest

from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader
from yurt_hostnet.textedit.write.change import add, proves
from yurt_hostnet.textedit.write.splice import splice

CASES = {
    "a comment of the next key": ("a:\n- b\n", "# c\nd: 1\n"),
    "two": ("a:\n- b\n", "# c\n# d\ne: 1\n"),
    "an empty line in front": ("a:\n- b\n", "\n# c\nd: 1\n"),
    "an empty line behind": ("a:\n- b\n# c\n", "\nd: 1\n"),
    "an empty line between": ("a:\n- b\n# c\n", "\n# d\ne: 1\n"),
    "blanks between": ("a:\n- b\n# c\n", "  \n# d\ne: 1\n"),
    "a deeper comment in front": ("a:\n- b\n  # c\n", "# d\ne: 1\n"),
    "a deeper comment between": ("a:\n- b\n# c\n  # d\n", "# e\nf: 1\n"),
    "a deeper comment behind": ("a:\n- b\n# c\n  # d\n", "e: 1\n"),
    "a deeper comment, then an empty line": ("a:\n- b\n  # c\n", "\n# d\ne: 1\n"),
    "a quoted key": ("a:\n- b\n", "# c\n'd': 1\n"),
    "a question mark": ("a:\n- b\n", "# c\n? d\n: 1\n"),
    "the end of the text": ("a:\n- b\n# c\n", ""),
    "the end of the document": ("a:\n- b\n# c\n", "...\n"),
    "behind a block scalar": ("a:\n- |\n  b\n", "\n# c\nd: 1\n"),
    "behind a block scalar that keeps": ("a:\n- |+\n  b\n\n", "# c\nd: 1\n"),
    "a mapping as the item": ("a:\n- b: 1\n  c: 2\n", "# d\ne: 1\n"),
}
BELOW = {
    "in a mapping": ("x:\n  a:\n  - b\n", "  # c\n  d: 1\n", ("x", "a", "-")),
    "in a mapping, at its end": ("x:\n  a:\n  - b\n  # c\n", "d: 1\n", ("x", "a", "-")),
    "in a mapping, a comment at each column": ("x:\n  a:\n  - b\n  # c\n", "# d\ne: 1\n", ("x", "a", "-")),
    "in a mapping of a list": ("x:\n- a:\n  - b\n", "  # c\n  d: 1\n", ("x", 0, "a", "-")),
    "in a list": ("x:\n- - b\n  # c\n", "# d\n- e\n", ("x", 0, "-")),
    "in a list, in front of a dash": ("- - b\n  # c\n", "# d\n- e\n", (0, "-")),
    "deeper dashes": ("a:\n  - b\n  # c\n", "# d\ne: 1\n", ("a", "-")),
}


def appended(text: str, path: tuple[str | int, ...]) -> str:
    """Return the text with `new` appended to the list at `path`, proved."""
    (root,) = parse(text).roots
    patched = add(Reader().read(root), path, "new")
    out = splice(text, root, [(path, "new")], patched).apply()
    assert proves(out, patched)
    return out


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize(("before", "behind"), CASES.values(), ids=CASES)
def test_an_item_goes_in_front_of_the_next_keys_comments(before: str, behind: str, newline: str) -> None:
    before, behind = before.replace("\n", newline), behind.replace("\n", newline)
    assert appended(before + behind, ("a", "-")) == f"{before}- new{newline}{behind}"


@pytest.mark.parametrize(("before", "behind", "path"), BELOW.values(), ids=BELOW)
def test_below(before: str, behind: str, path: tuple[str | int, ...]) -> None:
    indent = before.splitlines()[-1].partition("-" if "#" not in before else "#")[0]
    assert appended(before + behind, path) == f"{before}{' ' * len(indent)}- new\n{behind}"


def test_the_comments_right_above_the_next_key_stay_there() -> None:
    """Whatever comments and empty lines stand between a list and a key."""
    for number in range(4):
        for first in product(["# c\n", "  # d\n", "\n"], repeat=3):
            before = "".join(first) + "  # d\n"
            behind = "# c\n" * number + "e: 1\n"
            assert appended(f"a:\n- b\n{before}{behind}", ("a", "-")) == f"a:\n- b\n{before}- new\n{behind}"
