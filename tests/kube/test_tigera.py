"""What isolation adds to an operator's Installation, and which of the operator's defaults it must repeat."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.kube.node_affinity import REQUIRED, require
from yurt_hostnet.kube.paths import with_parents
from yurt_hostnet.kube.tigera import version_in, version_of_definition
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


def keys(spec: Any, kind: str, version: tuple[int, int] | None) -> list[str]:
    found = missing_templates("operator.tigera.io", kind, {"spec": spec}, version)
    return [str(template.path[1]) for template in found]


OLDEST = ["calicoNodeDaemonSet", "calicoKubeControllersDeployment", "typhaDeployment"]
WITH_CSI = ["calicoNodeDaemonSet", "csiNodeDriverDaemonSet", *OLDEST[1:]]


@pytest.mark.parametrize(
    ("kind", "version", "expected"),
    [
        ("Installation", (1, 27), []),
        ("Installation", (1, 28), OLDEST),
        ("Installation", (1, 29), OLDEST),
        ("Installation", (1, 30), WITH_CSI),
        ("Installation", None, WITH_CSI),
        ("Installation", (1, 42), WITH_CSI),
        ("APIServer", (1, 27), []),
        ("APIServer", (1, 41), ["apiServerDeployment"]),
        ("APIServer", None, ["apiServerDeployment"]),
        ("APIServer", (1, 42), ["apiServerDeployment", "calicoWebhooksDeployment"]),
        ("Goldmane", None, ["goldmaneDeployment"]),
        ("Whisker", (1, 38), ["whiskerDeployment"]),
    ],
)
def test_nothing_is_added_that_the_operator_does_not_know(kind: str, version: Any, expected: list[str]) -> None:
    assert keys({}, kind, version) == expected
    listed = {"kind": f"{kind}List", "items": [{"spec": {}}]}
    found = missing_templates("operator.tigera.io", f"{kind}List", listed, version)
    assert [template.path for template in found] == [("items", 0, "spec", key, "spec", "template") for key in expected]


@pytest.mark.parametrize("there", [{}, None, {"spec": {}}], ids=str)
def test_what_is_there_in_part_is_known(there: Any) -> None:
    assert keys({"csiNodeDriverDaemonSet": there}, "Installation", (1, 29)) == WITH_CSI
    assert "calicoNodeWindowsDaemonSet" in keys({"calicoNodeWindowsDaemonSet": there}, "Installation", None)
    assert keys({"calicoWebhooksDeployment": there}, "APIServer", None) == [
        "apiServerDeployment",
        "calicoWebhooksDeployment",
    ]


@pytest.mark.parametrize(
    ("network", "expected"),
    [({"windowsDataplane": "HNS"}, True), ({"windowsDataplane": "Disabled"}, False), ({}, False), (None, False)],
    ids=str,
)
def test_an_override_for_windows_is_added_where_there_are_such_nodes(network: Any, expected: bool) -> None:
    spec = {"calicoNetwork": network, "kubernetesProvider": "EKS"}
    found = edits(spec)
    assert ("calicoNodeWindowsDaemonSet" in {path[1] for path in found}) is expected
    if expected:
        assert found["spec", "calicoNodeWindowsDaemonSet"] == below(node(FARGATE, WANT))


def test_webhooks_keep_the_spread_that_the_operator_gives_them() -> None:
    found = edits({"calicoWebhooksDeployment": {}}, "APIServer")
    affinity = found["spec", "calicoWebhooksDeployment", "spec"]["template"]["spec"]["affinity"]
    spread = affinity["podAntiAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"]
    assert affinity["nodeAffinity"] == node(WANT)["nodeAffinity"]
    assert [(term["weight"], *term["podAffinityTerm"].values()) for term in spread] == [
        (100, {"matchLabels": {"k8s-app": "calico-webhooks"}}, "kubernetes.io/hostname"),
        (100, {"matchLabels": {"k8s-app": "calico-webhooks"}}, "topology.kubernetes.io/zone"),
    ]


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("quay.io/tigera/operator:v1.42.3", (1, 42)),
        ("localhost:5000/tigera/operator:v1.29.7@sha256:0", (1, 29)),
        ("rancher/mirrored-calico-operator:v1.30.4-build1", (1, 30)),
        ("operator:1.38.0", (1, 38)),
        ("quay.io/tigera/operator:master", None),
        ("quay.io/tigera/operator:v3.30.1", None),
        ("quay.io/tigera/operator:v1", None),
        ("quay.io/tigera/operator:v1.x", None),
        ("quay.io/tigera/operator:v1.²", None),
        ("quay.io/tigera/operator@sha256:1.42", None),
        ("quay.io:5000/tigera/operator", None),
        ("", None),
    ],
)
def test_version_in_an_image(image: str, expected: Any) -> None:
    assert version_in(image) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", (0, 0)),
        (b"  calicoNodeDaemonSet:\n  typhaDeployment:\n", (1, 28)),
        (b"  calicoNodeDaemonSet:\n  csiNodeDriverDaemonSet:\n", (1, 30)),
        (b'{"calicoNodeWindowsDaemonSet": {}, "typhaDeployment": {}}', (1, 32)),
        (b"  apiServerDeployment:\n  calicoWebhooksDeployment:\n", (1, 42)),
        (b"  description: calicoWebhooksDeployment is not meant\n  apiServerDeployment:\n", (1, 28)),
    ],
)
def test_version_of_a_definition(text: bytes, expected: Any) -> None:
    assert version_of_definition(text) == expected
