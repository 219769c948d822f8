"""Taints and rolling updates: what we say of them is what Kubernetes' own code says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.cases import run
from yurt_hostnet.kube.rolling_update import fenceposts
from yurt_hostnet.kube.taint_sets import TaintSets
from yurt_hostnet.kube.taints import toleration_for, untolerated

if TYPE_CHECKING:
    from random import Random

    from oracle.asking import Oracle

KEYS = (
    "edge",
    "gpu",
    *(f"node.kubernetes.io/{name}" for name in ("unschedulable", "not-ready", "network-unavailable")),
)
EFFECTS = ("NoSchedule", "NoExecute", "PreferNoSchedule")
VALUES = ("", "yes", "no")


def taint(rnd: Random) -> dict[str, str]:
    found = {"key": rnd.choice(KEYS), "effect": rnd.choice(EFFECTS)}
    return found if rnd.random() < 0.3 else {**found, "value": rnd.choice(VALUES)}


def toleration(rnd: Random) -> dict[str, Any]:
    choices = {
        "key": ("", *KEYS),
        "operator": ("", "Exists", "Equal"),
        "value": VALUES,
        "effect": ("", *EFFECTS),
        "tolerationSeconds": (0, 30),
    }
    found = {key: rnd.choice(allowed) for key, allowed in choices.items() if rnd.random() < 0.6}
    return found if found.get("key") else {**found, "operator": "Exists"}  # without a key the API takes no other


def check_taints(oracle: Oracle, rnd: Random) -> None:
    spec: dict[str, Any] = {"tolerations": [toleration(rnd) for _ in range(rnd.choice((0, 1, 1, 2)))]}
    groups = [[taint(rnd) for _ in range(rnd.choice((0, 1, 1, 2)))] for _ in range(4)]
    if rnd.random() < 0.2:
        spec["nodeName"] = "n"
    spec["hostNetwork"] = rnd.random() < 0.5
    daemon = rnd.random() < 0.4
    if rnd.random() < 0.3:  # what the remedy of pool-taint-untolerated adds
        spec["tolerations"] += [toleration_for(one) for one in groups[0]]
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": spec}
    nodes = [{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}, "spec": {"taints": row}} for row in groups]
    kept = oracle.ask("tolerates", object=pod, nodes=nodes, text="DaemonSet" if daemon else "")["off"]
    assert [bool(untolerated(spec, row, daemon=daemon)) for row in groups] == kept
    sets = TaintSets()
    for number, row in enumerate(groups):
        sets.add(number, row)
    assert [bool(sets.keeping_off(spec, daemon=daemon) >> number & 1) for number in range(len(groups))] == kept


def test_taints(oracle: Oracle) -> None:
    run(check_taints, oracle)


def check_rolling_update(oracle: Oracle, rnd: Random) -> None:
    amounts = (0, 1, 2, "0%", "1%", "10%", "25%", "33%", "34%", "50%", "100%")
    replicas = rnd.choice((None, 1, 2, 3, 4, 5, 7, 10, 33, 100))
    rolling = {key: rnd.choice(amounts) for key in ("maxSurge", "maxUnavailable") if rnd.random() < 0.7}
    strategies: tuple[Any, ...] = (None, {}, {"type": "Recreate"}, {"rollingUpdate": None}, {"rollingUpdate": rolling})
    strategy = rnd.choice((*strategies, {"type": "RollingUpdate", "rollingUpdate": rolling}))
    spec = {"replicas": replicas, "strategy": strategy}
    told = oracle.ask("rolling-update", object={"apiVersion": "apps/v1", "kind": "Deployment", "spec": spec})
    expected = (told["surge"], told["unavailable"]) if told["rolling"] else None
    assert fenceposts(spec, 1 if replicas is None else replicas) == expected


def test_rolling_updates(oracle: Oracle) -> None:
    run(check_rolling_update, oracle)
