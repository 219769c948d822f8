"""What is not seen is named: pod templates of unknown kinds, and annotations in vain.

Each row of podTemplates that a finding tells is pasted, and the pod template is then edited and the finding gone.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from transformers.wishes import told
from validators.running import everything, found
from yurt_hostnet.transformers import exclude_pods

UNKNOWN, MISPLACED = "pod-template-unknown", "exclude-annotation-misplaced"
KEY = "apps.openyurt.io/exclude-host-network-pool"
NOTED = f'annotations: {{{KEY}: "true"}}'
META = f"metadata: {{{NOTED}}}"
POD = "{containers: [{name: a, image: b}]}"
ALL = {"exclude": "NonHostNetwork"}
NOT_ADDED = "is not known, so nothing is added here."
ABOVE = "The annotation has an effect on pods only; here nobody reads it."
TO_PODS = (
    "Write it into the pod template of each workload that is meant: in a Deployment spec.template.metadata.annotations."
)
BY_HAND = (
    'Where its kind takes node affinity for its pods, write nodepool.openyurt.io/hostnetwork NotIn ["true"] there.'
)


def thing(api_version: str, kind: str, spec: str, metadata: str = "", more: str = "") -> str:
    metadata = f"name: x{metadata and ', '}{metadata}"
    return f"apiVersion: {api_version}\nkind: {kind}\nmetadata: {{{metadata}}}\n{more}spec: {spec}\n"


def row_in(message: str) -> list[dict[str, Any]]:
    """Return the rows of podTemplates that a finding tells, read as a user's functionConfig would be."""
    return list(yaml.safe_load(re.findall(r"podTemplates: .*?\}\]", message)[0])["podTemplates"])


def paths_of(text: str, config: dict[str, Any], transformer: Any) -> list[tuple[Any, ...]]:
    return [edit.path for _, edits, *_ in told(transformer, text, config) if isinstance(edits, list) for edit in edits]


UNKNOWN_KINDS = {
    "JobSet": (
        thing(
            "jobset.x-k8s.io/v1alpha2",
            "JobSet",
            f"{{replicatedJobs: [{{name: w, template: {{spec: {{template: {{spec: {POD}}}}}}}}}]}}",
        ),
        [("spec", "replicatedJobs", 0, "template", "spec", "template")],
    ),
    "RayCluster, pinned to a pool": (
        thing(
            "ray.io/v1",
            "RayCluster",
            "{headGroupSpec: {template: {spec: {nodeSelector: {disk: ssd}, containers: [{name: h}]}}}, "
            f"workerGroupSpecs: [{{template: {{spec: {POD}}}}}, {{template: {{spec: {POD}}}}}]}}",
        ),
        [
            ("spec", "headGroupSpec", "template"),
            *(("spec", "workerGroupSpecs", number, "template") for number in range(2)),
        ],
    ),
    "LeaderWorkerSet": (
        thing(
            "leaderworkerset.x-k8s.io/v1",
            "LeaderWorkerSet",
            f"{{leaderWorkerTemplate: {{leaderTemplate: {{spec: {POD}}}, workerTemplate: {{spec: {POD}}}}}}}",
        ),
        [("spec", "leaderWorkerTemplate", f"{who}Template") for who in ("leader", "worker")],
    ),
    "ECK, without containers": (
        thing(
            "elasticsearch.k8s.elastic.co/v1",
            "Elasticsearch",
            "{nodeSets: [{podTemplate: {spec: {nodeSelector: {disk: ssd}}}}]}",
        ),
        [("spec", "nodeSets", 0, "podTemplate")],
    ),
}


@pytest.mark.parametrize(("text", "places"), UNKNOWN_KINDS.values(), ids=UNKNOWN_KINDS)
def test_a_pod_template_of_an_unknown_kind_is_named_and_its_row_works(text: str, places: list[Any]) -> None:
    (row,) = found(UNKNOWN, text, ALL)
    kind = row["resourceRef"]["kind"]
    has = "a pod template" if len(places) == 1 else f"{len(places)} pod templates"
    assert row["message"].startswith(f"It has {has} without the host network, as it seems. Where a")
    assert f" {kind} of " in row["message"]
    assert row["severity"] == "warning"
    pasted = {**ALL, "podTemplates": row_in(row["message"])}
    assert found(UNKNOWN, text, pasted) == []
    assert sorted(map(str, paths_of(text, pasted, exclude_pods))) == sorted(
        str((*place, "spec", "affinity")) for place in places
    )


