"""Real kustomize with `container: image:`: kustomize runs docker, which here is podman."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from container.engine import FIXTURES
from hosts.programs import IDENTITY, ROOT, Hosts, Result, assert_golden, diff

if TYPE_CHECKING:
    from container.engine import Engine

pytestmark = pytest.mark.host

REFUSALS = {
    "refused-edit": (
        "error: NodePool shop spec.hostNetwork: hostNetwork of this NodePool was true (spec.pools[0] of "
        "HostNetBaseline before) and would become false; OpenYurt refuses the change. "
        "It has 1 node here, joined for the old value: shop-1. [nodepool-hostnetwork-changed]\n"
        '  Write hostNetwork: true again, and the label nodepool.openyurt.io/hostnetwork: "true" on its nodes. '
        "For another network, create a new pool; to move a node into it, reset it, delete its Node and "
        "join it anew (yurtadm reset, kubectl delete node, yurtadm join).\n"
        "yurt-hostnet: 1 error. Nothing was edited.\n"
        "Error: couldn't execute function: exit status 1 \n"
    ),
    "broken-config": (
        'yurt-hostnet: functionConfig spec.exclud is not a field; did you mean "exclude"? '
        "Allowed: baseline, exclude, failOn, infrastructure, mode, podTemplates, poolLabel, pools, rules.\n"
        "Error: couldn't execute function: exit status 2 \n"
    ),
}


def build(engine: Engine, hosts: Hosts, folder: str, *options: str) -> Result:
    """Run kustomize where the only `yurt-hostnet` that does anything is the one in the image."""
    path = f"{engine.environment['PATH']}:{hosts.environment(IDENTITY)['PATH']}"
    environment = {**engine.environment, "PATH": path}
    arguments = ("build", *options, folder)
    return hosts.run("kustomize", *arguments, function=IDENTITY, environment=environment)


def test_a_good_package(engine: Engine, hosts: Hosts) -> None:
    folder = FIXTURES / "good"
    plain = hosts.run("kustomize", "build", folder, function=IDENTITY, environment={"PATH": "/nowhere"})
    assert plain.code == 1  # without plugins kustomize refuses to run functions
    after = build(engine, hosts, str(folder), "--enable-alpha-plugins")
    assert_golden(after.ok(), FIXTURES / "kustomize.yaml")
    assert after.stderr == ""


@pytest.mark.parametrize("case", REFUSALS)
def test_a_refusal(engine: Engine, hosts: Hosts, case: str) -> None:
    result = build(engine, hosts, str(FIXTURES / case), "--enable-alpha-plugins")
    assert (result.code, result.stdout, result.stderr) == (1, "", REFUSALS[case])


def test_the_example(engine: Engine, hosts: Hosts) -> None:
    example = ROOT / "kustomization-example"
    before = build(engine, hosts, str(example / "cluster"))
    after = build(engine, hosts, str(example / "container"), "--enable-alpha-plugins")
    assert_golden(diff(before.ok(), after.ok()), ROOT / "tests" / "hosts" / "fixtures" / "kustomize" / "example.diff")


def test_kubectl_runs_a_container(engine: Engine, hosts: Hosts) -> None:
    """kubectl skips exec functions, but not containers."""
    path = f"{engine.environment['PATH']}:{hosts.environment(IDENTITY)['PATH']}"
    result = hosts.run(
        *("kubectl", "kustomize", "--enable-alpha-plugins", FIXTURES / "good"),
        function=IDENTITY,
        environment={**engine.environment, "PATH": path},
    )
    assert_golden(result.ok(), FIXTURES / "kustomize.yaml")
