"""Write plain data as YAML text in a given style: block lines, or flow text on one or more lines.

Strings that any YAML reader could take for something else are double-quoted; there are no aliases,
tags, folded or literal scalars.
"""

from __future__ import annotations

from yurt_hostnet.textedit.read.values import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PLAIN_FIRST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/_")
_PLAIN = _PLAIN_FIRST | frozenset("0123456789.-")
_NOT_FINITE = {"inf": ".inf", "-inf": "-.inf", "nan": ".nan"}
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class Style:
    """How the neighbours write YAML.

    `step`: the text of one level of indentation; `dash`: what stands before the dash of a list under
    a map key ("" for the compact style); `json`: every string and key is quoted; `colon` and `comma`:
    the separators in flow style with their spaces.
    """

    __slots__ = ("colon", "comma", "dash", "json", "step")

    def __init__(
        self, step: str = "  ", dash: str = "", json: bool = False, colon: str = ": ", comma: str = ", "
    ) -> None:
        self.step = step
        self.dash = dash
        self.json = json
        self.colon = colon
        self.comma = comma


def block_lines(value: Any, indent: str, style: Style) -> list[str]:
    """Return the lines of any value in block style behind `indent`; no line ends."""
    if isinstance(value, dict) and value:
        return block_pairs(value, indent, style)
    if isinstance(value, list) and value:
        return block_items(value, indent, style)
    return [indent + scalar(value)]


def block_pairs(value: dict[str, Any], indent: str, style: Style) -> list[str]:
    """Return the lines of a non-empty block mapping whose keys stand behind `indent`; no line ends."""
    lines: list[str] = []
    for key, item in value.items():
        head = f"{indent}{scalar(key)}:"
        if isinstance(item, dict) and item:
            lines += [head, *block_pairs(item, indent + style.step, style)]
        elif isinstance(item, list) and item:
            lines += [head, *block_items(item, indent + style.dash, style)]
        else:
            lines.append(f"{head} {scalar(item)}")
    return lines


def block_items(value: list[Any], indent: str, style: Style) -> list[str]:
    """Return the lines of a non-empty block sequence whose dashes stand behind `indent`; no line ends."""
    lines: list[str] = []
    for item in value:
        inner = indent + "  "
        if isinstance(item, dict) and item:
            nested = block_pairs(item, inner, style)
        elif isinstance(item, list) and item:
            nested = block_items(item, inner, style)
        else:
            nested = [inner + scalar(item)]
        nested[0] = f"{indent}- {nested[0][len(inner) :]}"
        lines += nested
    return lines


def flow(value: Any, style: Style, indent: str | None = None, newline: str = "\n") -> str:
    """Return `value` in flow style: on one line, or spread over lines if `indent` (that of its own line) is given."""
    if isinstance(value, dict) and value:
        inner = None if indent is None else indent + style.step
        parts = [f"{scalar(k, style.json)}{style.colon}{flow(v, style, inner, newline)}" for k, v in value.items()]
        return "{" + _spread(parts, style, indent, newline) + "}"
    if isinstance(value, list) and value:
        inner = None if indent is None else indent + style.step
        parts = [flow(item, style, inner, newline) for item in value]
        return "[" + _spread(parts, style, indent, newline) + "]"
    return scalar(value, style.json)


def _spread(parts: list[str], style: Style, indent: str | None, newline: str) -> str:
    if indent is None:
        return style.comma.join(parts)
    inner = newline + indent + style.step
    return inner + ("," + inner).join(parts) + newline + indent


def scalar(value: Any, quoted: bool = False) -> str:
    """Return a scalar or an empty collection as text; `quoted` quotes every string, as JSON does."""
    if isinstance(value, str):
        if quoted:
            return quote(value)
        text = _WRITTEN.get(value)
        if text is None:
            text = value if is_plain(value) else quote(value)
            if len(_WRITTEN) < _MOST and len(value) < _LONG:
                _WRITTEN[value] = text
        return text
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float(repr(value))
    if isinstance(value, int):
        return str(value)
    return "{}" if isinstance(value, dict) else "[]"


_WRITTEN: dict[str, str] = {}
"""The first strings as they were written: keys and words, which results repeat for each edit."""
_MOST = 1024
_LONG = 100


def _float(text: str) -> str:
    """Return a float in Python's form as every reader takes it for a float: `1.0e+20`, `0.5`, `.inf`."""
    if text in _NOT_FINITE:
        return _NOT_FINITE[text]
    mantissa, mark, exponent = text.partition("e")
    if mark and "." not in mantissa:
        mantissa += ".0"
    return mantissa + mark + exponent


def is_plain(text: str) -> bool:
    """Tell whether a string may stand without quotes in any context and for any reader."""
    return bool(text) and text[0] in _PLAIN_FIRST and _PLAIN.issuperset(text) and isinstance(resolve(text), str)


def quote(text: str) -> str:
    """Return a string in double quotes, escaped so that both YAML and JSON read it."""
    if text.isprintable():
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return '"' + "".join(c if c not in _ESCAPES and c.isprintable() else _escape(c) for c in text) + '"'


def _escape(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    code = ord(char)
    if code > 0xFFFF:  # not printable, and no reader minds it
        return char
    return f"\\u{code:04x}"