FLEET = "example.com/v1", "Fleet"
DAEMON = f"apiVersion: apps/v1, kind: DaemonSet, metadata: {{name: d}}, spec: {{template: {{spec: {POD}}}}}"
OWNER = "ownerReferences: [{apiVersion: example.com/v1, kind: Navy, name: main, controller: true}]"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(thing(*FLEET, "{ship: {spec: {hostNetwork: true, containers: [{name: a}]}}}"), id="hostNetwork"),
        pytest.param(
            thing(*FLEET, f"{{ship: {{{META.replace('true', 'false')}, spec: {POD}}}}}"), id="annotated false"
        ),
        pytest.param(thing(*FLEET, f"{{ship: {{spec: {POD}}}}}", OWNER), id="made by a controller"),
        pytest.param(thing(*FLEET, "{ship: {spec: {containers: [{maxAllowed: {cpu: 1}}]}}}"), id="no containers"),
        pytest.param(thing("kyverno.io/v1", "ClusterPolicy", f"{{rules: [{{spec: {POD}}}]}}"), id="a pattern"),
        pytest.param(
            thing("apps/v1", "ControllerRevision", "{}", more=f"data: {{template: {{spec: {POD}}}}}\n"),
            id="a record",
        ),
        pytest.param(thing("apps/v1", "Deployment", f"{{template: {{spec: {POD}}}}}"), id="a known kind"),
        pytest.param(thing("work.karmada.io/v1alpha1", "Work", f"{{manifests: [{{{DAEMON}}}]}}"), id="embedded"),
    ],
)
def test_what_is_no_unread_pod_template(text: str) -> None:
    assert found(UNKNOWN, text, ALL) == []


def test_only_where_every_pod_is_to_be_kept_off() -> None:
    text, _ = UNKNOWN_KINDS["JobSet"]
    assert found(UNKNOWN, text) == []


def test_a_row_that_would_lead_to_something_else_is_not_told() -> None:
    """A MachineDeployment's template beside a pod template: a row with [] would put affinity into it."""
    text = thing(*FLEET, f"{{ships: [{{template: {{spec: {POD}}}}}, {{template: {{spec: {{providerID: p}}}}}}]}}")
    (row,) = found(UNKNOWN, text, ALL)
    assert row["message"].endswith(
        'Write the node affinity nodepool.openyurt.io/hostnetwork NotIn ["true"] there by hand.'
    )


def places_told(text: str, **config: Any) -> list[tuple[str, str, str]]:
    return [(row["severity"], row["field"]["path"], row["message"]) for row in found(MISPLACED, text, config)]


def at(path: str) -> str:
    return f"{path}[{KEY}]"


def of(kind: str, group: str) -> str:
    return f"Where {kind} of {group} has its pods {NOT_ADDED} List it in functionConfig: podTemplates: "


def unsure(kind: str) -> str:
    return f"Whether the pods of {kind} get it from here is not known, so nothing is added. {BY_HAND}"


IN_VAIN = {
    "a Namespace": (
        f"apiVersion: v1\nkind: Namespace\nmetadata: {{name: a, {NOTED}}}\n",
        ("metadata.annotations", f"{ABOVE} {TO_PODS}"),
    ),
    "a NodePool": (
        thing("apps.openyurt.io/v1beta2", "NodePool", "{type: Edge, hostNetwork: true}", NOTED),
        ("metadata.annotations", f"{ABOVE} {TO_PODS}"),
    ),
    "what a NodePool gives its nodes": (
        thing("apps.openyurt.io/v1beta2", "NodePool", f"{{type: Edge, {NOTED}}}"),
        ("spec.annotations", f"{ABOVE} {TO_PODS}"),
    ),
    "a Service": (
        f"apiVersion: v1\nkind: Service\nmetadata: {{name: a, {NOTED}}}\n",
        ("metadata.annotations", f"{ABOVE} {TO_PODS}"),
    ),
    "beside the metadata of the template": (
        thing("apps/v1", "Deployment", f"{{template: {{{NOTED}, spec: {POD}}}}}"),
        ("spec.template.annotations", f"{ABOVE} Move it to spec.template.metadata.annotations."),
    ),
    "an operator's object": (
        thing("monitoring.coreos.com/v1", "Prometheus", "{replicas: 2}", NOTED),
        (
            "metadata.annotations",
            unsure("a Prometheus of monitoring.coreos.com"),
        ),
    ),
    "podMetadata": (
        thing("monitoring.coreos.com/v1", "Prometheus", f"{{podMetadata: {{{NOTED}}}}}"),
        (
            "spec.podMetadata.annotations",
            unsure("a Prometheus of monitoring.coreos.com"),
        ),
    ),
    "template.pod": (
        thing("kafka.strimzi.io/v1beta2", "Kafka", f"{{kafka: {{template: {{pod: {{{META}}}}}}}}}"),
        (
            "spec.kafka.template.pod.metadata.annotations",
            unsure("a Kafka of kafka.strimzi.io"),
        ),
    ),
    "a virtual machine": (
        thing("kubevirt.io/v1", "VirtualMachine", f"{{template: {{{META}, spec: {{domain: {{}}}}}}}}"),
        (
            "spec.template.metadata.annotations",
            of("a VirtualMachine", "kubevirt.io")
            + "[{group: kubevirt.io, kind: VirtualMachine, paths: ['spec.template']}].",
        ),
    ),
    "a template without containers": (
        thing("elasticsearch.k8s.elastic.co/v1", "Elasticsearch", f"{{nodeSets: [{{podTemplate: {{{META}}}}}]}}"),
        (
            "spec.nodeSets[0].podTemplate.metadata.annotations",
            of("an Elasticsearch", "elasticsearch.k8s.elastic.co")
            + "[{group: elasticsearch.k8s.elastic.co, kind: Elasticsearch, paths: ['spec.nodeSets[].podTemplate']}].",
        ),
    ),
    "above a template of an unknown kind": (
        thing(*FLEET, f"{{ship: {{spec: {POD}}}}}", NOTED),
        (
            "metadata.annotations",
            (
                f"{ABOVE} Move it to spec.ship.metadata.annotations, and list it in functionConfig: "
                "podTemplates: [{group: example.com, kind: Fleet, paths: ['spec.ship']}]."
            ),
        ),
    ),
}


