"""A walk: a package in git, `hostNetwork: true` edited to false, and who uses which host sees the refusal.

Nothing is written by any of them, and when the edit is taken back all of them pass again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from hosts.programs import ROOT, need, tree

if TYPE_CHECKING:
    from pathlib import Path

    from hosts.programs import Hosts

pytestmark = pytest.mark.host

POOLS = """\
# The site at the harbour has no pod network.
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: harbour
spec:
  type: Edge
  hostNetwork: true # its routers are ours
"""
BUILT = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: harbour
spec:
  hostNetwork: true
  type: Edge
"""
"""What kustomize makes of it: no comments, keys sorted, and no baseline."""

FILES = {
    "package/nodepools.yaml": POOLS,
    "package/kustomization.yaml": (
        "apiVersion: kustomize.config.k8s.io/v1beta1\n"
        "kind: Kustomization\n"
        "resources: [nodepools.yaml, baseline.yaml]\n"
        "transformers: [hostnet.yaml]\n"
    ),
    "package/hostnet.yaml": (
        "apiVersion: fn.yurt-hostnet.dev/v1alpha1\n"
        "kind: YurtHostNet\n"
        "metadata:\n"
        "  name: hostnet\n"
        "  annotations:\n"
        "    config.kubernetes.io/local-config: 'true'\n"
        "    config.kubernetes.io/function: |\n"
        "      exec: {path: yurt-hostnet}\n"
    ),
    "chart/Chart.yaml": "apiVersion: v2\nname: site\nversion: 1.0.0\n",
    "chart/templates/nodepools.yaml": POOLS,
}
BASELINE = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata:
  name: hostnet-baseline
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  pools:
  - name: harbour
    hostNetwork: true
    type: Edge
    interConnectivity: false
