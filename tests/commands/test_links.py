"""Links in what fix is given: followed where the user named them or they lead to what he named, and nowhere else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from commands.program import FIXED_WEB, WEB, Ran, package, run

if TYPE_CHECKING:
    from pathlib import Path


def planted(root: Path) -> Path:
    """Make a repository with a link out of it, beside a file of its own; return what the link leads to."""
    package(root, {"repository/own.yaml": WEB, "etc/web.yaml": WEB.replace("name: web\n  name", "name: etc\n  name")})
    (root / "repository" / "web.yaml").symlink_to("../etc/web.yaml")
    return root / "etc" / "web.yaml"


@pytest.mark.parametrize("options", [[], ["--diff"], ["--dry-run"], ["--report", "../report.json"]], ids=" ".join)
@pytest.mark.parametrize("named", [["."], ["../repository"], [".", "own.yaml"]], ids=" ".join)
def test_a_link_out_of_the_folder_is_named_and_not_followed(
    tmp_path: Path, options: list[str], named: list[str]
) -> None:
    target = planted(tmp_path)
    before = target.read_bytes()
    path = "../repository/web.yaml" if named == ["../repository"] else "web.yaml"
    message = f"This is a link to {target}, outside of what was named, and is not followed."
    remedy = "Name that file if it is to be fixed as well; leave the link out if not."
    told = (
        f"{path}: error: {message} [cannot-edit]\n  {remedy}\n"
        "yurt-hostnet: 1 error.\nyurt-hostnet: Nothing was written.\n"
    )
    assert run("fix", *options, *named, cwd=tmp_path / "repository") == Ran(1, "", told)
    assert target.read_bytes() == before
    assert (tmp_path / "repository" / "own.yaml").read_text() == WEB
    if "--report" in options:
        results = json.loads((tmp_path / "report.json").read_text())["results"]
        assert [(result["rule"], result["message"], result["file"]["path"]) for result in results[:1]] == [
            ("cannot-edit", message, path)
        ]


@pytest.mark.parametrize(
    "named", [["web.yaml"], [".", "web.yaml"], [".", "../etc"], [".", "../etc/web.yaml"], [".."]], ids=" ".join
)
def test_a_link_is_followed_to_what_was_named(tmp_path: Path, named: list[str]) -> None:
    target = planted(tmp_path)
    assert run("fix", *named, cwd=tmp_path / "repository").code == 0
    assert target.read_text().count("NotIn") == 1
    assert (tmp_path / "repository" / "web.yaml").is_symlink()
    assert (tmp_path / "repository" / "own.yaml").read_text() == (WEB if named == ["web.yaml"] else FIXED_WEB)


def test_the_diff_of_check_shows_nothing_that_fix_would_not_write(tmp_path: Path) -> None:
    target = planted(tmp_path)
    done = run("check", ".", "--diff", cwd=tmp_path / "repository")
    assert (done.code, done.stdout) == (1, "")
    assert f"web.yaml: error: This is a link to {target}, outside of what was named" in done.stderr
    assert done.stderr.endswith("yurt-hostnet: fix would write nothing because of 1 error.\n")
    assert run("check", ".", "../etc", "--diff", cwd=tmp_path / "repository").stdout.count("+++ ") == 2


def test_a_link_out_of_the_folder_that_needs_no_edit_is_no_mistake(tmp_path: Path) -> None:
    target = planted(tmp_path)
    target.write_text(FIXED_WEB)
    assert run("fix", ".", cwd=tmp_path / "repository") == Ran(0, "own.yaml got 1 edit.\n")


def test_a_folder_that_is_a_link_itself_is_followed(tmp_path: Path) -> None:
    package(tmp_path, {"real/web.yaml": WEB})
    (tmp_path / "site").symlink_to("real")
    assert run("fix", "site", cwd=tmp_path) == Ran(0, "site/web.yaml got 1 edit.\n")
    assert (tmp_path / "real" / "web.yaml").read_text() == FIXED_WEB