@pytest.mark.parametrize(("text", "expected"), IN_VAIN.values(), ids=IN_VAIN)
def test_an_annotation_that_nobody_reads_is_named(text: str, expected: tuple[str, str]) -> None:
    path, message = expected
    assert places_told(text) == [("warning", at(path), message)]


@pytest.mark.parametrize("name", ["a virtual machine", "a template without containers"])
def test_its_row_works(name: str) -> None:
    text, (_, message) = IN_VAIN[name]
    pasted = {"podTemplates": row_in(message)}
    assert places_told(text, **pasted) == []
    assert len(paths_of(text, pasted, exclude_pods)) == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata: {{{KEY}: 'true', a: '{KEY}'}}\n", id="data"
        ),
        pytest.param(
            thing("kyverno.io/v1", "ClusterPolicy", f"{{rules: [{{mutate: {{{META}}}}}]}}"), id="a policy that adds it"
        ),
        pytest.param(
            thing("helm.toolkit.fluxcd.io/v2", "HelmRelease", f"{{values: {{podAnnotations: {{{KEY}: 'true'}}}}}}"),
            id="a value of a chart",
        ),
        pytest.param(
            thing(
                "apps.openyurt.io/v1beta1",
                "YurtAppSet",
                "{workload: {workloadTemplate: {deploymentTemplate: {spec: {template: {spec: {containers: []}}}}}, "
                f"workloadTweaks: [{{tweaks: {{patches: [{{value: {{{KEY}: 'true'}}}}]}}}}]}}}}",
            ),
            id="a tweak",
        ),
        pytest.param(
            f"apiVersion: v1\nkind: Service\nmetadata: {{name: a, {NOTED.replace('true', 'false')}}}\n", id="no"
        ),
        pytest.param(thing(*FLEET, "{replicas: 1}", f"{NOTED}, {OWNER}"), id="made by a controller"),
        pytest.param(thing("work.karmada.io/v1alpha1", "Work", f"{{m: [{{{DAEMON}, {META}}}]}}"), id="embedded"),
    ],
)
def test_annotations_that_are_where_they_belong(text: str) -> None:
    assert places_told(text) == []


def test_what_common_annotations_write_is_an_info() -> None:
    """kustomize puts it on every object and into pod templates: that is one way to say it, and no mistake."""
    service = f"---\napiVersion: v1\nkind: Service\nmetadata: {{name: s, {NOTED}}}\n"
    other = "---\n" + thing(*FLEET, "{replicas: 1}", NOTED)
    web = "---\n" + thing("apps/v1", "Deployment", f"{{template: {{{META}, spec: {POD}}}}}", NOTED)
    told_so = (
        "commonAnnotations write it into every object, as it seems; on this one nobody reads it, which does no harm."
    )
    assert places_told(service + other + web) == [("info", at("metadata.annotations"), told_so)] * 2


def test_items_are_told_of_by_themselves() -> None:
    """Any kind with items is a list, whose items are objects of their own."""
    inner = f"template: {{metadata: {{annotations: {{{KEY}: 'true'}}}}, spec: {{containers: [{{name: a, image: a}}]}}}}"
    text = (
        "apiVersion: example.com/v1\nkind: Some\nmetadata: {name: s}\nitems:\n"
        f"- {{apiVersion: apps/v1, kind: Deployment, metadata: {{name: d}}, spec: {{{inner}}}}}\n"
        f"- {{apiVersion: example.com/v1, kind: Other, metadata: {{name: o}}, spec: {{{inner}}}}}\n"
    )
    for spec in ({}, {"exclude": "NonHostNetwork"}):
        rules = [(one.rule, str(one.ref)) for one in everything(text, spec) if one.rule != "exclude-pods"]
        assert rules == [("exclude-annotation-misplaced", "Other o")]
