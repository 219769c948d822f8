"""The rules about node affinity, and what mode Check misses: what each finds, whole, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, everything, finding, found
from yurt_hostnet.krm.result import UNSET, ResourceRef

KEY = "apps.openyurt.io/exclude-host-network-pool"
HOST = "nodepool.openyurt.io/hostnetwork"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
EMPTY = "empty-node-selector-term"
MALFORMED = "node-selector-term-malformed"
UNDONE = "affinity-undone"
POD = ResourceRef("v1", "Pod", "web")
TERMS = f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms"
REQUIREMENT = {"key": HOST, "operator": "NotIn", "values": ["true"]}


def pod(terms: str, metadata: str = f'annotations: {{{KEY}: "true"}}', spec: str = "") -> str:
    affinity = f"affinity: {{nodeAffinity: {{{REQUIRED}: {{nodeSelectorTerms: {terms}}}}}}}"
    head = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web, {metadata}}}\n"
    return f"{head}spec: {{{spec}{affinity}, containers: [{{name: a, image: a}}]}}\n"


IN_POOL = "nodeSelector: {apps.openyurt.io/nodepool: paris}, "
FLANNEL = pod("[{}]", "labels: {app: flannel}").replace("image: a", "image: example.com/flannel:1")


@pytest.mark.parametrize(
    ("text", "index", "current"),
    [
        pytest.param(pod("[{}]"), 0, {}, id="annotated"),
        pytest.param(pod("[{matchExpressions: [{key: a, operator: Exists}]}, null]"), 1, None, id="null, the second"),
        pytest.param(pod("[{matchExpressions: []}]"), 0, {"matchExpressions": []}, id="empty list"),
        pytest.param(pod("[{}]", "labels: {a: b}", IN_POOL), 0, {}, id="names a pool"),
        pytest.param(FLANNEL, 0, {}, id="infrastructure"),
    ],
)
def test_an_empty_term_is_found_once(text: str, index: int, current: Any) -> None:
    """Without the only term the API would refuse the list, so that is not what the remedy says."""
    remedy = "Say in it which nodes are meant, or, if any will do, remove the whole required node affinity."
    if index:
        remedy = "Remove the term, or say in it which nodes are meant."
    message = f"An empty nodeSelectorTerm matches no node; it is left as it is. {remedy}"
    expected = finding("warning", EMPTY, POD, f"{TERMS}[{index}]", message, line=1, current=current)
    assert found(EMPTY, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pod("[]"), id="no terms, which are added"),
        pytest.param(pod("[{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]"), id="fields"),
        pytest.param(pod("[{}]", "labels: {a: b}"), id="a pod that has nothing to do with us"),
    ],
)
def test_empty_near_misses(text: str) -> None:
    assert found(EMPTY, text) == []


@pytest.mark.parametrize(
    ("terms", "path", "problem"),
    [
        pytest.param("{}", TERMS, "This must be a list; it is a mapping.", id="mapping"),
        pytest.param("[a]", f"{TERMS}[0]", "This must be a mapping; it is a string.", id="string"),
        pytest.param(
            "[{matchExpressions: [{key: a, operator: In, values: [true]}]}]",
            f"{TERMS}[0].matchExpressions[0].values[0]",
            "This must be a string; it is a boolean. Put it in quotes.",
            id="value",
        ),
        pytest.param(
            "[{matchExpressions: [{key: a, operator: In}]}]",
            f"{TERMS}[0].matchExpressions[0]",
            "In needs at least one value.",
            id="no values, which stops no edit",
        ),
        pytest.param(
            "[{matchLabels: {disk: ssd}}]",
            f"{TERMS}[0].matchLabels",
            "matchLabels is no field of a nodeSelectorTerm; write matchExpressions, with key, operator In and values.",
            id="matchLabels",
        ),
        pytest.param(
            "[{matchExpressions: [{key: a, operator: Exists}]}, {key: disk, operator: Exists}]",
            f"{TERMS}[1].key",
            "key is no field of a nodeSelectorTerm; put key, operator and values into a list matchExpressions.",
            id="a requirement in place of a term",
        ),
        pytest.param(
            "[{matchExpressions: [{key: a, operator: Exists}], weight: 1}]",
            f"{TERMS}[0].weight",
            "weight is no field of a nodeSelectorTerm; it has matchExpressions and matchFields.",
            id="another field",
        ),
    ],
)
def test_malformed_affinity_is_found_once(terms: str, path: str, problem: str) -> None:
    message = f"Node affinity cannot be read: {problem} Fix the field; the object stays as it is until then."
    expected = finding("error", MALFORMED, POD, path, message, line=1)
    assert found(MALFORMED, pod(terms)) == [expected]
    assert found(MALFORMED, pod(terms, "labels: {a: b}", IN_POOL)) == [expected]


NONE = "Say in a term which nodes are meant, or, if any will do, remove the whole required node affinity."


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pod("[]", "labels: {a: b}"), id="a pod that has nothing to do with us"),
        pytest.param(pod("null", "labels: {a: b}", IN_POOL), id="null"),
        pytest.param(pod("[]", f'annotations: {{{KEY}: "false"}}'), id="annotated otherwise"),
    ],
)
def test_no_terms_at_all(text: str) -> None:
    """The API refuses them; where the requirement is added, there is one."""
    near = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: apps.openyurt.io/nodepool}\n---\n"
    message = f"Node affinity cannot be read: It needs at least one term. {NONE}"
    assert found(MALFORMED, near + text) == [finding("error", MALFORMED, POD, TERMS, message, line=4)]
    assert found(MALFORMED, near + text.replace("nodeSelectorTerms: ", "x: ")) == []
    assert found(MALFORMED, near + pod("[]")) == []


OURS = 'key: nodepool.openyurt.io/hostnetwork, operator: NotIn, values: ["true"'


def test_pods_that_say_nothing_but_our_requirement() -> None:
    """Such a pod has to do with OpenYurt, whoever wrote it."""
    alone = pod(f"[{{matchExpressions: [{{{OURS}]}}]}}, {{}}]", "labels: {a: b}")
    assert [row["field"]["path"] for row in found(EMPTY, alone)] == [f"{TERMS}[1]"]
    odd = pod(f"[{{matchExpressions: [{{{OURS}, 5]}}]}}]", "labels: {a: b}")
    assert [row["field"]["path"] for row in found(MALFORMED, odd)] == [f"{TERMS}[0].matchExpressions[0].values[1]"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pod("[{matchExpressions: [{key: a, operator: In, values: [b]}]}]"), id="well-formed"),
        pytest.param(pod("{}", "labels: {a: b}"), id="a pod that has nothing to do with us"),
        pytest.param(
            "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: web}\nspec: {tasks: ["
            f'{{template: {{metadata: {{annotations: {{{KEY}: "true"}}}}, '
            f"spec: {{affinity: {{nodeAffinity: {{{REQUIRED}: "
            "{nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]}}}}}}, "
            "{template: {spec: {affinity: none}}}]}\n",
            id="another template without terms",
        ),
    ],
)
def test_malformed_near_misses(text: str) -> None:
    assert found(MALFORMED, text) == []


def workload(group: str, kind: str, spec: str) -> str:
    return f"apiVersion: {group}\nkind: {kind}\nmetadata: {{name: web}}\nspec: {{{spec}}}\n"


TEMPLATE = f'template: {{metadata: {{annotations: {{{KEY}: "true"}}}}, spec: {{containers: [{{name: a, image: a}}]}}}}'
POOLED = f"workloadTemplate: {{deploymentTemplate: {{spec: {{{TEMPLATE}}}}}}}"
WANTED = f'It is to be kept off host-network pools, because its annotation {KEY} is "true"; but '
OTHER_KIND = "Use another kind of workload."
NO_PATCH = "Leave node affinity out of the patch, or repeat the requirement in it."
APPS = "apps.openyurt.io/v1alpha1"
POOLED_SPEC = "spec.workloadTemplate.deploymentTemplate.spec.template.spec"
EMPTYING = "{spec: {template: {spec: {affinity: null}}}}"
ORDINARY = "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: x}\nspec: {type: Edge}\n---\n"
TWEAKED = (
    f"workload: {{{POOLED}, workloadTweaks: [{{pools: [x], tweaks: {{patches: "
    "[{path: /spec/replicas, operation: replace, value: 2}, "
    "{path: /spec/template/spec/affinity, operation: remove}]}}]}"
)


@pytest.mark.parametrize(
    ("group", "kind", "spec", "path", "message"),
    [
        pytest.param(
            "apps.openyurt.io/v1beta1",
            "YurtAppSet",
            TWEAKED,
            "spec.workload.workloadTweaks[0].tweaks.patches[1]",
            f"{WANTED}this patch takes that away, which only OpenYurt up to v1.7 does not carry out. {NO_PATCH}",
            id="tweak that removes",
        ),
        pytest.param(
            "apps.openyurt.io/v1beta1",
            "YurtAppSet",
            TWEAKED.replace("operation: remove", "operation: add, value: null"),
            "spec.workload.workloadTweaks[0].tweaks.patches[1]",
            f"{WANTED}this patch undoes that. {NO_PATCH}",
            id="tweak",
        ),
        pytest.param(
            APPS,
            "YurtAppSet",
            f"{POOLED}, topology: {{pools: [{{name: x, patch: {EMPTYING}}}]}}",
            "spec.topology.pools[0].patch",
            f"{WANTED}this patch undoes that. {NO_PATCH}",
            id="patch of a pool",
        ),
        pytest.param(
            APPS,
            "YurtAppDaemon",
            POOLED,
            POOLED_SPEC,
            f"{WANTED}the YurtAppDaemon controller clears required node affinity from the workloads that it makes. "
            f"{OTHER_KIND}",
            id="controller",
        ),
        pytest.param(
            APPS,
            "YurtStaticSet",
            TEMPLATE,
            "spec.template.spec",
            f"{WANTED}a YurtStaticSet makes static pods, which no scheduler places. {OTHER_KIND}",
            id="static pods",
        ),
        pytest.param(
            "serving.knative.dev/v1",
            "Service",
            TEMPLATE,
            "spec.template.spec",
            f"{WANTED}Knative Serving refuses affinity unless kubernetes.podspec-affinity is enabled. {OTHER_KIND}",
            id="Knative",
        ),
        pytest.param(
            "argoproj.io/v1alpha1",
            "Rollout",
            f"workloadRef: {{apiVersion: apps/v1, kind: Deployment, name: web}}, {TEMPLATE}",
            "spec.workloadRef",
            "The pods are those of Deployment web, which workloadRef names, so the annotation here has no effect. "
            "Annotate the pod template of Deployment web.",
            id="workloadRef",
        ),
    ],
)
def test_affinity_that_does_not_last(group: str, kind: str, spec: str, path: str, message: str) -> None:
    expected = finding("warning", UNDONE, ResourceRef(group, kind, "web"), path, message, line=1)
    assert found(UNDONE, workload(group, kind, spec)) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            workload("apps.openyurt.io/v1beta1", "YurtAppSet", TWEAKED.replace(f'{KEY}: "true"', "a: b")),
            id="not annotated",
        ),
        pytest.param(
            workload(
                APPS, "YurtAppSet", f"{POOLED}, topology: {{pools: [{{name: x, patch: {{spec: {{replicas: 2}}}}}}]}}"
            ),
            id="a patch of something else",
        ),
        pytest.param(
            ORDINARY + workload("apps.openyurt.io/v1beta1", "YurtAppSet", TWEAKED), id="a tweak for an ordinary pool"
        ),
        pytest.param(
            ORDINARY + workload(APPS, "YurtAppSet", f"{POOLED}, topology: {{pools: [{{name: x, patch: {EMPTYING}}}]}}"),
            id="a patch of an ordinary pool",
        ),
        pytest.param(workload(APPS, "YurtAppDaemon", POOLED.replace(f'{KEY}: "true"', "a: b")), id="no wish"),
        pytest.param(workload("argoproj.io/v1alpha1", "Rollout", TEMPLATE), id="a Rollout of its own"),
        pytest.param(workload("apps/v1", "Deployment", TEMPLATE), id="Deployment"),
    ],
)
def test_undone_near_misses(text: str) -> None:
    assert found(UNDONE, text) == []


MISSING = (
    "Add {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
    '[{matchExpressions: [{key: nodepool.openyurt.io/hostnetwork, operator: NotIn, values: ["true"]}]}]}}}, '
    "or let yurt-hostnet do it: in mode Transform, or by its command fix."
)
AFFINITY = {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [REQUIREMENT]}]}}}
NEWCOMER = (
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web, METADATA}\n"
    "spec: {containers: [{name: a, image: example.com/flannel}]}\n"
)


@pytest.mark.parametrize(
    ("rule", "metadata", "spec", "reason"),
    [
        pytest.param(
            "pod-not-excluded", f'annotations: {{{KEY}: "true"}}', {}, f'its annotation {KEY} is "true"', id="annotated"
        ),
        pytest.param(
            "pod-not-excluded",
            "labels: {a: b}",
            {"exclude": "NonHostNetwork"},
            "it does not use the host network (spec.exclude: NonHostNetwork)",
            id="NonHostNetwork",
        ),
        pytest.param(
            "infrastructure-not-isolated",
            "labels: {app: flannel}",
            {},
            "flannel is a node agent of the pod network (pod label app=flannel)",
            id="infrastructure",
        ),
    ],
)
def test_what_check_misses_is_found(rule: str, metadata: str, spec: dict[str, Any], reason: str) -> None:
    text = NEWCOMER.replace("METADATA", metadata)
    message = f"This is missing, because {reason}. {MISSING}"
    expected = finding("error", rule, POD, "spec.affinity", message, line=1, current=None, proposed=AFFINITY)
    assert found(rule, text, {**spec, "mode": "Check"}) == [expected]
    assert found(rule, text, spec) == []


def test_what_is_there_is_not_missing() -> None:
    text = pod(f'[{{matchExpressions: [{{key: {HOST}, operator: NotIn, values: ["true"]}}]}}]')
    assert everything(POOLS + text, {"mode": "Check"}) == []


def test_a_rule_may_be_off_or_another_severity_or_except_an_object() -> None:
    def rules(**setting: Any) -> dict[str, Any]:
        return {"rules": [{"rule": EMPTY, "reason": "known", **setting}]}

    assert found(EMPTY, pod("[{}]"), rules(severity="Off")) == []
    assert found(EMPTY, pod("[{}]"), rules(**{"except": [{"kind": "Pod", "name": "web"}]})) == []
    assert [one["severity"] for one in found(EMPTY, pod("[{}]"), rules(severity="Error"))] == ["error"]


def test_a_key_that_stands_twice_where_an_edit_goes() -> None:
    text = pod("[]") + "spec: {containers: []}\n"
    message = (
        "The key spec stands twice here; YAML readers differ in which one counts. "
        "Remove one of them; the object is not edited until then."
    )
    assert found("duplicate-key", text) == [
        finding("error", "duplicate-key", POD, "spec", message, line=1, current=UNSET)
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pod("[]").replace("kind: Pod", "kind: Pod\nkind: Pod"), id="elsewhere in the object"),
        pytest.param("apiVersion: v1\nkind: Pod\nspec: {}\nspec: {}\n", id="nothing to edit"),
    ],
)
def test_duplicate_near_misses(text: str) -> None:
    assert found("duplicate-key", text) == []


@pytest.mark.parametrize(
    ("pools", "more"),
    [
        pytest.param("[x, paris]", "", id="another pool besides"),
        pytest.param("[x]", "nodepoolSelector: {}, ", id="a selector besides"),
    ],
)
def test_tweaks_that_are_not_for_ordinary_pools_alone(pools: str, more: str) -> None:
    spec = TWEAKED.replace("pools: [x]", f"{more}pools: {pools}")
    text = ORDINARY + workload("apps.openyurt.io/v1beta1", "YurtAppSet", spec)
    assert [row["field"]["path"] for row in found(UNDONE, text)] == [
        "spec.workload.workloadTweaks[0].tweaks.patches[1]"
    ]


def test_a_tweak_that_is_for_no_pool() -> None:
    """Without pools and selector OpenYurt uses it nowhere (isNodePoolRelated in workloadmanager/util.go of v1.7)."""
    text = ORDINARY + workload("apps.openyurt.io/v1beta1", "YurtAppSet", TWEAKED.replace("pools: [x]", "pools: []"))
    assert found(UNDONE, text) == []
