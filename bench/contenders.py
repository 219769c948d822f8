"""The contenders: how each is found or built, and what it is called with."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bench import BENCH, CACHE, ROOT
from bench.go_programs import APPLY_SETTERS, GATOR, GO_FUNCTION, KYVERNO, SET_LABELS, STARLARK, BuildError, GoProgram
from bench.inputs import FORMATS, RESOURCE_LIST, SELECTED_LABEL, STREAM
from bench.meaning import COPY, LABEL, NOTHING, PODS, REQUIREMENT

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.inputs import Input

OURS = "yurt-hostnet"
INTERPRETER = "interpreter start"
BYTE_COPY = "interpreter + byte copy"
CAT = "cat"
GO = "Go function"
PYYAML = "Python, PyYAML"
RUAMEL = "Python, ruamel.yaml"
KUSTOMIZE_JSON6902 = "kustomize, JSON6902 patches"
KUSTOMIZE_STRATEGIC = "kustomize, strategic patch"
STARLARK_SCRIPT = "Starlark, kyaml"
KYVERNO_APPLY = "Kyverno, apply"
GATOR_EXPAND = "gator, expand (pods only)"
SETS_A_LABEL = "Go function, sets a label"
SETS_NOTHING = "kpt apply-setters, sets nothing"


@dataclass
class Contender:
    """One way to do the job, or a floor that does less (`job`, see meaning.py; the output of NOTHING is not checked).

    `argv(input, path)` returns the command, None where the contender cannot do that input. `slow` ones
    run only on inputs for everyone. `output` is the file that it writes, None for stdout.
    """

    name: str
    argv: Callable[[Input, Path], list[str] | None]
    job: str = REQUIREMENT
    slow: bool = False
    output: Path | None = None
    forms: tuple[str, ...] = FORMATS
    env: dict[str, str] = field(default_factory=dict)


def contenders() -> tuple[list[Contender], list[str]]:
    """Build what must be built; return the contenders, and a sentence for each that cannot be had here."""
    CACHE.mkdir(parents=True, exist_ok=True)
    python = sys.executable
    function = str(BENCH / "python_function" / "function.py")
    found = [
        Contender(OURS, lambda _input, _path: _ours()),
        Contender(CAT, _fixed(shutil.which("cat") or "/bin/cat"), job=NOTHING),
        Contender(INTERPRETER, _fixed(python, "-c", "pass"), job=NOTHING),
        Contender(BYTE_COPY, _fixed(python, str(BENCH / "python_function" / "byte_copy.py")), job=NOTHING),
    ]
    missing: list[str] = []
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
    for program, contender in _GO_CONTENDERS:
        _add(found, missing, program, contender)
    return found, missing


def _add(found: list[Contender], missing: list[str], program: GoProgram, contender: Callable[[str], Contender]) -> None:
    try:
        found.append(contender(program.build()))
    except BuildError as error:
        missing.append(str(error))


def kustomize_program() -> str | None:
    """Return kustomize from PATH or from where `make hosts` puts it."""
    return shutil.which("kustomize") or shutil.which("kustomize", path=str(ROOT / ".cache" / "hosts" / "bin"))


def _fixed(*argv: str) -> Callable[[Input, Path], list[str] | None]:
    return lambda _input, _path: list(argv)


def _ours() -> list[str]:
    """Return the installed console script where there is one, as hosts call it."""
    script = Path(sys.executable).with_name("yurt-hostnet")
    return [str(script)] if script.exists() else [sys.executable, "-m", "yurt_hostnet"]


def _starlark(program: str) -> Contender:
    script = str(BENCH / "starlark" / "require.star")
    return Contender(STARLARK_SCRIPT, _fixed(program, script), slow=True, forms=(RESOURCE_LIST,))


def _gator(program: str) -> Contender:
    mutators = str(BENCH / "gator" / "mutators.yaml")
    return Contender(GATOR_EXPAND, _fixed(program, "expand", "--filename", mutators), PODS, slow=True, forms=(STREAM,))


def _kyverno(program: str) -> Contender:
    """Return Kyverno; what it writes to stdout is no YAML, so it writes a file."""
    policy, output = str(BENCH / "kyverno" / "policy.yaml"), CACHE / "kyverno.yaml"

    def argv(_source: Input, path: Path) -> list[str]:
        return [program, "apply", policy, "--resource", str(path), "--output", str(output)]

    return Contender(KYVERNO_APPLY, argv, slow=True, output=output, forms=(STREAM,))


_GO_CONTENDERS: tuple[tuple[GoProgram, Callable[[str], Contender]], ...] = (
    (GO_FUNCTION, lambda go: Contender(GO, _fixed(go), forms=(RESOURCE_LIST,))),
    (SET_LABELS, lambda go: Contender(SETS_A_LABEL, _fixed(go), LABEL, forms=(RESOURCE_LIST,))),
    (APPLY_SETTERS, lambda go: Contender(SETS_NOTHING, _fixed(go), COPY, forms=(RESOURCE_LIST,))),
    (STARLARK, _starlark),
    (GATOR, _gator),
    (KYVERNO, _kyverno),
)


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
