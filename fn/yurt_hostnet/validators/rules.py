"""The rules: id -> default severity, and the words without which a rule cannot apply.

The module of a rule has its id as its name, with underscores; its docstring is the rule's documentation
and its function `check(context)` returns the findings. A rule that looks at one object by itself has
`items(context)` and `check_item(context, item)` in its place, so that a large package is read once for
all of them. A module is imported only when the input holds a word of each group in the rule's row: a rule
must cost nothing where it has nothing to say. BASELINE_WORDS and POOL_NAMES stand for more than words:
functionConfig and options count as well; of OPENYURT, POOL_NAMES and DEAD_KEYS some places do not count.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import BASELINE_WORDS
from yurt_hostnet.krm.result import ERROR, INFO, WARNING
from yurt_hostnet.openyurt.pools import POOL_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Unpack

    from yurt_hostnet.krm.result import Severity

    Words = tuple[bytes, ...]
    Row = tuple[Severity, Unpack[tuple[Words, ...]]]

OPENYURT: Words = (b"openyurt.io",)
"""Words of a package that has to do with OpenYurt; pools and NonHostNetwork in functionConfig count as well."""

TYPED: Words = tuple(b"hostNetwork" + end for end in (b': "', b": '", b'": "', b'":"'))
"""A hostNetwork in quotes; OPENYURT stands for it."""

POOL_NAMES: Words = (b"NodePool", b"nodepool")
"""With OPENYURT: words of a package that names pools; pools and a poolLabel of functionConfig count as well."""

WHILE_EDITING: Words = ()
"""In place of words, for what only the transformers find or function.py: no package has them."""

HOST_NETWORK: Words = (b"hostNetwork",)

_HOSTNETWORK_KEY: Words = (b"nodepool.openyurt.io/hostnetwork",)
_EXCLUDE_KEY: Words = (b"apps.openyurt.io/exclude-host-network-pool",)
DEAD_KEYS: Words = tuple(b"openyurt.io/" + letter for letter in (b"h", b"H", b"e", b"E"))
"""Beginnings of keys that may be dead; the keys that OpenYurt reads begin so as well and do not count."""

_TERMS: Words = (b"nodeSelectorTerms",)
PORTS: Words = (b"containerPort", b"hostPort")
HOST_PORT: Words = (b"hostPort",)
SPEAKERS: Words = (b"speaker", b"kube-vip")
OWNER_WORDS: Words = (b"ownerReferences",)
OVERRIDDEN: Words = (b"apps.openyurt.io/v1", b"apps.kruise.io/v1", b"serving.knative.dev/v1", b"argoproj.io/v1")
"""API groups whose workloads can undo what a template says."""

JOIN_ANEW = "reset it and join it anew (yurtadm reset, yurtadm join)"
"""Half of a remedy, for what only a new node has."""

RULES: dict[str, Row] = {
    # Edits of what must not change.
    "nodepool-hostnetwork-changed": (ERROR, BASELINE_WORDS),
    "nodepool-type-changed": (ERROR, BASELINE_WORDS),
    "nodepool-interconnectivity-changed": (ERROR, BASELINE_WORDS),
    "node-pool-changed": (ERROR, BASELINE_WORDS),
    "node-hostnetwork-label-changed": (ERROR, BASELINE_WORDS),
    "pod-hostnetwork-changed": (ERROR, BASELINE_WORDS),
    "workload-hostnetwork-changed": (WARNING, BASELINE_WORDS),
    # Pools and nodes.
    "nodepool-cloud-hostnetwork": (ERROR, OPENYURT, POOL_NAMES),
    "nodepool-labels-hostnetwork": (ERROR, OPENYURT, POOL_NAMES, _HOSTNETWORK_KEY),
    "nodepool-hostnetwork-version": (WARNING, OPENYURT, POOL_NAMES),
    "nodepool-contradiction": (WARNING, OPENYURT, POOL_WORDS),
    "node-pool-unknown": (WARNING, OPENYURT, POOL_NAMES),
    "node-hostnetwork-label-mismatch": (ERROR, OPENYURT, POOL_NAMES, _HOSTNETWORK_KEY),
    "node-hostnetwork-label-alone": (WARNING, OPENYURT, POOL_NAMES, _HOSTNETWORK_KEY),
    # Pods.
    "wrong-field-type": (ERROR, TYPED),
    "pod-not-excluded": (ERROR, WHILE_EDITING),
    "exclude-annotation-value": (ERROR, OPENYURT, _EXCLUDE_KEY),
    "exclude-annotation-misplaced": (WARNING, OPENYURT, _EXCLUDE_KEY),
    "dead-label-key": (WARNING, OPENYURT, DEAD_KEYS),
    "exclude-unsatisfiable": (ERROR, OPENYURT, POOL_NAMES),
    "empty-node-selector-term": (WARNING, OPENYURT, _TERMS),
    "node-selector-term-malformed": (ERROR, OPENYURT, _TERMS),
    "pool-pod-without-hostnetwork": (ERROR, OPENYURT, POOL_NAMES),
    "unprotected-pod": (INFO, OPENYURT, POOL_NAMES),
    "host-port-conflict": (WARNING, OPENYURT, POOL_NAMES, PORTS),
    "host-port-mismatch": (ERROR, (b"hostPort",), HOST_NETWORK),
    "dns-policy-unreachable": (WARNING, OPENYURT, POOL_NAMES, (b"ClusterFirstWithHostNet",)),
    "cluster-service-unreachable": (WARNING, OPENYURT, POOL_NAMES, (b".svc", b"Service")),
    "load-balancer-speaker": (WARNING, OPENYURT, POOL_NAMES, SPEAKERS),
    "infrastructure-not-isolated": (ERROR, WHILE_EDITING),
    "cni-agent-unknown": (INFO, WHILE_EDITING),
    "affinity-undone": (WARNING, OPENYURT, OVERRIDDEN),
    "owned-object": (WARNING, OPENYURT, OWNER_WORDS),
    "duplicate-key": (ERROR, WHILE_EDITING),
}

MISSING = {
    "exclude-pods": "pod-not-excluded",
    "isolate-infrastructure": "infrastructure-not-isolated",
    "label-nodes": "node-hostnetwork-label-mismatch",
}
"""Transformer -> the rule under which the other modes report what it would add."""
