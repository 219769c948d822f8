"""What -k does with a build: marks taken, places found, options refused; with a program of our own for kustomize."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from commands.program import ENVIRON, POOLS, WEB, Ran, package, run
from yurt_hostnet.baseline import git_tree
from yurt_hostnet.commands.rendering import history
from yurt_hostnet.commands.rendering.asked_packages import folders_of
from yurt_hostnet.commands.rendering.marks import take_marks
from yurt_hostnet.commands.rendering.steps import MISSING, shifted, value_of
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

BUILDER = """\
import os, sys
base = os.path.relpath(os.getcwd(), sys.argv[2])
sys.stdout.write(open(os.path.join(os.getcwd(), "built")).read().replace("BASE", base))
"""
MARKED = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  annotations:
    alpha.config.kubernetes.io/transformations: |
      - configuredIn: BASE/a/kustomization.yaml
        configuredBy:
          apiVersion: builtin
          kind: PatchTransformer
    config.kubernetes.io/origin: |
      path: BASE/a/pool.yaml
  name: a-tide
spec:
  hostNetwork: "yes"
"""
PLAIN = 'apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata:\n  name: a-tide\nspec:\n  hostNetwork: "yes"\n'
FIELD = (
    "error: NodePool a-tide spec.hostNetwork: In the build of a: This must be true or false, so the API refuses the "
)
FOUND = f"{FIELD}object. [wrong-field-type]\n  Write true or false here, or remove the field.\nyurt-hostnet: 1 error.\n"


def tree(root: Path, kustomization: str, resource: str, **files: str) -> Path:
    program = root / "kustomize"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(BUILDER)} "$@"\n')
    program.chmod(0o755)
    names = {f"a/{name}.yaml": text for name, text in files.items()}
    return package(root, {"built": MARKED, "a/kustomization.yaml": kustomization, "a/pool.yaml": resource, **names})


def pool(spec: str) -> str:
    return (
        f"# the tide\napiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {{name: tide}}\nspec:\n  {spec}\n"
    )


SILENT = pool("type: Edge")
PATCH = 'apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: tide}\nspec: {hostNetwork: "yes"}\n'


@pytest.mark.parametrize(
    ("kustomization", "resource", "place"),
    [
        pytest.param("", pool('hostNetwork: "yes"'), "a/pool.yaml:6", id="resource"),
        pytest.param("patches: [{path: p.yaml}]\n", SILENT, "a/p.yaml:4", id="file"),
        pytest.param("patches: [{path: p.yaml}]\n", pool("hostNetwork: true"), "a/p.yaml:4", id="over the resource"),
        pytest.param("patchesStrategicMerge: [p.yaml]\n", SILENT, "a/p.yaml:4", id="older field"),
        pytest.param(
            "patches:\n- target: {kind: NodePool}\n  patch: |-\n    - op: test\n      path: /spec/hostNetwork\n"
            "    - op: add\n      path: /spec/hostNetwork\n      value: x\n",
            SILENT,
            "a/kustomization.yaml:7",
            id="JSON Patch",
        ),
        pytest.param(
            "patches:\n- target: {kind: NodePool}\n"
            '  patch: \'[{"op": "add", "path": "/spec/hostNetwork", "value": "x"}]\'\n',
            SILENT,
            "a/kustomization.yaml:3",
            id="in quotes",
        ),
        pytest.param(
            "patches:\n- target: {kind: NodePool, name: tide}\n  path: p.yaml\n"
            "- target: {kind: NodePool, name: other}\n"
            '  patch: \'[{"op": "add", "path": "/spec"}]\'\n',
            SILENT,
            "a/p.yaml:4",
            id="not for this one",
        ),
        pytest.param("patches: [{path: gone.yaml}]\n", SILENT, "a/pool.yaml:5", id="a patch that is gone"),
    ],
)
def test_the_line_that_set_a_field(tmp_path: Path, kustomization: str, resource: str, place: str) -> None:
    root = tree(tmp_path, kustomization, resource, p=PATCH)
    ran = run("check", "-k", "a", "--kustomize", "./kustomize", cwd=root)
    assert ran == Ran(1, f"{place}: {FOUND}", "yurt-hostnet: Looked at 1 object that a builds.\n")


def test_from_elsewhere_and_absolutely(tmp_path: Path) -> None:
    root = tree(tmp_path, "", pool('hostNetwork: "yes"'))
    ran = run("check", "-k", str(root / "a"), "--kustomize", "./kustomize", cwd=root)
    assert ran.stdout.startswith(f"{root}/a/pool.yaml:6: error: NodePool a-tide")


