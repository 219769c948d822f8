"""Argo CD's repo-server with redis and, if asked for, its plugin server, each a process in a folder of the test."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from argocd.programs import PROGRAM, search_path
from hosts.programs import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SOCKET = "yurt-hostnet.sock"
"""Named after the plugin, in the folder of plugins."""

EXEC = "--enable-alpha-plugins --enable-exec"
"""What docs/argocd.md sets as kustomize.buildOptions where there is no plugin."""


@dataclass
class Application:
    """A folder of a git repository, and `kustomize.buildOptions` of argocd-cm."""

    path: str
    options: str = ""


@dataclass
class Answer:
    """What the repo-server says of an application: manifests as JSON texts, or its error; and the seconds it took."""

    manifests: list[str]
    source_type: str
    error: str
    seconds: float


class ArgoCD:
    """A running repo-server."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port

    def generate(self, repository: Path, *applications: Application, parallel: int = 1) -> list[Answer]:
        """Ask for the manifests of applications of a repository, as the application controller does; past its cache."""
        question = {
            "parallel": parallel,
            "applications": [
                {
                    "name": f"app-{number}",
                    "repository": repository.as_uri(),
                    "revision": "main",
                    "path": application.path,
                    "buildOptions": application.options,
                }
                for number, application in enumerate(applications)
            ],
        }
        done = subprocess.run(
            [PROGRAM, "generate", f"127.0.0.1:{self.port}"],
            input=json.dumps(question),
            capture_output=True,
            check=False,
            text=True,
            timeout=500,
        )
        assert done.returncode == 0, done.stderr
        return [
            Answer(answer["manifests"] or [], answer["sourceType"], answer["error"], answer["seconds"])
            for answer in json.loads(done.stdout)
        ]

    def log(self, server: str) -> str:
        """Return what a server has logged so far."""
        return (self.folder / f"{server}.log").read_text(encoding="utf-8", errors="replace")


@contextmanager
def argo_cd(folder: Path, *, plugin: bool) -> Iterator[ArgoCD]:
    """Run Argo CD's servers in a new folder for as long as the block.

    With the plugin, as `deploy/argocd` ships it, only the plugin server has `yurt-hostnet` on its PATH, as only the
    sidecar's image has; without it, the repo-server has.
    """
    for name in ("plugins", "tmp", "cmp", "home", "empty"):
        (folder / name).mkdir(parents=True)
    write_wrapper(folder / "bin" / "yurt-hostnet")
    port, metrics, redis = free_port(), free_port(), free_port()
    environment = {
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "tmp"),
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": ".",  # the worst that a pod's environment can say; -I of the wrapper heeds it not
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "safe.directory",
        "GIT_CONFIG_VALUE_0": "*",
        "ARGOCD_GPG_ENABLED": "false",
        "ARGOCD_ASK_PASS_SOCK": str(folder / "ask-pass.sock"),
        "ARGOCD_CMP_WORKDIR": str(folder / "cmp"),
        "ARGOCD_PLUGINSOCKFILEPATH": str(folder / "plugins"),
    }
    ours, none = search_path(folder / "bin"), search_path(folder / "empty")
    with ExitStack() as running:
        start = Processes(folder, running)
        start("redis", {"PATH": none}, "redis-server", "--port", str(redis), "--bind", "127.0.0.1", "--save", "")
        if plugin:
            (folder / "plugin.yaml").write_text(shipped_plugin())
            start(
                "plugin",
                {**environment, "PATH": ours},
                str(PROGRAM),
                "argocd-cmp-server",
                f"--config-dir-path={folder}",
                "--loglevel=debug",
            )
            start.wait((folder / "plugins" / SOCKET).is_socket)
        start(
            "repo-server",
            {**environment, "PATH": none if plugin else ours},
            str(PROGRAM),
            "argocd-repo-server",
            "--disable-tls",
            "--address=127.0.0.1",
            f"--port={port}",
            "--metrics-address=127.0.0.1",
            f"--metrics-port={metrics}",
            f"--redis=127.0.0.1:{redis}",
        )
        start.wait(lambda: listens(port) and listens(redis))
        yield ArgoCD(folder, port)
        start.check()


def shipped_plugin() -> str:
    """Return plugin.yaml as the ConfigMap of `deploy/argocd` has it."""
    config = yaml.safe_load((ROOT / "deploy" / "argocd" / "cmp-plugin.yaml").read_text())
    text: str = config["data"]["plugin.yaml"]
    return text


def write_wrapper(path: Path) -> None:
    """Write `yurt-hostnet` as `deploy/argocd/cmp.Dockerfile` does, but for the Python that runs this test."""
    dockerfile = (ROOT / "deploy" / "argocd" / "cmp.Dockerfile").read_text()
    (text,) = re.findall(r"RUN printf '(#!/opt/yurt-hostnet/bin/python .*?)'", dockerfile)
    path.parent.mkdir()
    path.write_text(text.replace("\\n", "\n").replace("/opt/yurt-hostnet/bin/python", sys.executable))
    path.chmod(0o755)


class Processes:
    """Processes that end with a stack of contexts; each writes to a log of its own."""

    def __init__(self, folder: Path, running: ExitStack) -> None:
        self.folder = folder
        self.running = running
        self.started: list[tuple[str, subprocess.Popen[bytes]]] = []

    def __call__(self, name: str, environment: dict[str, str], *command: str) -> None:
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, cwd=self.folder
            )
        self.started.append((name, process))
        self.running.callback(_stop, process)

    def check(self) -> None:
        """Fail if a process has ended."""
        for name, process in self.started:
            if process.poll() is not None:
                log = (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
                raise AssertionError(f"{name} ended with code {process.returncode}:\n{log[-3000:]}")

    def wait(self, done: Callable[[], bool], seconds: float = 60) -> None:
        """Wait until `done`, while every process runs."""
        end = time.monotonic() + seconds
        while not done():
            self.check()
            assert time.monotonic() < end, f"not ready after {seconds:.0f} s; see {self.folder}"
            time.sleep(0.1)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def listens(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0
