"""functionConfig is as strict as HostNetBaseline, wherever it comes from, and tells all mistakes in one run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from commands.program import Ran, run
from yurt_hostnet.config.config import Config, ConfigError
from yurt_hostnet.config.load import load_config

if TYPE_CHECKING:
    from pathlib import Path

HEAD: dict[str, Any] = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "YurtHostNet"}
CONFIG_MAP: dict[str, Any] = {"apiVersion": "v1", "kind": "ConfigMap"}
META = (
    "Allowed: annotations, creationTimestamp, deletionGracePeriodSeconds, deletionTimestamp, finalizers, generateName, "
    "generation, labels, managedFields, name, namespace, ownerReferences, resourceVersion, selfLink, uid."
)
SPEC_FIELDS = "Allowed: baseline, exclude, failOn, infrastructure, mode, podTemplates, poolLabel, pools, rules."
TWICE = "stands twice, and readers differ in which one counts; keep one."
NODE = "apiVersion: v1\nkind: Node\nmetadata:\n  name: quay-1\n"


def mistakes_of(data: object) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load_config(data, {"duplicate-key", "dead-label-key"})
    return [error.message.removeprefix("functionConfig ") for error in caught.value.every()]


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        pytest.param(
            {"spec": {"exclude": "x"}}, f"metadata.spec is not a field; it belongs at spec. {META}", id="spec"
        ),
        pytest.param(
            {"exclude": "NonHostNetwork"},
            f"metadata.exclude is not a field; it belongs at spec.exclude. {META}",
            id="one level too deep",
        ),
        pytest.param(
            {"isolate": []},
            f"metadata.isolate is not a field; it belongs at spec.infrastructure.isolate. {META}",
            id="far too deep",
        ),
        pytest.param(
            {"annotation": {}},
            f'metadata.annotation is not a field; did you mean "annotations"? {META}',
            id="nearly a field",
        ),
        pytest.param(
            {"annotations": {"fn.yurt-hostnet.dev/exclude": "NonHostNetwork"}},
            "metadata.annotations[fn.yurt-hostnet.dev/exclude] is not read: nothing in metadata says what to do. "
            "Remove it.",
            id="an annotation that looks like ours",
        ),
        pytest.param(
            {"labels": ["a"]}, "metadata.labels must be a mapping, but it is a list.", id="labels that are a list"
        ),
    ],
)
def test_metadata(metadata: dict[str, Any], expected: str) -> None:
    assert mistakes_of({**HEAD, "metadata": {"name": "quay", **metadata}}) == [expected]


def test_metadata_of_a_config_map() -> None:
    assert mistakes_of({**CONFIG_MAP, "metadata": {"data": {"mode": "Check"}}}) == [
        f"metadata.data is not a field; it belongs at data. {META}"
    ]


def test_metadata_as_hosts_send_it() -> None:
    """Whatever kubectl, kustomize and kpt put there is nobody's mistake."""
    metadata: dict[str, Any] = {
        "name": "quay",
        "namespace": "kube-system",
        "annotations": {"config.kubernetes.io/function": "exec: {path: yurt-hostnet}", "other.example/x": "y"},
        "labels": None,
        "creationTimestamp": None,
        "managedFields": [],
        "resourceVersion": "7",
        "uid": "0a",
    }
    assert load_config({**HEAD, "metadata": metadata}) == Config()


def test_all_mistakes_are_told() -> None:
    config = {
        **HEAD,
        "exclude": "Annotated",
        "metadata": {"spec": {}},
        "spec": {
            "mode": "Chek",
            "pools": [{"name": "quay", "hostNetwork": "true"}, {"hostNetwork": True}, {"name": "a"}, {"name": "a"}],
            "infrastructure": {"isolate": ["Nodes", "DNS"], "extra": [{"name": "x", "podLabels": {"a": 1, "b": 2}}]},
            "rules": [{"rule": "ded-label-key", "severity": "Of", "reason": ""}, {"rule": "duplicate-key"}],
        },
    }
    assert mistakes_of(config) == [
        "exclude is not a field; it belongs at spec.exclude. Allowed: apiVersion, kind, metadata, spec.",
        f"metadata.spec is not a field; it belongs at spec. {META}",
        'spec.mode cannot be "Chek"; did you mean "Check"? Allowed: Transform, Check, KustomizeValidator.',
        'spec.pools[0].hostNetwork must be true or false, but it is the string "true"; write it without quotes.',
        "spec.pools[1] lacks the field name; add it.",
        (
            'spec.infrastructure.isolate[0] cannot be "Nodes"; did you mean "NodeAgents"? '
            "Allowed: NodeAgents, PodNetwork, Controllers."
        ),
        'spec.infrastructure.isolate[1] cannot be "DNS". Allowed: NodeAgents, PodNetwork, Controllers.',
        "spec.infrastructure.extra[0].podLabels.a must be a string, but it is 1; write it in quotes.",
        "spec.infrastructure.extra[0].podLabels.b must be a string, but it is 2; write it in quotes.",
        'spec.rules[0].severity cannot be "Of"; did you mean "Off"? Allowed: Error, Warning, Info, Off.',
        'spec.rules[0].reason must be a few words that say why, but it is "".',
        "spec.rules[1] lacks the field reason; add it.",
        "spec.rules[1] changes nothing; give it severity or except.",
        (
            'spec.rules[0].rule cannot be "ded-label-key"; did you mean "dead-label-key"? '
            "Allowed: dead-label-key, duplicate-key."
        ),
        'spec.pools names the pool "a" twice; keep one.',
    ]


