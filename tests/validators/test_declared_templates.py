"""A path declared under podTemplates is looked at, whatever words the template there holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from commands.program import run
from transformers.wishes import told
from validators.running import POOLS, found
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.openyurt.names import EXCLUDE_REQUIREMENT
from yurt_hostnet.transformers import exclude_pods

if TYPE_CHECKING:
    from pathlib import Path

KEY = "apps.openyurt.io/exclude-host-network-pool"
AFFINITY = {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [EXCLUDE_REQUIREMENT]}]}}}
ALL = "it does not use the host network (spec.exclude: NonHostNetwork)"
ANNOTATED = f'its annotation {KEY} is "true"'
ROWS = [
    {"group": "find.example.com", "kind": "Index", "paths": ["spec.sets[].podTemplate"]},
    {"group": "vm.example.com", "kind": "Machine", "paths": ["spec.template"]},
]
INDEX = "apiVersion: find.example.com/v1\nkind: Index\nmetadata: {{name: i}}\nspec: {{sets: [{{podTemplate: {0}}}]}}\n"
MACHINE = "apiVersion: vm.example.com/v1\nkind: Machine\nmetadata: {{name: m}}\nspec: {{template: {0}}}\n"
NOTED = f'metadata: {{annotations: {{{KEY}: "true"}}}}'
AT = ("spec", "sets", 0, "podTemplate")


@pytest.mark.parametrize(
    ("text", "exclude", "expected"),
    [
        (INDEX.format("{spec: {nodeSelector: {disk: ssd}}}"), "NonHostNetwork", ("i", (*AT, "spec", "affinity"), ALL)),
        (
            MACHINE.format("{spec: {domain: {}}}"),
            "NonHostNetwork",
            ("m", ("spec", "template", "spec", "affinity"), ALL),
        ),
        (INDEX.format(f"{{{NOTED}}}"), "Annotated", ("i", (*AT, "spec"), ANNOTATED)),
        (INDEX.format(f"{{{NOTED}, spec: null}}"), "Annotated", ("i", (*AT, "spec"), ANNOTATED)),
        (INDEX.format("{metadata: {labels: {a: b}}}"), "NonHostNetwork", ("i", (*AT, "spec"), ALL)),
    ],
    ids=["no containers", "a virtual machine", "no spec, annotated", "spec is null", "no spec"],
)
def test_it_gets_the_affinity(text: str, exclude: str, expected: tuple[str, Any, str]) -> None:
    name, path, reason = expected
    value = {"affinity": AFFINITY} if path[-1] == "spec" else AFFINITY
    assert told(exclude_pods, text, {"exclude": exclude, "podTemplates": ROWS}) == [(name, [Edit(path, value)], reason)]


@pytest.mark.parametrize("template", ["{spec: {hostNetwork: true}}", f"{{{NOTED.replace('true', 'false')}}}"])
def test_what_is_meant_to_stay_stays(template: str) -> None:
    assert told(exclude_pods, INDEX.format(template), {"exclude": "NonHostNetwork", "podTemplates": ROWS}) == []


def test_a_patch_of_a_known_kind_gets_no_spec() -> None:
    """That its template lacks a PodSpec means that it is a part of an object."""
    text = f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: w}}\nspec: {{template: {{{NOTED}}}}}\n"
    rows = [{"group": "apps", "kind": "Deployment", "paths": ["spec.template"]}]
    assert told(exclude_pods, text, {"podTemplates": rows}) == []


def test_unprotected_pod_names_it() -> None:
    text = POOLS + INDEX.format("{spec: {nodeSelector: {disk: ssd}}}") + "---\n" + MACHINE.format("{metadata: {}}")
    assert [row["message"].partition(":")[2] for row in found("unprotected-pod", text, {"podTemplates": ROWS})] == [
        f' Index i, Machine m. Annotate their pod templates {KEY}: "true", or set exclude: NonHostNetwork.'
    ]


def test_explain_and_baseline_look_at_it(tmp_path: Path) -> None:
    (tmp_path / "conf.yaml").write_text(
        "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nmetadata: {name: a}\nspec:\n"
        "  pools: [{name: beijing, hostNetwork: true}]\n"
        "  podTemplates: [{group: vm.example.com, kind: Machine, paths: [spec.template]}]\n"
    )
    (tmp_path / "in.yaml").write_text(MACHINE.format("{spec: {hostNetwork: true}}"))
    shown = run("explain", "--config", "conf.yaml", "in.yaml", cwd=tmp_path)
    assert "Machine m" in shown.stdout
    recorded = run("baseline", "--config", "conf.yaml", "in.yaml", cwd=tmp_path)
    assert "kind: Machine" in recorded.stdout
