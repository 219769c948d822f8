"""OpenYurt's names: labels, annotations and the requirement that its webhook adds.

Sources are paths in github.com/openyurtio/openyurt.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

APPS_GROUP = "apps.openyurt.io"
"""API group of NodePool and of OpenYurt's workloads."""

EXCLUDE_ANNOTATION = "apps.openyurt.io/exclude-host-network-pool"
"""Pod annotation AnnotationExcludeHostNetworkPool (pkg/apis/apps/well_known_labels_annotations.go)."""

EXCLUDE_VALUE = "true"
"""The one value of EXCLUDE_ANNOTATION that counts (pkg/yurtmanager/webhook/pod/v1alpha1/pod_default.go)."""

HOSTNETWORK_LABEL = "nodepool.openyurt.io/hostnetwork"
"""Node label, and annotation of older NodePools: NodePoolHostNetworkLabel (well_known_labels_annotations.go)."""

HOSTNETWORK_VALUE = "true"

NODEPOOL_LABEL = "apps.openyurt.io/nodepool"
"""Node label LabelCurrentNodePool. Never write it: it installs and removes yurthub (since 1.7)."""

DESIRED_NODEPOOL_LABEL = "apps.openyurt.io/desired-nodepool"
"""Node label LabelDesiredNodePool, read only where NODEPOOL_LABEL is empty."""

EDGE_WORKER_LABEL = "openyurt.io/is-edge-worker"
"""Node label that is "true" on every node of an Edge pool, and "false" or absent elsewhere (pkg/projectinfo).

yurtadm join writes it, and from 1.7 on the YurtNodeConversion controller.
"""

HOST_POOL_LABELS: dict[str, str | None] = {
    HOSTNETWORK_LABEL: HOSTNETWORK_VALUE,
    EDGE_WORKER_LABEL: "true",
    "node-role.kubernetes.io/control-plane": None,
    "node-role.kubernetes.io/master": None,
}
"""What is known of the labels of each node in a host-network pool, which is an Edge pool; None: not there.

The control plane stands on no Edge node in any set-up that OpenYurt supports; its own charts select by these labels.
"""

POOL_TYPE_LABEL = "nodepool.openyurt.io/type"
"""NodePoolTypeLabel: `edge` or `cloud`, the pool's spec.type in lower case.

A label of the NodePool itself since v1.5 (pkg/yurtmanager/webhook/nodepool/v1beta1/nodepool_default.go:45, v1.7
v1beta2/nodepool_default.go:46). A label of its Nodes in v1.4 only (pkg/yurtmanager/webhook/node/v1/node_default.go:60):
no later version writes it there, and none takes it away. So a node has it with that value or lacks it.
"""

EXCLUDE_REQUIREMENT: dict[str, Any] = {
    "key": HOSTNETWORK_LABEL,
    "operator": "NotIn",
    "values": [HOSTNETWORK_VALUE],
}
"""The NodeSelectorRequirement that keeps a pod off host-network pools (pod_default.go). Copy it, never share it."""


def in_requirement(text: bytes, position: int) -> bool:
    """Tell whether a word at `position`, which is in or around HOSTNETWORK_LABEL, is part of EXCLUDE_REQUIREMENT.

    In the order and with the words of our edits, in any style of YAML. It names no pool, and that a package has it
    says no more than that it went through us.
    """
    label = HOSTNETWORK_LABEL.encode()
    start = text.find(label, max(position - len(label) + 1, 0), position + len(label))
    rest = text[start + len(label) : start + len(label) + _REACH] if start >= 0 else b""
    return b"".join(rest.translate(None, b"\"'\\,[-").split()).startswith(b"operator:NotInvalues:true")


_REACH = 400
"""How many bytes are looked through for the rest of a requirement, most of them indentation."""


def in_live_key(text: bytes, position: int) -> bool:
    """Tell whether `openyurt.io/` at `position` is in a key that OpenYurt reads, as it reads it."""
    for prefix, key in _LIVE_TEXTS:
        start = position - prefix
        if start >= 0 and text.startswith(key, start):
            before, behind = text[max(start - 1, 0) : start], text[start + len(key) : start + len(key) + 1]
            return not any(sign.isalnum() or sign in _NAME_SIGNS for sign in (before, behind) if sign)
    return False


def live_key(key: str) -> str:
    """Return the key that OpenYurt reads if `key` is a dead variant of it, else "".

    The 2023 proposal wrote `nodepool.openyurt.io/host-network` and a public guide `hostNetwork`; code never read
    them. Taken for such slips are names that differ in dashes, underscores and case only, a name that is cut short,
    and the right name under another of OpenYurt's domains.
    """
    domain, slash, name = key.partition("/")
    if not slash or key in _LIVE_KEYS or not ("." + domain.lower()).endswith(".openyurt.io"):
        return ""
    return _LIVE_NAMES.get(name.lower().replace("-", "").replace("_", ""), "")


_LIVE_KEYS = (EXCLUDE_ANNOTATION, HOSTNETWORK_LABEL)
_LIVE_TEXTS = tuple((key.index("openyurt.io/"), key.encode()) for key in _LIVE_KEYS)
_NAME_SIGNS = (b"-", b"_", b".", b"/")
_LIVE_NAMES = {
    "hostnetwork": HOSTNETWORK_LABEL,
    "hostnet": HOSTNETWORK_LABEL,
    "excludehostnetworkpool": EXCLUDE_ANNOTATION,
    "excludehostnetworkpools": EXCLUDE_ANNOTATION,
    "excludehostnetwork": EXCLUDE_ANNOTATION,
    "excludehostpool": EXCLUDE_ANNOTATION,
    "excludehostnetworknodepool": EXCLUDE_ANNOTATION,
}
"""Names without dashes, underscores and capitals, each with the key that it is taken for."""
