"""Random NodePools, and workloads whose controllers place pods themselves.

Of a label that no pool knows, no pod asks twice: "may land" means that some node would do, label by label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.random_objects import HOSTNETWORK, NODEPOOL, REQUIRED

if TYPE_CHECKING:
    from random import Random

TYPE = "nodepool.openyurt.io/type"
SITE = "site"
POOLS = ("beijing", "shanghai", "hangzhou")
TAINTS = (
    {"key": "edge", "value": "true", "effect": "NoSchedule"},
    {"key": "gpu", "effect": "NoExecute"},
    {"key": "spot", "effect": "PreferNoSchedule"},
)
OPERATORS = ("In", "In", "In", "NotIn", "Exists", "DoesNotExist")
VALUES = {
    NODEPOOL: (*POOLS, "elsewhere"),
    HOSTNETWORK: ("true", "false"),
    TYPE: ("edge", "cloud"),
    "zone": ("a", "b"),
    "disk": ("ssd", "hdd"),
    "arch": ("amd64", "arm64"),
}


def node_pools(rnd: Random) -> list[dict[str, Any]]:
    """Return some NodePools v1beta2, with labels of their own, and with labels and taints for their nodes."""
    return [node_pool(rnd, name) for name in POOLS if rnd.random() < 0.85]


def node_pool(rnd: Random, name: str) -> dict[str, Any]:
    spec: dict[str, Any] = {"type": rnd.choice(("Edge", "Edge", "Cloud"))}
    if rnd.random() < 0.15:
        del spec["type"]
    if spec.get("type") != "Cloud" and rnd.random() < 0.6:
        spec["hostNetwork"] = True
    if rnd.random() < 0.4:
        spec["taints"] = rnd.sample(TAINTS, rnd.choice((1, 1, 2)))
    if rnd.random() < 0.2:
        spec["labels"] = {"zone": rnd.choice(VALUES["zone"])}
    labels = {}
    if rnd.random() < 0.7:
        labels[SITE] = rnd.choice(("edge", "cloud", "a"))
    if rnd.random() < 0.1:
        labels[TYPE] = rnd.choice(VALUES[TYPE])
    metadata = {"name": name, **({"labels": labels} if labels else {})}
    return {"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "metadata": metadata, "spec": spec}


def workload(rnd: Random) -> dict[str, Any]:
    """Return a workload of one of the kinds whose controllers place pods."""
    return rnd.choice((app_set, app_set, old_app_set, app_daemon, united_deployment, kruise_deployment))(rnd)


def app_set(rnd: Random) -> dict[str, Any]:
    spec: dict[str, Any] = {"workload": {"workloadTemplate": {"deploymentTemplate": deployment(rnd)}}}
    if rnd.random() < 0.6:
        spec["pools"] = [rnd.choice(VALUES[NODEPOOL]) for _ in range(rnd.choice((0, 1, 1, 2)))]
    if rnd.random() < 0.6:
        spec["nodepoolSelector"] = selector(rnd)
    return named("apps.openyurt.io/v1beta1", "YurtAppSet", spec)


def old_app_set(rnd: Random) -> dict[str, Any]:
    spec = {"topology": {"pools": entries(rnd)}, "workloadTemplate": {"deploymentTemplate": deployment(rnd)}}
    return named("apps.openyurt.io/v1alpha1", "YurtAppSet", spec)


def united_deployment(rnd: Random) -> dict[str, Any]:
    return {**old_app_set(rnd), "kind": "UnitedDeployment"}


def app_daemon(rnd: Random) -> dict[str, Any]:
    spec: dict[str, Any] = {"workloadTemplate": {"deploymentTemplate": deployment(rnd)}}
    if rnd.random() < 0.9:
        spec["nodepoolSelector"] = selector(rnd)
    return named("apps.openyurt.io/v1alpha1", "YurtAppDaemon", spec)


def kruise_deployment(rnd: Random) -> dict[str, Any]:
    spec = {"topology": {"subsets": entries(rnd)}, "template": {"deploymentTemplate": deployment(rnd)}}
    return named("apps.kruise.io/v1alpha1", "UnitedDeployment", spec)


def named(version: str, kind: str, spec: dict[str, Any]) -> dict[str, Any]:
    labels = {"matchLabels": {"app": "p"}}
    return {"apiVersion": version, "kind": kind, "metadata": {"name": "p"}, "spec": {"selector": labels, **spec}}


def entries(rnd: Random) -> list[dict[str, Any]]:
    """Return the pools of a topology, or the subsets; their names are now and then those of NodePools."""
    names = rnd.sample(("bj", "beijing", "shanghai", "a"), rnd.choice((1, 1, 2, 3)))
    return [entry(rnd, name) for name in names]


def entry(rnd: Random, name: str) -> dict[str, Any]:
    found: dict[str, Any] = {"name": name, "replicas": 1}
    if rnd.random() < 0.85:
        keys = [rnd.choice((NODEPOOL, NODEPOOL, NODEPOOL, HOSTNETWORK, TYPE, "disk"))]
        keys += ["disk"] if rnd.random() < 0.2 and keys != ["disk"] else []
        rows = [requirement(rnd, key) for key in keys] if rnd.random() < 0.95 else []
        found["nodeSelectorTerm"] = {"matchExpressions": rows}
    if rnd.random() < 0.3:
        found["tolerations"] = tolerations(rnd)
    return found


def deployment(rnd: Random) -> dict[str, Any]:
    return {
        "metadata": {"labels": {"app": "p"}},
        "spec": {"selector": {"matchLabels": {"app": "p"}}, "template": template(rnd)},
    }


def template(rnd: Random) -> dict[str, Any]:
    spec: dict[str, Any] = {"containers": [{"name": "c", "image": "web:1"}]}
    if rnd.random() < 0.3:
        keys = rnd.sample((NODEPOOL, TYPE, "arch", HOSTNETWORK), rnd.choice((1, 1, 2)))
        spec["nodeSelector"] = {key: rnd.choice(VALUES[key]) for key in keys}
    if rnd.random() < 0.45:
        terms = [term(rnd) for _ in range(rnd.choice((0, 1, 1, 1, 2)))]
        spec["affinity"] = {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": terms}}}
    elif rnd.random() < 0.1:
        spec["affinity"] = rnd.choice(({}, {"nodeAffinity": {}}, {"podAntiAffinity": {}}))
    if rnd.random() < 0.25:
        spec["tolerations"] = tolerations(rnd)
    return {"metadata": {"labels": {"app": "p"}}, "spec": spec}


def term(rnd: Random) -> dict[str, Any]:
    if rnd.random() < 0.1:
        return {}
    keys = rnd.sample((NODEPOOL, HOSTNETWORK, TYPE, "zone"), rnd.choice((1, 1, 2)))
    return {"matchExpressions": [requirement(rnd, key) for key in keys]}


def requirement(rnd: Random, key: str) -> dict[str, Any]:
    operator = rnd.choice(OPERATORS)
    if rnd.random() < 0.03:
        return {"key": key, "operator": "In", "values": []}
    if operator in {"Exists", "DoesNotExist"}:
        return {"key": key, "operator": operator}
    return {"key": key, "operator": operator, "values": rnd.sample(VALUES[key], rnd.choice((1, 1, 2)))}


def tolerations(rnd: Random) -> list[dict[str, Any]]:
    """Return tolerations that the API takes; most are for one of TAINTS."""
    found: list[dict[str, Any]] = []
    for _ in range(rnd.choice((0, 1, 1, 2))):
        key = rnd.choice(("edge", "edge", "gpu", "other"))
        found.append(
            rnd.choice(
                (
                    {"operator": "Exists"},
                    {"key": key, "operator": "Exists"},
                    {"key": key, "operator": "Exists", "effect": "NoSchedule"},
                    {"key": key, "value": "true", "effect": "NoSchedule"},
                    {"key": key, "operator": "Equal", "value": "false"},
                )
            )
        )
    return found


def selector(rnd: Random) -> dict[str, Any]:
    """Return a LabelSelector over NodePools; one in twenty is refused."""
    found: dict[str, Any] = {}
    if rnd.random() < 0.6:
        key = rnd.choice((SITE, SITE, TYPE))
        found["matchLabels"] = {key: rnd.choice(("edge", "cloud", "a"))}
    if rnd.random() < 0.3:
        operator = rnd.choice(("In", "NotIn", "Exists", "DoesNotExist"))
        values = ["edge", "cloud"][: rnd.choice((1, 2))] if operator in {"In", "NotIn"} else []
        row = {"key": rnd.choice((SITE, TYPE)), "operator": operator, "values": values}
        found["matchExpressions"] = [row]
    if rnd.random() < 0.05:
        bad = ({"key": SITE, "operator": "Gt", "values": ["1"]}, {"key": SITE, "operator": "In"})
        found["matchExpressions"] = [rnd.choice(bad)]
    return found
