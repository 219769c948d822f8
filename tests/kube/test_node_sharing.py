"""Whether two pods can be meant for one node."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.kube.label_sets import LabelSets, Placing, shared
from yurt_hostnet.kube.node_affinity import REQUIRED, MalformedAffinity
from yurt_hostnet.kube.node_demands import PodDemands

POOL = "apps.openyurt.io/nodepool"


def spec(*terms: Any, **more: Any) -> Any:
    return {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": list(terms)}}}, **more}


def expr(key: str, operator: str, *values: str) -> Any:
    return {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}


CASES = {
    "nothing asked": ({}, {}, {}, True),
    "same selector": ({"nodeSelector": {"a": "1"}}, {"nodeSelector": {"a": "1"}}, {}, True),
    "other value": ({"nodeSelector": {"a": "1"}}, {"nodeSelector": {"a": "2"}}, {}, False),
    "other key": ({"nodeSelector": {"a": "1"}}, {"nodeSelector": {"b": "2"}}, {}, True),
    "In and NotIn": (spec(expr("a", "In", "1", "2")), spec(expr("a", "NotIn", "1")), {}, True),
    "In and NotIn all": (spec(expr("a", "In", "1")), spec(expr("a", "NotIn", "1")), {}, False),
    "NotIn twice": (spec(expr("a", "NotIn", "1")), spec(expr("a", "NotIn", "2")), {}, True),
    "Exists and NotIn": (spec(expr("a", "Exists")), spec(expr("a", "NotIn", "1")), {}, True),
    "Exists and DoesNotExist": (spec(expr("a", "Exists")), spec(expr("a", "DoesNotExist")), {}, False),
    "Gt below Lt": (spec(expr("a", "Gt", "1")), spec(expr("a", "Lt", "3")), {}, True),
    "Gt above Lt": (spec(expr("a", "Gt", "2")), spec(expr("a", "Lt", "3")), {}, False),
    "Gt and NotIn": (spec(expr("a", "Gt", "1")), spec(expr("a", "NotIn", "2")), {}, True),
    "one of two terms": (spec(expr("a", "In", "1"), expr("a", "In", "2")), {"nodeSelector": {"a": "2"}}, {}, True),
    "empty term": (spec({}), {}, {}, False),
    "invalid term": (spec(expr("a", "In")), {}, {}, False),
    "fields are not compared": (
        spec({"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n"]}]}),
        {},
        {},
        True,
    ),
    "Lt alone": (spec(expr("a", "Lt", "1")), {}, {}, True),
    "Lt nothing": (spec(expr("a", "Lt", "0")), {}, {}, False),
    "Lt and NotIn": (spec(expr("a", "Lt", "3")), spec(expr("a", "NotIn", "0", "1")), {}, True),
    "Lt and NotIn all": (spec(expr("a", "Lt", "2")), spec(expr("a", "NotIn", "0", "1")), {}, False),
    "Gt all numbers": (spec(expr("a", "Gt", "9223372036854775807")), {}, {}, False),
    "Exists and NotIn words": (spec(expr("a", "Exists")), spec(expr("a", "NotIn", "x", "x0", "0")), {}, True),
    "no label values": ({"nodeSelector": {"a": "+-5"}}, {"nodeSelector": {"a": "9" * 5000}}, {}, False),
    "selector no string": ({"nodeSelector": {"a": 1}}, {"nodeSelector": {"a": "2"}}, {}, True),
    "invalid field": (
        {},
        spec({"matchFields": [{"key": "metadata.uid", "operator": "In", "values": ["n"]}]}),
        {},
        False,
    ),
    "selector and terms": (spec(expr("b", "Exists"), nodeSelector={"a": "1"}), {"nodeSelector": {"a": "2"}}, {}, False),
    "known label": ({"nodeSelector": {POOL: "x"}}, {}, {POOL: "x"}, True),
    "known otherwise": ({"nodeSelector": {POOL: "x"}}, {}, {POOL: "y"}, False),
    "known to lack": ({"nodeSelector": {POOL: "x"}}, {}, {POOL: None}, False),
    "known to lack, DoesNotExist": (spec(expr(POOL, "DoesNotExist")), {}, {POOL: None}, True),
}


def may_share_node(one: Any, other: Any, known: dict[str, str | None]) -> bool:
    sets = LabelSets()
    sets.add(known)
    return shared(Placing(sets, PodDemands(one)), Placing(sets, PodDemands(other)), 1, [1000]) == 1


@pytest.mark.parametrize(("one", "other", "known", "expected"), CASES.values(), ids=CASES)
def test_may_share_node(one: Any, other: Any, known: dict[str, str | None], expected: bool) -> None:
    assert may_share_node(one, other, known) is expected
    assert may_share_node(other, one, known) is expected


def test_malformed_affinity_is_no_answer() -> None:
    with pytest.raises(MalformedAffinity):
        may_share_node({"affinity": []}, {}, {})
