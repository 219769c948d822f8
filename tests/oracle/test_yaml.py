"""YAML: we read every scalar and every document as sigs.k8s.io/yaml does."""

from __future__ import annotations

import math
import re
import struct
from typing import TYPE_CHECKING, Any

from oracle import random_yaml
from oracle.cases import run
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read import tree
from yurt_hostnet.textedit.read.nodes import Scalar
from yurt_hostnet.textedit.read.values import Reader, resolve

if TYPE_CHECKING:
    from random import Random

    from oracle.asking import Oracle

LIBYAML_REFUSES = re.compile(r"![^\s]*[,\[\]{}]|:[,\]}]|\\'")
"""A tag with a flow indicator, a colon in front of one within a flow collection, and the escape \\'."""

TAG_AND_COMMA = re.compile(r"![^\s]*,")

READERS_DIFFER = re.compile("A merge key << brings a key in|A map key here is tagged !!binary|two carriage returns")
"""What kubectl (yaml/v2) and kustomize (yaml/v3) read differently; see tests/oracle/test_hidden.py."""

GO_REFUSES = re.compile(
    "unsupported value: (?:NaN|[+-]Inf)|unsupported map key of type: uint64|cannot decode|invalid base64"
    "|incompatible YAML document|unknown escape character"
)
"""Intended difference: what we read and Kubernetes does not is left to the API server to refuse.

That is what no JSON can hold, a tag that does not fit its value, %YAML 1.2, and an escaped slash.
"""

QUESTION = re.compile(r"[\[{,\n][^\n]*\?")
"""Intended difference: within a scalar of a flow collection go-yaml refuses it, libyaml reads it."""


def described(value: Any) -> dict[str, Any]:
    """Return a scalar as the oracle describes one."""
    if value is None:
        return {"type": "null"}
    if isinstance(value, float):
        bits = "7ff8000000000001" if math.isnan(value) else struct.pack(">d", value).hex()
        return {"type": "float", "value": bits}
    return {"type": {bool: "bool", int: "int", str: "string"}[type(value)], "value": value}


def check_scalar(oracle: Oracle, rnd: Random) -> None:
    text = random_yaml.scalar(rnd)
    theirs = oracle.ask("scalar", text=text)
    try:
        roots = tree.parse(text).roots
    except InputError:
        assert "error" in theirs
        return
    root = roots[0] if roots else Scalar(0, 0, 0, "", "", None, None)
    if len(roots) > 1 or not isinstance(root, Scalar):
        return
    if root.tag and "error" in theirs:
        # Intended difference: a tag that does not fit its value is left to the API server to refuse.
        assert "cannot decode" in theirs["error"] or "base64" in theirs["error"]
        return
    assert described(Reader().read(root)) == theirs
    if not root.style and not root.tag:
        assert described(resolve(root.value)) == theirs


def test_scalars(oracle: Oracle) -> None:
    run(check_scalar, oracle)


def check_document(oracle: Oracle, rnd: Random) -> None:
    compare(oracle, random_yaml.document(rnd))


def compare(oracle: Oracle, text: str) -> None:
    """Check that we read the one document `text` as sigs.k8s.io/yaml does."""
    theirs = oracle.ask("yaml", text=text)
    try:
        roots = tree.parse(text).roots
        if len(roots) > 1:
            assert "more" in theirs or "error" in theirs
            return
        reader = Reader()
        ours = reader.read(roots[0]) if roots else None
    except InputError as refusal:
        sentence = refusal.message
        # Intended differences: libyaml keeps to the YAML specification in a few places where go-yaml does not, and
        # what kubectl and kustomize read differently is refused.
        assert "error" in theirs or LIBYAML_REFUSES.search(text) or READERS_DIFFER.search(sentence)
        return
    if any(str(path[-1])[:1].isdigit() for path in reader.duplicates):
        # 1 and "1" are two keys in YAML and one in JSON; which of them counts differs from run to run upstream.
        return
    if TAG_AND_COMMA.search(text):
        # Intended difference: go-yaml takes the comma behind a tag for a part of it, libyaml for the end of an item.
        return
    if "error" in theirs:
        assert GO_REFUSES.search(theirs["error"]) or QUESTION.search(text)
        return
    assert "more" not in theirs
    assert same(ours, theirs["json"])


def same(ours: Any, theirs: Any) -> bool:
    """Compare our data with JSON, where 8.0 is written 8."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return ours.keys() == theirs.keys() and all(same(value, theirs[key]) for key, value in ours.items())
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, bool) or isinstance(theirs, bool):
        return ours is theirs
    return bool(ours == theirs)


def test_documents(oracle: Oracle) -> None:
    run(check_document, oracle)
