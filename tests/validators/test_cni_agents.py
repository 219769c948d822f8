"""The rule cni-agent-unknown, and the Node that kept the label of a pool."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, finding, found
from yurt_hostnet.krm.result import ResourceRef

RULE = "cni-agent-unknown"
KEY = "apps.openyurt.io/exclude-host-network-pool"
REF = ResourceRef("apps/v1", "DaemonSet", "my-cni", "net")
MESSAGE = (
    "It works in /opt/cni/bin of its nodes, as agents of the pod network do, and nobody knows it. Add {name: my-cni, "
    "podLabels: {app: my-cni}} to spec.infrastructure.extra, or name it in spec.infrastructure.keep with a reason."
)


def agent(spec: str = "", metadata: str = "labels: {app: my-cni}", path: str = "/opt/cni/bin") -> str:
    return (
        "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: my-cni, namespace: net}\nspec:\n  template:\n"
        f"    metadata: {{{metadata}}}\n    spec: {{{spec}containers: [{{name: a}}], "
        f"volumes: [{{name: v, hostPath: {{path: '{path}'}}}}]}}\n"
    )


@pytest.mark.parametrize(("pools", "severity"), [("", "info"), (POOLS, "warning")])
def test_an_agent_that_nobody_knows(pools: str, severity: Any) -> None:
    line = max(1, pools.count("\n"))  # documents begin with their marker
    expected = finding(severity, RULE, REF, "spec.template.spec", MESSAGE, line=line)
    assert found(RULE, pools + agent()) == [expected]


def test_an_agent_without_labels_cannot_be_named_by_them() -> None:
    message = (
        "It works in /opt/cni/bin of its nodes, as agents of the pod network do, and nobody knows it. "
        "Name it in spec.infrastructure.keep with a reason."
    )
    expected = finding("info", RULE, REF, "spec.template.spec", message, line=1)
    assert found(RULE, agent(metadata="")) == [expected]


def test_a_path_of_windows() -> None:
    assert len(found(RULE, agent(path="C:\\opt\\CNI\\bin"))) == 1


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        pytest.param(agent(path="/var/lib/cnibin"), {}, id="another directory"),
        pytest.param(agent(metadata="labels: {app: flannel}"), {}, id="a known one"),
        pytest.param(agent(metadata="labels: {app: raven-agent}"), {}, id="one that must stay"),
        pytest.param(agent(metadata=f"annotations: {{{KEY}: 'true'}}"), {}, id="annotated true"),
        pytest.param(agent(metadata=f"annotations: {{{KEY}: 'false'}}"), {}, id="annotated false"),
        pytest.param(
            agent("nodeSelector: {apps.openyurt.io/nodepool: shanghai}, "), {}, id="bound to an ordinary pool"
        ),
        pytest.param(agent("nodeSelector: {apps.openyurt.io/nodepool: beijing}, "), {}, id="bound to the pool"),
        pytest.param(agent(), {"exclude": "NonHostNetwork"}, id="kept off like all others"),
        pytest.param(
            agent(), {"infrastructure": {"extra": [{"name": "x", "podLabels": {"app": "my-cni"}}]}}, id="extra"
        ),
        pytest.param(
            agent(),
            {"infrastructure": {"keep": [{"namespace": "net", "name": "my-cni", "reason": "chained"}]}},
            id="keep",
        ),
        pytest.param(agent(), {"rules": [{"rule": RULE, "severity": "Off", "reason": "ours"}]}, id="off"),
    ],
)
def test_what_is_left_alone(text: str, spec: dict[str, Any]) -> None:
    assert found(RULE, POOLS + text, spec) == []


ALONE = "node-hostnetwork-label-alone"
LABEL = "nodepool.openyurt.io/hostnetwork"


def node(labels: str) -> str:
    return f"apiVersion: v1\nkind: Node\nmetadata:\n  name: edge-1\n  labels: {{{labels}}}\n"


def test_a_node_that_kept_the_label_of_its_pool() -> None:
    message = (
        "This Node is in no pool, and pods that are kept off host-network pools never run on it. "
        "Reset it, delete its Node and join it anew (yurtadm reset, kubectl delete node, yurtadm join); take the label "
        "out here only if the node has never been in the cluster."
    )
    ref = ResourceRef("v1", "Node", "edge-1")
    expected = finding("warning", ALONE, ref, f"metadata.labels[{LABEL}]", message, line=1, current="true")
    assert found(ALONE, node(f'{LABEL}: "true"')) == [expected]


@pytest.mark.parametrize(
    "labels",
    [
        f'{LABEL}: "false"',
        f'{LABEL}: "true", apps.openyurt.io/nodepool: paris',
        f'{LABEL}: "true", apps.openyurt.io/desired-nodepool: paris',
    ],
)
def test_nodes_that_are_in_a_pool_or_kept_from_nothing(labels: str) -> None:
    assert found(ALONE, node(labels)) == []
