"""Reading: what the tree of one object means, with its aliases written out, within a budget.

The budget is fixed, not what the system has left: the same input is refused everywhere, whatever memory there is.
"""

from __future__ import annotations

from yurt_hostnet.textedit.errors import InputError
from yurt_hostnet.textedit.values import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject

BASE = 4 << 20
"""Characters that aliases may add to the objects of any input."""

TIMES = 16
"""How many times its bytes they may add to a larger one."""


class Expansion:
    """What aliases have added to the objects of one input: the starts of these objects, and how many characters."""

    __slots__ = ("counted", "total")

    def __init__(self) -> None:
        self.counted: set[int] = set()
        self.total = 0


def read_tree(item: KubeObject) -> tuple[dict[str, Any], Reader]:
    """Return the plain data of an object, and what read it. Raises InputError for what is no object, or too much."""
    root = item.root
    reader = Reader(item.line_at)
    data = {} if root is None else item.in_file(lambda: reader.read(root))
    if root is not None and not isinstance(data, dict):
        from yurt_hostnet.textedit.locate import written  # noqa: PLC0415 - rare

        shape = "a list" if isinstance(data, list) else f"the text {written(root, ())[:40]!r}"
        message = f"This is {shape}, not a Kubernetes object. Give an object with apiVersion and kind."
        raise InputError(message, item.line_at(root.start), item.input.file)
    if reader.added:
        _count(item, reader.added)
    return data, reader


def _count(item: KubeObject, size: int) -> None:
    """Count the characters that aliases add to an object, once. Raises InputError where it is more than is left."""
    source = item.input
    expansion = source.expansion = source.expansion or Expansion()
    if item.span.start in expansion.counted:
        return
    if expansion.total + size > BASE + TIMES * len(source.text):
        message = "Aliases make this input many times as large as it is. Write out what you need."
        raise InputError(message, item.line_at(item.tree.aliases[0].start), source.file)
    expansion.counted.add(item.span.start)
    expansion.total += size
