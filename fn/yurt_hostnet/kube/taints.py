"""Taints: which of them a PodSpec does not tolerate (k8s.io/api core/v1, Toleration.ToleratesTaint)."""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SOFT = "PreferNoSchedule"
"""The one effect that forbids nothing."""


def untolerated(pod_spec: dict[str, Any], taints: Any) -> list[dict[str, Any]]:
    """Return those of `taints`, a list in plain data, that keep a pod off; what is no taint is passed over."""
    tolerations = pod_spec.get("tolerations")
    entries = [mapping(entry) for entry in tolerations] if isinstance(tolerations, list) else []
    return [
        taint
        for taint in (taints if isinstance(taints, list) else ())
        if isinstance(taint, dict) and taint.get("effect") != SOFT
        if not any(tolerates(entry, taint) for entry in entries)
    ]


def tolerates(toleration: dict[str, Any], taint: dict[str, Any]) -> bool:
    """Whether one toleration covers one taint; an effect or a key that it does not name covers any."""
    for field in ("effect", "key"):
        if toleration.get(field) and toleration[field] != taint.get(field):
            return False
    if toleration.get("operator") == "Exists":
        return True
    return bool(toleration.get("key")) and (toleration.get("value") or "") == (taint.get("value") or "")


def taint_text(taint: dict[str, Any]) -> str:
    """Return a taint as kubectl writes it: `key=value:Effect`."""
    value = taint.get("value")
    return f"{taint.get('key', '')}{f'={value}' if value else ''}:{taint.get('effect', '')}"
