"""The rules about NodePools: what each finds, whole, and what it leaves alone."""

from __future__ import annotations

import pytest

from properties.in_process import filtered
from validators.running import everything, finding, found
from yurt_hostnet.krm.result import ResourceRef

LABEL = "nodepool.openyurt.io/hostnetwork"


def pool(version: str, *spec: str, annotation: str = "") -> str:
    lines = [f"apiVersion: apps.openyurt.io/{version}", "kind: NodePool", "metadata:", "  name: beijing"]
    if annotation:
        lines += ["  annotations:", f"    {LABEL}: {annotation}"]
    return "\n".join([*lines, "spec:", *(f"  {line}" for line in spec), ""])


def ref(version: str = "v1beta2") -> ResourceRef:
    return ResourceRef(f"apps.openyurt.io/{version}", "NodePool", "beijing")


CLOUD = "nodepool-cloud-hostnetwork"
CLOUD_MESSAGE = (
    "A NodePool of type Cloud cannot use the host network; OpenYurt refuses it. "
    "Write type: Edge, or remove hostNetwork; where the pool exists both are immutable, and a new one is needed."
)


def test_a_cloud_pool_with_host_network_is_found() -> None:
    text = pool("v1beta2", "type: Cloud", "hostNetwork: true")
    expected = finding("error", CLOUD, ref(), "spec.hostNetwork", CLOUD_MESSAGE, line=1, current=True)
    assert found(CLOUD, text) == [expected]


def test_a_cloud_pool_with_the_annotation_is_found() -> None:
    text = pool("v1alpha1", "type: Cloud", annotation='"True"')
    path = f"metadata.annotations[{LABEL}]"
    expected = finding("error", CLOUD, ref("v1alpha1"), path, CLOUD_MESSAGE, line=1, current="True")
    assert found(CLOUD, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pool("v1beta2", "type: Edge", "hostNetwork: true"), id="edge"),
        pytest.param(pool("v1beta2", "hostNetwork: true"), id="no type, which means Edge"),
        pytest.param(pool("v1beta2", "type: Cloud"), id="cloud without host network"),
        pytest.param(pool("v1beta2", "type: Cloud", "hostNetwork: false"), id="cloud, false"),
        pytest.param(pool("v1beta2", "type: Cloud", annotation='"true"'), id="v1beta2 does not read the annotation"),
        pytest.param(pool("v1alpha1", "type: Cloud", "hostNetwork: true"), id="v1alpha1 has no such field"),
        pytest.param(
            pool("v1beta2", "type: Cloud", "hostNetwork: true").replace("apps.openyurt.io", "karpenter.sh"),
            id="another project's NodePool",
        ),
    ],
)
def test_cloud_near_misses(text: str) -> None:
    assert found(CLOUD, text) == []


LABELS = "nodepool-labels-hostnetwork"
LABELS_MESSAGE = (
    "OpenYurt copies spec.labels to the nodes, where nobody can take this label away again. "
    "Remove the label here. {}A pool that exists keeps its hostNetwork, and nodes that have the label keep it until "
    "they are joined anew."
)
NEW_POOL = "For a new pool, write hostNetwork: true, from which OpenYurt labels the nodes. "


@pytest.mark.parametrize(
    ("value", "host_network", "advice"),
    [("true", "true", ""), ("false", "true", ""), ("true", "false", NEW_POOL), ("false", "false", "")],
)
def test_the_label_in_spec_labels_is_found(value: str, host_network: str, advice: str) -> None:
    """hostNetwork is for a pool that is meant to have it and does not say so."""
    text = pool("v1beta2", "type: Edge", f"hostNetwork: {host_network}", "labels:", f'  {LABEL}: "{value}"')
    message = LABELS_MESSAGE.format(advice)
    expected = finding("error", LABELS, ref(), f"spec.labels[{LABEL}]", message, line=1, current=value)
    assert found(LABELS, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pool("v1beta2", "labels:", "  region: north"), id="another label"),
        pytest.param(pool("v1beta2", "annotations:", f'  {LABEL}: "true"'), id="spec.annotations, no label"),
        pytest.param(pool("v1beta1", "hostNetwork: true", annotation='"true"'), id="the pool's own annotation"),
        pytest.param(pool("v1beta2", "labels: null", f"x: {LABEL}"), id="null labels"),
    ],
)
def test_labels_near_misses(text: str) -> None:
    assert found(LABELS, text) == []


