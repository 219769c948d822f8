"""Change: what a transformer wants of one object."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from yurt_hostnet.krm.edit import Edit
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.validators.finding import Finding

    Wish: TypeAlias = "Change | Finding"
    Wishes = Iterator[Wish]


class Change:
    """The edits that one object needs, and why, as half a sentence that follows "because"."""

    __slots__ = ("edits", "item", "reason")

    def __init__(self, item: KubeObject, edits: list[Edit], reason: str) -> None:
        self.item = item
        self.edits = edits
        self.reason = reason

    def __repr__(self) -> str:
        return f"Change({self.edits!r}, {self.reason!r})"
