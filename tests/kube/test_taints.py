"""Taints against tolerations, case by case as ToleratesTaint decides them."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.kube.taints import taint_text, untolerated

TAINT = {"key": "edge", "value": "yes", "effect": "NoSchedule"}
CASES: dict[str, tuple[Any, bool]] = {
    "none": (None, False),
    "no list": ("edge", False),
    "equal": ([{"key": "edge", "operator": "Equal", "value": "yes", "effect": "NoSchedule"}], True),
    "equal is the default": ([{"key": "edge", "value": "yes"}], True),
    "another value": ([{"key": "edge", "value": "no"}], False),
    "another key": ([{"key": "cloud", "operator": "Exists"}], False),
    "another effect": ([{"key": "edge", "operator": "Exists", "effect": "NoExecute"}], False),
    "exists": ([{"key": "edge", "operator": "Exists"}], True),
    "everything": ([{"operator": "Exists"}], True),
    "equal without a key": ([{"value": "yes"}], False),
    "one of several": ([{"key": "x"}, None, {"key": "edge", "value": "yes"}], True),
}


@pytest.mark.parametrize("case", CASES)
def test_tolerations(case: str) -> None:
    tolerations, tolerated = CASES[case]
    assert untolerated({"tolerations": tolerations}, [TAINT]) == ([] if tolerated else [TAINT])


def test_what_forbids_nothing() -> None:
    assert untolerated({}, [{**TAINT, "effect": "PreferNoSchedule"}, "edge", None]) == []
    assert untolerated({}, None) == []


def test_no_value_and_an_empty_one_are_equal() -> None:
    bare = {"key": "edge", "effect": "NoSchedule"}
    for taint in (bare, {**bare, "value": ""}):
        assert untolerated({"tolerations": [{"key": "edge"}]}, [taint]) == []
        assert untolerated({"tolerations": [{"key": "edge", "value": ""}]}, [taint]) == []
        assert untolerated({"tolerations": [{"key": "edge", "value": "x"}]}, [taint]) == [taint]


def test_text() -> None:
    assert [taint_text(taint) for taint in (TAINT, {"key": "a", "effect": "NoExecute"}, {})] == [
        "edge=yes:NoSchedule",
        "a:NoExecute",
        ":",
    ]
