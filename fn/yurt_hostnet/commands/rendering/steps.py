"""Paths of a built object in another text that speaks of it: list entries are found again by what names them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.result import Path

MISSING: Any = type("Missing", (), {"__repr__": lambda _: "MISSING"})()
"""What stands for no value at all, since null is one."""

_NAMES = ("name", "key", "containerPort", "port", "mountPath", "ip", "topologyKey")
"""Merge keys of lists in pods and Services (x-kubernetes-patch-merge-key in Kubernetes' OpenAPI)."""


def value_of(data: Any, path: Path) -> Any:
    """Return the value at a path, MISSING where there is none."""
    for step in path:
        if isinstance(data, list):
            is_there = isinstance(step, int) and 0 <= step < len(data)
        else:
            is_there = isinstance(data, dict) and step in data
        if not is_there:
            return MISSING
        data = data[step]
    return data


def shifted(path: Path, built: Any, other: Any) -> Path | None:
    """Return the path in `other` of what stands at `path` in `built`, None where `other` has no such list entry.

    A path that `other` does not have otherwise is returned as far as it is the same.
    """
    out: list[str | int] = []
    for step in path:
        entry = value_of(built, (step,))
        if isinstance(step, int) and isinstance(other, list):
            number = _same_entry(entry, other, step)
            if number is None:
                return None
            out.append(number)
        else:
            out.append(step)
        built, other = entry, value_of(other, (out[-1],))
    return tuple(out)


def _same_entry(entry: Any, others: list[Any], number: int) -> int | None:
    """Return which of the entries `others` is the same one as `entry`, which stands at `number` in its own list."""
    if isinstance(entry, dict):
        for name in _NAMES:
            if name in entry:
                named = [place for place, each in enumerate(others) if isinstance(each, dict) and name in each]
                return next((place for place in named if others[place][name] == entry[name]), None)
    elif entry in others:
        return others.index(entry)
    return number if number < len(others) and isinstance(others[number], type(entry)) else None
