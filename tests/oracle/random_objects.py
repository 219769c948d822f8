"""Random Pods, workloads, Nodes and NodePools: mostly what people write, and all that the API lets through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from random import Random

EXCLUDE = "apps.openyurt.io/exclude-host-network-pool"
HOSTNETWORK = "nodepool.openyurt.io/hostnetwork"
NODEPOOL = "apps.openyurt.io/nodepool"
DESIRED = "apps.openyurt.io/desired-nodepool"
REQUIREMENT = {"key": HOSTNETWORK, "operator": "NotIn", "values": ["true"]}
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"

POOLS = ("beijing", "shanghai", "hangzhou")
KEYS = (HOSTNETWORK, NODEPOOL, "zone", "kubernetes.io/arch", "size")
VALUES = ("true", "false", "", "beijing", "shanghai", "a", "amd64", "3", "7", "-5", "+3", "07")
NO_KEYS = ("", "-zone", "a b", "x/y/z", "Upper/zone", "é", "a" * 64)
NO_VALUES = ("-a", "a b", "a" * 64, "é")
OPERATORS = ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")
NODE_NAMES = ("node-a", "node-b")

TEMPLATES: dict[tuple[str, str], tuple[str, ...]] = {
    ("v1", "PodTemplate"): ("template",),
    ("v1", "ReplicationController"): ("spec", "template"),
    ("apps/v1", "Deployment"): ("spec", "template"),
    ("apps/v1", "ReplicaSet"): ("spec", "template"),
    ("apps/v1", "StatefulSet"): ("spec", "template"),
    ("apps/v1", "DaemonSet"): ("spec", "template"),
    ("batch/v1", "Job"): ("spec", "template"),
    ("batch/v1", "CronJob"): ("spec", "jobTemplate", "spec", "template"),
    ("apps.kruise.io/v1alpha1", "CloneSet"): ("spec", "template"),
    ("apps.kruise.io/v1alpha1", "AdvancedCronJob"): ("spec", "template", "jobTemplate", "spec", "template"),
    ("argoproj.io/v1alpha1", "Rollout"): ("spec", "template"),
    ("apps.openyurt.io/v1beta1", "YurtAppSet"): (
        "spec", "workload", "workloadTemplate", "deploymentTemplate", "spec", "template",
    ),
}  # fmt: skip
"""Where the pod template stands; written down here a second time so that the table in fn/ is checked by it."""


def pod(rnd: Random) -> dict[str, Any]:
    """Return a Pod; two of three ask to be kept off host-network pools."""
    metadata: dict[str, Any] = {"name": "p"}
    if rnd.random() < 0.8:
        value = rnd.choice(("true", "true", "true", "true", "True", "false", ""))
        metadata["annotations"] = {EXCLUDE: value, **({"note": "x"} if rnd.random() < 0.3 else {})}
    if rnd.random() < 0.2:
        metadata["labels"] = {"k8s-app": rnd.choice(("kube-proxy", "web"))}
    spec: dict[str, Any] = {}
    if rnd.random() < 0.3:
        spec["nodeSelector"] = {rnd.choice(KEYS): rnd.choice(VALUES) for _ in range(rnd.choice((1, 1, 2)))}
    if rnd.random() < 0.85:
        spec["affinity"] = affinity(rnd)
    if rnd.random() < 0.2:
        spec["hostNetwork"] = rnd.random() < 0.5
    spec["containers"] = [{"name": "c", "image": rnd.choice(("kube-proxy:v1", "web:1"))}]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def affinity(rnd: Random) -> Any:
    """Return an affinity that may stop, be null or empty at any depth."""
    if rnd.random() < 0.08:
        return rnd.choice((None, {}))
    found: dict[str, Any] = {}
    if rnd.random() < 0.2:
        found["podAntiAffinity"] = {"preferredDuringSchedulingIgnoredDuringExecution": []}
    if rnd.random() < 0.9:
        found["nodeAffinity"] = node_affinity(rnd)
    return found


def node_affinity(rnd: Random) -> Any:
    if rnd.random() < 0.08:
        return rnd.choice((None, {}))
    found: dict[str, Any] = {}
    if rnd.random() < 0.2:
        found["preferredDuringSchedulingIgnoredDuringExecution"] = [{"weight": 1, "preference": term(rnd) or {}}]
    if rnd.random() < 0.95:
        if rnd.random() < 0.08:
            found[REQUIRED] = rnd.choice((None, {}, {"nodeSelectorTerms": None}))
        else:
            found[REQUIRED] = {"nodeSelectorTerms": [term(rnd) for _ in range(rnd.choice((0, 1, 1, 1, 2, 3)))]}
    return found


def term(rnd: Random) -> Any:
    """Return a NodeSelectorTerm; one of ten is null or empty."""
    if rnd.random() < 0.1:
        return rnd.choice((None, {}, {"matchExpressions": []}, {"matchExpressions": None, "matchFields": []}))
    found: dict[str, Any] = {}
    if rnd.random() < 0.9:
        found["matchExpressions"] = [expression(rnd) for _ in range(rnd.choice((0, 1, 1, 2, 3)))]
    if rnd.random() < 0.2:
        found["matchFields"] = [field(rnd) for _ in range(rnd.choice((1, 1, 1, 2)))]
    return found


def expression(rnd: Random) -> dict[str, Any]:
    """Return a requirement on labels; one of five is ours or nearly ours, one of ten means nothing."""
    if rnd.random() < 0.2:
        return {
            "key": rnd.choice((HOSTNETWORK, HOSTNETWORK, "nodepool.openyurt.io/host-network")),
            "operator": rnd.choice(("NotIn", "NotIn", "NotIn", "In", "DoesNotExist")),
            "values": rnd.choice((["true"], ["true"], ["true"], ["true", "false"], ["false"], [], None)),
        }
    broken = rnd.random() < 0.1
    operator = rnd.choice(("", "in", "Equals", None)) if broken and rnd.random() < 0.3 else rnd.choice(OPERATORS)
    counts = {"Exists": 0, "DoesNotExist": 0, "Gt": 1, "Lt": 1}
    count = counts.get(operator or "", rnd.choice((1, 1, 2)))
    if broken and rnd.random() < 0.3:
        count = rnd.choice((0, 1, 2))
    values: list[Any] = [rnd.choice(VALUES) for _ in range(count)]
    if operator in {"Gt", "Lt"} and rnd.random() < 0.8:
        values = [rnd.choice(("1", "5", "-5", "+3", "9223372036854775807", "9223372036854775808")) for _ in values]
    key = rnd.choice(KEYS)
    if broken and rnd.random() < 0.3:
        key = rnd.choice(NO_KEYS)
    if broken and values and rnd.random() < 0.3:
        values[0] = rnd.choice(NO_VALUES)
    found: dict[str, Any] = {"key": key}
    if operator is not None:
        found["operator"] = operator
    if values or rnd.random() < 0.2:
        found["values"] = values
    return found


def field(rnd: Random) -> dict[str, Any]:
    """Return a requirement on fields; one of five means nothing."""
    if rnd.random() < 0.8:
        return {"key": "metadata.name", "operator": rnd.choice(("In", "NotIn")), "values": [rnd.choice(NODE_NAMES)]}
    return {
        "key": rnd.choice(("metadata.name", "metadata.namespace", "")),
        "operator": rnd.choice(("In", "NotIn", "Exists", "Gt", "")),
        "values": rnd.choice(([], ["node-a"], ["node-a", "node-b"], None)),
    }


def malformed(rnd: Random, node_affinity: Any) -> Any:
    """Return the affinity with something of a wrong type in one place."""
    wrong = rnd.choice((1, True, "text", [], ["a"], {"a": 1}, [1], [None], 1.5))
    return _replace(rnd, node_affinity, wrong)


def _replace(rnd: Random, value: Any, wrong: Any) -> Any:
    if isinstance(value, dict) and value and rnd.random() < 0.85:
        key = rnd.choice(sorted(value))
        return {**value, key: _replace(rnd, value[key], wrong)}
    if isinstance(value, list) and value and rnd.random() < 0.85:
        index = rnd.randrange(len(value))
        return [*value[:index], _replace(rnd, value[index], wrong), *value[index + 1 :]]
    return wrong


def pod_with_ports(rnd: Random) -> dict[str, Any]:
    """Return a Pod whose containers declare ports."""
    spec: dict[str, Any] = {"containers": [container(rnd, f"c{number}") for number in range(rnd.choice((1, 2)))]}
    if rnd.random() < 0.5:
        spec["initContainers"] = [container(rnd, "i")]
        if rnd.random() < 0.5:
            spec["initContainers"][0]["restartPolicy"] = "Always"
    if rnd.random() < 0.8:
        spec["hostNetwork"] = rnd.random() < 0.8
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "default"}, "spec": spec}


def container(rnd: Random, name: str) -> dict[str, Any]:
    ports = []
    for _ in range(rnd.choice((0, 1, 2))):
        port: dict[str, Any] = {"containerPort": rnd.choice((80, 81, 65535))}
        if rnd.random() < 0.7:
            port["hostPort"] = rnd.choice((0, 80, 81, 65535))
        if rnd.random() < 0.3:
            port["protocol"] = rnd.choice(("TCP", "UDP"))
        ports.append(port)
    return {"name": name, "image": "web:1", "ports": ports}


def workload(rnd: Random, inner: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return an object that makes Pods like `inner`, and the path of its pod template."""
    (api_version, kind), path = rnd.choice(sorted(TEMPLATES.items()))
    data: Any = {key: inner[key] for key in ("metadata", "spec")}
    for step in reversed(path):
        data = {step: data}
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": "w"}, **data}, path


