"""Real kpt with an image: `fn eval`, `fn render` and `fn doc`."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from container.engine import FIXTURES, IMAGE
from hosts.programs import IDENTITY, ROOT, Hosts, Result, assert_golden, tree, tree_diff

if TYPE_CHECKING:
    from pathlib import Path

    from container.engine import Engine

pytestmark = pytest.mark.host

LOCAL = ("--image-pull-policy", "never")
RUNS = {
    "eval": ("fn", "eval", "{package}", "--image", IMAGE, *LOCAL, "--fn-config", "{package}/yurt-hostnet.yaml"),
    "render": ("fn", "render", "{package}", *LOCAL, "--truncate-output=false"),
}
REFUSALS = {
    "refused-edit": (
        (
            "[error] apps.openyurt.io/v1beta2/NodePool/shop spec.hostNetwork: hostNetwork of this NodePool was "
            "true (spec.pools[0] of HostNetBaseline before) and would become false; OpenYurt refuses the change. "
            "It has 1 node here, joined for the old value: shop-1. "
            'Write hostNetwork: true again, and the label nodepool.openyurt.io/hostnetwork: "true" on its nodes. '
            "For another network, create a new pool; to move a node into it, reset it, delete its Node "
            "and join it anew (yurtadm reset, kubectl delete node, yurtadm join).\n"
        ),
        "Exit code: 1\n",
    ),
    "broken-config": (
        (
            '[error]: functionConfig spec.exclud is not a field; did you mean "exclude"? '
            "Allowed: baseline, exclude, failOn, infrastructure, mode, podTemplates, poolLabel, pools, rules.\n"
        ),
        "Exit code: 2\n",
    ),
}
EXAMPLES = sorted(path.parent.parent.name for path in ROOT.glob("kpt-example/*/.expected/config.yaml"))


def kpt(engine: Engine, hosts: Hosts, *arguments: str | Path) -> Result:
    """Run kpt where the only `yurt-hostnet` that does anything is the one in the image."""
    path = f"{engine.environment['PATH']}:{hosts.environment(IDENTITY)['PATH']}"
    environment = {**engine.environment, "PATH": path}
    return hosts.run("kpt", *arguments, function=IDENTITY, environment=environment)


@pytest.mark.parametrize("run", RUNS)
def test_a_good_package(engine: Engine, hosts: Hosts, tmp_path: Path, run: str) -> None:
    package = shutil.copytree(FIXTURES / "good", tmp_path / "package")
    arguments = [argument.format(package=package) for argument in RUNS[run]]
    kpt(engine, hosts, *arguments).ok()
    assert_golden(tree_diff(FIXTURES / "good", package), FIXTURES / "kpt.diff")
    once = tree(package)
    kpt(engine, hosts, *arguments).ok()
    assert tree(package) == once


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("case", REFUSALS)
def test_a_refusal_writes_nothing(engine: Engine, hosts: Hosts, tmp_path: Path, case: str, run: str) -> None:
    package = shutil.copytree(FIXTURES / case, tmp_path / "package")
    result = kpt(engine, hosts, *(argument.format(package=package) for argument in RUNS[run]))
    message, code = REFUSALS[case]
    assert (result.code, message in result.stderr, code in result.stderr) == (1, True, True), result.stderr
    assert tree(package) == tree(FIXTURES / case)


def test_doc(engine: Engine, hosts: Hosts) -> None:
    told = kpt(engine, hosts, "fn", "doc", "--image", IMAGE)
    assert told.ok() == engine.run("--help").ok() + "\n"


@pytest.mark.parametrize("case", EXAMPLES)
def test_the_examples_with_the_image(engine: Engine, hosts: Hosts, tmp_path: Path, case: str) -> None:
    """As the catalog's runner: twice in a git repository, each time with the difference that is expected."""
    package = shutil.copytree(ROOT / "kpt-example" / case, tmp_path / case)
    golden = package / ".expected"
    config = (golden / "config.yaml").read_text()
    git = ("git", "-c", "user.name=test", "-c", "user.email=test@example.com")
    kptfile = package / "Kptfile"
    kptfile.write_text(kptfile.read_text().replace("exec: yurt-hostnet", f"image: {IMAGE}"))
    for arguments in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "--message=first")):
        hosts.run(*git, *arguments, cwd=package).ok()
    render = ("fn", "render", package, *LOCAL)
    evaluate = ("fn", "eval", package, "--image", IMAGE, *LOCAL, "--")
    settings = ("exclude=NonHostNetwork", "hostNetworkPools=beijing,shanghai")
    for _ in range(2):
        kpt(engine, hosts, *(render if "testType: render" in config else (*evaluate, *settings))).ok()
        changed = hosts.run("git", "diff", "--no-color", cwd=package).ok()
        assert_golden(changed, ROOT / "kpt-example" / case / ".expected" / "diff.patch")
