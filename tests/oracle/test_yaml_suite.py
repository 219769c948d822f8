"""The YAML test suite among manifests: nothing of it is ever altered, and the objects around it are still edited."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from fuzz.targets import plain
from oracle import random_yaml
from oracle.asking import REQUIRED, ROOT
from oracle.cases import run
from oracle.random_objects import EXCLUDE, REQUIREMENT
from oracle.random_objects import REQUIRED as NODE_AFFINITY
from oracle.settings import only
from oracle.test_yaml import compare
from yurt_hostnet.hosts import manifests, resource_list
from yurt_hostnet.hosts.options import DONE, Options
from yurt_hostnet.krm.resource_list import parse_resource_list
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from oracle.asking import Oracle

SUITE = Path(os.environ.get("YAML_TEST_SUITE", ROOT / ".cache" / "yaml-test-suite"))

POD = f"""\
apiVersion: v1
kind: Pod
metadata:
  name: NAME
  annotations:
    {EXCLUDE}: "true"
spec:
  containers: [] # none
"""
AFFINITY = """\
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - key: nodepool.openyurt.io/hostnetwork
            operator: NotIn
            values:
            - "true"
"""


@pytest.fixture(scope="module")
def suite() -> dict[str, str]:
    """Return the texts of the suite by id and number."""
    if not SUITE.exists():
        if REQUIRED:
            pytest.fail(f"The YAML test suite is required, but {SUITE} is not there; make oracle fetches it.")
        pytest.skip("the YAML test suite is not there; make test-oracle fetches it and runs this")
    return dict(_cases())


def _cases() -> Iterator[tuple[str, str]]:
    for file in sorted(SUITE.glob("data/????.js")):
        data = json.loads(file.read_text(encoding="utf-8").partition("export default")[2])
        for number, case in enumerate(data["cases"]):
            yield f"{data['id']}-{number}", case["yaml"]


def pod(name: str, indent: str = "", *, edited: bool) -> str:
    text = POD.replace("NAME", name) + (AFFINITY if edited else "")
    return "".join(indent + line for line in text.splitlines(keepends=True))


def is_yaml(text: str) -> bool:
    """Tell whether libyaml reads `text`."""
    try:
        for _ in yaml.parse(text, Loader=yaml.CLoader):
            pass
    except yaml.YAMLError:
        return False
    return True


def in_stream(text: str, *, edited: bool) -> str:
    """Put a case between two Pods, as documents of one stream."""
    end = "" if text.endswith("\n") or not text else "\n"
    return pod("a", edited=edited) + "...\n" + text + end + "...\n---\n" + pod("b", edited=edited)


def as_object(text: str, *, edited: bool) -> str:
    """Put a case that is a mapping between two Pods, with the keys of a Kubernetes object behind it."""
    end = "" if text.endswith("\n") or not text else "\n"
    return in_stream(text + end + "kind: Odd\napiVersion: example.com/v1\n", edited=edited)


def in_list(text: str, *, edited: bool) -> str:
    """Put a case between two Pods, as items of a ResourceList."""
    item = "".join("    " + line for line in text.splitlines(keepends=True))
    end = "" if item.endswith("\n") else "\n"
    first, last = (pod(name, "    ", edited=edited)[4:] for name in "ab")
    head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    return f"{head}  - {first}  - apiVersion: example.com/v1\n    kind: Odd\n    odd:\n{item}{end}  - {last}"


def in_pod(text: str) -> str:
    """Put a case into a Pod that is to be edited."""
    odd = "".join("    " + line for line in text.splitlines(keepends=True))
    end = "" if odd.endswith("\n") else "\n"
    return pod("a", edited=False) + f"odd:\n{odd}{end}status: {{}}\n"


def answered(text: str) -> str | None:
    """Return what the filter makes of `text`, None if it refuses it with a sentence and a line."""
    options = Options(only())
    refusal = None
    try:
        found = parse_resource_list(text.encode()) if "kind: ResourceList" in text else None
        response = resource_list.serve(found, options) if found else manifests.serve(text.encode(), options)
    except InputError as error:
        refusal = error
    if refusal is not None:
        assert refusal.message.endswith(".")
        assert refusal.line > 0
        return None
    if response.code != DONE:
        assert response.error or any(result.severity == "error" for result in response.results)
        return None
    return b"".join(response.stdout).decode()


def test_the_plain_reader_equals_the_parser(suite: dict[str, str]) -> None:
    """The quick reader gives libyaml's tree of each text of the suite, or leaves it to libyaml."""
    for text in suite.values():
        plain(text.encode())


@pytest.mark.parametrize("place", [in_stream, as_object, in_list])
def test_passes_unaltered(suite: dict[str, str], place: Callable[..., str]) -> None:
    refused, altered = [], {}
    for name, text in suite.items():
        answer = answered(place(text, edited=False))
        if answer is None:
            refused.append(name)
        elif not is_as_expected(answer, place(text, edited=True)):
            altered[name] = answer
    assert altered == {}
    # What libyaml reads is refused only where it is no object, or no document by itself.
    known = {in_stream: None, as_object: {"MUS6-1", "PUW8-0", "RHX7-0", "RZT7-0"}, in_list: set()}[place]
    if known is not None:
        assert {name for name in refused if is_yaml(place(suite[name], edited=False))} == known


def test_is_kept_in_an_edited_object(oracle: Oracle, suite: dict[str, str]) -> None:
    refused, altered = [], {}
    for name, text in suite.items():
        given = in_pod(text)
        answer = answered(given)
        if answer is None:
            refused.append(name)
        elif not is_one_insertion(given, answer) or meaning(oracle, given, edited=True) != meaning(oracle, answer):
            altered[name] = answer
    assert altered == {}
    # What libyaml reads is refused only where Kubernetes refuses it: for keys that no JSON object has.
    readable = [name for name in refused if is_yaml(in_pod(suite[name]))]
    assert [name for name in readable if meaning(oracle, in_pod(suite[name])) is not None] == []


def is_as_expected(answer: str, expected: str) -> bool:
    """Tell whether `answer` is exactly `expected`, with results behind it or not."""
    return answer == expected or answer.startswith(expected + "results:")


def is_one_insertion(given: str, answer: str) -> bool:
    """Tell whether `answer` is `given` with one piece of text put in."""
    same = next((at for at, pair in enumerate(zip(given, answer, strict=False)) if pair[0] != pair[1]), len(given))
    return len(answer) > len(given) and answer.endswith(given[same:])


def meaning(oracle: Oracle, text: str, *, edited: bool = False) -> Any:
    """Return what sigs.k8s.io/yaml reads, None if it refuses; with our affinity added by hand if `edited`."""
    read: Any = oracle.ask("yaml", text=text).get("json")
    if edited and read:
        terms = {"nodeSelectorTerms": [{"matchExpressions": [REQUIREMENT]}]}
        read["spec"]["affinity"] = {"nodeAffinity": {NODE_AFFINITY: terms}}
    return read


def test_suite_is_read_alike(oracle: Oracle, suite: dict[str, str]) -> None:
    for text in suite.values():
        compare(oracle, text)


def check_stream(_: Oracle, rnd: Random) -> None:
    text = random_yaml.document(rnd)
    place = rnd.choice((in_stream, as_object, as_object, in_list, in_list))
    answer = answered(place(text, edited=False))
    if answer is not None:
        assert is_as_expected(answer, place(text, edited=True))
        assert is_yaml(answer) or not is_yaml(place(text, edited=False))


def test_streams(oracle: Oracle) -> None:
    run(check_stream, oracle)
