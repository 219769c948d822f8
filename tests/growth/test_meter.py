"""The meter itself: it sees a square wherever one can hide, and leaves what is counted as it was."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from growth import meter
from growth.measure import Cost, Row, complaints

SQUARES = {
    "a loop in a loop": "for _ in text:\n  for _ in text: pass",
    "a comprehension": "[[0 for _ in text] for _ in text]",
    "a slice": "for _ in text: text[1:]",
    "a search": "for _ in text: text.find('b')",
    "a search in a list": "entries = list(text)\nfor _ in text: 'b' in entries",
    "a join": "for _ in text: ''.join([text])",
    "an f-string": "for _ in text: f'{text} '",
    "adding up bytes": "data = b''\nfor _ in text: data += b'a'",
    "sorting": "for _ in text: sorted(text)",
    "comparing": "for _ in text: text == 'a' + text[1:]",
    "unpacking": "entries = []\nfor _ in text: entries = [*entries, 1]",
    "merging": "entries = {}\nfor number, _ in enumerate(text): entries = {**entries, number: 1}",
    "shifting": "entries = list(text)\nwhile entries: entries.pop(0)",
}
LINES = {
    "a loop": "for _ in text: pass",
    "a set": "entries = set(text)\nfor letter in text: letter in entries",
    "short searches": "place = 0\nfor _ in text: place = text.find('a', place) + 1",
    "appending": "entries = []\nfor letter in text: entries.append(letter)",
    "popping": "entries = list(text)\nwhile entries: entries.pop()",
}


def count(program: str, size: int) -> Cost:
    lines = "\n".join(f"  {line}" for line in program.split("\n"))
    tree = ast.fix_missing_locations(meter._Instrument().visit(ast.parse(f"def run(text):\n{lines}\n")))
    counts = meter.Meter()
    names: dict[str, Any] = {"__meter__": counts}
    exec(compile(tree, "program", "exec"), names)  # noqa: S102 - the programs above
    names["run"]("a" * size)
    return Cost(size=size, code=0, steps=counts.steps, touched=counts.touched, peak=0, written=0)


@pytest.mark.parametrize("program", SQUARES)
def test_a_square_is_seen(program: str) -> None:
    row = Row(program, lambda _: b"", (100, 200))
    assert len(complaints(row, [count(SQUARES[program], 100), count(SQUARES[program], 200)])) == 1


@pytest.mark.parametrize("program", LINES)
def test_a_straight_line_passes(program: str) -> None:
    row = Row(program, lambda _: b"", (100, 200))
    assert complaints(row, [count(LINES[program], 100), count(LINES[program], 200)]) == []


def test_what_else_is_held() -> None:
    row = Row("x", lambda _: b"", (1, 2, 3), code=2, says="too many", memory=10)
    costs = [
        Cost(size=1000, code=2, steps=1, touched=1, peak=0, written=0),
        Cost(size=1000, code=2, steps=1, touched=1, peak=0, written=0, says=False, stderr="Otherwise."),
        Cost(size=1000_000, code=None, steps=1000, touched=1000, peak=11_000_000, written=0),
    ]
    assert complaints(row, costs) == [
        "1000 bytes: exit code 2, wanted 2 and 'too many': Otherwise.",
        "1000000 bytes: stopped after 1000 steps and 1000 elements",
        "1000000 bytes take 11000000 bytes of memory, 11 for each",
    ]


def test_what_is_counted_does_the_same() -> None:
    program = """
def run(text):
    "A docstring."
    a, *rest = text.split(","); rest[1:2] = [f"{a:>{3}}"]
    total: int = sum(len(each) for each in rest if each not in ("x",))
    return [*rest, total, (lambda n: n + 1)(total), {**{"k": a}}, "b" in text,
            text == "a", text.find("zz"), -text.count("a")]
"""
    plain: dict[str, Any] = {}
    exec(program, plain)  # noqa: S102 - the program above
    counted: dict[str, Any] = {"__meter__": meter.Meter()}
    tree = ast.fix_missing_locations(meter._Instrument().visit(ast.parse(program)))
    exec(compile(tree, "program", "exec"), counted)  # noqa: S102 - the program above
    assert counted["run"]("a,b,cc,x,d") == plain["run"]("a,b,cc,x,d")
