"""Runs the real program, and the small package that the tests of its subcommands share."""

from __future__ import annotations

import os
import subprocess
import sys
from resource import RLIMIT_FSIZE, setrlimit
from typing import TYPE_CHECKING

import yurt_hostnet
from yurt_hostnet.validators.rules import MISSING

if TYPE_CHECKING:
    from pathlib import Path

SOURCE_ROOT = os.path.dirname(os.path.dirname(yurt_hostnet.__file__))
ENVIRON = {**os.environ, "PYTHONPATH": SOURCE_ROOT, "COLUMNS": "120", "NO_COLOR": ""}

POOLS = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: hangzhou
spec: {type: Edge}
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: shanghai
spec: {type: Edge, hostNetwork: true}
"""

WEB = """\
# the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  template:
    metadata:
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      containers:
      - name: web   # keep
        image: web:1
"""

FIXED_WEB = (
    WEB
    + """\
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
            - matchExpressions:
              - key: nodepool.openyurt.io/hostnetwork
                operator: NotIn
                values:
                - "true"
"""
)

NODE = """\
apiVersion: v1
kind: Node
metadata:
  name: shanghai-1
  labels:
    apps.openyurt.io/nodepool: shanghai
"""

MALFORMED = """\
apiVersion: v1
kind: Pod
metadata:
  name: odd
  annotations:
    apps.openyurt.io/exclude-host-network-pool: "true"
spec:
  affinity: none
  containers: []
"""

NOT_EXCLUDED = MISSING.get("exclude-pods", "exclude-pods")
NOT_LABELLED = MISSING.get("label-nodes", "label-nodes")
"""The rules that speak, in mode Check, of what these transformers would add."""

_AFFINITY = (
    "{nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
    '[{matchExpressions: [{key: nodepool.openyurt.io/hostnetwork, operator: NotIn, values: ["true"]}]}]}}}'
)


def builds_told(folder: str) -> str:
    """Return what `check` says of a directory that holds a kustomization."""
    ways = "-k in front of a directory looks at what it builds, with its patches."
    return f"yurt-hostnet: {folder} holds a kustomization; {ways}\n"


def web_missing(fix: str, place: str = "web.yaml:12: ") -> str:
    """Return what `check` says of WEB; `fix` are the arguments of the command that its remedy tells, "" for none."""
    remedy = f"Run `yurt-hostnet fix {fix}`, or add {_AFFINITY}."
    if not fix:
        remedy = f"Add {_AFFINITY}, or let yurt-hostnet do it: in mode Transform, or by its command fix."
    return (
        f"{place}error: Deployment shop/web spec.template.spec.affinity: This is missing, because its annotation "
        f'apps.openyurt.io/exclude-host-network-pool is "true". [{NOT_EXCLUDED}]\n  {remedy}\n'
    )


WEB_MISSING = web_missing("web.yaml")


class Ran:
    """What a run gave: exit code, stdout and stderr, compared together."""

    def __init__(self, code: int, stdout: str = "", stderr: str = "") -> None:
        self.code = code
        self.stdout = stdout
        self.stderr = stderr

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ran) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Ran({self.code})\n--- stdout\n{self.stdout}--- stderr\n{self.stderr}"


def run(*arguments: str, cwd: Path, stdin: bytes = b"", file_size: int = -1) -> Ran:
    """Run `yurt-hostnet` with these arguments; no file may grow beyond `file_size` bytes (-1: any size)."""
    done = subprocess.run(
        [sys.executable, "-m", "yurt_hostnet", *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        env=ENVIRON,
        check=False,
        timeout=120,
        preexec_fn=None if file_size < 0 else lambda: setrlimit(RLIMIT_FSIZE, (file_size, file_size)),
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def package(root: Path, files: dict[str, str]) -> Path:
    """Write files under `root` and return it."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, newline="")
    return root
