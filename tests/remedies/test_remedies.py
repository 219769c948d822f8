"""Remedies are obeyed at three in the morning: what they say is typed, and a second check has nothing more to say.

The Good example of a rule is its Bad one after the remedy, for a new object. For a live one the Bad example is the
baseline; LIVE holds what has to be written down then, where that is another thing, and what the remedy says of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from properties.in_process import filtered
from validators.comparing import results
from validators.test_rules import EDITS, example, spec
from yurt_hostnet.krm.result import INFO
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

    from yurt_hostnet.krm.result import Result

OTHERS = [rule for rule in RULES if rule not in EDITS]
AS_NEW = ""
"""In place of manifests: the Good example does for a live object as well."""


class Live(NamedTuple):
    """What is written down where the Bad example is what the cluster has.

    `after` are the manifests, AS_NEW for the Good example; `says` is what the remedy tells about live objects, and
    `excepted` are rules that the remedy, or that of the finding behind it, lets the user make an exception of.
    """

    after: str
    says: str
    excepted: tuple[str, ...] = ()
    before: str = ""


def pool(version: str, spec: str, metadata: str = "name: beijing") -> str:
    return f"apiVersion: apps.openyurt.io/{version}\nkind: NodePool\nmetadata: {{{metadata}}}\nspec: {{{spec}}}\n"


NOTE = "annotations: {nodepool.openyurt.io/hostnetwork: 'true'}"
LIVE = {
    "nodepool-cloud-hostnetwork": Live(
        pool("v1beta2", "type: Edge, hostNetwork: true", "name: beijing-2"),
        "where the pool exists both are immutable, and a new one is needed",
    ),
    "nodepool-labels-hostnetwork": Live(
        pool("v1beta2", "type: Edge, labels: {region: north}"),
        "A pool that exists keeps its hostNetwork, and nodes that have the label keep it until they are joined anew.",
    ),
    "nodepool-hostnetwork-version": Live(
        pool("v1beta1", "type: Edge, hostNetwork: true", f"name: beijing, {NOTE}"),
        "Of a pool that exists, first see what is stored (kubectl get nodepool beijing -o yaml): it cannot be changed.",
    ),
    "nodepool-contradiction": Live(
        pool("v1beta2", "type: Edge, hostNetwork: true"),
        "make them agree with what is stored there: kubectl get nodepool beijing -o yaml",
        before=pool("v1beta2", "type: Edge, hostNetwork: true"),
    ),
    "node-pool-unknown": Live(
        example("node-pool-unknown", "Bad") + "---\n" + pool("v1beta2", "type: Edge", "name: bejing"),
        "Write another name only if the Node has never joined: it keeps its pool.",
    ),
    "node-hostnetwork-label-mismatch": Live(
        AS_NEW,
        "In the change that writes this down, leave it out of rule node-hostnetwork-label-changed in functionConfig",
        ("node-hostnetwork-label-changed",),
    ),
    "node-hostnetwork-label-alone": Live(
        AS_NEW, "Reset it, delete its Node and join it anew", ("node-pool-changed", "node-hostnetwork-label-changed")
    ),
    "wrong-field-type": Live(AS_NEW, "the API refuses the object", before="apiVersion: v1\nkind: Secret\n"),
    "dead-label-key": Live(AS_NEW, "A live Pod is deleted and created anew.", ("pod-hostnetwork-changed",)),
    "pool-pod-without-hostnetwork": Live(
        AS_NEW, "A live Pod is deleted and created anew.", ("pod-hostnetwork-changed",)
    ),
}


def told(text: str, baseline: str = "", excepted: tuple[str, ...] = ()) -> list[Result]:
    """Return the warnings and errors of a check."""
    names = sorted(
        {line.partition("name: ")[2].split(",")[0].strip("} ") for line in text.splitlines() if "name: " in line}
    )
    rules = [{"rule": rule, "except": [{"name": name} for name in names], "reason": "joined anew"} for rule in excepted]
    found = results(text, baseline, {"mode": "Check", "rules": rules})
    return [each for each in found if each.severity != INFO and each.rule != "config"]


def obeyed(rule: str) -> str:
    """Return the Good example, with what yurt-hostnet itself adds to it."""
    text = example(rule, "Good")
    done = filtered(text.encode())
    assert done.code == 0
    return done.stdout.decode()


@pytest.mark.parametrize("rule", OTHERS)
def test_a_new_object(rule: str) -> None:
    assert [(each.rule, each.text()) for each in told(obeyed(rule))] == []


@pytest.mark.parametrize("rule", OTHERS)
def test_a_live_object(rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = LIVE.get(rule, Live(AS_NEW, ""))
    bad = example(rule, "Bad")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.yaml").write_text(live.before or bad)
    asked = {**spec(rule), "mode": "Check"}
    said = [each.text() for each in results(bad, "" if live.before else "old.yaml", asked) if each.rule == rule]
    assert said
    assert [text for text in said if live.says not in text] == []
    after = live.after or obeyed(rule)
    assert [(each.rule, each.text()) for each in told(after, "old.yaml", live.excepted)] == []


class Edit(NamedTuple):
    """An edit that is refused: the state before, the edit, and the exception that a meant one needs."""

    old: str
    new: str
    spec: dict[str, Any] = {}  # noqa: RUF012 - never changed


def node(labels: str) -> str:
    return f"apiVersion: v1\nkind: Node\nmetadata: {{name: m1, labels: {{{labels}}}}}\n"


def pod(host_network: str) -> str:
    spec = f"hostNetwork: {host_network}, containers: [{{name: a, image: b}}]"
    return f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec: {{{spec}}}\n"


def web(host_network: str) -> str:
    spec = f"hostNetwork: {host_network}, containers: [{{name: a, image: b}}]"
    return f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web}}\nspec: {{template: {{spec: {{{spec}}}}}}}\n"


IN_A, IN_B = (f"apps.openyurt.io/nodepool: {name}" for name in "ab")
LABEL = "nodepool.openyurt.io/hostnetwork: 'true'"
ORDINARY = {"pools": [{"name": "a", "hostNetwork": False}, {"name": "b", "hostNetwork": False}]}
CHANGED = {
    "nodepool-hostnetwork-changed": Edit(
        pool("v1beta2", "type: Edge, hostNetwork: true"), pool("v1beta2", "type: Edge")
    ),
    "nodepool-type-changed": Edit(pool("v1beta2", "type: Edge"), pool("v1beta2", "type: Cloud")),
    "nodepool-interconnectivity-changed": Edit(
        pool("v1beta2", "type: Edge, interConnectivity: true"), pool("v1beta2", "type: Edge")
    ),
    "node-pool-changed": Edit(node(IN_A), node(IN_B), ORDINARY),
    "node-hostnetwork-label-changed": Edit(node(f"{IN_A}, {LABEL}"), node(IN_A), ORDINARY),
    "pod-hostnetwork-changed": Edit(pod("true"), pod("false")),
    "workload-hostnetwork-changed": Edit(web("true"), web("false")),
}
"""The remedy of each is to write again what was there, or for a meant edit an exception with a reason."""


def edited(rule: str, text: str, *, excepted: bool = False) -> list[str]:
    """Return the rules that find something in `text`."""
    names = [{"name": name} for name in ("web", "m1", "beijing")]
    rules = [{"rule": rule, "except": names, "reason": "meant"}] if excepted else []
    found = results(text, "old.yaml", {"mode": "Check", "rules": rules, **CHANGED[rule].spec})
    return [each.rule for each in found if each.severity != INFO and each.rule != "config"]


@pytest.mark.parametrize("rule", CHANGED)
def test_an_edit(rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found; taken back nothing is; and where it is meant, with the exception, nothing comes in its place."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.yaml").write_text(CHANGED[rule].old)
    assert edited(rule, CHANGED[rule].new) == [rule]
    assert edited(rule, CHANGED[rule].new, excepted=True) == []
    if rule != "node-hostnetwork-label-changed":  # whose old state is what it is no longer to be
        assert edited(rule, CHANGED[rule].old) == []


def test_every_rule_is_here() -> None:
    assert sorted({*OTHERS, *CHANGED}) == sorted(RULES)
    assert set(LIVE) <= set(OTHERS)
