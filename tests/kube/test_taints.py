"""Taints against tolerations, case by case as ToleratesTaint decides them."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.kube.taints import keeping_off, taint_text, toleration_for, untolerated
from yurt_hostnet.kube.workloads import pod_templates

TAINT = {"key": "edge", "value": "yes", "effect": "NoSchedule"}
CASES: dict[str, tuple[Any, bool]] = {
    "none": (None, False),
    "no list": ("edge", False),
    "equal": ([{"key": "edge", "operator": "Equal", "value": "yes", "effect": "NoSchedule"}], True),
    "equal is the default": ([{"key": "edge", "value": "yes"}], True),
    "another value": ([{"key": "edge", "value": "no"}], False),
    "another key": ([{"key": "cloud", "operator": "Exists"}], False),
    "another effect": ([{"key": "edge", "operator": "Exists", "effect": "NoExecute"}], False),
    "exists": ([{"key": "edge", "operator": "Exists"}], True),
    "everything": ([{"operator": "Exists"}], True),
    "equal without a key": ([{"value": "yes"}], False),
    "one of several": ([{"key": "x"}, None, {"key": "edge", "value": "yes"}], True),
}


@pytest.mark.parametrize("case", CASES)
def test_tolerations(case: str) -> None:
    tolerations, tolerated = CASES[case]
    assert untolerated({"tolerations": tolerations}, [TAINT]) == ([] if tolerated else [TAINT])


def test_what_forbids_nothing() -> None:
    assert untolerated({}, [{**TAINT, "effect": "PreferNoSchedule"}, "edge", None]) == []
    assert untolerated({}, None) == []


def test_no_value_and_an_empty_one_are_equal() -> None:
    bare = {"key": "edge", "effect": "NoSchedule"}
    for taint in (bare, {**bare, "value": ""}):
        assert untolerated({"tolerations": [{"key": "edge"}]}, [taint]) == []
        assert untolerated({"tolerations": [{"key": "edge", "value": ""}]}, [taint]) == []
        assert untolerated({"tolerations": [{"key": "edge", "value": "x"}]}, [taint]) == [taint]


def test_of_a_value_that_is_not_there_yet_nothing_follows() -> None:
    assert untolerated({}, [{**TAINT, "key": "${KEY}"}, TAINT]) == [TAINT]
    assert untolerated({"tolerations": [{"key": "${KEY}", "operator": "Exists"}]}, [TAINT]) == []


def node_taint(name: str, effect: str) -> dict[str, str]:
    return {"key": f"node.kubernetes.io/{name}", "effect": effect}


DAEMON_TAINTS = [
    *(node_taint(name, "NoExecute") for name in ("not-ready", "unreachable")),
    *(node_taint(name, "NoSchedule") for name in ("disk-pressure", "memory-pressure", "pid-pressure", "unschedulable")),
]


def test_what_a_daemon_set_tolerates_by_itself() -> None:
    without = node_taint("network-unavailable", "NoSchedule")
    other = node_taint("unschedulable", "NoExecute")
    taints = [*DAEMON_TAINTS, without, other, TAINT]
    assert untolerated({}, taints) == taints
    assert untolerated({}, taints, daemon=True) == [without, other, TAINT]
    assert untolerated({"hostNetwork": True}, taints, daemon=True) == [other, TAINT]


def test_a_node_name_passes_by_the_scheduler_and_not_by_the_kubelet() -> None:
    evicting = {**TAINT, "effect": "NoExecute"}
    assert untolerated({"nodeName": "n"}, [TAINT, evicting]) == [evicting]


@pytest.mark.parametrize(
    ("group", "kind", "expected"),
    [
        ("apps", "Deployment", [DAEMON_TAINTS[0], TAINT]),
        ("apps", "DaemonSet", [TAINT]),
        ("apps.kruise.io", "DaemonSet", [TAINT]),
        ("apps.openyurt.io", "YurtStaticSet", []),
    ],
)
def test_by_whose_pods_they_are(group: str, kind: str, expected: list[dict[str, str]]) -> None:
    [template] = pod_templates(group, kind, {"spec": {"template": {"spec": {"containers": []}}}})
    assert keeping_off(template, [DAEMON_TAINTS[0], TAINT]) == expected


def test_a_yurt_app_daemon_tolerates_what_its_pools_have() -> None:
    workload: dict[str, Any] = {"deploymentTemplate": {"spec": {"template": {"spec": {"containers": []}}}}}
    [template] = pod_templates("apps.openyurt.io", "YurtAppDaemon", {"spec": {"workloadTemplate": workload}})
    assert keeping_off(template, [TAINT]) == []


@pytest.mark.parametrize("taint", [TAINT, {"key": "a", "effect": "NoExecute"}, {"key": "a", "value": ""}])
def test_the_narrowest_toleration_is_one(taint: dict[str, str]) -> None:
    toleration = toleration_for(taint)
    assert untolerated({"tolerations": [toleration]}, [taint]) == []
    assert untolerated({"tolerations": [toleration]}, [{**taint, "key": "b"}]) == [{**taint, "key": "b"}]


def test_text() -> None:
    assert [taint_text(taint) for taint in (TAINT, {"key": "a", "effect": "NoExecute"}, {})] == [
        "edge=yes:NoSchedule",
        "a:NoExecute",
        ":",
    ]
