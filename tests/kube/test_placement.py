"""Where a pod may land and what it is pinned to."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.kube.placement import may_land, pinned_nodes, pinned_values

POOL, HOST = "apps.openyurt.io/nodepool", "nodepool.openyurt.io/hostnetwork"
EDGE = {POOL: "edge", HOST: "true"}
PLAIN = {POOL: "plain", HOST: None}


def spec(*terms: Any, **more: Any) -> Any:
    return {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": list(terms)}}}, **more}


def expr(key: Any, operator: Any, *values: Any) -> Any:
    return {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}


def both(*terms: Any) -> Any:
    return {"matchExpressions": [e for term in terms for e in term["matchExpressions"]]}


CASES = {
    # pod spec: may land on EDGE, on PLAIN, pinned to pools
    "anywhere": ({}, True, True, None),
    "nodeSelector pool": ({"nodeSelector": {POOL: "edge"}}, True, False, ("edge",)),
    "nodeSelector unknown label": ({"nodeSelector": {"disk": "ssd"}}, True, True, None),
    "nodeSelector host network": ({"nodeSelector": {HOST: "true"}}, True, False, None),
    "excluded": (spec(expr(HOST, "NotIn", "true")), False, True, None),
    "affinity pool": (spec(expr(POOL, "In", "edge", "plain")), True, True, ("edge", "plain")),
    "one term free": (spec(expr(POOL, "In", "edge"), expr("disk", "Exists")), True, True, None),
    "two terms": (spec(expr(POOL, "In", "edge"), expr(POOL, "In", "other")), True, False, ("edge", "other")),
    "negative": (spec(expr(POOL, "NotIn", "edge")), False, True, None),
    "In narrowed": (
        spec(both(expr(POOL, "In", "edge", "plain"), expr(POOL, "NotIn", "edge"))),
        False,
        True,
        ("plain",),
    ),
    "selector and affinity": (
        spec(expr(POOL, "In", "edge", "plain"), nodeSelector={POOL: "edge"}),
        True,
        False,
        ("edge",),
    ),
    "term against selector": (
        spec(expr("disk", "In", "hdd"), expr(POOL, "In", "plain"), nodeSelector={"disk": "ssd"}),
        False,
        True,
        ("plain",),
    ),
    "empty term": (spec({}), False, False, ()),
    "invalid term": (spec(expr(POOL, "In")), False, False, ()),
    "invalid term on another label": (spec(expr("disk", "In"), expr(POOL, "In", "edge")), True, False, ("edge",)),
    "invalid field": (
        spec({"matchFields": [{"key": "metadata.uid", "operator": "In", "values": ["x"]}]}),
        False,
        False,
        (),
    ),
    "In twice": (spec(both(expr(POOL, "In", "edge", "a"), expr(POOL, "In", "plain", "edge"))), True, False, ("edge",)),
    "excluded and pinned": (spec(expr(HOST, "NotIn", "true"), nodeSelector={POOL: "edge"}), False, False, ("edge",)),
}


@pytest.mark.parametrize(("pod_spec", "edge", "plain", "pinned"), CASES.values(), ids=CASES)
def test_placement(pod_spec: Any, edge: Any, plain: Any, pinned: Any) -> None:
    assert (may_land(pod_spec, EDGE), may_land(pod_spec, PLAIN), pinned_values(pod_spec, POOL)) == (edge, plain, pinned)


NAMED = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}
NODES = {
    "free": ({}, None),
    "nodeName": ({"nodeName": "n9"}, ("n9",)),
    "nodeName empty": ({"nodeName": ""}, None),
    "nodeName no string": ({"nodeName": 9}, None),
    "field": (spec(NAMED), ("n1",)),
    "hostname": ({"nodeSelector": {"kubernetes.io/hostname": "n2"}}, ("n2",)),
    "hostnames": (spec(expr("kubernetes.io/hostname", "In", "n3", "n2")), ("n2", "n3")),
    "both": (spec(NAMED, nodeSelector={"kubernetes.io/hostname": "n2"}), ()),
    "term without": (spec(NAMED, expr("disk", "Exists")), None),
}


@pytest.mark.parametrize(("pod_spec", "nodes"), NODES.values(), ids=NODES)
def test_pinned_nodes(pod_spec: Any, nodes: Any) -> None:
    assert pinned_nodes(pod_spec) == nodes
