"""What load_config makes of each form of functionConfig."""

from __future__ import annotations

import subprocess
import sys

import pytest
import yaml

from yurt_hostnet.config.config import (
    OFF,
    Config,
    DeclaredPool,
    ExtraComponent,
    KeptWorkload,
    ObjectMatch,
    RuleSetting,
)
from yurt_hostnet.config.load import load_config
from yurt_hostnet.krm.result import ERROR, INFO, WARNING, ResourceRef
from yurt_hostnet.openyurt.component_table import CONTROLLERS

HEAD = {"apiVersion": "fn.yurt-hostnet.dev/v1alpha1", "kind": "YurtHostNet"}
CONFIG_MAP = {"apiVersion": "v1", "kind": "ConfigMap"}
FUNCTION_INPUT = {**CONFIG_MAP, "metadata": {"name": "function-input"}}

DEFAULTS = Config(
    mode="Transform",
    exclude="Annotated",
    isolate=("NodeAgents", "PodNetwork", "Controllers"),
    extra=(),
    keep=(),
    pools=(),
    pool_label="apps.openyurt.io/nodepool",
    pod_templates=(),
    rules=(),
    fail_on=ERROR,
    baseline=None,
)

EVERYTHING = """
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata:
  name: hostnet
  annotations:
    config.kubernetes.io/function: |
      exec: {path: yurt-hostnet}
spec:
  mode: Check
  exclude: NonHostNetwork
  infrastructure:
    isolate: [Controllers]
    extra: [{name: my-cni, podLabels: {app: my-cni}}]
    keep: [{kind: DaemonSet, namespace: kube-system, name: my-dns, reason: runs everywhere by design}]
  pools: [{name: beijing, hostNetwork: true}, {name: shanghai}]
  poolLabel: example.com/pool
  podTemplates: [{group: example.com, kind: Fleet, paths: [spec.template, "spec.ships[].template"]}]
  rules:
  - {rule: host-port-conflict, severity: "Off", reason: ports are assigned by hand}
  - {rule: dead-label-key, except: [{kind: Node, name: n1}, {namespace: "", name: n2}], reason: old nodes}
  - {rule: dead-label-key, severity: Info, reason: being cleaned up}
  failOn: Warning
  baseline: {pools: {beijing: {hostNetwork: true}}}
"""


def test_every_field() -> None:
    assert load_config(yaml.safe_load(EVERYTHING)) == Config(
        mode="Check",
        exclude="NonHostNetwork",
        isolate=("Controllers",),
        extra=(ExtraComponent(name="my-cni", pod_labels={"app": "my-cni"}),),
        keep=(
            KeptWorkload(kind="DaemonSet", namespace="kube-system", name="my-dns", reason="runs everywhere by design"),
        ),
        pools=(DeclaredPool(name="beijing", host_network=True), DeclaredPool(name="shanghai", host_network=False)),
        pool_label="example.com/pool",
        pod_templates=(("example.com", "Fleet", ("spec.template", "spec.ships[].template")),),
        rules=(
            RuleSetting(rule="host-port-conflict", severity=OFF, reason="ports are assigned by hand"),
            RuleSetting(
                rule="dead-label-key",
                exceptions=(ObjectMatch(kind="Node", name="n1"), ObjectMatch(namespace="", name="n2")),
                reason="old nodes",
            ),
            RuleSetting(rule="dead-label-key", severity=INFO, reason="being cleaned up"),
        ),
        fail_on=WARNING,
        baseline={"pools": {"beijing": {"hostNetwork": True}}},
    )


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(None, id="none"),
        pytest.param(HEAD, id="ours without spec"),
        pytest.param({**HEAD, "spec": None}, id="null spec"),
        pytest.param({**HEAD, "metadata": None, "spec": {}}, id="empty spec"),
        pytest.param({**HEAD, "spec": {"infrastructure": {}}}, id="empty infrastructure"),
        pytest.param(
            {
                **HEAD,
                "spec": {
                    "mode": None,
                    "exclude": None,
                    "infrastructure": {"isolate": None, "extra": None, "keep": None},
                    "pools": None,
                    "poolLabel": None,
                    "podTemplates": None,
                    "rules": None,
                    "failOn": None,
                    "baseline": None,
                },
            },
            id="null fields",
        ),
        pytest.param(FUNCTION_INPUT, id="kpt fn eval without data"),
        pytest.param({**FUNCTION_INPUT, "data": None}, id="kpt fn eval with null data"),
        pytest.param({**FUNCTION_INPUT, "data": {}}, id="kpt fn eval with empty data"),
        pytest.param({**CONFIG_MAP, "immutable": True}, id="immutable ConfigMap"),
    ],
)
def test_defaults(data: object) -> None:
    assert load_config(data) == DEFAULTS


