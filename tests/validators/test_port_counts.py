"""Host ports and who takes them: taints of pools, replicas of each pool, jobs, and templates that a Rollout uses."""

from __future__ import annotations

import pytest

from validators.running import found
from validators.test_ports import CONFLICT, CONTAINER, IN_BEIJING, POOL, REMEDY, daemons, node, told, workload

TAINTED = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: beijing}
spec: {type: Edge, hostNetwork: true, taints: [{key: K, value: V, effect: E}]}
---
"""
ALL = "tolerations: [{operator: Exists}]"
IN_BOTH = (
    "3 replicas take 80/TCP of their nodes, and pools beijing, shanghai have room for fewer, one of them for 1. {} 1, "
    "with strategy.rollingUpdate.maxUnavailable: 1 so that updates go through"
)
CAN_BE_UPDATED = ", with strategy.rollingUpdate.maxUnavailable: 1 so that updates go through"
POD = "{hostNetwork: true, nodeSelector: {apps.openyurt.io/nodepool: beijing}, containers: [{name: a, image: a, ports: [{containerPort: 80}]}]}"  # noqa: E501


def pool(key: str = "edge", value: str = '"yes"', effect: str = "NoSchedule") -> str:
    return TAINTED.replace("K,", f"{key},").replace("V,", f"{value},").replace("E}", f"{effect}}}")


def meets(subject: str, other: str) -> list[str]:
    message = f"It takes 80/TCP of its node, as does {other}: they cannot share a node of pool beijing."
    return [f"{subject} {CONTAINER}: {message} {REMEDY}"]


@pytest.mark.parametrize(
    ("taint", "tolerations", "is_there"),
    [
        pytest.param(pool(), "", False, id="not tolerated"),
        pytest.param(pool(), ALL + ", ", True, id="tolerated"),
        pytest.param(pool(), 'tolerations: [{key: edge, value: "yes"}], ', True, id="tolerated by key and value"),
        pytest.param(pool(), 'tolerations: [{key: edge, value: "no"}], ', False, id="another value"),
        pytest.param(pool(effect="PreferNoSchedule"), "", True, id="a wish"),
        pytest.param(pool("node.kubernetes.io/unschedulable", '""'), "", True, id="what a DaemonSet tolerates"),
    ],
)
def test_a_daemon_set_is_not_where_a_taint_keeps_it_off(taint: str, tolerations: str, is_there: bool) -> None:
    text = taint + daemons(tolerations.removesuffix(", ") or "x: y") + workload("b", IN_BEIJING, ALL)
    assert told(text) == (meets("Deployment b", "DaemonSet d") if is_there else [])


def test_of_two_pools_the_one_with_a_taint_is_left_out() -> None:
    two = pool() + "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: jinan}\nspec: {}\n---\n"
    either = (
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
        f"[{{matchExpressions: [{{key: {POOL}, operator: In, values: [beijing, jinan]}}]}}]}}}}}}"
    )
    text = two + node("j1", "jinan") + workload("a", either) + workload("b", f"nodeSelector: {{{POOL}: jinan}}")
    message = "It takes 80/TCP of its node, as does Deployment a: they cannot share a node of pool jinan."
    assert told(text) == [f"Deployment b {CONTAINER}: {message} {REMEDY}"]


def beta(name: str, *tweaks: str, replicas: int = 3) -> str:
    head = f"apiVersion: apps.openyurt.io/v1beta1\nkind: YurtAppSet\nmetadata: {{name: {name}}}\n"
    spec = f"{{deploymentTemplate: {{spec: {{replicas: {replicas}, template: {{spec: {POD}}}}}}}}}"
    tail = f"workloadTweaks: [{', '.join(tweaks)}], workloadTemplate: {spec}"
    return f"{head}spec: {{pools: [beijing, shanghai], workload: {{{tail}}}}}\n---\n".replace(
        "nodeSelector: {apps.openyurt.io/nodepool: beijing}, ", ""
    )


BETA = "spec.workload.workloadTemplate.deploymentTemplate.spec.template.spec.containers[0].ports[0]"
EDGE = pool(effect="PreferNoSchedule") + TAINTED.replace("beijing", "shanghai").replace(
    ", taints: [{key: K, value: V, effect: E}]", ""
)


@pytest.mark.parametrize(
    ("nodes", "tweaks", "expected"),
    [
        pytest.param(
            ["beijing", "shanghai"],
            [],
            [IN_BOTH],
            id="no tweak",
        ),
        pytest.param(
            ["beijing", "shanghai"],
            ["{pools: [shanghai], tweaks: {replicas: 1}}"],
            [f"3 replicas take 80/TCP of their nodes, and pool beijing has room for 1. {{}} 1{CAN_BE_UPDATED}"],
            id="lowered in one pool",
        ),
        pytest.param(
            ["beijing", "shanghai"], ["{pools: [beijing, shanghai], tweaks: {replicas: 1}}"], [], id="lowered in all"
        ),
        pytest.param(
            ["beijing"] * 3 + ["shanghai"] * 4,
            ["{pools: [shanghai], tweaks: {replicas: 5}}"],
            ["5 replicas take 80/TCP of their nodes, and pool shanghai has room for 4. {} 4"],
            id="raised; a quarter of four may be missing",
        ),
        pytest.param(
            ["shanghai"],
            [],
            [f"3 replicas take 80/TCP of their nodes, and pool shanghai has room for 1. {{}} 1{CAN_BE_UPDATED}"],
            id="nodes of one pool are known",
        ),
        pytest.param(["beijing"] * 3 + ["shanghai"] * 3, [], [], id="room enough"),
    ],
)
def test_replicas_in_each_pool(nodes: list[str], tweaks: list[str], expected: list[str]) -> None:
    text = EDGE + "".join(node(f"n{number}", name) for number, name in enumerate(nodes)) + beta("y", *tweaks)
    messages = [
        f"YurtAppSet y {BETA}: {one.format('Lower the replicas to')}, or declare more nodes." for one in expected
    ]
    assert told(text) == messages


def test_pods_of_a_pool_meet_others_only_where_they_are() -> None:
    text = EDGE + beta("y", "{pools: [beijing], tweaks: {replicas: 0}}", replicas=1)
    assert told(text + workload("b", IN_BEIJING)) == []
    message = "It takes 80/TCP of its node, as does YurtAppSet y: they cannot share a node of pool shanghai."
    assert told(text + workload("b", f"nodeSelector: {{{POOL}: shanghai}}")) == [
        f"Deployment b {CONTAINER}: {message} {REMEDY}"
    ]


def job(name: str, more: str = "", kind: str = "Job") -> str:
    spec = f"{{{more}template: {{spec: {POD}}}}}"
    if kind == "CronJob":
        spec = f"{{{more}jobTemplate: {{spec: {{template: {{spec: {POD}}}}}}}}}"
    return f"apiVersion: batch/v1\nkind: {kind}\nmetadata: {{name: {name}}}\nspec: {spec}\n---\n"


PLAIN = EDGE + workload("b", IN_BEIJING)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(job("j"), ["Job j"], id="a Job"),
        pytest.param(job("j", "suspend: true, "), [], id="a suspended Job"),
        pytest.param(job("j", kind="CronJob"), ["CronJob j"], id="a CronJob"),
        pytest.param(job("j", "suspend: true, ", "CronJob"), [], id="a suspended CronJob"),
    ],
)
def test_jobs(text: str, expected: list[str]) -> None:
    assert [line.partition(" spec")[0] for line in told(PLAIN + text)] == expected


def test_a_job_runs_no_more_pods_than_it_completes() -> None:
    text = EDGE + node("n1")
    assert told(text + job("j", "parallelism: 5, completions: 1, ")) == []
    message = "4 replicas take 80/TCP of their nodes, and pool beijing has room for 1. Lower parallelism to 1"
    assert told(text + job("j", "parallelism: 5, completions: 4, ")) == [
        f"Job j {CONTAINER}: {message}, or declare more nodes."
    ]


def rollout(name: str, more: str = "", group: str = "argoproj.io/v1alpha1", ref: str = "w") -> str:
    head = f"apiVersion: {group}\nkind: Rollout\nmetadata: {{name: {name}}}\n"
    return f"{head}spec: {{{more}workloadRef: {{apiVersion: apps/v1, kind: Deployment, name: {ref}}}}}\n---\n"


SCALED_DOWN = workload("w", IN_BEIJING, more="replicas: 0, ")
RUNNING = workload("w", IN_BEIJING)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(SCALED_DOWN + rollout("r"), meets("Deployment w", "Deployment b"), id="the Rollout's pods"),
        pytest.param(RUNNING + rollout("r"), meets("Deployment w", "Deployment b"), id="not both"),
        pytest.param(SCALED_DOWN, [], id="without the Rollout"),
        pytest.param(SCALED_DOWN + rollout("r", ref="other"), [], id="a Rollout of another"),
        pytest.param(RUNNING + rollout("r", "replicas: 0, "), [], id="a Rollout without pods"),
        pytest.param(
            SCALED_DOWN + rollout("r", group="rollouts.kruise.io/v1beta1"), [], id="Kruise's Rollout makes no pods"
        ),
        pytest.param(
            RUNNING + rollout("r", group="rollouts.kruise.io/v1beta1"),
            meets("Deployment w", "Deployment b"),
            id="the pods of what Kruise's Rollout is for are its own",
        ),
    ],
)
def test_templates_that_a_rollout_uses(text: str, expected: list[str]) -> None:
    assert told(PLAIN + text) == expected


def test_a_rollout_is_named_where_it_is_in_the_way() -> None:
    assert told(EDGE + SCALED_DOWN + rollout("r") + workload("b", IN_BEIJING)) == meets("Deployment b", "Rollout r")
    items = (SCALED_DOWN + rollout("r")).rstrip("-\n").replace("\n", "\n  ").replace("  ---\n  ", "- ")
    assert told(f"{EDGE}apiVersion: v1\nkind: List\nitems:\n- {items}\n---\n{workload('b', IN_BEIJING)}") == meets(
        "Deployment b", "Rollout r"
    )


def test_pods_bound_to_different_nodes_do_not_meet() -> None:
    host = "kubernetes.io/hostname"
    by_label = [f'nodeSelector: {{{POOL}: beijing, "{host}": n{number}}}' for number in (1, 2)]
    by_field = (
        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
        "[{matchFields: [{key: metadata.name, operator: In, values: [n2]}]}]}}}"
    )
    not_there = (
        f"{IN_BEIJING}, affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: "
        f"{{nodeSelectorTerms: [{{matchExpressions: [{{key: {host}, operator: NotIn, values: [n1]}}]}}]}}}}}}"
    )
    first = EDGE + node("n1") + node("n2") + workload("a", by_label[0])
    for other in (by_label[1], by_field, "nodeName: n2", not_there):
        assert found(CONFLICT, first + workload("b", other)) == []
    assert told(first + workload("b", "nodeName: n1")) == meets("Deployment b", "Deployment a")
