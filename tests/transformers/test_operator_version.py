"""Which tigera-operator a package shows, and what isolation writes for it."""

from __future__ import annotations

from typing import Any

import pytest

from transformers.wishes import told
from yurt_hostnet.transformers import isolate_infrastructure

INSTALLATION = "apiVersion: operator.tigera.io/v1\nkind: Installation\nmetadata: {name: default}\nspec: {}\n"
SERVER = "apiVersion: operator.tigera.io/v1\nkind: APIServer\nmetadata: {name: default}\nspec: {}\n"


def operator(image: str, label: str = "k8s-app: tigera-operator") -> str:
    return (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: tigera-operator}\nspec:\n  template:\n"
        f"    metadata: {{labels: {{{label}}}}}\n    spec: {{containers: [{{name: o, image: '{image}'}}]}}\n"
    )


def definition(*keys: str, plural: str = "installations") -> str:
    lines = "".join(f"                {key}:\n                  type: object\n" for key in keys)
    return (
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
        f"metadata:\n  name: {plural}.operator.tigera.io\nspec:\n  versions:\n  - name: v1\n    schema:\n"
        f"      openAPIV3Schema:\n        properties:\n          spec:\n              properties:\n{lines}"
    )


def written(*documents: str) -> list[str]:
    """Return the keys under spec to which isolation writes, of Installation and APIServer."""
    spec = {"infrastructure": {"isolate": ["NodeAgents", "PodNetwork", "Controllers"]}}
    wishes: list[Any] = told(isolate_infrastructure, "---\n".join(documents), spec)
    return sorted(
        edit.path[1] for name, edits, *rest in wishes if name == "default" and len(rest) == 1 for edit in edits
    )


FINDING = 4
"""The parts of what wishes.said returns; a change has three."""

OLDEST = ["calicoKubeControllersDeployment", "calicoNodeDaemonSet", "typhaDeployment"]
WITH_CSI = ["calicoKubeControllersDeployment", "calicoNodeDaemonSet", "csiNodeDriverDaemonSet", "typhaDeployment"]


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        pytest.param([], ["apiServerDeployment", *WITH_CSI], id="nothing shows"),
        pytest.param([operator("quay.io/tigera/operator:v1.29.7")], ["apiServerDeployment", *OLDEST], id="Calico 3.25"),
        pytest.param([operator("quay.io/tigera/operator:v1.27.16")], [], id="Calico 3.23"),
        pytest.param(
            [operator("quay.io/tigera/operator:v1.42.3")],
            ["apiServerDeployment", *WITH_CSI[:2], "calicoWebhooksDeployment", *WITH_CSI[2:]],
            id="Calico 3.32",
        ),
        pytest.param(
            [operator("quay.io/tigera/operator:master")], ["apiServerDeployment", *WITH_CSI], id="a tag that tells none"
        ),
        pytest.param([operator("", "app: x")], ["apiServerDeployment", *WITH_CSI], id="another Deployment"),
        pytest.param(
            [definition("calicoNodeDaemonSet", "typhaDeployment"), operator("quay.io/tigera/operator:v1.42.3")],
            ["apiServerDeployment", *OLDEST],
            id="definitions decide",
        ),
        pytest.param(
            [
                definition("calicoNodeDaemonSet", "csiNodeDriverDaemonSet"),
                definition("apiServerDeployment", "calicoWebhooksDeployment", plural="apiservers"),
            ],
            ["apiServerDeployment", *WITH_CSI[:2], "calicoWebhooksDeployment", *WITH_CSI[2:]],
            id="each definition counts",
        ),
        pytest.param(
            [definition("calicoNodeDaemonSet", plural="tigerastatuses")],
            ["apiServerDeployment", *WITH_CSI],
            id="another definition",
        ),
    ],
)
def test_overrides_by_version(others: list[str], expected: list[str]) -> None:
    assert written(INSTALLATION, SERVER, *others) == sorted(expected)


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("v1.29.7", {"csiNodeDriverDaemonSet": "csi-node-driver"}),
        (
            "v1.27.16",
            {
                "calicoNodeDaemonSet": "calico-node",
                "csiNodeDriverDaemonSet": "csi-node-driver",
                "calicoKubeControllersDeployment": "calico-kube-controllers",
                "typhaDeployment": "calico-typha",
            },
        ),
        ("v1.30.0", {}),
        ("master", {}),
    ],
)
def test_what_an_old_operator_cannot_be_told(version: str, expected: dict[str, str]) -> None:
    text = "---\n".join((INSTALLATION, operator(f"quay.io/tigera/operator:{version}")))
    spec = {"infrastructure": {"isolate": ["NodeAgents", "PodNetwork", "Controllers"]}}
    results: list[Any] = [wish for wish in told(isolate_infrastructure, text, spec) if len(wish) == FINDING]
    assert results == [
        (
            "default",
            "infrastructure-not-isolated",
            ("spec", key),
            f"{name} may run on host-network pools: the operator, older than v1.30, has no such field.",
        )
        for key, name in expected.items()
    ]
    kept = {"infrastructure": {"keep": [{"name": "default", "reason": "ours"}], "isolate": ["PodNetwork"]}}
    assert [wish for wish in told(isolate_infrastructure, text, kept) if len(wish) == FINDING] == []


def test_a_role_that_names_the_definitions_is_none() -> None:
    role = (
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: tigera-operator}\nrules:\n"
        "- resources: [customresourcedefinitions]\n  resourceNames: [installations.operator.tigera.io]\n"
        "# a CustomResourceDefinition\n"
    )
    assert written(INSTALLATION, role) == WITH_CSI
