"""What overrides make of a pod template, and which of them made the difference."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.kube.overridden import cause, overridden
from yurt_hostnet.kube.overrides import layers
from yurt_hostnet.kube.workloads import pod_templates

SPEC = "/spec/template/spec"
WANT = {"key": "k", "operator": "NotIn", "values": ["true"]}
OTHER = {"key": "o", "operator": "In", "values": ["1"]}
PORT = {"containerPort": 80, "hostPort": 8080}


def terms(*expressions: Any) -> Any:
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": list(expressions)}]}}}


BASE: dict[str, Any] = {
    "hostNetwork": True,
    "affinity": terms(WANT),
    "tolerations": [{"key": "a", "operator": "Exists"}, {"key": "b"}],
    "containers": [{"name": "a", "image": "i", "ports": [PORT]}, {"name": "b", "image": "j"}],
}


def applied(group: str, kind: str, spec: dict[str, Any], *, said: bool = False) -> Any:
    """Return the PodSpec in pool x, without what is as before, and the replicas there."""
    data = {"spec": spec}
    (template,) = pod_templates(group, kind, data)
    out = overridden(template, layers(group, kind, data), "x", said=said)
    changed = {key: value for key, value in out.spec.items() if value != BASE.get(key)}
    return {**changed, **{key: "gone" for key in BASE if key not in out.spec}}, out.replicas


def tweaked(*patches: Any, said: bool = False, **more: Any) -> Any:
    operations = [dict(zip(("operation", "path", "value"), patch, strict=False)) for patch in patches]
    template = {"deploymentTemplate": {"spec": {"replicas": 2, "template": {"spec": BASE}}}}
    tweak = {"pools": ["x"], "tweaks": {"patches": operations, **more}}
    spec = {"workload": {"workloadTemplate": template, "workloadTweaks": [tweak]}}
    return applied("apps.openyurt.io", "YurtAppSet", spec, said=said)


TWEAKS: dict[str, tuple[Any, Any, Any]] = {
    "replace": (("replace", f"{SPEC}/hostNetwork", False), {"hostNetwork": False}, {"hostNetwork": False}),
    "remove": (("remove", f"{SPEC}/hostNetwork"), {"hostNetwork": "gone"}, {}),
    "null": (("replace", f"{SPEC}/affinity", None), {"affinity": None}, {"affinity": None}),
    "a part of affinity": (
        ("replace", f"{SPEC}/affinity", {"podAffinity": {}}),
        {"affinity": {"podAffinity": {}}},
        {"affinity": {**terms(WANT), "podAffinity": {}}},
    ),
    "entries of a list are decoded over others": (
        ("remove", f"{SPEC}/tolerations/0"),
        {"tolerations": [{"key": "b"}]},
        {"tolerations": [{"key": "b", "operator": "Exists"}]},
    ),
    "missing": (("remove", f"{SPEC}/dnsPolicy"), {}, {}),
    "no operation": (("move", f"{SPEC}/hostNetwork", 1), {}, {}),
    "no path": (("add", "hostNetwork", 1), {}, {}),
}


@pytest.mark.parametrize(("patch", "said", "made"), TWEAKS.values(), ids=TWEAKS)
def test_tweaks(patch: Any, said: Any, made: Any) -> None:
    """The oracle holds this, over random patches, against OpenYurt's own code."""
    assert tweaked(patch, said=True) == (said, 2)
    assert tweaked(patch) == (made, 2)


def test_replicas_images_and_the_name_of_the_pool() -> None:
    images = [{"name": "b", "targetImage": "new"}, {"name": "c", "targetImage": "none"}]
    patch = ("add", f"{SPEC}/nodeSelector", {"pool": "in-{{nodepool-name}}"})
    assert tweaked(patch, replicas=5, containerImages=images) == (
        {"containers": [BASE["containers"][0], {"name": "b", "image": "new"}], "nodeSelector": {"pool": "in-x"}},
        5,
    )


