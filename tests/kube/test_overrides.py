"""Which patches inside a workload undo node affinity."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.kube.overrides import overrides_mention, undone_by

WANT = {"key": "k", "operator": "NotIn", "values": ["true"]}
OTHER = {"key": "o", "operator": "Exists"}
BASE = "/spec/template/spec/affinity"
TERMS = f"{BASE}/nodeAffinity/{REQUIRED}/nodeSelectorTerms"


def affinity(*expressions: Any) -> Any:
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": list(expressions)}]}}}


TWEAKS = {
    "replaces affinity": (BASE, "replace", affinity(OTHER), True),
    "brings it along": (BASE, "replace", affinity(OTHER, WANT), False),
    "affinity of pods only": (BASE, "add", {"podAffinity": {}}, True),
    "removes affinity": (BASE, "remove", None, True),
    "replaces the template": ("/spec/template", "replace", {"spec": {}}, True),
    "other part of affinity": (f"{BASE}/podAffinity", "remove", None, False),
    "preferred": (f"{BASE}/nodeAffinity/preferredDuringSchedulingIgnoredDuringExecution", "add", [], False),
    "replaces the terms": (TERMS, "replace", [{"matchExpressions": [OTHER]}], True),
    "adds a term": (f"{TERMS}/-", "add", {"matchExpressions": [OTHER]}, True),
    "adds a good term": (f"{TERMS}/-", "add", {"matchExpressions": [OTHER, WANT]}, False),
    "removes affinity, whatever its value": (BASE, "remove", affinity(WANT), True),
    "replaces expressions with good ones": (f"{TERMS}/0/matchExpressions", "replace", [OTHER, WANT], False),
    "removes a term": (f"{TERMS}/0", "remove", None, False),
    "replaces expressions": (f"{TERMS}/0/matchExpressions", "replace", [OTHER], True),
    "removes expressions": (f"{TERMS}/0/matchExpressions", "remove", None, True),
    "adds an expression": (f"{TERMS}/0/matchExpressions/-", "add", OTHER, False),
    "malformed": (TERMS, "replace", "x", True),
    "image": ("/spec/template/spec/containers/0/image", "replace", "x", False),
    "no path": (None, "replace", "x", False),
}
PATCHES = ("spec", "workload", "workloadTweaks", 0, "tweaks", "patches", 0)


@pytest.mark.parametrize(("path", "operation", "value", "undone"), TWEAKS.values(), ids=TWEAKS)
def test_tweaks(path: Any, operation: Any, value: Any, undone: Any) -> None:
    patch = {"path": path, "operation": operation, "value": value}
    data = {"spec": {"workload": {"workloadTweaks": [{"tweaks": {"patches": [patch]}}]}}}
    assert undone_by("apps.openyurt.io", "YurtAppSet", data, WANT) == ([PATCHES] if undone else [])


MERGES = {
    "terms": ({"spec": {"template": {"spec": {"affinity": affinity(OTHER)}}}}, True),
    "good terms": ({"spec": {"template": {"spec": {"affinity": affinity(OTHER, WANT)}}}}, False),
    "null": ({"spec": {"template": {"spec": {"affinity": None}}}}, True),
    "image": ({"spec": {"template": {"spec": {"containers": []}}}}, False),
    "string": ("x", False),
}


@pytest.mark.parametrize(("patch", "undone"), MERGES.values(), ids=MERGES)
@pytest.mark.parametrize(
    ("group", "kind", "key"),
    [
        ("apps.openyurt.io", "YurtAppSet", "pools"),
        ("apps.openyurt.io", "UnitedDeployment", "pools"),
        ("apps.kruise.io", "UnitedDeployment", "subsets"),
    ],
)
def test_merge_patches(group: Any, kind: Any, key: Any, patch: Any, undone: Any) -> None:
    data = {"spec": {"topology": {key: [{"name": "a", "patch": patch}]}}}
    assert undone_by(group, kind, data, WANT) == ([("spec", "topology", key, 0, "patch")] if undone else [])


def test_both_kinds_of_patches_and_what_is_none() -> None:
    tweaks = [None, "x", {"path": BASE, "operation": "remove"}]
    data = {
        "spec": {
            "workload": {"workloadTweaks": [{"tweaks": {"patches": tweaks}}]},
            "topology": {"pools": [{"patch": {"spec": {"template": None}}}]},
        }
    }
    assert undone_by("apps.openyurt.io", "YurtAppSet", data, WANT) == [
        (*PATCHES[:-1], 2),
        ("spec", "topology", "pools", 0, "patch"),
    ]


def test_a_kind_without_overrides() -> None:
    assert undone_by("apps", "Deployment", {"spec": {}}, WANT) == []


HOST_NETWORK_TWEAK = {"path": "/spec/template/spec/hostNetwork", "operation": "add", "value": True}
BELOW_SPEC = {"path": "/spec/template/spec", "operation": "replace", "value": {"hostNetwork": True}}


@pytest.mark.parametrize(
    ("kind", "spec", "expected"),
    [
        ("YurtAppSet", {"workload": {"workloadTweaks": [{"tweaks": {"patches": [HOST_NETWORK_TWEAK]}}]}}, True),
        ("YurtAppSet", {"workload": {"workloadTweaks": [{"tweaks": {"patches": [BELOW_SPEC]}}]}}, True),
        ("YurtAppSet", {"workload": {"workloadTweaks": [{"tweaks": {"replicas": 3}}]}}, False),
        ("YurtAppSet", {"workload": {"workloadTemplate": {"deploymentTemplate": BELOW_SPEC["value"]}}}, False),
        ("YurtAppSet", {"topology": {"pools": [{"patch": {"spec": {"hostNetwork": True}}}]}}, True),
        ("YurtAppSet", {"topology": {"pools": [{"patch": {"spec": [{"x": 1}, {"hostNetwork": True}]}}]}}, True),
        ("YurtAppSet", {"topology": {"pools": [{"patch": {"spec": ["hostNetwork", {"x": "hostNetwork"}]}}]}}, False),
        ("UnitedDeployment", {"topology": {"pools": [{"patch": {"spec": {"replicas": 1}}}]}}, False),
        ("Deployment", {"patches": [HOST_NETWORK_TWEAK]}, False),
    ],
)
def test_patches_that_mention_a_field(kind: str, spec: dict[str, Any], expected: bool) -> None:
    assert overrides_mention("apps.openyurt.io", kind, {"spec": spec}, "hostNetwork") is expected
