"""Rolling updates: how many pods of a Deployment may be missing meanwhile, and what a DaemonSet starts beside the old.

As the controllers read the fields: Kubernetes pkg/controller/deployment/util, ResolveFenceposts, and
pkg/apis/apps/v1/defaults.go (v1.34).
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROLLING = "RollingUpdate"
DEFAULT = "25%"
"""maxSurge and maxUnavailable of a Deployment (apps/v1) that does not set them."""


def scaled(value: Any, total: int, *, up: bool) -> int | None:
    """Return an IntOrString of `total` pods, a percentage rounded up or down; None if it cannot be read.

    (intstr.GetScaledValueFromIntOrPercent of k8s.io/apimachinery.)
    """
    if type(value) is int:
        return value
    digits = value[:-1] if isinstance(value, str) and value.endswith("%") else ""
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        return None
    return (int(digits) * total + (99 if up else 0)) // 100


def fenceposts(spec: dict[str, Any], replicas: int) -> tuple[int, int] | None:
    """Return (how many pods more, how many fewer) a Deployment may have in a rolling update.

    `spec` is the Deployment's. None for another strategy, and for values that cannot be read. Not both are 0: then one
    pod may be missing.
    """
    strategy = mapping(spec.get("strategy"))
    if (strategy.get("type") or ROLLING) != ROLLING:
        return None
    rolling = mapping(strategy.get("rollingUpdate"))
    surge, unavailable = rolling.get("maxSurge"), rolling.get("maxUnavailable")
    more = scaled(DEFAULT if surge is None else surge, replicas, up=True)
    fewer = scaled(DEFAULT if unavailable is None else unavailable, replicas, up=False)
    if more is None or fewer is None:
        return None
    return (more, fewer) if more or fewer else (0, 1)


def daemon_surge(spec: dict[str, Any]) -> Any:
    """Return maxSurge of a DaemonSet's spec if its rolling update starts new pods beside the old ones, else 0."""
    strategy = mapping(spec.get("updateStrategy"))
    surge = mapping(strategy.get("rollingUpdate")).get("maxSurge")
    if (strategy.get("type") or ROLLING) != ROLLING:
        return 0
    return surge if (scaled(surge, 100, up=True) or 0) > 0 else 0