MERGES: dict[str, tuple[Any, Any]] = {
    "fields": ({"hostNetwork": False, "tolerations": None}, {"hostNetwork": False, "tolerations": "gone"}),
    "terms are one value": ({"affinity": terms(OTHER)}, {"affinity": terms(OTHER)}),
    "replace": ({"affinity": {"$patch": "replace", "podAffinity": {}}}, {"affinity": {"podAffinity": {}}}),
    "delete": ({"affinity": {"nodeAffinity": {"$patch": "delete"}}}, {"affinity": {"nodeAffinity": {}}}),
    "retained": (
        {"affinity": {"$retainKeys": ["podAffinity"], "podAffinity": {}}},
        {"affinity": {"podAffinity": {}}},
    ),
    "containers by name": (
        {"containers": [{"name": "b", "image": "k"}, {"name": "a", "$patch": "delete"}]},
        {"containers": [{"name": "b", "image": "k"}]},
    ),
    "no name": ({"containers": [{"image": "k"}]}, {}),
    "another directive": ({"affinity": {"$patch": "merge"}}, {}),
    "what is not retained": ({"affinity": {"$retainKeys": [], "podAffinity": {}}}, {}),
}


@pytest.mark.parametrize(("patch", "expected"), MERGES.values(), ids=MERGES)
@pytest.mark.parametrize("kind", ["YurtAppSet", "UnitedDeployment", "subsets"])
def test_merges(patch: Any, expected: Any, kind: str) -> None:
    template = {"deploymentTemplate": {"spec": {"template": {"spec": BASE}}}}
    if kind == "subsets":
        spec = {"template": template, "topology": {"subsets": [{"replicas": 4, "patch": {"spec": patch}}]}}
        assert applied("apps.kruise.io", "UnitedDeployment", spec) == (expected, 4)
        return
    pools = [{"name": "x", "replicas": 3, "patch": {"spec": {"template": {"spec": patch}}}}]
    spec = {"workloadTemplate": template, "topology": {"pools": pools}}
    assert applied("apps.openyurt.io", kind, spec) == (expected, 3)


@pytest.mark.parametrize("kind", ["pools", "subsets"])
def test_ports_that_openyurt_does_not_merge(kind: str) -> None:
    """It compares integers with floats; OpenKruise, which reads both in one way, merges them."""
    template = {"deploymentTemplate": {"spec": {"template": {"spec": BASE}}}}
    patch = {"spec": {"containers": [{"name": "a", "ports": [{"containerPort": 80, "hostPort": 80}]}]}}
    new = {"containerPort": 80, "hostPort": 80}
    containers = [{**BASE["containers"][0], "ports": [new]}, BASE["containers"][1]]
    if kind == "subsets":
        spec = {"template": template, "topology": {"subsets": [{"patch": patch}]}}
        assert applied("apps.kruise.io", "UnitedDeployment", spec) == ({"containers": containers}, 1)
        return
    spec = {
        "workloadTemplate": template,
        "topology": {"pools": [{"name": "x", "patch": {"spec": {"template": patch}}}]},
    }
    assert applied("apps.openyurt.io", "YurtAppSet", spec, said=True) == ({"containers": containers}, 1)
    containers[0] = {**containers[0], "ports": [PORT, new]}
    assert applied("apps.openyurt.io", "YurtAppSet", spec) == ({"containers": containers}, 1)


def test_the_patch_that_made_the_difference() -> None:
    host = f"{SPEC}/hostNetwork"
    values = [None, False, True, "x", False, False]
    patches = [{"operation": "replace", "path": host, "value": value} for value in values]
    template = {"deploymentTemplate": {"spec": {"template": {"spec": BASE}}}}
    data = {"spec": {"workload": {"workloadTemplate": template, "workloadTweaks": [{"tweaks": {"patches": patches}}]}}}
    (one,) = pod_templates("apps.openyurt.io", "YurtAppSet", data)
    found = cause(one, layers("apps.openyurt.io", "YurtAppSet", data), "x", lambda after: after.host_network)
    assert found is not None
    assert found.path == ("spec", "workload", "workloadTweaks", 0, "tweaks", "patches", 3)
    assert cause(one, layers("apps.openyurt.io", "YurtAppSet", data), "x", lambda after: bool(after.path)) is None
