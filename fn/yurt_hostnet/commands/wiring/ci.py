"""The configuration that has a CI service, or pre-commit, look at a package: what it says and where it stands."""

from __future__ import annotations

import re
import shlex

from yurt_hostnet import __version__
from yurt_hostnet.commands.wiring.package import HELM, KUSTOMIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.commands.wiring.package import Package

GITHUB = "github"
GITLAB = "gitlab"
PRE_COMMIT = "pre-commit"
SERVICES = (GITHUB, GITLAB, PRE_COMMIT)

_GITLAB_FILE = ".gitlab-ci.yml"
_PRE_COMMIT_FILE = ".pre-commit-config.yaml"

_ALPINE = "alpine:3.22"
"""Its packages have kustomize, helm and Python."""
_RENDERED = "/tmp/yurt-hostnet.yaml"  # noqa: S108 - of a CI job, which is alone on its machine


def commands(package: Package, place: str, *, execs: bool, options: str = "") -> list[str]:
    """Return the commands that fail where the package at `place`, from the repository's root, is not as it must be.

    kustomize: the build that runs the function, and doctor, which sees a function that is skipped; `options` are those
    of kustomize, `execs` says that the function is a program and no image. kpt: check, since kpt writes into the files.
    Helm: what an install would send through the function.
    """
    word = shlex.quote(place)
    if package.host == KUSTOMIZE:
        flags = "--enable-alpha-plugins --enable-exec" if execs else "--enable-alpha-plugins"
        allowed = "--enable-exec" if execs else "--enable-alpha-plugins"
        more, given = (f"{options} ", f"{shlex.quote('--build-options=' + options)} ") if options else ("", "")
        return [
            f"kustomize build {flags} {more}{word} > /dev/null",
            f"yurt-hostnet doctor {allowed} {given}{word}",
        ]
    if package.host == HELM:
        before = [f"helm dependency build {word}"] if package.data.get("dependencies") else []
        return [*before, f"helm template {word} > {_RENDERED}", f"yurt-hostnet < {_RENDERED} > /dev/null"]
    return [f"yurt-hostnet check {word}"]


def slug(place: str, begin: str = "yurt-hostnet") -> str:
    """Return what tells the job of one package from those of others, in names of files, hooks and objects."""
    words = re.sub(r"[^a-z0-9]+", "-", place.lower()).strip("-")
    return f"{begin}-{words}" if words else begin


def file_of(service: str, place: str) -> str:
    """Return the path of what is written for a service, from the repository's root."""
    if service == GITHUB:
        return f".github/workflows/{slug(place)}.yaml"
    return _GITLAB_FILE if service == GITLAB else _PRE_COMMIT_FILE


def github_text(lines: list[str], place: str) -> str:
    """Return the workflow. GitHub's Ubuntu runners have pipx, kustomize, Helm and docker."""
    from yurt_hostnet.textedit.write.emit import Style, block_pairs

    steps: list[dict[str, Any]] = [
        {"uses": "actions/checkout@v4"},
        {"run": f"pipx install yurt-hostnet=={__version__}"},
    ]
    data = {
        "name": slug(place),
        "on": "pull_request",
        "permissions": {"contents": "read"},
        "jobs": {"yurt-hostnet": {"runs-on": "ubuntu-latest", "steps": [*steps, *({"run": line} for line in lines)]}},
    }
    return "\n".join(["# Written by yurt-hostnet init.", *block_pairs(data, "", Style())]) + "\n"


def gitlab_job(package: Package, lines: list[str]) -> dict[str, Any]:
    """Return the job."""
    tools = {KUSTOMIZE: "git kustomize python3", HELM: "helm python3"}.get(package.host, "python3")
    home = "/opt/yurt-hostnet"
    return {
        "image": _ALPINE,
        "before_script": [
            f"apk add --no-cache {tools}",
            f"python3 -m venv {home}",
            f"{home}/bin/pip install yurt-hostnet=={__version__}",
            f"ln -s {home}/bin/yurt-hostnet /usr/local/bin/yurt-hostnet",
        ],
        "script": lines,
    }


def pre_commit_repository(package: Package, lines: list[str], place: str) -> dict[str, Any]:
    """Return the entry of `repos`: a hook that runs the yurt-hostnet of this machine."""
    entry = lines[-1]
    if package.host == HELM:
        entry = f"sh -c {shlex.quote(_one_line(lines))}"
    hook = {
        "id": slug(place),
        "name": f"yurt-hostnet {place}",
        "language": "system",
        "entry": entry,
        "types_or": ["yaml", "json"],
        "pass_filenames": False,
    }
    return {"repo": "local", "hooks": [hook]}


def _one_line(lines: list[str]) -> str:
    """Return the commands of a chart as one that leaves no file behind."""
    template = lines[-2].partition(" > ")[0]
    rendered = f'out=$({template}) && printf "%s\\n" "$out" | yurt-hostnet > /dev/null'
    return " && ".join([*lines[:-2], rendered])
