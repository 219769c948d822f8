"""Pods that their own words bind: to nodes that they are kept off, or to ordinary pools, where nothing is missing."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, everything, found

KEY = "apps.openyurt.io/exclude-host-network-pool"
POOL, HOST = "apps.openyurt.io/nodepool", "nodepool.openyurt.io/hostnetwork"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
UNSATISFIABLE = "exclude-unsatisfiable"
ANNOTATED = f'annotations: {{{KEY}: "true"}}'
NODES = (
    f"apiVersion: v1\nkind: Node\nmetadata: {{name: n1, labels: {{{POOL}: shanghai}}}}\n---\n"
    "apiVersion: v1\nkind: Node\nmetadata: {name: n2}\n---\n"
)
LABELLED = f'nodeSelector: {{{HOST}: "true"}}'
OURS = f'key: {HOST}, operator: NotIn, values: ["true"]'
ABSENT = f"key: {HOST}, operator: DoesNotExist"


def affinity(*terms: str) -> str:
    """Return node affinity with one term for each text, whose requirements are parted by semicolons."""
    made = ", ".join(
        f"{{matchExpressions: [{', '.join(f'{{{row}}}' for row in term.split('; ') if row)}]}}" for term in terms
    )
    return f"affinity: {{nodeAffinity: {{{REQUIRED}: {{nodeSelectorTerms: [{made}]}}}}}}"


def pods(spec: str, metadata: str = "", kind: str = "Deployment") -> str:
    template = f"{{metadata: {{{metadata}}}, spec: {{hostNetwork: true, {spec}, containers: [{{name: a, image: a}}]}}}}"
    return f"apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: web}}\nspec: {{template: {template}}}\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pods(LABELLED, ANNOTATED), id="annotated"),
        pytest.param(pods(f"{LABELLED}, {affinity(OURS)}", ANNOTATED), id="annotated, and the affinity is there"),
        pytest.param(pods(f"{LABELLED}, {affinity(ABSENT)}", ANNOTATED), id="annotated, and other words are there"),
        pytest.param(pods(f"{LABELLED}, {affinity(ABSENT)}"), id="its own words"),
        pytest.param(pods(f"{LABELLED}, {affinity(f'key: a, operator: Exists; {OURS}')}"), id="among others"),
        pytest.param(pods(f"{LABELLED}, {affinity(OURS, ABSENT)}"), id="in each term"),
        pytest.param(pods(affinity(f"key: {HOST}, operator: Exists; {OURS}")), id="in one term"),
        pytest.param(pods(f"nodeSelector: {{{POOL}: beijing}}, {affinity(OURS)}", ANNOTATED), id="a pool"),
    ],
)
def test_bound_to_nodes_that_it_is_kept_off(text: str) -> None:
    rows = found(UNSATISFIABLE, POOLS + text)
    assert [row["severity"] for row in rows] == ["error"]
    assert [result.rule for result in everything(POOLS + text) if result.severity == "error"] == [UNSATISFIABLE]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pods(LABELLED), id="bound only"),
        pytest.param(pods(affinity(OURS)), id="kept off only"),
        pytest.param(pods(affinity(OURS), ANNOTATED), id="annotated and kept off"),
        pytest.param(pods(f"{LABELLED}, {affinity('key: a, operator: Exists', OURS)}"), id="one of two terms"),
        pytest.param(
            pods("nodeSelector: {a: b}, " + affinity(f"key: a, operator: NotIn, values: [b]; {OURS}")), id="other"
        ),
    ],
)
def test_near_misses_of_what_can_run_nowhere(text: str) -> None:
    assert found(UNSATISFIABLE, POOLS + text) == []


def agent(spec: str, metadata: str = "labels: {k8s-app: kube-proxy}") -> str:
    return pods(spec, metadata, "DaemonSet").replace("image: a", "image: kube-proxy")


def plain(spec: str, metadata: str = "") -> str:
    return pods(spec, metadata).replace("hostNetwork: true, ", "")


TO_ORDINARY = {
    "nodeSelector": f"nodeSelector: {{{POOL}: shanghai}}",
    "affinity": affinity(f"key: {POOL}, operator: In, values: [shanghai]"),
    "nodeName": "nodeName: n1",
    "hostname": "nodeSelector: {kubernetes.io/hostname: n1}",
}
ELSEWHERE = {
    "a host-network pool": f"nodeSelector: {{{POOL}: beijing}}",
    "both": affinity(f"key: {POOL}, operator: In, values: [shanghai, beijing]"),
    "a pool that nobody declares": f"nodeSelector: {{{POOL}: paris}}",
    "a Node in no pool": "nodeName: n2",
    "a Node that nobody declares": "nodeName: n3",
    "not that pool": affinity(f"key: {POOL}, operator: NotIn, values: [beijing]"),
}
EVERYONE: dict[str, Any] = {"exclude": "NonHostNetwork"}


def edits(text: str, spec: dict[str, Any] | None = None) -> list[str]:
    return [result.rule for result in everything(POOLS + NODES + text, spec) if result.message.startswith("Added")]


@pytest.mark.parametrize("spec", TO_ORDINARY.values(), ids=TO_ORDINARY)
def test_pinned_to_ordinary_pools_nothing_is_missing(spec: str) -> None:
    assert edits(agent(spec)) == []
    assert edits(plain(spec), EVERYONE) == []
    check = {"mode": "Check"}
    assert [result.rule for result in everything(POOLS + NODES + agent(spec), check)] == []
    assert [result.rule for result in everything(POOLS + NODES + plain(spec), {**EVERYONE, **check})] == []


@pytest.mark.parametrize("spec", TO_ORDINARY.values(), ids=TO_ORDINARY)
def test_an_annotated_pod_is_edited_as_the_webhook_does(spec: str) -> None:
    assert edits(plain(spec, ANNOTATED)) == ["exclude-pods"]
    assert edits(plain(spec, ANNOTATED), EVERYONE) == ["exclude-pods"]


@pytest.mark.parametrize("spec", ELSEWHERE.values(), ids=ELSEWHERE)
def test_near_misses_of_ordinary_pools(spec: str) -> None:
    """What is bound to a host-network pool is an error for an agent, and allowed to be there for others."""
    tied = spec == ELSEWHERE["a host-network pool"]
    if tied:
        assert [row["severity"] for row in found(UNSATISFIABLE, POOLS + agent(spec))] == ["error"]
    else:
        assert edits(agent(spec)) == ["isolate-infrastructure"]
    assert edits(plain(spec), EVERYONE) == ([] if tied else ["exclude-pods"])


def test_a_workload_that_names_ordinary_pools() -> None:
    head = "apiVersion: apps.openyurt.io/v1beta1\nkind: YurtAppSet\nmetadata: {name: web}\n"
    pod = "{spec: {template: {spec: {containers: [{name: a, image: a}]}}}}"
    text = f"{head}spec: {{pools: [shanghai], workload: {{workloadTemplate: {{deploymentTemplate: {pod}}}}}}}\n"
    assert edits(text, EVERYONE) == []
    assert edits(text.replace("[shanghai]", "[shanghai, paris]"), EVERYONE) == ["exclude-pods"]
