"""The plain style is read as libyaml reads it, places and all; what is just outside of it is left to libyaml."""

from __future__ import annotations

import pytest

from properties.plain_reader import agrees
from yurt_hostnet.textedit.read import plain_line
from yurt_hostnet.textedit.read.nodes import MAX_DEPTH
from yurt_hostnet.textedit.read.plain import EMPTY, read
from yurt_hostnet.textedit.read.plain_data import read_data
from yurt_hostnet.textedit.read.plain_line import known_line, line_of

LONG = "k" * 500
DASHES = "- " * (MAX_DEPTH - 1)
KEYS = "".join(f"{' ' * column}k:\n" for column in range(MAX_DEPTH - 1)) + " " * (MAX_DEPTH - 1)

PLAIN = {
    "one pair": "a: 1\n",
    "no final line feed": "a: 1",
    "a marker": "---\na: 1\n",
    "a marker with spaces": "---  \na: 1\n",
    "a marker with a comment": "--- # c\na: 1\n",
    "indented as a whole": "  a: 1\n  b: 2\n",
    "comments and empty lines": "# c\n\na: 1\n   \n  # c\nb:\n# c\n\n  c: 1\n      # c\n# c\n",
    "comments behind values": "a: b # c\nc:  # c\n  d: 'e' # c\n  f: \"g\"  #\n  h: i#j\n  k: l#m #n\n",
    "mappings": "a:\n  b:\n    c: 1\n    d: 2\n  e: 3\nf:\n   g: 4\n",
    "a deep end": "a:\n  b:\n    c:\n      d: 1\ne: 2\n",
    "a compact list": "a:\n- b\n- c\nd: 1\n",
    "an indented list": "a:\n  - b\n  - c\nd: 1\n",
    "lists in lists": "a:\n- - b\n  - c\n- - - d\n    - e\n  - f\n- g\n",
    "lists in indented lists": "a:\n  -  - b\n     - c\n  -\n    - d\ne: 1\n",
    "mappings in lists": "a:\n- b: 1\n  c: 2\n- d: 3\n-   e: 4\n    f:\n    - 5\n    - g: 6\nh: 7\n",
    "a list in a mapping in a list": "a:\n- b:\n  - c\n  d:\n    - e\n- f\n",
    "a mapping below its dash": "a:\n-\n  b: 1\n  c: 2\n- d: 3\n",
    "nothing": "a:\nb:\n  c:\n  d:\ne:\n",
    "nothing in lists": "a:\n-\n- 1\n-\nb:\n  -\n  -\nc:\n",
    "nothing in lists of lists": "a:\n- -\n  - 1\n- - 2\n  -\n-\n- - -\n",
    "nothing under the last key of an item": "a:\n- b:\n- c:\n  d:\n-\ne:\n- f:\n",
    "nothing where lists end": "a:\n  b:\n    -\n  c:\n  -\nd:\n-\n",
    "nothing, with spaces": "a:  \nb: # c\nc:   # c\n- # c\n-  \n",
    "nothing deep down": "a:\n  b:\n    c:\nd: 1\n",
    "plain scalars": "a: b c\nd: x:y\ne: --f\ng: -1\nh: a,b[c]{d}&*!|>%@`\ni: b'c\"d\n",
    "plain scalars that begin with a sign": "i: (a)\nj: +1\nk: ^l\nm: ~\nb: =\no: ;\np: <q\nr: \\s\ns: -'\n",
    "a value on the next line": "a:\n  b\n",
    "a quoted value on the next line": "a:\n  'b'\n",
    "a flow collection on the next line": "a:\n  [b]\n",
    "a literal scalar on the next line": "a:\n  |\n  b\n",
    "a scalar under a dash": "a:\n-\n  b\n",
    "numbers and words": "a: 0755\nb: yes\nc: 1.5\nd: null\ne: 1e3\nf: 2001-12-14\ng: .inf\n",
    "quoted scalars": "a: ''\nl: \"\"\nc: ' d'\ne: \"f \"\ng: '\\'\nh: 'a # b: c'\ni: \"j' # k: l\"\n",
    "quoted numbers and words": "m: '1'\nb: \"true\"\nc: 'null'\n",
    "escapes": 'a: "\\""\nb: "\\\\"\nc: "\\/\\n\\t"\nd: "\\\\\\""\ne: "x\\\\"  # c\nf: "\\\\n"\n',
    "a capital in front of an escape": 'a: "X\\\\"\nb: "X\\""\n',
    "a backslash in single quotes": "a: 'b\\c'\n'd\\e': [f, 'g\\h']\n",
    "several escapes": 'g: "\\"\\"h\\"i"\nj: "\\\\\\\\"\nk: "\\n\\"\\\\\\t" # "\n',
    "quoted items": "a:\n- 'b: c'\n- \"- d\"\n- '#'\n- \"a\\\"b\" # c\n- ': '\n",
    "plain keys": "a-b: 1\na.b/c-1: 2\n_d: 3\n$e: 4\nf1: 5\nlongerKey: 6\n/g: 7\nh_i: 8\n",
    "quoted keys": "'a': 1\n\"b\": 2\n'c d': 3\n'true': 4\n\"1\": 5\n'e': \n'f':\n  'g': 6\n",
    "quoted keys that hold signs": "\"# h\": 7\n'i: j': 8\n'\\': 9\n'a\"b': 10\n\"c'd\": 11\n",
    "an empty key": "'': 1\na:\n  \"\":\n",
    "capitals": "X: X\nXX:\n- X\n- X: XX\n  Z: [X, XX, {X: XX, Z: 'X'}]\n-  X  # X\nZ: X\n",
    "keys in lists": "a:\n- 'b': 1\n  \"c\": 2\n",
    "the longest key": f"{LONG}: 1\n'{LONG[2:]}': 2\n",
    "long lines": f"a: {'b' * 2000}\nc: {'d ' * 2000}\ne: '{'f: ' * 2000}'\n",
    "literal scalars": "a: |\n  b\n   c\n\n  d: # e\nf: |-\n  g\n  - h\ni: |+\n  j\n\nk: 1\n",
    "literal scalars that end in empty lines": "a: |\n  b\n\n\nc: |-\n  d\n\n\ne: |+\n  f\n\n\ng: h\n",
    "literal scalars at the end": "a: |\n  b\n",
    "literal scalars that keep, at the end": "a: |+\n  b\n\n\n",
    "literal scalars that strip, at the end": "a: |-\n  b\n\n",
    "literal scalars behind empty lines": "a: |\n\n\n  b\nc: |-\n\n  d\n",
    "literal scalars with lines of spaces": "a: |\n  b\n  \n \n      \n  c\n  \nd: 1\n",
    "literal scalars with comments": "a: | # c\n  b\n# c\nd: |-  # c\n  # e\n # f\ng: 1\n",
    "literal scalars in lists": "a:\n- |\n b\n- |-\n  c\n- - |\n     d\n  - e: |+\n      f\n    g: 1\n- |\n  h\ni: 1\n",
    "literal scalars of capitals": "a: |\n  X\nb: |\n  XX\n\n  X\nc: |-\n  X\n",
    "literal scalars with spaces behind": "a: |\n  b  \nc: |-\n  d \n  \n",
    "literal scalars of one column": "a: |\n b\nc: |\n          d\n           e\n",
    "flow collections": "a: []\nb: {}\nc: [d]\ne: {f: g}\nh: [i, j]\nk: {l: m, p: o}\n",
    "nested flow collections": "a: [[], {}, [b, [c]], {d: {e: [f]}}]\ng: {h: [i, {j: k}], l: {}, m: []}\n",
    "spaces in flow collections": "a: [  ]\nb: { }\nc: [ d , e  ]\nf: {  g:  h , i: j }  # c\nk: [ [ ] , { } ]  \n",
    "commas at the end": "a: [b,]\nc: {d: e , }\nf: [[g],]\n",
    "commas without a space": "a: [b,c,1,'d',\"e\",[],{}]\nf: {g: 1,h: 2}\n",
    "scalars in flow collections": "a: [1, true, null, '', \"\\n\", 'c, d', -1, -e, .5, a=b, _]\nf: {g: yes}\n",
    "JSON": "a: {\"b\":1,\"c\": [\"d\"], 'e':{\"f\":\"g\"}, \"h\":\"i\\\"j\", \"\":[]}\n",
    "flow collections in lists": "a:\n- [b, c]\n- {d: e}\n- - []\n  - f: {}\n    g: [h] # c\n- {}\n",
    "as deep as it goes, in a list": f"a:\n{DASHES}b\n",
    "as deep as it goes, in mappings": f"{KEYS}k: 1\n",
    "as deep as it goes, in a flow collection": f"a: {'[' * (MAX_DEPTH - 1)}{']' * (MAX_DEPTH - 1)}\n",
    "as deep as it goes, in all": f"a:\n{DASHES[4:]}[[]]\n",
}  # fmt: skip
"""Texts of which both the tree and the data are read."""

