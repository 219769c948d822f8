"""The lines of a large text, each once: what they hold the text holds, and objects are found in it as without them."""

from __future__ import annotations

from random import Random

import pytest

from yurt_hostnet.krm import input as module
from yurt_hostnet.krm import vocabulary as words
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.vocabulary import vocabulary
from yurt_hostnet.textedit.cut.split import split_documents

POD = b"---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: %b\n"
CRD = b"---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: only-here\n"
PODS = b"".join(POD % name for name in [b"a", b"b", b"c", b"d", b"a", b"b"] * 20)


def test_each_line_once() -> None:
    found = vocabulary(b"a: 1\nb: 2\n" * 50, [(0, 500)])
    assert found is not None
    assert sorted(found.split(b"\n")) == [b"", b"a: 1", b"b: 2"]


def test_only_the_areas() -> None:
    found = vocabulary(b"a: 1\n" * 10 + b"b: 2\n" * 10 + b"c: 3\n" * 10, [(0, 50), (100, 150)])
    assert found is not None
    assert sorted(found.split(b"\n")) == [b"", b"a: 1", b"c: 3"]


def test_lines_that_hardly_repeat() -> None:
    assert vocabulary(b"a: 1\nb: 2\nc: 3\n" * 2, [(0, 30)]) is None


@pytest.mark.parametrize("size", [1, 7, 64])
def test_no_word_is_cut(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Wherever a piece of the text ends, every word of one line is whole in the lines."""
    monkeypatch.setattr(words, "_CHUNK", size)
    monkeypatch.setattr(words, "_WORTH", 0)
    text = "".join(Random(size).choices("ab\n", k=500)).encode()  # noqa: S311 - no secret
    found = vocabulary(text, [(0, 200), (200, 500)])
    assert found is not None
    assert set(found.split(b"\n")) == {*text[:200].split(b"\n"), *text[200:].split(b"\n")}


@pytest.mark.parametrize(("word", "names"), [(b"name: c", ["c"] * 20), (b"name: x", []), (b"only-here", [])], ids=str)
def test_objects_are_found_as_without(monkeypatch: pytest.MonkeyPatch, word: bytes, names: list[str]) -> None:
    for least in (0, len(CRD + PODS) + 1):
        monkeypatch.setattr(module, "_REPETITIVE", least)
        source = Input(CRD + PODS, split_documents(CRD + PODS))
        assert source.may_mention((word,)) is bool(names)
        assert [item.name for item in source.mentioning((word,))] == names


def test_lines_are_collected_once_and_only_for_large_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.setattr(words, "vocabulary", lambda text, _: calls.append(len(text)))  # None: not worth it
    for least in (0, len(PODS) + 1):
        monkeypatch.setattr(module, "_REPETITIVE", least)
        source = Input(PODS, split_documents(PODS))
        for word in (b"name: c", b"name: x"):
            _ = source.may_mention((word,)), list(source.mentioning((word,)))
    assert calls == [len(PODS)]


@pytest.mark.parametrize(
    ("word", "found"),
    [(b"name: a", True), (b"name: b", True), (b"only-here", False), (b"a\n\n---", False), (b"a\n---", False)],
)
def test_where_most_is_definitions_the_rest_is_put_together(word: bytes, found: bool) -> None:
    """No word counts that stands in a definition, nor one that only the cut makes."""
    text = POD % b"a" + CRD * 9 + POD % b"b"
    source = Input(text, split_documents(text))
    assert source.may_mention([word]) is found
    assert [item.name for item in source.mentioning([word])] == [word[-1:].decode()] * found
