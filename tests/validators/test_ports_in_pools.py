"""What rules about ports say of workloads whose overrides give their pods other ports in some pools."""

from __future__ import annotations

import pytest

from validators.running import POOLS, everything
from validators.test_overridden import app_set, old_set, overrider, patch, tweak
from yurt_hostnet.krm.result import field_path

SPEC = "/spec/template/spec"
PORT = f"{SPEC}/containers/0/ports/0/containerPort"
HOST = "hostNetwork: true, "
NODES = "".join(
    f"---\napiVersion: v1\nkind: Node\nmetadata:\n  name: {pool}-1\n  labels:\n    apps.openyurt.io/nodepool: {pool}\n"
    for pool in ("beijing", "shanghai")
)
AT = "spec.workload.workloadTweaks[0].tweaks.patches[0]"
IN_TEMPLATE = "spec.workload.workloadTemplate.deploymentTemplate.spec.template.spec.containers[0].ports[0]"


def pods(port: int, pool: str = "beijing") -> str:
    return (
        "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: other}\n"
        "spec: {replicas: 1, strategy: {type: Recreate}, template: {spec: {hostNetwork: true, "
        f"nodeSelector: {{apps.openyurt.io/nodepool: {pool}}}, "
        f"containers: [{{name: b, image: b, ports: [{{containerPort: {port}}}]}}]}}}}}}\n"
    )


def told(text: str) -> list[tuple[str, str, str]]:
    """Return rule, object and field of each finding about a port."""
    found = [result for result in everything(f"{POOLS}---\n{text}{NODES}") if "port" in result.rule]
    return [(result.rule, str(result.ref), field_path(result.path)) for result in found]


def web(*patches: str, port: int = 80, spec: str = HOST, pools: str = "beijing") -> str:
    return app_set(spec, tweak(*patches), pools=pools, container=f"ports: [{{containerPort: {port}}}]")


RESERVED, CONFLICT = "host-port-reserved", "host-port-conflict"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(web(patch(PORT, "replace", "10250")), [(RESERVED, "YurtAppSet web", AT)], id="a patch takes it"),
        pytest.param(web(patch(PORT, "replace", "80"), port=10250), [], id="a patch gives it up"),
        pytest.param(
            web(patch(PORT, "replace", "80"), port=10250, pools="beijing, shanghai"),
            [(RESERVED, "YurtAppSet web", IN_TEMPLATE)],
            id="a patch gives it up in one of two pools",
        ),
        pytest.param(
            web(patch(f"{SPEC}/hostNetwork", "add", "true"), port=10250, spec=""),
            [(RESERVED, "YurtAppSet web", AT)],
            id="a patch adds hostNetwork",
        ),
        pytest.param(
            old_set(HOST, container="ports: [{containerPort: 80}]") + overrider(patch(PORT, "replace", "10250")),
            [(RESERVED, "YurtAppOverrider more", "entries[0].patches[0]")],
            id="an overrider",
        ),
        pytest.param(
            web(patch(PORT, "replace", "81")) + pods(81), [(CONFLICT, "Deployment other", "")], id="two take one port"
        ),
        pytest.param(web(patch(PORT, "replace", "81")) + pods(80), [], id="the template's port is free"),
        pytest.param(web(patch(PORT, "replace", "81")) + pods(81, "shanghai"), [], id="in another pool"),
        pytest.param(
            web(patch(f"{SPEC}/hostNetwork", "replace", "false")) + pods(80), [], id="a patch takes hostNetwork away"
        ),
    ],
)
def test_ports_as_patches_make_them(text: str, expected: list[tuple[str, str, str]]) -> None:
    found = told(text)
    assert [row[:2] for row in found] == [row[:2] for row in expected]
    assert all(at in ("", own) for (_, _, own), (_, _, at) in zip(found, expected, strict=True))


def test_the_finding_stands_at_the_patch() -> None:
    """The one of two that comes later in the package is told, here the workload with the patch."""
    text = pods(81).removeprefix("---\n") + "---\n" + web(patch(PORT, "replace", "81"))
    assert told(text) == [(CONFLICT, "YurtAppSet web", AT)]


def test_more_replicas_than_nodes_where_a_patch_adds_the_port() -> None:
    text = web(patch(f"{SPEC}/hostNetwork", "add", "true"), spec="").replace(
        "deploymentTemplate: {spec: {", "deploymentTemplate: {spec: {replicas: 3, "
    )
    assert told(text) == [(CONFLICT, "YurtAppSet web", AT)]
