"""Which nodes match, as k8s.io/component-helpers scheduling/corev1/nodeaffinity decides."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.kube.node_affinity import REQUIRED, matches, require
from yurt_hostnet.kube.paths import with_parents

NODE = {"zone": "a", "size": "10", "bad": "x1"}


def spec(*terms: Any) -> Any:
    return {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": list(terms)}}}}


def expr(key: Any, operator: Any, *values: Any) -> Any:
    return {"key": key, "operator": operator, "values": list(values)}


EXPRESSIONS = [
    (expr("zone", "In", "a", "b"), True),
    (expr("zone", "In", "b"), False),
    (expr("none", "In", "a"), False),
    (expr("zone", "NotIn", "b"), True),
    (expr("zone", "NotIn", "a"), False),
    (expr("none", "NotIn", "a"), True),
    (expr("zone", "Exists"), True),
    (expr("none", "Exists"), False),
    (expr("zone", "DoesNotExist"), False),
    (expr("none", "DoesNotExist"), True),
    (expr("size", "Gt", "9"), True),
    (expr("size", "Gt", "10"), False),
    (expr("size", "Lt", "11"), True),
    (expr("size", "Lt", "-1"), False),
    (expr("bad", "Gt", "0"), False),
    (expr("none", "Lt", "5"), False),
    (expr("size", "Gt", "99999999999999999999"), False),
    (expr("size", "Gt", "nine"), False),
    (expr("zone", "In"), False),
    (expr("zone", "Exists", "a"), False),
    (expr("zone", "Equals", "a"), False),
    (expr("size", "Gt", "+9"), False),
    (expr("zone", "NotIn", "b c"), False),
    (expr("zone", "NotIn", "b", ""), True),
    (expr("-zone", "NotIn", "b"), False),
    (expr("A.example/zone", "NotIn", "b"), False),
    (expr("a.example/zone", "NotIn", "b"), True),
    (expr("/zone", "NotIn", "b"), False),
    (expr("size", "Gt", "1_0"), False),
    (expr("zone", "NotIn", "-"), False),
    (expr("zone", "NotIn", "b-c.d_e"), True),
    (expr("z-o.n_e", "NotIn", "b"), True),
    (expr("a-b.c/zone", "NotIn", "b"), True),
    (expr("-a.b/zone", "NotIn", "b"), False),
    (expr("a-.b/zone", "NotIn", "b"), False),
    (expr("z" * 63, "NotIn", "b" * 63), True),
    (expr("z" * 64, "NotIn", "b"), False),
    (expr("zone", "NotIn", "b" * 64), False),
    (expr("a" * 253 + "/zone", "NotIn", "b"), True),
    (expr("a" * 254 + "/zone", "NotIn", "b"), False),
]


@pytest.mark.parametrize(("expression", "expected"), EXPRESSIONS, ids=str)
def test_one_expression(expression: Any, expected: Any) -> None:
    assert matches(spec({"matchExpressions": [expression]}), NODE, "n1") is expected


NUMBERS = {
    # a node's label, which the scheduler reads as strconv.ParseInt does
    "plus": ("+5", "Gt", "4", True),
    "minus": ("-5", "Lt", "4", True),
    "two signs": ("--5", "Lt", "4", False),
    "greatest": ("9223372036854775807", "Gt", "1", True),
    "too great": ("9223372036854775808", "Gt", "1", False),
    "least": ("-9223372036854775808", "Lt", "1", True),
    "too little": ("-9223372036854775809", "Lt", "1", False),
    "very long": ("9" * 5000, "Gt", "1", False),
    "Arabic digit": ("\u0665", "Gt", "1", False),
    "empty": ("", "Lt", "1", False),
    "equal": ("5", "Lt", "5", False),
}


@pytest.mark.parametrize(("label", "operator", "bound", "expected"), NUMBERS.values(), ids=NUMBERS)
def test_numbers(label: str, operator: str, bound: str, expected: bool) -> None:
    assert matches(spec({"matchExpressions": [expr("n", operator, bound)]}), {"n": label}) is expected


A, NOT_A = expr("zone", "In", "a"), expr("zone", "NotIn", "a")
FIELD, OTHER = expr("metadata.name", "In", "n1"), expr("metadata.name", "NotIn", "n1")
WHOLE = {
    "nothing asked": ({}, True),
    "no terms": (spec(), False),
    "empty term": (spec({}), False),
    "null term": (spec(None), False),
    "terms are ORed": (spec({"matchExpressions": [NOT_A]}, {"matchExpressions": [A]}), True),
    "expressions are ANDed": (spec({"matchExpressions": [A, NOT_A]}), False),
    "an invalid term does not spoil the next": (
        spec({"matchExpressions": [expr("zone", "In")]}, {"matchExpressions": [A]}),
        True,
    ),
    "an invalid expression spoils its term": (spec({"matchExpressions": [A, expr("zone", "In")]}), False),
    "field": (spec({"matchFields": [FIELD]}), True),
    "field of another": (spec({"matchFields": [OTHER]}), False),
    "field and expression": (spec({"matchFields": [FIELD], "matchExpressions": [NOT_A]}), False),
    "not that field": (spec({"matchFields": [expr("metadata.name", "NotIn", "n2")]}), True),
    "a field that nodes lack": (spec({"matchFields": [expr("metadata.uid", "In", "n1")]}), False),
    "not a field that nodes lack": (spec({"matchFields": [expr("metadata.uid", "NotIn", "n1")]}), True),
    "a field that nodes lack, empty": (spec({"matchFields": [expr("metadata.uid", "In", "")]}), True),
    "field with an operator for labels": (spec({"matchFields": [expr("metadata.name", "Exists", "n1")]}), False),
    "field invalid": (spec({"matchFields": [expr("metadata.name", "In", "n1", "n2")]}), False),
    "nodeSelector": ({"nodeSelector": {"zone": "a"}}, True),
    "nodeSelector differs": ({"nodeSelector": {"zone": "b"}}, False),
    "nodeSelector absent": ({"nodeSelector": {"none": ""}}, False),
    "nodeSelector is ANDed": ({"nodeSelector": {"zone": "b"}, **spec({"matchExpressions": [A]})}, False),
    "nodeSelector empty": ({"nodeSelector": {}}, True),
}


@pytest.mark.parametrize(("pod_spec", "expected"), WHOLE.values(), ids=WHOLE)
def test_whole(pod_spec: Any, expected: Any) -> None:
    assert matches(pod_spec, NODE, "n1") is expected


def test_without_a_name_fields_hold() -> None:
    assert matches(spec({"matchFields": [FIELD]}), NODE)


KEYS, VALUES = st.sampled_from(["zone", "host"]), st.sampled_from(["a", "b", "true"])
REQUIREMENTS = st.builds(
    lambda key, op, values: {"key": key, "operator": op, "values": values if op in ("In", "NotIn") else []},
    KEYS,
    st.sampled_from(["In", "NotIn", "Exists", "DoesNotExist"]),
    st.lists(VALUES, min_size=1, max_size=2),
)
TERM = st.one_of(
    st.none(),
    st.fixed_dictionaries({}, optional={"matchExpressions": st.one_of(st.none(), st.lists(REQUIREMENTS, max_size=3))}),
)
POD_SPECS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.just({}), st.just({"affinity": {}}), st.lists(TERM, min_size=1, max_size=3).map(lambda t: spec(*t))
)
WANT = expr("host", "NotIn", "true")


@given(POD_SPECS, st.dictionaries(KEYS, VALUES))
def test_require_only_takes_nodes_away(pod_spec: Any, labels: Any) -> None:
    """ "NotIn matches nodes without the label" and "we never widen" (OpenYurt pod webhook, our differences)."""
    import jsonpatch  # the oracle

    patch: list[Any] = [edit.to_patch() for edit in require(pod_spec, (), WANT)]
    after = jsonpatch.apply_patch(pod_spec, patch)
    assert matches(after, labels) == (matches(pod_spec, labels) and labels.get("host") != "true")


def test_an_edit_of_what_is_there_stays() -> None:
    assert with_parents({"a": 1, "b": [{"c": 2}]}, [Edit(("a",), 3), Edit(("b", 0, "c"), 4)]) == [
        Edit(("a",), 3),
        Edit(("b", 0, "c"), 4),
    ]


def test_with_parents() -> None:
    data: dict[str, Any] = {"spec": {"a": None, "l": [{"x": {}}]}}
    given_edits = [
        Edit(("spec", "a", "b", "c"), 1),
        Edit(("spec", "l", 0, "x", "y"), 2),
        Edit(("spec", "a", "b", "d"), 3),
        Edit(("spec", "l", "-"), 4),
        Edit(("meta", "n"), 5),
    ]
    assert with_parents(data, given_edits) == [
        Edit(("spec", "a"), {"b": {"c": 1, "d": 3}}),
        Edit(("spec", "l", 0, "x", "y"), 2),
        Edit(("spec", "l", "-"), 4),
        Edit(("meta",), {"n": 5}),
    ]
