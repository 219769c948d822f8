"""Transform adds new pools and nodes to the baseline in the package, and alters no entry."""

from __future__ import annotations

import pytest

from validators.comparing import package
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.baseline.baseline import BaselineError
from yurt_hostnet.config.config import Config
from yurt_hostnet.config.load import load_config
from yurt_hostnet.engine.process import process
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.transformers.change import Change
from yurt_hostnet.transformers.record_baseline import record_baseline

CLUSTER = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: beijing}
spec: {hostNetwork: true}
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: shanghai}
---
apiVersion: v1
kind: Node
metadata:
  name: edge-1
  labels:
    apps.openyurt.io/nodepool: beijing
---
apiVersion: v1
kind: Node
metadata: {name: master, labels: {a: b}}
---
"""
HEAD = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata:
  name: base
"""


def recorded(text: str, config: Config | None = None) -> str:
    """Return the package after one run, which must succeed; a second one must change nothing."""
    found = package(text)
    context = Context(found, config or Config())
    outcome = process(context)
    assert [result for result in outcome.results if result.severity == "error"] == []
    out = b"".join(found.inputs[0].render())
    again = package(out.decode())
    process(Context(again, config or Config()))
    assert b"".join(again.inputs[0].render()) == out
    return out.decode()


LABELLED = CLUSTER.replace("nodepool: beijing\n", 'nodepool: beijing\n    nodepool.openyurt.io/hostnetwork: "true"\n')
CASES = [
    pytest.param(
        HEAD,
        HEAD
        + """\
spec:
  pools:
  - name: beijing
    hostNetwork: true
    type: Edge
    interConnectivity: false
  - name: shanghai
    hostNetwork: false
    type: Edge
    interConnectivity: false
  nodes:
  - name: edge-1
    pool: beijing
    hostNetworkLabel: "true"
""",
        id="no spec yet",
    ),
    pytest.param(
        HEAD
        + """\
spec:
  # the first site
  pools:
    - hostNetwork: true   # for ever
      name: beijing
  nodes: []
""",
        HEAD
        + """\
spec:
  # the first site
  pools:
    - hostNetwork: true   # for ever
      name: beijing
    - name: shanghai
      hostNetwork: false
      type: Edge
      interConnectivity: false
  nodes:
    - name: edge-1
      pool: beijing
      hostNetworkLabel: "true"
""",
        id="in the style of the file",
    ),
    pytest.param(
        HEAD + "spec: {pools: [{name: beijing, hostNetwork: true}, {name: shanghai, hostNetwork: false}], "
        "nodes: [{name: edge-1, pool: beijing}]}\n",
        HEAD + "spec: {pools: [{name: beijing, hostNetwork: true}, {name: shanghai, hostNetwork: false}], "
        "nodes: [{name: edge-1, pool: beijing}]}\n",
        id="all known",
    ),
]


@pytest.mark.parametrize(("before", "after"), CASES)
def test_new_entries_are_appended(before: str, after: str) -> None:
    assert recorded(CLUSTER + before) == LABELLED + after


def test_an_entry_is_not_altered() -> None:
    """The node has left its pool, which is allowed; its entry stays."""
    text = CLUSTER.replace("    apps.openyurt.io/nodepool: beijing\n", "    a: b\n") + HEAD
    known = "spec:\n  pools:\n  - {name: beijing, hostNetwork: true}\n  - {name: shanghai, hostNetwork: false}\n"
    nodes = "  nodes:\n  - {name: edge-1, pool: beijing}\n"
    assert recorded(text + known + nodes) == text + known + nodes


def test_what_another_baseline_of_the_package_knows_is_not_new() -> None:
    first = HEAD + "spec: {pools: [{name: beijing, hostNetwork: true}], nodes: [{name: edge-1, pool: beijing}]}\n"
    second = HEAD.replace("base", "more") + "spec: {pools: [{name: shanghai, hostNetwork: false}]}\n"
    assert recorded(f"{CLUSTER}{first}---\n{second}") == f"{LABELLED}{first}---\n{second}"


@pytest.mark.parametrize("turn", [1, -1], ids=["silent first", "silent last"])
def test_of_a_pool_that_is_declared_differently_nothing_is_recorded(turn: int) -> None:
    """What a host hands over are whole objects: one without hostNetwork does not use the host network."""
    silent = (
        "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: beijing}\nspec: {taints: []}\n---\n"
    )
    pools = "".join([silent, silent.replace("taints: []", "hostNetwork: true, type: Edge")][::turn])
    assert recorded(f"{pools}{HEAD}") == f"{pools}{HEAD}"


def test_an_error_records_nothing() -> None:
    found = package(f"{CLUSTER}{HEAD}spec:\n  pools:\n  - name: beijing\n    hostNetwork: false\n")
    context = Context(found, Config())
    assert process(context).fails(context)


def test_each_entry_is_told() -> None:
    baseline = f"{HEAD}spec:\n  pools:\n  - {{name: beijing, hostNetwork: true}}\n"
    context = Context(package(CLUSTER + baseline), Config())
    changes = [wish for wish in record_baseline(context) if isinstance(wish, Change)]
    assert [(change.edits, change.reason) for change in changes] == [
        (
            [
                Edit(
                    ("spec", "pools", "-"),
                    {"name": "shanghai", "hostNetwork": False, "type": "Edge", "interConnectivity": False},
                )
            ],
            "NodePool shanghai is new to it",
        ),
        (
            [Edit(("spec", "nodes"), [{"name": "edge-1", "pool": "beijing", "hostNetworkLabel": "true"}])],
            "it is the first entry of its kind (Node edge-1)",
        ),
    ]


@pytest.mark.parametrize("mode", ["Check", "KustomizeValidator"])
def test_other_modes_miss_nothing(mode: str) -> None:
    config = load_config({"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "YurtHostNet", "spec": {"mode": mode}})
    assert list(record_baseline(Context(package(CLUSTER + HEAD), config))) == []


def test_without_a_baseline() -> None:
    assert list(record_baseline(Context(package(CLUSTER), Config()))) == []


def test_a_broken_baseline_is_not_added_to() -> None:
    with pytest.raises(BaselineError) as caught:
        process(Context(package(f"{CLUSTER}{HEAD}spec: {{pools: [{{name: beijing}}]}}\n"), Config()))
    assert str(caught.value) == "line 25: spec.pools[0] of HostNetBaseline base lacks the field hostNetwork; add it."
