"""Rules about edits of NodePools: what fires, whole, and what must not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from validators.comparing import compare, finding

if TYPE_CHECKING:
    from pathlib import Path

ANNOTATION = "metadata.annotations[nodepool.openyurt.io/hostnetwork]"
REMEDY = "Put the old value back; for another network, create a new pool and join its nodes anew."


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


def host_network(
    old: bool, new: bool, version: str = "v1beta2", field: tuple[str, Any, Any, int] | None = None, more: str = ""
) -> dict[str, Any]:
    path, current, proposed, line = field or ("spec.hostNetwork", new, old, 7)
    words = {True: "true", False: "false"}
    message = (
        f"hostNetwork of this NodePool was {words[old]} (old.yaml) and would become {words[new]}; OpenYurt refuses "
        f"the change.{more} {REMEDY}"
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
                "Put the old type back, or create a new pool.",
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
                "Put the old type back, or create a new pool.",
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
                "change. Put the old value back, or create a new pool.",
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
                "Use apiVersion apps.openyurt.io/v1beta2 with the old value, or create a new pool.",
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
        pool("v1beta1", "hostNetwork: true"), pool("v1beta2", "hostNetwork: true"), id="the way to v1beta2 is open"
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
