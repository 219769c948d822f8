"""Real kustomize, and kubectl's copy of it: what a build gains by us, and how it fails."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from hosts.programs import FIXTURES, IDENTITY, OURS, ROOT, Hosts, assert_golden, diff, our_program, write_program

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

BUILD = ("build", "--enable-alpha-plugins", "--enable-exec")

BUILDS = {
    "plain": "base under transformers:",
    "overlay": "base, overlay with namespace and suffix, component with a patch",
    "component-with-function": "the function is listed by a component",
    "generators": "generated names with hashes, and a List among the resources",
    "chain": "after a builtin transformer, inline, and twice",
}

NOTHING_TO_DO = {
    "no-resources": "kustomize shows a function its own configuration as the only item",
    "nothing-to-do": "resources that need nothing",
}

REFUSALS = {
    "unknown-field": (
        'yurt-hostnet: functionConfig spec.exclud is not a field; did you mean "exclude"? '
        "Allowed: baseline, exclude, failOn, infrastructure, mode, podTemplates, poolLabel, pools, rules.\n"
        "Error: couldn't execute function: exit status 2 \n"
    ),
    "unknown-value": (
        'yurt-hostnet: functionConfig spec.infrastructure.isolate[0] cannot be "NodeAgent"; '
        'did you mean "NodeAgents"? Allowed: NodeAgents, PodNetwork, Controllers.\n'
        "Error: couldn't execute function: exit status 2 \n"
    ),
    "malformed-affinity": (
        "error: Pod shop/broken spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
        ".nodeSelectorTerms: Node affinity cannot be read: This must be a list; it is a mapping. "
        "[node-selector-term-malformed]\n"
        "  Fix the field; the object stays as it is until then.\n"
        "yurt-hostnet: 1 error. Nothing was edited.\n"
        "Error: couldn't execute function: exit status 1 \n"
    ),
}


@pytest.mark.parametrize("case", BUILDS)
def test_a_build_gains_only_our_lines(hosts: Hosts, case: str) -> None:
    folder = FIXTURES / "kustomize" / case
    before = hosts.run("kustomize", *BUILD, folder, function=IDENTITY)
    after = hosts.run("kustomize", *BUILD, folder)
    assert_golden(diff(before.ok(), after.ok()), folder / "expected.diff")
    assert after.stderr == ""


@pytest.mark.parametrize("case", NOTHING_TO_DO)
def test_a_build_that_needs_nothing_is_left_alone(hosts: Hosts, case: str) -> None:
    folder = FIXTURES / "kustomize" / case
    before = hosts.run("kustomize", *BUILD, folder, function=IDENTITY)
    after = hosts.run("kustomize", *BUILD, folder)
    assert (after.ok(), after.stderr) == (before.ok(), "")


@pytest.mark.parametrize("case", REFUSALS)
def test_a_refused_build_writes_nothing_and_says_why(hosts: Hosts, case: str) -> None:
    result = hosts.run("kustomize", *BUILD, FIXTURES / "kustomize" / case)
    assert (result.code, result.stdout, result.stderr) == (1, "", REFUSALS[case])


def test_a_built_result_needs_nothing_more(hosts: Hosts, tmp_path: Path) -> None:
    folder = FIXTURES / "kustomize" / "plain"
    once = hosts.run("kustomize", *BUILD, folder).ok()
    (tmp_path / "once.yaml").write_text(once)
    (tmp_path / "kustomization.yaml").write_text("resources: [once.yaml]\ntransformers: [yurt-hostnet.yaml]\n")
    shutil.copy(folder / "yurt-hostnet.yaml", tmp_path)
    assert hosts.run("kustomize", *BUILD, tmp_path).ok() == once


def test_the_example_from_a_fresh_clone(hosts: Hosts, tmp_path: Path) -> None:
    example = tmp_path / "kustomization-example"
    shutil.copytree(ROOT / "kustomization-example", example)
    write_program(tmp_path / ".venv" / "bin" / "yurt-hostnet", our_program())
    before = hosts.run("kustomize", "build", example / "cluster").ok()
    after = hosts.run("kustomize", *BUILD, example, cwd=tmp_path)
    assert_golden(diff(before, after.ok()), FIXTURES / "kustomize" / "example.diff")
    assert after.stderr == ""


def test_the_container_form_of_the_example(hosts: Hosts, tmp_path: Path) -> None:
    """kustomize runs a program called docker; ours notes its arguments and stands in for the container."""
    example = ROOT / "kustomization-example"
    write_program(tmp_path / "docker", f'echo "$*" >{tmp_path}/arguments; set --; {our_program()}')
    path = f"{tmp_path}:{hosts.environment(OURS)['PATH']}"
    result = hosts.run(
        "kustomize", "build", "--enable-alpha-plugins", example / "container", environment={"PATH": path}
    )
    before = hosts.run("kustomize", "build", example / "cluster").ok()
    assert_golden(diff(before, result.ok()), FIXTURES / "kustomize" / "example.diff")
    arguments = (tmp_path / "arguments").read_text().split()
    assert (arguments[:2], arguments[-1]) == (["run", "--rm"], "localhost/yurt-hostnet:dev")


def test_kubectl_skips_an_exec_function_without_a_word(hosts: Hosts) -> None:
    """What README warns of; the day this fails, the warning can go."""
    folder = FIXTURES / "kustomize" / "plain"
    plain = hosts.run("kubectl", "kustomize", FIXTURES / "kustomize" / "base").ok()
    result = hosts.run("kubectl", "kustomize", "--enable-alpha-plugins", folder)
    assert (result.ok(), result.stderr) == (plain, "")


def test_kubectl_with_a_plugin_program(hosts: Hosts, tmp_path: Path) -> None:
    """kubectl has no --enable-exec, but it runs programs of the plugin folder: stdin and stdout are manifests."""
    plugins = tmp_path / "plugins"
    plugin = plugins / "fn.yurt-hostnet.dev" / "v1alpha1" / "yurthostnet" / "YurtHostNet"
    write_program(plugin, 'exec yurt-hostnet --config "$1"')
    for name in ("kustomization.yaml", "resources.yaml"):
        shutil.copy(FIXTURES / "kustomize" / "base" / name, tmp_path)
    with (tmp_path / "kustomization.yaml").open("a") as kustomization:
        kustomization.write("transformers: [yurt-hostnet.yaml]\n")
    (tmp_path / "yurt-hostnet.yaml").write_text(
        "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nmetadata: {name: hostnet}\n"
    )
    before = hosts.run("kubectl", "kustomize", FIXTURES / "kustomize" / "base").ok()
    build = ("kubectl", "kustomize", "--enable-alpha-plugins", tmp_path)
    after = hosts.run(*build, environment={"KUSTOMIZE_PLUGIN_HOME": str(plugins)})
    assert_golden(diff(before, after.ok()), FIXTURES / "kustomize" / "plain" / "expected.diff")


def test_kubectl_with_a_container(hosts: Hosts, tmp_path: Path) -> None:
    write_program(tmp_path / "docker", f"set --; {our_program()}")
    path = f"{tmp_path}:{hosts.environment(OURS)['PATH']}"
    example = ROOT / "kustomization-example"
    before = hosts.run("kubectl", "kustomize", example / "cluster").ok()
    result = hosts.run(
        "kubectl", "kustomize", "--enable-alpha-plugins", example / "container", environment={"PATH": path}
    )
    assert_golden(diff(before, result.ok()), FIXTURES / "kustomize" / "example.diff")


VALIDATED = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata:
  name: hostnet
  annotations:
    config.kubernetes.io/function: |
      exec: {path: yurt-hostnet}
spec: {mode: KustomizeValidator}
"""
TIDE = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: tide}\n"


