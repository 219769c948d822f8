"""change_text: what is inserted where, and what stays as it was."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.textedit.read.events import parse_events
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader
from yurt_hostnet.textedit.write import change
from yurt_hostnet.textedit.write.change import CannotChangeError, add, change_text, proves
from yurt_hostnet.textedit.write.same import same

Changes = list[tuple[tuple[str | int, ...], Any]]

A: Changes = [(("a", "new"), 1)]
ITEM: Changes = [(("a", "-"), "x")]
DEEP: Changes = [(("a", "new"), {"k": ["v", {"b": True}]})]

CASES: dict[str, tuple[str, Changes, str]] = {
    "mapping": ("a:\n  b: 1\n", A, "a:\n  b: 1\n  new: 1\n"),
    "mapping at its own indentation": (
        "a:\n    b: 1\nc: 2\n",
        DEEP,
        "a:\n    b: 1\n    new:\n        k:\n        - v\n        - b: true\nc: 2\n",
    ),
    "sequence": ("a:\n- b\nc: 1\n", ITEM, "a:\n- b\n- x\nc: 1\n"),
    "indented sequence": ("a:\n  - b\nc: 1\n", ITEM, "a:\n  - b\n  - x\nc: 1\n"),
    "nested sequence": ("a:\n- - b\n", [(("a", 0, "-"), "x")], "a:\n- - b\n  - x\n"),
    "the inner of two at one place comes first": (
        "a:\n  b:\n  - 1\n",
        [(("new",), 1), (("a", "b", "-"), 2), (("a", "m"), 3)],
        "a:\n  b:\n  - 1\n  - 2\n  m: 3\nnew: 1\n",
    ),
    "two in one mapping keep their order": ("a: {}\n", [(("m",), 1), (("l",), 2)], "a: {}\nm: 1\nl: 2\n"),
    "a trailing comment stays on its line": ("a:\n  b: 1  # c\n", A, "a:\n  b: 1  # c\n  new: 1\n"),
    "a comment of the mapping stays in front": (
        "a:\n  b: 1\n  # c\nd: 2\n",
        A,
        "a:\n  b: 1\n  # c\n\n  new: 1\nd: 2\n",
    ),
    "a comment of what follows stays behind": ("a:\n  b: 1\n# c\nd: 2\n", A, "a:\n  b: 1\n  new: 1\n# c\nd: 2\n"),
    "CRLF": ("a:\r\n  b: 1\r\n", A, "a:\r\n  b: 1\r\n  new: 1\r\n"),
    "no final newline": ("a:\n  b: 1", A, "a:\n  b: 1\n  new: 1"),
    "flow mapping": ("a: {b: 1}\n", A, "a: {b: 1, new: 1}\n"),
    "flow mapping with spaces": ("a: { b: 1 }\n", A, "a: { b: 1, new: 1 }\n"),
    "flow mapping with a comma at its end": ("a: {b: 1,}\n", A, "a: {b: 1, new: 1,}\n"),
    "empty flow mapping": ("a: {}\n", A, "a:\n  new: 1\n"),
    "empty flow mapping with a space": ("a: { }\n", A, "a:\n  new: 1\n"),
    "empty flow sequence with spaces": ("a: [  ]  # c\n", ITEM, "a:  # c\n- x\n"),
    "a value on a line of its own": ("a:\n  null # c\nb: 1\n", [(("a",), 1)], "a:\n  1 # c\nb: 1\n"),
    "JSON": ('{"a":{"b":1}}', A, '{"a":{"b":1,"new":1}}'),
    "JSON on lines": ('{\n  "a": {\n    "b": 1\n  }\n}\n', A, '{\n  "a": {\n    "b": 1,\n    "new": 1\n  }\n}\n'),
    "JSON on lines, empty": ('{\n  "a": {}\n}\n', A, '{\n  "a": {\n    "new": 1\n  }\n}\n'),
    "JSON with tabs": ('{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n', A, '{\n\t"a": {\n\t\t"b": 1,\n\t\t"new": 1\n\t}\n}\n'),
    "null": ("a: null  # c\nb: 1\n", [(("a",), {"k": 1})], "a:  # c\n  k: 1\nb: 1\n"),
    "nothing": ("a:\nb: 1\n", [(("a",), ["x"])], "a:\n- x\nb: 1\n"),
    "null to a scalar": ("a: ~\n", [(("a",), "true")], 'a: "true"\n'),
    "nothing to a scalar": ("a:\n", [(("a",), 1)], "a: 1\n"),
    "null in flow style": ("{a: null, b: }\n", [(("a",), 1), (("b",), 2)], "{a: 1, b: 2}\n"),
    "an alias is written out": (
        "x: &x {b: 1}\na: *x\n",
        A,
        "x: &x {b: 1}\na:\n  b: 1\n  new: 1\n",
    ),
    "what a merge key brings is copied": (
        "x: &x\n  c: {b: 1}\na:\n  <<: *x\n",
        [(("a", "c", "new"), 1)],
        "x: &x\n  c: {b: 1}\na:\n  <<: *x\n  c:\n    b: 1\n    new: 1\n",
    ),
    "block scalar": ("a:\n  b: |\n    t\n", A, "a:\n  b: |\n    t\n  new: 1\n"),
    "block scalar, then empty lines": ("a:\n  b: |\n    t\n\n\n", A, "a:\n  b: |\n    t\n  new: 1\n\n\n"),
    "block scalar that keeps its lines": ("a:\n  b: |+\n    t\n\nc: 1\n", A, "a:\n  b: |+\n    t\n\n  new: 1\nc: 1\n"),
    "block scalar, cut off": ("a:\n  b: |\n    t", A, "a:\n  b: |-\n    t\n  new: 1"),
    "block scalar that keeps, cut off": ("a:\n  b: |+\n    t", A, "a:\n  b: |-\n    t\n  new: 1"),
    "block scalar with an indicator, cut off": ("a:\n  b: |1+ # c\n    t", A, "a:\n  b: |1- # c\n    t\n  new: 1"),
    "folded scalar": ("a:\n  b: >-\n    t\n    u\n", A, "a:\n  b: >-\n    t\n    u\n  new: 1\n"),
}


def changed(text: str, changes: Changes) -> tuple[str, Any]:
    (root,) = parse(text).roots
    return change_text(text, root, Reader().read(root), changes)


@pytest.mark.parametrize(("text", "changes", "expected"), CASES.values(), ids=CASES)
def test_text(text: str, changes: Changes, expected: str) -> None:
    assert changed(text, changes)[0] == expected


@pytest.mark.parametrize(("text", "changes", "expected"), CASES.values(), ids=CASES)
def test_data(text: str, changes: Changes, expected: str) -> None:
    (root,) = parse(expected).roots
    assert changed(text, changes)[1] == Reader().read(root)


ROUND_TRIPS: dict[str, tuple[str, Changes, str]] = {
    "a tagged empty value": ("b: 1\na: !!str\nc: X\n", [(("a",), 1)], "b: 1\na: 1\nc: X\n"),
}


@pytest.mark.parametrize(("text", "changes", "expected"), ROUND_TRIPS.values(), ids=ROUND_TRIPS)
def test_round_trip(text: str, changes: Changes, expected: str) -> None:
    assert changed(text, changes)[0] == expected


REWRITTEN: dict[str, tuple[str, Changes, str]] = {
    "a comment in a flow collection": (
        "x: [1, # e\n  2] # f\na: !!str\n",
        [(("a",), 1)],
        "an empty value has a tag; the comment # e would get lost",
    ),
    "a null beside": (
        "x: ~\na: !!str\n",
        [(("a",), 1)],
        "an empty value has a tag; what stands around it would be rewritten",
    ),
}


@pytest.mark.parametrize(("text", "changes", "reason"), REWRITTEN.values(), ids=REWRITTEN)
def test_what_would_be_rewritten(text: str, changes: Changes, reason: str) -> None:
    """ruamel.yaml drops comments in flow collections, and writes other values anew; then nothing is changed."""
    with pytest.raises(CannotChangeError) as error:
        changed(text, changes)
    assert str(error.value) == f"This object cannot be edited safely ({reason}). Write that part in plain block style."


IMPOSSIBLE: dict[str, tuple[str, Changes]] = {
    "a path that leads nowhere": ("a: 1\n", [(("b", "c"), 1)]),
    "a path into a scalar": ("a: 1\n", A),
    "an index beyond the end": ("a: []\n", [(("a", 0, "b"), 1)]),
}


@pytest.mark.parametrize(("text", "changes"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible(text: str, changes: Changes) -> None:
    with pytest.raises(CannotChangeError, match=r"^An edit leads to .+, which is not there\.$"):
        changed(text, changes)


def test_anchors_of_earlier_text() -> None:
    """They are known to the proof, and not to a round trip."""
    anchors = parse_events("x: &x [1]\n").anchors
    (root,) = parse("a:\n  b: *x\n", anchors=anchors).roots
    data = Reader().read(root)
    assert change_text("a:\n  b: *x\n", root, data, A, anchors) == (
        "a:\n  b: *x\n  new: 1\n",
        {"a": {"b": [1], "new": 1}},
    )
    assert proves("a: *x\n", {"a": [1]}, anchors)
    assert not proves("a: *x\n", {"a": [1]})
    text = "a: !!str\n"
    (root,) = parse(text).roots
    with pytest.raises(CannotChangeError) as error:
        change_text(text, root, {"a": ""}, [(("a",), 1)], anchors)
    assert error.value.message == (
        "This object cannot be edited safely (an empty value has a tag). Write that part in plain block style."
    )


def test_what_cannot_be_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change, "proves", lambda *_: False)
    with pytest.raises(CannotChangeError) as error:
        changed("a: {}\n", A)
    assert error.value.message == (
        "This object cannot be edited safely (the edited text would mean something else)."
        " Write that part in plain block style."
    )


PROVED = {
    "plain": ("a: 1\n", {"a": 1}, True),
    "flow style": ("{a: 1}\n", {"a": 1}, True),
    "another value": ("a: 1\n", {"a": 2}, False),
    "another value in flow style": ("{a: 1}\n", {"a": 2}, False),
    "no YAML": ("a: [\n", None, False),
    "two documents": ("a: 1\n---\na: 1\n", {"a": 1}, False),
    "none": ("# c\n", None, False),
}


@pytest.mark.parametrize(("text", "data", "expected"), PROVED.values(), ids=PROVED)
def test_proves(text: str, data: Any, expected: bool) -> None:
    assert proves(text, data) is expected


NAN = float("nan")

PAIRS: dict[str, tuple[Any, Any, bool]] = {
    "integers": (1, 1, True),
    "other integers": (1, 2, False),
    "integer and boolean": (1, True, False),
    "integer and float": (1, 1.0, False),
    "floats": (1.5, 1.5, True),
    "no numbers": (NAN, float("nan"), True),
    "a number and none": (1.0, NAN, False),
    "none and a number": (NAN, 1.0, False),
    "strings": ("a" * 3, "aaa", True),
    "nothing": (None, None, True),
    "mappings": ({"a": [1, {"b": NAN}]}, {"a": [1, {"b": float("nan")}]}, True),
    "order does not count": ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
    "another key": ({"a": None}, {"b": None}, False),
    "another value": ({"a": 1, "b": 2}, {"a": 1, "b": 3}, False),
    "one key more": ({"a": 1}, {"a": 1, "b": 2}, False),
    "lists": ([1, [2]], [1, [2]], True),
    "another item": ([1, 2], [1, 3], False),
    "one item more": ([1], [1, 2], False),
    "a list and a mapping": ([], {}, False),
}


@pytest.mark.parametrize(("a", "b", "expected"), PAIRS.values(), ids=PAIRS)
def test_same(a: Any, b: Any, expected: bool) -> None:
    assert same(a, b) is expected


def test_add() -> None:
    data = {"a": [{"b": 1}, [2], {"c": 3}, 4]}
    assert add(data, (), 1) == 1
    assert add(data, ("a", 1, "-"), {}) == {"a": [{"b": 1}, [2, {}], {"c": 3}, 4]}
    assert add(data, ("a", 0, "b"), 5) == {"a": [{"b": 5}, [2], {"c": 3}, 4]}
    new = add(data, ("a", 2, "d"), 5)
    assert new == {"a": [{"b": 1}, [2], {"c": 3, "d": 5}, 4]}
    assert new["a"][0] is data["a"][0]
    assert data == {"a": [{"b": 1}, [2], {"c": 3}, 4]}


NOWHERE: dict[str, tuple[tuple[str | int, ...], str]] = {
    "in front of an item": (("a", 0), "0"),
    "behind the end": (("a", 2, "b"), "2"),
    "in front of the first": (("a", -1, "b"), "-1"),
    "into what is appended": (("a", "-", "b"), "-"),
    "a name in a list": (("a", "b"), "b"),
    "no key": (("b", "c"), "b"),
    "in a scalar": (("a", 1, "b"), "b"),
}


@pytest.mark.parametrize(("path", "step"), NOWHERE.values(), ids=NOWHERE)
def test_add_nowhere(path: tuple[str | int, ...], step: str) -> None:
    with pytest.raises(CannotChangeError) as error:
        add({"a": [{}, 1]}, path, 2)
    assert error.value.message == f"An edit leads to {step}, which is not there."
