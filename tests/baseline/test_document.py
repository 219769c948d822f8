"""HostNetBaseline: what is read, what is refused, and what is written."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from yurt_hostnet.baseline.baseline import BaselineError, Key, State
from yurt_hostnet.baseline.document import document, document_schema, read_document

HEAD = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "HostNetBaseline"}
EVERYTHING: dict[str, Any] = {
    **HEAD,
    "metadata": {"name": "hostnet-baseline", "annotations": {"config.kubernetes.io/local-config": "true"}},
    "spec": {
        "pools": [
            {"name": "beijing", "hostNetwork": True, "type": "Edge", "interConnectivity": False},
            {"name": "shanghai", "hostNetwork": False},
        ],
        "nodes": [
            {"name": "edge-1", "pool": "beijing", "hostNetworkLabel": "true", "fromCluster": True},
            {"name": "edge-2", "pool": "shanghai"},
        ],
        "pods": [{"namespace": "shop", "name": "probe", "hostNetwork": True}],
        "workloads": [
            {"kind": "ReplicationController", "namespace": "shop", "name": "old", "hostNetwork": False},
            {"group": "apps", "kind": "Deployment", "namespace": "shop", "name": "web", "hostNetwork": False},
            {
                "group": "batch.volcano.sh",
                "kind": "Job",
                "namespace": "shop",
                "name": "train",
                "template": "spec.tasks.driver.template",
                "hostNetwork": True,
            },
        ],
    },
}


def place(path: str) -> str:
    return f"{path} of base.yaml"


STATES = [
    (
        Key("pools", "beijing"),
        State({"hostNetwork": True, "type": "Edge", "interConnectivity": False}, place("spec.pools[0]")),
    ),
    (Key("pools", "shanghai"), State({"hostNetwork": False}, place("spec.pools[1]"))),
    (
        Key("nodes", "edge-1"),
        State({"pool": "beijing", "hostNetworkLabel": "true"}, place("spec.nodes[0]"), live=True),
    ),
    (Key("nodes", "edge-2"), State({"pool": "shanghai", "hostNetworkLabel": ""}, place("spec.nodes[1]"))),
    (Key("pods", "probe", "shop"), State({"hostNetwork": True}, place("spec.pods[0]"))),
    (
        Key("workloads", "old", "shop", "", "ReplicationController"),
        State({"hostNetwork": False}, place("spec.workloads[0]")),
    ),
    (Key("workloads", "web", "shop", "apps", "Deployment"), State({"hostNetwork": False}, place("spec.workloads[1]"))),
    (
        Key("workloads", "train", "shop", "batch.volcano.sh", "Job", "spec.tasks.driver.template"),
        State({"hostNetwork": True}, place("spec.workloads[2]")),
    ),
]


def test_everything_is_read() -> None:
    assert read_document(EVERYTHING, "base.yaml") == STATES


def test_everything_is_written_sorted_and_as_it_was_read() -> None:
    assert document(reversed(STATES)) == EVERYTHING


def test_nodes_that_say_nothing_are_not_written() -> None:
    states = [(Key("nodes", "edge-1"), State({"pool": "", "hostNetworkLabel": ""}))]
    assert document(states, "other") == {
        **HEAD,
        "metadata": {"name": "other", "annotations": {"config.kubernetes.io/local-config": "true"}},
        "spec": {},
    }


@pytest.mark.parametrize("spec", [{}, None, {"pools": None, "nodes": []}])
def test_an_empty_baseline_is_one(spec: Any) -> None:
    assert read_document({**HEAD, "spec": spec}, "base.yaml") == []


def test_a_namespace_that_is_not_set_is_default() -> None:
    spec = {"pods": [{"name": "probe", "hostNetwork": True}]}
    assert read_document({**HEAD, "spec": spec}, "base.yaml") == [
        (Key("pods", "probe", "default"), State({"hostNetwork": True}, place("spec.pods[0]")))
    ]


def test_an_entry_that_stands_twice_is_one() -> None:
    spec = {"pools": [{"name": "a", "hostNetwork": True}, {"name": "a", "hostNetwork": True}]}
    assert read_document({**HEAD, "spec": spec}, "base.yaml") == [
        (Key("pools", "a"), State({"hostNetwork": True}, place("spec.pools[0]")))
    ]


POOLS_ALLOWED = "Allowed: fieldAlone, hostNetwork, interConnectivity, name, type."
REFUSED = [
    pytest.param(
        {"apiVersion": "fn.yurt-hostnet.dev/v1", "kind": "HostNetBaseline"},
        "base.yaml has apiVersion fn.yurt-hostnet.dev/v1. Write fn.yurt-hostnet.dev/v1alpha1.",
        id="version",
    ),
    pytest.param(
        {"kind": "HostNetBaseline"},
        "base.yaml has apiVersion none. Write fn.yurt-hostnet.dev/v1alpha1.",
        id="no version",
    ),
    pytest.param(
        {**HEAD, "kind": "HostnetBaseline"},
        "base.yaml has kind HostnetBaseline. Write HostNetBaseline.",
        id="kind",
    ),
    pytest.param(
        {**HEAD, "pools": []},
        "pools of base.yaml is not a field. Allowed: apiVersion, kind, metadata, spec.",
        id="pools outside of spec",
    ),
    pytest.param({**HEAD, "spec": []}, "spec of base.yaml must be a mapping, but it is a list.", id="spec"),
    pytest.param(
        {**HEAD, "spec": {"pool": []}},
        'spec.pool of base.yaml is not a field; did you mean "pools"? Allowed: nodes, pods, pools, workloads.',
        id="section",
    ),
    pytest.param(
        {**HEAD, "spec": {"pools": {"beijing": {}}}},
        "spec.pools of base.yaml must be a list, but it is a mapping.",
        id="mapping",
    ),
    pytest.param(
        {**HEAD, "spec": {"pools": ["beijing"]}},
        'spec.pools[0] of base.yaml must be a mapping, but it is the string "beijing".',
        id="entry",
    ),
    pytest.param(
        {**HEAD, "spec": {"pools": [{"name": "a", "hostnetwork": True}]}},
        f'spec.pools[0].hostnetwork of base.yaml is not a field; did you mean "hostNetwork"? {POOLS_ALLOWED}',
        id="field",
    ),
    pytest.param(
        {**HEAD, "spec": {"pools": [{"hostNetwork": True}]}},
        "spec.pools[0] of base.yaml lacks the field name; add it.",
        id="no name",
    ),
    pytest.param(
        {**HEAD, "spec": {"pools": [{"name": "a", "type": "Edge"}]}},
        "spec.pools[0] of base.yaml lacks the field hostNetwork; add it.",
        id="no hostNetwork",
    ),
    pytest.param(
        {**HEAD, "spec": {"pools": [{"name": "a", "hostNetwork": "true"}]}},
        'spec.pools[0].hostNetwork of base.yaml must be true or false, but it is the string "true"; '
        "write it without quotes.",
        id="string for boolean",
    ),
    pytest.param(
        {**HEAD, "spec": {"pools": [{"name": ["a"], "hostNetwork": True}]}},
        "spec.pools[0].name of base.yaml must be a string, but it is a list.",
        id="list for name",
    ),
    pytest.param(
        {**HEAD, "spec": {"nodes": [{"name": "a", "hostNetworkLabel": True}]}},
        "spec.nodes[0].hostNetworkLabel of base.yaml must be a string, but it is true; write it in quotes.",
        id="boolean for string",
    ),
    pytest.param(
        {**HEAD, "spec": {"pools": [{"name": "a", "hostNetwork": True, "type": "edge"}]}},
        'spec.pools[0].type of base.yaml cannot be "edge"; did you mean "Edge"? Allowed: Edge, Cloud.',
        id="type",
    ),
    pytest.param(
        {**HEAD, "spec": {"pools": [{"name": "a", "hostNetwork": True}, {"name": "a", "hostNetwork": False}]}},
        "The baseline contradicts itself: NodePool a stands in spec.pools[0] of base.yaml and, differently, in "
        "spec.pools[1] of base.yaml. Remove the one that is wrong.",
        id="contradiction",
    ),
    pytest.param(
        {
            **HEAD,
            "spec": {
                "workloads": [
                    {"kind": "Deployment", "group": "apps", "name": "a", "hostNetwork": True},
                    {"kind": "Deployment", "group": "apps", "name": "a", "namespace": "default", "hostNetwork": False},
                ]
            },
        },
        "The baseline contradicts itself: Deployment default/a stands in spec.workloads[0] of base.yaml and, "
        "differently, in spec.workloads[1] of base.yaml. Remove the one that is wrong.",
        id="contradiction of workloads",
    ),
]


@pytest.mark.parametrize(("data", "sentence"), REFUSED)
def test_refused(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BaselineError) as caught:
        read_document(data, "base.yaml")
    assert str(caught.value) == sentence


VALIDATOR = jsonschema.Draft202012Validator(document_schema())


@pytest.mark.parametrize("data", [EVERYTHING, {**HEAD, "spec": {}}, {**HEAD, "spec": {"pools": None, "nodes": []}}])
def test_what_is_read_fits_the_schema(data: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator.check_schema(document_schema())
    assert [error.message for error in VALIDATOR.iter_errors(data)] == []


@pytest.mark.parametrize(("data", "sentence"), REFUSED)
def test_what_is_refused_does_not(data: dict[str, Any], sentence: str) -> None:
    assert VALIDATOR.is_valid(data) is sentence.startswith("The baseline contradicts itself")
