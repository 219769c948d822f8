"""Where the patches of workloads stand, for which pools they are, and which put pods on the host network."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.overrides import host_network_patches, layers, patches

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
    ({"spec": {"template": {"$patch": "replace", "spec": {"hostNetwork": True}}}}, True),
    ({"spec": {"template": {"spec": {"$retainKeys": ["hostNetwork"], "hostNetwork": True}}}}, True),
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
    data = {"spec": {"topology": {"pools": [{"name": "a", "patch": {"spec": {"replicas": 1}}}, {"patch": patch}]}}}
    found = host_network_patches("apps.openyurt.io", "UnitedDeployment", data)
    assert [one.patch for one in found] == ([patch] if expected else [])


@pytest.mark.parametrize(("patch", "expected"), MERGE_PATCHES)
def test_patches_of_subsets_are_patches_of_pod_templates(patch: Any, expected: bool) -> None:
    """So says OpenKruise (kruise v1.8 pkg/controller/uniteddeployment/adapter/deployment_adapter.go)."""
    own = patch["spec"].get("template", {}) if isinstance(patch, dict) and "spec" in patch else patch
    data = {"spec": {"topology": {"subsets": [{"name": "a", "patch": {"metadata": {}}}, {"patch": own}]}}}
    found = host_network_patches("apps.kruise.io", "UnitedDeployment", data)
    assert [one.patch for one in found] == ([own] if expected else [])


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
        (f"{at}[5].tweaks.patches[0]", {}, [False, False], False),
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


def test_a_pool_of_a_topology_is_where_its_term_says() -> None:
    """Its name is a name only: nodeSelectorTerm places the pods (openyurt v1.4 yurtappset/adapter/adapter_util.go)."""
    row = {"key": "pool", "operator": "In", "values": ["a", "b"]}
    entries = [{"name": "x", "nodeSelectorTerm": {"matchExpressions": [row]}, "replicas": 3}, {"name": "y"}, "z"]
    data = {"spec": {"topology": {"pools": entries}}}
    found = layers("apps.openyurt.io", "YurtAppSet", data, "pool")
    assert [(set(layer.target.names), layer.replicas) for layer in found] == [({"a", "b"}, 3), ({"y"}, None)]
    assert [set(layer.target.names) for layer in layers("apps.openyurt.io", "YurtAppSet", data)] == [{"x"}, {"y"}]


SELECTORS: list[tuple[Any, bool]] = [
    ({}, True),
    ({"matchLabels": {"zone": "a"}}, True),
    ({"matchLabels": {"zone": "b"}}, False),
    ({"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a", "b"]}]}, True),
    ({"matchExpressions": [{"key": "zone", "operator": "NotIn", "values": ["a"]}]}, False),
    ({"matchExpressions": [{"key": "disk", "operator": "DoesNotExist"}]}, True),
    ({"matchExpressions": [{"key": "disk", "operator": "Exists"}]}, False),
    ({"matchLabels": {"zone": "a"}, "matchExpressions": [{"key": "zone", "operator": "Gt", "values": ["1"]}]}, False),
    ({"matchExpressions": ["zone"]}, False),
]


@pytest.mark.parametrize(("selector", "expected"), SELECTORS)
def test_selectors_of_tweaks(selector: Any, expected: bool) -> None:
    tweak = {"nodepoolSelector": selector, "pools": ["named"], "tweaks": {"replicas": 1}}
    (layer,) = layers("apps.openyurt.io", "YurtAppSet", {"spec": {"workload": {"workloadTweaks": [tweak]}}})
    labels = {"zone": "a"}
    assert (layer.is_for("p", labels), layer.is_for("p", None), layer.is_for("named", None)) == (expected, None, True)


AFTER: list[tuple[Any, bool | None]] = [
    ({"template": {"spec": {"containers": []}}}, None),
    ({"template": {"spec": {"hostNetwork": False}}}, False),
    ({"template": {"spec": {"hostNetwork": None}}}, False),
    ({"template": {"spec": {"$patch": "replace"}}}, False),
    ({"template": {"$patch": "delete", "spec": {"hostNetwork": True}}}, False),
    ({"template": {"spec": {"$retainKeys": ["containers"]}}}, False),
    ({"template": None}, False),
    ("x", False),
    ({}, None),
]


@pytest.mark.parametrize(("patch", "expected"), AFTER)
def test_what_merge_patches_make_of_the_host_network(patch: Any, expected: bool | None) -> None:
    data = {"spec": {"topology": {"pools": [{"name": "a", "patch": {"spec": patch}}]}}}
    (found,) = patches("apps.openyurt.io", "YurtAppSet", data)
    assert found.host_network_after() is expected
