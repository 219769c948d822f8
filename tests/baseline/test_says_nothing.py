"""A baseline that says nothing lets every edit pass, so it is refused when it is written and when it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from commands.program import Ran, run

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: HostNetBaseline\nmetadata: {name: quay}\n"
POOL = "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: quay}\nspec: {type: Edge}\n"
UNRELATED = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: unrelated}\n"
FILLED = """\
  pools:
  - name: quay
    hostNetwork: false
    type: Edge
    interConnectivity: false
"""
SAYS = "has no entries, so that every edit would pass. "
WRITE = "Write it with `yurt-hostnet baseline`"
OPTION = (
    f"yurt-hostnet: old.yaml: The baseline {SAYS}{WRITE}; if there is really nothing yet, --allow-empty accepts it.\n"
)
EMPTY = {
    "an empty spec": f"{HEAD}spec: {{}}\n",
    "no spec": HEAD,
    "a null spec": f"{HEAD}spec:\n",
    "empty lists": f"{HEAD}spec: {{pools: [], nodes: [], pods: [], workloads: []}}\n",
    "null lists": f"{HEAD}spec: {{pools: null}}\n",
    "something else beside it": f"{HEAD}---\n{UNRELATED}",
}


@pytest.mark.parametrize("text", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize("command", ["filter", "check", "fix", "explain"])
def test_a_file_is_refused(tmp_path: Path, command: str, text: str) -> None:
    (tmp_path / "old.yaml").write_text(text)
    (tmp_path / "new.yaml").write_text(POOL)
    operands = [] if command == "filter" else [command, "new.yaml"]
    refused = run(*operands, "--baseline", "old.yaml", stdin=POOL.encode(), cwd=tmp_path)
    assert refused == Ran(2, "", OPTION)
    assert run(*operands, "--allow-empty", "--baseline", "old.yaml", stdin=POOL.encode(), cwd=tmp_path).code == 0


def test_manifests_of_other_things(tmp_path: Path) -> None:
    """They say truly that there was nothing yet: a chart may get its first workload."""
    (tmp_path / "old.yaml").write_text(UNRELATED)
    assert run("--baseline", "old.yaml", stdin=POOL.encode(), cwd=tmp_path) == Ran(0, POOL)


def test_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "old.yaml").write_text("")
    message = "The baseline holds no Kubernetes object. Give none at all if nothing has been applied yet."
    options = ["--baseline", "old.yaml"]
    assert run(*options, stdin=POOL.encode(), cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: old.yaml: {message}\n")
    assert run(*options, "--allow-empty", stdin=POOL.encode(), cwd=tmp_path) == Ran(0, POOL)


@pytest.mark.parametrize(
    ("value", "missing"),
    [("git:", "revision"), ("git::new.yaml", "revision"), ("git:HEAD:", "path")],
)
def test_git_without_a_revision(tmp_path: Path, value: str, missing: str) -> None:
    """`--baseline "git:$REV"` with an unset variable; git takes `:PATH` for its index."""
    (tmp_path / "new.yaml").write_text(POOL)
    message = f"--baseline {value} names no {missing}. Write git:REV or git:REV:PATH, as in git:HEAD."
    assert run("check", "new.yaml", "--baseline", value, cwd=tmp_path) == Ran(2, "", f"yurt-hostnet: {message}\n")


def test_one_in_function_config(tmp_path: Path) -> None:
    config = "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nmetadata: {name: ours}\nspec:\n  baseline:\n"
    (tmp_path / "config.yaml").write_text(config + "".join(f"    {line}\n" for line in HEAD.splitlines()))
    (tmp_path / "new.yaml").write_text(POOL)
    message = f"yurt-hostnet: functionConfig spec.baseline {SAYS}{WRITE}, or leave the field out.\n"
    assert run("--config", "config.yaml", stdin=POOL.encode(), cwd=tmp_path) == Ran(2, "", message)
    assert run("check", "--config", "config.yaml", "new.yaml", cwd=tmp_path) == Ran(2, "", message)
    assert run("check", "--allow-empty", "--config", "config.yaml", "new.yaml", cwd=tmp_path).code == 0


def test_a_fresh_one_in_the_package_is_filled(tmp_path: Path) -> None:
    (tmp_path / "quay.yaml").write_text(f"{HEAD}spec: {{}}\n")
    (tmp_path / "new.yaml").write_text(POOL)
    message = f"quay.yaml:1: HostNetBaseline quay {SAYS}{WRITE}, or let `yurt-hostnet fix` or kpt fill it; "
    refused = Ran(2, "", f"yurt-hostnet: {message}--allow-empty accepts it as it is.\n")
    assert run("check", ".", cwd=tmp_path) == refused
    assert run("check", "--allow-empty", ".", cwd=tmp_path).code == 0
    assert run("--set", "mode=Check", stdin=f"{HEAD}---\n{POOL}".encode(), cwd=tmp_path).code == 2
    assert run("fix", ".", cwd=tmp_path) == Ran(0, "quay.yaml got 1 edit.\n")
    assert (tmp_path / "quay.yaml").read_text() == f"{HEAD}spec:\n{FILLED}"
    assert run("check", ".", cwd=tmp_path).code == 0


def a_list(mark: str) -> bytes:
    """Return a ResourceList with a HostNetBaseline without entries, whose items carry `mark`."""
    lines = ["apiVersion: config.kubernetes.io/v1", "kind: ResourceList", "items:"]
    for text in (HEAD, POOL):
        marked = text.replace("{name: quay}", f"{{name: quay, annotations: {{{mark}}}}}", 1).splitlines()
        lines += [f"- {marked[0]}", *(f"  {line}" for line in marked[1:])]
    return ("\n".join(lines) + "\n").encode()


def test_kpt_keeps_what_is_added(tmp_path: Path) -> None:
    ran = run(stdin=a_list("internal.config.kubernetes.io/path: quay.yaml"), cwd=tmp_path)
    assert (ran.code, ran.stderr) == (0, "")
    assert "  spec:\n    pools:\n    - name: quay\n" in ran.stdout


def test_kustomize_drops_what_is_added(tmp_path: Path) -> None:
    """There it would stay empty for ever, and never refuse an edit."""
    given = a_list("kustomize.config.k8s.io/id: quay")
    ran = run(stdin=given, cwd=tmp_path)
    end = ": what yurt-hostnet adds to it here, kustomize drops at the end of the build.\n"
    assert (ran.code, ran.stderr) == (2, f"yurt-hostnet: HostNetBaseline quay {SAYS}{WRITE}{end}")
    assert ran.stdout.startswith(given.decode())


NOTHING = (
    "yurt-hostnet: Nothing in the input must stay as it is: it holds no NodePool, no Node of a pool, no Pod and no "
    "workload. Nothing was written, since a baseline without entries lets every edit pass; --allow-empty writes it "
    "all the same.\n"
)
NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: alone}\n"


@pytest.mark.parametrize("text", [UNRELATED, NODE, f"{HEAD}spec: {{}}\n"], ids=["unrelated", "no pool", "empty"])
def test_it_is_not_written(tmp_path: Path, text: str) -> None:
    """The old file stays: what made the input is more often a command that failed than a cluster with nothing in it."""
    (tmp_path / "kept.yaml").write_text(f"{HEAD}spec:\n{FILLED}")
    ran = run("baseline", "-", "-o", "kept.yaml", stdin=text.encode(), cwd=tmp_path)
    assert ran == Ran(2, "", NOTHING)
    assert (tmp_path / "kept.yaml").read_text() == f"{HEAD}spec:\n{FILLED}"
    allowed = run("baseline", "-", "-o", "kept.yaml", "--allow-empty", stdin=text.encode(), cwd=tmp_path)
    assert allowed == Ran(0)
    assert (tmp_path / "kept.yaml").read_text().endswith("\nspec: {}\n")
