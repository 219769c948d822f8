"""What isolation adds to an operator's Installation, and which of the operator's defaults it must repeat."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.kube.node_affinity import REQUIRED, require
from yurt_hostnet.kube.paths import with_parents
from yurt_hostnet.kube.workloads import missing_templates, pod_templates

WANT = {"key": "k", "operator": "NotIn", "values": ["true"]}
FARGATE = {"key": "eks.amazonaws.com/compute-type", "operator": "NotIn", "values": ["fargate"]}
SPREAD = [
    {
        "weight": 1,
        "podAffinityTerm": {
            "labelSelector": {"matchLabels": {"k8s-app": "calico-typha"}},
            "topologyKey": "topology.kubernetes.io/zone",
        },
    }
]


def node(*expressions: Any) -> Any:
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": list(expressions)}]}}}


def below(affinity: Any) -> Any:
    return {"spec": {"template": {"spec": {"affinity": affinity}}}}


def edits(spec: Any, kind: Any = "Installation") -> Any:
    data = {"spec": spec} if spec is not None else {}
    templates = pod_templates("operator.tigera.io", kind, data) + missing_templates("operator.tigera.io", kind, data)
    wanted = [
        edit
        for template in templates
        for edit in require(template.spec, template.spec_path, WANT, template.default_affinity)
    ]
    return {edit.path: edit.value for edit in with_parents(data, wanted)}


TYPHA = {"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": SPREAD}, **node(WANT)}
PLAIN = {
    "calicoNodeDaemonSet": below(node(WANT)),
    "csiNodeDriverDaemonSet": below(node(WANT)),
    "calicoKubeControllersDeployment": below(node(WANT)),
    "typhaDeployment": below(TYPHA),
}


def test_nothing_there_yet() -> None:
    assert edits({"variant": "Calico"}) == {("spec", key): value for key, value in PLAIN.items()}
    assert edits(None) == {("spec",): PLAIN}


def test_what_is_there_is_only_added_to() -> None:
    there = {"spec": {"template": {"spec": {"affinity": node(FARGATE)}}}}
    found = edits({"calicoNodeDaemonSet": there, "csiNodeDriverDaemonSet": {"spec": None}})
    terms = (REQUIRED, "nodeSelectorTerms", 0, "matchExpressions", "-")
    assert found == {
        ("spec", "calicoNodeDaemonSet", "spec", "template", "spec", "affinity", "nodeAffinity", *terms): WANT,
        ("spec", "csiNodeDriverDaemonSet", "spec"): below(node(WANT))["spec"],
        ("spec", "calicoKubeControllersDeployment"): below(node(WANT)),
        ("spec", "typhaDeployment"): below(TYPHA),
    }


def test_defaults_of_a_provider_are_repeated() -> None:
    found = edits({"kubernetesProvider": "EKS"})
    assert found[("spec", "calicoNodeDaemonSet")] == below(node(FARGATE, WANT))
    assert found[("spec", "csiNodeDriverDaemonSet")] == below(node(FARGATE, WANT))
    assert found[("spec", "calicoKubeControllersDeployment")] == below(node(WANT))


def test_defaults_are_repeated_in_a_template_that_is_there() -> None:
    there: dict[str, Any] = {"spec": {"template": {"spec": {"tolerations": []}}}}
    found = edits({"kubernetesProvider": "AKS", "calicoNodeDaemonSet": there, "typhaDeployment": there})
    virtual = {"key": "type", "operator": "NotIn", "values": ["virtual-kubelet"]}
    below_it = ("spec", "template", "spec", "affinity")
    assert {path[1]: value for path, value in found.items() if path[2:] == below_it} == {
        "calicoNodeDaemonSet": node(virtual, WANT),
        "typhaDeployment": TYPHA,
    }


@pytest.mark.parametrize(
    ("typha_affinity", "expected"),
    [
        (node(FARGATE), {**TYPHA, **node(FARGATE, WANT)}),
        ({"nodeAffinity": {}}, node(WANT)),
        ({}, TYPHA),
        ("x", TYPHA),
    ],
    ids=["own", "empty", "none", "no mapping"],
)
def test_typha_affinity_is_carried_over(typha_affinity: Any, expected: Any) -> None:
    assert edits({"typhaAffinity": typha_affinity})[("spec", "typhaDeployment")] == below(expected)


@pytest.mark.parametrize("standing", ["x", [], 3], ids=str)
def test_what_is_no_mapping_is_left_alone(standing: Any) -> None:
    assert ("spec", "typhaDeployment") not in edits({"typhaDeployment": standing})


def test_beside_the_installation() -> None:
    assert edits({}, "Goldmane") == {("spec", "goldmaneDeployment"): below(node(WANT))}
    [edit] = [Edit(path, value) for path, value in edits({}, "APIServer").items()]
    affinity = edit.value["spec"]["template"]["spec"]["affinity"]
    assert (edit.path, affinity["nodeAffinity"]) == (("spec", "apiServerDeployment"), node(WANT)["nodeAffinity"])
    assert [
        term["podAffinityTerm"]["topologyKey"]
        for term in affinity["podAntiAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"]
    ] == ["kubernetes.io/hostname", "topology.kubernetes.io/zone"]