def test_all_mistakes_of_a_config_map() -> None:
    assert mistakes_of({**CONFIG_MAP, "data": {"isolate": "A, B", "poolLabel": 3, "rules": "x"}}) == [
        'data.isolate cannot be "A". Allowed: NodeAgents, PodNetwork, Controllers.',
        'data.isolate cannot be "B". Allowed: NodeAgents, PodNetwork, Controllers.',
        "data.poolLabel must be a string, but it is 3; write it in quotes.",
        (
            "data.rules is not a field; it has parts, so write functionConfig as kind YurtHostNet of "
            "fn.yurt-hostnet.dev/v1alpha1. Allowed: exclude, failOn, hostNetworkPools, isolate, mode, poolLabel, pools."
        ),
    ]


REPEATED = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata:
  name: quay
spec:
  pools:
  - name: quay
    hostNetwork: true
  exclud: Annotated
  pools:
  - name: inland
"""
SAID = [
    ("10", f"functionConfig spec.pools {TWICE}"),
    ("9", f'functionConfig spec.exclud is not a field; did you mean "exclude"? {SPEC_FIELDS}'),
]


def told(*places: str) -> str:
    return "".join(f"yurt-hostnet: {place and f'{place}:{line}: '}{text}\n" for place in places for line, text in SAID)


@pytest.mark.parametrize("command", ["filter", "check", "fix", "explain", "baseline"])
def test_a_key_twice_in_a_file(tmp_path: Path, command: str) -> None:
    (tmp_path / "config.yaml").write_text(REPEATED)
    (tmp_path / "node.yaml").write_text(NODE)
    operands = [] if command == "filter" else [command, "node.yaml"]
    ran = run(*operands, "--config", "config.yaml", stdin=NODE.encode(), cwd=tmp_path)
    assert ran == Ran(2, "", told("config.yaml"))


def test_a_key_twice_in_the_package(tmp_path: Path) -> None:
    """Both objects are read before any of them is given up."""
    (tmp_path / "a.yaml").write_text(REPEATED)
    (tmp_path / "b.yaml").write_text(REPEATED)
    assert run("check", ".", cwd=tmp_path) == Ran(2, "", told("a.yaml", "b.yaml"))


def a_list(config: str, items: str) -> str:
    indented = "".join(f"  {line}\n" for line in config.splitlines())
    return f"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n{items}functionConfig:\n{indented}"


ITEMS = {
    "block": "- apiVersion: v1\n  kind: Node\n  metadata: {name: quay-1}\n",
    "flow": "  [{apiVersion: v1, kind: Node, metadata: {name: quay-1}}]\n",
}


@pytest.mark.parametrize("items", ITEMS.values(), ids=ITEMS)
def test_a_key_twice_in_a_list_of_a_host(tmp_path: Path, items: str) -> None:
    given = a_list(REPEATED, items)
    ran = run(stdin=given.encode(), cwd=tmp_path)
    assert (ran.code, ran.stderr) == (2, told(""))
    assert ran.stdout.startswith(given)
    assert ran.stdout.count("- message: ") == len(SAID)
    (tmp_path / "list.yaml").write_text(given)
    assert run("check", "list.yaml", cwd=tmp_path) == Ran(2, "", told(""))


def test_a_key_twice_anywhere(tmp_path: Path) -> None:
    """In metadata, in an entry, in what somebody else reads; and `spec` itself."""
    text = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata: {name: quay, name: quay}
spec: {exclude: NonHostNetwork}
spec:
  pools: [{name: quay, hostNetwork: true, hostNetwork: false}]
  baseline:
    apiVersion: fn.yurt-hostnet.dev/v1alpha1
    kind: HostNetBaseline
    spec: {pools: [{name: a, hostNetwork: true}], pools: [{name: b, hostNetwork: true}]}
"""
    (tmp_path / "config.yaml").write_text(text)
    paths = ["metadata.name", "spec", "spec.pools[0].hostNetwork", "spec.baseline.spec.pools"]
    ran = run("check", "-", "--config", "config.yaml", stdin=NODE.encode(), cwd=tmp_path)
    said = {line.partition("functionConfig ")[2] for line in ran.stderr.splitlines()}
    assert (ran.code, said) == (2, {f"{path} {TWICE}" for path in paths})


