"""`yurt-hostnet baseline` and `--baseline`, with the real program; and that without a baseline nothing is paid."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from commands.program import ENVIRON, run

if TYPE_CHECKING:
    from pathlib import Path

MANIFESTS = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec: {template: {spec: {containers: []}}}
---
apiVersion: v1
kind: Node
metadata: {name: edge-2, uid: 5f5f, labels: {"apps.openyurt.io/nodepool": beijing}}
---
apiVersion: v1
kind: Node
metadata: {name: edge-1, labels: {"apps.openyurt.io/nodepool": beijing}}
---
apiVersion: v1
kind: Node
metadata: {name: master}
---
apiVersion: v1
kind: Pod
metadata: {name: probe}
spec: {hostNetwork: true, containers: []}
---
apiVersion: apps.openyurt.io/v1alpha1
kind: NodePool
metadata: {name: beijing, annotations: {"nodepool.openyurt.io/hostnetwork": "true"}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: unrelated}
"""
BASELINE = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata:
  name: hostnet-baseline
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  pools:
  - name: beijing
    hostNetwork: true
    type: Edge
    interConnectivity: false
  nodes:
  - name: edge-1
    pool: beijing
    hostNetworkLabel: "true"
  - name: edge-2
    pool: beijing
    hostNetworkLabel: "true"
    fromCluster: true
  pods:
  - namespace: default
    name: probe
    hostNetwork: true
  workloads:
  - group: apps
    kind: Deployment
    namespace: shop
    name: web
    hostNetwork: false
