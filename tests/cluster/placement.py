"""Applies the manifests to a control plane, waits until nothing moves any more, and counts pods."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable

    from cluster.control_plane import Cluster

MANIFESTS = Path(__file__).parent / "manifests"
HOST_NETWORK_NODES = ("mast-1", "mast-2")
NODES = (*HOST_NETWORK_NODES, "office", "workshop-1", "workshop-2")

WORKLOADS = {
    "kube-flannel/kube-flannel-ds": "flannel",
    "kube-system/kube-proxy": "kube-proxy",
    "kube-system/coredns": "coredns",
    "default/node-exporter": "node-exporter",
    "default/camera-agent": "camera-agent",
    "default/gateway": "gateway",
    "default/readings": "readings",
}
"""What the manifests hold, and how the tables of the tests name it."""


class Count(NamedTuple):
    """How many pods of a workload there are.

    `on_hosts` are bound to host-network nodes, `for_hosts` are there for such a node alone (a DaemonSet's, bound
    or not), and `pending` are bound to no node.
    """

    pods: int
    on_hosts: int
    for_hosts: int
    pending: int


class Ours(NamedTuple):
    """A cluster in which everything went through us: what we made of the manifests, and what came of it.

    `pod_calls` and `node_calls` are the calls of mutating webhooks until then; see Cluster.mutations.
    """

    cluster: Cluster
    text: str
    pods: dict[str, Count]
    pod_calls: list[tuple[str, str, bool]]
    node_calls: list[tuple[str, str, bool]]


def manifests() -> str:
    """Return all fixtures as one stream: NodePools, Nodes, infrastructure, workloads."""
    names = ("nodes.yaml", "infrastructure.yaml", "workloads.yaml")
    return "---\n".join((MANIFESTS / name).read_text(encoding="utf-8") for name in names)


def install(cluster: Cluster, text: str) -> dict[str, Count]:
    """Apply NodePools and Nodes, wait for them, apply everything, wait until it has settled, and count."""
    documents = list(yaml.safe_load_all(text))
    pools, nodes = (
        yaml.safe_dump_all(document for document in documents if document["kind"] == kind)
        for kind in ("NodePool", "Node")
    )
    cluster.apply(pools)
    # yurt-manager reads NodePools from a cache, and refuses Nodes of a pool that it does not know yet.
    _wait(cluster, lambda known: known.kubectl("apply", "-f", "-", stdin=nodes).returncode == 0, "Nodes are accepted")
    _wait(cluster, _nodes_ready, "every Node is ready")
    cluster.apply(text)
    _wait(cluster, _first_job, "the CronJob has made a Job")
    cluster.api.merge("/apis/batch/v1/namespaces/default/cronjobs/readings", {"spec": {"suspend": True}})
    _wait(cluster, _settled, "every pod is bound or cannot be")
    return count(cluster.api.items("/api/v1/pods"))


def count(pods: list[dict[str, Any]]) -> dict[str, Count]:
    """Count the pods of each workload; a pod of none is a KeyError."""
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in WORKLOADS.values()}
    for pod in pods:
        rows[workload_of(pod)].append(pod)
    return {
        name: Count(
            pods=len(found),
            on_hosts=sum(pod["spec"].get("nodeName") in HOST_NETWORK_NODES for pod in found),
            for_hosts=sum(_only_node(pod) in HOST_NETWORK_NODES for pod in found),
            pending=sum(pod["status"]["phase"] == "Pending" for pod in found),
        )
        for name, found in rows.items()
    }


def workload_of(pod: dict[str, Any]) -> str:
    """Return the name in WORKLOADS of the workload that a pod belongs to, by its owner's name."""
    (owner,) = pod["metadata"]["ownerReferences"]
    name = owner["name"] if owner["kind"] == "DaemonSet" else re.sub(r"-[^-]+$", "", owner["name"])
    return WORKLOADS[f"{pod['metadata']['namespace']}/{name}"]


def _only_node(pod: dict[str, Any]) -> str:
    """Return the node that the DaemonSet controller made a pod for, "" for pods of others."""
    affinity = pod["spec"].get("affinity", {}).get("nodeAffinity", {})
    terms = affinity.get("requiredDuringSchedulingIgnoredDuringExecution", {}).get("nodeSelectorTerms", [])
    named = {field["values"][0] for term in terms for field in term.get("matchFields", ())}
    return named.pop() if len(named) == 1 else ""


def _wait(cluster: Cluster, done: Callable[[Cluster], bool], what: str, seconds: float = 300) -> None:
    """Wait until `done` holds for three seconds on end."""
    end = time.monotonic() + seconds
    since = None
    while since is None or time.monotonic() - since < 3:
        assert time.monotonic() < end, f"not so after {seconds:.0f} s: {what}; see {cluster.folder}"
        time.sleep(0.5)
        since = (since or time.monotonic()) if done(cluster) else None


def _nodes_ready(cluster: Cluster) -> bool:
    nodes = cluster.api.items("/api/v1/nodes")
    return sorted(node["metadata"]["name"] for node in nodes) == sorted(NODES) and not any(
        node["spec"].get("taints") for node in nodes
    )


def _first_job(cluster: Cluster) -> bool:
    return bool(cluster.api.items("/apis/batch/v1/namespaces/default/jobs"))


def _settled(cluster: Cluster) -> bool:
    """Whether every workload has the pods that it wants, and each is running or cannot be scheduled."""
    for workload in cluster.api.items("/apis/apps/v1/daemonsets"):
        status = workload["status"]
        if not _seen(workload) or status["currentNumberScheduled"] != status["desiredNumberScheduled"]:
            return False
    for workload in cluster.api.items("/apis/apps/v1/deployments"):
        if not _seen(workload) or workload["status"].get("replicas") != workload["spec"]["replicas"]:
            return False
    for job in cluster.api.items("/apis/batch/v1/jobs"):
        if job["status"].get("active") != job["spec"]["parallelism"]:
            return False
    return all(_resting(pod) for pod in cluster.api.items("/api/v1/pods"))


def _seen(workload: dict[str, Any]) -> bool:
    return bool(workload["status"].get("observedGeneration") == workload["metadata"]["generation"])


def _resting(pod: dict[str, Any]) -> bool:
    status = pod["status"]
    return status["phase"] == "Running" or any(
        condition["type"] == "PodScheduled" and condition.get("reason") == "Unschedulable"
        for condition in status.get("conditions", ())
    )


def template_of(workload: dict[str, Any]) -> dict[str, Any] | None:
    """Return the PodTemplateSpec of one of our fixtures, None if it has none."""
    spec = workload.get("spec", {})
    template: dict[str, Any] | None = spec.get("jobTemplate", {"spec": spec})["spec"].get("template")
    return template
