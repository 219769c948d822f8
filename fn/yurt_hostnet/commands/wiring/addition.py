"""Puts an entry into a YAML file; comments and every other line stay."""

from __future__ import annotations

from yurt_hostnet.commands.wiring.one_object import one_object_input
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.krm.editing import edit
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Keys: TypeAlias = tuple[str, ...]


class Addition:
    """`value` as the last entry of the list at `keys`, or, unless `listed`, as the value of a new key there.

    `old` and `new` are the lines that it replaced and those that stand there instead, once it is made.
    """

    __slots__ = ("keys", "listed", "new", "old", "value")

    def __init__(self, keys: Keys, value: Any, *, listed: bool = True, old: str = "", new: str = "") -> None:
        self.keys = keys
        self.value = value
        self.listed = listed
        self.old = old
        self.new = new

    @property
    def field(self) -> str:
        """The path of the list or key, as sentences say it."""
        return ".".join(self.keys)

    def made(self, text: bytes, path: str) -> bytes:
        """Return the text of the file `path` with the entry. Raises InputError where it cannot be put in."""
        source = one_object_input(text, path)
        item = next(iter(source.objects()))
        edit(item, [self._edit(item.data, path)])
        new = b"".join(source.render())
        self.old, self.new = _changed_lines(text.decode(), new.decode())
        return new

    def _edit(self, data: dict[str, Any], path: str) -> Edit:
        """Return the edit at the deepest key that is there."""
        value: Any = [self.value] if self.listed else self.value
        for depth, key in enumerate(self.keys):
            found = data.get(key)
            rest = self.keys[depth + 1 :]
            if found in (None, {}, []):
                for name in reversed(rest):
                    value = {name: value}
                return Edit(self.keys[: depth + 1], value)
            if not rest and self.listed and isinstance(found, list):
                return Edit((*self.keys, "-"), self.value)
            if not rest or not isinstance(found, dict):
                break
            data = found
        why = "no list" if self.listed else "there already, or below what is no mapping"
        raise InputError(f"{self.field} is {why}, so nothing can be added. Fix it first.", file=path)


def _changed_lines(old: str, new: str) -> tuple[str, str]:
    """Return the lines in which two texts differ, of the one and of the other: whole lines, as few as can be."""
    before, after = _lines(old), _lines(new)
    head, most = 0, min(len(before), len(after))
    while head < most and before[head] == after[head]:
        head += 1
    tail, most = 0, most - head
    while tail < most and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return "".join(before[head : len(before) - tail]), "".join(after[head : len(after) - tail])


def _lines(text: str) -> list[str]:
    """Split at line feeds alone, keeping them."""
    lines = text.split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([last] if last else [])
