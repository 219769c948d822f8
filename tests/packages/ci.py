"""What the tests of action.yml and of the hooks share: git, a runner for shell steps, a repository that attacks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import yaml

from hosts.programs import ROOT
from packages.tools import attempt, run

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Mapping
    from pathlib import Path

FIXTURES = ROOT / "tests" / "container" / "fixtures"
GIT = ("git", "-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "init.defaultBranch=main")


def commit(folder: Path) -> None:
    """Make a folder a git repository with everything in one commit."""
    for arguments in (("init", "--quiet"), ("add", "."), ("commit", "--quiet", "--message=first")):
        run(*GIT, *arguments, cwd=folder)


class Runner:
    """Runs the shell steps of action.yml as a GitHub runner would."""

    def __init__(self, action: Path, folder: Path) -> None:
        self.action: dict[str, Any] = yaml.safe_load((action / "action.yml").read_text())
        self.values = {"github.action_path": str(action)}
        self.path = folder / "path"
        self.environment = {"RUNNER_TEMP": str(folder), "GITHUB_PATH": str(self.path)}
        self.path.touch()

    def step(
        self, name: str, workspace: Path, environment: Mapping[str, str] | None = None, **inputs: str
    ) -> subprocess.CompletedProcess[str]:
        """Run one step in the user's checkout, with its inputs (a dash is written as _) and the job's environment."""
        (step,) = (step for step in self.action["runs"]["steps"] if step["name"] == name)
        given = {f"inputs.{key}": value.get("default", "") for key, value in self.action["inputs"].items()}
        given |= {f"inputs.{key.replace('_', '-')}": value for key, value in inputs.items()}
        values = {**self.values, **given}
        filled = {
            key: re.sub(r"\$\{\{ (\S+) \}\}", lambda match: values[match[1]], text) for key, text in step["env"].items()
        }
        assert "${{" not in step["run"], "an expression in a script would let an input run commands"
        path = ":".join([*self.path.read_text().splitlines(), "/usr/local/bin", "/usr/bin", "/bin"])
        shell = ("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"])
        return attempt(
            *shell, cwd=workspace, environment={**self.environment, "PATH": path, **(environment or {}), **filled}
        )


MODULES = (
    *("venv", "ensurepip", "pip", "sitecustomize", "usercustomize", "site", "argparse", "os", "re", "subprocess"),
    *("yaml", "ruamel", "jsonpatch", "jsonpointer", "yurt_hostnet", "hatchling", "pathspec", "setuptools", "encodings"),
)


def plant(workspace: Path, trace: Path) -> dict[str, str]:
    """Put into a workspace all that Python or pip might run; whatever runs writes its name to `trace`.

    Returns an environment that leads there, as a workflow sets it for the tests of a project.
    """
    tell = f"open({str(trace)!r}, 'a').write(__file__ + '\\n')\n"
    for name in MODULES:
        (workspace / name).mkdir(exist_ok=True)
        for file in ("__init__.py", "__main__.py"):
            (workspace / name / file).write_text(tell)
        (workspace / f"{name}.py").write_text(tell)
    for name in ("setup.py", "startup.py", "backend.py"):
        (workspace / name).write_text(tell)
    (workspace / "evil.pth").write_text(f"import sys; open({str(trace)!r}, 'a').write('pth')\n")
    program = workspace / "python"
    program.write_text(f"#!/bin/sh\necho python >>'{trace}'\n")
    program.chmod(0o755)
    for name in ("python3", "yurt-hostnet", "git"):
        (workspace / name).symlink_to("python")
    settings = f"[global]\npython = {program}\nlog = {trace}\n[install]\ntarget = {workspace}/target\n"
    for folder in (".pip", ".config/pip"):
        (workspace / folder).mkdir(parents=True)
    for name in (
        *("pip.conf", "pip.ini", "setup.cfg", ".pydistutils.cfg"),
        *("pip/pip.conf", ".pip/pip.conf", ".config/pip/pip.conf"),  # below HOME and XDG_CONFIG_HOME
    ):
        (workspace / name).write_text(settings)
    backend = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
    (workspace / "pyproject.toml").write_text(backend)
    return {
        "PYTHONPATH": f".:{workspace}",
        "PYTHONSTARTUP": str(workspace / "startup.py"),
        "PYTHONHOME": str(workspace),
        "PYTHONUSERBASE": str(workspace),
        "PIP_CONFIG_FILE": str(workspace / "pip.conf"),
        "PIP_PYTHON": str(program),
        "PIP_TARGET": str(workspace / "target"),
        "PIP_LOG": str(trace),
    }
