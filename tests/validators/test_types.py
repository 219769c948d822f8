"""Rule wrong-field-type: what it finds, whole, what it leaves to other rules and what it leaves alone."""

from __future__ import annotations

import pytest

from commands.program import Ran, run
from validators.running import everything, finding, found
from yurt_hostnet.krm.result import ResourceRef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

RULE = "wrong-field-type"
KEY = "apps.openyurt.io/exclude-host-network-pool"
EDGE = "nodeSelector: {apps.openyurt.io/nodepool: harbour}"
PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
SO = "so the API refuses the object."


def pool(spec: str, version: str = "v1beta2", metadata: str = "") -> str:
    head = f"apiVersion: apps.openyurt.io/{version}\nkind: NodePool\nmetadata: {{name: harbour{metadata}}}\n"
    return f"{head}spec: {{{spec}}}\n"


def pod(spec: str, metadata: str = "") -> str:
    containers = "" if "containers:" in spec else ", containers: [{name: a, image: a}]"
    head = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web{metadata}}}\n"
    return f"{head}spec: {{{spec}{containers}, x: apps.openyurt.io/nodepool}}\n"


def row(path: str, noun: str, remedy: str = "") -> str:
    """Return what `said` has of a field that must be `noun`."""
    return f"{path}: This must be {noun}, {SO} {remedy or f'Write {noun} here, or remove the field.'}"


def said(text: str) -> list[str]:
    """Return path, message and remedy of each finding of the rule."""
    return [f"{one['field']['path']}: {one['message']}" for one in found(RULE, text)]


def test_the_whole_finding() -> None:
    message = f"This must be true or false, {SO} Write true, without quotes."
    ref = ResourceRef("apps.openyurt.io/v1beta2", "NodePool", "harbour")
    expected = finding("error", RULE, ref, "spec.hostNetwork", message, line=1, current="true")
    assert found(RULE, pool('type: Edge, hostNetwork: "true"')) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            pool('type: edge, interConnectivity: "no", leaderElectionStrategy: Random'),
            [
                row("spec.type", "Edge or Cloud"),
                row("spec.interConnectivity", "true or false"),
                row("spec.leaderElectionStrategy", "mark or random"),
            ],
            id="fields of a pool",
        ),
        pytest.param(
            pool("labels: {a: 1}, annotations: [], taints: [{key: a, effect: 1}, null, x]"),
            [
                row("spec.labels.a", "a string", "Put it in quotes."),
                row("spec.annotations", "a mapping"),
                row("spec.taints[0].effect", "a string", "Put it in quotes."),
                row("spec.taints[1]", "a mapping"),
                row("spec.taints[2]", "a mapping"),
            ],
            id="what a pool gives its nodes",
        ),
        pytest.param(
            pool("hostNetwork: []", "v1beta1", ", annotations: {nodepool.openyurt.io/hostnetwork: true}"),
            [
                row("metadata.annotations[nodepool.openyurt.io/hostnetwork]", "a string", "Put it in quotes."),
                row("spec.hostNetwork", "true or false"),
            ],
            id="an annotation of a pool",
        ),
        pytest.param(
            "apiVersion: v1\nkind: Node\nmetadata: {name: n1, labels: {apps.openyurt.io/nodepool: 7}}\n"
            "spec: {taints: {}}\n",
            [
                row("metadata.labels[apps.openyurt.io/nodepool]", "a string", "Put it in quotes."),
                row("spec.taints", "a list"),
            ],
            id="a Node",
        ),
        pytest.param(
            pod(
                "hostNetwork: 1, nodeSelector: [a], nodeName: 3, dnsPolicy: true, tolerations: [{tolerationSeconds: x}]"
            ),
            [
                row("spec.hostNetwork", "true or false"),
                row("spec.nodeSelector", "a mapping"),
                row("spec.nodeName", "a string", "Put it in quotes."),
                row("spec.dnsPolicy", "a string", "Put it in quotes."),
                row("spec.tolerations[0].tolerationSeconds", "a whole number"),
            ],
            id="fields of a pod",
        ),
        pytest.param(
            pod('containers: [{image: 1, ports: [{hostPort: "80", containerPort: 1.5}, 80]}], initContainers: {}'),
            [
                row("spec.containers[0].image", "a string", "Put it in quotes."),
                row("spec.containers[0].ports[0].hostPort", "a whole number", "Write 80, without quotes."),
                row("spec.containers[0].ports[0].containerPort", "a whole number"),
                row("spec.containers[0].ports[1]", "a mapping"),
                row("spec.initContainers", "a list"),
            ],
            id="containers",
        ),
        pytest.param(
            pod(f"affinity: {{nodeAffinity: [], podAffinity: {{{PREFERRED}: [{{weight: a}}]}}}}"),
            [
                row("spec.affinity.nodeAffinity", "a mapping"),
                row(f"spec.affinity.podAffinity.{PREFERRED}[0].weight", "a whole number"),
            ],
            id="affinity",
        ),
        pytest.param(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n"
            "spec: {replicas: '2', template: [apps.openyurt.io/nodepool]}\n",
            [
                row("spec.replicas", "a whole number", "Write 2, without quotes."),
                row("spec.template", "a mapping"),
            ],
            id="the way to a template",
        ),
        pytest.param(
            "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: web}\n"
            f"spec: {{tasks: {{a: {{template: x}}}}, y: {KEY}}}\n---\n"
            "apiVersion: batch.volcano.sh/v1alpha1\nkind: Job\nmetadata: {name: web2}\n"
            f"spec: {{tasks: [1, {{replicas: true, template: x}}], y: {KEY}}}\n",
            [
                row("spec.tasks.a.template", "a mapping"),
                row("spec.tasks[1].replicas", "a whole number"),
                row("spec.tasks[0]", "a mapping"),
            ],
            id="lists on the way",
        ),
        pytest.param(
            "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: kube-flannel-ds, labels: {app: flannel}}\n"
            'spec:\n  template:\n    spec:\n      hostNetwork: "true"\n',
            [row("spec.template.spec.hostNetwork", "true or false", "Write true, without quotes.")],
            id="infrastructure of a package without OpenYurt",
        ),
    ],
)
def test_what_is_found(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pool("type: null, hostNetwork: null, labels: {a: null}, taints: null"), id="null is absent"),
        pytest.param(pool('hostNetwork: "true"', "v1alpha1"), id="a field that the version drops"),
        pytest.param(
            pool('hostNetwork: "true"').replace("apps.openyurt.io", "karpenter.sh"), id="another project's NodePool"
        ),
        pytest.param(pool("hostNetwork: '${HOST_NETWORK}', labels: '${LABELS}'"), id="a variable as a whole"),
        pytest.param(
            pod("hostNetwork: '${A}', nodeSelector: '${B}', containers: ['${C}']"), id="variables of a template"
        ),
        pytest.param(pod("containers: [{ports: [{containerPort: 80.0}]}]"), id="a whole number with a point"),
        pytest.param(pod("hostNetwork: yes"), id="another word for true"),
        pytest.param(pod("hostPID: 'true', containers: [{name: 1, tty: 'x'}]"), id="fields that nobody reads"),
        pytest.param(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {nodeName: 1}}}\n",
            id="an object that is not read",
        ),
    ],
)
def test_near_misses(text: str) -> None:
    assert found(RULE, text) == []