VERSION = "nodepool-hostnetwork-version"
STORED = "Of a pool that exists, first see what is stored (kubectl get nodepool beijing -o yaml): it cannot be changed."
BOTH = f'Write apps.openyurt.io/v1beta2 for OpenYurt 1.7, or both spec.hostNetwork and {LABEL}: "true". {STORED}'
ANNOTATION = f"metadata.annotations[{LABEL}]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            pool("v1beta1", "hostNetwork: true"),
            finding(
                "warning",
                VERSION,
                ref("v1beta1"),
                ANNOTATION,
                "OpenYurt 1.7 reads of a v1beta1 NodePool only the annotation and stores this pool without host "
                f"network. {BOTH}",
                line=1,
                proposed="true",
            ),
            id="v1beta1 field",
        ),
        pytest.param(
            pool("v1beta1", "hostNetwork: true", annotation='"false"'),
            finding(
                "warning",
                VERSION,
                ref("v1beta1"),
                ANNOTATION,
                "OpenYurt 1.7 reads of a v1beta1 NodePool only the annotation and stores this pool without host "
                f"network. {BOTH}",
                line=1,
                current="false",
                proposed="true",
            ),
            id="v1beta1 field against annotation",
        ),
        pytest.param(
            pool("v1beta1", "type: Edge", annotation='"true"'),
            finding(
                "warning",
                VERSION,
                ref("v1beta1"),
                "spec.hostNetwork",
                "OpenYurt 1.4 to 1.6 read of a v1beta1 NodePool only spec.hostNetwork and make this an ordinary pool. "
                f"{BOTH}",
                line=1,
                proposed=True,
            ),
            id="v1beta1 annotation",
        ),
        pytest.param(
            pool("v1alpha1", "hostNetwork: true"),
            finding(
                "warning",
                VERSION,
                ref("v1alpha1"),
                "apiVersion",
                "A v1alpha1 NodePool has no field hostNetwork; it is dropped and the pool is an ordinary one. "
                "Write apps.openyurt.io/v1beta2, the version that has the field. "
                f"{STORED}",
                line=1,
                current="apps.openyurt.io/v1alpha1",
                proposed="apps.openyurt.io/v1beta2",
            ),
            id="v1alpha1 field",
        ),
        pytest.param(
            pool("v1beta2", "hostNetwork: false", annotation='"true"'),
            finding(
                "warning",
                VERSION,
                ref(),
                "spec.hostNetwork",
                "Of a v1beta2 NodePool only spec.hostNetwork counts, not the annotation; the pool is an ordinary one. "
                f"Write hostNetwork: true, or remove the annotation. {STORED}",
                line=1,
                current=False,
                proposed=True,
            ),
            id="v1beta2 annotation",
        ),
    ],
)
def test_a_version_that_loses_host_network_is_found(text: str, expected: dict[str, object]) -> None:
    assert found(VERSION, text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(pool("v1beta2", "hostNetwork: true"), id="v1beta2 field"),
        pytest.param(pool("v1beta1", "hostNetwork: true", annotation='"TRUE"'), id="v1beta1 both"),
        pytest.param(pool("v1alpha1", "type: Edge", annotation='"true"'), id="v1alpha1 annotation"),
        pytest.param(pool("v1beta1", "hostNetwork: false"), id="v1beta1 false"),
        pytest.param(pool("v1beta2", "hostNetwork: false", annotation='"false"'), id="both false"),
    ],
)
def test_version_near_misses(text: str) -> None:
    assert found(VERSION, text) == []


CONTRADICTION = "nodepool-contradiction"
USES = pool("v1beta2", "type: Edge", "hostNetwork: true")
USES_NOT = pool("v1beta2", "type: Edge", "hostNetwork: false")


UNTIL = "Until they agree no Node is labelled for it and no pod is judged by it."
OTHER_CLUSTER = (
    "If they are of two clusters, check each directory by itself, as in: yurt-hostnet check DIR. If they are of one, "
    "make them agree with what is stored there: kubectl get nodepool beijing -o yaml"
)
SILENT = pool("v1beta2", "taints: []")


@pytest.mark.parametrize("other", [USES_NOT, SILENT], ids=["says no", "says nothing"])
def test_two_node_pools_that_contradict_each_other_are_found(other: str) -> None:
    message = (
        "This NodePool does not use the host network, and the one of this name that is declared before it uses the "
        f"host network. {UNTIL} {OTHER_CLUSTER}"
    )
    expected = finding("warning", CONTRADICTION, ref(), "spec.hostNetwork", message, line=8, current=False)
    assert found(CONTRADICTION, f"{USES}---\n{other}") == [expected]


def test_a_node_pool_that_contradicts_function_config_is_found() -> None:
    message = (
        "functionConfig says of this pool that it does not use the host network, and this NodePool that it uses the "
        f"host network. {UNTIL} Leave the pool out of functionConfig, which is for pools that the package does not "
        "declare."
    )
    expected = finding("warning", CONTRADICTION, ref(), "spec.hostNetwork", message, line=1, current=True)
    assert found(CONTRADICTION, USES, {"pools": [{"name": "beijing"}]}) == [expected]