def test_marks_are_taken() -> None:
    other = MARKED.replace("  annotations:\n", '  annotations:\n    a: |\n\n      origin\n    b: "1"\n')
    text, marks = take_marks(f"{MARKED}---\n{other}---\n{PLAIN}".encode())
    kept = PLAIN.replace("metadata:\n", 'metadata:\n  annotations:\n    a: |\n\n      origin\n    b: "1"\n')
    assert text.decode() == f"{PLAIN}---\n{kept}---\n{PLAIN}"
    assert [each.path for each in marks] == ["BASE/a/pool.yaml", "BASE/a/pool.yaml", ""]
    assert [each.changes for each in marks] == [
        [("BASE/a/kustomization.yaml", "PatchTransformer")],
        [("BASE/a/kustomization.yaml", "PatchTransformer")],
        [],
    ]


def test_list_entries_are_found_by_their_names() -> None:
    built = {"containers": [{"name": "new"}, {"name": "web", "image": "b"}], "args": ["x", "y"]}
    source = {"containers": [{"name": "web", "image": "a"}], "args": ["y"]}
    assert shifted(("containers", 1, "image"), built, source) == ("containers", 0, "image")
    assert shifted(("containers", 0), built, source) is None
    assert shifted(("args", 1), built, source) == ("args", 0)
    assert value_of(source, ("containers", 0, "image")) == "a"
    assert value_of(source, ("containers", 1)) is MISSING
    assert value_of(source, ("args", "y")) is MISSING


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("-k", "a", "b"),
            (
                "-k builds packages, and b is none of them. Write -k in front of each directory, or quote a pattern, "
                "as in -k 'overlays/*'."
            ),
        ),
        (("a", "--enable-exec"), "--enable-exec is for builds, and nothing is built. Name what to build: -k DIR."),
        (("a", "--kustomize", "x"), "--kustomize is for builds, and nothing is built. Name what to build: -k DIR."),
        (("-k", "none"), "none: -k takes a directory, and this is none. Check the path."),
        (("-k", "n*"), "-k n* matches no directory with a kustomization. Check the pattern."),
    ],
)
def test_options_that_are_refused(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    root = tree(tmp_path, "", SILENT)
    path = {"--kustomize", "-k"} - set(words)
    more = ("--kustomize", "./kustomize") if "--kustomize" in path and "-k" in words else ()
    assert run("check", *words, *more, cwd=root) == Ran(2, "", f"yurt-hostnet: {sentence}\n")


def test_diff_is_of_files(tmp_path: Path) -> None:
    ran = run("check", "--diff", "-k", "a", cwd=tree(tmp_path, "", SILENT))
    assert ran == Ran(2, "", "yurt-hostnet: --diff shows what fix would write, which -k does not.\n")


def test_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(package(tmp_path, {"o/a/kustomization.yaml": "", "o/b/Kustomization": "", "o/c/x.yaml": ""}))
    assert folders_of(["o/*", "./o/b", "o/c/"]) == ["o/a", "o/b", "o/c"]
    os.mkdir("o/[x]")
    assert folders_of(["o/[x]"]) == ["o/[x]"]
    with pytest.raises(InputError, match="matches no directory"):
        folders_of(["p/*"])


@pytest.mark.parametrize(("extra", "code"), [((), 2), (("--allow-empty",), 0)])
def test_a_build_without_objects(tmp_path: Path, extra: tuple[str, ...], code: int) -> None:
    root = tree(tmp_path, "", SILENT)
    (root / "built").write_text("")
    ran = run("check", "-k", "a", "--kustomize", "./kustomize", *extra, cwd=root)
    assert ran.code == code
    if code:
        message = "The build holds no object. Name the directory of an overlay, or say --allow-empty."
        assert ran.stderr == f"yurt-hostnet: a: {message}\n"


def test_after_fix_of_files(tmp_path: Path) -> None:
    """What the function would add is no finding; what it would refuse is one."""
    root = package(tmp_path, {"web.yaml": WEB, "pools.yaml": POOLS})
    ran = run("check", "--after-fix", "web.yaml", "pools.yaml", cwd=root)
    assert ran == Ran(0, "", "yurt-hostnet: No findings in 3 objects of 2 files.\n")
    (root / "pool.yaml").write_text(pool('hostNetwork: "yes"'))
    assert run("check", "--after-fix", "web.yaml", "pool.yaml", cwd=root).code == 1
    ran = run("check", "--after-fix", "--diff", "web.yaml", cwd=root)
    assert ran == Ran(2, "", "yurt-hostnet: --diff shows what fix would write, which --after-fix does not.\n")


@pytest.mark.parametrize(
    ("mark", "place"),
    [
        ("path: BASE/a/pool.yaml\n      repo: https://example.org/x", "a"),
        ("configuredIn: BASE/a/kustomization.yaml", "a/kustomization.yaml:1"),
        ("path: BASE/a/gone.yaml", "a/gone.yaml"),
    ],
    ids=["remote", "made", "gone"],
)
def test_what_stands_in_no_file(tmp_path: Path, mark: str, place: str) -> None:
    root = tree(tmp_path, "namePrefix: a-\n", SILENT)
    (root / "built").write_text(MARKED.replace("path: BASE/a/pool.yaml", mark))
    ran = run("check", "-k", "a", "--kustomize", "./kustomize", cwd=root)
    assert ran.stdout == f"{place}: {FOUND}"


def test_a_revision_is_written_nowhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that git never writes, but that the .git folder of an archive may hold; and links that lead out."""
    rows = ["100644 ../out", "100644 /abs", "100644 a/f", "120000 out", "120000 in", "160000 s"]
    parts = [row.split() for row in rows]
    listed = b"\0".join(f"{mode} blob {number}\t{name}".encode() for number, (mode, name) in enumerate(parts))
    texts = {"0": b"", "1": b"", "2": b"text", "3": b"../..", "4": b"a"}
    monkeypatch.setattr(history, "read_blobs", lambda _, wanted: {each: texts[each] for each in wanted})
    monkeypatch.setattr(git_tree, "read_blobs", lambda _, wanted: {each: texts[each] for each in wanted})
    work = tmp_path / "work"
    work.mkdir()
    said = history._write(git_tree.Tree("top", "HEAD", listed), str(work))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["work"]
    assert sorted(path.name for path in work.iterdir()) == ["a", "in"]
    assert (work / "in" / "f").read_bytes() == b"text"
    assert said == " The repository does not hold these submodules of then: s."


@pytest.mark.parametrize("built", [MARKED, ""], ids=["built", "failed"])
def test_a_report_is_not_written_over_what_is_built(tmp_path: Path, built: str) -> None:
    """A build reads files elsewhere, which no operand names; a report of ours may be written anew."""
    root = tree(tmp_path, "", pool('hostNetwork: "yes"'))
    (root / "built").write_text(built)
    package(root, {"base/web.yaml": WEB})
    words = ("check", "-k", "a", "--kustomize", "./kustomize", "--report")
    ran = run(*words, "base/web.yaml", cwd=root)
    sentence = "The report would overwrite base/web.yaml, which may be part of what is built. Name another file."
    assert (ran.code, ran.stderr) == (2, f"yurt-hostnet: {sentence}\n")
    assert (root / "base" / "web.yaml").read_text() == WEB
    for _ in range(2):
        assert run(*words, "base/report.yaml", cwd=root).code == (1 if built else 2)
        assert (root / "base" / "report.yaml").exists()


def test_a_signal_leaves_nothing_behind(tmp_path: Path) -> None:
    """No program that was started, and no temporary directory."""
    root = package(tmp_path, {"a/kustomization.yaml": "", "tmp/x": ""})
    (root / "tmp" / "x").unlink()
    program = root / "kustomize"
    program.write_text(f"#!/bin/sh\nsleep 60 & echo $! >{root}/pid.new; mv {root}/pid.new {root}/pid; wait\n")
    program.chmod(0o755)
    words = [sys.executable, "-m", "yurt_hostnet", "check", "-k", "a", "--kustomize", "./kustomize"]
    environ = {**ENVIRON, "TMPDIR": str(root / "tmp")}
    with subprocess.Popen(words, cwd=root, env=environ) as process:
        while not (root / "pid").exists():
            time.sleep(0.01)
        assert len(list((root / "tmp").iterdir())) == 1
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 128 + signal.SIGTERM
    assert list((root / "tmp").iterdir()) == []
    assert not _runs(int((root / "pid").read_text()))


def _runs(number: int) -> bool:
    """Tell whether a process runs; one that has ended may still have its number for a moment."""
    for _ in range(100):
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return False
        shown = subprocess.run(["ps", "-o", "stat=", "-p", str(number)], check=False, capture_output=True, text=True)
        if "Z" in shown.stdout:
            return False
        time.sleep(0.05)
    return True
