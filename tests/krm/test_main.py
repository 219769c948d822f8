"""as_main: what a function yields is made and told; where anything goes wrong the list comes back as it came."""

from __future__ import annotations

import io
import sys

import pytest

import yurt_hostnet.krm
from yurt_hostnet.krm import ERROR, INFO, Edit, ResourceList, Result, Wishes, as_main
from yurt_hostnet.krm.main import run

LIST = """\
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- apiVersion: v1
  kind: ConfigMap # kept
  metadata:
    name: one
- kind: Secret
  apiVersion: v1
  metadata:
    name: two
functionConfig:
  data:
    value: "7"
"""
PATH = ("metadata", "labels")
NO_LIST = "This is no ResourceList. Run the function by kustomize or kpt, or pipe one in."


def label(resources: ResourceList) -> Wishes:
    for item in resources.mentioning("ConfigMap"):
        if item.kind == "ConfigMap":
            yield item, Edit(PATH, {"a": resources.function_config["data"]["value"]})
            yield item, Edit((*PATH, "b"), "c")
            yield Result(INFO, "label", "Labelled.", item.ref, PATH)


def refuse(resources: ResourceList) -> Wishes:
    for item in resources.objects():
        yield item, Edit(PATH, {"a": "b"})
    yield Result(INFO, "refuse", "Noted.")
    yield Result(ERROR, "refuse", "No.", remedy="Do not.")


def nowhere(resources: ResourceList) -> Wishes:
    yield next(resources.objects()), Edit(("spec", "replicas"), 1)


def told(text: str, function: object = label) -> tuple[int, str, str]:
    code, pieces, message = run(text.encode(), function)  # type: ignore[arg-type]  # any of the above
    return code, b"".join(pieces).decode(), message


def test_edits_and_results() -> None:
    expected = LIST.replace("    name: one\n", '    name: one\n    labels:\n      a: "7"\n      b: c\n')
    results = (
        "results:\n"
        "- message: Labelled.\n"
        "  severity: info\n"
        "  resourceRef:\n"
        "    apiVersion: v1\n"
        "    kind: ConfigMap\n"
        "    name: one\n"
        "  field:\n"
        "    path: metadata.labels\n"
        "  tags:\n"
        "    rule: label\n"
    )
    assert told(LIST) == (0, expected + results, "")


def test_an_error_edits_nothing_and_comes_first() -> None:
    results = (
        "results:\n"
        '- message: "No. Do not."\n'
        "  severity: error\n"
        "  tags:\n"
        "    rule: refuse\n"
        "- message: Noted.\n"
        "  severity: info\n"
        "  tags:\n"
        "    rule: refuse\n"
    )
    assert told(LIST, refuse) == (1, LIST + results, "")


def test_an_edit_that_cannot_be_made() -> None:
    message = "line 4: An edit leads to spec, which is not there."
    result = f'results:\n- message: "{message}"\n  severity: error\n  tags:\n    rule: input\n'
    assert told(LIST, nowhere) == (2, LIST + result, message)


def test_an_edit_that_an_alias_would_bring_elsewhere() -> None:
    shared = LIST.replace("name: one", "name: &n one\n    x: &x {}").replace("name: two", "name: two\n    y: *x")

    def change(resources: ResourceList) -> Wishes:
        yield next(resources.objects()), Edit(("metadata", "x", "z"), 1)

    code, stdout, stderr = told(shared, change)
    assert code == 2
    assert stdout.startswith(shared)
    assert stderr.startswith("line 13: The alias *x stands for a part of an object that is edited")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", NO_LIST),
        ("apiVersion: v1\nkind: ConfigMap\n", NO_LIST),
        ("kind: ResourceList\n", "line 1: ResourceList has apiVersion (none); send config.kubernetes.io/v1."),
    ],
)  # fmt: skip
def test_what_is_no_list(text: str, message: str) -> None:
    assert told(text) == (2, "", message)


def test_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LIST.encode())))
    monkeypatch.setattr(sys, "stdout", stdout)
    with pytest.raises(SystemExit) as ended:
        as_main(refuse)
    assert (ended.value.code, stdout.buffer.getvalue().decode()) == told(LIST, refuse)[:2]


def test_the_face() -> None:
    assert [name for name in dir(yurt_hostnet.krm) if getattr(yurt_hostnet.krm, name) is None] == []
    with pytest.raises(AttributeError, match="has no attribute 'Edits'"):
        _ = yurt_hostnet.krm.Edits
    item = next(run_objects(LIST))
    assert item.get("metadata", "name") == "one"
    assert item.get("metadata", "labels", default={}) == {}
    assert (item.get("metadata", 0), item.get("a", "b"), item.get()) == (None, None, item.data)


def run_objects(text: str):  # type: ignore[no-untyped-def]
    found: list[ResourceList] = []

    def keep(resources: ResourceList) -> Wishes:
        found.append(resources)
        yield from ()

    run(text.encode(), keep)
    return found[0].objects()
