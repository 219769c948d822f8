"""Values that are not there yet: no edit, no error and no baseline rests on them, and each is told of once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from commands.program import run
from properties.in_process import filtered
from validators.running import found

if TYPE_CHECKING:
    from pathlib import Path

RULE = "value-unknown"
POOL = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: quay}
spec: {type: Edge, hostNetwork: true}
---
"""
AFFINITY = (
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
    "[{matchExpressions: [{key: KEY, operator: In, values: [a, '${A}']}]}]}}}"
)


def pod(spec: str, annotations: str = "{}") -> str:
    return f"""\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: web}}
spec:
  selector: {{matchLabels: {{app: web}}}}
  template:
    metadata: {{labels: {{app: web}}, annotations: {annotations}}}
    spec:
      {spec}
      containers: [{{name: a, image: b}}]
"""


def node(labels: str) -> str:
    return f"apiVersion: v1\nkind: Node\nmetadata: {{name: m1, labels: {{{labels}}}}}\n"


SPEC = "spec.template.spec"
TERMS = "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
PLACES = {
    "a variable of Flux": (pod("hostNetwork: ${HOSTNET:=true}"), f"{SPEC}.hostNetwork"),
    "a mark of Helm": (pod("hostNetwork: '{{ .Values.hostNetwork }}'"), f"{SPEC}.hostNetwork"),
    "an encrypted value": (pod("hostNetwork: ENC[AES256_GCM,data:a=,type:bool]"), f"{SPEC}.hostNetwork"),
    "a node": (pod("nodeName: ${NODE}"), f"{SPEC}.nodeName"),
    "a pool": (
        pod("nodeSelector: {apps.openyurt.io/nodepool: 'p-${A}'}"),
        f"{SPEC}.nodeSelector[apps.openyurt.io/nodepool]",
    ),
    "a host": (pod("nodeSelector: {kubernetes.io/hostname: $(A)}"), f"{SPEC}.nodeSelector[kubernetes.io/hostname]"),
    "the label": (
        pod("nodeSelector: {nodepool.openyurt.io/hostnetwork: ${A}}".replace("${A}", "'${A}'")),
        f"{SPEC}.nodeSelector[nodepool.openyurt.io/hostnetwork]",
    ),
    "a pool in affinity": (
        pod(AFFINITY.replace("KEY", "apps.openyurt.io/nodepool")),
        f"{SPEC}.{TERMS}[0].matchExpressions[0].values[1]",
    ),
    "the annotation": (
        pod("", "{apps.openyurt.io/exclude-host-network-pool: '${EXCLUDE}'}"),
        "spec.template.metadata.annotations[apps.openyurt.io/exclude-host-network-pool]",
    ),
    "a Node's pool": (node("apps.openyurt.io/nodepool: '${A}'"), "metadata.labels[apps.openyurt.io/nodepool]"),
    "a Node's desired pool": (
        node("apps.openyurt.io/desired-nodepool: '${A}'"),
        "metadata.labels[apps.openyurt.io/desired-nodepool]",
    ),
    "a Node's label": (
        node("apps.openyurt.io/nodepool: quay, nodepool.openyurt.io/hostnetwork: '${A}'"),
        "metadata.labels[nodepool.openyurt.io/hostnetwork]",
    ),
    "a pool's name": (POOL.replace("name: quay", "name: 'q-${A}'"), "metadata.name"),
    "a pool's type": (POOL.replace("type: Edge", "type: '${A}'").replace("quay", "pier"), "spec.type"),
    "a pool's host network": (
        POOL.replace("hostNetwork: true", "hostNetwork: '${A}'").replace("quay", "pier"),
        "spec.hostNetwork",
    ),
}


@pytest.mark.parametrize("name", PLACES)
def test_each_is_told_of_once_and_nothing_else_is(name: str) -> None:
    text, path = PLACES[name]
    for exclude in ("Annotated", "NonHostNetwork"):
        done = filtered((POOL + text).encode(), "--set", f"exclude={exclude}")
        assert done.stdout.decode() == POOL + text, exclude
        assert done.code == 0
        told = [line for line in done.stderr.splitlines() if not line.startswith("  ")]
        assert [line.rpartition("[")[2] for line in told[:-1]] == [f"{RULE}]"]
        assert f" {path}: " in told[0]


@pytest.mark.parametrize("name", PLACES)
def test_a_baseline_is_neither_hindered_nor_made_by_it(name: str, tmp_path: Path) -> None:
    text, _ = PLACES[name]
    (tmp_path / "in.yaml").write_text(POOL + text)
    again = run("check", "in.yaml", "--baseline", "in.yaml", cwd=tmp_path)
    assert (again.code, again.stdout.count("["), again.stdout.count(f"[{RULE}]")) == (
        0,
        again.stdout.count("["),
        1,
    )
    written = run("baseline", "in.yaml", cwd=tmp_path)
    assert (written.code, "${" in written.stdout, "ENC" in written.stdout) == (0, False, False)
    for value in ("true", "false"):  # whatever it turns out to be
        filled = text.replace("${HOSTNET:=true}", value)
        (tmp_path / "new.yaml").write_text(POOL + filled)
        assert "-changed" not in run("check", "new.yaml", "--baseline", "in.yaml", cwd=tmp_path).stdout


NEAR_MISSES = {
    "an image": pod("").replace("image: b", "image: 'b:${TAG}'"),
    "an argument": pod("").replace("image: b", "image: b, args: ['$(PORT)', '{{ .x }}']"),
    "another label": pod("nodeSelector: {disk: '${DISK}'}"),
    "another annotation": pod("", "{checksum: '${SUM}'}"),
    "a dollar": pod("nodeName: a").replace("image: b", "image: b, env: [{name: A, value: '${A'}]"),
    "another kind": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {hostNetwork: '${A}'}\n",
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_near_misses(name: str) -> None:
    assert found(RULE, POOL + NEAR_MISSES[name]) == []


def test_a_port_that_is_not_there_yet_is_no_mismatch() -> None:
    text = pod("hostNetwork: true").replace("image: b", "image: b, ports: [{hostPort: 80, containerPort: '${PORT}'}]")
    assert found("host-port-mismatch", text) == []
    assert len(found("host-port-mismatch", text.replace("'${PORT}'", "81"))) == 1


SOPS = "sops:\n  mac: ENC[AES256_GCM,data:abc=,type:str]\n"
WANTED = pod("", '{apps.openyurt.io/exclude-host-network-pool: "true"}')


@pytest.mark.parametrize("command", [("fix",), ("check",)], ids=" ".join)
def test_an_encrypted_manifest_is_left_alone(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "web.yaml").write_text(WANTED + SOPS)
    ran = run(*command, "web.yaml", cwd=tmp_path)
    assert (tmp_path / "web.yaml").read_text() == WANTED + SOPS
    assert ran.code == 0
    assert (ran.stdout + ran.stderr).count("[encrypted-manifest]") == 1
    assert "[pod-not-excluded]" not in ran.stdout + ran.stderr


def test_what_its_mac_does_not_cover_is_edited() -> None:
    text = WANTED + SOPS + "  mac_only_encrypted: true\n"
    assert filtered(text.encode()).stdout.decode().count("operator: NotIn") == 1


def test_an_encrypted_secret_is_no_finding() -> None:
    text = 'apiVersion: v1\nkind: Secret\nmetadata: {name: a, labels: {x: openyurt.io}}\ndata: {a: "ENC[a]"}\n' + SOPS
    done = filtered(text.encode())
    assert (done.stdout.decode(), done.stderr, done.code) == (text, "", 0)
