"""Adding a requirement to node affinity, and refusing what cannot be read."""

from __future__ import annotations

import copy
from typing import Any

import jsonpatch
import pytest

from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.node_affinity import (
    REQUIRED,
    MalformedAffinity,
    empty_terms,
    has_requirement,
    matches,
    problems,
    require,
    required_terms,
)

WANT = {"key": "nodepool.openyurt.io/hostnetwork", "operator": "NotIn", "values": ["true"]}
ARCH = {"key": "kubernetes.io/arch", "operator": "In", "values": ["arm64"]}
NAME = {"key": "metadata.name", "operator": "In", "values": ["node-1"]}
AFFINITY = ("spec", "affinity")
NODE = (*AFFINITY, "nodeAffinity")
TERMS = (*NODE, REQUIRED, "nodeSelectorTerms")
TERM = {"matchExpressions": [WANT]}


def terms(*given: Any) -> Any:
    return {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": list(given)}}}}


CASES = {
    "no affinity": ({}, [Edit(AFFINITY, {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [TERM]}}})]),
    "null affinity": (
        {"affinity": None},
        [Edit(AFFINITY, {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [TERM]}}})],
    ),
    "empty affinity": ({"affinity": {}}, [Edit(NODE, {REQUIRED: {"nodeSelectorTerms": [TERM]}})]),
    "only podAffinity": (
        {"affinity": {"podAffinity": {"x": 1}}},
        [Edit(NODE, {REQUIRED: {"nodeSelectorTerms": [TERM]}})],
    ),
    "only preferred": (
        {"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1}]}}},
        [Edit((*NODE, REQUIRED), {"nodeSelectorTerms": [TERM]})],
    ),
    "required null": (
        {"affinity": {"nodeAffinity": {REQUIRED: None}}},
        [Edit((*NODE, REQUIRED), {"nodeSelectorTerms": [TERM]})],
    ),
    "required empty": ({"affinity": {"nodeAffinity": {REQUIRED: {}}}}, [Edit(TERMS, [TERM])]),
    "terms empty": (terms(), [Edit((*TERMS, "-"), TERM)]),
    "one term": (
        terms({"matchExpressions": [ARCH]}),
        [Edit((*TERMS, 0, "matchExpressions", "-"), WANT)],
    ),
    "two terms, one done": (
        terms({"matchExpressions": [ARCH, WANT]}, {"matchExpressions": [ARCH]}),
        [Edit((*TERMS, 1, "matchExpressions", "-"), WANT)],
    ),
    "all done": (terms(TERM, {"matchExpressions": [ARCH, WANT]}), []),
    "empty terms stay": (
        terms({}, None, {"matchExpressions": None}, {"matchExpressions": [], "matchFields": []}, {"matchFields": None}),
        [],
    ),
    "empty beside full": (
        terms({}, {"matchExpressions": [ARCH]}),
        [Edit((*TERMS, 1, "matchExpressions", "-"), WANT)],
    ),
    "fields only": (terms({"matchFields": [NAME]}), [Edit((*TERMS, 0, "matchExpressions"), [WANT])]),
    "fields, expressions null": (
        terms({"matchFields": [NAME], "matchExpressions": None}),
        [Edit((*TERMS, 0, "matchExpressions"), [WANT])],
    ),
    "fields, expressions empty": (
        terms({"matchFields": [NAME], "matchExpressions": []}),
        [Edit((*TERMS, 0, "matchExpressions", "-"), WANT)],
    ),
    "other operator": (
        terms({"matchExpressions": [{"key": WANT["key"], "operator": "DoesNotExist"}]}),
        [Edit((*TERMS, 0, "matchExpressions", "-"), WANT)],
    ),
    "more values": (
        terms({"matchExpressions": [{**WANT, "values": ["true", "yes"]}]}),
        [Edit((*TERMS, 0, "matchExpressions", "-"), WANT)],
    ),
}


@pytest.mark.parametrize(("pod_spec", "edits"), CASES.values(), ids=CASES)
def test_require(pod_spec: Any, edits: Any) -> None:
    before = copy.deepcopy(pod_spec)
    assert require(pod_spec, ("spec",), WANT) == edits
    assert pod_spec == before
    after = jsonpatch.apply_patch({"spec": pod_spec}, [edit.to_patch() for edit in edits])
    assert require(after["spec"], ("spec",), WANT) == []
    assert has_requirement(after["spec"], WANT)
    assert has_requirement(pod_spec, WANT) == (not edits)


