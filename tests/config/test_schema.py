"""The JSON Schema: it is valid itself, and it never refuses what load_config takes."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from config.test_load import CONFIG_MAP, EVERYTHING, HEAD
from yurt_hostnet.baseline.document import document_schema
from yurt_hostnet.config.config import ConfigError
from yurt_hostnet.config.load import load_config, schema

RULES = {"host-port-conflict", "dead-label-key"}
FLAT = {
    **CONFIG_MAP,
    "data": {
        "mode": "Check",
        "exclude": "NonHostNetwork",
        "isolate": "NodeAgents, Controllers",
        "pools": "cloud",
        "hostNetworkPools": "beijing,shanghai",
        "poolLabel": "example.com/pool",
        "failOn": "Warning",
    },
}
VALIDATOR = jsonschema.Draft202012Validator(schema(RULES))


def places(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every path in plain data but the root's."""
    steps = list(data.items()) if isinstance(data, dict) else list(enumerate(data)) if isinstance(data, list) else []
    return [found for step, value in steps for found in ((*path, step), *places(value, (*path, step)))]


def replaced(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    data = copy.deepcopy(data)
    at = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return data


def test_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.Draft202012Validator.check_schema(schema(RULES))


def test_defaults_are_values() -> None:
    forms = schema()["oneOf"]
    infrastructure = forms[0]["properties"]["spec"]["properties"]["infrastructure"]["properties"]
    assert infrastructure["isolate"]["default"] == ["NodeAgents", "PodNetwork", "Controllers"]
    fields = forms[1]["properties"]["data"]["properties"]
    assert fields["isolate"]["default"] == "NodeAgents,PodNetwork,Controllers"
    for field in fields.values():
        jsonschema.validate(field.get("default"), field)


def test_a_baseline_has_its_own_schema() -> None:
    validator = jsonschema.Draft202012Validator(schema(RULES, document_schema()))
    entry: dict[str, Any] = {"name": "a", "hostNetwork": True}
    baseline = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "HostNetBaseline", "spec": {"pools": [entry]}}
    assert validator.is_valid({**HEAD, "spec": {"baseline": baseline}})
    assert validator.is_valid({**HEAD, "spec": {"baseline": None}})
    del entry["hostNetwork"]
    assert not validator.is_valid({**HEAD, "spec": {"baseline": baseline}})


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(yaml.safe_load(EVERYTHING), id="every field"),
        pytest.param(FLAT, id="ConfigMap"),
        pytest.param(HEAD, id="nothing"),
        pytest.param(CONFIG_MAP, id="nothing in a ConfigMap"),
    ],
)
def test_examples_are_valid(data: object) -> None:
    load_config(data, RULES)
    assert [error.message for error in VALIDATOR.iter_errors(data)] == []


def test_rule_ids_are_free_without_known_rules() -> None:
    data = {**HEAD, "spec": {"rules": [{"rule": "anything", "severity": "Off", "reason": "x"}]}}
    assert jsonschema.Draft202012Validator(schema()).is_valid(data)
    assert not VALIDATOR.is_valid(data)


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 2),
    st.sampled_from(
        [
            "",
            "a",
            "A b",
            "true",
            "a,b",
            "Check",
            "Error",
            "Off",
            "Annotated",
            "NodeAgents",
            "spec.template",
            "dead-label-key",
        ]
    ),
    st.just([]),
    st.just({}),
    st.just(["a"]),
    st.just({"name": "a"}),
    st.just([{"name": "a", "reason": "b"}]),
)


@given(st.data())
def test_what_load_config_takes_is_valid(data: st.DataObject) -> None:
    example = data.draw(st.sampled_from([yaml.safe_load(EVERYTHING), FLAT]))
    path = data.draw(st.sampled_from(places(example)))
    changed = replaced(example, path, data.draw(VALUES))
    try:
        load_config(changed, RULES)
    except ConfigError as error:
        if error.path == path:
            assert not VALIDATOR.is_valid(changed)  # what one field shows, the schema shows too
    else:
        assert VALIDATOR.is_valid(changed)
