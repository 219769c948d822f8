"""init and doctor with the real hosts: what init wires runs, what doctor says is so, and --undo leaves nothing."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
import yaml

from commands.program import POOLS, WEB
from commands.test_doctor import LINES
from commands.test_init import CI_FILES
from commands.wiring_trees import CHART, FUNCTION, KPTFILE, KUSTOMIZATION, repository, tree
from hosts.programs import ROOT, Hosts, need

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

REQUIREMENT = "nodepool.openyurt.io/hostnetwork"
ANNOTATION = '        apps.openyurt.io/exclude-host-network-pool: "true"\n'
NEEDED = WEB.replace("spec:\n  template:", "spec:\n  selector: {matchLabels: {app: web}}\n  template:")
PATCH = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {metadata: {annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}}}
"""
EXEC = ("--enable-alpha-plugins", "--enable-exec")


def overlays(root: Path) -> Path:
    """Return a repository with a base and an overlay whose patch asks for what the function adds."""
    return repository(
        root,
        {
            "base/kustomization.yaml": "resources: [web.yaml, pools.yaml]\n",
            "base/web.yaml": NEEDED.replace(ANNOTATION, "        a: b\n"),
            "base/pools.yaml": POOLS,
            "prod/kustomization.yaml": "# prod\nresources:\n- ../base\npatches:\n- path: patch.yaml # mine\n",
            "prod/patch.yaml": PATCH,
        },
    )


def lines_of(path: Path) -> list[str]:
    """Return the commands of a CI file behind those that install."""
    told = yaml.safe_load(path.read_text())
    if "jobs" in told:
        return [step["run"] for step in told["jobs"]["yurt-hostnet"]["steps"][2:]]
    (job,) = told.values()
    return list(job["script"])


def shell(hosts: Hosts, line: str, cwd: Path, more: dict[str, str] | None = None) -> int:
    """Run a line of a CI file, and return its exit code."""
    environment = {**hosts.environment("ours"), **(more or {})}
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=cwd, env=environment, check=False, capture_output=True, timeout=120
    ).returncode


@pytest.mark.parametrize("service", CI_FILES)
def test_kustomize(hosts: Hosts, tmp_path: Path, service: str) -> None:
    need("kustomize")
    root = overlays(tmp_path / "repo")
    before = tree(root)
    hosts.run("yurt-hostnet", "init", "prod", "--exec", "--ci", service, "--yes", cwd=root).ok()
    built = hosts.run("kustomize", "build", *EXEC, "prod", cwd=root).ok()
    assert built.count(REQUIREMENT) == 1
    assert "HostNetBaseline" not in built
    assert (
        hosts.run("yurt-hostnet", "doctor", "--enable-exec", "prod", cwd=root).ok().endswith("0 errors, 0 warnings.\n")
    )
    lines = lines_of(root / CI_FILES[service].replace("shop", "prod"))
    assert [shell(hosts, line, root) for line in lines] == [0, 0]
    pools = root / "base" / "pools.yaml"
    pools.write_text(POOLS.replace("hostNetwork: true", "hostNetwork: false"))
    assert shell(hosts, lines[0], root) == 1
    pools.write_text(POOLS)
    hosts.run("yurt-hostnet", "init", "prod", "--undo", "--yes", cwd=root).ok()
    assert tree(root) == before


def test_a_function_in_the_base_runs_too_early(hosts: Hosts, tmp_path: Path) -> None:
    need("kustomize")
    root = overlays(tmp_path / "repo")
    told = hosts.run("yurt-hostnet", "init", "base", "--exec", "--yes", cwd=root).stderr
    assert "prod/kustomization.yaml takes this folder in, and its patches come after the function." in told
    doctor = hosts.run("yurt-hostnet", "doctor", "--enable-exec", "prod", cwd=root)
    lacks = "error: proof: What is built lacks what the function adds, in 1 object: Deployment shop/web.\n"
    assert (doctor.code, lacks in doctor.stdout) == (1, True)
    hosts.run("yurt-hostnet", "init", "prod", "--exec", "--yes", cwd=root).ok()
    assert hosts.run("yurt-hostnet", "doctor", "--enable-exec", "prod", cwd=root).code == 0


def test_two_overlays_in_one_folder(hosts: Hosts, tmp_path: Path) -> None:
    """The baselines of both are objects of one build."""
    need("kustomize")
    root = overlays(tmp_path / "repo")
    (root / "test").mkdir()
    (root / "test" / "kustomization.yaml").write_text("resources: [../base]\nnamePrefix: test-\n")
    (root / "kustomization.yaml").write_text("resources: [prod, test]\n")
    for folder in ("prod", "test"):
        hosts.run("yurt-hostnet", "init", folder, "--exec", "--yes", cwd=root).ok()
    built = hosts.run("kustomize", "build", *EXEC, ".", cwd=root).ok()
    assert (built.count(REQUIREMENT), built.count("HostNetBaseline")) == (1, 0)


