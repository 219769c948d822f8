"""hostNetwork as the overrides of a workload make it in some pools, compared with a baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from validators.comparing import compare
from yurt_hostnet.baseline.document import read_document
from yurt_hostnet.commands import baseline as baseline_command

if TYPE_CHECKING:
    from pathlib import Path

HOST = "/spec/template/spec/hostNetwork"
POOL = (
    "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: beijing}\nspec: {hostNetwork: true}\n---\n"
)
AT = "spec.workload.workloadTweaks[0].tweaks.patches[0]"


def app_set(own: str, operation: str = "", value: str = "", pools: str = "beijing, x") -> str:
    patch = f"{{path: {HOST}, operation: {operation}{value and f', value: {value}'}}}" if operation else ""
    tweaks = f"workloadTweaks: [{{pools: [{pools}], tweaks: {{patches: [{patch}]}}}}], " if operation else ""
    template = f"deploymentTemplate: {{spec: {{template: {{spec: {{{own}containers: [{{name: a, image: a}}]}}}}}}}}"
    return (
        "apiVersion: apps.openyurt.io/v1beta1\nkind: YurtAppSet\nmetadata: {name: web}\n"
        f"spec: {{workload: {{{tweaks}workloadTemplate: {{{template}}}}}}}\n"
    )


def told(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(row["field"]["path"], row["message"].partition(". A rollout")[0]) for row in rows]


ON, OFF = app_set("hostNetwork: true, "), app_set("")
TAKEN = app_set("hostNetwork: true, ", "replace", "false")
TEMPLATE = "spec.workload.workloadTemplate.deploymentTemplate.spec.template.spec.hostNetwork"


def edit(pool: str, old: str, new: str, path: str = AT) -> tuple[str, str]:
    return path, f"hostNetwork of its pods in pool {pool} was {old} (old.yaml) and would become {new}"


def whole(old: str, new: str, path: str = TEMPLATE) -> tuple[str, str]:
    return path, f"hostNetwork of its pods was {old} (old.yaml) and would become {new}"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(ON, TAKEN, [edit("beijing", "true", "false"), edit("x", "true", "false")], id="a new tweak"),
        pytest.param(
            ON, app_set("hostNetwork: true, ", "remove", pools="x"), [edit("x", "true", "false")], id="which removes"
        ),
        pytest.param(
            TAKEN,
            ON,
            [edit("beijing", "false", "true", TEMPLATE), edit("x", "false", "true", TEMPLATE)],
            id="a tweak that is gone",
        ),
        pytest.param(
            app_set("", "add", "true"), app_set("", "add", "true", "x"), [edit("beijing", "true", "false", TEMPLATE)],
            id="another pool",
        ),
        pytest.param(app_set("", "add", "true"), OFF.replace("{containers", "{hostNetwork: true, containers"),
                     [whole("false", "true")], id="now in the template, so in these pools as before"),
        pytest.param(ON, OFF, [whole("true", "false")], id="the template, which the pools follow"),
        pytest.param(TAKEN, TAKEN, [], id="as it was"),
        pytest.param(ON, app_set("hostNetwork: true, ", "replace", "'${NET}'"), [], id="what nobody knows yet"),
        pytest.param(OFF, app_set("", "add", "false"), [], id="a tweak that says what is so"),
        pytest.param(ON, app_set("hostNetwork: true, ", "replace", "false", ""), [], id="a tweak for no pool"),
    ],
)  # fmt: skip
def test_tweaks(
    old: str, new: str, expected: list[tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told(compare(tmp_path, old, new)) == expected


def test_the_whole_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = compare(tmp_path, ON, POOL + TAKEN.replace("beijing, x", "beijing"))
    assert rows == [
        {
            "message": "hostNetwork of its pods in pool beijing was true (old.yaml) and would become false. A rollout "
            "replaces its pods. It is a host-network pool, where a pod without hostNetwork has no network. If it is "
            "meant, leave it out of this rule in functionConfig (spec.rules[].except), with a reason; if not, make it "
            "true there again.",
            "severity": "warning",
            "resourceRef": {"apiVersion": "apps.openyurt.io/v1beta1", "kind": "YurtAppSet", "name": "web"},
            "field": {"path": AT},
            "tags": {"rule": "workload-hostnetwork-changed"},
            "line": 9,
        }
    ]


def test_a_baseline_knows_the_pools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`yurt-hostnet baseline` writes them, and the rule says what to write when the edit is meant."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set.yaml").write_text(TAKEN)
    assert baseline_command.run(["set.yaml", "-o", "baseline.yaml"]) == 0
    text = (tmp_path / "baseline.yaml").read_text()
    assert "    hostNetwork: true\n    inPools:\n      beijing: false\n      x: false\n" in text
    assert compare(tmp_path, text, TAKEN) == []
    rows = compare(tmp_path, text, app_set("hostNetwork: true, ", "replace", "false", "x"))
    assert [row["field"]["path"] for row in rows] == [TEMPLATE]
    assert "If it is meant, write inPools: {beijing: true} into spec.workloads[0] of" in rows[0]["message"]
    old = text.replace("    inPools:\n      beijing: false\n      x: false\n", "")
    assert compare(tmp_path, old, TAKEN) == []  # it was written before there were any


def test_what_is_no_mapping_of_pools() -> None:
    entry = {"kind": "YurtAppSet", "name": "web", "hostNetwork": True, "inPools": {"beijing": "no"}}
    data = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "HostNetBaseline", "spec": {"workloads": [entry]}}
    with pytest.raises(Exception, match=r"inPools.beijing of here must be true or false"):
        read_document(data, "here")
