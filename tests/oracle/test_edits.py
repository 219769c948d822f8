"""Edits of NodePools and Nodes: our rules refuse exactly what the webhooks refuse."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oracle import random_objects
from oracle.cases import run
from oracle.random_objects import DESIRED, HOSTNETWORK, NODEPOOL, POOLS
from oracle.settings import only
from oracle.test_nodes import as_we_read
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.load import load_config
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.manifests import read_manifests
from yurt_hostnet.krm.package import Package
from yurt_hostnet.openyurt.pools import LOST_FIELD, read_pool
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from random import Random

    from oracle.asking import Oracle

POOL_RULES = {
    "nodepool-cloud-hostnetwork": "Cloud NodePool",
    "nodepool-type-changed": "pool type can't be changed",
    "nodepool-hostnetwork-changed": "pool hostNetwork can't be changed",
    "nodepool-interconnectivity-changed": "pool interConnectivity can't be changed",
}
"""Rule -> what the webhook says, in the order in which it looks; it says only the first."""

NODE_RULES = {
    "node-pool-changed": "apps.openyurt.io/nodepool can only be added or removed",
    "node-hostnetwork-label-changed": "nodepool.openyurt.io/hostnetwork can not be changed",
}


def errors(old: list[dict[str, Any]], new: list[dict[str, Any]], rules: dict[str, str]) -> list[str]:
    """Return the rules that refuse the edit from `old` to `new`, in the order of `rules`."""
    package, baseline = (b"---\n".join(json.dumps(data).encode() + b"\n" for data in side) for side in (new, old))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "old.yaml"
        file.write_bytes(baseline)
        config = load_config(only(*rules), RULES)
        results = process(Context(Package([read_manifests(package)]), config, str(file))).results
    return [rule for rule in rules if any(result.rule == rule and result.severity == "error" for result in results)]


def check_pool_edit(oracle: Oracle, rnd: Random) -> None:
    old, new = random_objects.node_pool(rnd, "a"), random_objects.node_pool(rnd, "a")
    if rnd.random() < 0.7:
        new["apiVersion"] = old["apiVersion"]
    for part in ("metadata", "spec"):
        if rnd.random() < 0.5:
            new[part] = old[part]
    if oracle.ask("store-nodepool", object=as_we_read(old))["refused"]:
        return
    before, after = read_pool(old), read_pool(new)
    assert before is not None
    assert after is not None
    # A cluster that has v1beta2 is 1.7 or later: there v1beta1's field counts for nothing.
    asked = new if before.version == "v1beta2" else as_we_read(new)
    refused = oracle.ask("update-nodepool", old=as_we_read(old), object=asked)["refused"]
    ours = errors([old], [new], POOL_RULES)
    if before.version == "v1beta2" and after.doubt == LOST_FIELD:
        # Intended difference: the rule about Cloud takes v1beta1's field as it was meant.
        ours = [rule for rule in ours if rule != "nodepool-cloud-hostnetwork"]
    assert bool(ours) == bool(refused)
    assert not ours or POOL_RULES[ours[0]] in refused


def test_pools(oracle: Oracle) -> None:
    run(check_pool_edit, oracle)


def check_node_edit(oracle: Oracle, rnd: Random) -> None:
    pools = [random_objects.node_pool(rnd, name) for name in POOLS]
    old, new = random_objects.pool_node(rnd), random_objects.pool_node(rnd)
    if rnd.random() < 0.5:
        new["metadata"]["labels"] = {**old["metadata"].get("labels", {}), **new["metadata"].get("labels", {})}
    stored = [as_we_read(pool) for pool in pools]
    before = oracle.ask("default-node", object=old, pools=stored)
    if "error" in before:
        return
    after = oracle.ask("default-node", object=applied(before["object"], old, new), pools=stored)
    if "error" in after:
        return  # The webhook refuses an unknown pool; we only warn, since the cluster may know it.
    refused = oracle.ask("update-node", old=before["object"], object=after["object"])["refused"]
    ours = errors([*pools, old], [*pools, new], NODE_RULES)
    theirs = [rule for rule, said in NODE_RULES.items() if said in refused]
    was, now = (node["metadata"].get("labels", {}) for node in (old, new))
    if was.get(HOSTNETWORK) == "" or now.get(HOSTNETWORK) == "":
        # Intended difference: a label that is written with an empty value counts as none.
        return
    if was.get(DESIRED) and not was.get(NODEPOOL):
        # Intended difference: the pool that the webhook wrote stands in no manifest. An edit of the desired pool
        # is refused, though on the live Node it has no effect.
        assert ours or not theirs
        return
    # Intended difference: a node that moves is one finding; its label would follow if the move were undone.
    assert ours == theirs or ours[:1] == theirs[:1] == ["node-pool-changed"]


def test_nodes(oracle: Oracle) -> None:
    run(check_node_edit, oracle)


def applied(live: dict[str, Any], old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return the live Node after `kubectl apply` of `new`, where the manifest was `old` before."""
    was, now = (node["metadata"].get("labels", {}) for node in (old, new))
    kept = {key: value for key, value in live["metadata"].get("labels", {}).items() if key not in was}
    return {**live, "metadata": {**live["metadata"], "labels": {**kept, **now}}}
