r"""JSON's surrogate pairs, which libyaml refuses, masked while it reads.

JSON encoders write U+1F600 as `\ud83d\ude00`. `\ue03d\ue600`, two characters of the private use area,
stands for it during the parse: it is as long, and can be undone in scalars that know no escapes.
"""

from __future__ import annotations

import re

_PAIR = re.compile(r"(?<!\\)(\\+)u([dD])([89abAB])([0-9a-fA-F]{2})\\u([dD])([c-fC-F])([0-9a-fA-F]{2})")
_MASKED = re.compile(r"(?<!\\)(\\+)u([eE])([0-3ab])([0-9a-fA-F]{2})\\u([eE])([4-7c-f])([0-9a-fA-F]{2})")
_READ = re.compile("([\ue000-\ue3ff\uea00-\uebff])([\ue400-\ue7ff\uec00-\uefff])")

_LETTERS = {"d": "e", "D": "E"}
_DIGITS = dict(zip("89abABcdefCDEF", "0123ab4567cdef", strict=True))
"""What stands for the second digit of either half; a capital one has another, so that it comes back as it was."""
_OLD_LETTERS = {new: old for old, new in _LETTERS.items()}
_OLD_DIGITS = {new: old for old, new in _DIGITS.items()}


def mask(text: str) -> str:
    """Return `text`, as long as it is, without surrogate pairs in double quotes."""
    return _PAIR.sub(lambda pair: _moved(pair, _LETTERS, _DIGITS), text)


def unmask(value: str, style: str) -> str:
    """Return the value of a scalar in masked text as it is without the mask."""
    if style == '"':
        return _READ.sub(_character, value)
    return _MASKED.sub(lambda pair: _moved(pair, _OLD_LETTERS, _OLD_DIGITS), value)


def _moved(pair: re.Match[str], letters: dict[str, str], digits: dict[str, str]) -> str:
    backslashes, letter, high, high_rest, letter2, low, low_rest = pair.groups()
    if len(backslashes) % 2 == 0:
        return pair[0]
    return f"{backslashes}u{letters[letter]}{digits[high]}{high_rest}\\u{letters[letter2]}{digits[low]}{low_rest}"


def _character(pair: re.Match[str]) -> str:
    return chr(0x10000 + (ord(pair[1]) % 0x400) * 0x400 + ord(pair[2]) % 0x400)
