"""What is read through PyYAML's events: trees, anchors, and errors as sentences with a line."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from yaml.reader import ReaderError

from properties.plain_reader import shape
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read import events
from yurt_hostnet.textedit.read.events import parse_events
from yurt_hostnet.textedit.read.nodes import MAX_DEPTH, Alias, Mapping
from yurt_hostnet.textedit.read.tree import parse


def test_tree() -> None:
    (root,) = parse("&m !t\n? [&a 'b', !!str c]\n: {*a : d}\n").roots
    key_items = [
        ["Scalar", 9, 15, 3, None, "a", "'", "b", []],
        ["Scalar", 17, 24, 11, "tag:yaml.org,2002:str", None, "", "c", []],
    ]
    pair = [["Alias", 29, 31, 3, None, None, None, None, []], ["Scalar", 34, 35, 8, None, None, "", "d", []]]
    key = ["Sequence", 8, 25, 2, None, None, None, True, key_items]
    value = ["Mapping", 28, 36, 2, None, None, None, True, [pair]]
    assert shape(root) == ["Mapping", 0, 36, 0, "!t", "m", None, False, [[key, value]]]


def test_collections_for_keys() -> None:
    (root,) = parse("? {a: b}\n: c\n? - d\n: e\nf: g\n").roots
    assert isinstance(root, Mapping)
    assert [(shape(key)[:3], shape(value)[:3]) for key, value in root.pairs] == [
        (["Mapping", 2, 8], ["Scalar", 11, 12]),
        (["Sequence", 15, 18], ["Scalar", 21, 22]),
        (["Scalar", 23, 24], ["Scalar", 26, 27]),
    ]


ALIASES = "a: &a [1]\nb: *a\nc: &b {x: *a}\n---\nd: *a\n"


def test_aliases_and_anchors() -> None:
    tree = parse_events(ALIASES)
    first, second = tree.roots
    assert isinstance(first, Mapping)
    assert isinstance(second, Mapping)
    assert [(alias.name, alias.start, alias.end, alias.column) for alias in tree.aliases] == [
        ("a", 13, 15, 3),
        ("a", 26, 28, 10),
        ("a", 37, 39, 3),
    ]
    list_node = first.pairs[0][1]
    assert [alias.target for alias in tree.aliases] == [list_node, list_node, None]
    assert (list_node.anchor, first.pairs[2][1].anchor, tree.anchors) == ("a", "b", {})


def test_anchors_of_one_document() -> None:
    tree = parse_events("a: &a [&b 1, &c {x: &a 2}]\n")
    assert {name: node.start for name, node in tree.anchors.items()} == {"a": 20, "b": 7, "c": 13}


@pytest.mark.parametrize("read", [parse, parse_events])
def test_anchors_of_earlier_text(read: Any) -> None:
    earlier = parse_events("a: &a 1\n").anchors
    for text in ("b: *a\n", "--- \nb: *a\n"):
        tree = read(text, anchors=earlier)
        (alias,) = tree.aliases
        assert isinstance(alias, Alias)
        assert (alias.target, tree.anchors) == (earlier["a"], earlier)
    assert read("b: &b 1\n", anchors=earlier).anchors.keys() == {"a", "b"}
    assert earlier.keys() == {"a"}


def test_documents() -> None:
    tree = parse_events("a\n---\n- b\n--- # c\n...\n---\nd: e\n")
    assert [shape(root)[:3] for root in tree.roots] == [
        ["Scalar", 0, 1],
        ["Sequence", 6, 9],
        ["Scalar", 18, 18],
        ["Mapping", 26, 30],
    ]


def not_valid(problem: str) -> str:
    return f"This is not valid YAML: {problem}. Fix it there."


MARK = "A byte order mark (U+FEFF), which you cannot see, begins this line, where a document goes on. Take it out."
SEPARATOR = "This document separator has something else on its line. Put a line break behind the ---."
RETURNS = "This line ends in two carriage returns, which kubectl and kustomize count differently. Take one out."
ERRORS = {
    "a tab": ("a: 1\n\tb: 2\n", not_valid("found a tab character that violates indentation"), 2),
    "an open bracket": ("a: [\n", not_valid("did not find expected node content"), 2),
    "a pair in a scalar": ("\na: b: c\n", not_valid("mapping values are not allowed in this context"), 2),
    "an open quote": ("a: 'b\n", not_valid("found unexpected end of stream"), 2),
    "a bracket": ("a: 1\n]\n", not_valid("did not find expected key"), 2),
    "a control character": (
        "a: 1\n\nb: \x07\n",
        "This is not valid YAML: character U+0007 is not allowed. Escape it.",
        3,
    ),
    "a document behind an end": (
        "a: 1\n...\nb: 2\nc\n",
        "The document has ended before this line, and no line of --- begins another. Add it, or fix the indentation.",
        3,
    ),
    "a byte order mark behind a comment": ("# c\n\ufeffa:\n  b: 1\n\nc: 1\n", MARK, 2),
    "a byte order mark behind CRLF": ("---\r\n\ufeffa: 1\r\nc: 1\r\n", MARK, 2),
    "two byte order marks": ("- a\n\ufeff- b\n\ufeff- c\n", MARK, 2),
    "a byte order mark behind one line end": ("\n\ufeffa: 1\nb: ]\n", MARK, 2),
    "a byte order mark behind empty lines": ("\n\n- a\n\ufeff- b\n\ufeff- c\n", MARK, 4),
    "a byte order mark that libyaml passes over": ("a:\n- b: 1\n\ufeff  c: 2\n", MARK, 3),
    "a separator with a line end that is none": ("--- \x85a: 1\n", SEPARATOR, 1),
    "a separator with a carriage return": ("--- # c\ra: 1\r\n", SEPARATOR, 1),
    "two carriage returns": ("a: 'b'\r\r\nc: 1\n", RETURNS, 1),
    "a byte order mark in a line": ("a: '\ufeff'\nb: ]\n", not_valid("did not find expected node content"), 2),
    "a byte order mark at the start": ("\ufeffa: 1\nb: ]\n", not_valid("did not find expected node content"), 2),
    "a byte order mark behind the problem": (
        "a: ]\n\ufeffb: 1\n",
        not_valid("did not find expected node content"),
        1,
    ),
}


@pytest.mark.parametrize("read", [parse, parse_events])
@pytest.mark.parametrize(("text", "message", "line"), ERRORS.values(), ids=ERRORS)
def test_errors(text: str, message: str, line: int, read: Any) -> None:
    for arguments, offset in (((), 0), ((11,), 10)):
        with pytest.raises(InputError) as error:
            read(text, *arguments)
        assert (error.value.message, error.value.line, error.value.file) == (message, line + offset, "")


def test_depth() -> None:
    """As deep as it may be, and one deeper."""
    text = "\n\n" + "[" * (MAX_DEPTH - 1) + "\n{" + "}" + "]" * (MAX_DEPTH - 1)
    assert len(parse_events(text).roots) == 1
    with pytest.raises(InputError) as error:
        parse_events(text.replace("{}", "{a: {}}"), 11)
    message = "YAML is nested deeper than 256 levels; no Kubernetes object is. Flatten it."
    assert (error.value.message, error.value.line) == (message, 14)


RAISED: dict[str, tuple[yaml.YAMLError, str, int]] = {
    "a problem": (
        yaml.MarkedYAMLError("c", yaml.Mark("", 0, 7, 0, "", 0), "p", yaml.Mark("", 0, 3, 0, "", 0)),
        "This is not valid YAML: p. Fix it there.",
        8,
    ),
    "a context": (
        yaml.MarkedYAMLError("c", yaml.Mark("", 0, 7, 0, "", 0)),
        "This is not valid YAML: c. Fix it there.",
        12,
    ),
    "nothing said": (yaml.MarkedYAMLError(), "This is not valid YAML: it cannot be read. Fix it there.", 5),
    "a number for a character": (
        ReaderError("", 5, 0x7, "utf-8", "no"),
        "This is not valid YAML: character U+0007 is not allowed. Escape it.",
        7,
    ),
    "a character": (
        ReaderError("", 1, "\ufffe", "utf-8", "no"),
        "This is not valid YAML: character U+FFFE is not allowed. Escape it.",
        6,
    ),
    "anything": (yaml.YAMLError("no"), "This is not valid YAML: no.", 5),
}


@pytest.mark.parametrize(("raised", "message", "line"), RAISED.values(), ids=RAISED)
def test_what_pyyaml_raises(raised: Exception, message: str, line: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def parser(_: str) -> None:
        raise raised

    monkeypatch.setattr(events, "PARSER", parser)
    with pytest.raises(InputError) as error:
        parse_events("\nb\n&c\n\n", 5)
    assert (error.value.message, error.value.line) == (message, line)


PLACES = {
    "nothing": (("M.",), "M."),
    "a line": (("M.", 3), "line 3: M."),
    "a file": (("M.", 0, "f"), "f: M."),
    "both": (("M.", 3, "f"), "f:3: M."),
}


@pytest.mark.parametrize(("fields", "expected"), PLACES.values(), ids=PLACES)
def test_places(fields: tuple[Any, ...], expected: str) -> None:
    error = InputError(*fields)
    assert (str(error), error.args) == (expected, ("M.",))


@pytest.mark.parametrize("count", [256, 257])
def test_many_tag_directives(count: int) -> None:
    text = "".join(f"%TAG !a{number}! tag:x\n" for number in range(count)) + "---\na: !a7!y z\n"
    if count == 256:
        assert len(parse_events(text).roots) == 1
        return
    message = "More than 256 lines begin with %TAG here. Write the tags out where they stand."
    with pytest.raises(InputError) as error:
        parse_events(text, 3)
    assert (error.value.message, error.value.line) == (message, 3)
