"""Taints: which of them a PodSpec does not tolerate (k8s.io/api core/v1, Toleration.ToleratesTaint)."""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.pod_template import CLEARED, STATIC_POD
from yurt_hostnet.kube.unknown_values import is_unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.kube.pod_template import PodTemplate

    Mark = tuple[str, ...]

SOFT = "PreferNoSchedule"
"""The one effect that forbids nothing."""
EVICTING = "NoExecute"
"""The one effect that counts for a pod with a nodeName: no scheduler sees it, but the kubelet does not admit it
(Kubernetes pkg/kubelet/lifecycle, generalFilter)."""

_NODE = "node.kubernetes.io/"
_DAEMON_MARKS: list[Mark] = [
    *((EVICTING, f"{_NODE}{name}") for name in ("not-ready", "unreachable")),
    *(("NoSchedule", f"{_NODE}{name}-pressure") for name in ("disk", "memory", "pid")),
    ("NoSchedule", f"{_NODE}unschedulable"),
]
_NO_NETWORK: Mark = ("NoSchedule", f"{_NODE}network-unavailable")
"""What the pods of a DaemonSet tolerate by themselves, the last on the host network only
(Kubernetes pkg/controller/daemon/util, AddOrUpdateDaemonPodTolerations)."""


def hard_taints(taints: Any) -> list[dict[str, Any]]:
    """Return those of `taints`, a list in plain data, that can keep a pod off.

    What is no taint is passed over, and one with a value that is not there yet, of which nothing follows.
    """
    entries = taints if isinstance(taints, list) else ()
    found = [taint for taint in entries if isinstance(taint, dict) and taint.get("effect") != SOFT]
    return [taint for taint in found if not _is_open(taint)]


def _is_open(entry: dict[str, Any]) -> bool:
    return any(isinstance(value, str) and is_unknown(value) for value in entry.values())


def heeds_taints(template: PodTemplate) -> bool:
    """Whether taints can keep the pods of a template off a node at all.

    The kubelet admits static pods whatever the taints; the controller of a YurtAppDaemon adds the tolerations for
    those of each pool (openyurt v1.5, pkg/yurtmanager/controller/yurtappdaemon/workloadcontroller/util.go).
    """
    return template.effect not in {CLEARED, STATIC_POD}


def is_daemon(template: PodTemplate) -> bool:
    """Whether the controller of the pods adds what every pod of a DaemonSet tolerates; Kruise's does the same."""
    return template.kind == "DaemonSet"


def keeping_off(template: PodTemplate, taints: Any) -> list[dict[str, Any]]:
    """Return those of a node's `taints` (plain data) that keep the pods of a template off it."""
    return untolerated(template.spec, taints, daemon=is_daemon(template)) if heeds_taints(template) else []


def untolerated(pod_spec: dict[str, Any], taints: Any, *, daemon: bool = False) -> list[dict[str, Any]]:
    """Return those of `taints`, a list in plain data, that keep a pod off; what is no taint is passed over.

    `daemon` means a pod of a DaemonSet, whose controller adds tolerations.
    """
    hard = hard_taints(taints)
    if hard and pod_spec.get("nodeName"):
        hard = [taint for taint in hard if taint.get("effect") == EVICTING]
    covered = covered_marks(pod_spec, daemon=daemon) if hard else set()
    return [taint for taint in hard if covered.isdisjoint(marks_of(taint))] if covered else hard


def covered_marks(pod_spec: dict[str, Any], *, daemon: bool) -> set[Mark]:
    """Return what the tolerations of a pod cover: each taint of which one of the `marks_of` is among it."""
    tolerations = pod_spec.get("tolerations")
    entries = tolerations if isinstance(tolerations, list) else ()
    covered = {mark for entry in entries if (mark := _covered(mapping(entry))) is not None}
    if daemon:
        covered.update(_DAEMON_MARKS)
        if pod_spec.get("hostNetwork") is True:
            covered.add(_NO_NETWORK)
    return covered


def _covered(toleration: dict[str, Any]) -> Mark | None:
    """Return what a toleration covers, None if it is nothing: one of the `marks_of` each taint that it covers."""
    if _is_open(toleration):
        return ("", "")  # it may cover anything
    effect, key = (_said(toleration.get(field)) for field in ("effect", "key"))
    if toleration.get("operator") == "Exists":
        return (effect, key)
    return (effect, key, _said(toleration.get("value"))) if key else None


def marks_of(taint: dict[str, Any]) -> list[Mark]:
    """Return a taint as tolerations may speak of it; an effect or a key that they do not name covers any."""
    effect, key, value = (_said(taint.get(field)) for field in ("effect", "key", "value"))
    found: list[Mark] = [(e, k) for e in (effect, "") for k in (key, "")]
    return [*found, (effect, key, value), ("", key, value)]


def _said(value: Any) -> str:
    """Return a field of plain data as a text that is equal for equal values, "" for one that is not set."""
    return (value if isinstance(value, str) else f"\0{value!r}") if value else ""


def toleration_for(taint: dict[str, Any]) -> dict[str, Any]:
    """Return the narrowest toleration of a taint."""
    value = taint.get("value")
    how = {"operator": "Equal", "value": value} if value else {"operator": "Exists"}
    return {"key": taint.get("key"), **how, "effect": taint.get("effect")}


def taint_text(taint: dict[str, Any]) -> str:
    """Return a taint as kubectl writes it: `key=value:Effect`."""
    value = taint.get("value")
    return f"{taint.get('key', '')}{f'={value}' if value else ''}:{taint.get('effect', '')}"
