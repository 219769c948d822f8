"""Input: the scan before parsing misses no object whose data holds a word."""

from __future__ import annotations

import pytest

from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.resource_list import parse_resource_list
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

WORD = b"openyurt.io/pool"

HIDDEN = {
    "plain": b"a: openyurt.io/pool",
    "key": b"openyurt.io/pool: a",
    "hex escape": rb'a: "openyurt\x2eio/pool"',
    "unicode escape": rb'a: "openyurt.io/p\u006fol"',
    "long unicode escape": rb'a: "openyurt.io/\U00000070ool"',
    "escaped slash": rb'a: "openyurt.io\/pool"',
    "escaped line break": b'a: "openyurt.io\\\n  /pool"',
    "escaped CRLF": b'a: "openyurt.io\\\r\n  /pool"',
    "binary": b"a: !!binary b3Blbnl1cnQuaW8vcG9vbA==",
    "binary, spelled out": b"a: !<tag:yaml.org,2002:binary> b3Blbnl1cnQuaW8vcG9vbA==",
    "binary, in percent escapes": b"a: !!%62in%61ry b3Blbnl1cnQuaW8vcG9vbA==",
    "binary, the short tag spelled out": b"a: !<!!binary> b3Blbnl1cnQuaW8vcG9vbA==",
    "escaped NEL": b'a: "openyurt.io\\\xc2\x85  /pool"',
    "escaped line separator": b'a: "openyurt.io\\\xe2\x80\xa8  /pool"',
    "escaped paragraph separator": b'a: "openyurt.io\\\xe2\x80\xa9  /pool"',
    "a long tag": b"a: !" + b"t" * 200 + b' "openyurt.io/pool"',
}


def held(source: Input) -> list[str]:
    return [item.name for item in source.mentioning((WORD,))]


@pytest.mark.parametrize("line", HIDDEN.values(), ids=HIDDEN)
def test_documents(line: bytes) -> None:
    text = b"kind: A\nmetadata: {name: none}\n---\nkind: A\nmetadata: {name: one}\n%s\n---\nkind: A\n" % line
    assert held(Input(text, split_documents(text))) == ["one"]


@pytest.mark.parametrize("line", HIDDEN.values(), ids=HIDDEN)
@pytest.mark.parametrize("kind", [b"ResourceList", b"List"])
def test_items(kind: bytes, line: bytes) -> None:
    text = (
        b"apiVersion: config.kubernetes.io/v1\nkind: %s\nitems:\n- kind: A\n  metadata: {name: none}\n"
        b"- kind: A\n  metadata: {name: one}\n  %s\n"
    ) % (kind, line)
    found = parse_resource_list(text)
    assert held(found.source if found else Input(text, split_documents(text))) == ["one"]


@pytest.mark.parametrize("kind", [b"ResourceList", b"List"])
def test_a_word_behind_an_alias_to_another_item(kind: bytes) -> None:
    text = (
        b"apiVersion: config.kubernetes.io/v1\nkind: %s\nitems:\n"
        b"- kind: A\n  metadata: {name: one, labels: &l {openyurt.io/pool: a}}\n"
        b"- kind: A\n  metadata: {name: none}\n"
        b"- kind: A\n  metadata:\n    name: two\n    labels: *l\n"
        b"- kind: A\n  metadata: {name: three,labels:  *l}\n"
        b"- kind: A\n  metadata: {name: four}\n  x: {<<: *l}\n"
    ) % kind
    found = parse_resource_list(text)
    assert held(found.source if found else Input(text, split_documents(text))) == ["one", "two", "three", "four"]


def test_each_object_once_and_in_order() -> None:
    text = b"".join(
        b"---\nkind: A\nmetadata: {name: n%d}\na: openyurt.io/pool openyurt.io/pool\n" % n for n in range(3)
    )
    assert held(Input(text, split_documents(text))) == ["n0", "n1", "n2"]


def test_nothing_else_is_parsed() -> None:
    text = b"kind: A\n--- \nkind: B\na: openyurt.io/pool\n---\nkind: {\n"
    assert [item.kind for item in Input(text, split_documents(text)).mentioning((WORD,))] == ["B"]


@pytest.mark.parametrize(
    "text",
    [
        b"apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- metadata: {name: a}\n- apiVersion: v1\n  kind: Pod\n",
        b'{"kind": "DeploymentList", "apiVersion": "apps/v1", "items": [{}, {"apiVersion": "v1", "kind": "Pod"}]}',
    ],
    ids=["block", "JSON"],
)
def test_a_typed_list_lends_its_items_apiversion_and_kind(text: bytes) -> None:
    objects = Input(text, split_documents(text)).objects()
    assert [(item.api_version, item.kind) for item in objects] == [("apps/v1", "Deployment"), ("v1", "Pod")]


def test_a_list_lends_nothing() -> None:
    text = b"apiVersion: v1\nkind: List\nitems:\n- metadata: {name: a}\n"
    assert [(item.api_version, item.kind) for item in Input(text, split_documents(text)).objects()] == [("", "")]


@pytest.mark.parametrize("first", ["? kind\n  : A\n ", "&a\n  kind: A\n ", "!!map\n  kind: A\n ", "{kind: A, x: {}"])
def test_an_item_is_read_from_where_it_begins(first: str) -> None:
    """A complex key, an anchor or a tag in front does not move the item's own column."""
    end = "}" if first.startswith("{") else " x: {}"
    text = f"kind: List\nitems: # c\n- {first}{end}\n- {{kind: B}}\n".encode()
    assert [item.kind for item in Input(text, split_documents(text)).objects()] == ["A", "B"]
    flat = f"kind: List\nitems: &i\n- {first}{end}\n- {{kind: B}}\n".encode()
    assert [item.kind for item in Input(flat, split_documents(flat)).objects()] == ["A", "B"]


def test_a_list_whose_kind_is_written_with_escapes() -> None:
    text = b'kind: "L\\x69st"\nitems:\n- kind: A\n'
    assert [item.kind for item in Input(text, split_documents(text)).objects()] == ["A"]


def test_objects_are_read_no_further_than_asked() -> None:
    text = b"kind: A\nnote: openyurt.io/pool\n---\nkind: ]\nnote: openyurt.io/pool\n"
    found = Input(text, split_documents(text)).mentioning((WORD,))
    assert next(found).kind == "A"
    with pytest.raises(InputError):
        next(found)


def test_mentions_outside() -> None:
    """Places that pass do not count, CustomResourceDefinitions do not, and what a search cannot see always does."""
    passed: list[int] = []

    def passes(text: bytes, position: int) -> bool:
        passed.append(position)
        return text[position - 2 : position] == b"- "

    def mentions(text: bytes, *words: bytes) -> bool:
        passed.clear()
        return Input(text, split_documents(text)).mentions_outside(words, passes)

    head = b"kind: A\na:\n"
    assert not mentions(head + b"- bb\n- bb\n", b"bb", b"cc")
    assert passed == [13, 18]
    assert mentions(head + b"- bb\n- cc\n- xcc\n", b"bb", b"cc")
    assert mentions(head + b"- bbb\n", b"bb")
    assert not mentions(head, b"bb")
    assert mentions(head + rb'- "\x62b"', b"bb")
    definition = b"---\nkind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\nspec: bb\n"
    assert not mentions(head + definition, b"bb")
    assert mentions(head + definition + b"---\nkind: B\nx: bb\n", b"bb")
