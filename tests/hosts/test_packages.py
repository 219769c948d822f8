"""A GitOps repository (fixtures/gitops) looked at with -k, by real kustomize and by kubectl alone.

Its overlays have a bad day each: `east` a patch that adds an annotation, `north` a function that runs before the patch
it is meant for, `west` a chart, and patches of the other forms that break what they change.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from commands.program import package
from hosts.programs import FIXTURES, Hosts, assert_golden, need, tree

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

GITOPS = FIXTURES / "gitops"
BOTH = pytest.mark.parametrize("program", ["kustomize", "kubectl"])
CASES = {
    "east": ("-k", "overlays/east"),
    "passed-over": ("-k", "overlays/north", "--enable-alpha-plugins"),
    "all": ("-k", "overlays/*", "--build-options=--enable-helm --helm-command helm3", "--enable-alpha-plugins"),
}
GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main")


@pytest.fixture(autouse=True)
def _programs() -> None:
    for name in ("kustomize", "kubectl"):
        need(name)


def repository(folder: Path) -> Path:
    """Copy the repository, commit it, and return where it is."""
    root = folder / "gitops"
    shutil.copytree(GITOPS, root)
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "one")):
        subprocess.run([*GIT, *words], cwd=root, check=True)
    return root


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@BOTH
@pytest.mark.parametrize("case", CASES)
def test_findings_name_the_line_that_caused_them(hosts: Hosts, program: str, case: str) -> None:
    need("helm3")
    before = tree(GITOPS)
    ran = hosts.run("yurt-hostnet", "check", *CASES[case], "--kustomize", program, cwd=GITOPS)
    assert ran.code == 1
    assert_golden(ran.stdout, GITOPS / "expected" / f"{case}.txt")
    assert tree(GITOPS) == before | {f"expected/{case}.txt": ran.stdout}


def test_a_function_that_runs_too_early(hosts: Hosts) -> None:
    """What it adds is missing in what is built, and the remedy says which patches it did not see."""
    ran = hosts.run("yurt-hostnet", "check", "-k", "overlays/north", "--enable-exec", cwd=GITOPS)
    assert ran.code == 1
    assert_golden(ran.stdout, GITOPS / "expected" / "too-early.txt")
    assert ran.stderr == "yurt-hostnet: Looked at 3 objects that overlays/north builds.\n"


@pytest.mark.parametrize("entry", ["hostnet.yaml", "../../hostnet", "inline"])
def test_a_function_in_its_place(hosts: Hosts, tmp_path: Path, entry: str) -> None:
    """Listed by the overlay it sees the patches, and its configuration is the check's: `web` may stay as it is."""
    root = repository(tmp_path)
    kustomization = root / "overlays" / "north" / "kustomization.yaml"
    config = (root / "components" / "hostnet" / "hostnet.yaml").read_text() + "spec: {exclude: NonHostNetwork}\n"
    text = "|-\n" + "".join(f"    {line}\n" for line in config.splitlines()) if entry == "inline" else f"{entry}\n"
    edit(kustomization, "components:\n- ../../components/hostnet\n", f"transformers:\n- {text}")
    (kustomization.parent / "hostnet.yaml").write_text(config)
    (root / "hostnet").mkdir()
    (root / "hostnet" / "hostnet.yaml").write_text(config)
    (root / "hostnet" / "kustomization.yaml").write_text("resources: [hostnet.yaml]\n")
    place = {"inline": "overlays/north/kustomization.yaml:1", "../../hostnet": "hostnet/hostnet.yaml:1"}.get(
        entry, "overlays/north/hostnet.yaml:1"
    )
    ran = hosts.run("yurt-hostnet", "check", "-k", "overlays/north", "--enable-exec", cwd=root)
    assert (ran.code, ran.stdout) == (0, "")
    assert ran.stderr == (
        f"yurt-hostnet: YurtHostNet hostnet ({place}) is configuration of the package itself and counts here; it sets "
        "exclude. --config FILE would count instead.\n"
        "yurt-hostnet: No findings in 3 objects that overlays/north builds.\n"
    )


@BOTH
def test_what_would_stay_after_the_edits(hosts: Hosts, program: str) -> None:
    ran = hosts.run("yurt-hostnet", "check", "--after-fix", "-k", "overlays/east", "--kustomize", program, cwd=GITOPS)
    assert (ran.code, ran.stdout) == (0, "")
    assert ran.stderr == "yurt-hostnet: No findings in 3 objects that overlays/east builds.\n"


@BOTH
def test_a_pool_edited_by_a_patch(hosts: Hosts, tmp_path: Path, program: str) -> None:
    root = repository(tmp_path)
    same = ("check", "--after-fix", "-k", "overlays/east", "--baseline", "git:HEAD", "--kustomize", program)
    assert hosts.run("yurt-hostnet", *same, cwd=root).code == 0
    edit(root / "overlays" / "east" / "pool.yaml", "  type: Edge\n", "  type: Edge\n  hostNetwork: true\n")
    ran = hosts.run("yurt-hostnet", *same, cwd=root)
    assert ran.code == 1
    assert ran.stdout.splitlines()[0] == (
        "overlays/east/pool.yaml:7: error: NodePool shop/east-city spec.hostNetwork: In the build of overlays/east: "
        "hostNetwork of this NodePool was false (the build of overlays/east at HEAD) and would become true; OpenYurt "
        "refuses the change. [nodepool-hostnetwork-changed]"
    )


