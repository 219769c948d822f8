"""Real kpt: what changes on disk by us and not by kpt itself, and that a refusal writes nothing.

kpt re-encodes what it reads, so our run is compared with that of a function which copies its input.
"""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
import yaml

from hostile.lines import HOSTILE, MARK, faults
from hosts.programs import FIXTURES, IDENTITY, OURS, ROOT, Hosts, assert_golden, tree, tree_diff

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.host

KPT = FIXTURES / "kpt"
EVAL = ("fn", "eval", "--exec", "yurt-hostnet")
RENDER = ("fn", "render", "--allow-exec", "--truncate-output=false")

RUNS = {
    "eval": EVAL,
    "eval with a config file": (*EVAL, "--fn-config", "{package}/fn-config.yaml"),
    "render": RENDER,
}

MALFORMED = (
    "Node affinity cannot be read: This must be a list; it is a string. "
    "Fix the field; the object stays as it is until then."
)
UNKNOWN_FIELD = (
    'functionConfig spec.exclud is not a field; did you mean "exclude"? '
    "Allowed: baseline, exclude, failOn, infrastructure, mode, podTemplates, poolLabel, pools, rules."
)

EXAMPLES = sorted(path.parent.parent.name for path in ROOT.glob("kpt-example/*/.expected/config.yaml"))


def copy(package: str, to: Path) -> Path:
    return shutil.copytree(KPT / package, to)


def kpt(hosts: Hosts, arguments: tuple[str, ...], package: Path, function: str = OURS) -> None:
    filled = [argument.format(package=package) for argument in arguments]
    hosts.run("kpt", *filled, package, function=function).ok()


@pytest.mark.parametrize("run", RUNS)
def test_only_our_lines_change_on_disk(hosts: Hosts, tmp_path: Path, run: str) -> None:
    before, after = copy("commented", tmp_path / "before"), copy("commented", tmp_path / "after")
    kpt(hosts, RUNS[run], before, IDENTITY)
    kpt(hosts, RUNS[run], after)
    assert_golden(tree_diff(before, after), KPT / "commented.diff")
    once = tree(after)
    kpt(hosts, RUNS[run], after)
    assert tree(after) == once


def test_source_function_sink(hosts: Hosts, tmp_path: Path) -> None:
    source = hosts.run("kpt", "fn", "source", KPT / "commented").ok()
    for function in (IDENTITY, OURS):
        edited = hosts.run("yurt-hostnet", function=function, stdin=source).ok()
        hosts.run("kpt", "fn", "sink", tmp_path / function, stdin=edited).ok()
    assert_golden(tree_diff(tmp_path / IDENTITY, tmp_path / OURS), KPT / "commented.diff")


def test_arguments_of_eval(hosts: Hosts, tmp_path: Path) -> None:
    before, after = copy("commented", tmp_path / "before"), copy("commented", tmp_path / "after")
    hosts.run("kpt", *EVAL, before, function=IDENTITY).ok()
    hosts.run("kpt", *EVAL, after, "--", "exclude=NonHostNetwork", "hostNetworkPools=beijing,shanghai").ok()
    assert_golden(tree_diff(before, after), KPT / "non-host-network.diff")


def test_no_comment_is_lost(hosts: Hosts, tmp_path: Path) -> None:
    """kpt itself puts a comment that ends a list or a map there again, behind what we append."""
    before, after = copy("foot-comments", tmp_path / "before"), copy("foot-comments", tmp_path / "after")
    kpt(hosts, RENDER, before, IDENTITY)
    kpt(hosts, RENDER, after)
    changed = [line for line in tree_diff(before, after).splitlines() if not line.startswith(("---", "+++"))]
    assert [line for line in changed if line.startswith("-")] == []
    assert sum("hostnetwork" in line for line in changed if line.startswith("+")) == 2


def test_comments_of_the_next_key_stay_with_it(hosts: Hosts, tmp_path: Path) -> None:
    """kpt prints a comment twice that stands above our entry of a compact list, and above the key behind the list."""
    before, after = copy("head-comments", tmp_path / "before"), copy("head-comments", tmp_path / "after")
    kpt(hosts, RENDER, before, IDENTITY)
    kpt(hosts, RENDER, after)
    changed = [line for line in tree_diff(before, after).splitlines() if not line.startswith(("---", "+++", "@@", " "))]
    assert changed == [
        "+          - key: nodepool.openyurt.io/hostnetwork",
        "+            operator: NotIn",
        "+            values:",
        '+            - "true"',
    ]


