"""Where pods end up in a real control plane: without us, with OpenYurt's webhook, and through us."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cluster.control_plane import Cluster, control_plane
from cluster.placement import HOST_NETWORK_NODES, Count, install, manifests, workload_of

if TYPE_CHECKING:
    from pathlib import Path

POD_WEBHOOK = "mutate.core.v1.pod.openyurt.io"
NODE_WEBHOOK = "mutate.core.v1.node.openyurt.io"

EVERYWHERE = {
    "flannel": Count(pods=5, on_hosts=2, for_hosts=2, pending=0),
    "kube-proxy": Count(pods=5, on_hosts=2, for_hosts=2, pending=0),
    "coredns": Count(pods=15, on_hosts=6, for_hosts=0, pending=0),
    "node-exporter": Count(pods=5, on_hosts=2, for_hosts=2, pending=0),
    "camera-agent": Count(pods=5, on_hosts=2, for_hosts=2, pending=0),
    "gateway": Count(pods=15, on_hosts=6, for_hosts=0, pending=0),
    "readings": Count(pods=15, on_hosts=6, for_hosts=0, pending=0),
}
"""Without us and without the webhook for pods, all go everywhere."""

BY_WEBHOOK = {
    **EVERYWHERE,
    "camera-agent": Count(pods=5, on_hosts=0, for_hosts=2, pending=2),
    "gateway": Count(pods=15, on_hosts=0, for_hosts=0, pending=0),
    "readings": Count(pods=15, on_hosts=0, for_hosts=0, pending=0),
}
"""The webhook knows annotated pods only, and comes too late for a DaemonSet's."""

BY_US = {
    "flannel": Count(pods=3, on_hosts=0, for_hosts=0, pending=0),
    "kube-proxy": Count(pods=3, on_hosts=0, for_hosts=0, pending=0),
    "coredns": Count(pods=15, on_hosts=0, for_hosts=0, pending=0),
    "node-exporter": EVERYWHERE["node-exporter"],
    "camera-agent": Count(pods=3, on_hosts=0, for_hosts=0, pending=0),
    "gateway": Count(pods=15, on_hosts=0, for_hosts=0, pending=0),
    "readings": Count(pods=15, on_hosts=0, for_hosts=0, pending=0),
}
"""Only what has work to do on those nodes is there, and nothing waits."""


@pytest.mark.usefixtures("programs")
def test_without_us(tmp_path: Path) -> None:
    with control_plane(tmp_path, pod_webhook=False) as cluster:
        assert install(cluster, manifests()) == EVERYWHERE
        assert cluster.mutations("pods") == []


@pytest.mark.usefixtures("programs")
def test_with_the_webhook_alone(tmp_path: Path) -> None:
    with control_plane(tmp_path, pod_webhook=True) as cluster:
        assert install(cluster, manifests()) == BY_WEBHOOK
        assert changed_by(cluster, "pods", POD_WEBHOOK) == {"camera-agent", "gateway", "readings"}
        assert changed_by(cluster, "nodes", NODE_WEBHOOK) == set(HOST_NETWORK_NODES)


def test_through_us(ours: tuple[Cluster, dict[str, Count]]) -> None:
    _, pods = ours
    assert pods == BY_US


def test_webhooks_have_nothing_to_add_after_us(ours: tuple[Cluster, dict[str, Count]]) -> None:
    cluster, pods = ours
    asked = [name for name, webhook, _ in cluster.mutations("pods") if webhook == POD_WEBHOOK]
    assert len(asked) == sum(row.pods for row in pods.values())
    assert changed_by(cluster, "pods", POD_WEBHOOK) == set()
    assert {name for name, _, _ in cluster.mutations("nodes")} >= set(HOST_NETWORK_NODES)
    assert changed_by(cluster, "nodes", NODE_WEBHOOK) == set()


def changed_by(cluster: Cluster, resource: str, webhook: str) -> set[str]:
    """Return the Nodes, or the workloads of the pods, that a webhook changed, as the API server's audit log has it."""
    names = {name for name, caller, mutated in cluster.mutations(resource) if caller == webhook and mutated}
    if resource == "nodes":
        return names
    return {workload_of(pod) for pod in cluster.api.items("/api/v1/pods") if pod["metadata"]["name"] in names}
