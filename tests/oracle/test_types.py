"""Values of wrong types: wrong-field-type finds exactly what the API server, or OpenYurt's webhook, cannot decode."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from oracle.cases import run
from oracle.random_objects import DESIRED, EXCLUDE, HOSTNETWORK, NODEPOOL, REQUIRED
from oracle.settings import only
from yurt_hostnet.hosts.manifests import serve
from yurt_hostnet.hosts.options import Options

if TYPE_CHECKING:
    from random import Random

    from oracle.asking import Oracle

PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
RULES = ("wrong-field-type", "exclude-annotation-value")
UNREADABLE = "Node affinity cannot be read: This must be "
"""How node-selector-term-malformed speaks of a type; whatever else it says is about a meaning."""
VALUES: tuple[Any, ...] = (
    1,
    0,
    True,
    False,
    "text",
    "true",
    "8080",
    "",
    [],
    ["a"],
    [1],
    [{}],
    {},
    {"a": "b"},
    {"a": 1},
    1.5,
    None,
)
POOL = {"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "metadata": {"name": "x"}, "spec": {}}
TAINT = {"key": "edge", "value": "a", "effect": "NoSchedule"}
EXPRESSION = {"key": "zone", "operator": "In", "values": ["a"]}
SELECTOR = {"matchLabels": {"a": "b"}, "matchExpressions": [EXPRESSION]}
NEAR = {
    "labelSelector": SELECTOR,
    "namespaceSelector": SELECTOR,
    "namespaces": ["a"],
    "topologyKey": "zone",
    "matchLabelKeys": ["a"],
    "mismatchLabelKeys": ["b"],
}
BESIDE = {REQUIRED: [NEAR], PREFERRED: [{"weight": 1, "podAffinityTerm": NEAR}]}
TERM = {"matchExpressions": [EXPRESSION], "matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n"]}]}
CONTAINER = {
    "image": "web:1",
    "restartPolicy": "Always",
    "ports": [{"protocol": "TCP", "hostIP": "10.0.0.1", "hostPort": 80, "containerPort": 80}],
}
TEMPLATE = {
    "metadata": {"name": "p", "namespace": "d", "labels": {"a": "b"}, "annotations": {EXCLUDE: "false", "note": "c"}},
    "spec": {
        "hostNetwork": False,
        "nodeName": "n",
        "dnsPolicy": "Default",
        "nodeSelector": {"zone": "a", NODEPOOL: "x"},
        "tolerations": [{**TAINT, "operator": "Equal", "tolerationSeconds": 3}],
        "affinity": {
            "nodeAffinity": {
                REQUIRED: {"nodeSelectorTerms": [TERM]},
                PREFERRED: [{"weight": 1, "preference": TERM}],
            },
            "podAffinity": BESIDE,
            "podAntiAffinity": BESIDE,
        },
        "containers": [CONTAINER],
        "initContainers": [CONTAINER],
    },
}
POOL_SPEC = {"type": "Edge", "labels": {"a": "b"}, "annotations": {"a": "b"}, "taints": [TAINT]}
STORED = {**POOL_SPEC, "hostNetwork": True, "interConnectivity": False, "leaderElectionStrategy": "mark"}
LABELLED = {"name": "n", "labels": {NODEPOOL: "x", DESIRED: "x"}, "annotations": {HOSTNETWORK: "false"}}
NAMED = {"name": "w"}
"""Metadata of a workload, which the rule does not look at."""

OBJECTS: list[dict[str, Any]] = [
    {"apiVersion": "v1", "kind": "Pod", **TEMPLATE},
    {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": NAMED, "spec": {"replicas": 1, "template": TEMPLATE}},
    {"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": NAMED, "spec": {"template": TEMPLATE}},
    {"apiVersion": "v1", "kind": "Node", "metadata": LABELLED, "spec": {"taints": [TAINT]}},
    {"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "metadata": LABELLED, "spec": STORED},
    {"apiVersion": "apps.openyurt.io/v1beta1", "kind": "NodePool", "metadata": LABELLED, "spec": STORED},
    {"apiVersion": "apps.openyurt.io/v1alpha1", "kind": "NodePool", "metadata": LABELLED, "spec": STORED},
]
"""Objects with every field that the rule knows."""


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every value that the rule looks at."""
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    found = [place for step, value in steps for place in ((*path, step), *places(value, (*path, step)))]
    named = not path and data["metadata"] is NAMED
    return [place for place in found if place[0] not in {"apiVersion", "kind", named and "metadata"}]


def changed(rnd: Random, data: dict[str, Any]) -> dict[str, Any]:
    """Return the object with other values in one place or two.

    null as an entry of a list is left out, and as a part of a requirement: Go takes it for "", and what it means then
    is refused later, by validation.
    """
    known = places(data)
    data = {**json.loads(json.dumps(data)), "unknown": NODEPOOL}  # so that the object is always read
    for _ in range(rnd.choice((1, 1, 1, 2))):
        if not known:
            break
        path = rnd.choice(known)
        value = rnd.choice(VALUES)
        if value is None and (isinstance(path[-1], int) or REQUIRED in path):
            continue
        if isinstance(path[-1], int) and value == [{}]:
            continue
        at: Any = data
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = json.loads(json.dumps(value))
        known = [place for place in known if place[: len(path)] != path and path[: len(place)] != place]
    return data


def check_types(oracle: Oracle, rnd: Random) -> None:
    data = changed(rnd, rnd.choice(OBJECTS))
    if data["kind"] == "NodePool":
        answer = oracle.ask("store-nodepool", object=data)
        refused = answer.get("error") or answer.get("refused")
    else:
        refused = oracle.ask("decode", object=data)["refused"]
    stream = f"{json.dumps(POOL)}\n---\n{json.dumps(data)}\n"
    results = serve(stream.encode(), Options(only(*RULES))).results
    ours = [
        result
        for result in results
        if result.severity == "error" and (result.rule in RULES or result.message.startswith(UNREADABLE))
    ]
    assert bool(ours) == bool(refused), (refused, [str(result) for result in results])


def test_types(oracle: Oracle) -> None:
    run(check_types, oracle)


def test_the_objects_are_good_as_they_are(oracle: Oracle) -> None:
    for data in OBJECTS:
        question = "store-nodepool" if data["kind"] == "NodePool" else "decode"
        answer = oracle.ask(question, object=data)
        assert not answer.get("error")
        assert not answer["refused"]
