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


@pytest.mark.parametrize(
    ("text", "key"),
    [
        pytest.param("1234567.0", "1.234567e+06", id="all digits"),
        pytest.param("123456.0", "123456", id="no exponent yet"),
        pytest.param("0.0001", "0.0001", id="small"),
        pytest.param("1e-5", "1e-05", id="smaller"),
        pytest.param("-0.1", "-0.1", id="negative"),
        pytest.param("16777217.0", "1.6777216e+07", id="the nearest 32-bit float"),
        pytest.param("1e300", ".inf", id="beyond 32 bits"),
        pytest.param("-.inf", "-.inf", id="infinite"),
        pytest.param(".nan", ".nan", id="no number"),
    ],
)
def test_float_key(text: str, key: str) -> None:
    (root,) = parse(f"{text}: v").roots
    assert Reader().read(root) == {key: "v"}


@pytest.mark.parametrize(
    ("text", "data"),
    [
        pytest.param("b: &b {x: 1}\nx: 2\n<<: *b", {"b": {"x": 1}, "x": 1}, id="a merge replaces keys above it"),
        pytest.param("b: &b {x: 1}\n<<: *b\nx: 2", {"b": {"x": 1}, "x": 2}, id="and not those below"),
        pytest.param("b: &b {x: 1}\nc: &c {x: 3}\n<<: [*b, *c]", {"b": {"x": 1}, "c": {"x": 3}, "x": 1}, id="a list"),
    ],
)
def test_merge(text: str, data: Any) -> None:
    reader = Reader()
    (root,) = parse(text).roots
    assert (reader.read(root), reader.duplicates) == (data, [])
