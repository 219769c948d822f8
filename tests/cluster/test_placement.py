"""Where pods end up in a real control plane: without us, with OpenYurt's webhook, and through us."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
import yaml

from cluster.control_plane import Cluster, control_plane
from cluster.placement import HOST_NETWORK_NODES, NODES, WORKLOADS, Count, install, manifests, template_of, workload_of

if TYPE_CHECKING:
    from pathlib import Path

    from cluster.placement import Ours

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
        changed = changed_by(POD_WEBHOOK, cluster.mutations("pods"))
        assert workloads_of(cluster, changed) == {"camera-agent": 5, "gateway": 15, "readings": 15}
        assert changed_by(NODE_WEBHOOK, cluster.mutations("nodes")) == set(HOST_NETWORK_NODES)


def test_through_us(ours: Ours) -> None:
    assert ours.pods == BY_US


def test_no_other_pod_was_ever_made(ours: Ours) -> None:
    made = [name for name, webhook, _ in ours.pod_calls if webhook == POD_WEBHOOK]
    assert workloads_of(ours.cluster, set(made)) == {name: row.pods for name, row in ours.pods.items()}
    assert len(made) == sum(row.pods for row in ours.pods.values())


def test_webhook_has_nothing_to_add_to_nodes(ours: Ours) -> None:
    assert {name for name, webhook, _ in ours.node_calls if webhook == NODE_WEBHOOK} == set(NODES)
    assert changed_by(NODE_WEBHOOK, ours.node_calls) == set()


def test_webhook_has_nothing_to_add_to_our_templates(ours: Ours) -> None:
    """A pod of each template as it stands, for the API server to try."""
    templates = {}
    for workload in yaml.safe_load_all(ours.text):
        if template := template_of(workload):
            name = f"{workload['metadata']['name']}-as-it-stands"
            pod = {"metadata": {**template["metadata"], "name": name}, "spec": template["spec"]}
            path = f"/api/v1/namespaces/{workload['metadata']['namespace']}/pods"
            assert ours.cluster.api.try_create(path, pod)["spec"].get("affinity") == template["spec"].get("affinity")
            templates[name] = False
    calls = {name: mutated for name, _, mutated in ours.cluster.mutations("pods") if name.endswith("-as-it-stands")}
    assert calls == templates
    assert len(templates) == len(WORKLOADS)


def test_webhook_adds_only_what_the_daemonset_controller_took_away(ours: Ours) -> None:
    """Of the required node affinity of its pods the DaemonSet controller leaves the name of the node alone.

    So the webhook adds its requirement to annotated ones. They are for nodes that meet it anyway.
    """
    assert workloads_of(ours.cluster, changed_by(POD_WEBHOOK, ours.pod_calls)) == {"camera-agent": 3}


def changed_by(webhook: str, calls: list[tuple[str, str, bool]]) -> set[str]:
    """Return the names of what a webhook changed."""
    return {name for name, caller, mutated in calls if caller == webhook and mutated}


def workloads_of(cluster: Cluster, names: set[str]) -> dict[str, int]:
    """Return how many pods of each workload are among `names`."""
    pods = cluster.api.items("/api/v1/pods")
    return dict(Counter(workload_of(pod) for pod in pods if pod["metadata"]["name"] in names))
