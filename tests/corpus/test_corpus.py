"""Real manifests go through: untouched objects keep their bytes, and infrastructure, and only that, is edited.

The corpus is not part of this project. YURT_HOSTNET_CORPUS names its folder; else it is looked for beside
the checkout, in shared/corpus.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from fuzz.targets import plain
from properties.in_process import Run, filtered
from properties.plain_yaml import compose, value
from properties.pod_webhook import ANNOTATION, REQUIREMENT, is_not_empty, pods, required_terms, would_add
from test_cases import is_extended
from yurt_hostnet.textedit.cut.split import split_documents

CORPUS = Path(os.environ.get("YURT_HOSTNET_CORPUS") or Path(__file__).parents[3] / "shared" / "corpus")
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file())

pytestmark = pytest.mark.skipif(not FILES, reason="no corpus: set YURT_HOSTNET_CORPUS to its folder")

INFRASTRUCTURE = frozenset(Path(__file__).with_name("infrastructure.txt").read_text().split())
"""Names that the projects give their workloads; cluster DNS is told by its labels, since its name is the user's."""

DNS_LABELS = {("k8s-app", "kube-dns"), ("k8s-app", "coredns"), ("app.kubernetes.io/name", "coredns")}


def prepared(path: Path) -> bytes:
    """Return a file's bytes; a captured ResourceList without the configuration of another function."""
    text = path.read_bytes()
    if b"kind: ResourceList" in text[:2000]:
        text = re.sub(rb"(?m)^functionConfig:.*\n(?:[ #-].*\n|\n)*", b"", text)
    return text


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.relative_to(CORPUS).as_posix())
def passed(request: pytest.FixtureRequest) -> tuple[bytes, Run]:
    text = prepared(request.param)
    return text, filtered(text)


def test_goes_through(passed: tuple[bytes, Run]) -> None:
    _, run = passed
    assert run.code == 0
    assert "error:" not in run.stderr


def test_the_plain_reader_equals_the_parser(passed: tuple[bytes, Run]) -> None:
    text, _ = passed
    for span in split_documents(text):
        plain(text[span.start : span.end])


def test_second_run_changes_nothing(passed: tuple[bytes, Run]) -> None:
    _, run = passed
    assert filtered(run.stdout).stdout == run.stdout


def test_untouched_objects_keep_their_bytes(passed: tuple[bytes, Run]) -> None:
    """Only lines are inserted or flow text; every object of equal data has equal text."""
    text, run = passed
    before, after = objects(text), objects(run.stdout)
    assert len(before) == len(after)
    changed = {index for index, (old, new) in enumerate(zip(before, after, strict=True)) if old[0] != new[0]}
    assert [old[1] for index, old in enumerate(before) if index not in changed] == [
        new[1] for index, new in enumerate(after) if index not in changed
    ]
    for index in changed:
        assert is_extended(before[index][1], after[index][1])


def test_the_right_workloads_are_edited(passed: tuple[bytes, Run]) -> None:
    """Infrastructure holds the requirement in every non-empty term; other workloads are as they were."""
    text, run = passed
    wrong = []
    for (old, _), (new, _) in zip(objects(text), objects(run.stdout), strict=True):
        for (name, before), (_, after) in zip(pods(old), pods(new), strict=True):
            terms = required_terms(after.get("spec") or {})
            done = bool(terms) and all(
                REQUIREMENT in (term.get("matchExpressions") or []) for term in terms if is_not_empty(term)
            )
            if is_infrastructure(name, before) != done or (not done and before != after):
                wrong.append((old.get("kind"), name, done))
            assert would_add(after) == []
    assert wrong == []


def is_infrastructure(name: str, pod: dict[str, Any]) -> bool:
    """Tell whether a pod template has to stay off host-network pools."""
    metadata = pod.get("metadata") or {}
    if (metadata.get("annotations") or {}).get(ANNOTATION) == "true" or name in INFRASTRUCTURE:
        return True
    labels = set((metadata.get("labels") or {}).items())
    image = (pod["spec"].get("containers") or [{}])[0].get("image", "")
    return bool(labels & DNS_LABELS) and "dns" in image


def objects(text: bytes) -> list[tuple[Any, str]]:
    """Return data and text of every object of a stream, a ResourceList or Lists."""
    decoded = text.decode("utf-8-sig")
    found: list[tuple[Any, str]] = []
    stack: list[Any] = compose(decoded)[::-1]
    while stack:
        node = stack.pop()
        fields = {key.value: child for key, child in node.value} if isinstance(node, yaml.MappingNode) else {}
        items = fields.get("items")
        if isinstance(items, yaml.SequenceNode) and fields["kind"].value.endswith("List"):
            stack += items.value[::-1]
        elif node is not None and node.value:
            found.append((value(node), decoded[node.start_mark.index : node.end_mark.index].rstrip()))
    return found
