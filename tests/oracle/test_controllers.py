"""Controllers: pods may land where Deployments that upstream's own code makes may, and `explain` and rules know it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any

from oracle.cases import run
from oracle.random_controllers import TYPE, VALUES, node_pools, workload
from oracle.random_objects import HOSTNETWORK, NODEPOOL
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.placements import MAY_LAND, PINNED, workloads
from yurt_hostnet.config.load import load_config
from yurt_hostnet.hosts.manifests import read_manifests
from yurt_hostnet.krm.package import Package

if TYPE_CHECKING:
    from oracle.asking import Oracle

HITS: Counter[str] = Counter()
NO_POOL = ""
FREE: dict[str, tuple[str | None, ...]] = {
    "zone": (None, *VALUES["zone"]),
    "disk": (None, *VALUES["disk"]),
    "arch": (None, *VALUES["arch"]),
}
"""Labels of which nothing is known: of a pool there may be nodes with each value."""

Nodes = dict[str, list[dict[str, Any]]]


def nodes_of(oracle: Oracle, pools: list[dict[str, Any]]) -> Nodes:
    """Return the nodes that there may be, by their pool: with the webhook's labels, and what else they may have."""
    found: Nodes = {}
    for pool in [*pools, None]:
        name = pool["metadata"]["name"] if pool else NO_POOL
        labels: dict[str, str] = {}
        types: set[str | None] = {None, *VALUES[TYPE]}
        if pool:
            labels = {**pool["spec"].get("labels", {}), NODEPOOL: name}
            asked = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n", "labels": labels}}
            labels = oracle.ask("default-node", object=asked, pools=pools)["object"]["metadata"]["labels"]
            # OpenYurt 1.4 writes the type as well (pkg/yurtmanager/webhook/node/v1/node_default.go:60).
            types = {None, pool["spec"].get("type", "Edge").lower()}
        taints = pool["spec"].get("taints", []) if pool else []
        free = {key: values for key, values in FREE.items() if key not in labels}
        found[name] = [
            node({**dict(zip((TYPE, *free), chosen, strict=True)), **labels}, taints)
            for chosen in product(sorted(types, key=str), *free.values())
        ]
    return found


def node(labels: dict[str, Any], taints: list[dict[str, Any]]) -> dict[str, Any]:
    labels = {key: value for key, value in labels.items() if value is not None}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n", "labels": labels}, "spec": {"taints": taints}}


