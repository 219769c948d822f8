"""The golden cases: what we insert means the same to kyaml, and the pod webhook has nothing to add to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonpatch
import pytest

from oracle.test_pods import is_empty, terms
from properties.pod_webhook import pods
from yurt_hostnet.krm.resource_list import parse_objects

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.asking import Oracle

CASES = Path(__file__).parents[1] / "cases"
NAMES = sorted(
    folder.name
    for folder in CASES.iterdir()
    if (folder / "exit").exists()
    and (folder / "exit").read_text() == "0\n"
    and not folder.name.startswith(("bad-", "helm4-"))
)

DECLARED = frozenset({("example.com", "Fleet")})
"""The kinds of group example.com that the cases declare as workloads."""

KYAML_REFUSES = {
    "nodes-doubtful": "already defined",
    "style-dashes-in-quotes": "invalid document separator",
    "style-duplicate-keys": "already defined",
    "style-json-surrogates": "invalid Unicode character escape code",
    "style-odd-scalars": "unsupported type",
    "style-quoted": "unknown escape character",
    "style-separators": "invalid document separator",
}
"""Cases that kyaml cannot read before us either, and why: kustomize and kpt never send them."""

KUSTOMIZE_VALIDATOR = {"list-kustomize-validator", "list-kustomize-validator-no-resources"}
"""In this mode nothing comes back, because kustomize must not see its items again."""


@pytest.mark.parametrize("name", NAMES)
def test_kyaml(oracle: Oracle, name: str) -> None:
    given, answer = ((CASES / name / file).read_bytes() for file in ("input.yaml", "stdout"))
    before, after = (oracle.ask("kyaml", text=text.decode("utf-8-sig")) for text in (given, answer))
    if name in KYAML_REFUSES:
        assert KYAML_REFUSES[name] in before["error"]
        assert KYAML_REFUSES[name] in after["error"]
        return
    if name in KUSTOMIZE_VALIDATOR:
        assert after == {"documents": []}
        return
    edits = [
        jsonpatch.make_patch(old.data, new.data)
        for old, new in zip(parse_objects(given), parse_objects(answer), strict=True)
    ]
    objects = [item for document in before["documents"] for item in unwrapped(document)]
    expected = [edit.apply(item) for edit, item in zip(edits, objects, strict=True)]
    assert [item for document in after["documents"] for item in unwrapped(document)] == expected


def unwrapped(document: Any) -> Iterator[Any]:
    """Yield the objects of a list, which kyaml leaves together unless its kind is plainly List."""
    if isinstance(document, dict) and str(document.get("kind")).endswith("List") and "items" in document:
        for item in document["items"]:
            yield from unwrapped(item)
    else:
        yield document


@pytest.mark.parametrize("name", NAMES)
def test_webhook(oracle: Oracle, name: str) -> None:
    added = []
    for item in parse_objects((CASES / name / "stdout").read_bytes()):
        for owner, template in pods(item.data, DECLARED):
            if template["spec"] is None:
                continue  # the API server refuses it, and no pod comes of it
            pod = {"apiVersion": "v1", "kind": "Pod", "metadata": template["metadata"], "spec": template["spec"]}
            answer = oracle.ask("default-pod", object=pod)
            if "error" not in answer and answer["changed"] and not any(map(is_empty, terms(pod) or ())):
                added.append(owner)
    assert added == []
