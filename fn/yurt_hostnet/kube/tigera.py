"""What the tigera-operator does with placement in its Installation: overrides it knows, defaults they replace.

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
"""spec.kubernetesProvider -> label and value of nodes without a kubelet (pkg/render/node.go, windows.go, csi.go)."""


ON_HOST = ("calicoNodeDaemonSet", "calicoNodeWindowsDaemonSet", "typhaDeployment")
"""Overrides of what the operator runs on the host network (pkg/render/node.go, windows.go, typha.go)."""

SINCE = {
    "calicoNodeDaemonSet": (1, 28),
    "calicoKubeControllersDeployment": (1, 28),
    "typhaDeployment": (1, 28),
    "apiServerDeployment": (1, 28),
    "csiNodeDriverDaemonSet": (1, 30),
    "calicoNodeWindowsDaemonSet": (1, 32),
    "calicoWebhooksDeployment": (1, 42),
}
"""Override -> major and minor version of the operator whose API has it first (api/v1 at the tags of its repository).

To write one that the installed CustomResourceDefinition does not have is refused: kubectl validates strictly.
Goldmane and Whisker came with theirs (1.38).
"""

ASSUMED = (1, 30)
"""The operator where nothing is known of it: that of Calico 3.26, of 2023."""


def accepts(override: str, spec: dict[str, Any], version: tuple[int, int] | None) -> bool:
    """Whether an override that is missing, or there in part, may be written into `spec`, of the CR it belongs to.

    `version` is the operator's, None if unknown. What stands there in part shows by itself that it is known.
    """
    if override in spec:
        return True
    if override == "calicoNodeWindowsDaemonSet":  # of no use without Windows nodes; the two fields came together
        return mapping(spec.get("calicoNetwork")).get("windowsDataplane") == "HNS"
    return override not in SINCE or (version or ASSUMED) >= SINCE[override]


def version_in(image: str) -> tuple[int, int] | None:
    """Return major and minor version of the operator by its image's tag, None where the tag tells none."""
    tag = image.rpartition("/")[2].partition("@")[0].partition(":")[2].removeprefix("v")
    numbers = tag.split(".")[:2]
    if len(numbers) < 2 or numbers[0] != "1" or not (numbers[1].isascii() and numbers[1].isdigit()):
        return None
    return 1, int(numbers[1])


def version_of_definition(text: bytes) -> tuple[int, int]:
    """Return the least version whose API has the overrides that a CustomResourceDefinition's text lists."""
    found = (since for name, since in SINCE.items() if _has_key(text, name.encode()))
    return max(found, default=(0, 0))


def _has_key(text: bytes, name: bytes) -> bool:
    return name + b":" in text or b'"' + name + b'"' in text


def default_affinity(override: str, spec: dict[str, Any]) -> dict[str, Any] | None:
    """Return the affinity that the operator gives the pods behind `override` while the override has none.

    `override` is the key in `spec`, such as `calicoNodeDaemonSet`; `spec` is that of the Installation
    or of a CR beside it. None where the operator has no affinity of its own.
    """
    if override in {"calicoNodeDaemonSet", "calicoNodeWindowsDaemonSet", "csiNodeDriverDaemonSet"}:
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
    app = {"apiServerDeployment": "calico-apiserver", "calicoWebhooksDeployment": "calico-webhooks"}.get(override)
    return _spread(app, 100, "kubernetes.io/hostname", "topology.kubernetes.io/zone") if app else None


def _spread(app: str, weight: int, *topology_keys: str) -> dict[str, Any]:
    """Return the soft anti-affinity by which the operator spreads a Deployment (pkg/render/typha.go, podaffinity)."""
    terms = [
        {
            "weight": weight,
            "podAffinityTerm": {"labelSelector": {"matchLabels": {"k8s-app": app}}, "topologyKey": key},
        }
        for key in topology_keys
    ]
    return {"podAntiAffinity": {_PREFERRED: terms}}
