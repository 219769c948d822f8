"""The contenders: how each is found or built, and what it is called with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bench.inputs import FORMATS, RESOURCE_LIST, SELECTED_LABEL, STREAM

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.inputs import Input

BENCH = Path(__file__).resolve().parent
ROOT = BENCH.parent
CACHE = ROOT / ".cache" / "bench"

OURS = "yurt-hostnet"
INTERPRETER = "interpreter start"
BYTE_COPY = "interpreter + byte copy"
CAT = "cat"
GO = "Go function"
PYYAML = "Python, PyYAML"
RUAMEL = "Python, ruamel.yaml"
KUSTOMIZE_JSON6902 = "kustomize, JSON6902 patches"
KUSTOMIZE_STRATEGIC = "kustomize, strategic patch"


@dataclass
class Contender:
    """One way to do the job, or a floor that does nothing (`works` is False: its output is not checked).

    `argv(input, path)` returns the command, None where the contender cannot do that input. `slow` ones
    run only on inputs for everyone.
    """

    name: str
    argv: Callable[[Input, Path], list[str] | None]
    works: bool = True
    slow: bool = False
    forms: tuple[str, ...] = FORMATS
    env: dict[str, str] = field(default_factory=dict)


def contenders() -> tuple[list[Contender], list[str]]:
    """Build what must be built; return the contenders, and a sentence for each that cannot be had here."""
    CACHE.mkdir(parents=True, exist_ok=True)
    python = sys.executable
    function = str(BENCH / "python_function" / "function.py")
    found = [
        Contender(OURS, lambda _input, _path: _ours()),
        Contender(CAT, _fixed(shutil.which("cat") or "/bin/cat"), works=False),
        Contender(INTERPRETER, _fixed(python, "-c", "pass"), works=False),
        Contender(BYTE_COPY, _fixed(python, str(BENCH / "python_function" / "byte_copy.py")), works=False),
    ]
    missing = []
    go = _build_go()
    if go:
        found.append(Contender(GO, _fixed(go), forms=(RESOURCE_LIST,)))
    else:
        missing.append("The Go function is missing: there is no `go` on PATH.")
    found += [
        Contender(PYYAML, _fixed(python, function, "pyyaml"), slow=True),
        Contender(RUAMEL, _fixed(python, function, "ruamel"), slow=True),
    ]
    kustomize = kustomize_program()
    if kustomize:
        for name, patches in ((KUSTOMIZE_JSON6902, _json6902), (KUSTOMIZE_STRATEGIC, _strategic)):
            command = _kustomize(kustomize, name.split()[1].rstrip(","), patches)
            found.append(Contender(name, command, slow=True, forms=(STREAM,)))
    else:
        missing.append("kustomize is missing: put it on PATH, or run `make hosts`.")
    return found, missing


def kustomize_program() -> str | None:
    """Return kustomize from PATH or from where `make hosts` puts it."""
    return shutil.which("kustomize") or shutil.which("kustomize", path=str(ROOT / ".cache" / "hosts" / "bin"))


def _fixed(*argv: str) -> Callable[[Input, Path], list[str] | None]:
    return lambda _input, _path: list(argv)


def _ours() -> list[str]:
    """Return the installed console script where there is one, as hosts call it."""
    script = Path(sys.executable).with_name("yurt-hostnet")
    return [str(script)] if script.exists() else [sys.executable, "-m", "yurt_hostnet"]


def _build_go() -> str | None:
    go = shutil.which("go")
    if go is None:
        return None
    program = CACHE / "go-function"
    command = [go, "build", "-trimpath", "-o", str(program), "."]
    subprocess.run(command, cwd=BENCH / "go_function", check=True, env={**os.environ, "CGO_ENABLED": "0"})
    return str(program)


def _kustomize(program: str, name: str, patches: Callable[[Input], str]) -> Callable[[Input, Path], list[str] | None]:
    """Return what makes a kustomization for an input and the command that builds it."""

    def argv(source: Input, path: Path) -> list[str] | None:
        patch = patches(source)
        if not patch:
            return None
        folder = CACHE / "kustomize" / f"{source.name}-{name}"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / "resources.yaml")
        text = f"resources:\n- resources.yaml\npatches:\n{patch}"
        (folder / "kustomization.yaml").write_text(text, encoding="utf-8")
        return [program, "build", str(folder)]

    return argv


_REQUIREMENT = "{key: nodepool.openyurt.io/hostnetwork, operator: NotIn, values: ['true']}"
_AFFINITY = (
    f"requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{{matchExpressions: [{_REQUIREMENT}]}}]}}"
)
_TERMS = "/spec/template/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms"


def _targets(source: Input) -> list[tuple[str, int]]:
    """Return what must be patched, as a selector, with the number of its terms."""
    marked = f"{{kind: Deployment, labelSelector: {SELECTED_LABEL}=true}}"
    if source.objects:
        return [(marked, source.terms)]
    coredns = "{kind: Deployment, name: coredns}"
    return {
        "flannel": [("{kind: DaemonSet, name: kube-flannel-ds}", 1)],
        "coredns": [(coredns, 0)],
        "crds": [(marked, 1), (coredns, 0)],
    }[source.name.partition("-")[0]]


def _json6902(source: Input) -> str:
    """Return JSON6902 patches; somebody has had to count the terms of each workload."""
    text = ""
    for target, terms in _targets(source):
        text += f"- target: {target}\n  patch: |-\n"
        if not terms:
            value = f"{{nodeAffinity: {{{_AFFINITY}}}}}"
            text += f"    - {{op: add, path: /spec/template/spec/affinity, value: {value}}}\n"
        for term in range(terms):
            path = f"{_TERMS}/{term}/matchExpressions/-"
            text += f"    - {{op: add, path: {path}, value: {_REQUIREMENT}}}\n"
    return text


def _strategic(source: Input) -> str:
    """Return a strategic merge patch, which can only replace the terms: "" where there are some."""
    if any(terms for _, terms in _targets(source)):
        return ""
    return "".join(
        f"- target: {target}\n  patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {{name: any}}\n"
        f"    spec: {{template: {{spec: {{affinity: {{nodeAffinity: {{{_AFFINITY}}}}}}}}}}}\n"
        for target, _ in _targets(source)
    )
