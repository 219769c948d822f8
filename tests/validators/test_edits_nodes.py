"""Rules about edits of Nodes: what fires, whole, and what must not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from validators.comparing import compare, finding

if TYPE_CHECKING:
    from pathlib import Path

POOL = "apps.openyurt.io/nodepool"
DESIRED = "apps.openyurt.io/desired-nodepool"
LABEL = "nodepool.openyurt.io/hostnetwork"
JOIN = "reset it, delete its Node and join it anew (yurtadm reset, kubectl delete node, yurtadm join)"
LEAVE_OUT = "leave it out of this rule in functionConfig (spec.rules[].except), with a reason"
REF = {"apiVersion": "v1", "kind": "Node", "name": "edge-1"}
POOLS = """\
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: beijing}
spec: {hostNetwork: true}
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: shanghai}
"""


def node(*, live: bool = False, **labels: str) -> str:
    keys = {"pool": POOL, "desired": DESIRED, "label": LABEL, "site": "example.com/pool"}
    lines = "".join(f'    {keys[name]}: "{value}"\n' for name, value in labels.items())
    uid = "  uid: 5f5f\n" if live else ""
    return f"apiVersion: v1\nkind: Node\nmetadata:\n  name: edge-1\n{uid}  labels:\n    a: b\n{lines}"


def moved(old: str, new: str, label: str = POOL, line: int = 7, more: str = "") -> dict[str, Any]:
    outcome = "OpenYurt refuses the change"
    if label == DESIRED:
        outcome += ", or leaves the node where it is if its pool label was never in a manifest"
    message = (
        f"This Node was in pool {old} (old.yaml) and would move to {new}; {outcome}.{more} "
        f"Write {old} again. To move the node, {JOIN}; for the change that writes this down, {LEAVE_OUT}."
    )
    return finding("error", "node-pool-changed", REF, f"metadata.labels[{label}]", new, old, message, line)


def label_changed(become: str, current: Any, line: int) -> dict[str, Any]:
    message = (
        f'This label was "true" (old.yaml) and would {become}; OpenYurt refuses to change it once it is set. '
        f'Write "true" again. For another label, {JOIN}; for the change that writes this down, {LEAVE_OUT}.'
    )
    path = f"metadata.labels[{LABEL}]"
    return finding("error", "node-hostnetwork-label-changed", REF, path, current, "true", message, line)


FIRES = [
    pytest.param(node(pool="beijing"), node(pool="shanghai"), [moved("beijing", "shanghai")], id="from pool to pool"),
    pytest.param(
        node(pool="beijing"),
        node(pool="shanghai") + POOLS,
        [moved("beijing", "shanghai", more=" One of the two is a host-network pool and the other is not.")],
        id="from a host-network pool to an ordinary one",
    ),
    pytest.param(
        node(pool="beijing"),
        node(desired="shanghai"),
        [moved("beijing", "shanghai", DESIRED)],
        id="OpenYurt writes the desired pool where the pool is missing",
    ),
    pytest.param(
        node(desired="beijing"),
        node(desired="beijing", pool="shanghai"),
        [moved("beijing", "shanghai", POOL, 8)],
        id="the pool counts before the desired one",
    ),
    pytest.param(
        node(pool="beijing", label="true"),
        node(pool="beijing", label="false"),
        [label_changed('become "false"', "false", 8)],
        id="label changed",
    ),
    pytest.param(
        node(pool="beijing", label="true"),
        node(),
        [label_changed("be removed", None, 5)],
        id="node taken out of its pool, and the label with it",
    ),
    pytest.param(
        node(pool="shanghai", label="true"),
        node(pool="shanghai") + POOLS,
        [label_changed("be removed", None, 5)],
        id="label removed in an ordinary pool",
    ),
    pytest.param(
        node(label="true"),
        node(label=""),
        [label_changed("be removed", "", 7)],
        id="label emptied",
    ),
    pytest.param(
        node(pool="beijing", label="true"),
        node(pool="shanghai", label="no"),
        [moved("beijing", "shanghai"), label_changed('become "no"', "no", 8)],
        id="both",
    ),
]


@pytest.mark.parametrize(("old", "new", "expected"), FIRES)
def test_fires(
    old: str, new: str, expected: list[dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(tmp_path, old, new) == expected


NEAR_MISSES = [
    pytest.param(node(pool="beijing"), node(), id="a node may leave its pool (since 1.7)"),
    pytest.param(node(), node(pool="beijing"), id="a node may join a pool"),
    pytest.param(node(pool="beijing"), node(desired="beijing"), id="the desired pool is the pool"),
    pytest.param(node(pool=""), node(pool="beijing"), id="an empty pool is none"),
    pytest.param(node(pool="beijing"), node(pool="beijing", label="true"), id="the label may be added"),
    pytest.param(
        node(pool="beijing", label="true"),
        node(pool="beijing", label="false") + POOLS,
        id="the webhook writes the label over another one",
    ),
    pytest.param(
        node(pool="beijing") + POOLS, node() + POOLS, id="the label of the webhook stays when the node leaves its pool"
    ),
    pytest.param(node(pool="beijing", label="true"), node(pool="beijing") + POOLS, id="the label is written again"),
    pytest.param(node(pool="beijing", label="true"), node(pool="beijing"), id="the pool is not declared here"),
    pytest.param(
        node(live=True, pool="beijing", label="true"), node(), id="labels of the cluster that no manifest has"
    ),
    pytest.param(node(pool="beijing"), node(pool="shanghai").replace("edge-1", "edge-2"), id="another node"),
    pytest.param(
        node(pool="beijing"), node(pool="shanghai").replace(": v1", ": example.com/v1"), id="no Node of Kubernetes"
    ),
]


@pytest.mark.parametrize(("old", "new"), NEAR_MISSES)
def test_does_not_fire(old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(tmp_path, old, new) == []


def test_a_move_is_one_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert compare(tmp_path, node(pool="beijing", label="true"), node(pool="shanghai")) == [
        moved("beijing", "shanghai")
    ]


def test_another_pool_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    old, new = node(site="a", pool="x"), node(site="b", pool="y")
    assert compare(tmp_path, old, new, {"poolLabel": "example.com/pool"}) == [moved("a", "b", "example.com/pool")]
