"""KubeObject: the identity of an object, whatever its text looks like."""

from __future__ import annotations

import pytest

from yurt_hostnet.krm.resource_list import parse_objects

NAMES = {
    "text": ("{name: web, namespace: shop}", ("web", "shop")),
    "quoted": ("{name: \"12\", namespace: 'no'}", ("12", "no")),
    "boolean to YAML 1.1": ("{name: n, namespace: off}", ("n", "off")),
    "number": ("{name: 012, namespace: 1e3}", ("012", "1e3")),
    "null": ("{name: null, namespace: }", ("", "")),
    "none": ("{}", ("", "")),
    "no scalar": ("{name: {}, namespace: [a]}", ("", "")),
    "alias": ("{labels: {x: &y 12}, name: *y}", ("12", "")),
    "no mapping": ("text", ("", "")),
}


@pytest.mark.parametrize(("metadata", "expected"), NAMES.values(), ids=NAMES)
def test_name_and_namespace(metadata: str, expected: tuple[str, str]) -> None:
    (found,) = parse_objects(f"apiVersion: v1\nkind: Pod\nmetadata: {metadata}\n".encode())
    assert (found.name, found.namespace) == expected
    assert (found.ref.name, found.ref.namespace) == expected


MENTIONS = {
    "plain": ("a: hostPort\n", True),
    "nothing": ("a: b\n", False),
    "a sign that hides nothing": ("a: '*'\nb: \"\\\\x68\"\nc: !\n", False),
    "escape": ('a: "host\\x50ort"\n', True),
    "another word's escape": ('a: "host\\x51ort"\n', False),
    "alias": ("a: *x\n", True),
    "another alias": ("a: *y\n", False),
    "binary": ("a: !!binary aG9zdFBvcnQ=\n", True),
}


@pytest.mark.parametrize(("line", "expected"), MENTIONS.values(), ids=MENTIONS)
def test_mentions(line: str, expected: bool) -> None:
    """An item is read only where a sign may hide the word, and then its data decides."""
    item = line.rstrip().replace("\n", "\n  ")
    text = f"kind: List\nx: &x hostPort\ny: &y other\nitems:\n- kind: A\n  {item}\n- kind: B\n"
    first, _ = parse_objects(text.encode())
    assert first.mentions(b"nothing", b"hostPort") is expected
    assert not first.mentions(b"nothing")
