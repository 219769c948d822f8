"""ResourceList: where its results go, and what cannot be one."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from properties.plain_yaml import documents
from yurt_hostnet.krm.resource_list import parse_objects, parse_resource_list
from yurt_hostnet.textedit.errors import InputError

HEAD = b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n"
ROWS: list[dict[str, Any]] = [{"message": "a", "severity": "info"}, {"message": "b", "severity": "info"}]
OLD = {"message": "old"}

TEXTS = {
    "block": (HEAD + b"items:\n- a: 1\n", ROWS),
    "no items": (HEAD + b"items: []\n", ROWS),
    "no final newline": (HEAD + b"items:\n- a: 1", ROWS),
    "a block scalar that the end cuts off": (HEAD + b"items:\n- a: |\n    1", ROWS),
    "a block scalar that keeps empty lines": (HEAD + b"items:\n- a: 1\nb: |+\n  1\n\n\n", ROWS),
    "items with such a block scalar": (HEAD + b"items:\n- a: |+\n    1\n\n", ROWS),
    "such a block scalar before an end marker": (HEAD + b"items:\n- a: |+\n    1\n\n...\n", ROWS),
    "flow items and a block scalar": (HEAD + b"items: [{a: 1}]\nb: |\n  1", ROWS),
    "items first, cut off": (b"\xef\xbb\xbfitems:\n- a: |\n    1\n" + HEAD[:-1], ROWS),
    "indented": (b"".join(b"  " + line + b"\n" for line in (HEAD + b"items:\n- a: 1").split(b"\n")), ROWS),
    "CRLF": ((HEAD + b"items:\n- a: 1\n").replace(b"\n", b"\r\n"), ROWS),
    "items first": (b"items:\n- a: 1\n" + HEAD, ROWS),
    "functionConfig behind items": (HEAD + b"items:\n- a: 1\nfunctionConfig: {}\n", ROWS),
    "end marker": (HEAD + b"items:\n- a: 1\n...\n", ROWS),
    "end marker and key": (HEAD + b"items:\n- a: 1\nfunctionConfig: {}\n...\n", ROWS),
    "empty document behind": (HEAD + b"items:\n- a: 1\n---\n# end\n", ROWS),
    "comment behind": (HEAD + b"items:\n- a: 1\n# end\n\n", ROWS),
    "flow items": (HEAD + b"items: [{a: 1}]\n", ROWS),
    "flow items, end marker": (HEAD + b"items: [{a: 1}]\n...\n", ROWS),
    "JSON": (b'{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": [{"a": 1}]}', ROWS),
    "JSON, empty results": (
        b'{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "results": [], "items": []}',
        ROWS,
    ),
    "empty results": (HEAD + b"items:\n- a: 1\nresults: []\n", ROWS),
    "null results": (HEAD + b"items:\n- a: 1\nresults:\n", ROWS),
    "old results": (HEAD + b"items:\n- a: 1\nresults:\n- message: old\n", [OLD, *ROWS]),
    "old results in front": (HEAD + b"results:\n  - message: old\nitems:\n- a: 1\n", [OLD, *ROWS]),
    "old results in flow style": (HEAD + b"items:\n- a: 1\nresults: [{message: old}]\n", [OLD, *ROWS]),
    "results that are none": (HEAD + b"items:\n- a: 1\nresults: text\n", ROWS),
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_results(text: bytes, expected: object) -> None:
    found = parse_resource_list(text)
    assert found is not None
    out = b"".join(found.render(ROWS))
    before, after = documents(text)[0], documents(out)[0]
    assert after == {**before, "results": expected}


def test_without_results_nothing_changes() -> None:
    text = HEAD + b"items:  # c\n- a: 1\n"
    found = parse_resource_list(text)
    assert found is not None
    assert b"".join(found.render([])) == text


BAD = {
    "no items": (HEAD, "line 1: The ResourceList has no items. Send `items: []` for an empty package."),
    "null items": (
        HEAD + b"items:\n",
        "line 3: The ResourceList has no items. Send `items: []` for an empty package.",
    ),
    "items that are a mapping": (
        HEAD + b"items: {}\n",
        "line 3: The ResourceList has items that are no list. Send `items: []` for an empty package.",
    ),
    "another version": (
        HEAD.replace(b"/v1", b"/v2") + b"items: []\n",
        "line 1: ResourceList has apiVersion config.kubernetes.io/v2; send config.kubernetes.io/v1.",
    ),
    "a second document": (
        HEAD + b"items: []\n---\na: 1\n",
        "line 4: A second document follows the ResourceList. Send one ResourceList.",
    ),
    "a key twice": (
        HEAD + b"kind: ResourceList\nitems: []\n",
        "line 3: The ResourceList has the key kind twice. Keep one.",
    ),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_errors(text: bytes, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_resource_list(text)
    assert str(error.value) == message


def test_results_that_are_there_are_not_repeated() -> None:
    text = HEAD + b"items: []\nresults:\n- message: a\n  severity: info\n"
    found = parse_resource_list(text)
    assert found is not None
    assert b"".join(found.render(ROWS)) == text + b"- message: b\n  severity: info\n"
    assert b"".join(found.render(ROWS[:1])) == text


def test_function_config_may_use_what_an_item_defines() -> None:
    found = parse_resource_list(HEAD + b"items:\n- kind: A\n  a: &a {b: 1}\nfunctionConfig: *a\n")
    assert found is not None
    assert found.function_config == {"b": 1}
    assert [item.data for item in found.source.objects()] == [{"kind": "A", "a": {"b": 1}}]


@pytest.mark.parametrize("line_end", [b"\n", b"\r", b"\r\n", b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9"], ids=ascii)
@pytest.mark.parametrize("last", [b"results: []", b""])
def test_whatever_ends_a_line(line_end: bytes, last: bytes) -> None:
    """YAML 1.1 knows six line ends. Each item has its own text, the last one too."""
    lines = [
        b"apiVersion: config.kubernetes.io/v1",
        b"kind: ResourceList",
        b"items:",
        b"- kind: A",
        b"  metadata: {name: one}",
        b"- kind: B",
        b"  metadata:",
        b"    name: two",
        last,
    ]
    objects = parse_objects(line_end.join(lines))
    assert [item.data for item in objects] == [
        {"kind": "A", "metadata": {"name": "one"}},
        {"kind": "B", "metadata": {"name": "two"}},
    ]


def test_results_that_share_a_field() -> None:
    """The lines of a field are written once for all results that have it, however many others come between."""
    shared = {"path": "spec.affinity", "proposedValue": {"a": [1, {"b": "c"}]}}
    rows: list[dict[str, Any]] = []
    for number in range(600):
        rows += [{"message": f"m{number}", "field": shared}, {"field": {"path": f"p{number}"}, "tags": {"n": number}}]
    rows += [{"message": "no field"}, {"field": {}, "message": "an empty one"}, {"message": "again", "field": shared}]
    found = parse_resource_list(b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n", "")
    assert found is not None
    text = b"".join(found.render(rows))
    assert yaml.safe_load(text)["results"] == rows
    assert b"&" not in text
