"""The Argo CD plugin's commands in real kustomize, and the GitLab job of docs/ci.md."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from hosts.programs import ROOT, Hosts, our_program, write_program

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host


def plugin() -> dict[str, Any]:
    config = yaml.safe_load((ROOT / "deploy" / "argocd" / "cmp-plugin.yaml").read_text())
    found = yaml.safe_load(config["data"]["plugin.yaml"])
    assert isinstance(found, dict)
    return found


def test_argocd_discovers_and_generates(hosts: Hosts, tmp_path: Path) -> None:
    example = shutil.copytree(ROOT / "kustomization-example", tmp_path / "kustomization-example")
    write_program(tmp_path / ".venv" / "bin" / "yurt-hostnet", our_program())
    spec = plugin()["spec"]
    discover, generate = spec["discover"]["find"]["command"], spec["generate"]["command"]
    # Argo CD takes a folder if the command ends with 0 and prints something.
    found = hosts.run(*discover, cwd=example)
    assert "./yurt-hostnet.yaml" in found.ok().splitlines()
    assert hosts.run(*discover, cwd=example / "cluster").stdout == ""
    assert hosts.run(*discover, cwd=tmp_path).stdout == ""
    assert "NotIn" in hosts.run(*generate, cwd=example).ok()
    config = example / "yurt-hostnet.yaml"
    config.write_text(config.read_text() + "spec: {exclud: Annotated}\n")
    refused = hosts.run(*generate, cwd=example)
    assert (refused.code, refused.stdout, 'did you mean "exclude"?' in refused.stderr) == (1, "", True), refused.stderr


def test_the_sidecar_mounts_the_plugin() -> None:
    pod = yaml.safe_load((ROOT / "deploy" / "argocd" / "cmp-sidecar.yaml").read_text())["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    ours = {volume["name"] for volume in pod["volumes"]}
    assert {mount["name"] for mount in container["volumeMounts"]} - ours == {"var-files", "plugins"}
    name = yaml.safe_load((ROOT / "deploy" / "argocd" / "cmp-plugin.yaml").read_text())["metadata"]["name"]
    assert [volume["configMap"]["name"] for volume in pod["volumes"] if "configMap" in volume] == [name]


def test_the_job_for_gitlab(hosts: Hosts, tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n# \.gitlab-ci\.yml\n(.*?)```", (ROOT / "docs" / "ci.md").read_text(), re.DOTALL)
    job = yaml.safe_load(text)["yurt-hostnet"]
    (tmp_path / "deploy").mkdir()
    manifest = tmp_path / "deploy" / "pool.yaml"
    pool = "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: shop}\nspec: {hostNetwork: %s}\n"
    manifest.write_text(pool % "true")
    git = ("git", "-c", "user.name=test", "-c", "user.email=test@example.com")
    for arguments in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "--message=first")):
        hosts.run(*git, *arguments, cwd=tmp_path).ok()
    hosts.run("git", "update-ref", "refs/remotes/origin/main", "HEAD", cwd=tmp_path).ok()
    branch = {"CI_DEFAULT_BRANCH": "main"}
    hosts.run("sh", "-c", *job["script"], cwd=tmp_path, environment=branch).ok()
    manifest.write_text(pool % "false")
    refused = hosts.run("sh", "-c", *job["script"], cwd=tmp_path, environment=branch)
    assert (refused.code, "[nodepool-hostnetwork-changed]" in refused.stdout) == (1, True), refused.stdout
    assert "nodepool-hostnetwork-changed" in (tmp_path / job["artifacts"]["reports"]["junit"]).read_text()
