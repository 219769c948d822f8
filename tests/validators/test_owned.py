"""What controllers made: never edited, never told to be, and what it shows is told of its owner."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from validators.running import POOLS, everything, finding, found
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.load import load_config
from yurt_hostnet.engine.process import process
from yurt_hostnet.krm.input import Input
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.result import ResourceRef
from yurt_hostnet.textedit.cut.split import split_documents
from yurt_hostnet.validators.rules import RULES

RULE = "owned-object"
ANNOTATION = "apps.openyurt.io/exclude-host-network-pool"
NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: quay-7, labels: {apps.openyurt.io/nodepool: beijing}}\n---\n"
FETCH = "Give the owners as well, as in: kubectl get deployments,statefulsets,daemonsets,replicasets,pods -A -o yaml"


def reference(kind: str, name: str, api: str = "apps/v1", controller: str = "true") -> str:
    return f"ownerReferences: [{{apiVersion: {api}, kind: {kind}, name: {name}, uid: u, controller: {controller}}}]"


def pod(name: str, more: str, spec: str = "nodeName: quay-7, ", status: str = "") -> str:
    return (
        f'apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: bay, annotations: {{{ANNOTATION}: "true"}}, '
        f"{more}}}\nspec: {{{spec}containers: [{{name: c, image: example.com/c:1}}]}}\n{status}---\n"
    )


def workload(kind: str, name: str, more: str = "labels: {a: b}", api: str = "apps/v1") -> str:
    return (
        f"apiVersion: {api}\nkind: {kind}\nmetadata: {{name: {name}, namespace: bay, {more}}}\n"
        "spec: {template: {spec: {containers: [{name: c, image: example.com/c:1}]}}}\n---\n"
    )


def edited(text: str, exclude: str = "NonHostNetwork") -> bytes:
    """Return a stream as mode Transform writes it."""
    raw = text.encode()
    source = Input(raw, split_documents(raw))
    data = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "YurtHostNet", "spec": {"exclude": exclude}}
    config = load_config(data, RULES)
    outcome = process(Context(Package([source]), config))
    assert [result for result in outcome.results if result.severity == "error"] == []
    return b"".join(source.render())


CHAIN = [
    pytest.param(pod("crane-x", reference("DaemonSet", "crane")), id="Pod of a DaemonSet"),
    pytest.param(workload("ReplicaSet", "crane-6f", reference("Deployment", "crane")), id="ReplicaSet of a Deployment"),
    pytest.param(
        workload("Job", "crane-2", reference("CronJob", "crane", "batch/v1"), "batch/v1"), id="Job of a CronJob"
    ),
    pytest.param(pod("crane-quay-7", reference("Node", "quay-7", "v1")), id="mirror Pod of a kubelet"),
    pytest.param(
        workload("DaemonSet", "crane", reference("Crane", "c", "bay.example/v1")), id="an operator's DaemonSet"
    ),
]


@pytest.mark.parametrize("text", CHAIN)
def test_what_a_controller_made_is_not_edited(text: str) -> None:
    whole = POOLS + text
    before, after = whole.encode(), edited(whole)
    assert after == before


@pytest.mark.parametrize("text", CHAIN)
@pytest.mark.parametrize("mode", ["Check", "Transform"])
def test_nor_told_to_be(text: str, mode: str) -> None:
    results = everything(POOLS + NODE + text, {"mode": mode, "exclude": "NonHostNetwork"})
    assert {result.rule for result in results} <= {RULE, "node-hostnetwork-label-mismatch", "label-nodes"}


@pytest.mark.parametrize(
    "more",
    [
        pytest.param(reference("DaemonSet", "crane", controller="false"), id="an owner that is no controller"),
        pytest.param(reference("DaemonSet", "crane", controller='"true"'), id="a word"),
        pytest.param("ownerReferences: [{kind: DaemonSet, name: crane, controller: true}]", id="no apiVersion"),
        pytest.param("ownerReferences: {controller: true}", id="no list"),
        pytest.param(reference("Deployment", "crane"), id="a controller that makes no Pods"),
        pytest.param(reference("ConfigMap", "crane", "v1"), id="what makes nothing"),
    ],
)
def test_an_owner_that_controls_nothing_changes_nothing(more: str) -> None:
    text = pod("crane-x", more, spec="")
    assert edited(text, "Annotated") != text.encode()
    assert found(RULE, POOLS + text) == []


def test_a_workload_cannot_name_another_one_to_be_left_alone() -> None:
    """It would be a way to switch the rules off: no controller of Kubernetes makes DaemonSets."""
    daemons = workload("DaemonSet", "crane", reference("Deployment", "gate"))
    assert edited(workload("Deployment", "gate") + daemons).decode().count("NotIn") == 2


def test_pods_are_told_of_their_outermost_owner_in_one_line() -> None:
    text = (
        POOLS
        + NODE
        + workload("Deployment", "crane")
        + workload("ReplicaSet", "crane-6f", reference("Deployment", "crane"))
        + pod("crane-6f-a", reference("ReplicaSet", "crane-6f"))
        + pod("crane-6f-b", reference("ReplicaSet", "crane-6f"))
        + pod("crane-6f-c", reference("ReplicaSet", "crane-6f"), spec="nodeName: desk-1, ")
        + pod("crane-6f-d", reference("ReplicaSet", "crane-6f"), status="status: {phase: Succeeded}\n")
        + pod("crane-6f-e", reference("ReplicaSet", "crane-6f"), spec="hostNetwork: true, nodeName: quay-7, ")
    )
    message = (
        "2 pods of Deployment bay/crane run on quay-7 of host-network pool beijing without a network: crane-6f-a, "
        f'crane-6f-b. Annotate the pod template of Deployment bay/crane {ANNOTATION}: "true", or set hostNetwork: true '
        "there."
    )
    ref = ResourceRef("apps/v1", "Deployment", "crane", "bay")
    assert found(RULE, text) == [finding("warning", RULE, ref, "", message, line=19)]


def test_pods_of_an_owner_that_keeps_them_off_move_with_a_rollout() -> None:
    owner = workload("DaemonSet", "crane").replace(
        "{template: {spec", f'{{template: {{metadata: {{annotations: {{{ANNOTATION}: "true"}}}}, spec'
    )
    (only,) = found(RULE, POOLS + NODE + owner + pod("crane-x", reference("DaemonSet", "crane")))
    assert only["message"] == (
        "1 pod of DaemonSet bay/crane runs on quay-7 of host-network pool beijing without a network: crane-x. Its "
        "owner's pod template keeps them off: apply what yurt-hostnet gives out, and a rollout moves them."
    )


def test_a_static_pod_is_mended_on_its_node() -> None:
    (only,) = found(RULE, POOLS + NODE + pod("crane-quay-7", reference("Node", "quay-7", "v1")))
    assert only["message"] == (
        "1 pod of Node quay-7 runs on quay-7 of host-network pool beijing without a network: crane-quay-7. Set "
        "hostNetwork: true in its manifest on the node, or move the manifest elsewhere."
    )


def test_an_owner_of_an_old_api_group_and_one_without_namespace_are_found() -> None:
    old = workload("DaemonSet", "crane", api="extensions/v1beta1") + pod("crane-x", reference("DaemonSet", "crane"))
    assert found(RULE, POOLS + old) == []
    override = """\
        apiVersion: operator.tigera.io/v1
        kind: Installation
        metadata: {name: default}
        spec: {calicoNodeDaemonSet: {spec: {template: {spec: {containers: []}}}}}
        ---
        """
    made = workload("DaemonSet", "calico-node", reference("Installation", "default", "operator.tigera.io/v1"))
    assert found(RULE, POOLS + dedent(override) + made) == []


def test_owners_that_are_not_there_are_told_once() -> None:
    text = "".join(pod(f"crane-{name}", reference("ReplicaSet", "crane-6f"), spec="") for name in "ab")
    message = (
        "2 objects were made by controllers whose pod templates are not in the input, so they are not judged: "
        f"Pod bay/crane-a, Pod bay/crane-b. {FETCH}"
    )
    assert found(RULE, POOLS + text) == [finding("warning", RULE, None, "", message, line=15)]


def test_owners_in_a_circle_end() -> None:
    kruise = "apps.kruise.io/v1alpha1"
    text = "".join(
        workload("CloneSet", name, reference("CloneSet", other, kruise), kruise) for name, other in ("ab", "ba")
    )
    (only,) = found(RULE, POOLS + text)
    assert only["message"].startswith("2 objects were made by controllers whose pod templates are not in the input")


def test_items_of_a_list_from_a_cluster() -> None:
    items = [pod("crane-x", reference("DaemonSet", "crane"), spec=""), workload("DaemonSet", "crane")]
    rows = "".join("- " + indent(item.removesuffix("---\n"), "  ")[2:] for item in items)
    text = f"apiVersion: v1\nkind: List\nitems:\n{rows}"
    assert edited(text).decode().count("NotIn") == 1