def test_a_base_edited_outside_of_the_directory(hosts: Hosts, tmp_path: Path) -> None:
    root = repository(tmp_path)
    edit(root / "base" / "pools.yaml", "hostNetwork: true", "hostNetwork: false")
    ran = hosts.run("yurt-hostnet", "check", "-k", "overlays/east", "--baseline", "git:HEAD", cwd=root)
    assert "base/pools.yaml:15: error: NodePool shop/east-harbour spec.hostNetwork: " in ran.stdout


def test_a_directory_that_is_new(hosts: Hosts, tmp_path: Path) -> None:
    root = repository(tmp_path)
    shutil.copytree(root / "overlays" / "east", root / "overlays" / "south")
    words = ("check", "--after-fix", "-k", "overlays/south", "--baseline", "git:HEAD")
    ran = hosts.run("yurt-hostnet", *words, cwd=root)
    assert (ran.code, ran.stderr) == (
        0,
        (
            "yurt-hostnet: overlays/south was not there at HEAD, so nothing of it is compared.\n"
            "yurt-hostnet: No findings in 3 objects that overlays/south builds.\n"
        ),
    )


def test_a_revision_that_cannot_be_built(hosts: Hosts, tmp_path: Path) -> None:
    """What Git LFS keeps elsewhere is named, since kustomize only says that it is no object."""
    root = repository(tmp_path)
    good = (root / "base" / "pools.yaml").read_text()
    (root / "base" / "pools.yaml").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    subprocess.run([*GIT, "commit", "-qam", "two"], cwd=root, check=True)
    (root / "base" / "pools.yaml").write_text(good)
    ran = hosts.run("yurt-hostnet", "check", "-k", "overlays/east", "--baseline", "git:HEAD", cwd=root)
    assert ran.code == 2
    assert ran.stderr.startswith("yurt-hostnet: overlays/east: At HEAD: kustomize build cannot build this. It says: ")
    assert ran.stderr.endswith(
        " The repository does not hold these files that Git LFS keeps elsewhere of then: base/pools.yaml.\n"
    )
    again = hosts.run("yurt-hostnet", "check", "-k", "overlays/east", "--baseline", "git:HEAD~1", cwd=root)
    assert again.code == 1


@BOTH
def test_a_failed_build_is_no_pass(hosts: Hosts, tmp_path: Path, program: str) -> None:
    """All that cannot be built are named, with exit code 2, and the others are not judged."""
    root = repository(tmp_path)
    edit(root / "overlays" / "east" / "kustomization.yaml", "exclude.yaml", "gone.yaml")
    shutil.copytree(root / "overlays" / "east", root / "overlays" / "odd \x1b[31m")
    words = ("check", "-k", "overlays/[eno]*", "--kustomize", program, "--enable-alpha-plugins")
    ran = hosts.run("yurt-hostnet", *words, cwd=root)
    assert (ran.code, ran.stdout) == (2, "")
    lines = ran.stderr.splitlines()
    assert [line.split(": ")[1] for line in lines if line.startswith("yurt-hostnet: overlays/")] == [
        "overlays/east",
        "overlays/odd \\x1b[31m",
    ]
    assert all("gone.yaml" in line for line in lines)
    assert "\x1b" not in ran.stderr


@BOTH
def test_explain_and_baseline(hosts: Hosts, program: str) -> None:
    words = ("-k", "overlays/east", "--kustomize", program)
    rows = json.loads(hosts.run("yurt-hostnet", "explain", "--format", "json", *words, cwd=GITOPS).ok())
    assert [(row["package"], each["name"], each["file"]) for row in rows for each in row["workloads"]] == [
        ("overlays/east", "Deployment shop/east-web", {"path": "base/web.yaml", "line": 2}),
    ]
    text = hosts.run("yurt-hostnet", "explain", "-k", "base", *words, cwd=GITOPS).ok()
    assert [line for line in text.splitlines() if line in ("base", "overlays/east")] == ["base", "overlays/east"]
    written = hosts.run("yurt-hostnet", "baseline", *words, cwd=GITOPS).ok()
    assert "  - name: east-city\n    hostNetwork: false\n" in written
    two = hosts.run("yurt-hostnet", "baseline", "-k", "base", *words, cwd=GITOPS)
    assert (two.code, two.stderr) == (
        2,
        "yurt-hostnet: A baseline is of one package, and -k names 2. Write one of each by itself.\n",
    )


def test_explain_says_which_check_shows_what_is_wrong(hosts: Hosts, tmp_path: Path) -> None:
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  hostNetwork: true\n  containers:\n"
    ports = "  - {name: web, image: example.org/web:1, ports: [{containerPort: 80, hostPort: 81}]}\n"
    package(tmp_path, {"app/kustomization.yaml": "resources: [pod.yaml]\n", "app/pod.yaml": pod + ports})
    ran = hosts.run("yurt-hostnet", "explain", "-k", "app", cwd=tmp_path)
    assert ran.code == 1
    assert ran.stderr.startswith("yurt-hostnet: 1 error; `yurt-hostnet check -k app` shows them.\n")


@BOTH
def test_no_mark_reaches_a_report(hosts: Hosts, tmp_path: Path, program: str) -> None:
    """Every format has the directory, the file and the line, and none has kustomize's marks."""
    for suffix in ("txt", "json", "sarif", "xml", "yaml"):
        report = tmp_path / f"report.{suffix}"
        words = ("check", "-k", "overlays/east", "--kustomize", program, "--report", report)
        assert hosts.run("yurt-hostnet", *words, cwd=GITOPS).code == 1
        text = report.read_text()
        assert "In the build of overlays/east: " in text
        assert "base/web.yaml" in text
        assert "config.kubernetes.io/origin" not in text
        assert "transformations" not in text
