"""NodePools and Nodes: we read pools as OpenYurt stores them and label nodes as its webhook does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from oracle import random_objects
from oracle.cases import run
from oracle.random_objects import DESIRED, HOSTNETWORK, NODEPOOL, POOLS
from oracle.settings import only
from yurt_hostnet.hosts.manifests import serve
from yurt_hostnet.hosts.options import DONE, FAILED, Options
from yurt_hostnet.openyurt.pools import LOST_FIELD, read_pool

if TYPE_CHECKING:
    from random import Random

    from oracle.asking import Oracle

RULES = (
    "nodepool-cloud-hostnetwork",
    "nodepool-hostnetwork-version",
    "node-pool-unknown",
    "node-hostnetwork-label-mismatch",
)


def stream(objects: list[dict[str, Any]]) -> bytes:
    return "---\n".join(json.dumps(data) + "\n" for data in objects).encode()


def named(results: list[Any], rule: str) -> list[str]:
    """Return the names of the objects for which a rule has findings."""
    return [result.ref.name for result in results if result.rule == rule]


def as_we_read(pool: dict[str, Any]) -> dict[str, Any]:
    """Return a NodePool that OpenYurt 1.7 stores as we read this one.

    Intended difference: a v1beta1 NodePool with spec.hostNetwork alone is a host-network pool for OpenYurt
    1.4 to 1.6 and for its author, and an ordinary one for 1.7; we take the field as meant, and warn.
    """
    ours = read_pool(pool)
    assert ours is not None
    if ours.doubt == LOST_FIELD:
        spec = {key: value for key, value in pool["spec"].items() if key != "interConnectivity"}
        return {**pool, "apiVersion": "apps.openyurt.io/v1beta2", "metadata": {"name": ours.name}, "spec": spec}
    return pool


def check_nodes(oracle: Oracle, rnd: Random) -> None:
    pools = [random_objects.node_pool(rnd, name) for name in POOLS if rnd.random() < 0.7]
    node = random_objects.pool_node(rnd)
    objects = [*pools, node]
    rnd.shuffle(objects)
    response = serve(stream(objects), Options(only(*RULES)))
    assert response.code in (DONE, FAILED)

    refused = []
    for pool in pools:
        ours, theirs = read_pool(pool), oracle.ask("store-nodepool", object=as_we_read(pool))
        assert ours is not None
        assert ours.host_network is theirs["object"]["spec"].get("hostNetwork", False)
        if theirs["refused"]:
            refused.append(ours.name)
        if ours.doubt:
            assert ours.name in named(response.results, "nodepool-hostnetwork-version")
    assert sorted(named(response.results, "nodepool-cloud-hostnetwork")) == sorted(refused)

    labels = node["metadata"].get("labels", {})
    answer = oracle.ask("default-node", object=node, pools=[as_we_read(pool) for pool in pools])
    expected = dict(labels)
    if "error" in answer:
        assert named(response.results, "node-pool-unknown") == ["n"]
    else:
        expected = answer["object"]["metadata"].get("labels", {})
        if not labels.get(NODEPOOL) and labels.get(DESIRED):
            # Intended difference 4: the pool label is never written.
            assert expected[NODEPOOL] == labels[DESIRED]
            expected = {**expected, NODEPOOL: labels.get(NODEPOOL)}
        own = labels.get(NODEPOOL) or labels.get(DESIRED)
        if any(pool["metadata"]["name"] == own and read_pool(pool).why_doubtful for pool in pools):  # type: ignore[union-attr]
            # Intended difference: versions of OpenYurt read this pool differently, and the label cannot be taken back.
            expected = {**expected, HOSTNETWORK: labels.get(HOSTNETWORK)}
    mismatch = labels.get(HOSTNETWORK) is not None and expected[HOSTNETWORK] != labels[HOSTNETWORK]
    if mismatch:
        # Intended difference: the webhook overwrites another value, we report it, as the node was joined with it.
        assert named(response.results, "node-hostnetwork-label-mismatch") == ["n"]
    errors = {result.rule for result in response.results if result.severity == "error"}
    assert errors <= {"nodepool-cloud-hostnetwork", "node-hostnetwork-label-mismatch"}
    assert (response.code == FAILED) == bool(errors)
    if response.code == DONE:
        after = [json.loads(document) for document in b"".join(response.stdout).decode().split("---\n")]
        new = {key: value for key, value in expected.items() if value is not None}
        expected_node = {**node, "metadata": {**node["metadata"], "labels": new}} if new else node
        assert after == [expected_node if data is node else data for data in objects]


def test_nodes(oracle: Oracle) -> None:
    run(check_nodes, oracle)
