"""A package of many inputs is searched as a whole: it finds what each of its inputs finds by itself."""

from __future__ import annotations

import pytest

from yurt_hostnet.hosts.manifests import read_stream
from yurt_hostnet.krm.package import _MANY, Package

PLAIN = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: plain-{}\n"
TEXTS = {
    "word": "apiVersion: v1\nkind: Pod\nmetadata:\n  name: word\n",
    "escape": 'apiVersion: v1\n"k\\x69nd": "Po\\x64"\nmetadata:\n  name: escape\n',
    "binary": "apiVersion: v1\nkind: !!binary UG9k\nmetadata:\n  name: binary\n",
    "alias": "apiVersion: v1\nkind: List\nitems:\n- kind: &kind Pod\n  apiVersion: v1\n  metadata: {name: one}\n"
    "- kind: *kind\n  apiVersion: v1\n  metadata: {name: two}\n",
    "at the end": "apiVersion: v1\nmetadata:\n  name: at-the-end\nkind: Pod",
    "halves": "apiVersion: v1\nkind: Po",
    "other half": "d: 1\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other-half\n",
}


def package(number: int) -> Package:
    texts = list(TEXTS.values())
    filling = [PLAIN.format(index) for index in range(number - len(texts))]
    return Package([read_stream(text.encode()) for text in [*filling[::2], *texts, *filling[1::2]]])


def names(package: Package, *words: bytes) -> list[str]:
    return [item.name for item in package.mentioning(*words)]


@pytest.mark.parametrize("words", [(b"Pod",), (b"Po",), (b"plain-3",), (b"absent",), (b"ConfigMap", b"Pod"), ()])
def test_many_inputs_find_what_each_finds(words: tuple[bytes, ...]) -> None:
    many = package(3 * _MANY)
    each = [name for source in package(3 * _MANY).inputs for name in names(Package([source]), *words)]
    assert names(many, *words) == each
    assert many.may_mention(words) == any(Package([source]).may_mention(words) for source in many.inputs)


def test_what_is_found_among_many() -> None:
    found = names(package(3 * _MANY), b"Pod")
    assert found == ["word", "escape", "binary", "one", "two", "at-the-end"]


def test_what_is_wanted_in_groups() -> None:
    wanted = [((b"Pod",), (b"word", b"end")), ((b"ConfigMap",), (b"plain-1",))]
    found = [(item.name, whose) for item, whose in package(3 * _MANY).visiting(wanted)]
    each = [(item.name, whose) for source in package(3 * _MANY).inputs for item, whose in source.visiting(wanted)]
    assert found == each
    assert ("word", [0]) in found
    assert ("plain-1", [1]) in found


def test_only_places_that_are_not_exempt() -> None:
    many = package(3 * _MANY)
    assert many.mentions_outside([b"Pod"], lambda _text, _position: True)  # what is hidden may be anywhere
    plain = Package([read_stream(PLAIN.format(index).encode()) for index in range(2 * _MANY)])
    assert not plain.mentions_outside([b"plain-3"], lambda _text, _position: True)
    assert plain.mentions_outside([b"plain-3"], lambda text, _position: b"plain-31" in text)
