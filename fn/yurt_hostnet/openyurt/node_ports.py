"""Node ports: what listens on every node of a pool by itself, before any pod comes there, and on which addresses.

The kubelet: Kubernetes pkg/cluster/ports/ports.go and pkg/kubelet/apis/config/v1beta1/defaults.go (v1.34), where its
read-only port 10255 is off by default. yurthub: openyurt cmd/yurthub/app/options/options.go and app/config/config.go,
prepareServerServing (v1.4 to v1.7); yurtadm join leaves these defaults. kube-proxy is a pod like others.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.ports import ANY_IP, DEFAULT_PROTOCOL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.kube.ports import HostPort

KUBELET, YURTHUB = "the kubelet", "yurthub"

_LOCAL, _DUMMY = "127.0.0.1", "169.254.2.1"
_NODE_IP = "the node's address"
_EVERY = {ANY_IP, "::"}

NODE_PORTS: dict[int, tuple[str, tuple[str, ...], str]] = {
    10250: (KUBELET, (ANY_IP,), "its API, by which logs, exec and metrics come"),
    10248: (KUBELET, (_LOCAL,), "its healthz"),
    10261: (YURTHUB, (_LOCAL, _DUMMY), "its proxy, through which the kubelet and pods reach the API server"),
    10267: (YURTHUB, (_LOCAL,), "its healthz and metrics"),
    10268: (YURTHUB, (_DUMMY, _LOCAL), "its secure proxy, through which pods reach the API server"),
    10269: (YURTHUB, (_NODE_IP,), "its multiplexer, since OpenYurt 1.7"),
}
"""Port, over TCP -> who listens on it, on which addresses (one of them may be enough), and what for."""


def node_listener(port: HostPort) -> tuple[str, str]:
    """Return who listens on a node where a pod wants this port, and what for; ("", "") if nobody does for certain.

    As the kernel sees it: a port of one address is free on another, and taken on all while it is on one. Which address
    a node has is not known.
    """
    who, addresses, purpose = NODE_PORTS.get(port.port, ("", (), ""))
    if not who or port.protocol != DEFAULT_PROTOCOL:
        return "", ""
    if port.ip in _EVERY or ANY_IP in addresses or port.ip in addresses:
        return who, purpose
    return "", ""


def is_node_listener(pod_spec: dict[str, Any]) -> bool:
    """Whether a pod is what listens there itself, by the name of an image."""
    containers = pod_spec.get("containers")
    images = [str(mapping(each).get("image") or "") for each in (containers if isinstance(containers, list) else ())]
    return any(image.rpartition("/")[2].partition("@")[0].partition(":")[0] in _IMAGES for image in images)


_IMAGES = ("yurthub", "kubelet")
