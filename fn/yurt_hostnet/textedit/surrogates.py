r"""JSON's surrogate pairs, which libyaml refuses, masked while it reads.

JSON encoders write U+1F600 as `\ud83d\ude00`. `\ue03d\ue600`, two characters of the private use area,
stands for it during the parse: it is as long, and can be undone in scalars that know no escapes.
"""

from __future__ import annotations

import re

_PAIR = re.compile(r"(\\+)u([dD])([89abAB])([0-9a-fA-F]{2})\\u([dD])([c-fC-F])([0-9a-fA-F]{2})")
_MASKED = re.compile(r"(\\+)u([eE])([0-3])([0-9a-fA-F]{2})\\u([eE])([4-7])([0-9a-fA-F]{2})")
_READ = re.compile("([\ue000-\ue3ff])([\ue400-\ue7ff])")


def mask(text: str) -> str:
    """Return `text`, as long as it is, without surrogate pairs in double quotes."""
    return _PAIR.sub(lambda pair: _moved(pair, "dDeE", "89abcdef", "01234567"), text)


def unmask(value: str, style: str) -> str:
    """Return the value of a scalar in masked text as it is without the mask."""
    if style == '"':
        return _READ.sub(_character, value)
    return _MASKED.sub(lambda pair: _moved(pair, "eEdD", "01234567", "89abcdef"), value)


def _moved(pair: re.Match[str], letters: str, digits: str, new_digits: str) -> str:
    backslashes, letter, high, high_rest, letter2, low, low_rest = pair.groups()
    if len(backslashes) % 2 == 0:
        return pair[0]
    new = [letters[letters.index(found) + 2] for found in (letter, letter2)]
    first, second = (new_digits[digits.index(digit.lower())] for digit in (high, low))
    if letter == "E":
        first, second = first.upper(), second.upper()
    return f"{backslashes}u{new[0]}{first}{high_rest}\\u{new[1]}{second}{low_rest}"


def _character(pair: re.Match[str]) -> str:
    return chr(0x10000 + (ord(pair[1]) - 0xE000) * 0x400 + ord(pair[2]) - 0xE400)
