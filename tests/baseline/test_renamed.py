"""Objects that kustomize renamed are found in the baseline under the names they had before."""

from __future__ import annotations

from typing import Any

import pytest

from validators.comparing import edits, results
from yurt_hostnet.baseline.baseline import Key
from yurt_hostnet.baseline.edits import keys_of

BASELINE = {
    "apiVersion": "fn.yurt-hostnet.dev/v1alpha1",
    "kind": "HostNetBaseline",
    "spec": {
        "pools": [{"name": "beijing", "hostNetwork": True}, {"name": "shanghai", "hostNetwork": False}],
        "nodes": [{"name": "edge-1", "pool": "beijing"}],
        "pods": [{"name": "probe", "hostNetwork": True}],
        "workloads": [{"group": "apps", "kind": "Deployment", "namespace": "shop", "name": "web", "hostNetwork": True}],
    },
}


def renamed(kind: str, name: str, before: str, rest: str, namespaces: str = "default,default") -> str:
    api = {"NodePool": "apps.openyurt.io/v1beta2", "Deployment": "apps/v1"}.get(kind, "v1")
    return f"""\
apiVersion: {api}
kind: {kind}
metadata:
  name: {name}
  namespace: prod
  annotations:
    internal.config.kubernetes.io/previousNames: {before}
    internal.config.kubernetes.io/previousNamespaces: {namespaces}
{rest}"""


NODE = '  labels: {"apps.openyurt.io/nodepool": %s}\n'
POD = "spec: {containers: []}\n"
WEB = "spec: {template: {spec: {containers: []}}}\n"
CASES = [
    pytest.param(
        renamed("NodePool", "eu-prod-beijing", "beijing,prod-beijing", "spec: {}\n"),
        ["nodepool-hostnetwork-changed"],
        id="NodePool",
    ),
    pytest.param(renamed("Node", "prod-edge-1", "edge-1", NODE % "other"), ["node-pool-changed"], id="Node"),
    pytest.param(renamed("Pod", "prod-probe", "probe", POD), ["pod-hostnetwork-changed"], id="Pod"),
    pytest.param(
        renamed("Deployment", "prod-web", "web", WEB, "shop"), ["workload-hostnetwork-changed"], id="Deployment"
    ),
    pytest.param(renamed("Deployment", "prod-web", "web", WEB, "other"), [], id="from another namespace"),
    pytest.param(renamed("NodePool", "prod-new", "new", "spec: {}\n"), [], id="a new pool"),
    pytest.param(
        renamed("NodePool", "shanghai", "beijing", "spec: {hostNetwork: false}\n"),
        [],
        id="its own name counts before those it had",
    ),
    pytest.param(
        renamed("NodePool", "prod-beijing", "beijing", "spec: {hostNetwork: true}\n---\n").replace("\n---", "")
        + "---\n"
        + renamed("Node", "prod-edge-1", "edge-1", NODE % "prod-beijing"),
        [],
        id="a node that follows its pool's new name has not moved",
    ),
]


@pytest.mark.parametrize(("text", "rules"), CASES)
def test_renamed(text: str, rules: list[str]) -> None:
    found: list[dict[str, Any]] = edits(results(text, spec={"baseline": BASELINE}))
    assert [row["tags"]["rule"] for row in found] == rules


def test_keys_newest_first() -> None:
    key = Key("workloads", "eu-prod-web", "prod", "apps", "Deployment")
    annotations = {
        "internal.config.kubernetes.io/previousNames": "web,prod-web,prod-web",
        "internal.config.kubernetes.io/previousNamespaces": "shop,shop,prod",
    }
    assert keys_of(key, annotations) == [
        key,
        Key("workloads", "prod-web", "prod", "apps", "Deployment"),
        Key("workloads", "prod-web", "shop", "apps", "Deployment"),
        Key("workloads", "web", "shop", "apps", "Deployment"),
    ]


@pytest.mark.parametrize("annotations", [{}, {"internal.config.kubernetes.io/previousNames": ""}])
def test_keys_of_what_was_not_renamed(annotations: dict[str, str]) -> None:
    key = Key("pools", "beijing")
    assert keys_of(key, annotations) == [key]
