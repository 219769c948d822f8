"""splice: text is inserted in the neighbours' style, or the edit is refused with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader
from yurt_hostnet.textedit.write.change import proves
from yurt_hostnet.textedit.write.patch import CannotSpliceError, Lines, Patch, any_line_end, break_before
from yurt_hostnet.textedit.write.splice import splice

Changes = list[tuple[tuple[str | int, ...], Any]]

A: Changes = [(("a", "new"), 1)]
ITEM: Changes = [(("a", "-"), "x")]
ITEMS: Changes = [(("a", "-"), "x"), (("a", "-"), {"k": ["v"]})]
DEEP: Changes = [(("a", "new"), {"k": ["v", {"b": True}], "m": {"o": []}})]
TOP: Changes = [(("new",), {"k": {"l": [1]}})]
VALUE: Changes = [(("a",), {"k": 1, "l": [2]})]
LIST: Changes = [(("a",), [{"k": 1}, "x"])]
IN_ITEM: Changes = [(("a", 0, "new"), ["v"])]

BLOCK: dict[str, tuple[str, Changes, str]] = {
    "items in the style above": (
        "x:\n    - y\na:\n    - b\n",
        ITEMS,
        "x:\n    - y\na:\n    - b\n    - x\n    - k:\n          - v\n",
    ),
    "items at their column": ("a:\n  - b\n", ITEMS, "a:\n  - b\n  - x\n  - k:\n      - v\n"),
    "items in a list": ("a:\n- - b\n- c\n", [(("a", 0, "-"), ["x", ["z"]])], "a:\n- - b\n  - - x\n    - - z\n- c\n"),
    "pairs in an item": ("a:\n-   b: 1\n-   c: 2\n", IN_ITEM, "a:\n-   b: 1\n    new:\n    - v\n-   c: 2\n"),
    "step and dash of different neighbours": (
        "a:\n    b: 1\nc:\n    - d\n",
        TOP,
        "a:\n    b: 1\nc:\n    - d\nnew:\n    k:\n        l:\n            - 1\n",
    ),
    "step and dash of what is inside": (
        "x:\n  a:\n     b:\n        c: 1\n     d:\n       - e\n",
        [(("x", "a", "new"), {"k": {"l": [1]}})],
        (
            "x:\n  a:\n     b:\n        c: 1\n     d:\n       - e\n     new:\n"
            "        k:\n           l:\n             - 1\n"
        ),
    ),
    "step and dash of what is around": (
        "x:\n    y:\n      - z\n    a:\n        b: 1\n",
        [(("x", "a", "new"), {"k": {"l": [1]}})],
        (
            "x:\n    y:\n      - z\n    a:\n        b: 1\n        new:\n            k:\n"
            "                l:\n                  - 1\n"
        ),
    ),
    "step and dash in items": (
        "a:\n  - b:\n       c:\n        - d\n",
        [(("a", 0, "new"), {"k": [1]})],
        "a:\n  - b:\n       c:\n        - d\n    new:\n       k:\n        - 1\n",
    ),
    "the first neighbour's": (
        "a:\n   b:\n     c: 1\n   d:\n       e: 2\n   f:\n    - 1\n   g:\n   - 2\n",
        DEEP,
        (
            "a:\n   b:\n     c: 1\n   d:\n       e: 2\n   f:\n    - 1\n   g:\n   - 2\n"
            "   new:\n     k:\n      - v\n      - b: true\n     m:\n       o: []\n"
        ),
    ),
    "flow collections tell nothing": (
        "x: {y: [1]}\nz: [2]\na:\n   b: {c: 1}\n",
        DEEP,
        (
            "x: {y: [1]}\nz: [2]\na:\n   b: {c: 1}\n   new:\n      k:\n"
            "      - v\n      - b: true\n      m:\n         o: []\n"
        ),
    ),
    "complex key": ("b: 1\na:\n  ?  b\n  : 1\n", A, "b: 1\na:\n  ?  b\n  : 1\n  new: 1\n"),
    "complex key, CR": ("a:\r  ? b\r  : 1\r", A, "a:\r  ? b\r  : 1\r  new: 1\r"),
    "complex key first": ("? b\n: 1\n", [(("new",), 1)], "? b\n: 1\nnew: 1\n"),
    "complex key on a line of its own": (
        "a:\n  ?\n    b\n  :\n    1\n",
        A,
        "a:\n  ?\n    b\n  :\n    1\n  new: 1\n",
    ),
    "complex keys, one below the other": ("? a\n: ? b\n  : 1\n", A, "? a\n: ? b\n  : 1\n  new: 1\n"),
    "complex keys and comments": (
        "a:\n  ? b # c\n  # d\n  : # e\n    1\n  # f\ng: 1\n",
        A,
        "a:\n  ? b # c\n  # d\n  : # e\n    1\n  # f\n\n  new: 1\ng: 1\n",
    ),
    "complex keys with block scalars": (
        "a:\n  ? |\n   b\n  : |\n   c\n  ? d",
        A,
        "a:\n  ? |\n   b\n  : |\n   c\n  ? d\n  new: 1",
    ),
    "complex key behind an anchor": ("a: &x # why?\n  ?  b\n  : 1\n", A, "a: &x # why?\n  ?  b\n  : 1\n  new: 1\n"),
    "complex key behind a tag, CR": ("a: !!map\r  ? b\r  : 1\r", A, "a: !!map\r  ? b\r  : 1\r  new: 1\r"),
    "complex key with an anchor": ("a:\n  ? &k b\n  : 1\n", A, "a:\n  ? &k b\n  : 1\n  new: 1\n"),
    "complex key without a value": ("a:\n  ? b\nc: 1\n", A, "a:\n  ? b\n  new: 1\nc: 1\n"),
    "complex key without a value, last": ("a:\n  ? b  \n", A, "a:\n  ? b  \n  new: 1\n"),
    "complex key without a value, without a line end": ("a:\n  ? b", A, "a:\n  ? b\n  new: 1"),
    "complex key with a colon alone": ("a:\n  ? b\n  :\nc: 1\n", A, "a:\n  ? b\n  :\n  new: 1\nc: 1\n"),
    "complex key behind another": ("- a: 1\n  ? b\n  : 1\n", [((0, "new"), 1)], "- a: 1\n  ? b\n  : 1\n  new: 1\n"),
    "the step of complex keys": (
        "?   a\n:    ? b\n     : 1\n     c:\n       d: 1\n",
        [(("a", "new"), {"k": 1})],
        "?   a\n:    ? b\n     : 1\n     c:\n       d: 1\n     new:\n       k: 1\n",
    ),
    "a step behind a complex key": (
        "?   x\n: y: 1\na:\n  b: 1\n",
        DEEP,
        "?   x\n: y: 1\na:\n  b: 1\n  new:\n    k:\n    - v\n    - b: true\n    m:\n      o: []\n",
    ),
    "step below the first list": (
        "a:\n- b:\n     c: 1\n",
        TOP,
        "a:\n- b:\n     c: 1\nnew:\n   k:\n      l:\n      - 1\n",
    ),
    "step below the second list": (
        "a:\n- b: 1\nc:\n- d:\n     e: 1\n",
        TOP,
        "a:\n- b: 1\nc:\n- d:\n     e: 1\nnew:\n   k:\n      l:\n      - 1\n",
    ),
    "dash inside, step around": (
        "x:\n     y: 1\na:\n  b:\n  - c\n",
        [(("a", "new"), {"k": {"l": 1}})],
        "x:\n     y: 1\na:\n  b:\n  - c\n  new:\n       k:\n            l: 1\n",
    ),
    "step inside, dash around": (
        "x:\n  - y\na:\n   b:\n     c: 1\n",
        [(("a", "new"), {"k": [1]})],
        "x:\n  - y\na:\n   b:\n     c: 1\n   new:\n     k:\n       - 1\n",
    ),
    "the inner of two at one place comes first": (
        "a:\n  b:\n  - 1\n",
        [(("new",), 1), (("a", "b", "-"), 2), (("a", "m"), 3)],
        "a:\n  b:\n  - 1\n  - 2\n  m: 3\nnew: 1\n",
    ),
    "two lists": ("a:\n- 1\nb:\n- 2\n", [(("a", "-"), 3), (("b", "-"), 4)], "a:\n- 1\n- 3\nb:\n- 2\n- 4\n"),
    "two mappings": (
        "a:\n  b: 1\nc:\n  d: 2\n",
        [(("a", "e"), 3), (("c", "e"), 4)],
        "a:\n  b: 1\n  e: 3\nc:\n  d: 2\n  e: 4\n",
    ),
    "a key like a merge key": ("a:\n  <<: {b: 1}\n", [(("a", "<<"), 1)], 'a:\n  <<: {b: 1}\n  "<<": 1\n'),
    "one column": ("a:\n b: 1\nc: 2\n", A, "a:\n b: 1\n new: 1\nc: 2\n"),
    "an anchored list": ("a: &x\n  - b\n", ITEM, "a: &x\n  - b\n  - x\n"),
    "a tagged list": ("b: 1\na: !!seq\n  - b\n  - c\n", ITEM, "b: 1\na: !!seq\n  - b\n  - c\n  - x\n"),
    "an anchored list of lists": ("a: &x\n  -\n    - b\n  - - c\n", ITEM, "a: &x\n  -\n    - b\n  - - c\n  - x\n"),
    "an anchored list with nothing behind dashes": ("a: &x\n  -\n    b\n", ITEM, "a: &x\n  -\n    b\n  - x\n"),
    "an anchored list with comments behind dashes": (
        "a: &x\n  # c\n  - # d - e\n\n    # f\n    b\n",
        ITEM,
        "a: &x\n  # c\n  - # d - e\n\n    # f\n    b\n  - x\n",
    ),
    "an anchored mapping": ("a: &x\n  b: 1\n", A, "a: &x\n  b: 1\n  new: 1\n"),
    "CR": ("a:\r  b: 1\r", A, "a:\r  b: 1\r  new: 1\r"),
    "CR, but a line feed at the end": ("a:\r  b: 1\n", A, "a:\r  b: 1\n  new: 1\n"),
    "line feeds, but CRLF at the end": (
        "a:\n  b: 1\r\n",
        [(("a", "new"), {"k": 1})],
        "a:\n  b: 1\r\n  new:\r\n    k: 1\r\n",
    ),
    "CR, several lines, but a line feed at the end": (
        "a:\r  b: {d: 1,\r    c: 1}\n",
        [(("a", "new"), {"k": 1})],
        "a:\r  b: {d: 1,\r    c: 1}\n  new:\r    k: 1\n",
    ),
    "CR, but NEL at the end": ("a:\r  b: 1\x85", A, "a:\r  b: 1\x85  new: 1\x85"),
    "CR, block scalar": ("a:\r  b: |\r    t\r", A, "a:\r  b: |\r    t\r  new: 1\r"),
    "CRLF, deep": (
        "a:\r\n  b: 1\r\nc: 2\r\n",
        DEEP,
        "a:\r\n  b: 1\r\n  new:\r\n    k:\r\n    - v\r\n    - b: true\r\n    m:\r\n      o: []\r\nc: 2\r\n",
    ),
    "CRLF, no final line end": ("a:\r\n  b: 1", A, "a:\r\n  b: 1\r\n  new: 1"),
    "CRLF, block scalar, then empty lines": (
        "a:\r\n  b: |\r\n    t\r\n\r\n\r\n",
        A,
        "a:\r\n  b: |\r\n    t\r\n  new: 1\r\n\r\n\r\n",
    ),
    "no final line feed, deep": ("a:\n  b: 1", [(("a", "new"), {"k": 1})], "a:\n  b: 1\n  new:\n    k: 1"),
    "block scalar, cut off, deep": (
        "a:\n  b: |\n    t",
        [(("a", "new"), {"k": 1})],
        "a:\n  b: |-\n    t\n  new:\n    k: 1",
    ),
    "block scalar that strips, cut off": ("a:\n  b: |-\n    t", A, "a:\n  b: |-\n    t\n  new: 1"),
    "folded scalar, cut off": ("a:\n  b: >2+\n    t", A, "a:\n  b: >2-\n    t\n  new: 1"),
    "block scalar with a plus in its comment": (
        "a:\n  b: | # +\n    t\n\n\nc: 1\n",
        A,
        "a:\n  b: | # +\n    t\n  new: 1\n\n\nc: 1\n",
    ),
    "block scalar that keeps, with a comment": (
        "a:\n  b: |+ # c\n    t\n\nc: 1\n",
        A,
        "a:\n  b: |+ # c\n    t\n\n  new: 1\nc: 1\n",
    ),
    "block scalar that keeps, with two comments": (
        "a:\n  b: >+ # c # d\n    t\n\nc: 1\n",
        A,
        "a:\n  b: >+ # c # d\n    t\n\n  new: 1\nc: 1\n",
    ),
    "block scalar that keeps, without a comment": (
        "a:\n  b: |+\n    t\n\n\nc: 1\n",
        A,
        "a:\n  b: |+\n    t\n\n\n  new: 1\nc: 1\n",
    ),
    "block scalar in a list": ("a:\n  b:\n  - |\n    t\n\n\n", A, "a:\n  b:\n  - |\n    t\n  new: 1\n\n\n"),
    "a list last": ("a:\n  b:\n  - 1\n  - 2\nc: 1\n", A, "a:\n  b:\n  - 1\n  - 2\n  new: 1\nc: 1\n"),
    "a flow list last": ("a:\n  b: [1,\n    2]\nc: 1\n", A, "a:\n  b: [1,\n    2]\n  new: 1\nc: 1\n"),
    "a flow mapping last": ("a:\n  b: {c: 1,\n    d: 2}\nc: 1\n", A, "a:\n  b: {c: 1,\n    d: 2}\n  new: 1\nc: 1\n"),
    "a comment of a list": ("a:\n  - b\n  # c\nd: 1\n", ITEM, "a:\n  - b\n  # c\n  - x\nd: 1\n"),
    "a deeper comment": ("a:\n  b: 1\n    # c\nd: 1\n", A, "a:\n  b: 1\n    # c\n  new: 1\nd: 1\n"),
    "a comment, then another's": (
        "a:\n  b: 1\n   # c\n\n# d\ne: 1\n",
        A,
        "a:\n  b: 1\n   # c\n  new: 1\n\n# d\ne: 1\n",
    ),
    "comments with empty lines between": (
        "a:\n  b: 1\n   # c\n\n   # d\n\ne: 1\n",
        A,
        "a:\n  b: 1\n   # c\n\n   # d\n  new: 1\n\ne: 1\n",
    ),
    "a comment at the end, cut off": ("a:\n  b: 1\n   # c", A, "a:\n  b: 1\n   # c\n  new: 1"),
    "a comment at the end, cut off, deep": (
        "a:\n  b: 1\n  # c",
        [(("a", "new"), {"k": 1})],
        "a:\n  b: 1\n  # c\n\n  new:\n    k: 1",
    ),
    "a key that holds a hash": ("a:\n- b\nX# c: 1\n", ITEM, "a:\n- b\n- x\nX# c: 1\n"),
    "a quoted key": ("'a':\n  b: 1\n", A, "'a':\n  b: 1\n  new: 1\n"),
    "a value that ends in a question mark": ("a:\n  b: c?\n  d: 1\n", A, "a:\n  b: c?\n  d: 1\n  new: 1\n"),
    "two additions to a mapping": (
        "a:\n  b: 1\n",
        [(("a", "m"), 1), (("a", "l"), {"x": 2})],
        "a:\n  b: 1\n  m: 1\n  l:\n    x: 2\n",
    ),
}

VALUES: dict[str, tuple[str, Changes, str]] = {
    "a mapping for nothing": ("a:\nb: 1\n", VALUE, "a:\n  k: 1\n  l:\n  - 2\nb: 1\n"),
    "a mapping for null": (
        "x:\n    y: 1\na:  null  # c\n",
        VALUE,
        "x:\n    y: 1\na:  # c\n    k: 1\n    l:\n    - 2\n",
    ),
    "a list for null": ("x:\n  - y\na: null\nb: 1\n", LIST, "x:\n  - y\na:\n  - k: 1\n  - x\nb: 1\n"),
    "a list for nothing": ("a:\n", LIST, "a:\n- k: 1\n- x\n"),
    "a list for nothing, cut off": ("a:", LIST, "a:\n- k: 1\n- x"),
    "a list for nothing, with a comment": ("a: # c\n# d\nb: 1\n", LIST, "a: # c\n- k: 1\n- x\n# d\nb: 1\n"),
    "two values": ("a:\nb: null\n", [(("a",), 1), (("b",), 2)], "a: 1\nb: 2\n"),
    "a list of lists for nothing": ("a:\n", [(("a",), [{"k": ["v"]}, [{"l": 1}]])], "a:\n- k:\n  - v\n- - l: 1\n"),
    "in the style of what is around": (
        "r:\n x:\n    w:\n      a:\n",
        [(("r", "x", "w", "a"), {"k": {"l": 1}})],
        "r:\n x:\n    w:\n      a:\n        k:\n          l: 1\n",
    ),
    "an empty mapping": ("a: null\n", [(("a",), {})], "a: {}\n"),
    "an empty list for nothing": ("a:\n", [(("a",), [])], "a: []\n"),
    "behind a tab": ("a:\t~\n", [(("a",), "x")], "a:\tx\n"),
    "below": ("x:\n  a: null\n", [(("x", "a"), {"k": 1})], "x:\n  a:\n    k: 1\n"),
    "below, a list": ("x:\n  - y\n  - a:\n", [(("x", 1, "a"), [1])], "x:\n  - y\n  - a:\n      - 1\n"),
    "an alias in a list": (
        "x: &x\n  b: 1\na:\n- *x # c\n- d\n",
        [(("a", 0, "new"), 1)],
        "x: &x\n  b: 1\na:\n- b: 1 # c\n  new: 1\n- d\n",
    ),
    "an alias in a list, with more in it, and a comment behind": (
        "x: &x\n  X: {b: [1]}\na:\n- *x\n# c\n",
        [(("a", 0, "new"), 1)],
        "x: &x\n  X: {b: [1]}\na:\n- X:\n    b:\n    - 1\n  new: 1\n# c\n",
    ),
    "an alias of a list": ("x: &x\n  - 1\na: *x\n", ITEM, "x: &x\n  - 1\na:\n  - 1\n  - x\n"),
    "an alias of one pair in a list": ("x: &x {}\na:\n  - *x\n", [(("a", 0, "o"), 1)], "x: &x {}\na:\n  - o: 1\n"),
    "an alias in a flow list": (
        "x: &x {b: 1}\na: [*x , c]\n",
        [(("a", 0, "o"), 1)],
        "x: &x {b: 1}\na: [{b: 1, o: 1} , c]\n",
    ),
    "an alias in a flow mapping": ("x: &x [1]\nz: {a: *x}\n", [(("z", "a", "-"), 2)], "x: &x [1]\nz: {a: [1, 2]}\n"),
    "what a merge key brings": (
        "x: &x\n  c:\n    d: 1\na:\n  <<: *x\n",
        [(("a", "c", "o"), 2)],
        "x: &x\n  c:\n    d: 1\na:\n  <<: *x\n  c:\n    d: 1\n    o: 2\n",
    ),
    "an anchored null": ("a: &x null # c\nb: 1\n", [(("a",), 1)], "a: 1 # c\nb: 1\n"),
    "an anchored nothing": ("a: &x # c\nb: 1\n", VALUE, "a: # c\n  k: 1\n  l:\n  - 2\nb: 1\n"),
    "a tagged null": ("a: !!null # c\nb: 1\n", VALUE, "a: # c\n  k: 1\n  l:\n  - 2\nb: 1\n"),
    "a flow key without a colon": ("{a, b: 1}\n", VALUE, "{a: {k: 1, l: [2]}, b: 1}\n"),
    "a complex flow key without a colon": ("{? a, b: 1}\n", [(("a",), 1)], "{? a: 1, b: 1}\n"),
    "a quoted flow key without a colon": ('{"a" , "b":1}\n', [(("a",), "x")], '{"a": "x" , "b":1}\n'),
    "null on its own line": ("a:\n  null\n", VALUE, "a:\n  k: 1\n  l:\n  - 2\n"),
    "null on its own line, CR": ("a:\r  null\r", [(("a",), 1)], "a:\r  1\r"),
    "null behind a complex key": ("a:\n  ? b\n  : null # c\n", [(("a", "b"), 1)], "a:\n  ? b\n  : 1 # c\n"),
    "an alias on its own line": (
        "x: &x\n  b: 1\na:\n    *x # c\n",
        A,
        "x: &x\n  b: 1\na:\n    b: 1 # c\n    new: 1\n",
    ),
    "null in flow style": ("{a: null, b: 1}\n", VALUE, "{a: {k: 1, l: [2]}, b: 1}\n"),
    "nothing in flow style": ("{a: , b: 1}\n", [(("a",), 1)], "{a: 1, b: 1}\n"),
    "nothing in flow style, no space": ("{'a':, b: 1}\n", [(("a",), 1)], "{'a': 1, b: 1}\n"),
    "nothing in JSON's style": ('{"a":null,"b":1}\n', VALUE, '{"a":{"k":1,"l":[2]},"b":1}\n'),
    "null on lines, CRLF": (
        '{\r\n  "a": null\r\n}\r\n',
        VALUE,
        '{\r\n  "a": {\r\n    "k": 1,\r\n    "l": [\r\n      2\r\n    ]\r\n  }\r\n}\r\n',
    ),
    "null on lines": (
        '{\n  "a": null,\n  "b": 1\n}\n',
        VALUE,
        '{\n  "a": {\n    "k": 1,\n    "l": [\n      2\n    ]\n  },\n  "b": 1\n}\n',
    ),
}

FLOW: dict[str, tuple[str, Changes, str]] = {
    "items": ("a: [b, c]\n", ITEMS, "a: [b, c, x, {k: [v]}]\n"),
    "an item behind mappings": ("a: [{b: 1}, {c: 2}]\n", ITEM, "a: [{b: 1}, {c: 2}, x]\n"),
    "pairs": ("a: {b: 1}\n", DEEP, "a: {b: 1, new: {k: [v, {b: true}], m: {o: []}}}\n"),
    "pairs in an item": ("a: [{b: 1}, c]\n", IN_ITEM, "a: [{b: 1, new: [v]}, c]\n"),
    "items behind a comma": ("a: [b, c , ]\n", ITEMS, "a: [b, c, x, {k: [v]} , ]\n"),
    "quotes alone are not JSON's style": ("a: {'b': 1}\n", [(("a", "new"), "x")], "a: {'b': 1, new: x}\n"),
    "quoted values are not JSON's style": ('a: {b: "1"}\n', [(("a", "new"), "x")], 'a: {b: "1", new: x}\n'),
    "double quotes": ('a: {"b": 1}\n', [(("a", "new"), "x")], 'a: {"b": 1, "new": "x"}\n'),
    "double quotes around": ('{"a": [1]}\n', ITEM, '{"a": [1, "x"]}\n'),
    "no spaces": ('{"a":[1],"b":2}\n', ITEMS, '{"a":[1,"x",{"k":["v"]}],"b":2}\n'),
    "a mapping inside tells first": ('{"a": {b: 1}}\n', A, '{"a": {b: 1, new: 1}}\n'),
    "empty, with quotes around": ('{"x":1,"a":{}}\n', [(("a", "new"), "x")], '{"x":1,"a":{"new":"x"}}\n'),
    "empty list": ("a: &a []\n", ITEMS, "a: &a [x, {k: [v]}]\n"),
    "empty, with a space": ("{a: { }}\n", A, "{a: { new: 1 }}\n"),
    "empty with an anchor": ("a: &x {}\n", A, "a: &x {new: 1}\n"),
    "empty with a tag": ("a: !!seq [  ]\n", ITEM, "a: !!seq [  x  ]\n"),
    "items on lines": (
        '{\n  "a": [\n    1\n  ]\n}\n',
        ITEMS,
        '{\n  "a": [\n    1,\n    "x",\n    {\n      "k": [\n        "v"\n      ]\n    }\n  ]\n}\n',
    ),
    "pairs on lines": (
        '{\n  "a": {\n    "b": 1\n  },\n  "c": 2\n}\n',
        [(("a", "m"), {"k": "v"}), (("a", "l"), 1)],
        '{\n  "a": {\n    "b": 1,\n    "m": {\n      "k": "v"\n    },\n    "l": 1\n  },\n  "c": 2\n}\n',
    ),
    "a pair on lines around": (
        '{\n  "a": {"b": 1},\n  "c": 2\n}\n',
        TOP,
        '{\n  "a": {"b": 1},\n  "c": 2,\n  "new": {\n    "k": {\n      "l": [\n        1\n      ]\n    }\n  }\n}\n',
    ),
    "on one line within lines": (
        '{\n  "a": {"b": 1},\n  "c": 2\n}\n',
        A,
        '{\n  "a": {"b": 1, "new": 1},\n  "c": 2\n}\n',
    ),
    "CRLF": (
        '{\r\n  "a": [\r\n    1\r\n  ]\r\n}\r\n',
        ITEMS,
        (
            '{\r\n  "a": [\r\n    1,\r\n    "x",\r\n    {\r\n      "k": [\r\n'
            '        "v"\r\n      ]\r\n    }\r\n  ]\r\n}\r\n'
        ),
    ),
    "CRLF, pairs": (
        '{\r\n  "a": {\r\n    "b": 1\r\n  }\r\n}\r\n',
        [(("a", "m"), {"k": 1})],
        '{\r\n  "a": {\r\n    "b": 1,\r\n    "m": {\r\n      "k": 1\r\n    }\r\n  }\r\n}\r\n',
    ),
    "CRLF, empty": ('{\r\n  "a": {}\r\n}\r\n', A, '{\r\n  "a": {\r\n    "new": 1\r\n  }\r\n}\r\n'),
    "CRLF, empty on lines": ("a: {\r\n  }\r\n", A, "a: {\r\n    new: 1\r\n  }\r\n"),
    "a comma on lines": ("a: [\n  b,\n  ]\n", ITEM + ITEM, "a: [\n  b,\n  x,\n  x,\n  ]\n"),
    "a comma on a line of its own": ("a: [\n  b # c\n  , # d\n  ]\n", ITEM, "a: [\n  b # c\n  , # d\n  x,\n  ]\n"),
    "a pair behind a comma on lines": (
        "a: {\n    b: 1, # c\n}\n",
        [(("a", "o"), 1)],
        "a: {\n    b: 1, # c\n    o: 1,\n}\n",
    ),
    "a comment on lines": ("a: [\n  b # c\n  ]\n", ITEM + ITEM, "a: [\n  b, # c\n  x,\n  x\n  ]\n"),
    "a bracket on the last line": ("a: [\n    b,\n    c]\n", ITEM + ITEM, "a: [\n    b,\n    c,\n    x,\n    x]\n"),
    "a bracket on the last line, with a space": ("a: [\n    b,\n    c ]\n", ITEM, "a: [\n    b,\n    c,\n    x ]\n"),
    "a bracket right behind the trailing comma": ("a: [\n    b,\n    c,]\n", ITEM, "a: [\n    b,\n    c,\n    x,]\n"),
    "two on the last line": ("a: [\n  b, c\n  ]\n", ITEM, "a: [\n  b, c, x\n  ]\n"),
    "two on the last line, and a mapping": (
        "a: [\n  b, c\n  ]\n",
        [(("a", "-"), {"k": 1})],
        "a: [\n  b, c, {k: 1}\n  ]\n",
    ),
    "a comment, the bracket at the line's start": ("a: [\n  b # c\n]\n", ITEM, "a: [\n  b, # c\n  x\n]\n"),
    "the first on the line of the bracket": ("a: [b,\n    c]\n", ITEM, "a: [b,\n    c,\n    x]\n"),
    "one pair on the line of the brace": ("a: {b: [\n    c]}\n", A, "a: {b: [\n    c], new: 1}\n"),
    "the first not behind the bracket's indent": (
        "x:\n    a: [\n  b\n  ]\n",
        [(("x", "a", "-"), {"k": 1})],
        "x:\n    a: [\n  b,\n  {\n    k: 1\n  }\n  ]\n",
    ),
    "at the bracket's indent": ("a: [\nb\n]\n", [(("a", "-"), [1])], "a: [\nb,\n[\n  1\n]\n]\n"),
    "empty on lines": (
        "a: {\n  }\n",
        DEEP,
        (
            "a: {\n    new: {\n      k: [\n        v,\n        {\n          b: true\n"
            "        }\n      ],\n      m: {\n        o: []\n      }\n    }\n  }\n"
        ),
    ),
    "empty list on lines": ("a: [\n\n]\n", ITEM + ITEM, "a: [\n  x,\n  x\n\n]\n"),
    "empty with a comment": ("a: { # c\n  }\n", A, "a: { # c\n    new: 1\n  }\n"),
    "empty with comments": (
        "a: [\n  # c [\n\n  # d  \n\n]\n",
        ITEM + ITEM,
        "a: [\n  # c [\n\n  # d  \n  x,\n  x\n\n]\n",
    ),
    "empty with a comment, anchored": ("a: &a { # {c}\n}\nb: 1\n", A, "a: &a { # {c}\n  new: 1\n}\nb: 1\n"),
    "empty with a comment, more behind": ("a: { # c\n}\nb: {c: 1}\n", A, "a: { # c\n  new: 1\n}\nb: {c: 1}\n"),
    "empty over lines, with a space": ("a: [ \n]\n", ITEM, "a: [\n  x \n]\n"),
    "empty with a comment that ends in a capital": ("a: [ # X\n]\n", ITEM, "a: [ # X\n  x\n]\n"),
    "empty with a comment that ends in an odd space": ("a: [ # X\xa0\n]\n", ITEM, "a: [ # X\xa0\n  x\n]\n"),
    "empty with a comment, CRLF": ("a: [ # c\r\n]\r\n", ITEM, "a: [ # c\r\n  x\r\n]\r\n"),
    "empty with a comment, CR": ("a: [ # c\r]\r", ITEM, "a: [ # c\r  x\r]\r"),
    "empty on lines, CR": ("a: [\r]\r", ITEM, "a: [\r  x\r]\r"),
    "empty on lines, NEL": ("a: [\x85  ]\x85", ITEM, "a: [\n    x\x85  ]\x85"),
    "a trailing comma in front of the bracket": (
        "a: [\n  b\n , ]\n",
        ITEM + ITEM,
        "a: [\n  b\n ,\n  x,\n  x, ]\n",
    ),
    "a trailing comma in front of the bracket, more behind": (
        "a: {\n  b: 1,}\nc: 1\n",
        A,
        "a: {\n  b: 1,\n  new: 1,}\nc: 1\n",
    ),
    "a trailing comma behind comments, CR": ("a: [\r  b # c\r  , # d\r]\r", ITEM, "a: [\r  b # c\r  , # d\r  x,\r]\r"),
    "on lines, CR": ("a: [\r   b\r]\r", ITEM, "a: [\r   b,\r   x\r]\r"),
    "in lines, CR": ("{a: [],\r b: {\r   c: 1} }\r", [(("b", "new"), 1)], "{a: [],\r b: {\r   c: 1,\r   new: 1} }\r"),
    "complex key": ("a: { ? b : 1 }\n", A, "a: { ? b : 1, new: 1 }\n"),
    "complex key without a value": ("a: {? b}\n", A, "a: {? b, new: 1}\n"),
    "key without a value": ("a: {b}\n", A, "a: {b, new: 1}\n"),
    "empty with a tab": ("[a, [\t]]\n", [((1, "-"), "x")], "[a, [\tx\t]]\n"),
    "empty, in lines": ("{x: 1,\n a: {} }\n", A, "{x: 1,\n a: {\n  new: 1\n } }\n"),
}


def spliced(text: str, changes: Changes) -> str:
    (root,) = parse(text).roots
    data = Reader().read(root)
    for path, value in changes:
        data = patched(data, path, value)
    new = splice(text, root, changes, data).apply()
    assert proves(new, data)
    return new


def patched(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """Return data with a value added at a path."""
    if not path:
        return value
    if isinstance(data, list):
        if path == ("-",):
            return [*data, value]
        return [patched(item, path[1:], value) if index == path[0] else item for index, item in enumerate(data)]
    return {**data, path[0]: patched(data.get(path[0]), path[1:], value)}


@pytest.mark.parametrize(("text", "changes", "expected"), BLOCK.values(), ids=BLOCK)
def test_block(text: str, changes: Changes, expected: str) -> None:
    assert spliced(text, changes) == expected


@pytest.mark.parametrize(("text", "changes", "expected"), VALUES.values(), ids=VALUES)
def test_values(text: str, changes: Changes, expected: str) -> None:
    assert spliced(text, changes) == expected


@pytest.mark.parametrize(("text", "changes", "expected"), FLOW.values(), ids=FLOW)
def test_flow(text: str, changes: Changes, expected: str) -> None:
    assert spliced(text, changes) == expected


REFUSED: dict[str, tuple[str, Changes, str]] = {
    "nothing behind a complex key": ("a:\n  ? b\n  :\n", [(("a", "b"), 1)], "nothing stands behind a complex key"),
    "no colon behind a complex key": ("? a\nb: 1\n", [(("a",), 1)], "nothing stands behind a complex key"),
    "index": ("a: [b]\n", [(("a", 1, "c"), 1)], "there is no item 1"),
    "index below": ("a: [b]\n", [(("a", -1, "c"), 1)], "there is no item -1"),
    "index of an item that is to be appended": ("a: [b]\n", [(("a", "-", "c"), 1)], "there is no item -"),
    "index of an item, last": ("a:\n-\n", [(("a", 0), 1)], "an item would go in front of another"),
    "index of an alias, last": ("b: &b 1\na: [*b]\n", [(("a", 0), 1)], "an item would go in front of another"),
    "name in a list": ("a: [b]\n", [(("a", "b"), 1)], "there is no item b"),
    "scalar": ("a: 1\n", [(("a", "b", "c"), 1)], "b is looked for in a scalar"),
    "scalar, last": ("a: 1\n", A, "new is looked for in a scalar"),
    "value": ("a: {b: 1}\n", [(("a",), 1)], "the field has a value"),
    "quoted value": ("a: ''\n", [(("a",), 1)], "the field has a value"),
    "tagged value": ("a: !!str\nb: 1\n", [(("a",), 1)], "an empty value has a tag"),
    "key twice": ("a: {b: 1}\na: {c: 1}\n", A, "the key a stands twice"),
    "block scalar whose header is on a line of its own": (
        "a:\n  b: !!str\n    |\n     t",
        A,
        "a block scalar ends without a line break",
    ),
}


@pytest.mark.parametrize(("text", "changes", "reason"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, changes: Changes, reason: str) -> None:
    (root,) = parse(text).roots
    with pytest.raises(CannotSpliceError) as error:
        splice(text, root, changes, {})
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, ""),
        ("\n", 0, ""),
        ("\n", 1, "\n"),
        ("\r\n", 2, "\r\n"),
        ("\r\n", 1, "\r"),
        ("\n\n", 2, "\n"),
        ("a\n", 1, ""),
        ("\na", 2, ""),
        ("a\x85", 2, "\x85"),
        ("a\u2028", 2, "\u2028"),
        ("a\u2029", 2, "\u2029"),
        ("a\x0b", 2, ""),
    ],
)
def test_break_before(text: str, position: int, expected: str) -> None:
    assert break_before(text, position) == expected


def test_patch() -> None:
    patch = Patch("abcdef")
    patch.replace(3, 5, "X")
    patch.insert(3, "1")
    patch.insert(3, "2")
    patch.insert(0, "0")
    patch.insert(6, "7")
    assert patch.apply() == "0abc12Xf7"
    patch.replace(1, 3, "Z")
    assert patch.apply() == "0aZ12Xf7"
    patch.insert(4, "Y")
    with pytest.raises(CannotSpliceError, match=r"^two edits overlap$"):
        patch.apply()


LINES = {
    "LF": ("ab\ncd\n", 4, (5, 6), "\n", ""),
    "no line end": ("ab\n\t cd", 6, (7, 7), "\n", "\t "),
    "no line at all": ("", 0, (0, 0), "\n", ""),
    "CRLF": ("ab\r\n  cd\r\n", 5, (8, 10), "\r\n", "  "),
    "CRLF above": ("ab\r\ncd", 5, (6, 6), "\r\n", ""),
    "LF first": ("\n  b", 3, (4, 4), "\n", "  "),
    "LF first, at it": ("\nab", 0, (0, 1), "\n", ""),
    "CRLF first": ("\r\nab", 3, (4, 4), "\r\n", ""),
    "a capital": ("ab\n Xc", 5, (6, 6), "\n", " "),
    "CR": ("ab\rcd\r", 4, (5, 6), "\r", ""),
    "NEL": ("ab\ncd\x85e\n", 3, (5, 6), "\n", ""),
    "LS": ("ab\ncd\u2028e\n", 3, (5, 6), "\n", ""),
    "PS": ("ab\ncd\u2029e\n", 3, (5, 6), "\n", ""),
    "beyond ASCII": ("\xe4\ncd", 2, (4, 4), "\n", ""),
    "at a line end": ("ab\n  \n", 2, (2, 3), "\n", ""),
    "white space alone": ("ab\n  ", 3, (5, 5), "\n", "  "),
}


@pytest.mark.parametrize(("text", "position", "ends", "newline", "indent"), LINES.values(), ids=LINES)
def test_lines(text: str, position: int, ends: tuple[int, int], newline: str, indent: str) -> None:
    lines = Lines(text)
    assert (lines.end(position), lines.newline_at(position), lines.indent_of(position)) == (ends, newline, indent)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\x85", "\u2028"], ids=ascii)
def test_ends_that_are_far_away(end: str) -> None:
    text = end.join(["a" * 3, "", "b" * 9000, "c" * 4095, "d" * 4096, "e" * 4097, ""])
    lines = Lines(text)
    places = sorted({*range(0, len(text), 97), *(n + k for n in (0, 4096, 9000, 13000) for k in range(12)), len(text)})
    found = [(lines.start(place), lines.end(place)) for place in places]
    assert found == [(max(text.rfind(s, 0, place) for s in end) + 1, any_line_end(text, place)) for place in places]