TREES = {
    "a list": "- a\n- b\n",
    "a list of mappings": "- a: 1\n  b:\n  - 2\n- c\n-\n",
    "an indented list at the top": "  - a\n  -\n",
    "a list of lists": "- - a\n  - - b\n- []\n",
    "a list of literals": "- |\n a\n- |-\n  b\n",
    "one empty item": "-\n",
    "as deep as it goes": f"{DASHES}- a\n",
    "a key that is a number": "1: a\n",
    "a key that is a boolean": "on: a\n",
    "a key that is null": "null: a\n",
    "a nested key that is a boolean": "a:\n  yes: b\n",
    "a second key that is a boolean": "a: 1\nno: b\n",
    "a key in an item that is a boolean": "a:\n- n: b\n",
    "a key in a flow mapping that is a boolean": "a: {off: b}\n",
    "a key twice": "a: 1\nb: 2\na: 3\n",
    "a key twice, once quoted": "a: 1\n'a': 3\n",
    "a key twice, first a mapping": "a:\n  b: 1\na: 3\n",
    "a nested key twice": "a:\n  b: 1\n  b:\n    c: 1\n",
    "a key twice in an item": "a:\n- b: 1\n  b: 2\n",
    "a key twice in a flow mapping": "a: {b: 1, b: 2}\n",
    "a key twice in an inner flow mapping": "a: [{b: 1, 'b': 2}]\n",
}
"""Texts of which only the tree is read: what is no mapping, keys that are no words, keys that stand twice."""

