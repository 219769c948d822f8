"""Aliases: what is known of the aliases of one input as a whole: how much they add to it, and which names are used.

The budget is fixed, not what the system has left: the same input is refused everywhere, whatever memory there is.
"""

from __future__ import annotations

from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.textedit.split import Span

BASE = 1 << 20
"""Characters that aliases may add to the objects of any input."""

TIMES = 4
"""How many times its bytes they may add to a larger one."""

_USE = rb"\*([0-9A-Za-z_-]+)"
"""An alias, as libyaml's scanner reads it; in a quoted text, a comment or a block scalar it looks the same."""


class Aliases:
    """How many characters aliases add to which objects, by their start; and the last use of each name in a document."""

    __slots__ = ("_counted", "_last", "_total")

    def __init__(self) -> None:
        self._counted: set[int] = set()
        self._total = 0
        self._last: dict[int, dict[bytes, int]] = {}

    def count(self, item: KubeObject, size: int) -> None:
        """Count the characters that aliases add to an object, once. Raises InputError for more than are left."""
        if item.span.start in self._counted:
            return
        if self._total + size > BASE + TIMES * len(item.input.text):
            message = "Aliases make this input many times as large as it is. Write out what you need."
            raise InputError(message, item.line_at(item.tree.aliases[0].start), item.input.file)
        self._counted.add(item.span.start)
        self._total += size

    def may_be_used(self, text: bytes, document: Span, name: str, start: int) -> bool:
        """Tell whether an alias of this name may stand in a document of `text` from the byte `start` on."""
        if document.start not in self._last:
            import re  # noqa: PLC0415 - costs as much as half an interpreter start

            uses = re.compile(_USE).finditer(text, document.start, document.end)
            self._last[document.start] = {match[1]: match.start() for match in uses}
        return self._last[document.start].get(name.encode(), -1) >= start


def of(item: KubeObject) -> Aliases:
    """Return what is known of the aliases of an object's input."""
    aliases = item.input.aliases = item.input.aliases or Aliases()
    return aliases
