"""Edit: one RFC 6902 `add`, the only thing a transformer may ask for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.result import Path


class Edit:
    """Add `value` at `path`: a new map key, a key whose value is null or empty, or a list end.

    `path` holds map keys (str) and 0-based list indices (int) from the object's root; a last step of
    "-" appends to a list, as in RFC 6901. `value` is plain data.
    """

    __slots__ = ("path", "value")

    def __init__(self, path: Path, value: Any) -> None:
        self.path = path
        self.value = value

    def to_patch(self) -> dict[str, Any]:
        """Return the edit as one RFC 6902 operation."""
        return {"op": "add", "path": json_pointer(self.path), "value": self.value}

    def mark(self) -> tuple[Path, Any]:
        """Return what can be looked up, and is equal for equal edits."""
        return self.path, frozen(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edit) and self.to_patch() == other.to_patch()

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"Edit({self.path!r}, {self.value!r})"


def frozen(value: Any) -> Any:
    """Return plain data as something that can be looked up, equal where the data is equal."""
    if isinstance(value, dict):
        return frozenset((key, frozen(inner)) for key, inner in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def json_pointer(path: Path) -> str:
    """Return `path` as an RFC 6901 JSON Pointer."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
