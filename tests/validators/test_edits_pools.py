"""Rules about edits of NodePools: what fires, whole, and what must not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from validators.comparing import OLD, compare, finding, results

if TYPE_CHECKING:
    from pathlib import Path

ANNOTATION = "metadata.annotations[nodepool.openyurt.io/hostnetwork]"
JOIN = "reset it, delete its Node and join it anew (yurtadm reset, kubectl delete node, yurtadm join)"
NEW_POOL = f"For another network, create a new pool; to move a node into it, {JOIN}."


def pool(version: str, spec: str, annotation: str = "", name: str = "beijing", more: str = "") -> str:
    note = f'{{nodepool.openyurt.io/hostnetwork: "{annotation}"}}' if annotation else "{}"
    return f"""\
apiVersion: apps.openyurt.io/{version}
kind: NodePool
metadata:
  name: {name}
  annotations: {note}
{more}spec:
  {spec or "{}"}
"""


def ref(version: str = "v1beta2") -> dict[str, str]:
    return {"apiVersion": f"apps.openyurt.io/{version}", "kind": "NodePool", "name": "beijing"}


def _back(path: str, old: str) -> str:
    return f'the annotation nodepool.openyurt.io/hostnetwork: "{old}"' if path == ANNOTATION else f"hostNetwork: {old}"


def host_network(
    old: bool, new: bool, version: str = "v1beta2", field: tuple[str, Any, Any, int] | None = None, more: str = ""
) -> dict[str, Any]:
    path, current, proposed, line = field or ("spec.hostNetwork", new, old, 7)
    words = {True: "true", False: "false"}
    message = (
        f"hostNetwork of this NodePool was {words[old]} (old.yaml) and would become {words[new]}; OpenYurt refuses "
        f"the change.{more} Write {_back(path, words[old])} again. {NEW_POOL}"
    )
    return finding("error", "nodepool-hostnetwork-changed", ref(version), path, current, proposed, message, line)


CONVERTED = " In {}, OpenYurt 1.7 and later read the annotation nodepool.openyurt.io/hostnetwork and no field."
FIRES = [
    pytest.param(
        pool("v1beta2", "hostNetwork: true"),
        pool("v1beta2", "hostNetwork: false"),
        [host_network(True, False)],
        id="true to false",
    ),
    pytest.param(
        pool("v1beta2", "hostNetwork: true"),
        pool("v1beta2", "type: Edge"),
        [host_network(True, False, field=("spec.hostNetwork", False, True, 6))],
        id="field removed",
    ),
    pytest.param(
        pool("v1beta2", "type: Edge"),
        pool("v1beta2", "hostNetwork: yes"),
        [host_network(False, True)],
        id="absent to true",
    ),
    pytest.param(
        pool("v1beta2", "hostNetwork: true"),
        pool("v1alpha1", "hostNetwork: true"),
        [host_network(True, False, "v1alpha1", (ANNOTATION, None, "true", 5), CONVERTED.format("v1alpha1"))],
        id="v1alpha1 has no field",
    ),
    pytest.param(
        pool("v1alpha1", "type: Edge", "TRUE"),
        pool("v1alpha1", "type: Edge", "no"),
        [host_network(True, False, "v1alpha1", (ANNOTATION, "no", "true", 5), CONVERTED.format("v1alpha1"))],
        id="v1alpha1 annotation",
    ),
    pytest.param(
        pool("v1beta2", "hostNetwork: true"),
        pool("v1beta1", "hostNetwork: true"),
        [host_network(True, False, "v1beta1", (ANNOTATION, None, "true", 5), CONVERTED.format("v1beta1"))],
        id="the conversion of v1beta1 drops the field",
    ),
    pytest.param(
        pool("v1beta1", "type: Edge"),
        pool("v1beta1", "type: Edge", "true"),
        [host_network(False, True, "v1beta1", (ANNOTATION, "true", "false", 5))],
        id="v1beta1 annotation set",
    ),
    pytest.param(
        pool("v1beta1", "hostNetwork: true"),
        pool("v1beta1", "hostNetwork: false"),
        [host_network(True, False, "v1beta1")],
        id="v1beta1 field alone",
    ),
    pytest.param(
        pool("v1beta2", "type: Edge"),
        pool("v1beta2", "type: Cloud"),
        [
            finding(
                "error",
                "nodepool-type-changed",
                ref(),
                "spec.type",
                "Cloud",
                "Edge",
                "type of this NodePool was Edge (old.yaml) and would become Cloud; OpenYurt refuses the change. "
                "Write type: Edge again, or create a new pool.",
                7,
            )
        ],
        id="type",
    ),
    pytest.param(
        pool("v1beta2", "type: Cloud"),
        pool("v1beta2", "labels: {a: b}"),
        [
            finding(
                "error",
                "nodepool-type-changed",
                ref(),
                "spec.type",
                "Edge",
                "Cloud",
                "type of this NodePool was Cloud (old.yaml) and would become Edge; OpenYurt refuses the change. "
                "Write type: Cloud again, or create a new pool.",
                6,
            )
        ],
        id="a type that is removed becomes Edge",
    ),
    pytest.param(
        pool("v1beta2", "interConnectivity: true"),
        pool("v1beta2", "interConnectivity: false"),
        [
            finding(
                "error",
                "nodepool-interconnectivity-changed",
                ref(),
                "spec.interConnectivity",
                False,
                True,
                "interConnectivity of this NodePool was true (old.yaml) and would become false; OpenYurt refuses the "
                "change. Write interConnectivity: true again, or create a new pool.",
                7,
            )
        ],
        id="interConnectivity",
    ),
    pytest.param(
        pool("v1beta2", "interConnectivity: true"),
        pool("v1beta1", "interConnectivity: true"),
        [
            finding(
                "error",
                "nodepool-interconnectivity-changed",
                ref("v1beta1"),
                "spec.interConnectivity",
                False,
                True,
                "interConnectivity of this NodePool was true (old.yaml) and would become false; OpenYurt refuses the "
                "change. v1beta1 does not have the field, which makes it false. "
                "Write apiVersion: apps.openyurt.io/v1beta2 and interConnectivity: true, or create a new pool.",
                7,
            )
        ],
        id="interConnectivity is lost in v1beta1",
    ),
]


@pytest.mark.parametrize(("old", "new", "expected"), FIRES)
def test_fires(
    old: str, new: str, expected: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(tmp_path, old, new) == expected


NEAR_MISSES = [
    pytest.param(pool("v1beta2", "hostNetwork: true"), pool("v1beta2", "hostNetwork: true"), id="same"),
    pytest.param(pool("v1beta2", "hostNetwork: false"), pool("v1beta2", ""), id="false and absent are the same"),
    pytest.param(pool("v1beta2", "hostNetwork: null"), pool("v1beta2", "type: Edge"), id="null is absent"),
    pytest.param(pool("v1beta2", "hostNetwork: true"), pool("v1beta2", "", name="other"), id="another pool"),
    pytest.param(pool("v1beta2", "hostNetwork: true"), "# nothing is left\n", id="a pool that is gone"),
    pytest.param(
        pool("v1beta2", "hostNetwork: true"),
        pool("v1alpha1", "type: Edge", "True"),
        id="v1alpha1 says it with the annotation",
    ),
    pytest.param(
        pool("v1beta2", "hostNetwork: true"), pool("v1beta1", "hostNetwork: true", "true"), id="v1beta1 says it twice"
    ),
    pytest.param(
        pool("v1beta2", "hostNetwork: false"),
        pool("v1beta1", "hostNetwork: true"),
        id="OpenYurt 1.7 reads the field of v1beta1 as false, as it was",
    ),
    pytest.param(
        pool("v1beta1", "hostNetwork: true", "true"),
        pool("v1beta2", "hostNetwork: true"),
        id="the way to v1beta2 is open",
    ),
    pytest.param(pool("v1beta2", "labels: {a: b}"), pool("v1beta2", "labels: {a: c}"), id="labels may change"),
    pytest.param(
        pool("v1beta2", "hostNetwork: true").replace("apps.openyurt.io", "karpenter.sh"),
        pool("v1beta2", "hostNetwork: false").replace("apps.openyurt.io", "karpenter.sh"),
        id="the NodePool of another project",
    ),
    pytest.param(
        pool("v1beta2", "hostNetwork: true"),
        pool("v1beta2", "hostNetwork: true") + "---\n" + pool("v1beta2", "taints: []"),
        id="a patch of the pool that does not speak of it",
    ),
]


@pytest.mark.parametrize(("old", "new"), NEAR_MISSES)
def test_does_not_fire(old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(tmp_path, old, new) == []


def test_a_patch_that_speaks_of_it_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    old = pool("v1beta2", "hostNetwork: true")
    new = f"{old}---\n{pool('v1beta2', 'hostNetwork: false')}"
    assert compare(tmp_path, old, new) == [host_network(True, False, field=("spec.hostNetwork", False, True, 15))]


def test_severity_and_exceptions_of_function_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = pool("v1beta2", "hostNetwork: true"), pool("v1beta2", "type: Cloud")
    rules: list[dict[str, Any]] = [
        {"rule": "nodepool-hostnetwork-changed", "except": [{"name": "beijing"}], "reason": "made anew"},
        {"rule": "nodepool-type-changed", "severity": "Off", "reason": "made anew"},
    ]
    assert compare(tmp_path, old, new, {"rules": rules}) == []
    found = compare(tmp_path, old, new, {"rules": [{**rules[1], "severity": "Warning"}]})
    assert [(row["tags"]["rule"], row["severity"]) for row in found] == [
        ("nodepool-hostnetwork-changed", "error"),
        ("nodepool-type-changed", "warning"),
    ]


LABELLED, PLAIN = (
    '{apps.openyurt.io/nodepool: beijing, nodepool.openyurt.io/hostnetwork: "true"}',
    ("{apps.openyurt.io/nodepool: beijing}"),
)


def site(host_network: str, labels: str) -> str:
    nodes = "".join(
        f"---\napiVersion: v1\nkind: Node\nmetadata: {{name: edge-{number}, labels: {labels}}}\n" for number in (1, 2)
    )
    return pool("v1beta2", f"hostNetwork: {host_network}") + nodes


@pytest.mark.parametrize("mode", ["Check", "Transform"])
@pytest.mark.parametrize(
    ("old", "new", "words", "label"),
    [
        pytest.param(("true", LABELLED), ("false", LABELLED), ("true", "false"), "the label {}", id="they stay"),
        pytest.param(("true", LABELLED), ("false", PLAIN), ("true", "false"), "the label {}", id="they go"),
        pytest.param(("false", PLAIN), ("true", PLAIN), ("false", "true"), "no label {}", id="no labels"),
        pytest.param(("false", PLAIN), ("true", LABELLED), ("false", "true"), "no label {}", id="they come"),
    ],
)
def test_a_pool_edit_is_told_once_with_its_nodes(
    old: tuple[str, str],
    new: tuple[str, str],
    words: tuple[str, str],
    label: str,
    mode: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Advice for each node would contradict that for the pool: its label is right as soon as the pool is."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / OLD).write_text(site(*old))
    (result,) = results(site(*new), OLD, {"mode": mode})
    assert result.message == (
        f"hostNetwork of this NodePool was {words[0]} (old.yaml) and would become {words[1]}; OpenYurt refuses the "
        "change. It has 2 nodes here, joined for the old value: edge-1, edge-2."
    )
    name = "nodepool.openyurt.io/hostnetwork" + (': "true"' if words[0] == "true" else "")
    assert result.remedy == f"Write hostNetwork: {words[0]} again, and {label.format(name)} on its nodes. {NEW_POOL}"
    assert [(str(ref), origin.line) for ref, origin in result.related] == [("Node edge-1", 9), ("Node edge-2", 13)]


@pytest.mark.parametrize("setting", [{"severity": "Off"}, {"except": [{"name": "beijing"}]}])
def test_where_the_pool_is_left_alone_its_nodes_are_told(
    setting: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / OLD).write_text(site("true", LABELLED))
    rules = [{"rule": "nodepool-hostnetwork-changed", "reason": "made anew", **setting}]
    found = results(site("false", LABELLED), OLD, {"rules": rules})
    assert [(result.rule, str(result.ref)) for result in found] == [
        ("node-hostnetwork-label-mismatch", "Node edge-1"),
        ("node-hostnetwork-label-mismatch", "Node edge-2"),
    ]


def test_a_label_that_is_edited_alone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / OLD).write_text(site("true", LABELLED))
    new = site("true", LABELLED).replace('"true"', '"false"', 1)
    assert [(result.rule, str(result.ref)) for result in results(new, OLD)] == [
        ("node-hostnetwork-label-mismatch", "Node edge-1")
    ]


def test_a_field_that_the_cluster_may_have_dropped_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenYurt 1.7, the first with v1beta2, stores a v1beta1 NodePool with the field alone without host network."""
    old, new = pool("v1beta1", "hostNetwork: true"), pool("v1beta2", "hostNetwork: true")
    message = (
        "Of the v1beta1 NodePool in old.yaml OpenYurt 1.7 and later dropped spec.hostNetwork and stored false; if it "
        "did, it refuses this one. First see what is stored: kubectl get nodepool beijing -o yaml. If it is false, "
        f"create a new pool; to move a node into it, {JOIN}."
    )
    (tmp_path / OLD).write_text(old)
    monkeypatch.chdir(tmp_path)
    (result,) = [each for each in results(new, OLD) if each.rule == "nodepool-hostnetwork-changed"]
    assert (result.severity, result.text()) == ("warning", message)
    assert [each for each in results(old, OLD) if each.rule == "nodepool-hostnetwork-changed"] == []
