"""Joined: what many inputs are asked together is what each of them says by itself."""

from __future__ import annotations

import pytest

from krm.test_input import HIDDEN, WORD
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import _MANY, Package
from yurt_hostnet.krm.resource_list import parse_resource_list
from yurt_hostnet.textedit.cut.split import split_documents

NONE = b"kind: A\nmetadata: {name: none}\n"


def read(text: bytes) -> Input:
    return Input(text, split_documents(text))


def package(*texts: bytes) -> Package:
    sources = [read(NONE) for _ in range(_MANY)]
    for number, text in enumerate(texts):
        sources.insert(3 * number + 1, read(text))
    return Package(sources)


def names(found: Package) -> list[str]:
    return [item.name for item in found.mentioning(WORD)]


@pytest.mark.parametrize("line", HIDDEN.values(), ids=HIDDEN)
def test_no_word_is_missed(line: bytes) -> None:
    one = b"kind: A\nmetadata: {name: one}\n%s" % line
    found = package(one, one + b"\n")
    assert names(found) == ["one", "one"]
    assert found.may_mention([WORD])
    assert found.mentions_outside([WORD], lambda *_: False)


def test_a_word_is_not_found_across_two_files() -> None:
    assert names(package(b"kind: A\na: openyurt.io/p", b"ool: a\nkind: A")) == []
    assert not package().may_mention([WORD])


def test_a_backslash_at_the_end_of_a_file_is_looked_at() -> None:
    assert [source.text for source in package(b"kind: A\na: b\\")._all.mentioning([WORD])] == [b"kind: A\na: b\\"]


def test_each_group_of_words_counts() -> None:
    both, one = b"kind: A\nmetadata: {name: both}\nb: c\n", b"kind: A\nmetadata: {name: one}\n"
    assert [item.name for item in package(one, both).mentioning_each((b"both", b"one"), (b"b: c",))] == ["both"]


def test_an_alias_of_a_list_and_a_long_file_are_asked_themselves() -> None:
    listed = parse_resource_list(
        b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
        b"- kind: A\n  metadata: {name: one, labels: &l {openyurt.io/pool: a}}\n"
        b"- kind: A\n  metadata: {name: two, labels: *l}\n"
    )
    assert listed is not None
    long = read(b"kind: A\nmetadata: {name: long}\na: openyurt.io/pool # %s\n" % (b"x" * (1 << 16)))
    assert names(Package([*package().inputs, listed.source, long])) == ["one", "two", "long"]