@pytest.mark.parametrize("value", ["${A}b", "${A}${B}", "${A:=true}", "{{ .Values.hostNetwork }}", "$(A)", "<a>"])
def test_what_another_program_fills_in_has_no_type_yet(value: str) -> None:
    assert found(RULE, pool(f"hostNetwork: '{value}'")) == []


@pytest.mark.parametrize("value", ["${A", "$A", "{ .Values.a }", "$()true"[:2], "ENC[a", "<>", "a<b>"])
def test_what_looks_like_it_is_a_string(value: str) -> None:
    assert len(found(RULE, pool(f"hostNetwork: '{value}'"))) == 1


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        pytest.param(pod(EDGE, f", annotations: {{{KEY}: true}}"), "exclude-annotation-value", id="the annotation"),
        pytest.param(
            pod("affinity: x", f', annotations: {{{KEY}: "true"}}'), "node-selector-term-malformed", id="affinity"
        ),
        pytest.param(
            pool("hostNetwork: true")
            + "---\napiVersion: v1\nkind: Node\nmetadata: {name: n1, labels: {apps.openyurt.io/nodepool: harbour, "
            "nodepool.openyurt.io/hostnetwork: true}}\n",
            "node-hostnetwork-label-mismatch",
            id="a label of a Node",
        ),
    ],
)
def test_a_mistake_is_told_once(text: str, rule: str) -> None:
    """By the rule that says what the field means."""
    assert [(result.severity, result.rule) for result in everything(text)] == [("error", rule)]


def test_what_follows_from_a_pool_that_cannot_be_read() -> None:
    """A pool is no ordinary one for it: nobody is told to take the label away from its Node."""
    node = (
        "apiVersion: v1\nkind: Node\nmetadata: {name: n1, labels: {apps.openyurt.io/nodepool: harbour, "
        'nodepool.openyurt.io/hostnetwork: "true"}}\n'
    )
    results = everything(pool('type: Edge, hostNetwork: "true"') + "---\n" + node)
    assert [(result.severity, result.rule) for result in results] == [("error", RULE)]


def test_every_door_refuses_it(tmp_path: Path) -> None:
    text = pool('type: Edge, hostNetwork: "true"')
    (tmp_path / "pool.yaml").write_text(text)
    error = (
        f"error: NodePool harbour spec.hostNetwork: This must be true or false, {SO} [{RULE}]\n"
        "  Write true, without quotes.\nyurt-hostnet: 1 error."
    )
    assert run(stdin=text.encode(), cwd=tmp_path) == Ran(1, "", f"{error} Nothing was edited.\n")
    assert run("check", "pool.yaml", cwd=tmp_path) == Ran(1, f"pool.yaml:4: {error}\n")
    assert run("fix", "pool.yaml", cwd=tmp_path).code == 1
    assert run("explain", "pool.yaml", cwd=tmp_path).code == 1
    before = run("explain", "--before", "pool.yaml", cwd=tmp_path)
    note = "yurt-hostnet: The API refuses some of these objects; `yurt-hostnet check` shows why.\n"
    assert (before.code, before.stderr) == (1, note)
    assert (tmp_path / "pool.yaml").read_text() == text


def test_no_baseline_is_made_of_it(tmp_path: Path) -> None:
    """Read as a default, it would say that the pool may never use the host network."""
    text = pool('type: edge, hostNetwork: "true"')
    (tmp_path / "pool.yaml").write_text(text)
    message = (
        f"yurt-hostnet: pool.yaml:4: NodePool harbour spec.type: This must be Edge or Cloud, {SO} "
        "Write Edge or Cloud here, or remove the field.\n"
        f"yurt-hostnet: pool.yaml:4: NodePool harbour spec.hostNetwork: This must be true or false, {SO} "
        "Write true, without quotes.\n"
    )
    assert run("baseline", "pool.yaml", "-o", "base.yaml", cwd=tmp_path) == Ran(2, "", message)
    assert not (tmp_path / "base.yaml").exists()
