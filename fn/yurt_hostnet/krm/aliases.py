"""Aliases: what is known of the aliases of one input as a whole: how much they add to it, and which names are used.

The budget is fixed, not what the system has left: the same input is refused everywhere, whatever memory there is.
"""

from __future__ import annotations

from bisect import bisect_left

from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.kube_object import KubeObject
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

    def count(self, item: KubeObject, size: int) -> None:
        """Count the characters that aliases add to an object, once. Raises InputError for more than are left."""
        if item.span.start in self._counted:
            return
        if self._total + size > BASE + TIMES * len(item.input.text):
            message = "Aliases make this input many times as large as it is. Write out what you need."
            raise InputError(message, item.line_at(item.tree.aliases[0].start), item.input.file)
        self._counted.add(item.span.start)
        self._total += size

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


def of(item: KubeObject) -> Aliases:
    """Return what is known of the aliases of an object's input."""
    aliases = item.input.aliases = item.input.aliases or Aliases()
    return aliases
