"""Taints: which of them a PodSpec does not tolerate (k8s.io/api core/v1, Toleration.ToleratesTaint)."""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Mark = tuple[str, ...]

SOFT = "PreferNoSchedule"
"""The one effect that forbids nothing."""


def hard_taints(taints: Any) -> list[dict[str, Any]]:
    """Return those of `taints`, a list in plain data, that can keep a pod off; what is no taint is passed over."""
    entries = taints if isinstance(taints, list) else ()
    return [taint for taint in entries if isinstance(taint, dict) and taint.get("effect") != SOFT]


def untolerated(pod_spec: dict[str, Any], taints: Any) -> list[dict[str, Any]]:
    """Return those of `taints`, a list in plain data, that keep a pod off; what is no taint is passed over."""
    hard = hard_taints(taints)
    tolerations = pod_spec.get("tolerations") if hard else None
    if not isinstance(tolerations, list):
        return hard
    covered = {mark for entry in tolerations if (mark := _covered(mapping(entry))) is not None}
    return [taint for taint in hard if covered.isdisjoint(_marks(taint))]


def _covered(toleration: dict[str, Any]) -> Mark | None:
    """Return what a toleration covers, None if it is nothing: one of the `_marks` of each taint that it covers."""
    effect, key = (_said(toleration.get(field)) for field in ("effect", "key"))
    if toleration.get("operator") == "Exists":
        return (effect, key)
    return (effect, key, _said(toleration.get("value"))) if key else None


def _marks(taint: dict[str, Any]) -> list[Mark]:
    """Return a taint as tolerations may speak of it; an effect or a key that they do not name covers any."""
    effect, key, value = (_said(taint.get(field)) for field in ("effect", "key", "value"))
    found: list[Mark] = [(e, k) for e in (effect, "") for k in (key, "")]
    return [*found, (effect, key, value), ("", key, value)]


def _said(value: Any) -> str:
    """Return a field of plain data as a text that is equal for equal values, "" for one that is not set."""
    return (value if isinstance(value, str) else f"\0{value!r}") if value else ""


def taint_text(taint: dict[str, Any]) -> str:
    """Return a taint as kubectl writes it: `key=value:Effect`."""
    value = taint.get("value")
    return f"{taint.get('key', '')}{f'={value}' if value else ''}:{taint.get('effect', '')}"