def made(oracle: Oracle, older: Oracle, given: dict[str, Any], pools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the pod templates that upstream makes of a workload, in every version that takes such an object."""
    found: list[dict[str, Any]] = []
    spec, kind = given["spec"], given["kind"]
    if kind == "YurtAppSet":
        answer = oracle.ask("make-workloads", object=given, pools=pools)
        HITS["no conversion"] += "panic" in answer
        found += answer.get("made", {}).values()
    if kind == "YurtAppDaemon":
        chosen = (
            oracle.ask("choose", object=spec["nodepoolSelector"], pools=pools) if "nodepoolSelector" in spec else {}
        )
        flags = zip(chosen.get("declared", ()), chosen.get("labelled", ()), strict=True)
        for pool, chosen_by in zip(pools, flags, strict=False):
            if any(chosen_by):
                answer = older.ask("yurt-app-daemon", object=given, pool=pool)
                if "panic" in answer:
                    # Intended difference: with an affinity that has no nodeAffinity the controller crashes, which is
                    # nothing to rely on.
                    HITS["crash"] += 1
                    answer = older.ask("yurt-app-daemon", object=without_affinity(given), pool=pool)
                found.append(answer["object"]["spec"]["template"])
    for part in spec.get("topology", {}).get("pools", ()):
        same = {**given, "kind": "YurtAppSet"}  # which UnitedDeployment was renamed to
        found.append(oracle.ask("make-for-pool", object=same, text=part["name"])["template"])
    for part in spec.get("topology", {}).get("subsets", ()):
        found.append(oracle.ask("make-for-subset", object=given, text=part["name"])["template"])
    return found


def without_affinity(given: dict[str, Any]) -> dict[str, Any]:
    bare: dict[str, Any] = json.loads(json.dumps(given))
    del bare["spec"]["workloadTemplate"]["deploymentTemplate"]["spec"]["template"]["spec"]["affinity"]
    return bare


def upstream(oracle: Oracle, older: Oracle, given: dict[str, Any], pools: list[dict[str, Any]]) -> set[str]:
    """Return the pools on some of whose nodes the scheduler may place pods of a workload."""
    nodes, found = nodes_of(oracle, pools), set()
    every = [(name, one) for name, some in nodes.items() for one in some]
    for template in made(oracle, older, given, pools):
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": template["spec"]}
        fits = oracle.ask("fits", object=pod, nodes=[one for _, one in every])["fits"]
        found |= {name for (name, _), fit in zip(every, fits, strict=True) if fit}
    return found


def compare(oracle: Oracle, older: Oracle, rnd: Random) -> None:
    pools, given = node_pools(rnd), workload(rnd)
    text = "---\n".join(json.dumps(data) + "\n" for data in (*pools, given)).encode()
    context = Context(Package([read_manifests(text)]), load_config(None))
    [row] = workloads(context)
    theirs = upstream(oracle, older, given, pools)
    ours = {placement.pool for placement in row.placements if placement.verdict in (MAY_LAND, PINNED)}
    if NO_POOL in ours - theirs and json.dumps(given["spec"]).count(TYPE) > 1:
        # Intended difference: of nodes in no pool nothing is known of this label, and what is asked of a label that
        # nobody knows is not put together.
        HITS["asked twice of an unknown label"] += 1
        ours.remove(NO_POOL)
    assert ours == theirs, (given, pools, [(one.pool, one.verdict, one.reason) for one in row.placements])
    hosts = {pool["metadata"]["name"] for pool in pools if pool["spec"].get("hostNetwork")}
    assert set(Landing(context).lands_on(row.template)) == theirs & hosts
    kind = f"{given['apiVersion']} {given['kind']}"
    HITS[f"{kind} lands"] += bool(theirs)
    HITS[f"{kind} stays off"] += len(theirs) < len(pools)
    HITS["type label"] += TYPE in json.dumps(given["spec"])
    HITS["hostnetwork label"] += HOSTNETWORK in json.dumps(given["spec"])


def test_controllers(oracle: Oracle, older: Oracle) -> None:
    def check_controllers(oracle: Oracle, rnd: Random) -> None:
        compare(oracle, older, rnd)

    run(check_controllers, oracle)


def test_hits(oracle: Oracle, older: Oracle) -> None:
    """The cases are of each kind, placed and kept off, and the exceptions are rare."""
    HITS.clear()
    for seed in range(600):
        compare(oracle, older, Random(seed))  # noqa: S311 - no secrets here
    kinds = {text.rpartition(" ")[0] for text in HITS if text.endswith(" lands")}
    assert kinds == {
        "apps.openyurt.io/v1beta1 YurtAppSet",
        "apps.openyurt.io/v1alpha1 YurtAppSet",
        "apps.openyurt.io/v1alpha1 YurtAppDaemon",
        "apps.openyurt.io/v1alpha1 UnitedDeployment",
        "apps.kruise.io/v1alpha1 UnitedDeployment",
    }
    assert all(HITS[f"{kind} lands"] >= 40 for kind in kinds), HITS
    assert all(HITS[f"{kind} stays off"] >= 40 for kind in kinds), HITS
    assert min(HITS["type label"], HITS["hostnetwork label"]) > 100, HITS
    assert max(HITS["crash"], HITS["asked twice of an unknown label"]) < 20, HITS
    assert 10 < HITS["no conversion"] < 60, HITS
