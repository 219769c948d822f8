"""One-line flow collections in the plain style; see `plain`."""

from __future__ import annotations

from yurt_hostnet.textedit.read.nodes import Mapping, Scalar, Sequence
from yurt_hostnet.textedit.read.plain_line import KEY, LETTERS, is_rest, quote_end, scalar_of
from yurt_hostnet.textedit.read.values import is_word, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.textedit.read.nodes import Node

_WORD = KEY | {"="}


class _Open:
    """A collection that is being read, and the key that waits for its value."""

    __slots__ = ("key", "node")

    def __init__(self, node: Mapping | Sequence) -> None:
        self.node = node
        self.key: Scalar | None = None

    def add(self, value: Node) -> None:
        if isinstance(self.node, Sequence):
            self.node.items.append(value)
        else:
            self.node.pairs.append((self.key, value))  # type: ignore[arg-type]  # `read_flow` has looked


def read_flow(content: str, start: int, column: int) -> Node | None:
    """Read a flow collection that `content`, the rest of its line, begins with; None if in doubt."""
    stack: list[_Open] = []
    position = 0
    after = "["  # the last token: an opening bracket, a comma, a colon or, as "v", a value
    while True:
        while content[position : position + 1] == " ":
            position += 1
        sign = content[position : position + 1]
        top = stack[-1] if stack else None
        in_mapping = top is not None and isinstance(top.node, Mapping)
        at = position
        if sign and sign in "[{":
            if after == "v" or (in_mapping and after != ":"):
                return None
            new = (Mapping if sign == "{" else Sequence)(start + at, column + at, True, None, None)
            stack.append(_Open(new))
            position += 1
            after = sign
        elif top is None:
            return None
        elif sign == ",":
            if after != "v":
                return None
            position += 1
            after = ","
        elif sign and sign in "]}":
            if after == ":" or in_mapping != (sign == "}"):
                return None
            position += 1
            top.node.end = start + position
            stack.pop()
            if not stack:
                return top.node if is_rest(content, position) else None
            stack[-1].add(top.node)
            after = "v"
        else:
            position, adjacent = _token_end(content, position)
            colon = content[position : position + 1] == ":"
            if position == 0 or after == "v" or (in_mapping and after != ":") != colon:
                return None
            scalar = scalar_of(content[at:position], start + at, column + at)
            if scalar is None:
                return None
            if colon:
                position += 1
                if not adjacent and content[position : position + 1] != " ":
                    return None
                top.key = scalar
                after = ":"
            else:
                top.add(scalar)
                after = "v"


def _token_end(content: str, start: int) -> tuple[int, bool]:
    """Return where a scalar in a flow collection ends, 0 if in doubt, and whether its colon needs no space."""
    first = content[start : start + 1]
    if first and first in "\"'":
        return quote_end(content, start), True
    if first not in LETTERS and not (first == "-" and content[start + 1 : start + 2] in KEY):
        return 0, False
    end = start + 1
    while content[end : end + 1] in _WORD:
        end += 1
    return end, False


def flow_data(node: Node | None) -> Any:
    """Return the plain data of a flow collection. Raises KeyError for what `read_data` does not read."""
    if isinstance(node, Scalar):
        return node.value if node.style else resolve(node.value)
    if isinstance(node, Sequence):
        return [flow_data(item) for item in node.items]
    if node is None:
        raise KeyError
    data: dict[str, Any] = {}
    for key, value in node.pairs:  # type: ignore[union-attr]  # this style has no aliases
        name: str = key.value  # type: ignore[union-attr]  # nor keys that are no scalars
        if name in data or not (key.style or is_word(name)):  # type: ignore[union-attr]
            raise KeyError
        data[name] = flow_data(value)
    return data
