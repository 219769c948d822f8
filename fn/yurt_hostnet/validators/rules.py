"""The rules: id -> default severity, the condition on which the rule runs, and words without which it cannot apply.

The module of a rule has its id as its name, with underscores; its docstring is the rule's documentation. A rule that
looks at one object by itself has `words(context)`, the groups of words of which an object has to hold one each, and
`check_item(context, item)`; any other has `check(context)`. Both yield findings. All rules of the first kind, and the
transformers, look at an object before the next one is read. A module is imported only when its condition holds and the
input holds a word of each group in the rule's row: a rule must cost nothing where it has nothing to say.
"""

from __future__ import annotations

from yurt_hostnet.analysis.conditions import (
    about_dead_keys,
    about_openyurt,
    about_pools,
    about_typed_fields,
    always,
    embeds,
    excludes_all,
    never,
    with_baseline,
)
from yurt_hostnet.krm.result import ERROR, INFO, WARNING
from yurt_hostnet.kube.unknown_values import MARKS
from yurt_hostnet.openyurt.pools import POOL_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Unpack

    from yurt_hostnet.analysis.conditions import Condition
    from yurt_hostnet.krm.result import Severity

    Words = tuple[bytes, ...]
    Row = tuple[Severity, Condition, Unpack[tuple[Words, ...]]]

HOST_NETWORK: Words = (b"hostNetwork",)
_HOSTNETWORK_KEY: Words = (b"nodepool.openyurt.io/hostnetwork",)
_EXCLUDE_KEY: Words = (b"apps.openyurt.io/exclude-host-network-pool",)
_TERMS: Words = (b"nodeSelectorTerms",)
PORTS: Words = (b"containerPort", b"hostPort")
HOST_PORT: Words = (b"hostPort",)
NODE_PORT_WORDS: Words = (b"10250", b"10248", b"10261", b"10267", b"10268", b"10269")
TAINTS: Words = (b"taints",)
STRATEGIES: Words = (b"Deployment", b"deploymentTemplate", b"additionalDeployments", b"maxSurge")
"""What rolls out its pods by a strategy."""
SPEAKERS: Words = (b"speaker", b"kube-vip")
OWNER_WORDS: Words = (b"ownerReferences",)
OVERRIDDEN: Words = (b"apps.openyurt.io/v1", b"apps.kruise.io/v1", b"serving.knative.dev/v1", b"argoproj.io/v1")
"""API groups whose workloads can undo what a template says."""

JOIN_ANEW = "reset it, delete its Node and join it anew (yurtadm reset, kubectl delete node, yurtadm join)"
"""Half of a remedy, for what only a new node has. Where its Node is left, kubelet takes it up with all its labels
(kubernetes/kubernetes, pkg/kubelet/kubelet_node_status.go, tryRegisterWithAPIServer)."""

RULES: dict[str, Row] = {
    # Edits of what must not change.
    "nodepool-hostnetwork-changed": (ERROR, with_baseline),
    "nodepool-type-changed": (ERROR, with_baseline),
    "nodepool-interconnectivity-changed": (ERROR, with_baseline),
    "node-pool-changed": (ERROR, with_baseline),
    "node-hostnetwork-label-changed": (ERROR, with_baseline),
    "pod-hostnetwork-changed": (ERROR, with_baseline),
    "workload-hostnetwork-changed": (WARNING, with_baseline),
    # Pools and nodes.
    "nodepool-cloud-hostnetwork": (ERROR, about_pools),
    "nodepool-labels-hostnetwork": (ERROR, about_pools, _HOSTNETWORK_KEY),
    "nodepool-hostnetwork-version": (WARNING, about_pools),
    "nodepool-contradiction": (WARNING, about_openyurt, POOL_WORDS),
    "node-pool-unknown": (WARNING, about_pools),
    "node-hostnetwork-label-mismatch": (ERROR, about_pools, _HOSTNETWORK_KEY),
    "node-hostnetwork-label-alone": (WARNING, about_pools, _HOSTNETWORK_KEY),
    # Pods.
    "value-unknown": (WARNING, about_openyurt, MARKS),
    "encrypted-manifest": (WARNING, never),
    "wrong-field-type": (ERROR, about_typed_fields),
    "pod-not-excluded": (ERROR, never),
    "exclude-annotation-value": (ERROR, about_openyurt, _EXCLUDE_KEY),
    "exclude-annotation-misplaced": (WARNING, about_openyurt, _EXCLUDE_KEY),
    "pod-template-unknown": (WARNING, excludes_all, (b"containers", b"podTemplate")),
    "embedded-manifest-unread": (WARNING, embeds),
    "dead-label-key": (WARNING, about_dead_keys),
    "exclude-unsatisfiable": (ERROR, about_pools),
    "empty-node-selector-term": (WARNING, about_openyurt, _TERMS),
    "node-selector-term-malformed": (ERROR, about_openyurt, _TERMS),
    "pool-pod-without-hostnetwork": (ERROR, about_pools),
    "unprotected-pod": (INFO, about_pools),
    "host-port-conflict": (WARNING, about_pools, PORTS),
    "host-port-mismatch": (ERROR, always, HOST_PORT, HOST_NETWORK),
    "host-port-reserved": (WARNING, about_pools, PORTS, NODE_PORT_WORDS),
    "rolling-update-stuck": (WARNING, about_pools, PORTS, STRATEGIES),
    "pool-taint-untolerated": (WARNING, about_pools, POOL_WORDS, TAINTS),
    "dns-policy-unreachable": (WARNING, about_pools, (b"ClusterFirstWithHostNet",)),
    "cluster-service-unreachable": (WARNING, about_pools, (b".svc", b"Service")),
    "load-balancer-speaker": (WARNING, about_pools, SPEAKERS),
    "infrastructure-not-isolated": (ERROR, never),
    "cni-agent-unknown": (INFO, never),
    "affinity-undone": (WARNING, about_openyurt, OVERRIDDEN),
    "owned-object": (WARNING, about_openyurt, OWNER_WORDS),
    "duplicate-key": (ERROR, never),
}

MISSING = {
    "exclude-pods": "pod-not-excluded",
    "isolate-infrastructure": "infrastructure-not-isolated",
    "label-nodes": "node-hostnetwork-label-mismatch",
}
"""Transformer -> the rule under which the other modes report what it would add."""
