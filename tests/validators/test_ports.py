"""The rules about host ports: what each finds, whole, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, finding, found
from yurt_hostnet.analysis.port_collisions import LIMIT
from yurt_hostnet.krm.result import ResourceRef

CONFLICT = "host-port-conflict"
MISMATCH = "host-port-mismatch"
POOL, HOST = "apps.openyurt.io/nodepool", "nodepool.openyurt.io/hostnetwork"
IN_BEIJING = f"nodeSelector: {{{POOL}: beijing}}"
IN_SHANGHAI = f"nodeSelector: {{{POOL}: shanghai}}"
REMEDY = "Give one of them another port, or keep them to different pools or nodes."
DIFFERENT_PORT = "Give one of them another port."
CONTAINER = "spec.template.spec.containers[0].ports[0]"


def workload(
    name: str, *spec: str, kind: str = "Deployment", ports: str = "{containerPort: 80}", more: str = ""
) -> str:
    """Return a workload on the host network whose one container has `ports`."""
    inner = ", ".join(["hostNetwork: true", *spec, f"containers: [{{name: {name}, image: a, ports: [{ports}]}}]"])
    head = f"apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: {name}}}\n"
    return f"{head}spec: {{{more}template: {{spec: {{{inner}}}}}}}\n---\n"


def node(name: str, pool: str = "beijing") -> str:
    return f"apiVersion: v1\nkind: Node\nmetadata: {{name: {name}, labels: {{{POOL}: {pool}}}}}\n---\n"


def daemons(*spec: str, name: str = "d", **rest: Any) -> str:
    return workload(name, *spec, kind="DaemonSet", **rest)


BY_LABEL = (
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
    f"[{{matchExpressions: [{{key: {HOST}, operator: Exists}}]}}]}}}}}}"
)


def told(text: str) -> list[str]:
    """Return object, path, message of each conflict found."""
    return [
        f"{one['resourceRef']['kind']} {one['resourceRef']['name']} {one['field']['path']}: {one['message']}"
        for one in found(CONFLICT, text)
    ]


def test_two_workloads_of_one_pool() -> None:
    text = POOLS + workload("a", IN_BEIJING) + workload("b", IN_BEIJING, ports="{containerPort: 80, protocol: TCP}")
    message = f"It takes 80/TCP of its node, as does Deployment a: they cannot share a node of pool beijing. {REMEDY}"
    ref = ResourceRef("apps/v1", "Deployment", "b")
    assert found(CONFLICT, text) == [finding("warning", CONFLICT, ref, CONTAINER, message, line=20, current="80/TCP")]


@pytest.mark.parametrize(
    ("text", "subject", "other", "pool"),
    [
        pytest.param(
            daemons(name="a") + daemons(name="b"), "DaemonSet b", "DaemonSet a", "s beijing, shanghai", id="DaemonSets"
        ),
        pytest.param(
            daemons(name="a") + daemons(name="a").replace("apps/v1", "apps.kruise.io/v1alpha1"),
            "DaemonSet a",
            "DaemonSet a",
            "s beijing, shanghai",
            id="DaemonSets of one name, of Kubernetes and of Kruise",
        ),
        pytest.param(
            daemons() + workload("b", IN_SHANGHAI),
            "Deployment b",
            "DaemonSet d",
            " shanghai",
            id="DaemonSet and pinned",
        ),
        pytest.param(
            node("n1") + node("n2") + daemons() + workload("b", IN_BEIJING),
            "Deployment b",
            "DaemonSet d",
            " beijing",
            id="a DaemonSet leaves no node, however many there are",
        ),
        pytest.param(
            workload("a", IN_BEIJING) + workload("b", f'nodeSelector: {{{HOST}: "true"}}'),
            "Deployment b",
            "Deployment a",
            " beijing",
            id="pinned by the label of the nodes",
        ),
        pytest.param(
            workload("a", IN_BEIJING) + workload("b", BY_LABEL),
            "Deployment b",
            "Deployment a",
            " beijing",
            id="the label, whatever its value",
        ),
        pytest.param(
            node("n1") + workload("a", "nodeName: n1") + workload("b", IN_BEIJING),
            "Deployment b",
            "Deployment a",
            " beijing",
            id="nodeName, one node",
        ),
        pytest.param(
            node("n1") + node("n2") + workload("a", "nodeName: n1") + workload("b", "nodeName: n1"),
            "Deployment b",
            "Deployment a",
            " beijing",
            id="one node, though the pool has two",
        ),
        pytest.param(
            node("n1") + node("n2") + workload("a", IN_BEIJING) + workload("x", IN_BEIJING) + workload("b", IN_BEIJING),
            "Deployment b",
            "Deployment a",
            " beijing",
            id="three on two nodes",
        ),
        pytest.param(
            workload("a", IN_BEIJING) + workload("b", IN_BEIJING, ports="{containerPort: 80, hostIP: 10.0.0.1}"),
            "Deployment b",
            "Deployment a",
            " beijing",
            id="any address and one address",
        ),
    ],
)
def test_workloads_that_meet(text: str, subject: str, other: str, pool: str) -> None:
    port = "10.0.0.1:80/TCP" if "hostIP" in text else "80/TCP"
    message = f"It takes {port} of its node, as does {other}: they cannot share a node of pool{pool}. {REMEDY}"
    assert told(POOLS + text) == [f"{subject} {CONTAINER}: {message}"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(workload("a", IN_BEIJING) + workload("b", IN_SHANGHAI), id="different pools"),
        pytest.param(workload("a") + workload("b"), id="may go anywhere"),
        pytest.param(workload("a", IN_BEIJING) + workload("b"), id="one may go elsewhere"),
        pytest.param(
            workload("a", IN_BEIJING) + workload("b", IN_BEIJING, ports="{containerPort: 80, protocol: UDP}"), id="UDP"
        ),
        pytest.param(workload("a", IN_BEIJING) + workload("b", IN_BEIJING, ports="{containerPort: 81}"), id="port"),
        pytest.param(
            workload("a", IN_BEIJING, ports="{containerPort: 80, hostIP: 10.0.0.1}")
            + workload("b", IN_BEIJING, ports="{containerPort: 80, hostIP: 10.0.0.2}"),
            id="different addresses",
        ),
        pytest.param(
            node("n1") + node("n2") + workload("a", IN_BEIJING) + workload("b", IN_BEIJING), id="nodes enough"
        ),
        pytest.param(workload("a", IN_BEIJING) + workload("b", IN_BEIJING, more="replicas: 0, "), id="no replicas"),
        pytest.param(
            workload("a", IN_BEIJING) + workload("b", IN_BEIJING).replace("hostNetwork: true", "hostNetwork: false"),
            id="its own network",
        ),
        pytest.param(workload("a", IN_BEIJING) + workload("a", IN_BEIJING), id="the same object twice"),
        pytest.param(
            daemons('nodeSelector: {"kubernetes.io/arch": amd64}', name="a")
            + daemons('nodeSelector: {"kubernetes.io/arch": arm64}', name="b"),
            id="DaemonSets of different nodes",
        ),
        pytest.param(daemons("nodeSelector: {gpu: x}") + workload("b", IN_BEIJING), id="a DaemonSet of some nodes"),
        pytest.param(daemons(f"nodeSelector: {{{POOL}: paris}}") + workload("b", IN_BEIJING), id="DaemonSet elsewhere"),
        pytest.param(
            node("n1") + node("n2") + workload("a", "nodeName: n1") + workload("b", "nodeName: n2"),
            id="different nodes",
        ),
        pytest.param(
            workload("a", IN_BEIJING)
            + workload(
                "b", IN_BEIJING, "initContainers: [{name: i, image: a, ports: [{containerPort: 80}]}]", ports=""
            ),
            id="an init container is gone before",
        ),
        pytest.param(
            node("n1") + node("n2") + workload("a", IN_BEIJING) * 2 + workload("b", IN_BEIJING),
            id="the same object twice is one pod",
        ),
        pytest.param(
            daemons(name="meter").replace("apps/v1", "extensions/v1beta1") + daemons(name="meter"),
            id="one DaemonSet in two API groups",
        ),
        pytest.param(
            workload("gate", IN_BEIJING) + workload("gate", IN_BEIJING).replace("apps/v1", "apps/v1beta2"),
            id="one Deployment in two versions",
        ),
        pytest.param(workload("a", IN_BEIJING, more="replicas: 3, "), id="replicas, nodes not known"),
        pytest.param(
            node("n1") + node("n2") + workload("a", IN_BEIJING, more="replicas: 2, "), id="replicas, nodes enough"
        ),
    ],
)
def test_workloads_that_do_not_meet(text: str) -> None:
    assert found(CONFLICT, POOLS + text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            node("n1") + workload("a", IN_BEIJING, more="replicas: 2, "),
            "2 replicas take 80/TCP of their nodes, and pool beijing has room for 1.",
            id="pool",
        ),
        pytest.param(
            node("n1") + node("n2") + workload("a", "nodeName: n1", more="replicas: 2, "),
            "2 replicas take 80/TCP of their nodes, and node n1 has room for 1.",
            id="node",
        ),
    ],
)
def test_more_replicas_than_nodes(text: str, expected: str) -> None:
    remedy = (
        "Lower the replicas to 1, with strategy.rollingUpdate.maxUnavailable: 1 so that updates go through, "
        "or declare more nodes."
    )
    assert told(POOLS + text) == [f"Deployment a {CONTAINER}: {expected} {remedy}"]


@pytest.mark.parametrize(
    ("extra", "path", "message"),
    [
        pytest.param(
            "initContainers: [{name: s, image: a, restartPolicy: Always, ports: [{containerPort: 80}]}]",
            "spec.template.spec.initContainers[0].ports[0]",
            "a and s in one pod both take 80/TCP of its node.",
            id="sidecar",
        ),
        pytest.param(
            "x: y",
            "spec.template.spec.containers[0].ports[1]",
            "a takes 80/TCP of its node twice; the Kubernetes API refuses such pods.",
            id="one container",
        ),
        pytest.param(
            "initContainers: [{name: i, image: a, ports: [{containerPort: 90}, {containerPort: 90, name: b}]}]",
            "spec.template.spec.initContainers[0].ports[1]",
            "i takes 90/TCP of its node twice; the Kubernetes API refuses such pods.",
            id="one init container",
        ),
        pytest.param(
            "x: z",
            "spec.template.spec.containers[0].ports[1]",
            "a takes 10.0.0.1:80/TCP of its node twice.",
            id="another address",
        ),
    ],
)
def test_within_a_pod(extra: str, path: str, message: str) -> None:
    again = {"x: y": ", {containerPort: 80, name: again}", "x: z": ", {containerPort: 80, hostIP: 10.0.0.1}"}
    ports = "{containerPort: 80}" + again.get(extra, "")
    text = POOLS + workload("a", extra, ports=ports)
    assert told(text) == [f"Deployment a {path}: {message} {DIFFERENT_PORT}"]
    severities = [row["severity"] for row in found(CONFLICT, text)]
    assert severities == ["error" if "refuses" in message else "warning"]


def test_no_pools_no_conflicts() -> None:
    assert found(CONFLICT, daemons(name="a") + daemons(name="b")) == []


def test_a_pool_that_nobody_declared_is_a_pool_all_the_same() -> None:
    text = workload("a", f"nodeSelector: {{{POOL}: paris}}") + workload("b", f"nodeSelector: {{{POOL}: paris}}")
    message = f"It takes 80/TCP of its node, as does Deployment a: they cannot share a node of pool paris. {REMEDY}"
    assert told(text) == [f"Deployment b {CONTAINER}: {message}"]


def test_a_workload_for_each_pool_meets_what_is_in_one_of_them() -> None:
    app = (
        "apiVersion: apps.openyurt.io/v1beta1\nkind: YurtAppSet\nmetadata: {name: app}\nspec:\n"
        "  pools: [beijing, shanghai]\n  workload: {workloadTemplate: {deploymentTemplate: {spec: {template: {spec: "
        "{hostNetwork: true, containers: [{name: a, image: a, ports: [{containerPort: 80}]}]}}}}}}\n"
    )
    path = "spec.workload.workloadTemplate.deploymentTemplate.spec.template.spec.containers[0].ports[0]"
    message = f"It takes 80/TCP of its node, as does Deployment a: they cannot share a node of pool beijing. {REMEDY}"
    assert told(POOLS + workload("a", IN_BEIJING) + app) == [f"YurtAppSet app {path}: {message}"]


def test_many_workloads_with_one_port_cost_no_more_than_with_many() -> None:
    names = [f"w{number}" for number in range(2 * LIMIT)]
    bound = "".join(node(name) + workload(name, f"nodeName: {name}") for name in names)
    again = workload("last", f"nodeName: {names[-1]}")
    message = f"It takes 80/TCP of its node, as does Deployment {names[-1]}: they cannot share a node of pool beijing."
    assert told(POOLS + bound + again) == [f"Deployment last {CONTAINER}: {message} {REMEDY}"]


def test_a_host_port_that_is_not_the_container_port() -> None:
    text = workload("a", ports="{containerPort: 80}, {containerPort: 81, hostPort: 8081}")
    message = (
        "On the host network, hostPort 8081 must equal containerPort 81; the API refuses it. "
        "Remove hostPort, and let the program listen on the port that is meant."
    )
    path = "spec.template.spec.containers[0].ports[1].hostPort"
    ref = ResourceRef("apps/v1", "Deployment", "a")
    assert found(MISMATCH, text) == [finding("error", MISMATCH, ref, path, message, line=1, current=8081, proposed=81)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(workload("a", ports="{containerPort: 80, hostPort: 80}"), id="equal"),
        pytest.param(
            workload("a", ports="{containerPort: 80, hostPort: 8080}").replace("hostNetwork: true", "hostIPC: true"),
            id="not on the host network",
        ),
        pytest.param(workload("a", ports="{containerPort: 80, hostPort: 0}"), id="0 is unset"),
        pytest.param(
            workload("a", "initContainers: [{name: i, image: a, ports: [{containerPort: 1, hostPort: 2}]}]"),
            id="an init container, which the API does not look at",
        ),
    ],
)
def test_mismatch_near_misses(text: str) -> None:
    assert found(MISMATCH, text) == []


@pytest.mark.parametrize(
    "host_network", ["hostNetwork:  true", "hostNetwork : yes", '"hostNetwork": on', "hostNetwork:\n    true"]
)
def test_mismatch_in_any_style(host_network: str) -> None:
    ports = "containers: [{name: a, image: a, ports: [{containerPort: 80, hostPort : 81}]}]"
    text = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec:\n  {host_network}\n  {ports}\n"
    assert [one["field"]["path"] for one in found(MISMATCH, text)] == ["spec.containers[0].ports[0].hostPort"]
