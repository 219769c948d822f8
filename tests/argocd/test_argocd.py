"""Argo CD's own repo-server and plugin server: what applications get, by both ways of docs/argocd.md."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from argocd.programs import search_path
from argocd.repository import commit, write_application
from argocd.servers import EXEC, Application, ArgoCD
from hosts.programs import need

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

BASELINE = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata:
  name: hostnet-baseline
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  pools:
  - {name: shanghai, hostNetwork: true, type: Edge, interConnectivity: false}
"""
STRANGER = """\
apiVersion: v1
kind: Node
metadata:
  name: stranger
  labels:
    apps.openyurt.io/nodepool: nowhere
"""


def kustomize(servers: ArgoCD, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run kustomize with the function on a folder, as a user would, with no Argo CD between."""
    environment = {"PATH": search_path(servers.folder / "bin"), "HOME": str(servers.folder / "home")}
    command = [need("kustomize"), "build", *EXEC.split(), "."]
    return subprocess.run(command, capture_output=True, check=False, cwd=folder, env=environment, text=True)


@pytest.fixture(params=["plugin", "buildOptions"])
def way(request: pytest.FixtureRequest) -> tuple[ArgoCD, str, str]:
    """Return the servers, the build options that go with them, and what Argo CD takes an application for."""
    if request.param == "plugin":
        return request.getfixturevalue("with_plugin"), "", "Plugin"
    return request.getfixturevalue("without_plugin"), EXEC, "Kustomize"


def test_an_application_gets_what_kustomize_gives(way: tuple[ArgoCD, str, str], tmp_path: Path) -> None:
    """Byte for byte, in its order: against the render of kustomize, committed as a folder of plain manifests."""
    servers, options, kind = way
    rendered = kustomize(servers, write_application(tmp_path / "good"))
    assert (rendered.returncode, rendered.stderr, rendered.stdout.count("operator: NotIn")) == (0, "", 5)
    (tmp_path / "rendered").mkdir()
    (tmp_path / "rendered" / "all.yaml").write_text(rendered.stdout)
    commit(tmp_path)
    good, plain = servers.generate(tmp_path, Application("good", options), Application("rendered"))
    assert (good.error, good.source_type, plain.error, plain.source_type) == ("", kind, "", "Directory")
    assert good.manifests == plain.manifests
    assert len(good.manifests) == rendered.stdout.count("\n---\n") + 1


def test_the_plugin_prints_what_kustomize_prints(with_plugin: ArgoCD, tmp_path: Path) -> None:
    """Before Argo CD reads it: the plugin server notes the command's output in its log."""
    rendered = kustomize(with_plugin, write_application(tmp_path / "good"))
    commit(tmp_path)
    (answer,) = with_plugin.generate(tmp_path, Application("good"))
    lines = [json.loads(line) for line in with_plugin.log("plugin").splitlines() if line.startswith("{")]
    printed = [line["msg"] for line in lines if line["level"] == "debug" and line["msg"].startswith("apiVersion:")]
    assert (answer.error, printed[-1]) == ("", rendered.stdout)


def test_a_refused_edit_is_the_error_of_the_application(way: tuple[ArgoCD, str, str], tmp_path: Path) -> None:
    servers, options, kind = way
    folder = write_application(tmp_path / "edited")
    (folder / "baseline.yaml").write_text(BASELINE)
    kustomization = folder / "kustomization.yaml"
    kustomization.write_text(kustomization.read_text().replace("- cluster\n", "- cluster\n- baseline.yaml\n"))
    commit(tmp_path)
    (before,) = servers.generate(tmp_path, Application("edited", options))
    assert (before.error, before.source_type) == ("", kind)
    pools = folder / "cluster" / "nodepools.yaml"
    pools.write_text(pools.read_text().replace("hostNetwork: true", "hostNetwork: false"))
    commit(tmp_path)
    refused = kustomize(servers, folder)
    assert (refused.returncode, refused.stdout, "[nodepool-hostnetwork-changed]" in refused.stderr) == (1, "", True)
    (answer,) = servers.generate(tmp_path, Application("edited", options))
    assert answer.manifests == []
    assert refused.stderr.strip() in answer.error, answer.error


def test_a_warning_is_no_error_of_the_application(way: tuple[ArgoCD, str, str], tmp_path: Path) -> None:
    servers, options, kind = way
    folder = write_application(tmp_path / "warned")
    (folder / "cluster" / "stranger.yaml").write_text(STRANGER)
    listed = folder / "cluster" / "kustomization.yaml"
    listed.write_text(listed.read_text() + "- stranger.yaml\n")
    commit(tmp_path)
    rendered = kustomize(servers, folder)
    assert (rendered.returncode, rendered.stderr.startswith("warning: Node stranger ")) == (0, True), rendered.stderr
    (answer,) = servers.generate(tmp_path, Application("warned", options))
    assert (answer.error, answer.source_type) == ("", kind)
    assert any('"stranger"' in manifest for manifest in answer.manifests)
    if kind == "Plugin":
        assert json.dumps(rendered.stderr)[1:-1] in servers.log("plugin")


def test_nothing_of_a_hostile_repository_is_imported(way: tuple[ArgoCD, str, str], tmp_path: Path) -> None:
    servers, options, kind = way
    folder = write_application(tmp_path / "hostile")
    for name in ("yurt_hostnet", "argparse", "yaml", "jsonpatch", "sitecustomize", "usercustomize", "re", "os"):
        (folder / f"{name}.py").write_text("raise SystemExit('of the repository')\n")
    commit(tmp_path)
    (answer,) = servers.generate(tmp_path, Application("hostile", options))
    assert (answer.error, answer.source_type, "NotIn" in "".join(answer.manifests)) == ("", kind, True)


def test_a_program_of_the_repository_is_run_by_build_options_and_not_by_the_plugin(
    with_plugin: ArgoCD, without_plugin: ArgoCD, tmp_path: Path
) -> None:
    """Argo CD hands a plugin files without their executable bits; programs on PATH are another matter."""
    folder = write_application(tmp_path / "program", program="./program")
    mark = tmp_path / "mark"
    (folder / "program").write_text(f"#!/bin/sh\ntouch {mark}\nexec cat\n")
    (folder / "program").chmod(0o755)
    commit(tmp_path)
    (answer,) = with_plugin.generate(tmp_path, Application("program"))
    assert ("permission denied" in answer.error, mark.exists()) == (True, False), answer
    (answer,) = without_plugin.generate(tmp_path, Application("program", EXEC))
    assert (answer.error, mark.exists()) == ("", True)


@pytest.mark.parametrize("way_in", ["plugin", "buildOptions"])
def test_a_program_on_path_that_the_repository_names_is_run(
    request: pytest.FixtureRequest, tmp_path: Path, way_in: str
) -> None:
    """So docs/security.md says that the sidecar's user and its read-only root are the limit."""
    servers = request.getfixturevalue("with_plugin" if way_in == "plugin" else "without_plugin")
    folder = write_application(tmp_path / "named", program="cat")
    commit(tmp_path)
    (answer,) = servers.generate(tmp_path, Application(folder.name, "" if way_in == "plugin" else EXEC))
    assert (answer.error, "NotIn" in "".join(answer.manifests)) == ("", False)


def test_without_enable_exec_the_function_is_passed_over(without_plugin: ArgoCD, tmp_path: Path) -> None:
    """kustomize's own silence: why docs/argocd.md asks for both options."""
    write_application(tmp_path / "good")
    commit(tmp_path)
    half, none = without_plugin.generate(
        tmp_path, Application("good", "--enable-alpha-plugins"), Application("good", "")
    )
    assert (half.error, "NotIn" in "".join(half.manifests)) == ("", False)
    assert (none.manifests, "external plugins disabled" in none.error) == ([], True), none.error


def test_another_application_is_not_taken_by_the_plugin(with_plugin: ArgoCD, tmp_path: Path) -> None:
    write_application(tmp_path / "plain", function=False)
    commit(tmp_path)
    (answer,) = with_plugin.generate(tmp_path, Application("plain"))
    assert (answer.error, answer.source_type, "NotIn" in "".join(answer.manifests)) == ("", "Kustomize", False)
