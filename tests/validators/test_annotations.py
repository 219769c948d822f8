"""The rules about annotations and keys: what each finds, whole, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import finding, found
from yurt_hostnet.krm.result import UNSET, ResourceRef

KEY = "apps.openyurt.io/exclude-host-network-pool"
VALUE = "exclude-annotation-value"
MISPLACED = "exclude-annotation-misplaced"
DEAD = "dead-label-key"

POD = ResourceRef("v1", "Pod", "web")
DEPLOYMENT = ResourceRef("apps/v1", "Deployment", "web")
CRON_JOB = ResourceRef("batch/v1", "CronJob", "web")


def pod(annotation: str) -> str:
    return f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web, annotations: {{{KEY}: {annotation}}}}}\nspec: {{}}\n"


def deployment(above: str = "", template: str = "", job: str = "") -> str:
    """Return a Deployment, or a CronJob if `job` is given, with the metadata of each level in flow style."""
    inner = f"template: {{metadata: {{{template}}}, spec: {{containers: []}}}}"
    kind = "apiVersion: apps/v1\nkind: Deployment\n"
    if job:
        kind = "apiVersion: batch/v1\nkind: CronJob\n"
        inner = f"jobTemplate: {{metadata: {{{job}}}, spec: {{{inner}}}}}"
    return f"{kind}metadata: {{name: web{above and ', ' + above}}}\nspec: {{{inner}}}\n"


def noted(value: str = '"true"') -> str:
    return f"annotations: {{{KEY}: {value}}}"


NO_STRING = "This annotation is no string, so the Kubernetes API refuses the object."
IGNORED = 'Only the exact value "true" counts, so OpenYurt ignores this annotation.'


@pytest.mark.parametrize(
    ("annotation", "severity", "current", "meant", "message"),
    [
        pytest.param("true", "error", True, "true", NO_STRING, id="boolean"),
        pytest.param("yes", "error", True, "true", NO_STRING, id="yes is a boolean"),
        pytest.param("false", "error", False, "false", NO_STRING, id="false"),
        pytest.param("1", "error", 1, "true", NO_STRING, id="number"),
        pytest.param('"True"', "warning", "True", "true", IGNORED, id="True"),
        pytest.param("'yes'", "warning", "yes", "true", IGNORED, id="quoted yes"),
        pytest.param('"False"', "warning", "False", "false", IGNORED, id="False"),
        pytest.param('""', "warning", "", "false", IGNORED, id="empty"),
        pytest.param("", "warning", None, "false", IGNORED, id="null"),
    ],
)
def test_a_value_that_does_not_count_is_found(
    annotation: str, severity: Any, current: Any, meant: str, message: str
) -> None:
    remedy = f'Write "{meant}", with quotes, or remove it.'
    if not current and current is not False:
        remedy = 'Remove it, or write "true" or "false", with quotes.'
    text = f"{message} {remedy}"
    path = f"metadata.annotations[{KEY}]"
    expected = finding(severity, VALUE, POD, path, text, line=1, current=current, proposed=meant)
    assert found(VALUE, pod(annotation)) == [expected]


def test_a_value_in_a_template_and_one_above_it() -> None:
    text = deployment(noted("true"), noted('"TRUE"'))
    remedy = 'Write "true", with quotes, or remove it.'
    assert found(VALUE, text) == [
        finding(
            "error",
            VALUE,
            DEPLOYMENT,
            f"metadata.annotations[{KEY}]",
            f"{NO_STRING} {remedy}",
            line=1,
            current=True,
            proposed="true",
        ),
        finding(
            "warning",
            VALUE,
            DEPLOYMENT,
            f"spec.template.metadata.annotations[{KEY}]",
            f"{IGNORED} {remedy}",
            line=1,
            current="TRUE",
            proposed="true",
        ),
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pod('"true"'), id="true"),
        pytest.param(pod("'false'"), id="false, which opts out"),
        pytest.param(deployment(noted('"True"'), noted()), id="a string on the workload counts nowhere"),
        pytest.param(deployment(f'x: {{{KEY}: "yes"}}'), id="no annotation"),
    ],
)
def test_value_near_misses(text: str) -> None:
    assert found(VALUE, text) == []


def misplaced(ref: ResourceRef, path: str, right: str = "spec.template") -> dict[str, Any]:
    sentence = "The annotation has an effect on pods only; here nobody reads it."
    if path.endswith("labels"):
        sentence = "This is an annotation; nobody reads it as a label."
    message = f"{sentence} Move it to {right}{'.' if right else ''}metadata.annotations."
    return finding("warning", MISPLACED, ref, f"{path}[{KEY}]", message, line=1, current="true")


JOB_TEMPLATE = "spec.jobTemplate.spec.template"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(deployment(noted()), misplaced(DEPLOYMENT, "metadata.annotations"), id="on the workload"),
        pytest.param(
            deployment("", f'labels: {{{KEY}: "true"}}'),
            misplaced(DEPLOYMENT, "spec.template.metadata.labels"),
            id="a label of the pod",
        ),
        pytest.param(
            deployment(job=noted()),
            misplaced(CRON_JOB, "spec.jobTemplate.metadata.annotations", JOB_TEMPLATE),
            id="on the job template",
        ),
        pytest.param(
            f'apiVersion: v1\nkind: Pod\nmetadata: {{name: web, labels: {{{KEY}: "true"}}}}\nspec: {{}}\n',
            misplaced(POD, "metadata.labels", ""),
            id="a label of a Pod",
        ),
    ],
)
def test_a_misplaced_annotation_is_found(text: str, expected: dict[str, Any]) -> None:
    assert found(MISPLACED, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(deployment(noted(), noted()), id="commonAnnotations"),
        pytest.param(deployment(noted(), noted('"false"')), id="the template says otherwise"),
        pytest.param(deployment(noted('"false"')), id="false, which changes nothing"),
        pytest.param(pod('"true"'), id="a Pod is its own template"),
    ],
)
def test_misplaced_near_misses(text: str) -> None:
    assert found(MISPLACED, text) == []


def test_false_on_the_workload_is_found_where_it_was_meant_to_count() -> None:
    expected = misplaced(DEPLOYMENT, "metadata.annotations")
    expected["field"]["currentValue"] = "false"
    assert found(MISPLACED, deployment(noted('"false"')), {"exclude": "NonHostNetwork"}) == [expected]


def unknown(text: str, **config: Any) -> list[tuple[str, str]]:
    """Return path and message of each finding."""
    return [(row["field"]["path"], row["message"]) for row in found(MISPLACED, text, config)]


TASK = f"{{metadata: {{{noted()}}}, spec: {{containers: []}}}}"
FLEET = "apiVersion: example.com/v1\nkind: Fleet\nmetadata: {{name: web{0}}}\nspec: {1}\n"


def test_a_pod_template_of_an_unknown_kind() -> None:
    """The place is told as functionConfig wants it; told so, it is edited."""
    text = FLEET.format("", f"{{ships: [{{template: {TASK}}}, {{template: {TASK}}}], a.b: {{c: {TASK}}}}}")
    expected = [
        (
            f"{path}.metadata.annotations[{KEY}]",
            (
                "Where a Fleet of example.com has its pods is not known, so nothing is added here. "
                f"List it in functionConfig: podTemplates: [{{group: example.com, kind: Fleet, paths: ['{pattern}']}}]."
            ),
        )
        for path, pattern in (
            ("spec.ships[0].template", "spec.ships[].template"),
            ("spec.ships[1].template", "spec.ships[].template"),
            ("spec[a.b].c", "spec[a.b].c"),
        )
    ]
    assert unknown(text) == expected
    paths = ["spec.ships[].template", "spec[a.b].c"]
    assert unknown(text, podTemplates=[{"group": "example.com", "kind": "Fleet", "paths": paths}]) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(FLEET.format("", f"{{template: {TASK}}}".replace('"true"', '"false"')), id="another value"),
        pytest.param(
            "apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: web}\n"
            f"spec: {{workloadRef: {{kind: Deployment, name: a}}, template: {TASK}}}\n",
            id="a kind that is known",
        ),
    ],
)
def test_what_is_no_pod_template_of_an_unknown_kind(text: str) -> None:
    assert unknown(text) == []


HOST = "nodepool.openyurt.io/hostnetwork"
PROPOSAL, GUIDE = "nodepool.openyurt.io/host-network", "nodepool.openyurt.io/hostNetwork"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


NOT_ON_NODES = (
    "Remove it. OpenYurt labels the nodes of a host-network pool by itself; on another node its key would keep pods "
    "off for ever, since nobody can remove it again."
)


def dead(
    ref: ResourceRef, path: str, key: str, live: str, current: Any, proposed: Any = UNSET, remedy: str = ""
) -> dict[str, Any]:
    message = f"Nobody reads {key}; OpenYurt's key is {live}. {remedy or f'Write {live}.'}"
    return finding("warning", DEAD, ref, path, message, line=1, current=current, proposed=proposed)


NEEDS_NETWORK = f"Write {HOST}. A pod on such nodes needs hostNetwork: true. A live Pod is deleted and created anew."
THEN = "Then yurt-hostnet adds the node affinity, in mode Transform or by its command fix."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            f"apiVersion: v1\nkind: Node\nmetadata: {{name: edge-1, labels: {{{PROPOSAL}: true}}}}\n",
            dead(
                *(ResourceRef("v1", "Node", "edge-1"), f"metadata.labels[{PROPOSAL}]", PROPOSAL, HOST, True),
                remedy=NOT_ON_NODES,
            ),
            id="label of a Node",
        ),
        pytest.param(
            "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: north}\n"
            f'spec: {{labels: {{{PROPOSAL}: "true"}}, taints: [{{key: {PROPOSAL}, effect: NoSchedule}}]}}\n',
            dead(
                ResourceRef("apps.openyurt.io/v1beta2", "NodePool", "north"),
                *(f"spec.labels[{PROPOSAL}]", PROPOSAL, HOST, "true"),
                remedy=NOT_ON_NODES,
            ),
            id="label that a NodePool gives, and a taint, which is the operator's own",
        ),
        pytest.param(
            f'apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec: {{nodeSelector: {{{GUIDE}: "true"}}}}\n',
            dead(POD, f"spec.nodeSelector[{GUIDE}]", GUIDE, HOST, "true", remedy=NEEDS_NETWORK),
            id="nodeSelector",
        ),
        pytest.param(
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {affinity: {nodeAffinity: {"
            f"{REQUIRED}: {{nodeSelectorTerms: [{{matchExpressions: "
            f'[{{key: {PROPOSAL}, operator: NotIn, values: ["true"]}}]'
            "}]}}}}\n",
            dead(
                POD,
                f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].key",
                PROPOSAL,
                HOST,
                PROPOSAL,
                HOST,
            ),
            id="requirement",
        ),
        pytest.param(
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web, annotations: "
            '{apps.openyurt.io/exclude-hostnetwork-pool: "true"}}\nspec: {}\n',
            dead(
                POD,
                "metadata.annotations[apps.openyurt.io/exclude-hostnetwork-pool]",
                "apps.openyurt.io/exclude-hostnetwork-pool",
                KEY,
                "true",
                remedy=f'Write {KEY}: "true". {THEN}',
            ),
            id="annotation",
        ),
        *(
            pytest.param(
                f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec: {{nodeSelector: {{{key}: x}}}}\n",
                dead(POD, f"spec.nodeSelector[{key}]", key, HOST, "x", remedy=NEEDS_NETWORK),
                id=key,
            )
            for key in (
                *(f"nodepool.openyurt.io/{end}" for end in ("Hostnetwork", "HOSTNETWORK", "host_Network-")),
                *(f"{start}.openyurt.io/hostnetwork" for start in ("NodePool", "node_pool")),
            )
        ),
        pytest.param(
            f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec: {{x: [{{topologyKey: {PROPOSAL}}}]}}\n",
            dead(POD, "spec.x[0].topologyKey", PROPOSAL, HOST, PROPOSAL, HOST),
            id="topologyKey",
        ),
    ],
)
def test_a_dead_key_is_found(text: str, expected: dict[str, Any]) -> None:
    assert found(DEAD, text) == [expected]


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        (
            f'apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec: {{nodeSelector: {{{GUIDE}: "false"}}}}\n',
            (
                f'Remove it, and annotate the pod template {KEY}: "true": ordinary nodes have no such label at all, so '
                f"no value selects them. {THEN}"
            ),
        ),
        (
            (
                "apiVersion: apps/v1\nkind: Deployment\n"
                'metadata: {name: a, annotations: {openyurt.io/exclude-host-network-pool: "true"}}\n'
                "spec: {template: {spec: {containers: []}}}\n"
            ),
            f'Write {KEY}: "true" into spec.template.metadata.annotations in its place. {THEN}',
        ),
        (
            (
                "apiVersion: v1\nkind: Service\n"
                'metadata: {name: a, annotations: {openyurt.io/exclude-host-network: "true"}}\n'
            ),
            f"Remove it; {KEY} is read on pods, in the annotations of their templates.",
        ),
        (
            f'apiVersion: v1\nkind: Service\nmetadata: {{name: a, labels: {{{GUIDE}: "true"}}}}\n',
            "Remove it, unless a selector of your own names it; OpenYurt's key is a label of Nodes alone.",
        ),
        (
            (
                "apiVersion: v1\nkind: Pod\nspec: {}\nmetadata:\n  name: a\n"
                f'  annotations: {{{KEY}: "true", apps.openyurt.io/exclude-hostnetwork-pool: "true"}}\n'
            ),
            f"Remove it; {KEY} stands beside it, or will.",
        ),
        (
            (
                "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nspec: {}\n"
                f'metadata: {{name: a, annotations: {{{PROPOSAL}: "true"}}}}\n'
            ),
            "Remove it. A new NodePool says so by spec.hostNetwork: true; of one that exists it cannot be changed.",
        ),
    ],
)
def test_what_to_do_about_a_dead_key_depends_on_its_place(text: str, remedy: str) -> None:
    (told,) = found(DEAD, text)
    assert told["message"].endswith(f". {remedy}")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f'apiVersion: v1\nkind: Node\nmetadata: {{name: a, labels: {{{HOST}: "true"}}}}\n', id="alive"),
        pytest.param(
            f'apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata: {{text: "not {PROPOSAL}"}}\n',
            id="in a text",
        ),
        pytest.param(
            "apiVersion: v1\nkind: Node\nmetadata: {name: a, labels: {example.com/host-network: x}}\n", id="not ours"
        ),
    ],
)
def test_dead_near_misses(text: str) -> None:
    assert found(DEAD, text) == []