OTHERS = {
    "a tab": "a:\tb\n",
    "a tab in front of a comment": "a: b\t# c\n",
    "a carriage return": "a: b\r\n",
    "beyond ASCII": "a: \xe4\n",
    "a control character": 'a: "\x07"\n',
    "an anchor": "a: &b c\n",
    "an alias": "a: &b c\nd: *b\n",
    "a tag": "a: !t b\n",
    "a complex key": "? a\n: b\n",
    "a folded scalar": "a: >\n  b\n",
    "a directive": "%YAML 1.1\n---\na: b\n",
    "content behind the marker": "--- a: b\n",
    "a scalar behind the marker": "--- a\n",
    "no marker": "---a: b\n",
    "no marker, a comment": "---# a\nb: c\n",
    "two documents": "a: b\n---\nc: d\n",
    "an end marker": "a: b\n...\n",
    "an end marker where a value may be": "a:\n...\n",
    "a scalar": "a\n",
    "a quoted scalar": "'a'\n",
    "a literal scalar": "|\n  a\n",
    "a flow sequence": "[a]\n",
    "a flow mapping": "{a: b}\n",
    "a plain scalar that goes on": "a: b\n  c\n",
    "a plain scalar that goes on under a dash": "a:\n- b\n  c\n",
    "a plain scalar that goes on with a dash": "a: b\n  - c\n",
    "a plain scalar that goes on with a key": "a: b\n  c: d\n",
    "a scalar where a key should be": "a: b\nc\n",
    "a flow collection where a key should be": "a: b\n[c]\n",
    "a key in a list": "- a\nb: c\n",
    "a dash in a mapping": "a: b\n- c\n",
    "a dash in a nested mapping": "a:\n  b: c\n  - d\n",
    "a dash behind a list": "a:\n  - b\n- c\n",
    "a key between two columns": "a:\n  b: c\n d: e\n",
    "a dash between two columns": "a:\n  - b\n - c\n",
    "a key left of the first": "  a: b\nc: d\n",
    "a key between a list and its key": "a:\n  - b\n c: d\n",
    "a key at the column of a nested list": "a:\n  - - b\n    c: d\n",
    "a key at the column of an indented list": "a:\n  - b\n  c: d\n",
    "a key behind a scalar item": "a:\n- b\n  c: d\n",
    "a list that ends where no key is": "a:\n  b:\n    - c\n    d: e\n",
    "a quote that stays open": "a: 'b\n  c'\n",
    "a double quote that stays open": 'a: "b\n  c"\n',
    "a quote that never closes": "a: 'b\n",
    "a double quote that never closes": 'a: "b\\"\n',
    "a doubled quote": "a: 'b''c'\n",
    "a doubled quote at the end": "a: 'b'''\n",
    "text behind a quote": "a: 'b'c\n",
    "a capital behind a quote": "a: 'b'X\n",
    "a capital behind a quote and a space": "a: 'b' X\n",
    "text behind a quote and a space": "a: 'b' c\n",
    "text behind a double quote": 'a: "b"c\n',
    "a comment that touches a quote": "a: 'b'# c\n",
    "a rare escape": 'a: "\\x41"\n',
    "a rare escape behind others": 'a: "\\n\\e"\n',
    "an escaped line feed": 'a: "b\\\n  c"\n',
    "a value that holds a colon": "a: b: c\n",
    "a value that ends in a colon": "a: b:\n",
    "a value that ends in a colon and a comment": "a: b: # c\n",
    "a quoted value that is a key": "a: 'b': c\n",
    "a key behind a space": "a : b\n",
    "a key without a space": "a:b\n",
    "a quoted key without a space": "'a':b\n",
    "a quoted key behind a space": "'a' : b\n",
    "a key with a space": "a b: c\n",
    "a key that begins with a dash": "-a: b\n",
    "a key that begins with a sign": "<<: b\n",
    "an empty key": ": a\n",
    "a quoted key with an escape": '"a\\n": b\n',
    "a quoted key with a doubled quote": "'a''b': c\n",
    "a key that is too long": f"{LONG}k: 1\n",
    "a quoted key that is too long": f"'{LONG}': 1\n",
    "a double-quoted key that is too long": f'"{LONG}": 1\n',
    "a reserved sign": "a: @b\n",
    "another reserved sign": "a: `b\n",
    "a comma": "a: ,b\n",
    "a closing bracket": "a: ]\n",
    "a closing brace": "a: }\n",
    "a question mark": "a: ?b\n",
    "a colon": "a: :b\n",
    "a dash in front of a value": "a: - b\n",
    "a dash as a value": "a: -\n",
    "an indentation indicator": "a: |2\n  b\n",
    "an indicator behind the other": "a: |-2\n  b\n",
    "text behind a literal's header": "a: |b\n  c\n",
    "text behind a literal's header and a space": "a: |- b\n  c\n",
    "a comment that touches a literal's header": "a: |#\n  c\n",
    "a literal scalar with nothing in it": "a: |\n",
    "a literal scalar with nothing in it, then a key": "a: |\nb: c\n",
    "a literal scalar of empty lines": "a: |+\n\n\n",
    "a literal scalar that begins with a line of spaces": "a: |\n   \n  b\n",
    "a literal scalar at its key's column": "a:\n  b: |\n  c\n",
    "a literal scalar left of its key": "a:\n  b: |\n c\n",
    "a literal scalar at its dash's column": "a:\n  - |\n  b\n",
    "a literal scalar without a final line feed": "a: |\n  b",
    "a literal scalar that keeps, without a final line feed": "a: |+\n  b",
    "a literal scalar, then spaces": "a: |\n  b\n  ",
    "a literal scalar, then a deeper comment": "a: |\n  b\n # c\n  d\n",
    "an open flow sequence": "a: [b,\n  c]\n",
    "an open flow mapping": "a: {b: c,\n  d: e}\n",
    "a bracket that never closes": "a: [b\n",
    "a bracket behind a comma that never closes": "a: [b,\n",
    "an inner bracket that never closes": "a: [[b]\n",
    "text behind a flow collection": "a: [b] c\n",
    "text that touches a flow collection": "a: [b]c\n",
    "a comment that touches a flow collection": "a: [b]# c\n",
    "a key that is a flow collection": "a:\n  [b]: c\n",
    "a comment in a flow collection": "a: [b # c\n  ]\n",
    "a wrong bracket": "a: [b}\n",
    "a wrong brace": "a: {b: c]\n",
    "a comma first": "a: [,b]\n",
    "a comma first in a mapping": "a: {,}\n",
    "two commas": "a: [b,,c]\n",
    "no comma": "a: [b 'c']\n",
    "no comma between collections": "a: [[b] [c]]\n",
    "no comma between quoted items": "a: ['b' 'c']\n",
    "no comma in a mapping": "a: {b: 'c' 'd': e}\n",
    "no comma in front of a key": "a: {b: 'c' d: e}\n",
    "no comma behind a collection": "a: [{} b]\n",
    "words with a space": "a: [b c]\n",
    "a key without a value": "a: {b}\n",
    "a key without a value, quoted": "a: {'b'}\n",
    "a second key without a value": "a: {b: c, d}\n",
    "a key with nothing": "a: {b: , c: d}\n",
    "a last key with nothing": "a: {b: }\n",
    "a pair in a sequence": "a: [b: c]\n",
    "a quoted pair in a sequence": "a: ['b': c]\n",
    "a collection for a key": "a: {[b]: c}\n",
    "a mapping for a key": "a: {{b: c}: d}\n",
    "an empty key in a flow mapping": "a: {: b}\n",
    "a colon in a sequence": "a: [:]\n",
    "a flow key without a space": "a: {b:c}\n",
    "a flow key behind a space": "a: {b : c}\n",
    "two colons": "a: {b: c: d}\n",
    "a dash in a flow sequence": "a: [-]\n",
    "a dash and a space in a flow sequence": "a: [- b]\n",
    "two dashes in a flow sequence": "a: [-- b]\n",
    "a sign in a flow sequence": "a: [+1]\n",
    "an anchor in a flow sequence": "a: [&b c]\n",
    "a quote that stays open in a flow sequence": "a: ['b]\n",
    "a double quote that stays open in a flow sequence": 'a: ["b]\n',
    "a doubled quote in a flow sequence": "a: ['b''c']\n",
    "a rare escape in a flow sequence": 'a: ["\\x41"]\n',
    "a rare escape in a flow key": 'a: {"\\x41": b}\n',
    "too deep a list": f"a:\n{DASHES}- b\n",
    "too deep a list at the top": f"{DASHES}- - a\n",
    "too deep a mapping": f"{KEYS}k:\n{' ' * MAX_DEPTH}k: 1\n",
    "too deep a flow sequence": f"a: {'[' * MAX_DEPTH}{']' * MAX_DEPTH}\n",
    "too deep a flow mapping": f"a: {'{a: ' * MAX_DEPTH}1{'}' * MAX_DEPTH}\n",
    "too deep in all": f"a:\n{DASHES}[]\n",
}
"""Texts that are not in the style, whether YAML or not."""


@pytest.mark.parametrize("text", PLAIN.values(), ids=PLAIN)
def test_plain(text: str) -> None:
    assert agrees(text)
    assert read_data(text) is not None


@pytest.mark.parametrize("text", TREES.values(), ids=TREES)
def test_trees(text: str) -> None:
    assert agrees(text)
    assert read_data(text) is None


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_others(text: str) -> None:
    assert not agrees(text)


@pytest.mark.parametrize("text", ["", "\n", "# c", "  # c\n\n", "---\n", "--- # c\n# d\n"])
def test_nothing(text: str) -> None:
    assert agrees(text)
    assert read(text) is EMPTY


def test_lines_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few, of usual length; what is not in the style is not."""
    monkeypatch.setattr(plain_line, "_MOST", 2)
    plain_line._KNOWN.clear()
    long = "c: " + "d" * 157
    first = line_of("a: 1")
    second = line_of(long)
    assert line_of(long + "d") is not None
    assert line_of("&b") is None
    assert (known_line("a: 1"), known_line(long)) == (first, second)
    assert {"a: 1": first, long: second} == plain_line._KNOWN
    third = line_of("e: 1")
    assert {"e: 1": third} == plain_line._KNOWN
