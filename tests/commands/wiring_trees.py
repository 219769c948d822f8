"""Small packages for the tests of init and doctor, and a PATH on which only what a test wants is found."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from commands.program import ENVIRON, NODE, POOLS, WEB, Ran, package

if TYPE_CHECKING:
    from pathlib import Path

KUSTOMIZATION = """\
# the shop
resources:
  - web.yaml # first
  - pools.yaml
namespace: shop
"""
PLAIN = {"kustomization.yaml": KUSTOMIZATION, "web.yaml": WEB, "pools.yaml": POOLS, "node.yaml": NODE}

KPTFILE = """\
apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: shop # name
"""

CHART = "apiVersion: v2\nname: shop\nversion: 0.1.0\n"

FUNCTION = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata:
  name: hostnet
  annotations:
    config.kubernetes.io/function: |
      exec:
        path: yurt-hostnet
"""

_KUSTOMIZE = """\
#!/bin/sh
case $1 in version) echo v5.8.1; exit ;; esac
for folder; do :; done
built() { cat "$folder/web.yaml"; echo ---; cat "$folder/pools.yaml"; }
case " $* " in
*" --enable-exec "*) built | yurt-hostnet ;;
*) built ;;
esac
"""
"""Stands for kustomize: what it builds are two files, sent through the function where programs may run."""


def repository(root: Path, files: dict[str, str]) -> Path:
    """Write files under `root`, which becomes a repository, and return it."""
    (root / ".git").mkdir(parents=True)
    return package(root, files)


def path_of(folder: Path, *names: str) -> str:
    """Return a PATH with sh, cat and these programs: yurt-hostnet is ours, kustomize a script that stands for it."""
    folder.mkdir(exist_ok=True)
    for name in ("sh", "cat"):
        (folder / name).symlink_to(str(shutil.which(name)))
    ours = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m yurt_hostnet "$@"\n'
    for name in names:
        text = {"yurt-hostnet": ours, "kustomize": _KUSTOMIZE}[name]
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return str(folder)


def run(*arguments: str, cwd: Path, path: str) -> Ran:
    """Run `yurt-hostnet` with a PATH of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "yurt_hostnet", *arguments],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env={**ENVIRON, "PATH": path},
        check=False,
        timeout=120,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def tree(root: Path) -> dict[str, str]:
    """Return the text of every file under a folder, by its path; .git is left out."""
    found = {}
    for place, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            file = os.path.join(place, name)
            with open(file, newline="") as stream:
                found[os.path.relpath(file, root)] = stream.read()
    return found