@pytest.mark.parametrize(
    ("data", "config"),
    [
        pytest.param({"mode": "KustomizeValidator"}, Config(mode="KustomizeValidator"), id="mode"),
        pytest.param({"exclude": "NonHostNetwork"}, Config(exclude="NonHostNetwork"), id="exclude"),
        pytest.param(
            {"isolate": "Controllers, NodeAgents"}, Config(isolate=("Controllers", "NodeAgents")), id="isolate"
        ),
        pytest.param({"isolate": ""}, Config(isolate=()), id="isolate nothing"),
        pytest.param(
            {"hostNetworkPools": "beijing,shanghai", "pools": "cloud"},
            Config(
                pools=(
                    DeclaredPool(name="cloud"),
                    DeclaredPool(name="beijing", host_network=True),
                    DeclaredPool(name="shanghai", host_network=True),
                )
            ),
            id="pools",
        ),
        pytest.param({"poolLabel": "pool"}, Config(pool_label="pool"), id="poolLabel"),
        pytest.param({"failOn": "Warning"}, Config(fail_on=WARNING), id="failOn"),
    ],
)
def test_config_map(data: dict[str, str], config: Config) -> None:
    assert load_config({**FUNCTION_INPUT, "data": data}) == config


def test_severity_off_that_yaml_read_as_false() -> None:
    rules = [{"rule": "dead-label-key", "severity": False, "reason": "x"}]
    config = load_config({**HEAD, "spec": {"rules": rules}}, {"dead-label-key"})
    assert config == Config(rules=(RuleSetting(rule="dead-label-key", severity=OFF, reason="x"),))


def test_isolate_nothing() -> None:
    assert load_config({**HEAD, "spec": {"infrastructure": {"isolate": []}}}) == Config(isolate=())


def test_severity_and_exceptions_of_a_rule() -> None:
    config = load_config(yaml.safe_load(EVERYTHING))
    assert [config.severity(rule, WARNING) for rule in ("host-port-conflict", "dead-label-key", "duplicate-key")] == [
        OFF,
        INFO,
        WARNING,
    ]
    assert config.exceptions("dead-label-key") == [
        ObjectMatch(kind="Node", name="n1"),
        ObjectMatch(namespace="", name="n2"),
    ]
    assert config.exceptions("host-port-conflict") == []


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        pytest.param(ObjectMatch(name="web"), True, id="name alone"),
        pytest.param(ObjectMatch(kind="Deployment", namespace="shop", name="web"), True, id="all"),
        pytest.param(ObjectMatch(name="we"), False, id="other name"),
        pytest.param(ObjectMatch(kind="DaemonSet", name="web"), False, id="other kind"),
        pytest.param(ObjectMatch(namespace="default", name="web"), False, id="other namespace"),
        pytest.param(ObjectMatch(namespace="", name="web"), False, id="no namespace"),
    ],
)
def test_object_match(match: ObjectMatch, *, expected: bool) -> None:
    assert match.matches(ResourceRef("apps/v1", "Deployment", "web", "shop")) is expected


def test_values_differ_by_type_and_slots() -> None:
    kept = KeptWorkload(name="dns", reason="x")
    assert kept == KeptWorkload(name="dns", reason="x")
    assert kept != KeptWorkload(name="dns", reason="y")
    assert kept != ObjectMatch(name="dns")
    assert str(ObjectMatch(kind="Node", name="n1")) == "Node n1"
    assert str(ObjectMatch(namespace="shop", name="web")) == "shop/web"
    assert repr(DeclaredPool(name="a")) == "DeclaredPool(host_network=False, name='a')"
    assert Config(isolate=(CONTROLLERS,)) != DEFAULTS


def test_defaults_need_no_grammar() -> None:
    code = (
        "import sys; from yurt_hostnet.hosts.settings import configured; configured(None);"
        "print(sorted({'re', 'json', 'difflib', 'typing', 'enum', 'dataclasses', 'yurt_hostnet.config.table'}"
        " & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
