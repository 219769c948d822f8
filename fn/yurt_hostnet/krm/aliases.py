"""Aliases: what is known of the aliases of one input as a whole: how much they add to it, and which names are used.

The budget is fixed, not what the system has left: the same input is refused everywhere, whatever memory there is.
"""

from __future__ import annotations

from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.textedit.cut.split import Span

BASE = 1 << 20
"""Characters that aliases may add to the objects of any input."""

TIMES = 4
"""How many times its bytes they may add to a larger one."""

_USE = rb"\*([0-9A-Za-z_-]+)"
"""An alias, as libyaml's scanner reads it; in a quoted text, a comment or a block scalar it looks the same."""


class Aliases:
    """How many characters aliases add to which objects, by their start; and the uses of each name in a document."""

    __slots__ = ("_counted", "_total", "_uses")

    def __init__(self) -> None:
        self._counted: set[int] = set()
        self._total = 0
        self._uses: dict[int, dict[bytes, list[int]]] = {}

    def allow(self, start: int, size: int, whole: int) -> bool:
        """Tell whether aliases may add `size` characters to the object at byte `start`; if so, they count, once.

        `whole` is the size of the input in bytes.
        """
        if start not in self._counted:
            if self._total + size > BASE + TIMES * whole:
                return False
            self._counted.add(start)
            self._total += size
        return True

    def next_use(self, text: bytes, document: Span, name: str, start: int) -> int:
        """Return where an alias of this name may stand in a document of `text` from byte `start` on, -1 for nowhere."""
        if document.start not in self._uses:
            import re

            uses = self._uses[document.start] = {}
            for match in re.compile(_USE).finditer(text, document.start, document.end):
                uses.setdefault(match[1], []).append(match.start())
        places = self._uses[document.start].get(name.encode(), ())
        number = bisect_left(places, start)
        return places[number] if number < len(places) else -1