"""


def test_it_is_written_sorted(tmp_path: Path) -> None:
    ran = run("baseline", "-", stdin=MANIFESTS.encode(), cwd=tmp_path)
    assert (ran.code, ran.stdout, ran.stderr) == (0, BASELINE, "")


def test_it_is_stable(tmp_path: Path) -> None:
    """The order of the objects is nothing, and a baseline among them is what it says."""
    (tmp_path / "all.yaml").write_text("---\n".join(reversed(MANIFESTS.split("---\n"))))
    ran = run("baseline", "all.yaml", "-o", "base.yaml", cwd=tmp_path)
    assert (ran.code, ran.stdout, ran.stderr) == (0, "", "")
    assert (tmp_path / "base.yaml").read_text() == BASELINE
    assert run("baseline", ".", cwd=tmp_path).stdout == BASELINE


def test_it_passes_what_it_was_made_of(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(BASELINE)
    ran = run("--baseline", "base.yaml", stdin=MANIFESTS.encode(), cwd=tmp_path)
    assert (ran.code, ran.stderr) == (0, "")


def test_a_contradiction(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(MANIFESTS)
    (tmp_path / "b.yaml").write_text(MANIFESTS.replace('"true"', '"no"'))
    ran = run("baseline", ".", cwd=tmp_path)
    told = (
        "yurt-hostnet: a.yaml:23: NodePool beijing cannot be recorded. Whether it uses the host network is not "
        "certain: it is declared both with host network and without. Write a baseline of each cluster's directory by "
        "itself, or of what is built; yurt-hostnet check shows all places.\n"
    )
    assert (ran.code, ran.stdout, ran.stderr) == (2, "", told)


def test_a_whole_pool_without_host_network_contradicts(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(MANIFESTS)
    (tmp_path / "b.yaml").write_text(
        "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: beijing}\nspec: {type: Edge}\n"
    )
    ran = run("baseline", ".", cwd=tmp_path)
    assert (ran.code, ran.stdout, "cannot be recorded" in ran.stderr) == (2, "", True)


def test_the_field_alone_is_kept_in_mind(tmp_path: Path) -> None:
    """Who records a v1beta1 pool is warned when it becomes v1beta2, as who compares with its manifest is."""
    old = "apiVersion: apps.openyurt.io/v1beta1\nkind: NodePool\nmetadata: {name: quay}\nspec: {hostNetwork: true}\n"
    (tmp_path / "old.yaml").write_text(old)
    (tmp_path / "new.yaml").write_text(old.replace("v1beta1", "v1beta2"))
    assert run("baseline", "old.yaml", "-o", "base.yaml", cwd=tmp_path).code == 0
    assert (tmp_path / "base.yaml").read_text().endswith("    interConnectivity: false\n    fieldAlone: true\n")
    told = run("check", "new.yaml", "--baseline", "base.yaml", cwd=tmp_path)
    place = "spec.pools[0] of HostNetBaseline hostnet-baseline in base.yaml"
    expected = (
        "new.yaml:4: warning: NodePool quay spec.hostNetwork: Of the v1beta1 NodePool in "
        f"{place} OpenYurt 1.7 and later dropped spec.hostNetwork and stored false; if it did, it refuses this one. "
        "[nodepool-hostnetwork-changed]\n  First see what is stored: kubectl get nodepool quay -o yaml. If it is "
        "false, create a new pool; to move a node into it, reset it, delete its Node and join it anew (yurtadm reset, "
        f"kubectl delete node, yurtadm join). If it is true, take fieldAlone out of {place}.\n"
        "yurt-hostnet: 1 warning.\n"
    )
    assert (told.code, told.stdout) == (0, expected)
    base = (tmp_path / "base.yaml").read_text().replace("    fieldAlone: true\n", "")
    (tmp_path / "base.yaml").write_text(base)
    assert run("check", "new.yaml", "--baseline", "base.yaml", cwd=tmp_path).stdout == ""


def test_patches_say_what_they_say(tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(MANIFESTS)
    patch = "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: beijing}\nspec: {taints: []}\n"
    (tmp_path / "patch.yaml").write_text(patch)
    (tmp_path / "kustomization.yaml").write_text("resources: [all.yaml]\npatches: [{path: patch.yaml}]\n")
    ran = run("baseline", ".", cwd=tmp_path)
    assert (ran.code, ran.stdout) == (0, BASELINE)


def test_the_configuration_of_the_package_counts(tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(MANIFESTS.replace("apps.openyurt.io/nodepool", "example.com/pool"))
    config = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nspec: {poolLabel: example.com/pool}\n"
    (tmp_path / "hostnet.yaml").write_text(config)
    ran = run("baseline", ".", cwd=tmp_path)
    told = (
        "yurt-hostnet: YurtHostNet (no name) (hostnet.yaml:1) is configuration of the package itself and counts here; "
        "it sets poolLabel. --config FILE would count instead.\n"
    )
    assert (ran.code, ran.stdout, ran.stderr) == (0, BASELINE, told)


REFUSAL = (
    "error: NodePool beijing metadata.annotations[nodepool.openyurt.io/hostnetwork]: hostNetwork of this NodePool was "
    "true (spec.pools[0] of HostNetBaseline hostnet-baseline in base.yaml) and would become false; OpenYurt refuses "
    "the change. In v1alpha1, OpenYurt 1.7 and later read the annotation nodepool.openyurt.io/hostnetwork and no "
    "field. It has 2 nodes here, joined for the old value: edge-2, edge-1. [nodepool-hostnetwork-changed]\n"
    '  Write the annotation nodepool.openyurt.io/hostnetwork: "true" again, and the label '
    'nodepool.openyurt.io/hostnetwork: "true" on its nodes. For another network, create a new pool; to move a node '
    "into it, reset it, delete its Node and join it anew (yurtadm reset, kubectl delete node, yurtadm join).\n"
)


@pytest.mark.parametrize("option", [["--baseline", "base.yaml"], ["--baseline=base.yaml"]])
def test_the_filter_refuses(tmp_path: Path, option: list[str]) -> None:
    (tmp_path / "base.yaml").write_text(BASELINE)
    ran = run(*option, stdin=MANIFESTS.replace('"true"', '"no"').encode(), cwd=tmp_path)
    assert (ran.code, ran.stdout, ran.stderr.startswith(REFUSAL)) == (1, "", True)


RESOURCE_LIST = """\
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items: []
"""


def test_a_resource_list_comes_back_when_the_baseline_cannot_be_read(tmp_path: Path) -> None:
    """Otherwise kpt hides both the results and stderr."""
    ran = run("--baseline", "nowhere.yaml", stdin=RESOURCE_LIST.encode(), cwd=tmp_path)
    sentence = "nowhere.yaml: The baseline cannot be read: No such file or directory."
    results = f'results:\n- message: "{sentence}"\n  severity: error\n  tags:\n    rule: input\n'
    assert (ran.code, ran.stdout, ran.stderr) == (2, RESOURCE_LIST + results, f"yurt-hostnet: {sentence}\n")


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        (["--baseline"], "The option --baseline needs a value. See yurt-hostnet --help."),
        (["--baseline="], "--baseline names a file, not nothing. See yurt-hostnet --help."),
    ],
)
def test_an_option_without_a_value(tmp_path: Path, option: list[str], sentence: str) -> None:
    ran = run(*option, stdin=MANIFESTS.encode(), cwd=tmp_path)
    assert (ran.code, ran.stdout, ran.stderr) == (2, "", f"yurt-hostnet: {sentence}\n")


def test_without_a_baseline_nothing_of_it_is_imported(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(
        "import sys\n"
        "from yurt_hostnet.cli import run\n"
        "code = run([])\n"
        "loaded = [name for name in sys.modules if 'baseline' in name or name.endswith('_changed')]\n"
        "sys.stderr.write(repr(sorted(loaded)) + ' ' + repr('jsonpatch' in sys.modules))\n"
        "sys.exit(code)\n"
    )
    ran = subprocess.run(
        [sys.executable, "program.py"],
        input=MANIFESTS.encode(),
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env=ENVIRON,
    )
    assert ran.stderr.decode() == "['yurt_hostnet.transformers.record_baseline'] False"
