"""Mutation testing: changes one thing after another in a package, and names the changes that no test notices.

python3 scripts/mutation [-h] [--again] [--show] [PACKAGE ...]. Each package of fn/yurt_hostnet is copied, with the
tests that run in the test's own process, to .cache/mutation/PACKAGE, where mutmut works; the source stays as it is.
mutmut changes functions only: constants and tables of a module are not mutated.
"""
# ruff: noqa: INP001, S603, T201 - a script that runs programs and prints

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

PACKAGES = (
    "kube", "openyurt", "textedit", "transformers", "analysis", "engine", "validators", "config", "baseline", "report",
    "hosts", "commands",
)  # fmt: skip
ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "scripts" / "requirements" / "mutation.txt"
CACHE = ROOT / ".cache" / "mutation"
BIN = CACHE / "venv" / "bin"

TESTS = (
    "kube",
    "openyurt",
    "transformers",
    "krm",
    "textedit",
    "validators",
    "config",
    "baseline",
    "properties",
    "fuzz",
)
TESTS_OF = {"textedit": ("textedit",), "report": ("report",), "config": ("config", "commands/test_package_config.py")}
"""Where a package's own tests are so many and so quick that the others are not asked."""
ONLY = {"config": ("errors", "grammar", "load", "metadata", "object_index")}
"""The modules of a package that are mutated, where not all can be: mutmut hides the defaults that the table reads."""
LEFT_OUT = (
    "tests/baseline/test_command.py",
    "tests/baseline/test_docs.py",
    "tests/baseline/test_git.py",
    "tests/config/test_docs.py",
)
DESELECTED = (
    "tests/report/test_text.py::test_imports_nothing_heavy",
    "tests/test_cases.py::test_bytes",
    "tests/config/test_load.py::test_defaults_need_no_grammar",
    "tests/fuzz/test_fuzz.py::test_a_few_inputs",
)
"""Tests that start the program, where no mutant is at work, that read the documentation, or that take long."""

KILLED = {1, 36, 24, 152, -24, -11, -9}
"""mutmut's exit codes of a mutant that a test fails on, or that hangs or crashes."""
SURVIVED = {0, 33}
"""All tests pass, or no test runs it. Any other code says that pytest itself could not run."""


def main() -> int:
    """Mutate the packages that the command line names, all if none; 1 when a run could not be made."""
    parser = argparse.ArgumentParser(prog="scripts/mutation", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"of {', '.join(PACKAGES)}; all if none")
    parser.add_argument("--again", action="store_true", help="try only the survivors of the last run, and what is new")
    parser.add_argument("--show", action="store_true", help="run nothing, show the last run's survivors as diffs")
    chosen = parser.parse_args()
    if unknown := set(chosen.packages) - set(PACKAGES):
        parser.error(f"no package to mutate: {', '.join(sorted(unknown))}; there are {', '.join(PACKAGES)}")
    install()
    for package in chosen.packages or PACKAGES:
        folder = CACHE / package
        if not chosen.show:
            survivors = left(folder) if chosen.again else []
            lay_out(folder, package, again=chosen.again)
            mutate(folder)
            if survivors := [name for name in survivors if name in results(folder)]:
                mutate(folder, *survivors)
        tell(folder, package, show=chosen.show)
    return 0


def install() -> None:
    """Make an environment of its own with mutmut and what the tests need, but without the program."""
    installed = BIN / LOCK.name
    if installed.exists() and installed.read_bytes() == LOCK.read_bytes():
        return
    shutil.rmtree(CACHE / "venv", ignore_errors=True)
    venv.create(CACHE / "venv", with_pip=True)
    pip = [str(BIN / "python"), "-I", "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "--only-binary", ":all:", "--require-hashes", "-r", LOCK], check=True)
    shutil.copy(LOCK, BIN / LOCK.name)


def lay_out(folder: Path, package: str, *, again: bool) -> None:
    """Copy what a run needs. mutmut takes the module yurt_hostnet.kube for what it mutates only below a `src`."""
    for old in (folder / "src", folder / "tests", folder / "mutants" / "tests", *([] if again else [folder])):
        shutil.rmtree(old, ignore_errors=True)
    (folder / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)
    caches = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "fn", folder / "src", ignore=caches)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=caches)
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copy(Path(__file__).with_name("mutation_plugin.py"), folder / "src")
    own = TESTS_OF.get(package)
    modules = [f"{name}.py" for name in ONLY.get(package, ())] or ["*"]
    selected = [f"tests/{name}" for name in own or TESTS if (ROOT / "tests" / name).exists()]
    arguments = ["-p mutation_plugin", "-p no:cacheprovider"]
    arguments += [f"--ignore={path}" for path in LEFT_OUT] + [f"--deselect={test}" for test in DESELECTED]
    # forkserver: a mutant's process has run no test before. textedit remembers lines, which the plugin forgets.
    options = {
        "source_paths": ["src"],
        "only_mutate": [f"src/yurt_hostnet/{package}/{name}" for name in modules],
        "pytest_add_cli_args_test_selection": [*selected, *([] if own else ["tests/test_cases.py"])],
        "pytest_add_cli_args": [part for argument in arguments for part in argument.split()],
        "timeout_multiplier": ["10"],
        "track_dependencies": ["false"],
        "process_isolation": ["fork" if own else "forkserver"],
    }
    rows = [f"{key} = " + "\n  ".join(values) + "\n" for key, values in options.items()]
    (folder / "setup.cfg").write_text("[mutmut]\n" + "".join(rows))


def mutate(folder: Path, *names: str) -> None:
    """Run mutmut, on these mutants or on all that have no result yet."""
    run = [str(BIN / "mutmut"), "run", "--max-children", "1", *names]
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with (folder / "log").open("wb") as log:
        done = subprocess.run(run, cwd=folder, env=environ, stdout=log, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.exit(f"mutmut failed, see {folder / 'log'}")


def results(folder: Path) -> dict[str, int | None]:
    """Return each mutant's name and mutmut's exit code for it."""
    found: dict[str, int | None] = {}
    for path in sorted((folder / "mutants" / "src").rglob("*.meta")):
        found |= json.loads(path.read_text())["exit_code_by_key"]
    return found


def left(folder: Path) -> list[str]:
    """Return the names of the mutants that no test has killed."""
    return [name for name, code in results(folder).items() if code not in KILLED]


def tell(folder: Path, package: str, *, show: bool) -> None:
    """Print a package's figures and survivors."""
    total, survivors = len(results(folder)), left(folder)
    if broken := [name for name in survivors if results(folder)[name] not in SURVIVED]:
        sys.exit(f"pytest could not run on {len(broken)} mutants in {folder}, of which the first is {broken[0]}")
    killed = total - len(survivors)
    print(f"{package}: {total} mutants, {killed} killed, {len(survivors)} survived: {killed / max(total, 1):.1%}")
    for name in survivors:
        print(f"  {name}{' (no test runs it)' if results(folder)[name] == 33 else ''}")
        if show:
            subprocess.run([BIN / "mutmut", "show", name], cwd=folder, check=True)


if __name__ == "__main__":
    sys.exit(main())
