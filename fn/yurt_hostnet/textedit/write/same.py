"""The comparison of plain data by which an edit is proved."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def same(a: Any, b: Any) -> bool:
    """Compare plain data strictly: true is not 1, 1 is not 1.0, and NaN is NaN."""
    if a is b:
        return True
    kind = type(a)
    if kind is not type(b):
        return False
    if kind is dict:
        if len(a) != len(b):
            return False
        for key, value in a.items():
            other = b.get(key, _NOTHING)
            if value is not other and not same(value, other):
                return False
        return True
    if kind is list:
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b) or (a != a and b != b)  # noqa: PLR0124 - NaN


_NOTHING = object()
