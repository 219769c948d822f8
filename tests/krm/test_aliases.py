"""Aliases: what they add to an input has a bound, whatever memory there is."""

from __future__ import annotations

import pytest

from yurt_hostnet.krm import aliases
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.resource_list import parse_objects, parse_resource_list
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read import values
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader

ADDED = {
    "a scalar": ("a: &a xyz\nb: *a\n", 7),
    "a list": ("a: &a [xy, z]\nb: *a\n", 4 + 6 + 5),
    "a mapping": ("a: &a {xy: z}\nb: *a\n", 4 + 6 + 5),
    "a merge": ("a: &a {xy: z}\nb: {<<: *a}\n", 4 + 6 + 5),
    "twice": ("a: &a xyz\nb: [*a, *a]\n", 14),
    "an alias in an alias": ("a: &a x\nb: &b [*a]\nc: *b\n", 5 + 4 + 5),
    "none": ("a: &a xyz\nb: x\n", 0),
}


@pytest.mark.parametrize(("text", "added"), ADDED.values(), ids=ADDED)
def test_characters_that_aliases_add(text: str, added: int) -> None:
    reader = Reader()
    reader.read(parse(text).roots[0])
    assert reader.added == added


@pytest.mark.parametrize("most", [14, 13])
def test_the_most_that_one_object_may_get(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "MAX_ALIAS_TEXT", most)
    (root,) = parse("a: &a xyz\nb: [*a,\n  *a]\n").roots
    reader = Reader(lambda start: start)
    if most == 14:
        assert reader.read(root) == {"a": "xyz", "b": ["xyz", "xyz"]}
        return
    with pytest.raises(InputError) as error:
        reader.read(root)
    message = "Aliases here expand to more than 0 MiB, which no Kubernetes API server takes. Write out what you need."
    assert (error.value.message, error.value.line) == (message, 20)


ITEMS = b"kind: List\nitems:\n- kind: A\n  a: &a xyz\n- kind: B\n  a: *a\n- kind: C\n  a: [*a, *a]\n"
TOO_MUCH = "Aliases make this input many times as large as it is. Write out what you need."


def test_the_most_that_all_objects_may_get(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven characters for B and fourteen for C; each object counts once, however often it is read."""
    monkeypatch.setattr(aliases, "TIMES", 0)
    monkeypatch.setattr(aliases, "BASE", 21)
    source = Input(ITEMS, split_documents(ITEMS))
    for _ in range(3):
        for item in source.objects():
            assert item.data["kind"] in "ABC"
            item.forget(always=True)
    monkeypatch.setattr(aliases, "BASE", 20)
    with pytest.raises(InputError) as error:
        _ = [item.data for item in parse_objects(ITEMS, "in.yaml")]
    assert str(error.value) == f"in.yaml:8: {TOO_MUCH}"


def test_a_larger_input_may_get_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aliases, "BASE", 0)
    monkeypatch.setattr(aliases, "TIMES", 1)
    objects = parse_objects(ITEMS)
    assert [item.data["kind"] for item in objects] == ["A", "B", "C"]


def test_what_contains_itself_in_another_item() -> None:
    head = b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    found = parse_resource_list(head + b"- kind: A\n  a: &a [&b [*a]]\n- kind: B\n  a: *b\n")
    assert found is not None
    with pytest.raises(InputError) as error:
        _ = found.source.objects_of(1)[0].data
    assert str(error.value) == "line 7: The alias *b contains itself."
