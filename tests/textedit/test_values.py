"""How plain scalars are read. tests/oracle compares millions with go.yaml.in/yaml/v2; these are what it once found."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.textedit.tree import parse
from yurt_hostnet.textedit.values import Reader, resolve


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("0e7", 0.0, id="a float that begins like an octal number"),
        pytest.param("0a1", "0a1", id="no base"),
        pytest.param("+0F12", "+0F12", id="no base, signed"),
        pytest.param("0x0x1", "0x0x1", id="two prefixes"),
        pytest.param("0b-11", -3, id="a sign behind the binary prefix"),
        pytest.param("0b-0b1", "0b-0b1", id="two binary prefixes"),
        pytest.param(".0_7", 0.07, id="an underscore in a fraction"),
        pytest.param("._7", "._7", id="an underscore behind the point"),
        pytest.param("1" * 5000, "1" * 5000, id="more digits than a number has"),
    ],
)
def test_resolve(text: str, value: Any) -> None:
    read = resolve(text)
    assert (type(read), read) == (type(value), value)


def test_bad_utf8_in_binary() -> None:
    (root,) = parse("!!binary Infinity").roots
    assert Reader().read(root) == '"w\ufffd\ufffd+r'
