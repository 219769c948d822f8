"""Which edits exclude-pods wants, why, and what it says of affinity that it must not touch."""

from __future__ import annotations

from transformers.wishes import told
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.openyurt.names import EXCLUDE_REQUIREMENT
from yurt_hostnet.transformers import exclude_pods

AFFINITY = ("spec", "affinity")
TERMS = (*AFFINITY, "nodeAffinity", REQUIRED, "nodeSelectorTerms")
WHOLE = {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [EXCLUDE_REQUIREMENT]}]}}}
ALL = "it does not use the host network (spec.exclude: NonHostNetwork)"
ANNOTATED = 'its annotation apps.openyurt.io/exclude-host-network-pool is "true"'
MALFORMED = "node-selector-term-malformed"


def pod(name: str, affinity: str = "", annotation: str = "") -> str:
    annotations = f", annotations: {{apps.openyurt.io/exclude-host-network-pool: {annotation}}}" if annotation else ""
    return (
        f"apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}{annotations}}}\n"
        f"spec: {{containers: []{affinity and f', affinity: {affinity}'}}}\n---\n"
    )


def terms(*given: str) -> str:
    return f"{{nodeAffinity: {{{REQUIRED}: {{nodeSelectorTerms: [{', '.join(given)}]}}}}}}"


def test_pods_that_cannot_be_read_do_not_stop_the_others() -> None:
    """Whether the first is pinned cannot be said, so nothing is wanted of it."""
    text = pod("odd", "[]") + pod("web")
    assert told(exclude_pods, text, {"exclude": "NonHostNetwork"}) == [
        ("odd", MALFORMED, AFFINITY, "Node affinity cannot be read: This must be a mapping; it is a list."),
        ("web", [Edit(AFFINITY, WHOLE)], ALL),
    ]


def test_what_serves_any_node_stays() -> None:
    def agent(name: str, path: str) -> str:
        volumes = f"volumes: [{{name: v, hostPath: {{path: {path}}}}}]"
        return f"apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{containers: [], {volumes}}}\n---\n"

    text = (
        agent("device-plugin", "/var/lib/kubelet/device-plugins")
        + agent("logs", "/var/log/pods")
        + agent("csi", "/var/lib/kubelet/plugins")
        + pod("gpu").replace("name: gpu", "name: gpu, labels: {name: fluentd-elasticsearch}")
    )
    assert told(exclude_pods, text, {"exclude": "NonHostNetwork"}) == [("csi", [Edit(AFFINITY, WHOLE)], ALL)]


def test_an_annotated_pod_that_cannot_be_read() -> None:
    assert told(exclude_pods, pod("odd", terms("disk"), '"true"')) == [
        ("odd", MALFORMED, (*TERMS, 0), "Node affinity cannot be read: This must be a mapping; it is a string."),
    ]


def test_a_term_with_a_requirement_that_means_nothing_gets_none() -> None:
    """Each such requirement is named, and no edit is wanted."""
    text = pod("web", terms("{matchExpressions: [{key: disk, operator: In}, {key: cpu, operator: Gt}]}"), '"true"')
    expressions = (*TERMS, 0, "matchExpressions")
    assert told(exclude_pods, text) == [
        ("web", MALFORMED, (*expressions, 0), "Node affinity cannot be read: In needs at least one value."),
        (
            "web",
            MALFORMED,
            (*expressions, 1),
            "Node affinity cannot be read: Gt needs exactly one value, a whole number in quotes.",
        ),
    ]


def test_where_nothing_is_to_be_added_the_rule_alone_speaks() -> None:
    done = "{key: nodepool.openyurt.io/hostnetwork, operator: NotIn, values: ['true']}"
    text = pod("web", terms(f"{{matchExpressions: [{{key: disk, operator: In}}, {done}]}}"), '"true"')
    assert told(exclude_pods, text) == []


def test_empty_terms_are_named_beside_the_edit() -> None:
    text = pod("web", terms("{}", "{matchExpressions: [{key: disk, operator: Exists}]}"), '"true"')
    assert told(exclude_pods, text) == [
        (
            "web",
            "empty-node-selector-term",
            (*TERMS, 0),
            "An empty nodeSelectorTerm matches no node; it is left as it is.",
        ),
        ("web", [Edit((*TERMS, 1, "matchExpressions", "-"), EXCLUDE_REQUIREMENT)], ANNOTATED),
    ]


