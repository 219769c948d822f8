"""Every mistake in a functionConfig: the whole sentence, and the path of the field."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.config.config import ConfigError
from yurt_hostnet.config.load import load_config

HEAD = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "YurtHostNet"}
RULES = {"dead-label-key", "duplicate-key", "host-port-conflict"}
SPEC_FIELDS = "Allowed: baseline, exclude, failOn, infrastructure, mode, podTemplates, poolLabel, pools, rules."
DATA_FIELDS = "Allowed: exclude, failOn, hostNetworkPools, isolate, mode, poolLabel, pools."
KINDS = "Allowed: kind YurtHostNet of fn.yurt-hostnet.dev/v1alpha1, kind ConfigMap of v1, or none at all."


def message_of(data: object) -> tuple[str, tuple[str | int, ...]]:
    with pytest.raises(ConfigError) as caught:
        load_config(data, RULES)
    error = caught.value
    assert str(error) == " ".join(error.message.splitlines())  # told on one line
    return error.message.removeprefix("functionConfig "), error.path


def rule(**fields: Any) -> dict[str, Any]:
    return {"rules": [{"rule": "dead-label-key", "severity": "Info", "reason": "x", **fields}]}


@pytest.mark.parametrize(
    ("spec", "message", "path"),
    [
        pytest.param(
            {"mode": "Chek"},
            'spec.mode cannot be "Chek"; did you mean "Check"? Allowed: Transform, Check, KustomizeValidator.',
            ("spec", "mode"),
            id="unknown value",
        ),
        pytest.param(
            {"exclude": "nonhostnetwork"},
            'spec.exclude cannot be "nonhostnetwork"; did you mean "NonHostNetwork"? '
            "Allowed: Annotated, NonHostNetwork.",
            ("spec", "exclude"),
            id="value in small letters",
        ),
        pytest.param(
            {"failOn": "zzz"},
            'spec.failOn cannot be "zzz". Allowed: Error, Warning.',
            ("spec", "failOn"),
            id="value like none",
        ),
        pytest.param(
            {"exlude": "Annotated"},
            f'spec.exlude is not a field; did you mean "exclude"? {SPEC_FIELDS}',
            ("spec", "exlude"),
            id="unknown field",
        ),
        pytest.param({"zzz": 1}, f"spec.zzz is not a field. {SPEC_FIELDS}", ("spec", "zzz"), id="field like none"),
        pytest.param({1: 1}, f"spec[1] is not a field. {SPEC_FIELDS}", ("spec", 1), id="field that is a number"),
        pytest.param(
            {"isolate": []},
            f"spec.isolate is not a field; it belongs at spec.infrastructure.isolate. {SPEC_FIELDS}",
            ("spec", "isolate"),
            id="field in the wrong place",
        ),
        pytest.param(
            {"infrastructure": {"isolat": []}},
            'spec.infrastructure.isolat is not a field; did you mean "isolate"? Allowed: extra, isolate, keep.',
            ("spec", "infrastructure", "isolat"),
            id="unknown nested field",
        ),
        pytest.param(
            {"pools": [{"name": "a"}, {"nam": "b"}]},
            'spec.pools[1].nam is not a field; did you mean "name"? Allowed: hostNetwork, name.',
            ("spec", "pools", 1, "nam"),
            id="unknown field in a list",
        ),
        pytest.param(
            {"pools": "beijing"},
            'spec.pools must be a list, but it is the string "beijing".',
            ("spec", "pools"),
            id="string for a list",
        ),
        pytest.param({"pools": {}}, "spec.pools must be a list, but it is a mapping.", ("spec", "pools"), id="mapping"),
        pytest.param(
            {"pools": [None]}, "spec.pools[0] must be a mapping, but it is null.", ("spec", "pools", 0), id="null item"
        ),
        pytest.param(
            {"pools": [{"name": 3}]},
            "spec.pools[0].name must be a string, but it is 3; write it in quotes.",
            ("spec", "pools", 0, "name"),
            id="number for a string",
        ),
        pytest.param(
            {"pools": [{"name": "a", "hostNetwork": "true"}]},
            'spec.pools[0].hostNetwork must be true or false, but it is the string "true"; write it without quotes.',
            ("spec", "pools", 0, "hostNetwork"),
            id="string for a boolean",
        ),
        pytest.param(
            {"pools": [{"name": "a", "hostNetwork": [1]}]},
            "spec.pools[0].hostNetwork must be true or false, but it is a list.",
            ("spec", "pools", 0, "hostNetwork"),
            id="list for a boolean",
        ),
        pytest.param(
            {"pools": [{"hostNetwork": True}]},
            "spec.pools[0] lacks the field name; add it.",
            ("spec", "pools", 0),
            id="missing field",
        ),
        pytest.param(
            {"pools": [{"name": "Bei jing"}]},
            "spec.pools[0].name must be the name of a NodePool: small letters, digits, dashes and dots, "
            'but it is "Bei jing".',
            ("spec", "pools", 0, "name"),
            id="no pool name",
        ),
        pytest.param(
            {"pools": [{"name": "a"}, {"name": "a", "hostNetwork": True}]},
            'spec.pools names the pool "a" twice; keep one.',
            ("spec", "pools"),
            id="pool twice",
        ),
        pytest.param(
            {"mode": True},
            "spec.mode must be one of Transform, Check, KustomizeValidator, but it is true.",
            ("spec", "mode"),
            id="boolean for a word",
        ),
        pytest.param(
            {"infrastructure": {"extra": [{"name": "a", "podLabels": {}}]}},
            "spec.infrastructure.extra[0].podLabels is empty, which would match every pod; name at least one label.",
            ("spec", "infrastructure", "extra", 0, "podLabels"),
            id="no labels",
        ),
        pytest.param(
            {"infrastructure": {"extra": [{"name": "a", "podLabels": {"a.b/c": True}}]}},
            "spec.infrastructure.extra[0].podLabels[a.b/c] must be a string, but it is true; write it in quotes.",
            ("spec", "infrastructure", "extra", 0, "podLabels", "a.b/c"),
            id="label that is a boolean",
        ),
        pytest.param(
            {"infrastructure": {"keep": [{"name": "dns"}]}},
            "spec.infrastructure.keep[0] lacks the field reason; add it.",
            ("spec", "infrastructure", "keep", 0),
            id="keep without reason",
        ),
        pytest.param(
            {"podTemplates": [{"group": "example.com/v1", "kind": "Fleet", "paths": ["spec"]}]},
            "spec.podTemplates[0].group must be an API group without a version, such as example.com, "
            'or "" for the core group, but it is "example.com/v1".',
            ("spec", "podTemplates", 0, "group"),
            id="group with version",
        ),
        pytest.param(
            {"podTemplates": [{"kind": "Fleet", "paths": []}]},
            "spec.podTemplates[0].paths is empty; it needs at least one entry.",
            ("spec", "podTemplates", 0, "paths"),
            id="no paths",
        ),
        pytest.param(
            {"podTemplates": [{"kind": "Fleet", "paths": ["spec..template"]}]},
            "spec.podTemplates[0].paths[0]: The path 'spec..template' has an empty step; "
            "write keys with one dot between them.",
            ("spec", "podTemplates", 0, "paths", 0),
            id="path with an empty step",
        ),
        pytest.param(
            {"poolLabel": "a/b/c"},
            'spec.poolLabel must be a label key such as example.com/pool, but it is "a/b/c".',
            ("spec", "poolLabel"),
            id="no label key",
        ),
        pytest.param(
            rule(rule="host-port-conflit"),
            'spec.rules[0].rule cannot be "host-port-conflit"; did you mean "host-port-conflict"? '
            "Allowed: dead-label-key, duplicate-key, host-port-conflict.",
            ("spec", "rules", 0, "rule"),
            id="unknown rule",
        ),
        pytest.param(
            rule(reason=None), "spec.rules[0] lacks the field reason; add it.", ("spec", "rules", 0), id="no reason"
        ),
        pytest.param(
            rule(reason=" \n"),
            'spec.rules[0].reason must be a few words that say why, but it is " \n".',
            ("spec", "rules", 0, "reason"),
            id="blank reason",
        ),
        pytest.param(
            rule(severity=None),
            "spec.rules[0] changes nothing; give it severity or except.",
            ("spec", "rules", 0),
            id="rule that changes nothing",
        ),
        pytest.param(
            rule(severity=0),
            "spec.rules[0].severity must be one of Error, Warning, Info, Off, but it is 0.",
            ("spec", "rules", 0, "severity"),
            id="zero for Off",
        ),
        pytest.param(
            {"rules": [*rule()["rules"], *rule(severity="Off")["rules"]]},
            'spec.rules[1].rule is "dead-label-key", whose severity spec.rules[0] sets already; keep one.',
            ("spec", "rules", 1, "rule"),
            id="severity twice",
        ),
        pytest.param(
            rule(**{"except": [{"kind": "Node"}]}),
            "spec.rules[0].except[0] lacks the field name; add it.",
            ("spec", "rules", 0, "except", 0),
            id="exception without name",
        ),
        pytest.param(
            {"baseline": "x" * 70},
            f'spec.baseline must be a mapping, but it is the string "{"x" * 57}...".',
            ("spec", "baseline"),
            id="long string",
        ),
    ],
)
def test_spec(spec: dict[object, object], message: str, path: tuple[str | int, ...]) -> None:
    assert message_of({**HEAD, "spec": spec}) == (message, path)


@pytest.mark.parametrize(
    ("data", "message", "path"),
    [
        pytest.param(
            {"mod": "Check"},
            f'data.mod is not a field; did you mean "mode"? {DATA_FIELDS}',
            ("data", "mod"),
            id="unknown key",
        ),
        pytest.param(
            {"rules": "x"},
            "data.rules is not a field; it has parts, so write functionConfig as kind YurtHostNet of "
            f"fn.yurt-hostnet.dev/v1alpha1. {DATA_FIELDS}",
            ("data", "rules"),
            id="key with parts",
        ),
        pytest.param(
            {"isolate": "NodeAgents,PodNet"},
            'data.isolate cannot be "PodNet"; did you mean "PodNetwork"? Allowed: NodeAgents, PodNetwork, Controllers.',
            ("data", "isolate"),
            id="unknown word in a list",
        ),
        pytest.param(
            {"hostNetworkPools": "a,,b"},
            "data.hostNetworkPools must be the name of a NodePool: small letters, digits, dashes and dots, "
            'but it is "".',
            ("data", "hostNetworkPools"),
            id="empty word in a list",
        ),
        pytest.param(
            {"hostNetworkPools": ["a"]},
            "data.hostNetworkPools must be a string, but it is a list.",
            ("data", "hostNetworkPools"),
            id="list for a string",
        ),
        pytest.param(
            {"pools": "a", "hostNetworkPools": "a"},
            'data.pools names the pool "a" twice; keep one.',
            ("data", "pools"),
            id="pool of both kinds",
        ),
    ],
)
def test_config_map(data: dict[str, object], message: str, path: tuple[str | int, ...]) -> None:
    assert message_of({"apiVersion": "v1", "kind": "ConfigMap", "data": data}) == (message, path)


@pytest.mark.parametrize(
    ("data", "message", "path"),
    [
        pytest.param([], "must be a mapping, but it is a list.", (), id="no mapping"),
        pytest.param({}, f"needs apiVersion and kind. {KINDS}", (), id="no kind"),
        pytest.param(
            {"apiVersion": "fn.yurt-hostnet.dev/v1", "kind": "YurtHostNet"},
            "is kind YurtHostNet of fn.yurt-hostnet.dev/v1, which yurt-hostnet does not read; "
            f"did you mean kind YurtHostNet of fn.yurt-hostnet.dev/v1alpha1? {KINDS}",
            (),
            id="other version",
        ),
        pytest.param(
            {"apiVersion": "example.org/v7", "kind": "Recipe"},
            f"is kind Recipe of example.org/v7, which yurt-hostnet does not read. {KINDS}",
            (),
            id="foreign kind",
        ),
        pytest.param(
            {**HEAD, "exclude": "Annotated"},
            "exclude is not a field; it belongs at spec.exclude. Allowed: apiVersion, kind, metadata, spec.",
            ("exclude",),
            id="field beside spec",
        ),
        pytest.param(
            {"apiVersion": "v1", "kind": "ConfigMap", "binaryData": {}},
            'binaryData is not a field; did you mean "data"? Allowed: apiVersion, data, immutable, kind, metadata.',
            ("binaryData",),
            id="binaryData",
        ),
        pytest.param(
            {**HEAD, "metadata": "x"},
            'metadata must be a mapping, but it is the string "x".',
            ("metadata",),
            id="metadata that is a string",
        ),
    ],
)
def test_root(data: object, message: str, path: tuple[str | int, ...]) -> None:
    assert message_of(data) == (message, path)
