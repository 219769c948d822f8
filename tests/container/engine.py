"""The container engine that `scripts/install-engine` sets up, and our image in it."""

from __future__ import annotations

import json
import os
import subprocess
import uuid
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hosts.programs import REQUIRED, ROOT, Result

if TYPE_CHECKING:
    from collections.abc import Iterator

FIXTURES = Path(__file__).parent / "fixtures"
ENGINE = os.environ.get("ENGINE", "")
IMAGE = "localhost/yurt-hostnet:dev"
BASE = "localhost/python:3.13-slim"
STRICT = (
    *("--read-only", "--read-only-tmpfs=false", "--network=none", "--user=nobody", "--cap-drop=ALL"),
    *("--security-opt=no-new-privileges", "--unsetenv=HOME"),
)
"""What the strictest host could ask for: nothing can be written, not even to /tmp, and there is no HOME."""


class Engine:
    """Runs podman with the configuration in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.environment = {
            "PATH": os.pathsep.join([str(folder / "bin"), os.environ["PATH"]]),
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
            "KRM_FN_RUNTIME": "podman",
            "KPT_FN_RUNTIME": "podman",
        }

    def podman(self, *arguments: str | Path, stdin: str = "", timeout: int = 120) -> Result:
        """Run podman and return how it ended."""
        return Result(
            subprocess.run(
                ["podman", *map(str, arguments)],
                input=stdin.encode(),
                capture_output=True,
                check=False,
                env={**os.environ, **self.environment},
                timeout=timeout,
            )
        )

    def run(self, *arguments: str, stdin: str = "", options: tuple[str, ...] = STRICT, image: str = IMAGE) -> Result:
        """Run an image once, by default as strictly as can be."""
        return self.podman("run", "--rm", "--interactive", "--pull=never", *options, image, *arguments, stdin=stdin)

    def inspect(self, image: str) -> dict[str, Any]:
        """Return what the engine knows of an image."""
        (found,) = json.loads(self.podman("image", "inspect", image).ok())
        assert isinstance(found, dict)
        return found

    def build(self, tag: str, context: Path, *options: str) -> None:
        """Build the Dockerfile of a checkout on the stand-in base image."""
        self.podman(
            *("build", "--quiet", "--pull=never", "--network=host", "--timestamp=0", f"--build-arg=BASE={BASE}"),
            *options,
            *("--tag", tag, context),
            timeout=500,
        ).ok()

    @contextmanager
    def service(self, *arguments: str | Path) -> Iterator[str]:
        """Run a container in the background for as long as the block; the value is its name."""
        name = f"yurt-hostnet-test-{uuid.uuid4()}"
        self.podman("run", "--detach", "--pull=never", f"--name={name}", *arguments).ok()
        try:
            yield name
        finally:
            self.podman("rm", "--force", "--time=0", name).ok()


def need_engine() -> Engine:
    """Return the engine; without it skip the test, or fail it if hosts are required."""
    if ENGINE and Path(ENGINE, "env").exists():
        return Engine(Path(ENGINE))
    reason = "no container engine is named by ENGINE; `make test-container` sets one up and runs this"
    if REQUIRED:
        pytest.fail(reason)
    pytest.skip(reason)


def context(to: Path) -> Path:
    """Copy what the Dockerfile needs, so that a change in the checkout cannot come between two builds."""
    wanted = ("Dockerfile", ".dockerignore", "fn", "scripts/image", "pyproject.toml", "README.md", "LICENSE")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *wanted],
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
    ).stdout
    files = [file for file in listed.split("\0") if file and (ROOT / file).exists()]
    for file in files:
        (to / file).parent.mkdir(parents=True, exist_ok=True)
        (to / file).write_bytes((ROOT / file).read_bytes())
    return to
