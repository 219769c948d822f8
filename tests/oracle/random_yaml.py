"""Random YAML text: scalars that readers differ about, and documents with something odd in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

WORDS = (
    "y", "Y", "yes", "Yes", "YES", "yEs", "n", "no", "NO", "on", "On", "off", "OFF", "true", "True", "TRUE", "tRue",
    "false", "False", "null", "Null", "NULL", "nUll", "~", "", ".inf", "-.inf", "+.Inf", ".INF", ".iNF", ".nan",
    ".NaN", ".NAN", "nan", "inf", "-inf", "Infinity", "<<", "=", "-", "+", ".", "..", "0", "00", "-0", "+0", "0x",
    "0b", "0o", "2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5", "2001-02-30", "1:30",
    "190:20:30", "12e03", "1e", "e1", "1.e3", ".5", "5.", "-.5", "+.5", "0.0", "-0.0", "1e400", "-1e400", "1e-400",
    "4.9e-324", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "+18446744073709551615", "0xFFFFFFFFFFFFFFFF",
    "-0x8000000000000000", "0755", "0o755", "08", "09.5", "0b101", "0b102", "0xAZ", "-0b11", "-0o7", "-0x1F",
    "0X1F", "0B1", "0O7", "1_000", "_1", "1_", "1__0", "0x_1F", "0_7", "1_000.5", "1._5", "1e1_0", "0b1_0", ".0_7",
    ".1e1_0", "._7", ".7_", "0a1", "0e7", "0E7", "+0F12", "0n12", "0b-11", "0b+1", "-0b+1", "0b-", "0x-1", "0b--1",
    "0x0x1", "0b0b1", "00o7", "0b-0b1",
)  # fmt: skip
PIECES = (
    "0", "1", "7", "8", "9", "12", "_", ".", "e", "E", "x", "o", "b", "+", "-", ":", "a", "F", "X", "n", " ", "٣",
    "é",
)  # fmt: skip
FRAMES = (
    "{}", "{}", "{}", "{}", "{}", "{}", "{}", "{}", "'{}'", '"{}"', "{}\n", "# c\n{}", "--- {}\n", "{} # c",
    "{}\n...\n", "!!str {}", "! {}", "!!int {}", "!!float {}", "!!bool {}", "!!null {}", "!!binary {}",
    "!custom {}", "!!int '{}'", "!!timestamp {}",
)  # fmt: skip


def scalar(rnd: Random) -> str:
    """Return a document that is one scalar, mostly."""
    text = rnd.choice(WORDS) if rnd.random() < 0.4 else "".join(rnd.choice(PIECES) for _ in range(rnd.randint(1, 7)))
    if rnd.random() < 0.1:
        text = rnd.choice("+-._ ") + text
    return rnd.choice(FRAMES).format(text)


LINES = (
    "a: 1", "b: text", 'c: "x\\ty"', "d: 'it''s'", "e: [1, two, {f: g}]", "h: {i: j, k: [l]}", "m:", "n: |",
    "o: >-", "p: &x 1", "q: *x", "<<: *y", "r: &y {s: t}", "- u", "- v: w", "-", "- - 1", "? z", ": value",
    "1: one", "true: yes", "~: null", "0x10: hex", "1.5: half", '"quoted": 1', "'single' : 2", "# comment", "",
    "text", "two words", "k: v # c", "k: v#c", "k:v", "k: !!str 1", "k: !t v", "k: @v", "k: `v", "k: %v", "k: a: b",
    "k: - v", "k: [a", "]", "k: {a: b", "}", "k: 'open", 'k: "open', 'k: "a\\', "k: \\n", "k: 'a'b", "k:\tv",
    "\tk: v", "k: |2", "k: >+", "k: é🙂", "k: \u2028", "k: \u0085", "k: \x07", "k: ,", "k: [a,, b]", "k: [,]",
    "k: {a, b}", "k: {a: }", 'k: {"a":b}', "k: {a:b}", "[a]: b", "{a: b}: c", "k: ''", "%TAG ! tag:x,2000:",
    "? - a", "- ? a", "<<: 1", "a: 2", "1e3: x", "1_0: y", "-: z", "k: -", "k: ?", "- -", "k: ---", "...", "---",
    "--- a", "k: [a, b]: c", "=: e", "1e21: x", "1e400: x", ".inf: x", "0.1: x", "100000000.0: x", "1234567.0: x",
    "123456789: x", "1e-7: x", "2001-12-14: x", "k: 2001-12-14", "<<: [*y, *z]", "<<: [*z, *y]",
    "t: &z {s: u, w: x}", "s: own", "w: own", "<<: *z", "k: .nan", "k: .inf", "k: 1_000", "k: 0e7",
    "k: !!binary aGk=", "&k k: v", "*k : v", "k: &k", "k: *k", "- &x a", "- *x", "k: &x [*x]", "k: 1e400",
    "!!str 1: v", "!!null x: v", "18446744073709551615: v", "1: a", "'1': b", "{}: v", "[]: v",
)  # fmt: skip
ANCHORS = ("t: &z {s: u, w: x}", "r: &y {s: t}")
MERGES = ("<<: *z", "<<: *y", "<<: [*y, *z]", "<<: [*z, *y]", "<<: {s: v}", "s: own", "w: own", "m:", "- *z", "a: *z")
PUT_IN = ("", "", "\n", " ", "  ", "-", ":", "'", '"', "#", "{", "]", "|", "&", "*", "!")


def document(rnd: Random) -> str:
    """Return a few lines of YAML, more or less; about half of the results are readable."""
    lines: list[str] = []
    choices: tuple[str, ...] = LINES
    if rnd.random() < 0.2:
        lines, choices = list(ANCHORS), MERGES
    indent = 0
    for _ in range(rnd.choice((1, 2, 2, 3, 3, 4, 5, 7))):
        line = rnd.choice(choices)
        lines.append(" " * indent + line)
        if line.endswith((":", "|", ">-", "-", "|2", ">+")) and rnd.random() < 0.8:
            indent += 2
        elif indent and rnd.random() < 0.3:
            indent -= 2
    text = rnd.choice(("\n", "\n", "\n", "\n", "\r\n")).join(lines) + rnd.choice(("\n", "\n", "", " ", "\n\n"))
    for _ in range(rnd.choice((0, 0, 0, 1, 2))):
        text = mutated(rnd, text)
    return text


def mutated(rnd: Random, text: str) -> str:
    """Return `text` with a character or two left out, put in or replaced."""
    at = rnd.randint(0, len(text))
    cut = rnd.choice((0, 1, 1, 2))
    return text[:at] + rnd.choice(PUT_IN) + text[at + cut :]