def test_every_edit_has_its_own_copy() -> None:
    first, second = require(terms({"matchExpressions": [ARCH]}, {"matchExpressions": [ARCH]}), (), WANT)
    assert first.value == second.value == WANT
    assert first.value is not second.value
    assert first.value["values"] is not WANT["values"]


def test_default_affinity_is_repeated_only_where_an_affinity_is_created() -> None:
    default = {
        "nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [ARCH]}, {}]}},
        "podAntiAffinity": {"x": []},
    }
    assert require({}, (), WANT, default) == [
        Edit(
            ("affinity",),
            {
                "nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [{"matchExpressions": [ARCH, WANT]}, {}]}},
                "podAntiAffinity": {"x": []},
            },
        )
    ]
    assert require({"affinity": {}}, (), WANT, default) == require({"affinity": {}}, (), WANT)


def test_default_terms_that_match_nothing_stay_so() -> None:
    default = terms({"matchExpressions": []}, None, {"matchFields": [NAME]})["affinity"]
    assert require({}, (), WANT, default) == [
        Edit(
            ("affinity",),
            terms({"matchExpressions": []}, None, {"matchFields": [NAME], "matchExpressions": [WANT]})["affinity"],
        )
    ]


def test_empty_terms() -> None:
    spec = terms({}, {"matchExpressions": [ARCH]}, None, {"matchExpressions": []}, {"matchFields": [NAME]})
    assert empty_terms(spec, ("spec",)) == [(*TERMS, 0), (*TERMS, 2), (*TERMS, 3)]
    assert empty_terms({}) == []


@pytest.mark.parametrize(
    ("pod_spec", "expected"),
    [
        ({}, None),
        ({"affinity": {"nodeAffinity": {}}}, None),
        ({"affinity": {"nodeAffinity": {REQUIRED: {}}}}, []),
        (terms(None, TERM), [{}, TERM]),
    ],
    ids=["absent", "no required", "no terms", "null term"],
)
def test_required_terms(pod_spec: Any, expected: Any) -> None:
    assert required_terms(pod_spec) == expected


