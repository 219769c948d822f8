"""Random Deployments, tweaks of a YurtAppSet and strategic merge patches, each value of the type that Go wants."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from oracle.random_objects import HOSTNETWORK, NODEPOOL, REQUIRED, REQUIREMENT

if TYPE_CHECKING:
    from random import Random

TAINTED = {"key": "edge", "operator": "Exists"}
OTHER = {"key": "zone", "operator": "In", "values": ["a"]}
TERM = {"matchExpressions": [REQUIREMENT]}
TERMS = {"nodeSelectorTerms": [TERM, {"matchExpressions": [OTHER]}]}
AFFINITY = {"nodeAffinity": {REQUIRED: TERMS}, "podAffinity": {}}
PORT = {"containerPort": 80, "hostPort": 80, "protocol": "TCP"}
CONTAINER = {"name": "a", "image": "i", "ports": [PORT, {"containerPort": 81}], "env": [{"name": "E", "value": "1"}]}
POD_SPEC: dict[str, Any] = {
    "hostNetwork": True,
    "dnsPolicy": "ClusterFirstWithHostNet",
    "nodeName": "n",
    "nodeSelector": {NODEPOOL: "beijing", "zone": "a"},
    "tolerations": [TAINTED, {"key": "b", "effect": "NoSchedule"}],
    "affinity": AFFINITY,
    "containers": [CONTAINER, {"name": "b", "image": "j"}],
    "initContainers": [{"name": "c", "image": "k"}],
    "volumes": [{"name": "v", "hostPath": {"path": "/v"}}],
    "terminationGracePeriodSeconds": 3,
}
TEMPLATE: dict[str, Any] = {"metadata": {"labels": {"app": "a"}, "annotations": {HOSTNETWORK: "x"}}, "spec": POD_SPEC}
DEPLOYMENT: dict[str, Any] = {
    "metadata": {"name": "d"},
    "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "a"}}},
}
LISTS = {"containers", "initContainers", "volumes", "ports", "env", "tolerations", "nodeSelectorTerms"}

VALUES: dict[str, list[Any]] = {
    "spec": [{"containers": [CONTAINER]}, POD_SPEC, {}],
    "template": [{"metadata": {"labels": {"x": "y"}, "annotations": {"a": "b"}}, "spec": POD_SPEC}],
    "replicas": [3, 0],
    "metadata": [{"labels": {"z": "1"}, "annotations": {"c": "d"}}],
    "labels": [{"q": "r"}],
    "annotations": [{"q": "r"}, {}],
    "hostNetwork": [True, False],
    "dnsPolicy": ["Default", "ClusterFirst"],
    "nodeName": ["m"],
    "nodeSelector": [{"zone": "b"}, {"disk": "ssd"}, {}],
    "tolerations": [[], [{"key": "q", "value": "w"}], [TAINTED, TAINTED, TAINTED]],
    "affinity": [{}, {"podAffinity": {}}, AFFINITY, {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [TERM]}}}],
    "nodeAffinity": [{}, {REQUIRED: TERMS}],
    REQUIRED: [TERMS, {"nodeSelectorTerms": [{"matchExpressions": [OTHER]}]}],
    "nodeSelectorTerms": [[TERM], [{"matchExpressions": [OTHER]}], [{"matchFields": [OTHER]}, TERM, TERM]],
    "matchExpressions": [[OTHER], [REQUIREMENT, OTHER], [{"key": "o", "operator": "Exists"}]],
    "matchFields": [[OTHER]],
    "key": ["k"],
    "operator": ["In", "Exists"],
    "containers": [[CONTAINER], [{"name": "b", "image": "l"}, {"name": "z", "image": "m", "ports": [PORT]}]],
    "initContainers": [[], [{"name": "c", "image": "n"}, {"name": "d", "image": "o"}]],
    "ports": [[PORT], [{"containerPort": 81, "hostPort": 9}, {"containerPort": 82}]],
    "env": [[{"name": "F", "value": "2"}]],
    "volumes": [[{"name": "v", "emptyDir": {}}, {"name": "w", "hostPath": {"path": "/w"}}]],
    "image": ["p"],
    "hostPort": [8080, 81],
    "containerPort": [8080],
    "terminationGracePeriodSeconds": [9],
}
"""Field -> values that it may have; the entries of a list field are those of its values."""


def deployment(rnd: Random) -> dict[str, Any]:
    """Return a Deployment with some of the fields that rules look at."""
    kept = {key: value for key, value in POD_SPEC.items() if key == "containers" or rnd.random() < 0.7}
    template = {**TEMPLATE, "spec": kept}
    if rnd.random() < 0.3:
        template["metadata"] = {"labels": {"app": "a"}}
    made: dict[str, Any] = copied({**DEPLOYMENT, "spec": {**DEPLOYMENT["spec"], "template": template}})
    return made


def tweak(rnd: Random, data: dict[str, Any]) -> dict[str, Any]:
    """Return the tweaks of one entry of workloadTweaks."""
    count = rnd.choice((1, 1, 2, 3))
    out: dict[str, Any] = {"patches": [operation(rnd, data, nulls=count == 1) for _ in range(count)]}
    if rnd.random() < 0.3:
        out["replicas"] = rnd.choice((0, 5))
    if rnd.random() < 0.3:
        out["containerImages"] = [{"name": rnd.choice("abcx"), "targetImage": "new"}]
    return out


def operation(rnd: Random, data: dict[str, Any], *, nulls: bool) -> dict[str, Any]:
    """Return an operation, mostly on what is there. With `nulls` its value may be null, below which nothing can stand:

    evanphx/json-patch goes on there, or panics, where another would say that nothing is there.
    """
    known = [path for path in places(data) if path[0] == "spec" and path[1:2] != ("selector",)]
    path = rnd.choice(known)
    kind = rnd.choice(("add", "replace", "replace", "remove"))
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    end: Any = path[-1]
    if isinstance(end, int):
        end = rnd.choice((end, end, "-", end + 1, 9, -1)) if kind == "add" else rnd.choice((end, end, end, -1, 9))
    elif rnd.random() < 0.15:
        end = name = rnd.choice(("dnsPolicy", "affinity", "nodeSelector", "tolerations", "annotations", "hostNetwork"))
        path = ("spec", "template", "metadata" if name == "annotations" else "spec", end)
    values = VALUES.get(name, [None])
    value = rnd.choice(values)
    if isinstance(path[-1], int):
        value = rnd.choice(value) if isinstance(value, list) and value else None
    if nulls and rnd.random() < 0.15 and isinstance(end, str):
        value = None
    elif value is None:
        kind = "remove"
    pointer = "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in (*path[:-1], end))
    out = {"operation": kind, "path": pointer}
    if kind != "remove":
        out["value"] = copied(value)
    return out


def merge_patch(rnd: Random, data: Any, name: str = "spec", depth: int = 0) -> Any:
    """Return a strategic merge patch on a value in a field, at times with directives and nulls."""
    if isinstance(data, dict):
        if depth > 1 and rnd.random() < 0.12:
            return {"$patch": rnd.choice(("replace", "delete")), **copied(rnd.choice(VALUES.get(name, [{}])) or {})}
        out = {}
        for key, value in data.items():
            if key in {"selector", "labels"} or rnd.random() < 0.5:
                continue
            out[key] = None if rnd.random() < 0.12 and depth > 1 else merge_patch(rnd, value, key, depth + 1)
        if rnd.random() < 0.3 and depth > 1:
            wanted = [key for key in ("affinity", "hostNetwork", "tolerations", "initContainers") if name == "spec"]
            out.update({key: copied(rnd.choice(VALUES[key])) for key in wanted if key not in data})
        if depth > 2 and rnd.random() < 0.1:
            out["$retainKeys"] = [*out, "name"]
        return out
    if isinstance(data, list):
        if name not in LISTS or not data or rnd.random() < 0.3:
            return copied(rnd.choice(VALUES.get(name, [data])))
        entries = []
        for entry in data:
            if not isinstance(entry, dict) or rnd.random() < 0.4:
                continue
            keys = {key: entry[key] for key in ("name", "containerPort") if key in entry}
            change = merge_patch(rnd, entry, "", depth + 1) if name != "tolerations" else copied(entry)
            entries.append({**{key: value for key, value in change.items() if value is not None}, **keys})
            if rnd.random() < 0.15 and keys:
                entries[-1] = {"$patch": "delete", **keys}
        if rnd.random() < 0.1:
            entries.append({"$patch": "replace"})
        return entries
    return copied(rnd.choice(VALUES.get(name, [data])))


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path of every value."""
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for step, value in steps for place in ((*path, step), *places(value, (*path, step)))]


def copied(value: Any) -> Any:
    return json.loads(json.dumps(value))
