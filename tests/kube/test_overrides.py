"""Which patches inside a workload undo node affinity."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.kube.overrides import host_network_patches, patches

WANT = {"key": "k", "operator": "NotIn", "values": ["true"]}
OTHER = {"key": "o", "operator": "Exists"}
BASE = "/spec/template/spec/affinity"
TERMS = f"{BASE}/nodeAffinity/{REQUIRED}/nodeSelectorTerms"


def undone_by(group: str, kind: str, data: Any, requirement: Any) -> list[Any]:
    return [patch.path for patch in patches(group, kind, data) if patch.undoes(requirement)]


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


HOST = "/spec/template/spec/hostNetwork"
JSON_PATCHES: list[tuple[Any, bool]] = [
    ({"path": HOST, "operation": "add", "value": True}, True),
    ({"path": HOST, "operation": "replace", "value": True}, True),
    ({"path": HOST, "operation": "add", "value": False}, False),
    ({"path": HOST, "operation": "add", "value": "true"}, False),
    ({"path": HOST, "operation": "remove", "value": True}, False),
    ({"path": "/spec/template/spec", "operation": "replace", "value": {"hostNetwork": True}}, True),
    ({"path": "/spec", "operation": "replace", "value": {"template": {"spec": {"hostNetwork": True}}}}, True),
    ({"path": "/spec/template/spec", "operation": "replace", "value": {"hostPID": True}}, False),
    ({"path": "/spec/template/metadata", "operation": "replace", "value": {"hostNetwork": True}}, False),
    ({"path": f"{HOST}/x", "operation": "add", "value": True}, False),
    ({"path": "spec/template/spec/hostNetwork", "operation": "add", "value": True}, False),
    ({"path": 1, "operation": "add", "value": True}, False),
    ("x", False),
]
MERGE_PATCHES: list[tuple[Any, bool]] = [
    ({"spec": {"template": {"spec": {"hostNetwork": True}}}}, True),
    ({"spec": {"template": {"spec": {"hostNetwork": False}}}}, False),
    ({"spec": {"template": {"spec": {"hostNetwork": None}}}}, False),
    ({"spec": {"hostNetwork": True}}, False),
    ({}, False),
    ("x", False),
]


@pytest.mark.parametrize(("patch", "expected"), JSON_PATCHES)
def test_tweaks_that_set_the_host_network(patch: Any, expected: bool) -> None:
    tweaks = [{"tweaks": {"patches": [{"path": "/spec/replicas", "operation": "replace", "value": 1}, patch]}}]
    data = {"spec": {"workload": {"workloadTweaks": tweaks}}}
    found = host_network_patches("apps.openyurt.io", "YurtAppSet", data)
    assert [one.patch for one in found] == ([patch] if expected else [])


@pytest.mark.parametrize(("patch", "expected"), MERGE_PATCHES)
def test_patches_that_set_the_host_network(patch: Any, expected: bool) -> None:
    for group, key in (("apps.openyurt.io", "pools"), ("apps.kruise.io", "subsets")):
        data = {"spec": {"topology": {key: [{"name": "a", "patch": {"spec": {"replicas": 1}}}, {"patch": patch}]}}}
        found = host_network_patches(group, "UnitedDeployment", data)
        assert [one.patch for one in found] == ([patch] if expected else [])


TWEAK = {"pools": ["a", "b", 1, ""], "tweaks": {"patches": [{"path": "/x"}]}}
SELECTING = {"pools": ["a"], "nodepoolSelector": {"matchLabels": {}}, "tweaks": {"patches": [{"path": "/y"}, {}]}}
EMPTY: list[Any] = [{}, "x", {"tweaks": {"patches": "x"}}, {"pools": "a", "tweaks": {"patches": [{"path": "/z"}]}}]


def told(group: str, kind: str, spec: dict[str, Any]) -> list[Any]:
    """Return path and pools of each patch, may it be for a and for c, is it only for a and b."""
    return [
        (
            field_path(patch.path),
            {field_path(path): name for path, name in patch.pools.items()},
            [patch.may_be_for("a"), patch.may_be_for("c")],
            patch.is_only_for(["a", "b"]),
        )
        for patch in patches(group, kind, {"spec": spec})
    ]


def test_pools_of_tweaks() -> None:
    at = "spec.workload.workloadTweaks"
    assert told("apps.openyurt.io", "YurtAppSet", {"workload": {"workloadTweaks": [TWEAK, SELECTING, *EMPTY]}}) == [
        (f"{at}[0].tweaks.patches[0]", {f"{at}[0].pools[0]": "a", f"{at}[0].pools[1]": "b"}, [True, False], True),
        (f"{at}[1].tweaks.patches[0]", {f"{at}[1].pools[0]": "a"}, [True, True], False),
        (f"{at}[1].tweaks.patches[1]", {f"{at}[1].pools[0]": "a"}, [True, True], False),
        (f"{at}[5].tweaks.patches[0]", {}, [True, True], False),
    ]


def test_pools_of_patches() -> None:
    entries: list[Any] = [{"name": "a", "patch": {}}, {"name": "c", "patch": {}}, {"name": "a"}, "x", {"patch": {}}]
    for kind in ("YurtAppSet", "UnitedDeployment"):
        assert told("apps.openyurt.io", kind, {"topology": {"pools": entries}}) == [
            ("spec.topology.pools[0].patch", {"spec.topology.pools[0].name": "a"}, [True, False], True),
            ("spec.topology.pools[1].patch", {"spec.topology.pools[1].name": "c"}, [False, True], False),
            ("spec.topology.pools[4].patch", {}, [True, True], False),
        ]
    assert told("apps.kruise.io", "UnitedDeployment", {"topology": {"subsets": entries[:2]}}) == [
        ("spec.topology.subsets[0].patch", {}, [True, True], False),
        ("spec.topology.subsets[1].patch", {}, [True, True], False),
    ]
    assert told("apps", "Deployment", {"topology": {"pools": entries}}) == []
