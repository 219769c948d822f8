"""The real program under a fault, and the small package that the tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any, NamedTuple

import yurt_hostnet

SOURCE_ROOT = os.path.dirname(os.path.dirname(yurt_hostnet.__file__))
ENVIRON = {**os.environ, "PYTHONPATH": SOURCE_ROOT, "PYTHONUNBUFFERED": ""}
PROGRAM = [sys.executable, "-m", "yurt_hostnet"]

POD = b"""\
apiVersion: v1
kind: Pod
metadata:
  name: pod
  annotations:
    apps.openyurt.io/exclude-host-network-pool: "true"
spec:
  containers:
  - name: app
    image: example.com/app:1
"""
AFFINITY = b"""\
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
EDITED = POD + AFFINITY
BAD = POD.replace(b'"true"', b"yes")
FINDING = """\
error: Pod pod metadata.annotations[apps.openyurt.io/exclude-host-network-pool]: This annotation is no string, \
so the Kubernetes API refuses the object. [exclude-annotation-value]
  Write "true", with quotes, or remove it.
yurt-hostnet: 1 error. Nothing was edited.
"""
CONFIG_MAP = b"---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  text: |\n" + 400 * (
    b"    a line of text that nobody has to read\n"
)


class Run(NamedTuple):
    """What the program gave; `code` is negative for the signal that ended it."""

    stdout: bytes
    stderr: str
    code: int


def run(*arguments: str | bytes, text: bytes | None = POD, **options: Any) -> Run:
    """Run the program on `text`; `options` are those of subprocess.run."""
    if text is not None:
        options["input"] = text
    options.setdefault("env", ENVIRON)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    done = subprocess.run([*PROGRAM, *arguments], check=False, timeout=120, **streams)
    return Run(done.stdout or b"", (done.stderr or b"").decode(), done.returncode)


def shell(script: str, *, text: bytes = POD, unbuffered: bool = False, **options: Any) -> Run:
    """Run a script of sh, in which $Y is the program; `unbuffered` as in many images of Python."""
    env = {**ENVIRON, "Y": " ".join(PROGRAM), "PYTHONUNBUFFERED": "1" if unbuffered else ""}
    done = subprocess.run(
        ["sh", "-c", script], input=text, capture_output=True, check=False, timeout=120, env=env, **options
    )
    return Run(done.stdout, done.stderr.decode(), done.returncode)
