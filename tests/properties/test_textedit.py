"""Random values in random styles: what is spliced in is what was asked for, and nothing else has changed."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from random import Random
from typing import Any

import jsonpatch
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from properties.hits import Hits
from properties.manifests import edits, mapping, simple
from properties.plain_reader import agrees
from properties.plain_yaml import document
from properties.yaml_styles import Writer
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader, resolve
from yurt_hostnet.textedit.write.change import CannotChangeError, add, change_text
from yurt_hostnet.textedit.write.comments import lost_comments
from yurt_hostnet.textedit.write.emit import Style, block_pairs, flow
from yurt_hostnet.textedit.write.outside import keeps_outside
from yurt_hostnet.textedit.write.same import same
from yurt_hostnet.textedit.write.splice import splice

GONE = re.compile(r"\s*(null|~|\{ *\}|\[ *\]|[&*]a[0-9]+)?\s*", re.IGNORECASE)
"""What edits take out of a text: what says nothing, and anchors and aliases."""

RANDOM = st.integers(min_value=0, max_value=2**32).map(Random)


@settings(max_examples=400)
@given(RANDOM)
def test_reader_reads_what_was_written(rnd: Random) -> None:
    expected = mapping(rnd)
    text = Writer(rnd, exotic=rnd.random() < 0.3).document(expected)
    (root,) = parse(text).roots
    assert same(Reader().read(root), expected)
    assert same(document(text.encode()), expected)


@settings(max_examples=800)
@given(RANDOM)
def test_edits_are_spliced_in(rnd: Random) -> None:
    """In plain styles text insertion always does, means what JSON Patch means, and takes away only empty values."""
    before = mapping(rnd)
    text = Writer(rnd).document(before)
    changes = edits(rnd, before)
    (root,) = parse(text).roots
    new, patched = change_text(text, root, before, changes)
    patch: list[Any] = [Edit(path, value).to_patch() for path, value in changes]
    expected = jsonpatch.apply_patch(before, patch)
    assert same(patched, expected)
    assert same(document(new.encode()), expected)
    pieces = splice(text, root, changes, patched)
    assert pieces.apply() == new
    taken = [text[start:end].strip() for start, end, _ in pieces.pieces]
    assert {part.lower().replace(" ", "") for part in taken} <= {"", "null", "~", "{}", "[]"}


@settings(max_examples=400)
@given(RANDOM)
def test_exotic_styles_are_edited_or_refused(rnd: Random) -> None:
    """Anchors, aliases and tags: the edit means what JSON Patch means and keeps what is beside it, or is refused."""
    before = mapping(rnd)
    text = Writer(rnd, exotic=True).document(before)
    changes = edits(rnd, before)
    (root,) = parse(text).roots
    expected = before
    for path, value in changes:
        expected = add(expected, path, value)
    pieces: list[Any] = []
    with suppress(CannotChangeError):
        new, _ = change_text(text, root, before, changes, pieces=pieces)
        assert same(document(new.encode()), expected)
        assert not lost_comments(text, new)
        if pieces:
            taken = [text[start:end] for start, end, _ in pieces]
            assert [part for part in taken if not GONE.fullmatch(part)] == []
        else:
            assert keeps_outside(text, new, root, changes)


def test_plain_reader_equals_the_parser() -> None:
    """What the quick reader reads, libyaml reads in the same way, with the same places; what is wrong it refuses."""
    hits = Hits()

    @settings(max_examples=1500)
    @given(RANDOM)
    def check(rnd: Random) -> None:
        plain = rnd.random() < 0.8
        data = simple(mapping(rnd)) if plain else mapping(rnd)
        text = Writer(rnd, plain=plain).document(data, markers=rnd.random() < 0.5)
        text = text.encode("ascii", "ignore").decode()
        if rnd.random() < 0.6:
            text = mutated(rnd, text)
        hits.count(agrees(text))

    check()
    hits.require(0.15)


@given(RANDOM)
def test_emitted_text_reads_back(rnd: Random) -> None:
    """Block and flow text mean the value that was written, to PyYAML and to ruamel.yaml."""
    value = mapping(rnd)
    style = Style(step=" " * rnd.randint(1, 4), dash=" " * rnd.choice((0, 2)), json=rnd.random() < 0.5)
    for text in ("\n".join(block_pairs(value, "", style)), flow(value, style), flow(value, style, "")):
        assert same(yaml.load(text, Loader=yaml.CSafeLoader), value)
        assert same(plain(YAML(typ="safe", pure=True).load(io.StringIO(text))), value)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\x7f"), max_size=12))
def test_every_string_survives(text: str) -> None:
    for value, style in ((text, Style()), ({text: text}, Style()), ([text], Style(json=True))):
        (root,) = parse(flow(value, style)).roots
        assert Reader().read(root) == value


@pytest.mark.parametrize(
    "value", [True, False, None, 0, 1, -1, 2**63, 0.5, 1e20, 1e-7, "true", "1", "~", "", "y", "0o7"]
)
def test_every_scalar_survives(value: Any) -> None:
    (root,) = parse(flow(value, Style())).roots
    assert same(Reader().read(root), value)


@given(st.text(st.sampled_from("0123456789+-._eExob~nyNYtrufalsTO"), min_size=1, max_size=8))
def test_numbers_are_what_python_takes_for_numbers(text: str) -> None:
    """A plain scalar that is a number has the value that Python gives the same digits."""
    found = resolve(text)
    if type(found) is float and found == found and abs(found) != float("inf"):  # noqa: PLR0124 - NaN
        assert found == float(text.replace("_", ""))
    elif type(found) is int and text.lstrip("+-").isdecimal() and not text.lstrip("+-").startswith("0"):
        assert found == int(text)


def mutated(rnd: Random, text: str) -> str:
    """Return `text` with a few characters taken out or put in."""
    marks = ("\n", "'", '"', " ", "-", "- ", "\n- ", "\n---\n", "{", "}", "[", "]", "#", " #", ": ", ":", "|", ">")
    more = ("&a ", "*a", "!t ", "\t", "\\", "? ", ",", "%", "\n...\n", "\n  ", "\n\n", "a: ", "- - ", "''", "`", "<<: ")
    for _ in range(rnd.randint(1, 3)):
        at = rnd.randrange(len(text) + 1)
        if rnd.random() < 0.3:
            text = text[:at] + text[at + rnd.randint(1, 4) :]
        else:
            text = text[:at] + rnd.choice((*marks, *more)) + text[at:]
    return text


def plain(value: Any) -> Any:
    """Return what ruamel.yaml loaded as the types of the standard library."""
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


@given(RANDOM)
def test_errors_are_typed(rnd: Random) -> None:
    """Whatever is done to a text, reading and editing it raises InputError and nothing else."""
    text = mutated(rnd, Writer(rnd, exotic=True).document(mapping(rnd)))
    with suppress(InputError):
        for root in parse(text).roots[:1]:
            value = Reader().read(root)
            change_text(text, root, value, edits(rnd, value))