def test_a_key_that_stands_twice_is_found() -> None:
    message = (
        "The key hostNetwork stands twice here, and readers differ in which one counts. Until one is left no Node is "
        "labelled for the pool and no pod is judged by it. Keep one of them."
    )
    text = USES + "  hostNetwork: false\n"
    assert found(CONTRADICTION, text) == [finding("warning", CONTRADICTION, ref(), "spec.hostNetwork", message, line=1)]
    assert found(CONTRADICTION, USES + "  taints: []\n  taints: []\n") == []


NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: m1, labels: {apps.openyurt.io/nodepool: beijing}}\n"
DOUBTFUL = {
    "two declarations": f"{USES}---\n{USES_NOT}",
    "one that says nothing": f"{SILENT}---\n{USES}",
    "a field that 1.7 drops": pool("v1beta1", "hostNetwork: true"),
    "an annotation that 1.6 does not read": pool("v1beta1", annotation='"true"'),
    "a key that stands twice": USES + "  hostNetwork: true\n",
    "a variable": pool("v1beta2", "hostNetwork: ${HOSTNET}"),
    "a string": pool("v1beta2", "hostNetwork: 'true'"),
    "a string beside another one": f"{USES}---\n" + pool("v1beta2", "hostNetwork: 'true'"),
    "a variable beside another one": f"{USES}---\n" + pool("v1beta2", "hostNetwork: ${HOSTNET}"),
    "another one in front of a variable": pool("v1beta2", "hostNetwork: ${HOSTNET}") + f"---\n{USES}",
    "a field that 1.7 drops beside another one": f"{USES}---\n" + pool("v1beta1", "hostNetwork: true"),
    "an annotation that is a variable": pool("v1alpha1", "type: Edge", annotation="${HOSTNET}"),
    "an annotation that is no string": pool("v1alpha1", "type: Edge", annotation="true"),
    "a type that is a variable": pool("v1beta2", "hostNetwork: true", "type: ${TYPE}"),
    "a type that there is not": pool("v1beta2", "hostNetwork: true", "type: Far"),
    "three declarations": f"{USES}---\n{USES_NOT}---\n{SILENT}",
}
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {nodeSelector: {apps.openyurt.io/nodepool: beijing}, containers: [{name: a, image: b}]}
"""


@pytest.mark.parametrize("name", DOUBTFUL)
def test_nothing_rests_on_a_doubtful_pool(name: str) -> None:
    """No Node is labelled, no pod gets an edit for or because of it, and only the pool is told of."""
    text = f"{DOUBTFUL[name]}---\n{NODE}---\n{POD}"
    for exclude in ("Annotated", "NonHostNetwork"):
        done = filtered(text.encode(), "--set", f"exclude={exclude}", "-v")
        assert done.stdout.decode() in (text, "")
        told = [line for line in done.stderr.splitlines() if not line.startswith(("  ", "yurt-hostnet:"))]
        assert [line.split(":")[1].split(" ")[1] for line in told] == ["NodePool"] * len(told)
        assert len(told) == 1


def test_nothing_rests_on_a_pool_that_open_yurt_refuses() -> None:
    """Whoever switches the rule off that tells of it gets no label all the same."""
    text = pool("v1beta2", "type: Cloud", "hostNetwork: true") + f"---\n{NODE}"
    results = everything(text, {"rules": [{"rule": CLOUD, "severity": "Off", "reason": "none"}], "mode": "Check"})
    assert [(result.severity, result.rule) for result in results] == []


@pytest.mark.parametrize(
    ("text", "pools"),
    [
        pytest.param(f"{USES}---\n{USES}", [], id="twice the same"),
        pytest.param(USES, [{"name": "beijing", "hostNetwork": True}], id="functionConfig says so too"),
        pytest.param(f"{USES}---\n{USES_NOT.replace('beijing', 'other')}", [], id="two pools"),
    ],
)
def test_contradiction_near_misses(text: str, pools: list[dict[str, object]]) -> None:
    assert found(CONTRADICTION, text, {"pools": pools}) == []


@pytest.mark.parametrize(
    "text", [pool("v1beta2", annotation='"true"'), pool("v1beta2", annotation='"true"')[: -len("spec:\n")]]
)
def test_a_pool_without_spec(text: str) -> None:
    message = (
        "Of a v1beta2 NodePool only spec.hostNetwork counts, not the annotation; the pool is an ordinary one. "
        f"Write hostNetwork: true, or remove the annotation. {STORED}"
    )
    assert found(VERSION, text) == [
        finding("warning", VERSION, ref(), "spec.hostNetwork", message, line=1, proposed=True)
    ]
