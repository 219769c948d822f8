"""Data as text: block lines, flow text, scalars that no reader takes for something else."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.textedit.write.emit import Style, block_items, block_pairs, flow, quote, scalar

VALUE = {"a": {"b": [1, {"c": [2, [3, [4]]], "d": {"e": 5}}], "f": {}}, "g": ["x", []], "yes": None}

BLOCK = {
    "usual": (
        {},
        """\
a:
  b:
  - 1
  - c:
    - 2
    - - 3
      - - 4
    d:
      e: 5
  f: {}
g:
- x
- []
"yes": null""",
    ),
    "wide, with indented lists": (
        {"step": "    ", "dash": "  "},
        """\
a:
    b:
      - 1
      - c:
          - 2
          - - 3
            - - 4
        d:
            e: 5
    f: {}
g:
  - x
  - []
"yes": null""",
    ),
}


@pytest.mark.parametrize(("style", "expected"), BLOCK.values(), ids=BLOCK)
def test_block(style: dict[str, Any], expected: str) -> None:
    lines = expected.split("\n")
    written = Style(**style)
    assert block_pairs(VALUE, "", written) == lines
    assert block_pairs(VALUE, "   ", written) == [f"   {line}" for line in lines]
    assert block_items([[{"k": [1]}]], "", written) == ["- - k:", f"    {written.dash}- 1"]
    assert block_items([VALUE, 1], " ", written) == [" - " + lines[0], *(f"   {line}" for line in lines[1:]), " - 1"]


FLOW = {
    "usual": ({}, '{a: {b: [1, {c: [2, [3, [4]]], d: {e: 5}}], f: {}}, g: [x, []], "yes": null}'),
    "JSON": (
        {"json": True, "colon": ":", "comma": ","},
        '{"a":{"b":[1,{"c":[2,[3,[4]]],"d":{"e":5}}],"f":{}},"g":["x",[]],"yes":null}',
    ),
}


@pytest.mark.parametrize(("style", "expected"), FLOW.values(), ids=FLOW)
def test_flow(style: dict[str, Any], expected: str) -> None:
    assert flow(VALUE, Style(**style)) == expected


def test_flow_on_lines() -> None:
    value = {"a": [1, {"b": "x"}], "c": {}}
    assert flow(value, Style(), " ") == "{\n   a: [\n     1,\n     {\n       b: x\n     }\n   ],\n   c: {}\n }"
    assert flow([value], Style(step="\t", json=True), "", "\r\n") == (
        '[\r\n\t{\r\n\t\t"a": [\r\n\t\t\t1,\r\n\t\t\t{\r\n\t\t\t\t"b": "x"\r\n\t\t\t}\r\n\t\t],\r\n'
        '\t\t"c": {}\r\n\t}\r\n]'
    )


SCALARS: dict[str, tuple[Any, str]] = {
    "word": ("abc", "abc"),
    "path": ("/a_b-c.d/E1", "/a_b-c.d/E1"),
    "empty": ("", '""'),
    "space": ("a b", '"a b"'),
    "digit first": ("1a", '"1a"'),
    "dash first": ("-a", '"-a"'),
    "boolean's name": ("no", '"no"'),
    "null's name": ("Null", '"Null"'),
    "quotes": ('a"b"', '"a\\"b\\""'),
    "backslashes": ("a\\b\\", '"a\\\\b\\\\"'),
    "beyond ASCII": ("\xe4\u20ac\U0001f600", '"\xe4\u20ac\U0001f600"'),
    "line ends": ('\xe4\n\t\r"\\', '"\xe4\\n\\t\\r\\"\\\\"'),
    "control characters": ("a\0\x7f\x85", '"a\\u0000\\u007f\\u0085"'),
    "characters that do not print": ("\u2028\ufeff\uffff", '"\\u2028\\ufeff\\uffff"'),
    "characters that do not print, beyond 16 bits": ("\U000e0001\U0001ffff", '"\U000e0001\U0001ffff"'),
    "none": (None, "null"),
    "true": (True, "true"),
    "false": (False, "false"),
    "integer": (-12, "-12"),
    "fraction": (0.5, "0.5"),
    "whole float": (8.0, "8.0"),
    "large": (1e20, "1.0e+20"),
    "small": (-1.5e-7, "-1.5e-07"),
    "infinite": (float("inf"), ".inf"),
    "minus infinite": (float("-inf"), "-.inf"),
    "no number": (float("nan"), ".nan"),
    "no pairs": ({}, "{}"),
    "no items": ([], "[]"),
}


@pytest.mark.parametrize(("value", "expected"), SCALARS.values(), ids=SCALARS)
def test_scalars(value: Any, expected: str) -> None:
    assert scalar(value) == expected
    assert flow(value, Style()) == expected
    quoted = quote(value) if isinstance(value, str) else expected
    assert scalar(value, True) == flow(value, Style(json=True)) == quoted