def node(rnd: Random) -> dict[str, Any]:
    """Return a Node with some of the labels that Pods ask for."""
    labels = {key: rnd.choice(VALUES) for key in KEYS if rnd.random() < 0.4}
    if rnd.random() < 0.4:
        labels[HOSTNETWORK] = "true"
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": rnd.choice(NODE_NAMES), "labels": labels}}


def pool_node(rnd: Random) -> dict[str, Any]:
    """Return a Node that is in a pool, or was to be."""
    labels: dict[str, str] = {}
    if rnd.random() < 0.8:
        labels[NODEPOOL] = rnd.choice((*POOLS, *POOLS, "", "unknown"))
    if rnd.random() < 0.3:
        labels[DESIRED] = rnd.choice((*POOLS, ""))
    if rnd.random() < 0.3:
        labels[HOSTNETWORK] = rnd.choice(("true", "true", "false", ""))
    if rnd.random() < 0.3:
        labels["zone"] = "a"
    metadata: dict[str, Any] = {"name": "n"}
    if labels or rnd.random() < 0.5:
        metadata["labels"] = labels
    return {"apiVersion": "v1", "kind": "Node", "metadata": metadata}


def node_pool(rnd: Random, name: str) -> dict[str, Any]:
    """Return a NodePool in any of the three API versions."""
    version = rnd.choice(("v1alpha1", "v1beta1", "v1beta2"))
    metadata: dict[str, Any] = {"name": name}
    if rnd.random() < 0.4:
        metadata["annotations"] = {HOSTNETWORK: rnd.choice(("true", "True", "TRUE", "false", "", " true"))}
    spec: dict[str, Any] = {}
    if rnd.random() < 0.9:
        spec["type"] = rnd.choice(("Edge", "Edge", "Edge", "Cloud"))
    if rnd.random() < 0.5:
        spec["hostNetwork"] = rnd.random() < 0.7
    if rnd.random() < 0.2:
        spec["interConnectivity"] = rnd.random() < 0.7
    if rnd.random() < 0.2:
        spec["labels"] = {"zone": "a"}
    return {"apiVersion": f"apps.openyurt.io/{version}", "kind": "NodePool", "metadata": metadata, "spec": spec}
