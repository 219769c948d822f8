"""The house rules that a machine can hold: imports go down, start-up stays lean, every module says what it is for."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import yurt_hostnet

PACKAGE = Path(yurt_hostnet.__file__).parent
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))

LAYERS = (
    ("__main__", "cli", "help"),
    ("commands",),
    ("hosts",),
    ("terminal",),
    ("report",),
    ("engine",),
    ("transformers",),
    ("validators",),
    ("analysis",),
    ("baseline",),
    ("config",),
    ("openyurt",),
    ("kube",),
    ("krm",),
    ("textedit",),
)
"""From the top down; modules of one layer may import each other."""

LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}

HEAVY = [
    *("typing", "dataclasses", "argparse", "json", "difflib", "logging", "pathlib", "inspect", "tempfile"),
    *("subprocess", "importlib.metadata", "ruamel", "ruamel.yaml", "jsonpatch", "jsonpointer", "pathspec"),
]
"""Modules that must not be loaded on the way through the filter; each costs a part of the start-up budget."""

SMALL = b"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"
EDITED = (
    b"apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n"
    b'    apps.openyurt.io/exclude-host-network-pool: "true"\nspec:\n  containers: []\n'
)


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_down(module: str) -> None:
    """A module imports only from its own layer or from those below, for type checking too."""
    level = LEVEL.get(top(module))
    above = [name for name in imports(module) if level is not None and LEVEL[top(name)] < level]
    assert above == []


def test_no_module_imports_another_in_a_circle() -> None:
    """Not inside functions and not for types either: whoever reads a module can read what it needs first."""
    names = {module.removesuffix(".py").removesuffix("/__init__") for module in MODULES}
    graph = {}
    for module in MODULES:
        own = module.removesuffix(".py").removesuffix("/__init__")
        graph[own] = {name for name in imported(module) if name in names and name != own}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_every_module_has_its_layer() -> None:
    assert sorted({top(module) for module in MODULES} - {"__init__"} - LEVEL.keys()) == []


@pytest.mark.parametrize("module", MODULES)
def test_first_line_says_what_the_module_is_for(module: str) -> None:
    first = (PACKAGE / module).read_text(encoding="utf-8").splitlines()[0].lstrip("r")
    assert first.startswith('"""')
    assert len(first) > len('"""""".') + 10


LONGEST = 270
"""Lines of code in one module: without blank lines, comments and docstrings, which are not to be short for a count."""


@pytest.mark.parametrize("module", MODULES)
def test_length(module: str) -> None:
    text = (PACKAGE / module).read_text(encoding="utf-8")
    lines = {number for number, line in enumerate(text.splitlines(), 1) if line.strip() and line.strip()[0] != "#"}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    assert len(lines) <= LONGEST


@pytest.mark.parametrize("text", [SMALL, EDITED], ids=["untouched", "edited"])
def test_start_up_loads_nothing_heavy(text: bytes) -> None:
    """The filter, run on a small input, leaves the heavy part of the standard library and of PyPI alone."""
    script = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from yurt_hostnet.cli import run\n"
        "code = run([])\n"
        "sys.stderr.write(' '.join(sorted(set(sys.modules) - before)))\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n{script}"],
        input=text,
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    loaded = done.stderr.decode().split()
    assert "yurt_hostnet.engine.process" in loaded
    assert [name for name in HEAVY if name in loaded] == []


def top(module: str) -> str:
    """Return the name of the layer's member that a module is, or is in: `krm/edit.py` -> `krm`."""
    return module.removesuffix(".py").replace(".", "/").partition("/")[0]


def imported(module: str) -> set[str]:
    """Return what a module imports of this package, and what it imports out of that: `krm/edit` and `krm/edit/Edit`."""
    found = set()
    for node in ast.walk(ast.parse((PACKAGE / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("yurt_hostnet"):
            base = str(node.module).removeprefix("yurt_hostnet").removeprefix(".").replace(".", "/")
            found |= {base, *(f"{base}/{alias.name}".removeprefix("/") for alias in node.names)}
    return found


def imports(module: str) -> list[str]:
    """Return the modules of this package that a module imports anywhere, as paths without suffix."""
    tree = ast.parse((PACKAGE / module).read_text(encoding="utf-8"))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "yurt_hostnet":
            found += [alias.name for alias in node.names if alias.name != "__version__"]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("yurt_hostnet."):
            found.append(str(node.module).partition(".")[2])
        elif isinstance(node, ast.Import):
            found += [alias.name.partition(".")[2] for alias in node.names if alias.name.startswith("yurt_hostnet.")]
    return found
