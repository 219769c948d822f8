"""Random streams and lists, whole and broken: the cuts are the parser's, no word is missed, errors are sentences."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from properties.hits import Hits
from properties.in_process import filtered
from properties.manifests import manifest, simple
from properties.plain_yaml import documents
from properties.test_textedit import RANDOM, mutated
from properties.yaml_styles import Writer
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.lists import is_whole
from yurt_hostnet.krm.resource_list import parse_resource_list
from yurt_hostnet.krm.source import Source
from yurt_hostnet.textedit.cut.open_ends import _OPEN_FLOWS, _OPEN_QUOTES, closes_quotes, find_open_flows
from yurt_hostnet.textedit.cut.split import Span, split_documents
from yurt_hostnet.textedit.cut.split_items import split_items
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.write.same import same

if TYPE_CHECKING:
    from random import Random

WORD = "apps.openyurt.io/exclude-host-network-pool"
POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "pod", "annotations": {WORD: "true"}},
    "spec": {"containers": [{"name": "app", "image": "example.com/app:1"}]},
}


def listed(rnd: Random, kind: str = "ResourceList") -> dict[str, Any]:
    """Return a random list of objects, its keys in random order."""
    fields = {
        "apiVersion": "config.kubernetes.io/v1",
        "kind": kind,
        "items": [manifest(rnd, WORD) for _ in range(rnd.randint(1, 4))],
        "functionConfig": manifest(rnd),
    }
    return dict(rnd.sample(list(fields.items()), len(fields)))


def test_items_are_cut_as_the_parser_cuts() -> None:
    """Where the text alone proves the cuts, each item parses by itself to what the parser sees there."""
    hits = Hits()

    @settings(max_examples=1000)
    @given(RANDOM)
    def check(rnd: Random) -> None:
        text = Writer(rnd, plain=rnd.random() < 0.8).document(simple(listed(rnd))).encode()
        if rnd.random() < 0.5:
            text = mutated(rnd, text.decode()).encode()
        layout = split_items(text, Span(0, len(text)), lambda part: is_whole(Source(text), part))
        whole = parsed(text)
        if hits.count(layout is not None and whole is not None):
            spans = layout.spans if layout is not None else ()
            cut = [documents(b" " * span.lead + text[span.start : span.end])[0] for span in spans]
            assert same((whole or {})["items"] or [], cut)

    check()
    hits.require(0.25)


def parsed(text: bytes) -> dict[str, Any] | None:
    """Return the one mapping that a text is to the parser, None where it is broken or another thing."""
    try:
        found = documents(text)
    except (yaml.YAMLError, TypeError, AttributeError):  # broken text, or merge keys that merge nothing
        return None
    return found[0] if len(found) == 1 and isinstance(found[0], dict) and "items" in found[0] else None


@given(RANDOM)
def test_documents_are_cut_as_the_parser_cuts(rnd: Random) -> None:
    texts = [Writer(rnd).document(manifest(rnd), markers=False) for _ in range(rnd.randint(1, 4))]
    stream = "---\n".join(text if text.endswith("\n") else text + "\n" for text in texts).encode()
    cut = [documents(stream[span.start : span.end]) for span in split_documents(stream)]
    assert same([data for found in cut for data in found], documents(stream))


@settings(max_examples=400)
@given(RANDOM, st.sampled_from(["ResourceList", "List"]))
def test_no_word_is_missed(rnd: Random, kind: str) -> None:
    """The scan finds each object whose data holds the word, however it is written, and each as the parser reads it."""
    expected = listed(rnd, kind)
    text = Writer(rnd, exotic=rnd.random() < 0.3).document(expected).encode()
    found = parse_resource_list(text)
    source = found.source if found is not None else Input(text, split_documents(text))
    held = list(source.mentioning([WORD.encode()]))
    objects = list(source.objects())
    assert same([item.data for item in objects], expected["items"])
    assert [item.data for item in objects if WORD in repr(item.data) and item not in held] == []


@settings(max_examples=300)
@given(RANDOM)
def test_the_filter_edits_or_says_why_not(rnd: Random) -> None:
    """Broken input is passed, edited or refused with one sentence; no other exception gets out."""
    parts = [Writer(rnd, exotic=rnd.random() < 0.3).document(rnd.choice((POD, POD, listed(rnd)))) for _ in range(2)]
    text = "---\n".join(part if part.endswith("\n") else part + "\n" for part in parts)
    for _ in range(rnd.randint(0, 2)):
        text = mutated(rnd, text)
    done = filtered(text.encode())
    assert done.code in (0, 1, 2)
    if done.code:
        assert done.stderr.startswith(("yurt-hostnet: ", "error: ", "warning: "))
        assert done.stderr.endswith("\n")


@settings(max_examples=300)
@given(RANDOM)
def test_a_pod_in_any_style_is_edited_once(rnd: Random) -> None:
    """Whatever its style, the pod gets its affinity, a second run changes nothing, and nothing else has changed."""
    text = Writer(rnd, exotic=rnd.random() < 0.2).document(POD).encode()
    first = filtered(text)
    assert (first.stderr, first.code) == ("", 0)
    (data,) = [found for found in documents(first.stdout) if found is not None]
    requirement = {"key": "nodepool.openyurt.io/hostnetwork", "operator": "NotIn", "values": ["true"]}
    terms = {"nodeSelectorTerms": [{"matchExpressions": [requirement]}]}
    affinity = {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": terms}}
    assert same(data, {**POD, "spec": {**POD["spec"], "affinity": affinity}})  # type: ignore[dict-item]
    assert filtered(first.stdout).stdout == first.stdout


@given(st.binary(max_size=40))
def test_bytes_are_refused_or_passed(text: bytes) -> None:
    done = filtered(text)
    assert (done.code == 0 and done.stdout == text) or (done.code == 2 and done.stdout == b"" and done.stderr)


@given(RANDOM)
def test_errors_of_the_reader_are_typed(rnd: Random) -> None:
    text = mutated(rnd, mutated(rnd, Writer(rnd, exotic=True).document(listed(rnd)))).encode()
    with suppress(InputError):
        found = parse_resource_list(text)
        if found is not None:
            assert [item.kind for item in found.source.objects() if not isinstance(item.kind, str)] == []


@settings(max_examples=2000)
@given(st.text(st.sampled_from("\"'[]{}#\\ ,:a\n"), max_size=24))
def test_quotes_and_brackets_need_no_pattern(text: str) -> None:
    """What looks through small lists finds no more and no less than the patterns that look through large ones."""
    raw = text.encode()
    for bracket, flow in _OPEN_FLOWS.items():
        expected = [match.start() for match in re.finditer(flow, raw)]
        assert list(find_open_flows(raw, 0, len(raw), bracket)) == expected
    if all(map(closes_quotes, raw.split(b"\n"))):
        assert not any(re.search(quote, raw) for quote in _OPEN_QUOTES)


QUOTED = {
    b"a: 'x'": True,
    b'a: ["--b", "--c"]': True,
    b"a: x": True,
    b"a: ''": True,
    b"a: 'it''s'": True,
    b"""a: 'x' # "y""": False,
    b'a: "x': False,
    b'a: "\\""': False,
    b"[it's, 'x": False,
    b'a: "x "': False,
}


@pytest.mark.parametrize(("line", "expected"), QUOTED.items(), ids=str)
def test_quotes_that_are_easily_told(line: bytes, expected: bool) -> None:
    assert closes_quotes(line) is expected
