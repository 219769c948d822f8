"""How plain scalars are read. tests/oracle compares millions with go.yaml.in/yaml/v2; these are what it once found."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.read import values
from yurt_hostnet.textedit.read.events import parse_events
from yurt_hostnet.textedit.read.nodes import Mapping
from yurt_hostnet.textedit.read.tree import parse
from yurt_hostnet.textedit.read.values import Reader, is_null, key_of, resolve
from yurt_hostnet.textedit.write.same import same


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
        pytest.param("0", 0, id="zero"),
        pytest.param("-0", 0, id="minus zero"),
        pytest.param("10", 10, id="an integer"),
        pytest.param("1023456789", 1023456789, id="all digits"),
        pytest.param("+1", 1, id="a plus"),
        pytest.param("-12", -12, id="a minus"),
        pytest.param("+-1", "+-1", id="two signs"),
        pytest.param("-", "-", id="a sign alone"),
        pytest.param("1_0", 10, id="an underscore"),
        pytest.param("_1", "_1", id="an underscore first"),
        pytest.param("a1", "a1", id="a letter first"),
        pytest.param("1\u0663", "1\u0663", id="a digit beyond ASCII"),
        pytest.param("0b10", 2, id="binary"),
        pytest.param("0B11", 3, id="binary, capital"),
        pytest.param("0b+11", 3, id="a plus behind the binary prefix"),
        pytest.param("0B+11", "0B+11", id="a plus behind the capital binary prefix"),
        pytest.param("0b2", "0b2", id="no binary digit"),
        pytest.param("0b", "0b", id="the binary prefix alone"),
        pytest.param("0x1F", 31, id="hexadecimal"),
        pytest.param("-0Xab", -171, id="hexadecimal, capital, signed"),
        pytest.param("0xg", "0xg", id="no hexadecimal digit"),
        pytest.param("0o17", 15, id="octal"),
        pytest.param("0O17", 15, id="octal, capital"),
        pytest.param("0o8", "0o8", id="no octal digit"),
        pytest.param("017", 15, id="octal without a letter"),
        pytest.param("08", 8.0, id="eight behind a zero"),
        pytest.param("0c0", "0c0", id="another letter"),
        pytest.param("18446744073709551615", 18446744073709551615, id="the largest of 64 bits"),
        pytest.param("18446744073709551616", 18446744073709551616.0, id="beyond 64 bits"),
        pytest.param("+9223372036854775807", 9223372036854775807, id="the largest with a sign"),
        pytest.param("+9223372036854775808", 9223372036854775808.0, id="beyond 63 bits with a sign"),
        pytest.param("-9223372036854775808", -9223372036854775808, id="the smallest"),
        pytest.param("-9223372036854775809", -9223372036854775809.0, id="below the smallest"),
        pytest.param("1.5", 1.5, id="a fraction"),
        pytest.param("1E3", 1000.0, id="a capital exponent"),
        pytest.param(".5E-1", 0.05, id="a capital exponent behind a fraction"),
        pytest.param(".5e1", 5.0, id="an exponent behind a fraction"),
        pytest.param("1e999", "1e999", id="more than a float holds"),
        pytest.param("-1e999", "-1e999", id="less than a float holds"),
        pytest.param(".inf", float("inf"), id="infinite"),
        pytest.param("Yes", True, id="yes"),
        pytest.param("~", None, id="null"),
        pytest.param("1" * 5000, "1" * 5000, id="more digits than a number has"),
    ],
)
def test_resolve(text: str, value: Any) -> None:
    read = resolve(text)
    assert (type(read), read) == (type(value), value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("!!binary Infinity", '"w\ufffd\ufffd+r', id="binary that is no UTF-8"),
        pytest.param("!!binary gP/CgMOk", "\ufffd\ufffd\x80\xe4", id="the first and the last byte that is none"),
        pytest.param("!!binary \u00e9A==", "\u00e9A==", id="what is no base64 at all"),
        pytest.param("!!binary a", "a", id="binary that is no base64"),
        pytest.param("!!int 5", 5, id="int"),
        pytest.param("!!int '5'", 5, id="int, quoted"),
        pytest.param("!!bool 'yes'", True, id="bool"),
        pytest.param("!!float 1", 1.0, id="float without a fraction"),
        pytest.param("!!float '1.5'", 1.5, id="float"),
        pytest.param("!!null ''", None, id="null"),
        pytest.param("!!int x", "x", id="int that is none"),
        pytest.param("!!str 1", "1", id="str"),
        pytest.param("! 1", "1", id="no particular tag"),
        pytest.param("!int 1", "1", id="a tag of somebody's own"),
        pytest.param("!!timestamp 2001-12-14", "2001-12-14", id="timestamp"),
    ],
)
def test_tags(text: str, value: Any) -> None:
    for written, expected in ((text, value), (f"a: {text}", {"a": value}), (f"- {text}", [value])):
        (root,) = parse(written).roots
        assert same(Reader().read(root), expected)


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
        pytest.param("-1e300", "-.inf", id="below 32 bits"),
        pytest.param("0.5", "0.5", id="a fraction"),
        pytest.param("-.inf", "-.inf", id="minus infinite"),
        pytest.param(".inf", ".inf", id="infinite"),
        pytest.param(".nan", ".nan", id="no number"),
    ],
)
def test_float_key(text: str, key: str) -> None:
    (root,) = parse(f"{text}: v").roots
    assert Reader().read(root) == {key: "v"}


@pytest.mark.parametrize(
    ("text", "data"),
    [
        pytest.param("yes: 1\nno: 2", {"true": 1, "false": 2}, id="booleans"),
        pytest.param("1234567: 1", {"1234567": 1}, id="a larger integer"),
        pytest.param("0x10: 1\n-1: 2", {"16": 1, "-1": 2}, id="integers"),
        pytest.param("'1': 1\n'yes': 2\n'': 3\n'<<': 4", {"1": 1, "yes": 2, "": 3, "<<": 4}, id="quoted"),
        pytest.param("!!str 1: 1\n!!int '0x1': 2\n! yes: 3", {"1": 2, "yes": 3}, id="tagged"),
        pytest.param("a: &a x\n*a : 1\nb: &b 2\n? *b\n: 3", {"a": "x", "x": 1, "b": 2, "2": 3}, id="aliases"),
    ],
)
def test_keys(text: str, data: Any) -> None:
    (root,) = parse(text).roots
    assert Reader().read(root) == data
    assert isinstance(root, Mapping)
    assert {key_of(key) for key, _ in root.pairs} == set(data)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        pytest.param("!!merge <<: {x: 1}\n", {"x": 1}, id="tagged"),
        pytest.param("! <<: {x: 1}\n", {"x": 1}, id="no particular tag"),
        pytest.param("!!str <<: {x: 1}\n", {"<<": {"x": 1}}, id="a string"),
        pytest.param("'<<': {x: 1}\n", {"<<": {"x": 1}}, id="quoted"),
        pytest.param("!<!!merge> <<: {x: 1}\n", {"<<": {"x": 1}}, id="another tag"),
        pytest.param("b: &b {x: 1}\n<<: *b\nx: 2", {"b": {"x": 1}, "x": 2}, id="keys below replace it"),
        pytest.param("b: &b {x: 1}\nc: &c {x: 3}\n<<: [*b, *c]", {"b": {"x": 1}, "c": {"x": 3}, "x": 1}, id="a list"),
    ],
)
def test_merge(text: str, data: Any) -> None:
    reader = Reader()
    (root,) = parse(text).roots
    assert (reader.read(root), reader.duplicates) == (data, [])


READERS_DIFFER = {
    "a merged key stands above": (
        "b: &b {x: 1}\nx: 2\n<<: *b",
        "A merge key << brings a key in here that stands twice",
    ),
    "twice in what is merged": ("<<: {x: 1, x: 2}", "A merge key << brings a key in here that stands twice"),
    "a binary key": ("!!binary eA==: 1", "A map key here is tagged !!binary"),
    "a binary key in another spelling": ("!<!!binary> eA==: 1", "A map key here is tagged !!binary"),
}


@pytest.mark.parametrize(("text", "message"), READERS_DIFFER.values(), ids=READERS_DIFFER)
def test_what_kubectl_and_kustomize_read_differently_is_refused(text: str, message: str) -> None:
    (root,) = parse(text).roots
    with pytest.raises(InputError, match=message):
        Reader().read(root)


def test_duplicates() -> None:
    text = "a:\n- b: 1\n  c: 1\n  'b': 2\nd: {e: {f: 1, f: 2}}\n1: x\n'1': w\na: z\n"
    (root,) = parse(text).roots
    reader = Reader()
    assert reader.read(root, ("r",)) == {"a": "z", "d": {"e": {"f": 2}}, "1": "w"}
    assert reader.duplicates == [("r", "a", 0, "b"), ("r", "d", "e", "f"), ("r", "1"), ("r", "a")]


def test_an_anchored_node_is_read_once() -> None:
    (root,) = parse("a: &a {x: 1, x: 2}\nb: *a\nc: [*a, &c [1], *c]\n<<: [*a]\n").roots
    reader = Reader()
    data = reader.read(root)
    assert data == {"a": {"x": 2}, "b": {"x": 2}, "c": [{"x": 2}, [1], [1]], "x": 2}
    assert data["a"] is data["b"] is data["c"][0]
    assert reader.duplicates == [("a", "x")]


ERRORS = {
    "merge": ("a: 1\nb:\n  <<: 1\n", "A merge key << here stands for no mapping.", 10),
    "merge of a list": ("<<: [{a: 1}, b]\n", "A merge key << here stands for no mapping.", 0),
    "null key": (
        "a: 1\n~: 2\n",
        "A map key here is null, a list or a mapping; Kubernetes objects have only string keys.",
        5,
    ),
    "list key": (
        "a: {[b]: 2}\n",
        "A map key here is null, a list or a mapping; Kubernetes objects have only string keys.",
        4,
    ),
    "no anchor": (
        "a: *b\n",
        "The alias *b stands for no anchor above it. Define &b or write it out.",
        3,
    ),
    "itself": ("a: &a\n  b: *a\n", "The alias *a contains itself.", 11),
    "itself, a list": ("&a [*a]\n", "The alias *a contains itself.", 4),
}


@pytest.mark.parametrize(("text", "message", "place"), ERRORS.values(), ids=ERRORS)
def test_errors(text: str, message: str, place: int) -> None:
    tree = parse_events(text)
    for line_of, line in ((lambda start: 100 + start, 100 + place), (None, 0)):
        with pytest.raises(InputError) as error:
            Reader(line_of).read(tree.roots[0])
        assert (error.value.message, error.value.line) == (message, line)


SIZES = {
    "a scalar": ("a: &a x\nb: [*a, *a, *a]\n", 3),
    "a list": ("a: &a [x, [y], {z: 1}]\nb: *a\nc: *a\n", 12),
    "a mapping": ("a: &a {x: 1, y: {z: !!str 1}, v: [w]}\nb: *a\n", 6),
    "aliases in aliases": ("a: &a [1]\nb: &b [*a, *a]\nc: *b\n", 9),
    "merges": ("a: &a {x: 1}\nb: &b {<<: *a, <<: {y: 1}}\nc: *b\n", 7),
}


@pytest.mark.parametrize(("text", "size"), SIZES.values(), ids=SIZES)
def test_values_that_aliases_add(text: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as are allowed, and one more."""
    (root,) = parse(text).roots
    monkeypatch.setattr(values, "MAX_ALIAS_VALUES", size)
    Reader().read(root)
    monkeypatch.setattr(values, "MAX_ALIAS_VALUES", size - 1)
    with pytest.raises(InputError) as error:
        Reader(lambda start: start).read(root)
    expected = f"Aliases here expand to more than {size - 1} values. Write out what you need."
    assert (error.value.message, error.value.line) == (expected, text.rindex("*"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("null", True),
        ("~", True),
        ("Null", True),
        ("!!null null", True),
        ("&a ~", True),
        ("!!null x", False),
        ("!!str null", False),
        ("!t null", False),
        ("'null'", False),
        ('!!null "null"', False),
        ("nil", False),
        ("0", False),
        ("{}", False),
        ("[null]", False),
        ("null: 1", False),
    ],
)
def test_is_null(text: str, expected: bool) -> None:
    (root,) = parse_events(text).roots
    assert is_null(root) is expected
