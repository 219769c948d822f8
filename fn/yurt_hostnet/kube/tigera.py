"""What the tigera-operator does with placement in its Installation: defaults that an override replaces.

An affinity under e.g. spec.calicoNodeDaemonSet replaces the operator's own as a whole (operator
pkg/render/common/components), so whoever writes one must repeat these or widen where Calico runs.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"

_PROVIDERS = {
    "AKS": ("type", "virtual-kubelet"),
    "EKS": ("eks.amazonaws.com/compute-type", "fargate"),
}
"""spec.kubernetesProvider -> label and value of nodes without a kubelet (pkg/render/node.go, csi.go)."""


ON_HOST = ("calicoNodeDaemonSet", "typhaDeployment")
"""Overrides of what the operator runs on the host network (pkg/render/node.go, typha.go); they cannot say so."""


def default_affinity(override: str, spec: dict[str, Any]) -> dict[str, Any] | None:
    """Return the affinity that the operator gives the pods behind `override` while the override has none.

    `override` is the key in `spec`, such as `calicoNodeDaemonSet`; `spec` is that of the Installation
    or of a CR beside it. None where the operator has no affinity of its own.
    """
    if override in {"calicoNodeDaemonSet", "csiNodeDriverDaemonSet"}:
        provider = _PROVIDERS.get(str(spec.get("kubernetesProvider")))
        if provider is None:
            return None
        requirement = {"key": provider[0], "operator": "NotIn", "values": [provider[1]]}
        return {"nodeAffinity": {_REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [requirement]}]}}}
    if override == "typhaDeployment":
        own = mapping(spec.get("typhaAffinity")).get("nodeAffinity")
        node = {key: own[key] for key in (_REQUIRED, _PREFERRED) if own.get(key)} if isinstance(own, dict) else {}
        if isinstance(own, dict) and not node:
            return None
        spread = _spread("calico-typha", 1, "topology.kubernetes.io/zone")
        return {**({"nodeAffinity": node} if node else {}), **spread}
    if override == "apiServerDeployment":
        return _spread("calico-apiserver", 100, "kubernetes.io/hostname", "topology.kubernetes.io/zone")
    return None


def _spread(app: str, weight: int, *topology_keys: str) -> dict[str, Any]:
    """Return the soft anti-affinity by which the operator spreads a Deployment (pkg/render/typha.go, apiserver.go)."""
    terms = [
        {
            "weight": weight,
            "podAffinityTerm": {"labelSelector": {"matchLabels": {"k8s-app": app}}, "topologyKey": key},
        }
        for key in topology_keys
    ]
    return {"podAntiAffinity": {_PREFERRED: terms}}