"""
FIELD = "NodePool harbour spec.hostNetwork"
REMEDY = (
    "Write hostNetwork: true again. For another network, create a new pool; to move a node into it, reset it, delete "
    "its Node and join it anew (yurtadm reset, kubectl delete node, yurtadm join)."
)
IN_PACKAGE = "spec.pools[0] of HostNetBaseline hostnet-baseline"


def message(place: str) -> str:
    return f"hostNetwork of this NodePool was true ({place}) and would become false; OpenYurt refuses the change."


def refusal(place: str, where: str = "", end: str = " Nothing was edited.") -> str:
    """Return what a person reads: the finding, its remedy, the summary."""
    rule = "[nodepool-hostnetwork-changed]"
    return f"{where}error: {FIELD}: {message(place)} {rule}\n  {REMEDY}\nyurt-hostnet: 1 error.{end}\n"


class Repository:
    """A git repository with a kustomize and kpt package and a chart, its baseline recorded and committed."""

    def __init__(self, hosts: Hosts, folder: Path) -> None:
        self.hosts = hosts
        self.folder = folder
        for name, text in FILES.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        self.run("yurt-hostnet", "baseline", "package", "-o", "package/baseline.yaml")
        self.run("git", "init", "--quiet")
        self.run("git", "add", "--all")
        who = ("-c", "user.name=tester", "-c", "user.email=tester@example.com")
        self.run("git", *who, "commit", "--quiet", "--message=a site")

    def run(self, program: str, *arguments: str) -> str:
        return self.hosts.run(program, *arguments, cwd=self.folder).ok()

    def edit(self) -> None:
        """Set hostNetwork to false in the package and in the chart."""
        for name in ("package/nodepools.yaml", "chart/templates/nodepools.yaml"):
            (self.folder / name).write_text(POOLS.replace("hostNetwork: true", "hostNetwork: false"))

    def take_back(self) -> None:
        self.run("git", "checkout", "--quiet", "--", ".")


@pytest.fixture
def repository(hosts: Hosts, tmp_path: Path) -> Repository:
    return Repository(hosts, tmp_path)


def test_the_baseline_is_recorded(repository: Repository) -> None:
    assert (repository.folder / "package/baseline.yaml").read_text() == BASELINE


def test_kustomize(hosts: Hosts, repository: Repository) -> None:
    build = ("kustomize", "build", "--enable-alpha-plugins", "--enable-exec", repository.folder / "package")
    accepted = hosts.run(*build)
    assert (accepted.ok(), accepted.stderr) == (BUILT, "")
    repository.edit()
    refused = hosts.run(*build)
    expected = f"{refusal(IN_PACKAGE)}Error: couldn't execute function: exit status 1 \n"
    assert (refused.code, refused.stdout, refused.stderr) == (1, "", expected)
    repository.take_back()
    assert hosts.run(*build).ok() == accepted.stdout


def test_kpt(hosts: Hosts, repository: Repository) -> None:
    package = repository.folder / "package"
    results = repository.folder / "results"
    evaluate = ("kpt", "fn", "eval", package, "--exec", "yurt-hostnet")
    hosts.run(*evaluate).ok()
    assert (package / "baseline.yaml").read_text() == BASELINE
    repository.edit()
    before = tree(package)
    refused = hosts.run(*evaluate, "--results-dir", results)
    assert (refused.code, tree(package)) == (1, before)
    assert f"{message(IN_PACKAGE)} {REMEDY}" in refused.stderr
    report = yaml.safe_load((results / "results.yaml").read_text())
    assert [result for item in report["items"] for result in item["results"]] == [
        {
            "message": f"{message(IN_PACKAGE)} {REMEDY}",
            "severity": "error",
            "resourceRef": {"apiVersion": "apps.openyurt.io/v1beta2", "kind": "NodePool", "name": "harbour"},
            "field": {"path": "spec.hostNetwork", "currentValue": False, "proposedValue": True},
            "file": {"path": "nodepools.yaml"},
            "tags": {"rule": "nodepool-hostnetwork-changed"},
        }
    ]
    repository.take_back()
    hosts.run(*evaluate).ok()


def test_kpt_records_a_new_pool(hosts: Hosts, repository: Repository) -> None:
    """The next edit of it is refused; the entry of the first pool, with its comment, is as it was."""
    package = repository.folder / "package"
    noted = BASELINE.replace("- name: harbour\n", "- name: harbour # since the first day\n")
    (package / "baseline.yaml").write_text(noted)
    airport = POOLS.replace("harbour", "airport")
    (package / "airport.yaml").write_text(airport)
    hosts.run("kpt", "fn", "eval", package, "--exec", "yurt-hostnet").ok()
    entry = noted[noted.index("  - name") :].replace(" # since the first day", "").replace("harbour", "airport")
    assert (package / "baseline.yaml").read_text() == noted + entry
    (package / "airport.yaml").write_text(airport.replace("true", "false"))
    refused = hosts.run("kpt", "fn", "eval", package, "--exec", "yurt-hostnet")
    place = "spec.pools[1] of HostNetBaseline hostnet-baseline"
    assert (refused.code, f"{message(place)} {REMEDY}" in refused.stderr) == (1, True)


@pytest.mark.parametrize("name", ["helm3", "helm4"])
def test_helm(hosts: Hosts, repository: Repository, name: str) -> None:
    need(name)
    home = {f"HELM_{kind}_HOME": str(repository.folder / name / kind) for kind in ("CACHE", "CONFIG", "DATA")}
    if name == "helm4":
        hosts.run(name, "plugin", "install", ROOT / "helm-plugin", environment=home).ok()
    chart = repository.folder / "chart"
    released = hosts.run(name, "template", "site", chart, environment=home).ok()
    (repository.folder / "released.yaml").write_text(released)
    options = ("--post-renderer", "yurt-hostnet", "--post-renderer-args", "--baseline=released.yaml")
    template = (name, "template", "site", chart, *options)
    accepted = hosts.run(*template, cwd=repository.folder, environment=home)
    assert (accepted.code, accepted.stderr) == (0, "")
    repository.edit()
    refused = hosts.run(*template, cwd=repository.folder, environment=home)
    assert (refused.code, refused.stdout) == (1, "")
    lines = refusal("released.yaml", "site/templates/nodepools.yaml: ").splitlines()
    assert [line.strip() for line in lines] == [
        line.strip() for line in refused.stderr.splitlines() if line.strip() in {word.strip() for word in lines}
    ]
    repository.take_back()
    assert hosts.run(*template, cwd=repository.folder, environment=home).stdout == accepted.stdout


def test_check(hosts: Hosts, repository: Repository) -> None:
    """The baseline of the package, and git itself, which needs no baseline in the package."""
    check = ("yurt-hostnet", "check", "package")
    from_git = ("yurt-hostnet", "check", "package/nodepools.yaml", "--baseline", "git:HEAD")
    accepted = [hosts.run(*command, cwd=repository.folder) for command in (check, from_git)]
    assert [(ran.code, ran.stdout) for ran in accepted] == [(0, ""), (0, "")]
    repository.edit()
    where = "package/nodepools.yaml:8: "
    refused = [hosts.run(*command, cwd=repository.folder) for command in (check, from_git)]
    assert [(ran.code, ran.stdout) for ran in refused] == [
        (1, refusal(f"{IN_PACKAGE} in package/baseline.yaml", where, "")),
        (1, refusal("package/nodepools.yaml at HEAD", where, "")),
    ]
    before = tree(repository.folder)
    fixed = hosts.run("yurt-hostnet", "fix", "package", cwd=repository.folder)
    assert (fixed.code, tree(repository.folder)) == (1, before)


def test_a_deliberate_change_is_an_exception_with_a_reason(hosts: Hosts, repository: Repository) -> None:
    """The pool was deleted and made anew: functionConfig says so, and the rule is quiet for it alone."""
    repository.edit()
    exception = "{rule: nodepool-hostnetwork-changed, except: [{name: harbour}], reason: made anew}"
    with (repository.folder / "package/hostnet.yaml").open("a") as config:
        config.write(f"spec:\n  rules:\n  - {exception}\n")
    build = ("kustomize", "build", "--enable-alpha-plugins", "--enable-exec", repository.folder / "package")
    accepted = hosts.run(*build)
    assert (accepted.code, accepted.stderr, "hostNetwork: false" in accepted.stdout) == (0, "", True)
