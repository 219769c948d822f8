"""Paths into plain data: dotted patterns as the workload table writes them, and edits below what is not there yet."""

from __future__ import annotations

from yurt_hostnet.krm.edit import Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from yurt_hostnet.krm.result import Path

    Pattern = tuple[str | int | None, ...]
    """Steps from the root: a key, a list index, or None for every element of a list or a mapping."""


def mapping(value: Any) -> dict[str, Any]:
    """Return `value` if it is a mapping, else {}: for reading what another rule will complain about."""
    return value if isinstance(value, dict) else {}


_PATTERNS: dict[str, Pattern] = {}


def parse_path(text: str) -> Pattern:
    """Return the steps of a dotted path: keys, list indices, and None for "every element".

    "" is the object itself. `[]`, `[*]` and `*` are every element, `[3]` an index, `[a.b]` a key.
    Raises ValueError with a sentence for a path that cannot be read.
    """
    if (known := _PATTERNS.get(text)) is not None:
        return known
    steps: list[str | int | None] = []
    rest = text
    while rest:
        if rest[0] == "[":
            step, closed, rest = rest[1:].partition("]")
            if not closed:
                raise ValueError(f"The path {text!r} has a bracket that is never closed.")
            steps.append(None if step in ("", "*") else int(step) if step.isdecimal() else step)
        else:
            end = min((i for i in (rest.find("."), rest.find("[")) if i >= 0), default=len(rest))
            if not (step := rest[:end]):
                raise ValueError(f"The path {text!r} has an empty step; write keys with one dot between them.")
            steps.append(None if step == "*" else step)
            rest = rest[end:]
        if rest[:1] == ".":
            rest = rest[1:]
            if not rest:
                raise ValueError(f"The path {text!r} ends in a dot; drop it or name the key after it.")
        elif rest and rest[0] != "[":
            raise ValueError(f"The path {text!r} needs a dot after the bracket.")
    _PATTERNS[text] = tuple(steps)
    return _PATTERNS[text]


def dotted(path: Path) -> str:
    """Return a path as `parse_path` reads it, with `[]` for its list indices."""
    steps = ("[]" if isinstance(step, int) else f"[{step}]" if "." in step else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def find(data: Any, pattern: Pattern) -> Iterator[tuple[Path, Any]]:
    """Yield (path, value) of every place in `data` that `pattern` fits, in document order; null values too."""
    if None not in pattern:
        for step in pattern:
            within = isinstance(data, dict) and step in data
            if not within and not (isinstance(data, list) and isinstance(step, int) and step < len(data)):
                return
            data = data[step]
        yield pattern, data  # type: ignore[misc]  # holds no None
        return
    cut = pattern.index(None)
    for above, value in find(data, pattern[:cut]):
        elements = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for step, element in elements:
            for below, found in find(element, pattern[cut + 1 :]):
                yield (*above, step, *below), found


def value_at(data: Any, path: Path) -> Any:
    """Return the value at `path`, None if there is nothing."""
    return next((value for _, value in find(data, path)), None)


def with_parents(data: Any, edits: Iterable[Edit]) -> list[Edit]:
    """Return the same edits, each lifted to the first key on its path that is absent or null in `data`.

    RFC 6902 adds into what exists only: an edit below a missing `spec.template` becomes one that adds
    `template` with the rest inside. Edits that share a missing parent become one, where the first was.
    """
    lifted: list[Edit] = []
    made: dict[Path, Any] = {}
    for edit in edits:
        value, depth = data, 0
        for step in edit.path[:-1]:
            inner = value.get(step) if isinstance(value, dict) else value[step]
            if inner is None:
                break
            value, depth = inner, depth + 1
        head, rest = edit.path[: depth + 1], edit.path[depth + 1 :]
        if not rest:
            lifted.append(edit)
            continue
        if head not in made:
            made[head] = {}
            lifted.append(Edit(head, made[head]))
        parent = made[head]
        for step in rest[:-1]:
            parent = parent.setdefault(step, {})
        parent[rest[-1]] = edit.value
    return lifted