def test_pods_that_ask_for_nothing() -> None:
    """Another annotation, no annotation, an opt-out, the host network."""
    assert told(exclude_pods, pod("a", annotation='"True"') + pod("b", annotation='"false"') + pod("c")) == []
    on_host = pod("d").replace("containers: []", "containers: [], hostNetwork: true")
    assert told(exclude_pods, pod("b", annotation='"false"') + on_host, {"exclude": "NonHostNetwork"}) == []


def test_templates_that_must_not_be_written() -> None:
    """A template without spec, and kinds whose controller or API does not let affinity stand."""
    template = "{metadata: {annotations: {apps.openyurt.io/exclude-host-network-pool: 'true'}}, spec: {containers: []}}"
    bare = template.replace(", spec: {containers: []}", "")
    text = "".join(
        f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: {kind}}}\nspec: {spec}\n---\n"
        for version, kind, spec in (
            ("apps/v1", "Deployment", f"{{template: {bare}}}"),
            ("apps.openyurt.io/v1alpha1", "YurtStaticSet", f"{{template: {template}}}"),
            ("serving.knative.dev/v1", "Service", f"{{template: {template}}}"),
            (
                "apps.openyurt.io/v1alpha1",
                "YurtAppDaemon",
                f"{{workloadTemplate: {{deploymentTemplate: {{spec: {{template: {template}}}}}}}}}",
            ),
            ("apps/v1", "StatefulSet", f"{{template: {template}}}"),
        )
    )
    path = ("spec", "template", *AFFINITY)
    assert told(exclude_pods, text) == [("StatefulSet", [Edit(path, WHOLE)], ANNOTATED)]


def test_the_path_leads_from_the_object_s_root() -> None:
    text = (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: odd}\n"
        "spec: {template: {spec: {containers: [], affinity: {nodeAffinity: 3}}}}\n"
    )
    path = ("spec", "template", *AFFINITY, "nodeAffinity")
    assert told(exclude_pods, text, {"exclude": "NonHostNetwork"}) == [
        ("odd", MALFORMED, path, "Node affinity cannot be read: This must be a mapping; it is a number.")
    ]


HOST = "nodepool.openyurt.io/hostnetwork"


def test_pods_that_keep_themselves_off_in_other_words() -> None:
    """Nothing is wanted of them, but the requirement of those that the webhook would edit."""
    own = terms(f"{{matchExpressions: [{{key: {HOST}, operator: DoesNotExist}}]}}")
    text = pod("own", own) + pod("annotated", own, '"true"') + pod("false", own, '"false"')
    added = [Edit((*TERMS, 0, "matchExpressions", "-"), EXCLUDE_REQUIREMENT)]
    assert told(exclude_pods, text, {"exclude": "NonHostNetwork"}) == [("annotated", added, ANNOTATED)]
    assert told(exclude_pods, text) == [("annotated", added, ANNOTATED)]


def test_pods_that_a_node_selector_keeps_off() -> None:
    """It is written beside, where a later edit does not forget it."""
    text = pod("web").replace("spec: {", f'spec: {{nodeSelector: {{{HOST}: "false"}}, ')
    assert told(exclude_pods, text, {"exclude": "NonHostNetwork"}) == [("web", [Edit(AFFINITY, WHOLE)], ALL)]


def test_one_term_of_two_that_keeps_off() -> None:
    own = terms(
        f"{{matchExpressions: [{{key: {HOST}, operator: DoesNotExist}}]}}",
        "{matchExpressions: [{key: a, operator: Exists}]}",
    )
    edits = [Edit((*TERMS, number, "matchExpressions", "-"), EXCLUDE_REQUIREMENT) for number in (0, 1)]
    assert told(exclude_pods, pod("web", own), {"exclude": "NonHostNetwork"}) == [("web", edits, ALL)]


def test_a_requirement_without_a_key() -> None:
    text = pod("web", terms("{matchExpressions: [{operator: Exists}]}"))
    assert [rule for _, rule, *_ in told(exclude_pods, text, {"exclude": "NonHostNetwork"})] == [MALFORMED]
