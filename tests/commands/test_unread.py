"""What embeds unread manifests is counted in the summary, named with -v, told to hosts, and keeps its bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from commands.program import Ran, run

if TYPE_CHECKING:
    from pathlib import Path

WORK = """\
apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata: {name: web}
spec:
  workload:
    manifests:
    - apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec: {template: {spec: {containers: [{name: web, image: web:1}]}}}
"""
RELEASE = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: db}\nspec: {values: {a: b}}\n"
ADDONS = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: addons}
data:
  pool.yaml: |
    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Cloud, hostNetwork: true}
"""
NAMED = (
    "info: Work web spec.workload.manifests[0]: What it embeds is not looked at: Deployment web. "
    "[embedded-manifest-unread]\n"
    "  List it in functionConfig: podTemplates: [{group: work.karmada.io, kind: Work, paths: "
    "['spec.workload.manifests[].spec.template']}].\n"
)
RENDERED = (
    "info: HelmRelease db: What is rendered with its spec.values is not looked at. [embedded-manifest-unread]\n"
    "  Look at what comes out: helm template CHART --values FILE | yurt-hostnet check -\n"
)
REFUSED = (
    "warning: ConfigMap addons data[pool.yaml]: What it embeds is not looked at, and would not pass: NodePool beijing "
    "(nodepool-cloud-hostnetwork). [embedded-manifest-unread]\n"
    "  Check what stands at data[pool.yaml] as a file of its own: yurt-hostnet check FILE\n"
)


def test_the_summary_counts_and_v_names(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(f"{WORK}---\n{RELEASE}")
    assert run("check", "a.yaml", cwd=tmp_path) == Ran(
        0,
        "",
        "yurt-hostnet: No findings in 2 objects of 1 file. 2 objects embed what was not read (-v names them).\n",
    )
    assert run("check", "-v", "a.yaml", cwd=tmp_path) == Ran(
        0, f"a.yaml:7: {NAMED}a.yaml:12: {RENDERED}yurt-hostnet: 2 infos.\n"
    )
    (tmp_path / "a.yaml").write_text(WORK)
    assert run("check", "a.yaml", cwd=tmp_path).stderr == (
        "yurt-hostnet: No findings in 1 object of 1 file. 1 object embeds what was not read (-v names it).\n"
    )


def test_explain_says_that_it_shows_no_embedded_workload(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(WORK)
    assert run("explain", "a.yaml", cwd=tmp_path).stderr == (
        "yurt-hostnet: 1 object embeds what is not shown here; `yurt-hostnet check -v` names what.\n"
    )


def test_the_filter_keeps_the_bytes_and_warns(tmp_path: Path) -> None:
    text = f"{WORK}---\n{ADDONS}"
    done = run(cwd=tmp_path, stdin=text.encode())
    assert done == Ran(0, text, f"{REFUSED}yurt-hostnet: 1 warning.\n")
    assert run("fix", "--diff", "-", cwd=tmp_path, stdin=text.encode()).stdout == ""


def test_a_function_tells_an_info(tmp_path: Path) -> None:
    items = "".join(f"- {line}" if not number else f"  {line}" for number, line in enumerate(WORK.splitlines(True)))
    given = f"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n{items}"
    done = run(cwd=tmp_path, stdin=given.encode())
    assert (done.code, done.stdout.startswith(given)) == (0, True)
    (result,) = yaml.safe_load(done.stdout)["results"]
    assert (result["severity"], result["tags"]) == ("info", {"rule": "embedded-manifest-unread"})
