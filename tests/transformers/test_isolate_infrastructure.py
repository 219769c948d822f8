"""Which edits isolate-infrastructure wants, why, and how edits of one object come together."""

from __future__ import annotations

from typing import Any

import pytest

from transformers.wishes import told
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.openyurt.names import EXCLUDE_REQUIREMENT
from yurt_hostnet.transformers import isolate_infrastructure

ISOLATE = {"isolate": ["NodeAgents", "PodNetwork", "Controllers"]}
AGENT, PART, CONTROLLER = (
    "a node agent of the pod network",
    "a part that needs the pod network",
    "a controller of the pod network",
)
WHOLE = {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [EXCLUDE_REQUIREMENT]}]}}}
BELOW = {"spec": {"template": {"spec": {"affinity": WHOLE}}}}
SPREAD = {
    "podAntiAffinity": {
        "preferredDuringSchedulingIgnoredDuringExecution": [
            {
                "weight": 1,
                "podAffinityTerm": {
                    "labelSelector": {"matchLabels": {"k8s-app": "calico-typha"}},
                    "topologyKey": "topology.kubernetes.io/zone",
                },
            }
        ]
    }
}
TYPHA = {"spec": {"template": {"spec": {"affinity": {**SPREAD, **WHOLE}}}}}
INSTALLATION = "apiVersion: operator.tigera.io/v1\nkind: Installation\nmetadata: {name: default}\n"
PROXY = """\
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy}
spec: {template: {metadata: {labels: {k8s-app: kube-proxy}}, spec: {containers: []}}}
"""


def test_a_missing_spec_is_one_edit_with_each_reason_once() -> None:
    assert told(isolate_infrastructure, INSTALLATION, {"infrastructure": ISOLATE}) == [
        (
            "default",
            [
                Edit(
                    ("spec",),
                    {
                        "calicoNodeDaemonSet": BELOW,
                        "csiNodeDriverDaemonSet": BELOW,
                        "calicoKubeControllersDeployment": BELOW,
                        "typhaDeployment": TYPHA,
                    },
                )
            ],
            "; ".join(
                (
                    f"calico-node is {AGENT}",
                    f"csi-node-driver is {PART}",
                    f"calico-kube-controllers is {PART}",
                    f"calico-typha is {CONTROLLER}",
                )
            ),
        )
    ]


def test_edits_apart_have_their_own_reasons() -> None:
    text = INSTALLATION + "spec: {typhaDeployment: {spec: {}}}\n"
    assert told(isolate_infrastructure, text, {"infrastructure": {"isolate": ["NodeAgents", "Controllers"]}}) == [
        (
            "default",
            [Edit(("spec", "calicoNodeDaemonSet"), BELOW)],
            f"calico-node is {AGENT}",
        ),
        (
            "default",
            [Edit(("spec", "typhaDeployment", "spec", "template"), TYPHA["spec"]["template"])],
            f"calico-typha is {CONTROLLER}",
        ),
    ]


@pytest.mark.parametrize(
    ("infrastructure", "expected"),
    [
        (ISOLATE, [f"kube-proxy is {AGENT} (pod label k8s-app=kube-proxy)"]),
        ({"isolate": ["PodNetwork"]}, []),
        ({**ISOLATE, "keep": [{"name": "kube-proxy", "reason": "wanted there"}]}, []),
    ],
    ids=["isolated", "another class", "kept"],
)
def test_what_is_isolated(infrastructure: dict[str, Any], expected: list[str]) -> None:
    path = ("spec", "template", "spec", "affinity")
    assert told(isolate_infrastructure, PROXY, {"infrastructure": infrastructure}) == [
        ("kube-proxy", [Edit(path, WHOLE)], reason) for reason in expected
    ]


@pytest.mark.parametrize("isolate", [["NodeAgents"], ["PodNetwork"], []])
def test_a_component_of_the_user_is_found_by_its_own_words(isolate: list[str]) -> None:
    """And isolated, whatever classes are."""
    extra = [{"name": "my-cni", "podLabels": {"app": "mesh", "tier": "node"}}]
    text = PROXY.replace("k8s-app: kube-proxy", "tier: node, app: mesh").replace("name: kube-proxy", "name: own")
    assert told(isolate_infrastructure, text, {"infrastructure": {"isolate": isolate, "extra": extra}}) == [
        (
            "own",
            [Edit(("spec", "template", "spec", "affinity"), WHOLE)],
            "my-cni is named in spec.infrastructure.extra (pod label app=mesh,tier=node)",
        )
    ]


def test_affinity_that_cannot_be_read_is_named() -> None:
    text = PROXY.replace("containers: []", "containers: [], affinity: none")
    assert told(isolate_infrastructure, text, {"infrastructure": ISOLATE}) == [
        (
            "kube-proxy",
            "node-selector-term-malformed",
            ("spec", "template", "spec", "affinity"),
            "Node affinity cannot be read: This must be a mapping; it is a string.",
        )
    ]


def test_what_keeps_itself_off_in_other_words_is_left_alone() -> None:
    term = "{matchExpressions: [{key: nodepool.openyurt.io/hostnetwork, operator: DoesNotExist}]}"
    own = f"affinity: {{nodeAffinity: {{{REQUIRED}: {{nodeSelectorTerms: [{term}]}}}}}}"
    text = PROXY.replace("containers: []", f"containers: [], {own}")
    assert told(isolate_infrastructure, text, {"infrastructure": ISOLATE}) == []
