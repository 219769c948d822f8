"""Embedded manifests: what would not pass is a warning, the row that makes it read works, and texts do no harm."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
import yaml

from validators.running import everything, found
from validators.test_unread import paths_of, row_in, thing
from yurt_hostnet.transformers import exclude_pods, isolate_infrastructure

EMBEDDED = "embedded-manifest-unread"
ALL = {"exclude": "NonHostNetwork"}
POD = "{containers: [{name: a, image: b}]}"
DAEMON = f"apiVersion: apps/v1, kind: DaemonSet, metadata: {{name: d}}, spec: {{template: {{spec: {POD}}}}}"
FLANNEL = {
    "apiVersion": "apps/v1",
    "kind": "DaemonSet",
    "metadata": {"name": "kube-flannel-ds", "namespace": "net"},
    "spec": {
        "template": {
            "metadata": {"labels": {"app": "flannel"}},
            "spec": {"hostNetwork": True, "containers": [{"name": "a", "image": "flannel/flannel"}]},
        }
    },
}
REFUSED = {
    "apiVersion": "apps.openyurt.io/v1beta2",
    "kind": "NodePool",
    "metadata": {"name": "beijing"},
    "spec": {"type": "Cloud", "hostNetwork": True},
}
WEB = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": {"name": "web"},
    "spec": {"template": {"spec": {"containers": [{"name": "a", "image": "b"}]}}},
}
AGENT_FAILS = "DaemonSet net/kube-flannel-ds (infrastructure-not-isolated)"
POOL_FAILS = "NodePool beijing (nodepool-cloud-hostnetwork)"


def obj(api_version: str, kind: str, **fields: Any) -> str:
    return yaml.safe_dump(
        {"apiVersion": api_version, "kind": kind, "metadata": {"name": "x"}, **fields}, sort_keys=False
    )


def texts(*manifests: Any) -> str:
    return yaml.safe_dump_all(manifests)


HOLDERS = {
    "Karmada": (obj("work.karmada.io/v1alpha1", "Work", spec={"workload": {"manifests": [FLANNEL]}}), True),
    "ManifestWork": (
        obj("work.open-cluster-management.io/v1", "ManifestWork", spec={"workload": {"manifests": [FLANNEL]}}),
        True,
    ),
    "Crossplane": (
        obj("kubernetes.crossplane.io/v1alpha2", "Object", spec={"forProvider": {"manifest": FLANNEL}}),
        True,
    ),
    "a policy": (
        obj(
            "policy.open-cluster-management.io/v1",
            "Policy",
            spec={
                "policy-templates": [
                    {
                        "objectDefinition": {
                            "apiVersion": "policy.open-cluster-management.io/v1",
                            "kind": "ConfigurationPolicy",
                            "metadata": {"name": "c"},
                            "spec": {"object-templates": [{"objectDefinition": FLANNEL}]},
                        }
                    }
                ]
            },
        ),
        True,
    ),
    "a kind that nobody knows": (obj("example.com/v1", "Parcel", spec={"goods": {"first": {"one": FLANNEL}}}), True),
    "Fleet": (
        obj("fleet.cattle.io/v1alpha1", "Bundle", spec={"resources": [{"name": "a", "content": texts(FLANNEL)}]}),
        False,
    ),
    "ConfigMap": (obj("v1", "ConfigMap", data={"a.yaml": texts(FLANNEL)}), False),
    "ConfigMap, JSON": (obj("v1", "ConfigMap", data={"a.json": json.dumps(FLANNEL, indent=2)}), False),
    "ConfigMap in a ConfigMap": (
        obj("v1", "ConfigMap", data={"a": obj("v1", "ConfigMap", data={"b": texts(FLANNEL)})}),
        False,
    ),
    "Secret of a ClusterResourceSet": (
        obj(
            *("v1", "Secret"),
            type="addons.cluster.x-k8s.io/resource-set",
            data={"a": base64.b64encode(texts(FLANNEL).encode()).decode()},
        ),
        False,
    ),
    "a List as text": (
        obj("v1", "ConfigMap", data={"a": texts({"apiVersion": "v1", "kind": "List", "items": [WEB, FLANNEL]})}),
        False,
    ),
    "behind what cannot be read": (
        obj("v1", "ConfigMap", data={"a": "kind: Pod\napiVersion: {{ .v }}\n---\n" + texts(FLANNEL)}),
        False,
    ),
}


@pytest.mark.parametrize(("text", "declarable"), HOLDERS.values(), ids=HOLDERS)
def test_an_embedded_manifest_that_would_not_pass_is_named(text: str, declarable: bool) -> None:
    (row,) = found(EMBEDDED, text)
    assert row["severity"] == "warning"
    assert row["message"].startswith(f"What it embeds is not looked at, and would not pass: {AGENT_FAILS}.")
    assert paths_of(text, {}, isolate_infrastructure) == [] == paths_of(text, ALL, exclude_pods)
    if not declarable:
        assert row["message"].endswith("as a file of its own: yurt-hostnet check FILE")
        return
    pasted = {"podTemplates": row_in(row["message"])}
    assert found(EMBEDDED, text, pasted) == []
    (path,) = paths_of(text, pasted, isolate_infrastructure)
    assert path[-3:] == ("template", "spec", "affinity")


def test_each_object_has_one_finding_and_what_no_row_reaches_is_told() -> None:
    text = obj("work.karmada.io/v1alpha1", "Work", spec={"workload": {"manifests": [REFUSED, FLANNEL, WEB]}})
    row = "podTemplates: [{group: work.karmada.io, kind: Work, paths: ['spec.workload.manifests[].spec.template']}]"
    place = "spec.workload.manifests[0]"
    (told_of,) = found(EMBEDDED, text)
    assert told_of["message"] == (
        f"What it embeds is not looked at, and would not pass: {POOL_FAILS}, {AGENT_FAILS}. List it in functionConfig: "
        f"{row}. Check also what stands at {place} as a file of its own: yurt-hostnet check FILE"
    )
    (left,) = found(EMBEDDED, text, {"podTemplates": row_in(row)})
    assert left["message"] == (
        f"What it embeds is not looked at, and would not pass: {POOL_FAILS}. Check what stands at {place} as a file of "
        "its own: yurt-hostnet check FILE"
    )


def test_what_would_pass_is_an_info_and_follows_the_configuration() -> None:
    text = obj("v1", "ConfigMap", data={"a.yaml": texts(WEB), "b": "no manifest: 1"})
    apart = "Check what stands at data[a.yaml] as a file of its own: yurt-hostnet check FILE"
    (row,) = found(EMBEDDED, text)
    assert (row["severity"], row["message"]) == ("info", f"What it embeds is not looked at: Deployment web. {apart}")
    (row,) = found(EMBEDDED, text, ALL)
    fails = "Deployment web (pod-not-excluded)"
    assert row["message"] == f"What it embeds is not looked at, and would not pass: {fails}. {apart}"
    assert row["severity"] == "warning"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            thing("helm.toolkit.fluxcd.io/v2", "HelmRelease", "{values: {a: b}}"),
            "What is rendered with its spec.values is not looked at. "
            "Look at what comes out: helm template CHART --values FILE | yurt-hostnet check -",
            id="HelmRelease",
        ),
        pytest.param(
            thing("argoproj.io/v1alpha1", "Application", "{sources: [{helm: {valuesObject: {a: b}}}]}"),
            "What is rendered with its spec.sources[].helm is not looked at. "
            "Look at what comes out: argocd app manifests NAME | yurt-hostnet check -",
            id="Application",
        ),
        pytest.param(
            obj("kustomize.toolkit.fluxcd.io/v1", "Kustomization", spec={"patches": [{"patch": texts(FLANNEL)}]}),
            "What is rendered with its spec.patches is not looked at. "
            "Look at what comes out: flux build kustomization NAME --path DIRECTORY | yurt-hostnet check -",
            id="a patch is no object",
        ),
    ],
)
def test_what_is_rendered_elsewhere_is_an_info(text: str, message: str) -> None:
    assert [(row["severity"], row["message"]) for row in found(EMBEDDED, text)] == [("info", message)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(obj("v1", "ConfigMap", data={"a": "kind: NodePool\napiVersion: {{ .v }}\n"}), id="a template"),
        pytest.param(obj("v1", "ConfigMap", data={"a": "apiVersion: v1\nkind: Node\nNodePool: ["}), id="no YAML"),
        pytest.param(obj("v1", "ConfigMap", data={"a": "- apiVersion kind containers"}), id="prose"),
        pytest.param(
            obj("v1", "Secret", data={"a": base64.b64encode(texts(REFUSED).encode()).decode()}), id="a Secret"
        ),
        pytest.param(
            thing(
                "autoscaling/v2",
                "HorizontalPodAutoscaler",
                "{scaleTargetRef: {apiVersion: apps/v1,\n   kind: Deployment}}",
            ),
            id="a reference",
        ),
        pytest.param(thing("apps/v1", "StatefulSet", f"{{template: {{spec: {POD}}}, m: [{{{DAEMON}}}]}}"), id="known"),
        pytest.param(
            thing("argoproj.io/v1alpha1", "Application", "{source: {path: a, kustomize: {}}}"), id="nothing of its own"
        ),
        pytest.param(
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    "
            f"kubectl.kubernetes.io/last-applied-configuration: '{json.dumps(FLANNEL)}'\n",
            id="what was applied last",
        ),
    ],
)
def test_what_embeds_nothing(text: str) -> None:
    assert found(EMBEDDED, text, ALL) == []


@pytest.mark.parametrize(
    "inner",
    [
        pytest.param("[" * 5000, id="deep"),
        pytest.param("apiVersion: v1\nkind: Node\nx: " + "{a: " * 300 + "1" + "}" * 300, id="deep and balanced"),
        pytest.param(
            "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\nkind: Node\napiVersion: v1\nmetadata: {}\n", id="aliases"
        ),
        pytest.param("apiVersion: v1\nkind: Node\nmetadata: *nowhere\n", id="an alias of nothing"),
        pytest.param("apiVersion: v1\nkind: Node\nmetadata: &a {b: *a}\n", id="an alias of itself"),
        pytest.param("apiVersion: v1\nkind: !!binary Tm9kZQ==\nNode: !<tag:x,y> 1\n", id="tags"),
    ],
)
def test_untrusted_texts_are_no_error_of_the_run(inner: str) -> None:
    text = obj("v1", "ConfigMap", data={"a": "apiVersion kind Node\n---\n" + inner, "b": texts(REFUSED)})
    (row,) = found(EMBEDDED, text)
    assert POOL_FAILS in row["message"]
    assert [result.severity for result in everything(text)] == ["warning"]


def test_aliases_make_no_more_of_a_text_than_it_is() -> None:
    bomb = "apiVersion: v1\nkind: Node\nmetadata: {name: n}\nl0: &l0 [containers, containers]\n"
    bomb += "".join(f"l{n}: &l{n} [*l{n - 1}, *l{n - 1}]\n" for n in range(1, 12))
    assert found(EMBEDDED, obj("v1", "ConfigMap", data={"a": bomb})) == []


def test_it_can_be_switched_off_and_excepted() -> None:
    text, _ = HOLDERS["Karmada"]
    off = {"rules": [{"rule": EMBEDDED, "severity": "Off", "reason": "checked before"}]}
    excepted = {"rules": [{"rule": EMBEDDED, "except": [{"kind": "Work", "name": "x"}], "reason": "checked before"}]}
    assert everything(text, off) == [] == everything(text, excepted)
