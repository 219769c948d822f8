"""Names: what our own requirement looks like in text."""

from __future__ import annotations

import json

import pytest
import yaml

from yurt_hostnet.openyurt.names import EXCLUDE_REQUIREMENT, HOSTNETWORK_LABEL, in_live_key, in_requirement

LABEL = HOSTNETWORK_LABEL
PLAIN = f'- key: {LABEL}\n  operator: NotIn\n  values:\n  - "true"\n'

OURS = {
    "block": PLAIN,
    "block, deep": PLAIN.replace("\n", "\n" + " " * 120),
    "CR": PLAIN.replace("\n", "\r"),
    "CRLF, at the end of the text": PLAIN.rstrip().replace("\n", "\r\n"),
    "quotes": f"- key: '{LABEL}'\n  operator: \"NotIn\"\n  values: ['true']\n",
    "flow": f"[{{key: {LABEL}, operator: NotIn, values: ['true']}}]",
    "JSON": json.dumps([EXCLUDE_REQUIREMENT]),
    "JSON on lines": json.dumps(EXCLUDE_REQUIREMENT, indent=2),
    "JSON in JSON": json.dumps(json.dumps(EXCLUDE_REQUIREMENT)),
    "as PyYAML writes it": yaml.safe_dump(EXCLUDE_REQUIREMENT),
}

OTHERS = {
    "a label": f'labels:\n  {LABEL}: "true"\n',
    "a pin": f'- key: {LABEL}\n  operator: In\n  values:\n  - "true"\n',
    "another value": PLAIN.replace("true", "false"),
    "no values": f"- key: {LABEL}\n  operator: NotIn\n- key: a\n  operator: NotIn\n  values: ['true']\n",
    "a pin in front of our operator": f"- key: {LABEL}\n  operator: In\n- operator: NotIn\n  values: ['true']\n",
    "another order": f"- operator: NotIn\n  key: {LABEL}\n  values: ['true']\n",
    "a comment": PLAIN.replace("\n", "  # c\n", 1),
    "another key": PLAIN.replace("/hostnetwork", "/host-network"),
    "too far away": PLAIN.replace("\n", "\n" + " " * 400),
    "another word": "kind: NodePool\n" + PLAIN[: len("- key: ")],
}


@pytest.mark.parametrize("text", OURS.values(), ids=OURS)
@pytest.mark.parametrize("word", ["openyurt.io", "nodepool", "nodepool.openyurt.io/hostnetwork"])
def test_in_requirement(text: str, word: str) -> None:
    before = "x: " + "é" * 40 + "\n"
    encoded = (before + text).encode()
    assert in_requirement(encoded, encoded.index(word.encode()))
    assert in_requirement(text.encode(), text.index(word))


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_not_in_requirement(text: str) -> None:
    found = [at for word in ("openyurt.io", "nodepool", "NodePool") if (at := text.find(word)) >= 0]
    assert found
    assert not any(in_requirement(text.encode(), position) for position in found)


def test_words_beside_it() -> None:
    """A word in front of the requirement or behind its key is not part of it."""
    rest = PLAIN.partition(LABEL)[2]
    for text in (f"nodepool{LABEL}{rest}", f"nodepool {LABEL}{rest}", f"nodepool {' ' * len(LABEL)}{LABEL}{rest}"):
        assert not in_requirement(text.encode(), 0)
        assert in_requirement(text.encode(), text.index("nodepool", 1))
    without = b"nodepool" + b" " * (len(LABEL) - len("nodepool") - 1) + b"operator: NotIn, values: true"
    assert not in_requirement(without, 0)
    joined = LABEL.encode() + b"operator: NotIn, values: true nodepool"
    assert in_requirement(joined, len(LABEL) - 1)
    assert not in_requirement(joined, len(LABEL))
    assert not in_requirement(joined, joined.rindex(b"nodepool"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nodepool.openyurt.io/hostnetwork: x", True),
        ("nodepool.openyurt.io/hostnetwork", True),
        ("'apps.openyurt.io/exclude-host-network-pool': x", True),
        ("nodepool.openyurt.io/hostnetwork-x: y", False),
        ("nodepool.openyurt.io/hostnetwork.x: y", False),
        ("nodepool.openyurt.io/hostnetwork/x: y", False),
        ("nodepool.openyurt.io/hostnetwork_: y", False),
        ("nodepool.openyurt.io/hostnetworks: y", False),
        ("nodepool.openyurt.io/hostnetwork1: y", False),
        ("nodepool.openyurt.io/hostNetwork: x", False),
        ("NodePool.openyurt.io/hostnetwork: x", False),
        ("x-nodepool.openyurt.io/hostnetwork: x", False),
        ("xnodepool.openyurt.io/hostnetwork: x", False),
        ("apps.openyurt.io/hostnetwork: x", False),
        ("pool.openyurt.io/hostnetwork: x", False),
        (" nodepool.openyurt.io/hostnetwork: x", True),
        ('{"nodepool.openyurt.io/hostnetwork":x}', True),
        ("apps.openyurt.io/exclude-host-network: x", False),
        ("apps.openyurt.io/nodepool: x", False),
    ],
)
def test_in_live_key(text: str, expected: bool) -> None:
    assert in_live_key(text.encode(), text.index("openyurt.io/")) is expected
