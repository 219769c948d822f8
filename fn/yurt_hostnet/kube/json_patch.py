"""JSON Patch as OpenYurt's controllers apply it: add, replace and remove, on plain data that stays as it is.

Follows evanphx/json-patch v5.6.0, which pkg/yurtmanager/controller/yurtappset/workloadmanager/tweaks.go of
openyurtio/openyurt v1.7 uses: `replace` of a key that is not there adds it, `remove` of one is refused.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ALWAYS_THERE = ("labels", "metadata", "nodeSelector", "resources", "selector", "strategy", "status")
"""Fields of a Deployment that Go writes even where they are empty, so that a patch may add below them."""

_POINTERS = (
    "activeDeadlineSeconds", "automountServiceAccountToken", "enableServiceLinks", "hostUsers", "minReadySeconds",
    "preemptionPolicy", "priority", "progressDeadlineSeconds", "replicas", "revisionHistoryLimit", "runtimeClassName",
    "shareProcessNamespace", "terminationGracePeriodSeconds",
)  # fmt: skip
"""Scalar fields of a Deployment that are pointers in Go: null unsets them, while other scalars stay as they are."""

_STRUCTS = ("metadata", "resources", "spec", "strategy", "template")
"""Mappings of a Deployment that are no pointers in Go: null leaves them as they are."""

_MAPS = ("annotations", "labels", "limits", "matchLabels", "nodeSelector", "requests")
"""Mappings of a Deployment that are maps of strings in Go: null is an empty string there."""


class PatchRefused(Exception):  # noqa: N818  # says what the patch is, not that it was raised
    """An operation that cannot be applied; the message says why, as half a sentence."""


def apply_operation(
    document: dict[str, Any], operation: dict[str, Any], owned: dict[int, Any] | None = None
) -> dict[str, Any]:
    """Return `document` after one operation (`operation`, `path`, `value`), sharing with it what is the same in both.

    Who applies one operation after another keeps a dict `owned`: what an earlier one has copied, by its id, is changed
    in place, so that N operations on one list do not copy it N times. Raises PatchRefused; nothing has changed then.
    """
    owned = {} if owned is None else owned
    pointer, kind = operation.get("path"), operation.get("operation")
    if not isinstance(pointer, str) or not pointer.startswith("/"):
        raise PatchRefused(f"its path {pointer!r} does not begin with /")
    if kind not in ("add", "replace", "remove"):
        raise PatchRefused(f"its operation is {kind!r}, not add, replace or remove")
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer[1:].split("/")]
    chain: list[tuple[Any, Any]] = []
    parent: Any = document
    for step in steps[:-1]:
        key, child = _child(parent, step)
        if child is None and isinstance(parent, dict) and step in _ALWAYS_THERE:
            child = {}
        if not isinstance(child, dict | list):
            raise PatchRefused(f"nothing stands at {step} of its path {pointer}")
        chain.append((key, child))
        parent = child
    place = _place(parent, steps[-1], kind, pointer)
    changed: dict[str, Any] = _own(document, owned)
    parent = changed
    for key, child in chain:
        parent[key] = _own(child, owned)
        parent = parent[key]
    if kind == "remove":
        del parent[place]
    elif kind == "add" and isinstance(parent, list):
        parent.insert(place, operation.get("value"))
    else:
        parent[place] = operation.get("value")
    return changed


def _own(value: Any, owned: dict[int, Any]) -> Any:
    """Return a mapping or list, or a copy where it is not owned."""
    if id(value) in owned:
        return value
    copy = value.copy()
    owned[id(copy)] = copy
    return copy


def _child(parent: Any, step: str) -> tuple[Any, Any]:
    """Return key or index of a step and what stands there, None if nothing."""
    if isinstance(parent, dict):
        return step, parent.get(step)
    index = _index(step, len(parent))
    return (index, parent[index]) if index is not None else (None, None)


def _index(step: str, length: int) -> int | None:
    """Return the place that a step means in a list; negative ones count from its end, as evanphx/json-patch does."""
    digits = step.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
        return None
    number = int(step)
    place = number + length if number < 0 else number
    return place if 0 <= place < length else None


def _place(parent: Any, step: str, kind: str, pointer: str) -> Any:
    """Return the key, or the place in a list, that an operation changes. Raises PatchRefused."""
    if isinstance(parent, dict):
        if kind == "remove" and step not in parent:
            raise PatchRefused(f"nothing stands at its path {pointer}")
        return step
    length = len(parent) + 1 if kind == "add" else len(parent)
    at = len(parent) if kind == "add" and step == "-" else _index(step, length)
    if at is None:
        raise PatchRefused(f"its path {pointer} leads behind the end of the list")
    return at


def decoded_over(old: Any, new: Any, key: str = "") -> Any:
    """Return what Go makes of the JSON `new` where it is decoded into an object that holds `old`, in a field `key`.

    OpenYurt decodes the patched workload into the one that it patched (json.Unmarshal at the end of
    applyAdvancedTweaksToDeployment). What the patch removed therefore stays: keys that are missing are left as they
    were, and the entries of a list are decoded over the entries that stood in their places.
    """
    if new is old:
        return old
    if isinstance(old, dict) and isinstance(new, dict):
        if key in _MAPS:
            return {**old, **{inner: "" if value is None else value for inner, value in new.items()}}
        made = {
            inner: decoded_over(value, new[inner], inner) if inner in new else value for inner, value in old.items()
        }
        return {**made, **{inner: value for inner, value in new.items() if inner not in old}}
    if isinstance(old, list) and isinstance(new, list):
        pairs = zip(old, new, strict=False)
        kept = [before if after is None else decoded_over(before, after) for before, after in pairs]
        return kept + new[len(kept) :]
    if new is None and not isinstance(old, list) and key not in _POINTERS:
        return old if not isinstance(old, dict) or key in _STRUCTS else None
    return new
