"""Object index: which entries of functionConfig name an object, without a look at each of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from yurt_hostnet.config.config import ObjectMatch
    from yurt_hostnet.krm.result import ResourceRef


class ObjectIndex:
    """Entries that name objects; of equal ones the first counts."""

    __slots__ = ("_entries",)

    def __init__(self, matches: Iterable[ObjectMatch]) -> None:
        self._entries: dict[tuple[str, str | None, str | None], ObjectMatch] = {}
        for match in matches:
            self._entries.setdefault((match.name, match.kind, match.namespace), match)

    def __bool__(self) -> bool:
        return bool(self._entries)

    def matching(self, ref: ResourceRef) -> list[ObjectMatch]:
        """Return the entries that name `ref` (ObjectMatch.matches)."""
        if not self._entries:
            return []
        asked = ((ref.name, kind, space) for kind in (ref.kind, None) for space in (ref.namespace, None))
        return [match for key in asked if (match := self._entries.get(key)) is not None]
