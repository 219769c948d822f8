"""Rule host-port-reserved: ports on which the node itself listens, by address, protocol and pool."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, finding, found
from validators.test_ports import CONTAINER, IN_SHANGHAI, POOL, daemons, workload
from yurt_hostnet.krm.result import ResourceRef

RULE = "host-port-reserved"
REMEDY = "Give it another port, in its program too; do not move that of the node."
KUBELET = "the kubelet listens: its API, by which logs, exec and metrics come"
PROXY = "yurthub listens: its proxy, through which the kubelet and pods reach the API server"
IN_CLOUD = f"nodeSelector: {{{POOL}: cloud}}"
CLOUD = POOLS + (
    "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: cloud}\nspec: {type: Cloud}\n---\n"
)


def of(text: str) -> list[str]:
    return [one["message"] for one in found(RULE, CLOUD + text)]


def test_whole() -> None:
    text = POOLS + workload("a", IN_SHANGHAI, ports="{containerPort: 9000}, {containerPort: 10250}")
    message = (
        f"It takes 10250/TCP of its node, where {KUBELET}. Its container cannot have it on nodes of pool shanghai. "
        f"{REMEDY}"
    )
    ref = ResourceRef("apps/v1", "Deployment", "a")
    path = "spec.template.spec.containers[0].ports[1]"
    assert found(RULE, text) == [finding("warning", RULE, ref, path, message, line=15, current="10250/TCP")]


@pytest.mark.parametrize(
    ("port", "pools"),
    [
        ("10250", "pools beijing, shanghai, cloud"),
        ("10248", "pools beijing, shanghai, cloud"),
        ("10261", "pools beijing, shanghai"),
        ("10267", "pools beijing, shanghai"),
        ("10268", "pools beijing, shanghai"),
        ("10269", "pools beijing, shanghai"),
        ("10255", ""),
        ("10256", ""),
        ("10260", ""),
        ("10250, protocol: UDP", ""),
        ("10250, hostIP: 127.0.0.1", "pools beijing, shanghai, cloud"),
        ("10248, hostIP: 127.0.0.1", "pools beijing, shanghai, cloud"),
        ("10248, hostIP: 10.0.0.1", ""),
        ('10248, hostIP: "::"', "pools beijing, shanghai, cloud"),
        ("10261, hostIP: 169.254.2.1", "pools beijing, shanghai"),
        ("10267, hostIP: 169.254.2.1", ""),
        ("10269, hostIP: 127.0.0.1", ""),
        ("10269, hostIP: 10.0.0.1", ""),
    ],
)
def test_ports_and_addresses(port: str, pools: str) -> None:
    expected = [f"Its container cannot have it on nodes of {pools}. {REMEDY}"] if pools else []
    text = daemons(ports=f"{{containerPort: {port}}}")
    assert [message.partition(". ")[2] for message in of(text)] == expected


def test_a_host_port_without_host_network_takes_the_traffic() -> None:
    text = daemons(ports="{containerPort: 8080, hostPort: 10261}").replace("hostNetwork: true", "hostNetwork: false")
    where = "on nodes of pools beijing, shanghai"
    assert of(text) == [
        f"It takes 10261/TCP of its node, where {PROXY}. What is for yurthub comes to it {where}. {REMEDY}"
    ]


HUB = "containers: [{name: yurt-hub, image: REG/openyurt/IMAGE, ports: [{containerPort: 10267}]}]"
EXCLUDED = 'metadata: {annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}, spec: {'


def hub(image: str, kind: str = "v1\nkind: Pod") -> str:
    body = "hostNetwork: true, " + HUB.replace("REG", "example.com:5000").replace("IMAGE", image)
    spec = f"{{{body}}}" if kind.endswith("Pod") else f"{{template: {{spec: {{{body}}}}}}}"
    return f"apiVersion: {kind}\nmetadata: {{name: hub}}\nspec: {spec}\n---\n"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param(hub("yurthub:v1.7.0"), 0, id="yurthub itself"),
        pytest.param(hub("yurthub@sha256:abc"), 0, id="yurthub by digest"),
        pytest.param(hub("hub-watcher:v1"), 1, id="another image"),
        pytest.param(hub("x:v1", "apps.openyurt.io/v1alpha1\nkind: YurtStaticSet"), 0, id="a static pod"),
        pytest.param(workload("a", IN_CLOUD, ports="{containerPort: 10261}"), 0, id="no yurthub in a Cloud pool"),
        pytest.param(workload("a", IN_CLOUD, ports="{containerPort: 10250}"), 1, id="a kubelet in every pool"),
        pytest.param(
            workload("a", f"nodeSelector: {{{POOL}: paris}}", ports="{containerPort: 10250}"), 0, id="no declared pool"
        ),
        pytest.param(
            workload("a", ports="{containerPort: 10250}").replace("hostNetwork: true", "hostIPC: true"),
            0,
            id="its own network",
        ),
        pytest.param(workload("a", more="replicas: 0, ", ports="{containerPort: 10250}"), 0, id="no pods"),
        pytest.param(
            workload("a", ports="{containerPort: 10261}").replace("spec: {hostN", EXCLUDED + "hostN", 1),
            1,
            id="kept off host-network pools, and yurthub is in the other Edge pool too",
        ),
        pytest.param(
            daemons("initContainers: [{name: i, image: a, ports: [{containerPort: 10250}]}]"), 1, id="an init container"
        ),
    ],
)
def test_near_misses(text: str, count: int) -> None:
    assert len(of(text)) == count


def test_pools_of_the_configuration_count() -> None:
    spec: dict[str, Any] = {"pools": [{"name": "jinan", "hostNetwork": True}]}
    [one] = found(RULE, daemons(ports="{containerPort: 10268}"), spec)
    assert one["message"].endswith(f"on nodes of pool jinan. {REMEDY}")
    assert one["field"]["path"] == CONTAINER
