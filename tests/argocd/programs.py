"""Finds what make test-argocd builds and installs: Argo CD's servers, redis and kustomize."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from hosts.programs import HOSTS, ROOT, find

PROGRAM = Path(os.environ.get("ARGOCD", ROOT / ".cache" / "argocd" / "argocd"))
REQUIRED = os.environ.get("ARGOCD_REQUIRED") == "1"


def missing() -> list[str]:
    """Return what is needed and is not there."""
    absent = [] if PROGRAM.exists() else [str(PROGRAM)]
    absent += [name for name in ("redis-server", "git") if shutil.which(name) is None]
    return absent + ([] if find("kustomize") else ["kustomize"])


def search_path(first: Path) -> str:
    """Return a PATH that begins with a folder, then the hosts."""
    return os.pathsep.join([str(first), str(HOSTS), os.environ["PATH"]])