@pytest.mark.parametrize(
    ("kustomization", "resources"),
    [
        pytest.param("resources: [tide.yaml]\n", TIDE, id="a resource"),
        pytest.param("resources: [tide.yaml]\nnamePrefix: low-\n", TIDE, id="renamed"),
        pytest.param("resources: [tide.yaml]\ntransformers: [ours.yaml]\n", TIDE, id="behind a function"),
        pytest.param("configMapGenerator: [{name: made, literals: [a=b]}]\n", "", id="generated"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_a_validator(hosts: Hosts, tmp_path: Path, kustomization: str, resources: str) -> None:
    """What kustomize sends to a validator carries its own marks, so that the mode knows where it is."""
    (tmp_path / "kustomization.yaml").write_text(f"{kustomization}validators: [validator.yaml]\n")
    (tmp_path / "validator.yaml").write_text(VALIDATED)
    (tmp_path / "ours.yaml").write_text(VALIDATED.replace("KustomizeValidator", "Transform"))
    (tmp_path / "tide.yaml").write_text(resources)
    with_us = hosts.run("kustomize", *BUILD, tmp_path)
    (tmp_path / "kustomization.yaml").write_text(kustomization)
    without = hosts.run("kustomize", *BUILD, tmp_path).ok() if kustomization else ""  # it refuses an empty file
    assert (with_us.ok(), with_us.stderr) == (without, "")
