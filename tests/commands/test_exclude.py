"""What `.krmignore` and --exclude leave out of a directory, and that it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from commands.program import package, run
from yurt_hostnet.commands.discovery.files import read_files
from yurt_hostnet.textedit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

ONE = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n"
KPTFILE = "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata: {name: sub}\n"
FILES = dict.fromkeys(
    ("a/one.yaml", "a/two.yaml", "b/c/one.yaml", "b/one.yaml", "deep/x/y.yaml", "sub/s.yaml", "sub/t.yaml"), ONE
) | {"sub/Kptfile": KPTFILE}
"""`sub` is a subpackage."""
ALL = frozenset(FILES) - {"sub/Kptfile"}

IGNORED: dict[str, tuple[dict[str, str], set[str]]] = {
    "a directory": ({".krmignore": "b\n"}, {"b/c/one.yaml", "b/one.yaml"}),
    "a directory and nothing else": ({".krmignore": "b/\none.yaml/\n"}, {"b/c/one.yaml", "b/one.yaml"}),
    "a name anywhere": ({".krmignore": "one.yaml\n"}, {"a/one.yaml", "b/c/one.yaml", "b/one.yaml"}),
    "a path": ({".krmignore": "b/c\n"}, {"b/c/one.yaml"}),
    "from the top": ({".krmignore": "/a\n/one.yaml\n"}, {"a/one.yaml", "a/two.yaml"}),
    "taken back": ({".krmignore": "a/*\n!a/two.yaml\n"}, {"a/one.yaml"}),
    "not taken back in an ignored directory": ({".krmignore": "a\n!a/two.yaml\n"}, {"a/one.yaml", "a/two.yaml"}),
    "comments, blanks and CRLF": ({".krmignore": "# a\n\na/one.yaml\r\ndeep \n"}, {"a/one.yaml", "deep/x/y.yaml"}),
    "in no package": ({"a/.krmignore": "one.yaml\n"}, set()),
    "in a subpackage": ({"sub/.krmignore": "t.yaml\n"}, {"sub/t.yaml"}),
    "not what a subpackage holds": ({".krmignore": "t.yaml\n"}, set()),
    "a subpackage": ({".krmignore": "sub\n"}, {"sub/s.yaml", "sub/t.yaml"}),
    "each package its own": (
        {".krmignore": "s.yaml\none.yaml\n", "sub/.krmignore": "t.yaml\n!s.yaml\n"},
        {"a/one.yaml", "b/c/one.yaml", "b/one.yaml", "sub/t.yaml"},
    ),
}
"""Files beside FILES, and which of those are ignored; kpt is asked the same in tests/hosts."""


def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, **options: list[str]) -> set[str]:
    monkeypatch.chdir(tmp_path)
    return {source.path for source in read_files(["."], exclude=options.get("exclude", ())).sources}


@pytest.mark.parametrize("case", IGNORED)
def test_krmignore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    more, ignored = IGNORED[case]
    package(tmp_path, {**FILES, **more})
    assert read(tmp_path, monkeypatch) == ALL - ignored


EXCLUDED = {
    "a directory": (["b/"], {"b/c/one.yaml", "b/one.yaml"}),
    "several": (["b/c", "/a"], {"b/c/one.yaml", "a/one.yaml", "a/two.yaml"}),
    "a file": (["t.yaml"], {"sub/t.yaml"}),
    "at any depth": (["deep/**/y.yaml"], {"deep/x/y.yaml"}),
}


@pytest.mark.parametrize(("patterns", "excluded"), EXCLUDED.values(), ids=EXCLUDED)
def test_exclude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patterns: list[str], excluded: set[str]) -> None:
    package(tmp_path, FILES)
    assert read(tmp_path, monkeypatch, exclude=patterns) == ALL - excluded


def test_what_is_left_out_is_counted_and_named(tmp_path: Path) -> None:
    package(tmp_path, {**FILES, ".krmignore": "b\na/one.yaml\n"})
    ran = run("check", "-v", "--exclude", "deep", ".", cwd=tmp_path)
    why = "--exclude or a .krmignore leaves this out."
    assert (ran.code, ran.stdout) == (0, "")
    assert ran.stderr == (
        f"info: a/one.yaml: {why}\ninfo: b: {why}\ninfo: deep: {why}\n"
        "yurt-hostnet: No findings in 3 objects of 3 files. Passed over: 1 excluded file, 2 excluded directories.\n"
    )


@pytest.mark.parametrize("command", ["check", "fix", "explain", "baseline"])
def test_a_pattern_that_matches_nothing_is_an_error(tmp_path: Path, command: str) -> None:
    package(tmp_path, FILES)
    ran = run(command, ".", "--exclude", "b", "--exclude", "tests/", cwd=tmp_path)
    assert (ran.code, ran.stdout) == (2, "")
    assert ran.stderr == (
        "yurt-hostnet: --exclude 'tests/' matches nothing in the directories that were named. It is a pattern as in "
        ".gitignore, seen from each of them; leave it out, or correct it.\n"
    )


def test_where_all_is_ignored_nothing_was_looked_at(tmp_path: Path) -> None:
    package(tmp_path, {**FILES, ".krmignore": "*\n"})
    ran = run("check", ".", cwd=tmp_path)
    assert ran.code == 2
    assert "holds no Kubernetes object; left out: 4 excluded directories" in ran.stderr


def test_a_file_that_is_named_is_read(tmp_path: Path) -> None:
    package(tmp_path, {**FILES, ".krmignore": "*\n"})
    assert run("check", "a/one.yaml", cwd=tmp_path).code == 0


def test_what_a_kustomization_names_is_ignored_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = {"kustomization.yaml": "resources: [a/one.yaml, .d/e, f.txt]\n", ".d/e/one.yaml": ONE, "f.txt": ONE}
    package(tmp_path, {**FILES, **more})
    assert read(tmp_path, monkeypatch) == ALL | {".d/e/one.yaml", "f.txt"}
    (tmp_path / ".krmignore").write_text("a\ne\nf.txt\n")
    assert read(tmp_path, monkeypatch) == ALL - {"a/one.yaml", "a/two.yaml"}


@pytest.mark.parametrize(("text", "told"), [(b"\xff", "This is not UTF-8"), (b"!\n", "This file holds no pattern")])
def test_a_krmignore_that_cannot_be_read_is_an_error(tmp_path: Path, text: bytes, told: str) -> None:
    package(tmp_path, FILES)
    (tmp_path / ".krmignore").write_bytes(text)
    with pytest.raises(InputError, match=told) as error:
        read_files([str(tmp_path)])
    assert error.value.file == str(tmp_path / ".krmignore")


def test_the_fix_that_is_proposed_excludes_the_same(tmp_path: Path) -> None:
    from commands.program import WEB

    package(tmp_path, {"a/web.yaml": WEB, "b/web.yaml": WEB})
    assert "Run `yurt-hostnet fix --exclude b .`" in run("check", ".", "--exclude", "b", cwd=tmp_path).stdout
