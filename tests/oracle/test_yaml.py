"""YAML: we read every scalar and every document as sigs.k8s.io/yaml does."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING, Any

from oracle import random_yaml
from oracle.cases import run
from yurt_hostnet.textedit import tree
from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.nodes import Scalar
from yurt_hostnet.textedit.values import Reader, resolve

if TYPE_CHECKING:
    from random import Random

    from oracle.asking import Oracle


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
    run(check_scalar, oracle, 2000)