def test_a_root_key_behind_another_that_stands_twice(tmp_path: Path) -> None:
    """`items` twice is an error whatever else stands twice: a host would see other items than we do."""
    given = a_list(REPEATED, ITEMS["block"]) + "items: []\n"
    ran = run(stdin=given.encode(), cwd=tmp_path)
    assert (ran.code, ran.stdout) == (2, "")
    assert "The ResourceList has the key items twice. Keep one." in ran.stderr


def test_all_mistakes_of_a_baseline(tmp_path: Path) -> None:
    text = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata: {name: quay, spec: {}}
spec:
  pools:
  - {name: quay, hostNetwork: "true", typ: Edge}
  - {name: inland, hostNetwork: true, type: Edg}
  nodes:
  - {pool: quay}
  nodes: []
  poools: []
"""
    (tmp_path / "old.yaml").write_text(text)
    ran = run("check", "-", "--baseline", "old.yaml", stdin=NODE.encode(), cwd=tmp_path)
    place = "HostNetBaseline quay in old.yaml"
    allowed = "Allowed: fieldAlone, hostNetwork, interConnectivity, name, type."
    assert ran == Ran(
        2,
        "",
        f"yurt-hostnet: old.yaml:10: {place.partition(' in ')[0]} has the key nodes twice. Keep one.\n"
        f'yurt-hostnet: old.yaml:3: metadata.spec of {place} is not a field; did you mean "namespace"? {META}\n'
        f"yurt-hostnet: old.yaml:6: spec.pools[0].hostNetwork of {place} must be true or false, but it is the string "
        '"true"; write it without quotes.\n'
        f'yurt-hostnet: old.yaml:6: spec.pools[0].typ of {place} is not a field; did you mean "type"? {allowed}\n'
        f'yurt-hostnet: old.yaml:7: spec.pools[1].type of {place} cannot be "Edg"; did you mean "Edge"? '
        "Allowed: Edge, Cloud.\n"
        f'yurt-hostnet: old.yaml:11: spec.poools of {place} is not a field; did you mean "pools"? '
        "Allowed: nodes, pods, pools, workloads.\n",
    )


@pytest.mark.parametrize("kind", ["config", "baseline"])
def test_no_more_are_told_than_somebody_reads(tmp_path: Path, kind: str) -> None:
    """Each costs the search for the nearest right word and for its line: a stranger's file must not cost minutes."""
    if kind == "config":
        lines = ["apiVersion: fn.yurt-hostnet.dev/v1alpha1", "kind: YurtHostNet", "spec:"]
        lines += [f"  field{number}: 1" for number in range(3000)] + ["  mode: Check"] * 3000
        lines += ["  pools:", *(f"  - {{name: P{number}}}" for number in range(3000))]
    else:
        lines = ["apiVersion: fn.yurt-hostnet.dev/v1alpha1", "kind: HostNetBaseline", "spec:", "  pools:"]
        lines += [f"  - {{name: p{number}}}" for number in range(3000)] + ["  nodes: []"] * 3000
    (tmp_path / "file.yaml").write_text("\n".join(lines) + "\n")
    ran = run("check", "-", f"--{kind}", "file.yaml", stdin=NODE.encode(), cwd=tmp_path)
    assert (ran.code, len(ran.stderr.splitlines())) == (2, 100)


def test_a_report_has_all_mistakes(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(REPEATED)
    options = ["--config", "config.yaml", "--format", "json", "--report", "report.json"]
    ran = run("check", "-", *options, stdin=NODE.encode(), cwd=tmp_path)
    report = json.loads(ran.stdout)
    assert json.loads((tmp_path / "report.json").read_text()) == report
    found = report["results"]
    told = [
        (one["severity"], one["rule"], one["file"]["path"], str(one["file"]["line"]), one["message"]) for one in found
    ]
    assert told == [("error", "config", "config.yaml", line, text) for line, text in SAID]
