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
