"""Finds the programs of the control plane, which make test-cluster builds, kubectl, and OpenYurt's own manifests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
PROGRAMS = Path(os.environ.get("CLUSTER", ROOT / ".cache" / "cluster" / "bin"))
HOSTS = Path(os.environ.get("HOSTS", ROOT / ".cache" / "hosts" / "bin"))
REQUIRED = os.environ.get("CLUSTER_REQUIRED") == "1"

ETCD = "server"
"""`go build` names a program after its folder."""
BUILT = (ETCD, "kube-apiserver", "kube-controller-manager", "kube-scheduler", "yurt-manager")


def missing() -> list[str]:
    """Return what is needed and is not there."""
    absent = [name for name in BUILT if not (PROGRAMS / name).exists()]
    return absent + [name for name in ("kubectl", "openssl", "go") if not shutil.which(name, path=search_path())]


def search_path() -> str:
    return os.pathsep.join([str(HOSTS), os.environ["PATH"]])


@cache
def chart() -> Path:
    """Return OpenYurt's chart of yurt-manager, as it lies in the Go module that yurt-manager was built from."""
    module = ["go", "list", "-C", str(FOLDER), "-m", "-f", "{{.Dir}}", "github.com/openyurtio/openyurt"]
    found = subprocess.run(module, capture_output=True, check=True, text=True)
    return Path(found.stdout.strip()) / "charts" / "yurt-manager"


def yurt_hostnet(stdin: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run our filter."""
    return subprocess.run(
        [sys.executable, "-m", "yurt_hostnet", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "fn")},
        timeout=60,
    )
