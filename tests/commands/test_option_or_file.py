"""A file that is named like an option: refused where it cannot be told which is meant, and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from commands.program import FIXED_WEB, POOLS, WEB, Ran, package, run

if TYPE_CHECKING:
    from pathlib import Path

NO_FINDINGS = "yurt-hostnet: No findings in {}.\n"


def refusal(word: str) -> Ran:
    return Ran(
        2,
        "",
        f"yurt-hostnet: {word!r} is an option, and there is a file of that name here as well, so it is not clear which "
        f"is meant. For the file write {'./' + word!r}, or -- in front of all file names; for the option, put -- in "
        "front of the file names, or use it in another directory.\n",
    )


@pytest.fixture
def attacked(tmp_path: Path) -> tuple[Path, Path, str]:
    """A package, a file outside of it, and the name of a manifest that reads as an option to write that file."""
    victim = tmp_path / "victim.json"
    victim.write_text("untouched")
    folder = tmp_path / "package"
    name = f"--report={victim}"
    (folder / name).parent.mkdir(parents=True)
    package(folder, {"pools.yaml": POOLS, name: POOLS.replace("hangzhou", "suzhou").replace("shanghai", "wuxi")})
    return folder, victim, name


@pytest.mark.parametrize("command", ["check", "fix", "explain", "baseline"])
def test_a_name_that_is_an_option_is_refused(attacked: tuple[Path, Path, str], command: str) -> None:
    folder, victim, name = attacked
    assert run(command, "pools.yaml", name, cwd=folder) == refusal(name)
    assert run(command, name, "pools.yaml", cwd=folder) == refusal(name)
    assert victim.read_text() == "untouched"


@pytest.mark.parametrize("before", ["./", "-- "], ids=["./ in front", "-- in front"])
def test_the_file_can_be_named(attacked: tuple[Path, Path, str], before: str) -> None:
    folder, victim, name = attacked
    ran = run("check", *f"{before}{name}".split(" "), "pools.yaml", cwd=folder)
    assert ran == Ran(0, "", NO_FINDINGS.format("4 objects of 2 files"))
    assert victim.read_text() == "untouched"


def test_the_option_can_be_meant(attacked: tuple[Path, Path, str]) -> None:
    folder, victim, name = attacked
    assert run("check", name, "--", "pools.yaml", cwd=folder) == Ran(0, "", NO_FINDINGS.format("2 objects of 1 file"))
    assert victim.read_text().startswith("{")


def test_the_folder_holds_it_like_any_other(attacked: tuple[Path, Path, str]) -> None:
    folder, victim, _ = attacked
    assert run("check", ".", cwd=folder) == Ran(0, "", NO_FINDINGS.format("4 objects of 2 files"))
    assert victim.read_text() == "untouched"


def test_two_words_and_short_options(tmp_path: Path) -> None:
    """xargs hands over `--report` and then the next file, whose suffix is that of a report."""
    package(tmp_path, {"--report": "", "a.json": "{}", "-v": "", "pools.yaml": POOLS})
    for words in (("--report", "a.json", "pools.yaml"), ("-v", "pools.yaml")):
        assert run("check", *words, cwd=tmp_path) == refusal(words[0])
    assert (tmp_path / "a.json").read_text() == "{}"


def test_a_file_named_like_the_end_of_options(tmp_path: Path) -> None:
    """Where `--` may be a file too, it ends nothing."""
    package(tmp_path, {"--": "", "--diff": "", "pools.yaml": POOLS})
    assert run("fix", "--diff", "--", "pools.yaml", cwd=tmp_path) == refusal("--diff")


def test_a_link_that_leads_nowhere_is_a_name_as_well(tmp_path: Path) -> None:
    package(tmp_path, {"pools.yaml": POOLS})
    (tmp_path / "--diff").symlink_to("nowhere")
    assert run("fix", "--diff", "pools.yaml", cwd=tmp_path) == refusal("--diff")


def test_other_files_hinder_no_option(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB, "pools.yaml": POOLS, "-": "", "report.json": "{}", "diff": ""})
    assert run("fix", "web.yaml", "--report", "report.json", "pools.yaml", cwd=tmp_path).code == 0
    assert (tmp_path / "web.yaml").read_text() == FIXED_WEB
    assert run("check", "-v", "-", cwd=tmp_path, stdin=POOLS.encode()).code == 0
