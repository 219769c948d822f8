"""The hooks in real pre-commit: the whole package is looked at, and nothing in it becomes an option."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import pytest
import yaml

from hosts.programs import ROOT, our_program, write_program
from packages.ci import FIXTURES, commit, plant
from packages.tools import attempt, need, run

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

pytestmark = pytest.mark.host


@pytest.fixture(scope="module")
def hooks(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a repository that pre-commit can clone."""
    to = tmp_path_factory.mktemp("hooks") / "yurt-hostnet"
    shutil.copytree(project, to, ignore=shutil.ignore_patterns("tests"))
    commit(to)
    return to


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {"PRE_COMMIT_HOME": str(tmp_path_factory.mktemp("cache"))}


def user(to: Path, case: str, hooks: Path) -> Path:
    """Make a user's repository of a fixture, with both hooks configured."""
    to.mkdir()
    shutil.copy(FIXTURES / case / "resources.yaml", to)
    revision = run("git", "rev-parse", "HEAD", cwd=hooks).strip()
    hook = {"repo": str(hooks), "rev": revision, "hooks": [{"id": "yurt-hostnet"}, {"id": "yurt-hostnet-fix"}]}
    (to / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [hook]}))
    commit(to)
    return to


def pre_commit(repository: Path, hook: str, cache: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return attempt(need("pre-commit"), "run", "--all-files", "--color=never", hook, cwd=repository, environment=cache)


def test_pre_commit_fixes_and_is_then_content(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    repository = user(tmp_path / "user", "good", hooks)
    missing = pre_commit(repository, "yurt-hostnet", cache)
    assert (missing.returncode, "[pod-not-excluded]" in missing.stdout) == (1, True), missing.stdout + missing.stderr
    fixed = pre_commit(repository, "yurt-hostnet-fix", cache)
    assert (fixed.returncode, "files were modified by this hook" in fixed.stdout) == (1, True), fixed.stdout
    changed = run("git", "diff", "-U0", cwd=repository)
    expected = (FIXTURES / "kpt.diff").read_text()
    assert [line for line in changed.splitlines() if re.match(r"[+-](?![+-])", line)] == [
        line for line in expected.splitlines() if re.match(r"[+-](?![+-])", line)
    ]
    for hook in ("yurt-hostnet", "yurt-hostnet-fix"):
        content = pre_commit(repository, hook, cache)
        assert (content.returncode, content.stdout.rstrip().endswith("Passed")) == (0, True), content.stdout


def test_pre_commit_shows_a_refused_edit(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    repository = user(tmp_path / "user", "refused-edit", hooks)
    refused = pre_commit(repository, "yurt-hostnet", cache)
    assert (refused.returncode, "[nodepool-hostnetwork-changed]" in refused.stdout) == (1, True), refused.stdout


POOL = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: harbour}
spec: {hostNetwork: true}
"""
KEEP = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata:
  name: settings
  annotations: {config.kubernetes.io/local-config: "true"}
spec:
  infrastructure:
    keep:
    - {kind: DaemonSet, namespace: kube-system, name: kube-flannel-ds, reason: every node is to have it}
"""
FLANNEL = """\
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: kube-flannel-ds
  namespace: kube-system
spec:
  selector:
    matchLabels: {app: flannel}
  template:
    metadata:
      labels: {app: flannel}
    spec:
      hostNetwork: true
      containers:
      - name: kube-flannel
        image: example.com/flannel:1
"""
NODE = """\
apiVersion: v1
kind: Node
metadata:
  name: crane-1
  labels:
    apps.openyurt.io/nodepool: harbour
"""
WEB = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  annotations:
    owner: nobody
spec:
  replicas: 1
  template:
    metadata:
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      containers:
      - name: web
        image: example.com/web:1
"""
MISMATCH = "[node-hostnetwork-label-mismatch]"


def package(to: Path, hooks: Path, files: dict[str, str], args: list[str] | None = None) -> Path:
    """Make a user's repository with files below deploy/ and both hooks as docs/ci.md shows them."""
    (to / "deploy").mkdir(parents=True)
    for name, text in files.items():
        (to / "deploy" / name).write_text(text)
    (text,) = re.findall(
        r"```yaml\n# \.pre-commit-config\.yaml\n(.*?)```", (ROOT / "docs" / "ci.md").read_text(), re.DOTALL
    )
    config = yaml.safe_load(text)
    (repository,) = config["repos"]
    repository |= {"repo": str(hooks), "rev": run("git", "rev-parse", "HEAD", cwd=hooks).strip()}
    assert [hook["args"] for hook in repository["hooks"]] == [["deploy"]] * 2
    for hook in repository["hooks"]:
        hook["args"] = args or hook["args"]
    (to / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    commit(to)
    return to


def staged(repository: Path, hook: str, cache: dict[str, str], *files: str) -> subprocess.CompletedProcess[str]:
    """Stage files and run a hook as `git commit` does."""
    run("git", "add", "--", *files, cwd=repository)
    return attempt(need("pre-commit"), "run", "--color=never", hook, cwd=repository, environment=cache)


def test_check_sees_what_is_not_staged(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    """That the label is missing can be seen only beside the pool, which is committed already."""
    repository = package(tmp_path / "user", hooks, {"pool.yaml": POOL})
    (repository / "deploy" / "node.yaml").write_text(NODE)
    found = staged(repository, "yurt-hostnet", cache, "deploy/node.yaml")
    assert (found.returncode, MISMATCH in found.stdout) == (1, True), found.stdout


def test_fix_knows_the_configuration_that_is_not_staged(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    files = {"pool.yaml": POOL, "settings.yaml": KEEP, "flannel.yaml": FLANNEL}
    repository = package(tmp_path / "user", hooks, files)
    edited = FLANNEL.replace("flannel:1", "flannel:2")
    (repository / "deploy" / "flannel.yaml").write_text(edited)
    kept = staged(repository, "yurt-hostnet-fix", cache, "deploy/flannel.yaml")
    assert (kept.returncode, kept.stdout.rstrip().endswith("Passed")) == (0, True), kept.stdout
    assert (repository / "deploy" / "flannel.yaml").read_text() == edited


def test_fix_on_a_partly_staged_file(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    """What is staged is fixed, and what is not staged stays unstaged."""
    repository = package(tmp_path / "user", hooks, {"pool.yaml": POOL, "web.yaml": "# later\n"})
    file = repository / "deploy" / "web.yaml"
    file.write_text(WEB)
    run("git", "add", "deploy/web.yaml", cwd=repository)
    file.write_text(WEB.replace("nobody", "the shop"))
    fixed = attempt(need("pre-commit"), "run", "--color=never", "yurt-hostnet-fix", cwd=repository, environment=cache)
    assert (fixed.returncode, "files were modified by this hook" in fixed.stdout) == (1, True), fixed.stdout
    index = run("git", "show", ":deploy/web.yaml", cwd=repository)
    assert index == WEB
    text = file.read_text()
    assert text.startswith(WEB.replace("nobody", "the shop"))
    assert text.endswith('                operator: NotIn\n                values:\n                - "true"\n')
    assert [line for line in run("git", "diff", "-U0", cwd=repository).splitlines() if line[:2] in {"- ", "+ "}][
        :2
    ] == [
        "-    owner: nobody",
        "+    owner: the shop",
    ]


def test_check_on_a_partly_staged_file(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    """What is committed counts, in both directions, and what is not staged is there again."""
    repository = package(tmp_path / "user", hooks, {"pool.yaml": POOL, "node.yaml": "# later\n"})
    file = repository / "deploy" / "node.yaml"
    right = NODE + '    nodepool.openyurt.io/hostnetwork: "true"\n'
    for index, rest, code in ((NODE, right, 1), (right, NODE, 0)):
        file.write_text(index)
        run("git", "add", "deploy/node.yaml", cwd=repository)
        file.write_text(rest)
        found = attempt(need("pre-commit"), "run", "--color=never", "yurt-hostnet", cwd=repository, environment=cache)
        assert (found.returncode, MISMATCH in found.stdout) == (code, code == 1), found.stdout
        assert file.read_text() == rest


def test_a_hook_imports_nothing_of_the_repository(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    repository = package(tmp_path / "user", hooks, {"pool.yaml": POOL})
    assert staged(repository, "yurt-hostnet", cache, "deploy").returncode == 0  # is installed now
    trace = tmp_path / "trace"
    led = plant(repository, trace)
    # pre-commit asks the environment's Python for its version with -S and without -I: that needs its own encodings.
    shutil.rmtree(repository / "encodings")
    (repository / "encodings.py").unlink()
    (repository / "deploy" / "node.yaml").write_text(NODE)
    run("git", "add", "deploy", cwd=repository)
    python_path = {"PYTHONPATH": led["PYTHONPATH"], "PYTHONUSERBASE": led["PYTHONUSERBASE"]}
    command = (need("python"), "-I", "-m", "pre_commit", "run", "--color=never", "yurt-hostnet")
    found = attempt(*command, cwd=repository, environment={**cache, **python_path})
    assert (found.returncode, MISMATCH in found.stdout) == (1, True), found.stdout
    assert not trace.exists(), trace.read_text()


def evil_name(repository: Path, victim: Path) -> str:
    """Add a manifest whose path, as pre-commit gives it, reads as an option that writes to `victim`."""
    victim.write_text("untouched")
    name = f"--report={victim}"
    (repository / name).parent.mkdir(parents=True)
    (repository / name).write_text(NODE)
    return name


def test_a_file_name_is_no_option(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    repository = package(tmp_path / "user", hooks, {"pool.yaml": POOL}, args=["."])
    victim = tmp_path / "victim.json"
    name = evil_name(repository, victim)
    config = repository / ".pre-commit-config.yaml"
    config.write_text(config.read_text().replace("files: ^deploy/", "files: ''"))
    found = staged(repository, "yurt-hostnet", cache, ".pre-commit-config.yaml", name)
    assert (found.returncode, MISMATCH in found.stdout, name in found.stdout) == (1, True, True), found.stdout
    assert victim.read_text() == "untouched"


def test_a_file_name_is_no_option_in_a_hook_that_gives_names(tmp_path: Path, cache: dict[str, str]) -> None:
    """A hook of the user's own, which hands names over without -- before them: the program refuses."""
    repository = tmp_path / "user"
    repository.mkdir()
    write_program(tmp_path / "bin" / "yurt-hostnet", our_program())
    (hook,) = [{"id": "own", "name": "own", "language": "system", "entry": f"{tmp_path}/bin/yurt-hostnet check"}]
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [{"repo": "local", "hooks": [hook]}]}))
    commit(repository)
    victim = tmp_path / "victim.json"
    name = evil_name(repository, victim)
    refused = staged(repository, "own", cache, name)
    assert (refused.returncode, "is an option, and there is a file of that name here" in refused.stdout) == (1, True)
    assert victim.read_text() == "untouched"
    hook["entry"] += " --"
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [{"repo": "local", "hooks": [hook]}]}))
    read = staged(repository, "own", cache, ".")
    assert (".pre-commit-config.yaml" in read.stdout, victim.read_text()) == (True, "untouched"), read.stdout


def test_args_without_a_folder_say_what_is_missing(hooks: Path, cache: dict[str, str], tmp_path: Path) -> None:
    repository = package(tmp_path / "user", hooks, {"pool.yaml": POOL}, args=["--set", "exclude=NonHostNetwork"])
    (repository / "deploy" / "pool.yaml").write_text(POOL + "# edited\n")
    told = staged(repository, "yurt-hostnet", cache, "deploy/pool.yaml")
    sentence = "name the package's folder in args, at the end, as in args: [--baseline, git:HEAD, deploy]."
    assert (told.returncode, sentence in told.stdout) == (1, True), told.stdout
