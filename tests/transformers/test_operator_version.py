"""Which tigera-operator a package shows, and what isolation writes for it."""

from __future__ import annotations

from typing import Any

import pytest

from transformers.wishes import told
from yurt_hostnet.transformers.isolate_infrastructure import isolate_infrastructure

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
    changes: list[Any] = told(isolate_infrastructure, "---\n".join(documents), spec)
    return sorted(edit.path[1] for name, edits, _ in changes if name == "default" for edit in edits)


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


def test_a_role_that_names_the_definitions_is_none() -> None:
    role = (
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: tigera-operator}\nrules:\n"
        "- resources: [customresourcedefinitions]\n  resourceNames: [installations.operator.tigera.io]\n"
        "# a CustomResourceDefinition\n"
    )
    assert written(INSTALLATION, role) == WITH_CSI