EMPTY = """\
apiVersion: batch/v1
kind: Job
metadata:
  name: once
spec:
  template:
    metadata:
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      affinity: VALUE
      containers:
      - name: a
        image: example.com/a:1
"""


@pytest.mark.parametrize("value", ["{}", "\n        {}", "{} # none", "null # none", "# none"])
def test_an_empty_value_gives_way_to_our_lines_alone(hosts: Hosts, tmp_path: Path, value: str) -> None:
    """kpt copies a comment behind an empty value to what stands there then, and prints that on the next key's line."""
    before, after = copy("foot-comments", tmp_path / "before"), copy("foot-comments", tmp_path / "after")
    for package in (before, after):
        (package / "job.yaml").write_text(EMPTY.replace("VALUE", value))
    kpt(hosts, RENDER, before, IDENTITY)
    kpt(hosts, RENDER, after)
    old, new = (package.joinpath("job.yaml").read_text() for package in (before, after))
    head, foot = EMPTY.split("      affinity: VALUE\n")
    assert new.startswith(head + "      affinity:")
    assert new.endswith(foot)
    assert new.count("none") == old.count("none") == value.count("none")


LAST_COMMENT = """\
apiVersion: batch/v1
kind: Job
metadata:
  name: once
spec:
  template:
    metadata:
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      containers:
      - name: a
        image: example.com/a:1
# the end
"""


def test_the_last_comment_of_a_file_stands_once(hosts: Hosts, tmp_path: Path) -> None:
    """kpt prints it twice if `results` follows it in the list without an empty line between them."""
    package = copy("foot-comments", tmp_path / "package")
    (package / "job.yaml").write_text(LAST_COMMENT)
    kpt(hosts, RENDER, package)
    text = (package / "job.yaml").read_text()
    assert text.startswith(LAST_COMMENT.removesuffix("# the end\n"))
    assert text.endswith('            - "true"\n# the end\n')
    assert text.count("# the end") == 1


@pytest.mark.parametrize("command", ["eval", "render"])
def test_a_malformed_affinity_writes_nothing(hosts: Hosts, tmp_path: Path, command: str) -> None:
    package = copy("malformed-affinity", tmp_path / "package")
    arguments = {"eval": EVAL, "render": RENDER}[command]
    result = hosts.run("kpt", *arguments, package, "--results-dir", tmp_path / "results")
    assert result.code == 1
    assert tree(package) == tree(KPT / "malformed-affinity")
    assert f"[error] apps/v1/DaemonSet/shop/broken {TERMS}.matchExpressions: {MALFORMED}" in result.stderr
    report = yaml.safe_load((tmp_path / "results" / "results.yaml").read_text())
    assert [result for item in report["items"] for result in item["results"] if result["severity"] == "error"] == [
        {
            "message": MALFORMED,
            "severity": "error",
            "resourceRef": {
                "apiVersion": "apps/v1",
                "kind": "DaemonSet",
                "name": "broken",
                "namespace": "shop",
            },
            "field": {"path": f"{TERMS}.matchExpressions"},
            "file": {"path": "resources.yaml", "index": 1},
            "tags": {"rule": "node-selector-term-malformed"},
        }
    ]


TERMS = "spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]"


def test_a_bad_config_file_writes_nothing(hosts: Hosts, tmp_path: Path) -> None:
    package = copy("unknown-field", tmp_path / "package")
    result = hosts.run("kpt", *RENDER, package)
    assert result.code == 1
    assert tree(package) == tree(KPT / "unknown-field")
    assert UNKNOWN_FIELD in result.stderr


def test_a_bad_argument_writes_nothing(hosts: Hosts, tmp_path: Path) -> None:
    package = copy("unknown-field", tmp_path / "package")
    result = hosts.run("kpt", *EVAL, package, "--", "exclude=NonHostNetworks")
    assert result.code == 1
    assert tree(package) == tree(KPT / "unknown-field")
    assert 'functionConfig data.exclude cannot be "NonHostNetworks"; did you mean "NonHostNetwork"?' in result.stderr