def test_one_function_for_several_overlays(hosts: Hosts, tmp_path: Path) -> None:
    need("kustomize")
    root = overlays(tmp_path / "repo")
    (root / "fnd").mkdir()
    (root / "fnd" / "kustomization.yaml").write_text("resources:\n- hostnet.yaml\n")
    (root / "fnd" / "hostnet.yaml").write_text(FUNCTION)
    with (root / "prod" / "kustomization.yaml").open("a") as stream:
        stream.write("transformers: [../fnd]\n")
    assert "lists the function already" in hosts.run("yurt-hostnet", "init", "prod", "--yes", cwd=root).stderr
    said = hosts.run("yurt-hostnet", "doctor", "--enable-exec", "prod", cwd=root).ok()
    assert "ok: proof: Built with and without the function, 1 object of 3 differs.\n" in said


@pytest.mark.parametrize("line", [line for line in LINES if line.split()[0] in ("kustomize", "kubectl")])
def test_command_lines_do_what_doctor_says(hosts: Hosts, tmp_path: Path, line: str) -> None:
    """kubectl apply is not run to its end: it fails before it asks for a cluster."""
    words = line.split()
    need(words[0])
    files = {"kustomization.yaml": KUSTOMIZATION + "transformers:\n- hostnet.yaml\n", "hostnet.yaml": FUNCTION}
    root = repository(tmp_path / "repo", {**files, "web.yaml": NEEDED, "pools.yaml": POOLS})
    judged = hosts.run("yurt-hostnet", "doctor", "--command", line, cwd=root)
    ran = hosts.run(words[0], *words[1:], cwd=root)
    verdict = LINES[line]
    assert (judged.code, verdict in judged.stdout) == (1, True)
    assert REQUIREMENT not in ran.stdout
    assert (ran.code == 0) == (verdict == "passes over")


@pytest.mark.parametrize("ignored", [None, "a\nb", ".gitlab-ci.yml\n"], ids=["none", "others", "this one"])
def test_kpt(hosts: Hosts, tmp_path: Path, ignored: str | None) -> None:
    """kpt refuses a package with YAML that is no manifest, which the file of a CI service is."""
    need("kpt")
    files = {"Kptfile": KPTFILE, "pools.yaml": POOLS, **({} if ignored is None else {".krmignore": ignored})}
    root = repository(tmp_path / "repo", {**files, "web.yaml": WEB})
    hosts.run("yurt-hostnet", "init", "--exec", "--ci", "gitlab", "--yes", cwd=root).ok()
    wired = tree(root)
    (line,) = lines_of(root / ".gitlab-ci.yml")
    assert shell(hosts, line, root) == 1  # nobody has rendered yet
    said = hosts.run("yurt-hostnet", "doctor", "--enable-exec", cwd=root).ok()
    assert "ok: proof: Built with and without the function, 1 object of 6 differs.\n" in said
    assert tree(root) == wired
    hosts.run("kpt", "fn", "render", "--allow-exec", cwd=root).ok()
    assert (root / "web.yaml").read_text().count(REQUIREMENT) == 1
    assert shell(hosts, line, root) == 0
    hosts.run("yurt-hostnet", "init", "--undo", "--yes", cwd=root).ok()
    assert {name: text for name, text in tree(root).items() if name != "web.yaml"} == files


@pytest.mark.parametrize("helm", ["helm3", "helm4"])
def test_a_chart(hosts: Hosts, tmp_path: Path, helm: str) -> None:
    """Helm 3 needs the program alone, Helm 4 the plugin, which doctor misses until it is installed."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "helm").symlink_to(need(helm))
    root = repository(tmp_path / "repo", {"Chart.yaml": CHART, "templates/web.yaml": NEEDED})
    plugins = {"HELM_DATA_HOME": str(tmp_path / "data"), "HELM_CACHE_HOME": str(tmp_path / "cache")}
    path = f"{tmp_path / 'bin'}:{hosts.environment('ours')['PATH']}"
    environment = {**plugins, "PATH": path}
    hosts.run("yurt-hostnet", "init", "--ci", "github", "--yes", cwd=root).ok()
    for line in lines_of(root / ".github" / "workflows" / "yurt-hostnet.yaml"):
        ran = subprocess.run(
            ["/bin/sh", "-ec", line],
            cwd=root,
            env={**hosts.environment("ours"), **environment},
            check=False,
            timeout=120,
        )
        assert ran.returncode == 0
    if helm == "helm4":
        told = hosts.run("yurt-hostnet", "doctor", cwd=root, environment=environment)
        assert (told.code, "has none named yurt-hostnet" in told.stdout) == (1, True)
        hosts.run(helm, "plugin", "install", ROOT / "helm-plugin", environment=plugins).ok()
    said = hosts.run("yurt-hostnet", "doctor", cwd=root, environment=environment).ok()
    assert "ok: proof: Built with and without the function, 1 object of 1 differs.\n" in said


def test_a_hook_that_helm_3_does_not_send(hosts: Hosts, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "helm").symlink_to(need("helm3"))
    hook = NEEDED.replace("  namespace: shop\n", "  namespace: shop\n  annotations: {helm.sh/hook: pre-install}\n")
    root = repository(tmp_path / "repo", {"Chart.yaml": CHART, "templates/web.yaml": hook})
    path = f"{tmp_path / 'bin'}:{hosts.environment('ours')['PATH']}"
    told = hosts.run("yurt-hostnet", "doctor", cwd=root, environment={"PATH": path})
    assert told.code == 1
    assert "Helm 3 sends no hooks through a post-renderer." in told.stdout
