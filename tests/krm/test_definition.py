"""A CustomResourceDefinition is left out of the search only if it is one to every reader."""

from __future__ import annotations

import pytest

from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.resource_list import parse_resource_list
from yurt_hostnet.textedit.cut.split import split_documents

REST = b"metadata:\n  name: a\nspec:\n  text: word\n"
KIND = b"kind: CustomResourceDefinition\n"
HEAD = b"apiVersion: apiextensions.k8s.io/v1\n"

PROVED = {
    "usual": HEAD + KIND + REST,
    "behind a marker and comments": b"---\n# Source: a.yaml\n\n" + HEAD + KIND + REST,
    "kind first": KIND + HEAD + REST,
    "kind last": HEAD + REST + KIND,
    "with a status": HEAD + KIND + REST + b"status:\n  a: b\n",
    "empty lines": HEAD + KIND + b"\n" + REST + b"    |\n\n    a\n",
    "comments between": HEAD + KIND + b"# c\n" + REST + b"# c\n\n",
    "indented": b"  " + (HEAD + KIND + REST).replace(b"\n", b"\n  ").rstrip(b" "),
    "the word in a comment of its own": HEAD + KIND + REST + b"  # kind: word\n",
}
DOUBTFUL = {
    "in a comment": b"# " + KIND + HEAD + b"kind: word\n",
    "in a comment behind a marker": b"--- # " + KIND + HEAD + b"kind: word\n",
    "another kind below": KIND + HEAD + b"kind: word\n",
    "another kind above": HEAD + b"kind: word\n" + KIND,
    "a quoted kind below": HEAD + KIND + REST + b'"kind": word\n',
    "a complex key below": HEAD + KIND + REST + b"? kind\n: word\n",
    "a merge below": HEAD + KIND + REST + b"<<: {kind: word}\n",
    "a tagged key": HEAD + KIND + REST + b"!!str kind: word\n",
    "an anchored key": HEAD + KIND + REST + b"&a kind: word\n",
    "items": HEAD + KIND + b"items:\n- kind: word\n",
    "an unknown key": HEAD + KIND + REST + b"data: word\n",
    "a key that stands twice": HEAD + KIND + REST + b"spec: word\n",
    "deeper": HEAD + b"spec:\n  " + KIND + b"kind: word\n",
    "in a block scalar": HEAD + b"spec: |\n " + KIND + b"kind: word\n",
    "a carriage return": HEAD + KIND + REST + b"  a: b\rkind: word\n",
    "NEL": HEAD + KIND + REST + b"  a: b\xc2\x85kind: word\n",
    "LS": HEAD + KIND + REST + b"  a: b\xe2\x80\xa8kind: word\n",
    "many empty lines": HEAD + KIND + b"\n\n\n" + REST,
    "a tab": HEAD + KIND + REST + b"\tkind: word\n",
    "in flow style": b"{" + KIND.rstrip() + b", x: word}\n",
    "not the first key's column": b"  " + HEAD + KIND + b"  kind: word\n",
}


def mentions(text: bytes) -> bool:
    return Input(text, split_documents(text)).may_mention((b"word",))


@pytest.mark.parametrize("text", PROVED.values(), ids=PROVED)
def test_proved(text: bytes) -> None:
    assert not mentions(text)
    assert not mentions(b"kind: A\n---\n" + text + b"---\nkind: B\n")
    assert mentions(text + b"---\nkind: word\n")
    assert mentions(b"kind: word\n---\n" + text)


def test_a_last_line_without_its_end() -> None:
    assert not mentions(HEAD + KIND + REST.rstrip())


@pytest.mark.parametrize("text", DOUBTFUL.values(), ids=DOUBTFUL)
def test_doubtful(text: bytes) -> None:
    assert mentions(text)
    assert mentions(b"kind: A\n---\n" + text + b"---\nkind: B\n")


@pytest.mark.parametrize(("tail", "found"), [(b"", False), (b"  kind: word\n", True), (b"  items: [word]\n", True)])
def test_an_item_of_a_list(tail: bytes, found: bool) -> None:
    lines = (HEAD + KIND + REST).replace(b"\n", b"\n  ").rstrip(b" ")
    text = b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n- " + lines + tail + b"- kind: A\n"
    read = parse_resource_list(text)
    assert read is not None
    assert read.source.may_mention((b"word",)) is found