def test_a_refusal_through_a_pipe_leaves_the_files(hosts: Hosts, tmp_path: Path) -> None:
    """`source | function | sink` without pipefail: sink reads whatever the function wrote."""
    for package in ("malformed-affinity", "unknown-field"):
        source = hosts.run("kpt", "fn", "source", KPT / package).ok()
        refused = hosts.run("yurt-hostnet", "--config", KPT / package / "fn-config.yaml", stdin=source)
        assert refused.code != 0
        hosts.run("kpt", "fn", "sink", tmp_path / package, stdin=refused.stdout)
        kept = tree(tmp_path / package) if (tmp_path / package).exists() else {}
        hosts.run("kpt", "fn", "sink", tmp_path / f"{package}-kept", stdin=source).ok()
        assert kept in ({}, tree(tmp_path / f"{package}-kept"))


@pytest.mark.parametrize("case", EXAMPLES)
def test_the_examples_as_the_catalog_runs_them(hosts: Hosts, tmp_path: Path, case: str) -> None:
    """Twice in a git repository: the difference to the first commit is `.expected/diff.patch` both times."""
    golden = ROOT / "kpt-example" / case / ".expected"
    package = shutil.copytree(golden.parent, tmp_path / case)
    git = ("git", "-c", "user.name=test", "-c", "user.email=test@example.com")
    for arguments in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "--message=first")):
        hosts.run(*git, *arguments, cwd=package).ok()
    config = yaml.safe_load((golden / "config.yaml").read_text())
    # Where the case names an image, the program in it stands in for the container.
    command = RENDER if config["testType"] == "render" else EVAL
    settings = [f"{key}={value}" for key, value in config.get("args", {}).items()]
    for results in ("first", "second"):
        where = (package, "--results-dir", tmp_path / results)
        hosts.run("kpt", *command, *where, *(["--", *settings] if settings else [])).ok()
        assert_golden(hosts.run("git", "diff", "--no-color", cwd=package).ok(), golden / "diff.patch")
    written = (tmp_path / "first" / "results.yaml").read_text()
    if "image" in config:
        written = written.replace("- exec: yurt-hostnet\n", f"- image: {config['image']}\n")
    assert_golden(written, golden / "results.yaml")


@pytest.mark.parametrize("command", ["eval", "eval with a config file", "render"])
def test_a_validator_of_kustomize_deletes_nothing(hosts: Hosts, tmp_path: Path, command: str) -> None:
    """kpt took a list without items for an empty package, said PASS, and every file was gone."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "tide.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: tide # keep\n")
    config = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nmetadata: {name: hostnet}\n"
    (package / "hostnet.yaml").write_text(config + "spec: {mode: KustomizeValidator}\n")
    pipeline = "pipeline:\n  mutators:\n  - exec: yurt-hostnet\n    configPath: hostnet.yaml\n"
    (package / "Kptfile").write_text(f"apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {{name: tide}}\n{pipeline}")
    before = tree(package)
    commands: dict[str, tuple[str | Path, ...]] = {
        "eval": (*EVAL, package, "--", "mode=KustomizeValidator"),
        "eval with a config file": (*EVAL, package, "--fn-config", package / "hostnet.yaml"),
        "render": (*RENDER, package),
    }
    result = hosts.run("kpt", *commands[command])
    assert result.code == 1
    assert "Mode KustomizeValidator gives no items back" in result.stderr
    assert "Use mode Check here." in result.stderr
    assert tree(package) == before


@pytest.mark.parametrize("name", ["lines", "a command", "a terminal"])
def test_a_hostile_name_is_shown_as_text(hosts: Hosts, tmp_path: Path, name: str) -> None:
    """kpt writes names of results to the terminal as they are, so they are made safe before."""
    package = copy("commented", tmp_path / "package")
    labels = "{nodepool.openyurt.io/host-network: x}"
    told = json.dumps("".join(char for char in HOSTILE[name] if ord(char) <= 0xFFFF))  # kpt knows no surrogates
    (package / "odd.yaml").write_text(f"apiVersion: v1\nkind: Pod\nmetadata: {{name: {told}, labels: {labels}}}\n")
    done = hosts.run("kpt", *EVAL, package)
    assert MARK in done.stderr
    assert faults(done.stdout) + faults(done.stderr.replace("\x1b[0m", "")) == []
