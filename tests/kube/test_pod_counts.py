"""How many pods a template makes at one time, and in each pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from yurt_hostnet.kube.pod_counts import counts_by_pool, is_certain, pod_count
from yurt_hostnet.kube.workloads import pod_templates

if TYPE_CHECKING:
    from yurt_hostnet.kube.pod_template import PodTemplate

TEMPLATE: dict[str, Any] = {"spec": {"containers": []}}
JOB = {"template": TEMPLATE}


def template(group: str, kind: str, spec: dict[str, Any], **top: Any) -> PodTemplate:
    [found] = pod_templates(group, kind, {"kind": kind, "spec": spec, **top})
    return found


@pytest.mark.parametrize(
    ("group", "kind", "spec", "expected"),
    [
        pytest.param("apps", "Deployment", {"template": TEMPLATE}, 1, id="one by default"),
        pytest.param("apps", "Deployment", {"template": TEMPLATE, "replicas": 0}, 0, id="none"),
        pytest.param("apps", "Deployment", {"template": TEMPLATE, "paused": True}, 1, id="paused keeps its pods"),
        pytest.param("apps", "Deployment", {"template": TEMPLATE, "replicas": "x"}, None, id="not known"),
        pytest.param("batch", "Job", JOB, 1, id="a Job"),
        pytest.param("batch", "Job", {**JOB, "parallelism": 5}, 5, id="a work queue"),
        pytest.param("batch", "Job", {**JOB, "parallelism": 5, "completions": 1}, 1, id="one to complete"),
        pytest.param("batch", "Job", {**JOB, "parallelism": 2, "completions": 9}, 2, id="two at once"),
        pytest.param("batch", "Job", {**JOB, "suspend": True}, 0, id="a suspended Job"),
        pytest.param("batch", "Job", {**JOB, "suspend": False}, 1, id="a Job that runs"),
        pytest.param("batch", "CronJob", {"jobTemplate": {"spec": JOB}}, 1, id="a CronJob"),
        pytest.param("batch", "CronJob", {"suspend": True, "jobTemplate": {"spec": JOB}}, 0, id="a suspended CronJob"),
        pytest.param(
            "batch", "CronJob", {"jobTemplate": {"spec": {**JOB, "suspend": True}}}, 0, id="a CronJob of suspended Jobs"
        ),
        pytest.param(
            "batch", "CronJob", {"jobTemplate": {"spec": {**JOB, "parallelism": 3, "completions": 2}}}, 2, id="its Jobs"
        ),
        pytest.param(
            "apps.kruise.io",
            "AdvancedCronJob",
            {"paused": True, "template": {"jobTemplate": {"spec": JOB}}},
            0,
            id="paused",
        ),
        pytest.param("apps.kruise.io", "BroadcastJob", {**JOB, "paused": True}, 0, id="a paused BroadcastJob"),
        pytest.param("apps.kruise.io", "CloneSet", {**JOB, "paused": True, "replicas": 2}, 2, id="a CloneSet runs on"),
        pytest.param(
            "kubeflow.org",
            "TFJob",
            {"runPolicy": {"suspend": True}, "tfReplicaSpecs": {"Worker": {"replicas": 2, "template": TEMPLATE}}},
            0,
            id="a suspended TFJob",
        ),
    ],
)
def test_at_one_time(group: str, kind: str, spec: dict[str, Any], expected: int | None) -> None:
    assert pod_count(template(group, kind, spec)) == expected
    listed = pod_templates("", "List", {"items": [{"apiVersion": f"{group}/v1", "kind": kind, "spec": spec}]})
    assert [pod_count(one) for one in listed] == [expected]


def test_a_pod_template_object_makes_no_pods() -> None:
    assert pod_count(template("", "PodTemplate", {}, template=TEMPLATE)) == 0
    assert pod_count(template("", "Pod", {"containers": []})) == 1


def app_set(*tweaks: dict[str, Any], replicas: int = 3) -> PodTemplate:
    workload = {"deploymentTemplate": {"spec": {"replicas": replicas, "template": TEMPLATE}}}
    spec = {"pools": ["a", "b"], "workload": {"workloadTweaks": [*tweaks], "workloadTemplate": workload}}
    return template("apps.openyurt.io", "YurtAppSet", spec)


def tweak(*pools: str, patches: list[dict[str, Any]] | None = None, **rest: Any) -> dict[str, Any]:
    return {"pools": [*pools], "tweaks": {**rest, "patches": patches or []}}


@pytest.mark.parametrize(
    ("tweaks", "expected"),
    [
        pytest.param([], {"a": 3, "b": 3}, id="none"),
        pytest.param([tweak("a", replicas=1)], {"a": 1, "b": 3}, id="one pool"),
        pytest.param([tweak("a", replicas=0)], {"a": 0, "b": 3}, id="none in one pool"),
        pytest.param([tweak("a", "b", replicas=1), tweak("b", replicas=5)], {"a": 1, "b": 5}, id="the last counts"),
        pytest.param(
            [tweak("a", patches=[{"path": "/spec/replicas", "operation": "replace", "value": 7}])],
            {"a": 7, "b": 3},
            id="a patch",
        ),
        pytest.param(
            [
                tweak("a", patches=[{"path": "/spec/replicas", "operation": "replace", "value": 7}]),
                tweak("a", replicas=2),
            ],
            {"a": 7, "b": 3},
            id="a patch counts behind all tweaks",
        ),
        pytest.param(
            [{"nodepoolSelector": {"matchLabels": {"x": "y"}}, "tweaks": {"replicas": 1}}],
            {"a": 1, "b": 1},
            id="a selector may mean any pool, and the least counts",
        ),
        pytest.param(
            [tweak("a", replicas=2), {"nodepoolSelector": {}, "tweaks": {"replicas": 9}}],
            {"a": 2, "b": 3},
            id="a selector that would raise it",
        ),
        pytest.param([{"pools": "a", "tweaks": {"replicas": 2}}, None], {"a": 3, "b": 3}, id="no list of pools"),
        pytest.param([tweak("a", replicas="${N}")], {"a": 1, "b": 3}, id="a number that is not there yet"),
    ],
)
def test_tweaks(tweaks: list[Any], expected: dict[str, int]) -> None:
    assert counts_by_pool(app_set(*tweaks), ("a", "b")) == expected


@pytest.mark.parametrize(
    ("tweaks", "expected"),
    [
        ([], True),
        ([tweak("a", replicas=2)], True),
        ([tweak("a", replicas="${N}")], False),
        ([tweak("a", patches=[{"path": "/spec/replicas", "operation": "replace", "value": "${N}"}])], False),
        ([{"nodepoolSelector": {}, "tweaks": {"replicas": 9}}], False),
        ([{"nodepoolSelector": {}, "tweaks": {}}], True),
    ],
)
def test_counts_that_are_certain(tweaks: list[Any], expected: bool) -> None:
    assert is_certain(app_set(*tweaks)) is expected


def test_pools_of_a_topology() -> None:
    term = {"matchExpressions": [{"key": "apps.openyurt.io/nodepool", "operator": "In", "values": ["b"]}]}
    pools = [{"name": "a", "replicas": 2}, {"name": "x", "replicas": 4, "nodeSelectorTerm": term}, {"name": "c"}]
    spec = {"topology": {"pools": pools}, "workloadTemplate": {"deploymentTemplate": {"spec": {"template": TEMPLATE}}}}
    for kind in ("YurtAppSet", "UnitedDeployment"):
        found = counts_by_pool(template("apps.openyurt.io", kind, spec), ("a", "b", "c"))
        assert found == {"a": 2, "b": 4, "c": 1}
