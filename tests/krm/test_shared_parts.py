"""Shared parts: an alias to another object of its list means what it meant, or the edit that changes it is refused."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.krm.editing import edit
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.resource_list import parse_resource_list
from yurt_hostnet.krm.shared_parts import first_conflict
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.write.change import CannotChangeError


def read(text: str) -> Input:
    found = parse_resource_list(text.encode())
    return found.source if found else Input(text.encode(), split_documents(text.encode()))


def edited(text: str, *wanted: tuple[str, str]) -> str:
    """Return the text after edits: by the kind of an object, a path to which `z: 1` is added."""
    source = read(text)
    for item in source.objects():
        edits = [Edit((*path.split("."), "z"), 1) for kind, path in wanted if kind == item.kind]
        edit(item, edits)
    conflict = first_conflict(source)
    if conflict is not None:
        raise CannotChangeError(conflict.message, conflict.line)
    return b"".join(source.render()).decode()


class Case(NamedTuple):
    """Items of a list, what is wanted (see `edited`), and the items then; or the line and the alias refused."""

    items: str
    wanted: tuple[tuple[str, str], ...]
    expected: str | tuple[int, str]


BOTH = (("A", "s"), ("B", "s"))
A, B = (("A", "s"),), (("B", "s"),)
CASES = {
    "the anchor's object alone": Case("- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: *s\n", A, (7, "s")),
    "the alias's object alone": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: *s\n",
        B,
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s:\n    a: 1\n    z: 1\n",
    ),
    "both": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: *s\n",
        BOTH,
        "- kind: A\n  s: &s {a: 1, z: 1}\n- kind: B\n  s:\n    a: 1\n    z: 1\n",
    ),
    "both, and a third": Case("- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: *s\n- kind: C\n  s: *s\n", BOTH, (9, "s")),
    "each in a place of its own": Case(
        "- kind: A\n  s: {t: &t {a: 1}}\n- kind: B\n  s: {u: *t}\n",
        BOTH,
        "- kind: A\n  s: {t: &t {a: 1}, z: 1}\n- kind: B\n  s: {u: *t, z: 1}\n",
    ),
    "another place of the alias's object": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: {b: 1}\n  t: *s\n", BOTH, (6, "s")
    ),
    "above the anchor": Case(
        "- kind: A\n  s: {t: &t {a: 1}}\n- kind: B\n  s: *t\n",
        A,
        "- kind: A\n  s: {t: &t {a: 1}, z: 1}\n- kind: B\n  s: *t\n",
    ),
    "below the anchor": Case("- kind: A\n  s: &s {t: {a: 1}}\n- kind: B\n  s: *s\n", (("A", "s.t"),), (7, "s")),
    "beside the anchor": Case(
        "- kind: A\n  s: {a: 1}\n  t: &t {a: 1}\n- kind: B\n  s: *t\n",
        A,
        "- kind: A\n  s: {a: 1, z: 1}\n  t: &t {a: 1}\n- kind: B\n  s: *t\n",
    ),
    "a merge key": Case("- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: {<<: *s, b: 1}\n", A, (7, "s")),
    "a merge key, both": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: {<<: *s, b: 1}\n",
        BOTH,
        "- kind: A\n  s: &s {a: 1, z: 1}\n- kind: B\n  s: {<<: *s, b: 1, z: 1}\n",
    ),
    "a merge key with what the edit adds": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: {<<: *s, z: 2}\n",
        A,
        "- kind: A\n  s: &s {a: 1, z: 1}\n- kind: B\n  s: {<<: *s, z: 2}\n",
    ),
    "an alias within an anchor": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: &b {x: *s}\n- kind: C\n  s: *b\n", A, (7, "s")
    ),
    "the same name twice": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: &s {b: 1}\n- kind: C\n  s: *s\n",
        A,
        "- kind: A\n  s: &s {a: 1, z: 1}\n- kind: B\n  s: &s {b: 1}\n- kind: C\n  s: *s\n",
    ),
    "the same name given anew behind the alias": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: *s\n- kind: C\n  s: &s {c: 1}\n",
        B,
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s:\n    a: 1\n    z: 1\n- kind: C\n  s: &s {c: 1}\n",
    ),
    "the same name given anew in the alias's object": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  t: *s\n  u: &s {b: 1}\n  s: *s\n",
        B,
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  t: *s\n  u: &s {b: 1}\n  s:\n    b: 1\n    z: 1\n",
    ),
    "within one object": Case(
        "- kind: A\n  t: &t {a: 1}\n  s: *t\n- kind: B\n",
        A,
        "- kind: A\n  t: &t {a: 1}\n  s:\n    a: 1\n    z: 1\n- kind: B\n",
    ),
    "items in flow style": Case("- {kind: A, s: &s {a: é}}\n- {kind: B, s: *s}\n", A, (5, "s")),
    "a list in the list": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: CList\n  items:\n  - kind: B\n    s: *s\n", A, (9, "s")
    ),
    "an anchor that its own object uses too": Case(
        "- kind: A\n  s: &s {a: 1}\n  t: *s\n- kind: B\n  s: *s\n", A, (8, "s")
    ),
    "nothing wanted": Case(
        "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: *s\n", (), "- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: *s\n"
    ),
}


HEADS = {
    "List": "kind: List\nx: 1\nitems:\n",
    "ResourceList": "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n",
    "second document": "kind: Z\n---\nkind: List\nitems:\n",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_edits(case: Case, head: str) -> None:
    text = head + case.items
    if isinstance(case.expected, str):
        assert edited(text, *case.wanted) == head + case.expected
        return
    line, alias = case.expected
    with pytest.raises(CannotChangeError) as error:
        edited(text, *case.wanted)
    line += head.count("\n") - 3
    assert str(error.value) == f"line {line}: {sentence(alias)}"


def sentence(alias: str) -> str:
    return (
        f"The alias *{alias} stands for a part of an object that is edited, and would bring the edit in here as well. "
        "Write that part out in its place."
    )


ALONE = {
    "used by an object that nobody reads": ("- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: *s\n", "s"),
    "used behind the items": ("- kind: A\n  s: &s {a: 1}\ny: *s\n", "s"),
    "used by nobody": ("- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: '*t'\n", None),
    "used by its own object alone": ("- kind: A\n  s: &s {a: 1}\n  t: *s\n- kind: B\n", None),
    "given anew in front of the alias": ("- kind: A\n  s: &s {a: 1}\n- kind: B\n  t: &s 1\n  s: *s\n", None),
    "given anew behind the alias": ("- kind: A\n  s: &s {a: 1}\n- kind: B\n  s: *s\n  t: &s 1\n", "s"),
    "a longer name given": ("- kind: A\n  s: &s {a: 1}\n- kind: B\n  t: &s2 1\n  s: *s\n", "s"),
    "a longer name and then the same": ("- kind: A\n  s: &s {a: 1}\n- kind: B\n  t: [&s2 1, &s 2, *s]\n", None),
    "a longer name used": ("- kind: A\n  s: &s {a: 1}\n- kind: B\n  t: &s2 1\n  s: *s2\n", None),
    "one of two": ("- kind: A\n  s: &s {a: &t 1}\n- kind: B\n  t: *t\n", None),
    "the second of two": ("- kind: A\n  r: &r 1\n  s: &s {a: 1}\n- kind: B\n  t: *s\n", "s"),
}


@pytest.mark.parametrize("lists", [0, 1, 2])
@pytest.mark.parametrize(("items", "expected"), ALONE.values(), ids=ALONE)
def test_an_edit_of_the_only_object_that_is_read(items: str, expected: str | None, lists: int) -> None:
    text = "kind: List\nitems:\n" + items
    for _ in range(lists):
        text = "kind: List\nitems:\n- " + text.replace("\n", "\n  ").rstrip(" ")
    source = read(text)
    edit(next(source.objects()), [Edit(("s", "z"), 1)])
    conflict = first_conflict(source)
    assert (None if conflict is None else conflict.message) == (None if expected is None else sentence(expected))


NOT_ANEW = {
    "in a comment": "- kind: B  # not &s here\n  s: *s\n",
    "in quotes": "- kind: B\n  t: 'a &s b'\n  s: *s\n",
    "in a text of many lines": "- kind: B\n  t: |\n    &s \n  s: *s\n",
}


@pytest.mark.parametrize("other", NOT_ANEW.values(), ids=NOT_ANEW)
def test_what_looks_like_the_anchor_given_anew(other: str) -> None:
    """The other object has not been read when the first is edited."""
    source = read(HEADS["ResourceList"] + "- kind: A\n  s: &s {a: 1}\n" + other)
    edit(next(source.objects()), [Edit(("s", "z"), 1)])
    conflict = first_conflict(source)
    assert conflict is not None
    assert conflict.message == sentence("s")
