"""Lists: which objects they hold, what counts as a list, and that a list of objects holds nothing else."""

from __future__ import annotations

import pytest

from yurt_hostnet.krm.input import Input
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.textedit.errors import InputError

OBJECT = "{kind: A}"
TEXT = "This is the text {!r}, not a Kubernetes object. Give an object with apiVersion and kind."
LIST = "This is a list, not a Kubernetes object. Give an object with apiVersion and kind."
NULL = "This item of the list is null, not a Kubernetes object. Take it out."
ODD = {
    "null": ("null", NULL),
    "tilde": ("~", NULL),
    "tagged null": ("!!null null", NULL),
    "nothing": ("", NULL),
    "a comment": ("# none", NULL),
    "text": ("text", TEXT.format("text")),
    "quoted null": ("'null'", TEXT.format("null")),
    "a number as it is written": ("0x1F", TEXT.format("0x1F")),
    "a boolean as it is written": ("yes", TEXT.format("yes")),
    "a list": ("[a]", LIST),
}
NO_CUSTOM_RESOURCES = [("v1", "List"), ("v1", "PodList"), ("apps/v1", "DeploymentList"), ("x.example.com/v1", "List")]
NO_CUSTOM_RESOURCES += [("networking.k8s.io/v1", "IngressList")]


def objects(text: str) -> list[str]:
    return [item.kind for item in Input(text.encode(), split_documents(text.encode())).objects()]


def a_list(kind: tuple[str, str], *items: str) -> str:
    return f"apiVersion: {kind[0]}\nkind: {kind[1]}\nitems:\n" + "".join(f"- {item}\n" for item in items)


@pytest.mark.parametrize(("item", "message"), ODD.values(), ids=ODD)
@pytest.mark.parametrize("kind", NO_CUSTOM_RESOURCES, ids="/".join)
def test_an_item_that_is_no_object_is_refused(kind: tuple[str, str], item: str, message: str) -> None:
    for items in ([OBJECT, item], [item, item]):
        with pytest.raises(InputError) as error:
            objects(a_list(kind, *items))
        assert str(error.value) == f"line {4 + (items[0] == OBJECT)}: {message}"


@pytest.mark.parametrize(("item", "message"), ODD.values(), ids=ODD)
def test_a_custom_resource_is_a_list_if_an_item_is_an_object(item: str, message: str) -> None:
    kind = ("x.example.com/v1", "AllowList")
    assert objects(a_list(kind, item, item)) == ["AllowList"]
    assert objects(a_list(kind, "{}", OBJECT)) == ["Allow", "A"]
    with pytest.raises(InputError) as error:
        objects(a_list(kind, OBJECT, item))
    assert str(error.value) == f"line 5: {message}"


def test_items_that_are_mappings_in_another_way() -> None:
    text = a_list(("v1", "List"), "&a {kind: A}", "*a", "!!map {kind: B}", "? kind\n  : C", "kind: D\n")
    assert objects(text) == ["A", "A", "B", "C", "D"]
    assert objects('{"kind": "List", "items": [{"kind": "A"}, {"kind": "BList", "items": [{}]}]}') == ["A", "B"]


def test_no_items() -> None:
    assert objects("kind: List\nitems: []\n") == []
    assert objects("kind: List\nitems:\n") == ["List"]
    assert objects("kind: List\nitems: text\n") == ["List"]
    assert objects("kind: List\n") == ["List"]


NOTHING = ["null", "~", "Null # c", "!!null null", "&a null", "--- null", "# c", ""]


@pytest.mark.parametrize("document", NOTHING)
def test_a_document_that_is_null_holds_no_object(document: str) -> None:
    assert objects(f"kind: A\n---\n# c\n{document}\n---\nkind: B\n") == ["A", "B"]
    assert objects(f"{document}\n") == []


@pytest.mark.parametrize(("document", "word"), [("'null'", "null"), ('""', ""), ("!!str null", "null"), ("no", "no")])
def test_a_document_that_is_text_has_the_line_of_the_text(document: str, word: str) -> None:
    text = f"kind: A\n---\n# c\n\n{document}\n---\nkind: B\n".encode()
    (found,) = Input(text, split_documents(text)).objects_of(1)
    with pytest.raises(InputError) as error:
        _ = found.data
    assert str(error.value) == f"line 5: {TEXT.format(word)}"
