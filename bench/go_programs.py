"""Builds the contenders that are Go programs into the bench's cache: our own modules, and upstream's as they stand."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench import BENCH, CACHE


class BuildError(Exception):
    """A program could not be built; the message is a sentence for RESULTS.md."""


@dataclass(frozen=True)
class GoProgram:
    """A `package` of the module in `folder` of the bench, or, where there is no folder, of upstream's module@version.

    Upstream's is built in the module cache, so with upstream's own go.mod, replacements and go.sum, and only once.
    """

    name: str
    module: str
    package: str = "."
    folder: str = ""
    version: str = ""

    def build(self) -> str:
        """Return the path of the program, building it where needed; raise BuildError where that cannot be."""
        go = shutil.which("go")
        if go is None:
            raise BuildError(f"{self.name} is missing: there is no `go` on PATH.")
        program = CACHE / (f"{self.name}-{self.version}" if self.version else self.name)
        if self.folder or not program.exists():
            folder = BENCH / self.folder if self.folder else self._downloaded(go)
            unfinished = f"{program}.new"
            build = [go, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", unfinished, self.package]
            self._run("nice", "-n", "19", *build, folder=folder)
            Path(unfinished).replace(program)
        return str(program)

    def told_version(self) -> str:
        """Return the module and the version of it that is built or, in a module of ours, required."""
        version = self.version
        for line in (BENCH / self.folder / "go.mod").read_text(encoding="utf-8").splitlines() if self.folder else ():
            words = line.removeprefix("require ").split()
            version = words[1] if words[:1] == [self.module] and len(words) > 1 else version
        return f"{self.module} {version}"

    def _downloaded(self, go: str) -> Path:
        download = [go, "mod", "download", f"{self.module}@{self.version}"]
        self._run(*download, folder=CACHE)  # this says on stderr what is wrong; -json says it elsewhere
        return Path(json.loads(self._run(*download[:3], "-json", *download[3:], folder=CACHE))["Dir"])

    def _run(self, *command: str, folder: Path) -> str:
        env = {**os.environ, "CGO_ENABLED": "0", "GOWORK": "off"}
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = (done.stderr or done.stdout).strip().splitlines() or [""]
            raise BuildError(f"{self.name} is missing: `go` ended with {lines[-1].strip()[:200]}")
        return done.stdout.strip()


_SDK = "github.com/kptdev/krm-functions-sdk/go/fn"
_APPLY_SETTERS = "github.com/kptdev/krm-functions-catalog/functions/go/apply-setters"

GO_FUNCTION = GoProgram("go-function", _SDK, folder="go_function")
SET_LABELS = GoProgram("set-labels", _SDK, "./set_labels", "go_function")
APPLY_SETTERS = GoProgram("apply-setters", _APPLY_SETTERS, _APPLY_SETTERS, "apply_setters")
STARLARK = GoProgram("starlark", "sigs.k8s.io/kustomize/kyaml", folder="starlark")
GATOR = GoProgram("gator", "github.com/open-policy-agent/gatekeeper/v3", "./cmd/gator", version="v3.23.1")
KYVERNO = GoProgram("kyverno", "github.com/kyverno/kyverno", "./cmd/cli/kubectl-kyverno", version="v1.19.1")

PROGRAMS = (GO_FUNCTION, SET_LABELS, APPLY_SETTERS, STARLARK, GATOR, KYVERNO)