MALFORMED = {
    "affinity a string": ({"affinity": "x"}, (), "This must be a mapping; it is a string."),
    "nodeAffinity a list": ({"affinity": {"nodeAffinity": []}}, NODE[2:], "This must be a mapping; it is a list."),
    "required a number": (
        {"affinity": {"nodeAffinity": {REQUIRED: 3}}},
        (*NODE[2:], REQUIRED),
        "This must be a mapping; it is a number.",
    ),
    "terms a string": (
        {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": "x"}}}},
        TERMS[2:],
        "This must be a list; it is a string.",
    ),
    "terms a mapping": (
        {"affinity": {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": {}}}}},
        TERMS[2:],
        "This must be a list; it is a mapping.",
    ),
    "term a list": (terms([ARCH]), (*TERMS[2:], 0), "This must be a mapping; it is a list."),
    "expressions a mapping": (
        terms({"matchExpressions": ARCH}),
        (*TERMS[2:], 0, "matchExpressions"),
        "This must be a list; it is a mapping.",
    ),
    "fields a string": (
        terms({"matchFields": "x"}),
        (*TERMS[2:], 0, "matchFields"),
        "This must be a list; it is a string.",
    ),
    "expression null": (
        terms({"matchExpressions": [ARCH, None]}),
        (*TERMS[2:], 0, "matchExpressions", 1),
        "This must be a mapping of key, operator and values; it is null.",
    ),
    "expression a string": (
        terms({"matchExpressions": ["x"]}),
        (*TERMS[2:], 0, "matchExpressions", 0),
        "This must be a mapping; it is a string.",
    ),
    "key a number": (
        terms({"matchExpressions": [{"key": 1, "operator": "Exists"}]}),
        (*TERMS[2:], 0, "matchExpressions", 0, "key"),
        "This must be a string; it is a number.",
    ),
    "values a string": (
        terms({"matchExpressions": [{**ARCH, "values": "arm64"}]}),
        (*TERMS[2:], 0, "matchExpressions", 0, "values"),
        "This must be a list; it is a string.",
    ),
    "operator a list": (
        terms({"matchFields": [{"key": "metadata.name", "operator": ["In"]}]}),
        (*TERMS[2:], 0, "matchFields", 0, "operator"),
        "This must be a string; it is a list.",
    ),
    "value null": (
        terms({"matchExpressions": [{**ARCH, "values": ["arm64", None]}]}),
        (*TERMS[2:], 0, "matchExpressions", 0, "values", 1),
        "This must be a string; it is null. Put it in quotes.",
    ),
    "value a boolean": (
        terms(TERM, {"matchExpressions": [{**WANT, "values": [True]}]}),
        (*TERMS[2:], 1, "matchExpressions", 0, "values", 0),
        "This must be a string; it is a boolean. Put it in quotes.",
    ),
}


@pytest.mark.parametrize(("pod_spec", "below", "message"), MALFORMED.values(), ids=MALFORMED)
def test_malformed(pod_spec: Any, below: Any, message: Any) -> None:
    path = (*AFFINITY, *below)
    with pytest.raises(MalformedAffinity) as caught:
        require(pod_spec, ("spec",), WANT)
    assert (caught.value.path, caught.value.message) == (path, message)
    assert str(caught.value) == f"{field_path(path)}: {message}"
    for looks in (required_terms, empty_terms):
        with pytest.raises(MalformedAffinity) as again:
            looks(pod_spec, ("spec",))
        assert again.value.path == path
    assert [(found.path, found.message) for found in problems(pod_spec, ("spec",))] == [(path, message)]
    reads: tuple[Any, ...] = (matches, has_requirement, empty_terms)
    for read in reads:
        with pytest.raises(MalformedAffinity):
            read(pod_spec, WANT)


def test_problems_names_every_requirement_that_means_nothing() -> None:
    bad = [
        {"key": "a", "operator": "In", "values": []},
        {"key": "a", "operator": "Exists", "values": ["x"]},
        {"key": "a", "operator": "Gt", "values": ["1.5"]},
        {"key": "a", "operator": "Lt", "values": ["1", "2"]},
        {"key": "a", "operator": "Equals", "values": ["x"]},
        {"operator": "Exists"},
        {"key": "a b", "operator": "Exists"},
        {"key": "a", "operator": "NotIn", "values": ["x", "no value"]},
        ARCH,
    ]
    fields = [
        {**NAME, "operator": "Exists"},
        {**NAME, "key": "metadata.uid"},
        {**NAME, "values": []},
        NAME,
        {**NAME, "operator": "NotIn"},
    ]
    expressions, field = (*TERMS, 0, "matchExpressions"), (*TERMS, 0, "matchFields")
    assert [
        (p.path, p.message) for p in problems(terms({"matchExpressions": bad, "matchFields": fields}), ("spec",))
    ] == [
        ((*expressions, 0), "In needs at least one value."),
        ((*expressions, 1), "Exists takes no values; remove them or use In."),
        ((*expressions, 2), "Gt needs exactly one value, a whole number in quotes."),
        ((*expressions, 3), "Lt needs exactly one value, a whole number in quotes."),
        ((*expressions, 4), "The operator is 'Equals'; use one of In, NotIn, Exists, DoesNotExist, Gt, Lt."),
        ((*expressions, 5), "A requirement needs a key; name the node label."),
        (
            (*expressions, 6),
            "'a b' is no label key; it is a name of letters, digits, -, _ and ., after a domain and / if at all.",
        ),
        (
            (*expressions, 7),
            "'no value' is no label value; it has at most 63 letters, digits, -, _ and ., the first and last no sign.",
        ),
        ((*field, 0), "matchFields takes In or NotIn, not 'Exists'."),
        ((*field, 1), "matchFields knows only metadata.name, not 'metadata.uid'."),
        ((*field, 2), "matchFields needs exactly one value."),
    ]


@pytest.mark.parametrize("values", [["true"], [True], ["True"], "true", None])
def test_terms_that_were_good_vouch_for_no_others(values: Any) -> None:
    """What was read without a fault is known by its text: words and booleans must not look alike in it."""
    good, other = ({**ARCH, "values": each} for each in (["true"], values))
    for _ in range(2):
        assert required_terms(terms({"matchExpressions": [good]})) == [{"matchExpressions": [good]}]
        assert problems(terms({"matchExpressions": [good]})) == []
        found = problems(terms({"matchExpressions": [other]}))
        assert bool(found) == (values not in (["true"], ["True"]))


def test_faults_are_told_wherever_the_same_terms_stand() -> None:
    """Only what had no fault is remembered, and nothing of where it stood."""
    faulty = terms({"matchLabels": {}})
    for path in (("spec",), ("spec", "template", "spec")):
        with pytest.raises(MalformedAffinity) as caught:
            required_terms(faulty, path)
        assert caught.value.path == (*path, *TERMS[1:], 0, "matchLabels")
    assert required_terms(terms(TERM), ("spec",)) == required_terms(terms(TERM), ("a", "b")) == [TERM]
