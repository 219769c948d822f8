"""Git repositories with applications, all made from the project's own example."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from hosts.programs import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata:
  name: hostnet
  annotations:
    config.kubernetes.io/function: |
      exec:
        path: {program}
"""
KUSTOMIZATION = """\
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
- cluster
transformers:
- yurt-hostnet.yaml
"""
PLAIN = KUSTOMIZATION.partition("transformers:")[0]


def write_application(folder: Path, *, program: str = "yurt-hostnet", function: bool = True) -> Path:
    """Write the example's cluster with a kustomization that lists the function, or does not; return the folder."""
    shutil.copytree(ROOT / "kustomization-example" / "cluster", folder / "cluster")
    (folder / "kustomization.yaml").write_text(KUSTOMIZATION if function else PLAIN)
    if function:
        (folder / "yurt-hostnet.yaml").write_text(CONFIG.format(program=program))
    return folder


def commit(folder: Path) -> None:
    """Commit everything in a folder to the branch `main` of the git repository that it is, or becomes."""
    git = ["git", "-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "init.defaultBranch=main"]
    for arguments in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message=state"]):
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_GLOBAL": os.devnull}
        subprocess.run([*git, *arguments], check=True, cwd=folder, env=environment)
