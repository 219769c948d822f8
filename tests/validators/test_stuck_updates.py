"""Rule rolling-update-stuck: as many replicas as nodes, and none of them may go first."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, finding, found
from validators.test_port_counts import EDGE, beta, rollout
from validators.test_ports import CONFLICT, IN_BEIJING, daemons, node, workload
from yurt_hostnet.krm.result import ResourceRef

RULE = "rolling-update-stuck"
REMEDY = (
    "Write strategy.rollingUpdate.maxUnavailable: 1, so that one old pod ends before its successor starts, or "
    "strategy.type: Recreate without rollingUpdate, which ends all of them first."
)
BY_DEFAULT = "maxUnavailable, which is 25% by default, is rounded down to 0"


def nodes(count: int, pool: str = "beijing") -> str:
    return "".join(node(f"{pool}-{number}", pool) for number in range(count))


def deployment(replicas: int | None = None, strategy: str = "", *spec: str, **rest: Any) -> str:
    more = f"replicas: {replicas}, " if replicas is not None else ""
    more += f"strategy: {{{strategy}}}, " if strategy else ""
    return workload("a", *(spec or (IN_BEIJING,)), more=more, **rest)


def stuck(hold: str, every: str, why: str = BY_DEFAULT) -> str:
    return (
        f"No rolling update can go through: {hold} 80/TCP on {every}, so that a new pod stays Pending, and {why}, "
        f"so that no old one ends before. {REMEDY}"
    )


def told(text: str) -> list[str]:
    return [one["message"] for one in found(RULE, POOLS + text)]


def test_whole() -> None:
    strategy = 'type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: "30%"}'
    text = POOLS + nodes(2) + deployment(2, strategy)
    message = stuck("2 replicas hold", "all 2 nodes of pool beijing", "maxUnavailable 30% is rounded down to 0")
    ref, path = ResourceRef("apps/v1", "Deployment", "a"), "spec.strategy.rollingUpdate.maxUnavailable"
    assert found(RULE, text) == [finding("warning", RULE, ref, path, message, line=23, current="30%", proposed=1)]


ONE = stuck("1 replica holds", "the only node of pool beijing")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(nodes(1) + deployment(), [ONE], id="one on one"),
        pytest.param(
            nodes(3) + deployment(3), [stuck("3 replicas hold", "all 3 nodes of pool beijing")], id="three on three"
        ),
        pytest.param(nodes(4) + deployment(4), [], id="a quarter of four is one"),
        pytest.param(nodes(2) + deployment(1), [], id="a node more"),
        pytest.param(deployment(1), [], id="nodes not known"),
        pytest.param(nodes(1) + deployment(0), [], id="no pods"),
        pytest.param(nodes(1) + deployment(1, "type: Recreate"), [], id="Recreate"),
        pytest.param(nodes(1) + deployment(1, "rollingUpdate: {maxUnavailable: 1}"), [], id="one may be missing"),
        pytest.param(nodes(1) + deployment(1, "rollingUpdate: {maxSurge: 0}"), [], id="both 0 is one"),
        pytest.param(
            nodes(1) + deployment(1, "rollingUpdate: {maxSurge: 1, maxUnavailable: 0}"),
            [stuck("1 replica holds", "the only node of pool beijing", "maxUnavailable 0 is 0")],
            id="0",
        ),
        pytest.param(nodes(1) + deployment(1, 'rollingUpdate: {maxUnavailable: "1x"}'), [], id="not readable"),
        pytest.param(nodes(1) + deployment(1, "", "nodeSelector: {a: b}"), [], id="not bound to a pool"),
        pytest.param(nodes(1) + deployment(1, ports=""), [], id="no port"),
        pytest.param(
            nodes(1) + deployment(1).replace("hostNetwork: true", "hostIPC: true"), [], id="not on the host network"
        ),
        pytest.param(
            nodes(1) + deployment(1, ports="{containerPort: 1, hostPort: 80}").replace("hostNetwork", "hostIPC"),
            [ONE],
            id="hostPort",
        ),
        pytest.param(nodes(1) + deployment(1).replace("Deployment", "StatefulSet"), [], id="a StatefulSet"),
        pytest.param(
            nodes(1) + deployment(1).replace("apps/v1", "apps.kruise.io/v1alpha1").replace("Deployment", "CloneSet"),
            [],
            id="a CloneSet, which has other defaults",
        ),
        pytest.param(
            nodes(1) + deployment(1).replace("apps/v1", "extensions/v1beta1"), [], id="extensions, with other defaults"
        ),
        pytest.param(nodes(1) + deployment(1).replace("name: a}", "name: w}", 1) + rollout("r"), [], id="of a Rollout"),
        pytest.param(
            nodes(3) + deployment(1, "", "nodeName: beijing-0"),
            [stuck("1 replica holds", "node beijing-0")],
            id="bound to one node",
        ),
        pytest.param(nodes(1) + deployment(3), [], id="more than there is room for is another rule's"),
    ],
)
def test_deployments(text: str, expected: list[str]) -> None:
    assert told(text) == expected


def test_pods_for_each_pool() -> None:
    text = EDGE + nodes(2) + nodes(1, "shanghai") + beta("y", replicas=1)
    [one] = found(RULE, text)
    assert one["message"] == stuck("1 replica holds", "the only node of pool shanghai")
    assert one["field"]["path"].startswith("spec.workload.workloadTemplate.deploymentTemplate.spec.strategy.")
    raised = beta("y", "{pools: [beijing], tweaks: {replicas: 2}}", replicas=1)
    assert [row["message"] for row in found(RULE, EDGE + nodes(2) + nodes(1, "shanghai") + raised)] == [
        stuck("2 replicas hold", "all 2 nodes of pool beijing"),
        stuck("1 replica holds", "the only node of pool shanghai"),
    ]


def surge(value: str, more: str = "", **rest: Any) -> str:
    strategy = f"updateStrategy: {{{more}rollingUpdate: {{maxSurge: {value}, maxUnavailable: 0}}}}, "
    return daemons(more=strategy, **rest)


def test_a_daemon_set_that_starts_new_pods_beside_the_old() -> None:
    message = (
        "No rolling update can go through: maxSurge 25% starts the new pod beside the old one, which holds 80/TCP of "
        "the node until the new one is ready. Write updateStrategy.rollingUpdate.maxUnavailable: 1 and maxSurge: 0, so "
        "that the old pod of a node ends before its successor starts."
    )
    ref, path = ResourceRef("apps/v1", "DaemonSet", "d"), "spec.updateStrategy.rollingUpdate.maxSurge"
    expected = finding("warning", RULE, ref, path, message, line=15, current="25%", proposed=0)
    assert found(RULE, POOLS + surge("25%")) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(surge("0"), id="no surge"),
        pytest.param(daemons(), id="the default"),
        pytest.param(surge("1", "type: OnDelete, "), id="OnDelete"),
        pytest.param(surge("1", ports=""), id="no port"),
    ],
)
def test_daemon_sets_that_can_be_updated(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize("replicas", [2, 3, 5])
def test_who_follows_the_remedies_has_no_other_finding(replicas: int) -> None:
    """More replicas than nodes: lowered as told, they are not stuck; nor is what was stuck and is fixed as told."""
    [one] = found(CONFLICT, POOLS + nodes(replicas - 1) + deployment(replicas))
    by_then = "rollingUpdate: {maxUnavailable: 1}" if "maxUnavailable: 1" in one["message"] else ""
    assert bool(by_then) == (replicas - 1 < 4)
    lowered = POOLS + nodes(replicas - 1) + deployment(replicas - 1, by_then)
    assert found(RULE, lowered) == found(CONFLICT, lowered) == []
    recreated = POOLS + nodes(1) + deployment(1, "type: Recreate")
    assert found(RULE, recreated) == found(CONFLICT, recreated) == []
