"""Which NodePools a LabelSelector chooses: by their own labels, which the webhook adds to."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.openyurt.pool_choice import PoolChoice
from yurt_hostnet.openyurt.pools import Pool, Pools

TYPE = "nodepool.openyurt.io/type"


def declared(name: str, kind: str, host: bool, **labels: Any) -> Pool:
    data = {"metadata": {"labels": {key.replace("type", TYPE): value for key, value in labels.items()}}}
    return Pool(name, host_network=host, type=kind, data=data)


POOLS = Pools(
    [
        declared("beijing", "Edge", True, site="edge"),
        declared("cloud", "Cloud", False, site="cloud", type="edge"),
        declared("untyped", "", False),
        Pool("configured host", host_network=True),
        Pool("configured"),
    ]
)
NAMES = ["beijing", "cloud", "untyped", "configured host", "configured"]
DECLARED, CONFIGURED = NAMES[:3], NAMES[3:]


def row(key: str, operator: str, *values: str) -> dict[str, Any]:
    return {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}


CASES: dict[str, tuple[Any, list[str], list[str]]] = {
    # selector: chosen for certain, and those whose labels are not known
    "empty": ({}, NAMES, []),
    "empty too": ({"matchLabels": {}, "matchExpressions": []}, NAMES, []),
    "a label": ({"matchLabels": {"site": "edge"}}, ["beijing"], CONFIGURED),
    "two labels": ({"matchLabels": {"site": "edge", "a": "b"}}, [], CONFIGURED),
    "the webhook's label": ({"matchLabels": {TYPE: "edge"}}, ["beijing", "untyped"], CONFIGURED),
    "the other type": ({"matchLabels": {TYPE: "cloud"}}, ["cloud"], ["configured"]),
    "NotIn": (row("site", "NotIn", "edge"), ["cloud", "untyped"], CONFIGURED),
    "Exists": (row("site", "Exists"), ["beijing", "cloud"], CONFIGURED),
    "DoesNotExist": (row("site", "DoesNotExist"), ["untyped"], CONFIGURED),
}
REFUSED = {
    "an operator of node affinity": row("site", "Gt", "1"),
    "no values": row("site", "In"),
    "values that are not wanted": row("site", "Exists", "a"),
    "no key": {"matchExpressions": [{"operator": "Exists"}]},
    "no mapping": {"matchExpressions": ["site"]},
    "values that are no list": {"matchExpressions": [{"key": "site", "operator": "In", "values": "edge"}]},
    "a value that is no string": {"matchLabels": {"site": True}},
    "no label value": {"matchLabels": {"site": "a b"}},
}


def names(mask: int) -> list[str]:
    return [name for number, name in enumerate(NAMES) if mask >> number & 1]


@pytest.mark.parametrize("case", CASES)
def test_chosen(case: str) -> None:
    selector, sure, unsure = CASES[case]
    found = PoolChoice(POOLS).chosen(selector, labelled=True)
    assert found is not None
    assert tuple(map(names, found)) == (sure, unsure)


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read(case: str) -> None:
    assert PoolChoice(POOLS).chosen(REFUSED[case], labelled=True) is None


def test_before_the_webhook_labelled_pools() -> None:
    """A YurtAppDaemon of OpenYurt 1.4 sees the labels that stand there, one of 1.5 those of the webhook."""
    found = PoolChoice(POOLS).chosen({"matchLabels": {TYPE: "edge"}}, labelled=False)
    assert found is not None
    assert tuple(map(names, found)) == (["beijing", "cloud", "untyped"], CONFIGURED)
