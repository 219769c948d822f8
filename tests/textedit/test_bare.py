"""`{}` and `[]` on the way of an edit give way to lines where block style is around them."""

from __future__ import annotations

import pytest

from textedit.test_splice import DEEP, IN_ITEM, ITEM, ITEMS, TOP, VALUE, A, Changes, spliced
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader
from yurt_hostnet.textedit.write.change import change_text

BARE: dict[str, tuple[str, Changes, str]] = {
    "a mapping": ("a: {}\nb: 1\n", DEEP, "a:\n  new:\n    k:\n    - v\n    - b: true\n    m:\n      o: []\nb: 1\n"),
    "a list": ("a: []\nb: 1\n", ITEMS, "a:\n- x\n- k:\n  - v\nb: 1\n"),
    "in the style around": (
        "x:\n    - y\nz:\n    a: {}\n    b: []\n",
        [(("z", "a", "new"), {"k": [1]}), (("z", "b", "-"), 2)],
        "x:\n    - y\nz:\n    a:\n        new:\n            k:\n                - 1\n    b:\n        - 2\n",
    ),
    "two entries": ("a: {}\n", [(("a", "m"), 1), (("a", "l"), {"x": 2})], "a:\n  m: 1\n  l:\n    x: 2\n"),
    "spaces and tabs within": ("a: { \t}\nb: [ ]\n", [*A, (("b", "-"), 1)], "a:\n  new: 1\nb:\n- 1\n"),
    "spaces around": ("a :  {}  \n", A, "a :  \n  new: 1\n"),
    "behind a tab": ("a:\t{}\t\n", A, "a:\t\n  new: 1\n"),
    "a comment behind": ("a: {} # none\n# d\nb: 1\n", A, "a: # none\n  new: 1\n# d\nb: 1\n"),
    "a comment that touches": ("a: {}# none\n", A, "a: # none\n  new: 1\n"),
    "a comment that touches an item": ("a:\n- {}# none\n", IN_ITEM, "a:\n- new: # none\n  - v\n"),
    "no final line end": ("a: {}", A, "a:\n  new: 1"),
    "CRLF": ("a: {} # c\r\nb: 1\r\n", TOP + A, "a: # c\r\n  new: 1\r\nb: 1\r\nnew:\r\n  k:\r\n    l:\r\n    - 1\r\n"),
    "CR": ("a: {}\r", A, "a:\r  new: 1\r"),
    "last, and an entry behind it": ("a:\n  b: {}\n", [*A, (("a", "b", "m"), 1)], "a:\n  b:\n    m: 1\n  new: 1\n"),
    "an item": ("a:\n- {}\n- b\n", IN_ITEM, "a:\n- new:\n  - v\n- b\n"),
    "an item, far behind its dash": (
        "a:\n-   {}\n",
        [(("a", 0, "m"), 1), (("a", 0, "l"), [2])],
        "a:\n-   m: 1\n    l:\n    - 2\n",
    ),
    "an item of an item": ("a:\n- - []\n", [(("a", 0, 0, "-"), {"k": 1})], "a:\n- - - k: 1\n"),
    "an item below its dash": ("a:\n-\n  {} # c\n- b\n", IN_ITEM, "a:\n-\n  new: # c\n  - v\n- b\n"),
    "behind a key in an item": ("a:\n  - b: {}\n", [(("a", 0, "b", "m"), 1)], "a:\n  - b:\n      m: 1\n"),
    "on a line of its own": (
        "x:\n  a:\n      {}\nb: 1\n",
        [(("x", "a", "m"), 1), (("x", "a", "l"), {"k": 2})],
        "x:\n  a:\n      m: 1\n      l:\n        k: 2\nb: 1\n",
    ),
    "a list on a line of its own": ("a: # c\n  [] # d\nb: 1\n", ITEMS, "a: # c\n  - x # d\n  - k:\n    - v\nb: 1\n"),
    "on a line of its own, CRLF": ("a:\r\n  {}\r\n", A, "a:\r\n  new: 1\r\n"),
    "behind a complex key": ("? a\n: {}\n", DEEP, "? a\n: new:\n    k:\n    - v\n    - b: true\n    m:\n      o: []\n"),
}


@pytest.mark.parametrize(("text", "changes", "expected"), BARE.values(), ids=BARE)
def test_bare(text: str, changes: Changes, expected: str) -> None:
    assert spliced(text, changes) == expected


LISTED: dict[str, tuple[str, Changes, str]] = {
    "a mapping": ("a: {}\n", A, "a:\n  new: 1\n"),
    "a mapping and spaces": ("a: {} \t\n", A, "a: \t\n  new: 1\n"),
    "a mapping and a comment": ("a: {} # c\n", A, "a: {new: 1} # c\n"),
    "a list and a comment": ("a:  [ ]\t# c\r\n", ITEM, "a:  [x]\t# c\r\n"),
    "an item and a comment": ("a:\n- {} # c\n", IN_ITEM, "a:\n- {new: [v]} # c\n"),
    "a comment on its line": ("a:\n  {} # c\n", A, "a:\n  {new: 1} # c\n"),
    "null and a comment": ("a: ~ # c\n", VALUE, "a: {k: 1, l: [2]} # c\n"),
    "nothing and a comment": ("a: # c\n", VALUE, "a: # c\n  k: 1\n  l:\n  - 2\n"),
    "an alias and a comment": ("x: &x\n  b: 1\na: *x # c\n", A, "x: &x\n  b: 1\na: # c\n  b: 1\n  new: 1\n"),
}


@pytest.mark.parametrize(("text", "changes", "expected"), LISTED.values(), ids=LISTED)
def test_listed(text: str, changes: Changes, expected: str) -> None:
    """In an item of a list a comment behind it keeps the new value on its line; see tests/hosts/test_kpt.py for why."""
    (root,) = parse(text).roots
    assert change_text(text, root, Reader().read(root), changes, listed=True)[0] == expected
