"""What a function adds to a run of its host: ours beside functions that copy their input, in Go and in Python.

    python -m bench.cold_start [--rounds N]    prints a table; HOSTS is the folder of the host programs

Whole runs of kustomize build, kpt fn eval, helm template and podman run over a small chart, all in turn, round after
round; what cannot be had is left out. ENGINE is the folder of scripts/install-engine, whose image of ours is used.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import BENCH, CACHE, ROOT
from bench.contenders import kustomize_program
from bench.inputs import CHARTS

ALONE, GO, PYTHON, OURS = "alone", "Go identity", "Python identity", "yurt-hostnet"
IMAGE = "localhost/yurt-hostnet:dev"
"""As tests/container builds it."""
HOSTS = Path(os.environ.get("HOSTS", ROOT / ".cache" / "hosts" / "bin"))
ENGINE = Path(os.environ.get("ENGINE", ROOT / ".cache" / "engine"))

Run = tuple[list[str], dict[str, str]]
"""A command, and what it adds to the environment."""


def main() -> int:
    """Measure and print; exit 1 if a run fails."""
    parser = argparse.ArgumentParser(prog="python -m bench.cold_start", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="how often each runs (15)")
    rounds: int = parser.parse_args().rounds
    print(f"| host | {ALONE} | adds: {GO} | adds: {PYTHON} | adds: {OURS} | whole run, beside {PYTHON} |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for host, runs in _hosts(Path(folder), _functions(Path(folder))).items():
            _print(host, _measure(runs, rounds))
    print(f"\nMedians of {rounds} rounds, milliseconds; load {', '.join(f'{load:.1f}' for load in os.getloadavg())}.")
    return 0


def _measure(runs: dict[str, Run], rounds: int) -> dict[str, list[float]]:
    """Return for each run its wall times in milliseconds, one for each round; one more round warms up."""
    chart = (CHARTS / "flannel.yaml").read_bytes()
    times: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, (command, environment) in runs.items():
            started = time.perf_counter()
            subprocess.run(
                command, input=chart, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment},
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            if number:
                times[name].append(1000 * (time.perf_counter() - started))
    return times


def _print(host: str, times: dict[str, list[float]]) -> None:
    """Print one row: what is added is the median of the differences within each round."""
    alone = times[ALONE]
    cells = [f"{statistics.median(alone):.0f}"]
    for name in (GO, PYTHON, OURS):
        if name in times:
            added = [with_it - without for with_it, without in zip(times[name], alone, strict=True)]
            cells.append(f"{statistics.median(added):+.0f}")
        else:
            cells.append("-")
    ratio = statistics.median(mine / floor for mine, floor in zip(times[OURS], times[PYTHON], strict=True))
    print(f"| {host} | {' | '.join(cells)} | {ratio:.2f} x |", flush=True)


def _functions(folder: Path) -> dict[str, Path]:
    """Return the functions, each as a program that needs no arguments."""
    copy = BENCH / "python_function" / "byte_copy.py"
    installed = Path(sys.executable).with_name("yurt-hostnet")
    found = {
        PYTHON: _script(folder / "python-identity", f"{shlex.quote(sys.executable)} {shlex.quote(str(copy))}"),
        OURS: installed if installed.exists() else _script(folder / "ours", f"{sys.executable} -m yurt_hostnet"),
    }
    go = shutil.which("go")
    if go:
        found[GO] = CACHE / "go-identity"
        command = [go, "build", "-trimpath", "-buildvcs=false", "-o", str(found[GO]), "."]
        environment = {**os.environ, "CGO_ENABLED": "0"}
        subprocess.run(command, cwd=BENCH / "go_identity", check=True, env=environment)
    return found


def _script(path: Path, command: str) -> Path:
    path.write_text(f"#!/bin/sh\nexec {command}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def _hosts(folder: Path, functions: dict[str, Path]) -> dict[str, dict[str, Run]]:
    """Return for each host that can be had its run without a function and its runs with each."""
    hosts = {
        "kustomize build": _kustomize(folder, functions),
        "kpt fn eval": _kpt(folder, functions),
        "helm template, Helm 3": _helm3(folder, functions),
        "helm template, Helm 4": _helm4(folder, functions),
        "podman run": _podman(functions),
    }
    return {name: runs for name, runs in hosts.items() if runs}


def _program(name: str) -> str | None:
    return shutil.which(name, path=str(HOSTS)) or shutil.which(name)


def _kustomize(folder: Path, functions: dict[str, Path]) -> dict[str, Run]:
    kustomize = shutil.which("kustomize", path=str(HOSTS)) or kustomize_program()
    runs: dict[str, Run] = {}
    for number, (name, program) in enumerate(({ALONE: None, **functions} if kustomize else {}).items()):
        package = folder / f"kustomize-{number}"
        package.mkdir()
        shutil.copyfile(CHARTS / "flannel.yaml", package / "resources.yaml")
        text = "resources: [resources.yaml]\n"
        if program is not None:
            text += "transformers: [function.yaml]\n"
            shutil.copyfile(program, package / "function")  # kustomize runs only what is in the package
            (package / "function").chmod(0o755)
            config = (
                "apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nmetadata:\n  name: bench\n"
                "  annotations:\n    config.kubernetes.io/function: |-\n      exec: {path: ./function}\n"
            )
            (package / "function.yaml").write_text(config, encoding="utf-8")
        (package / "kustomization.yaml").write_text(text, encoding="utf-8")
        runs[name] = ([str(kustomize), "build", "--enable-alpha-plugins", "--enable-exec", str(package)], {})
    return runs


def _kpt(folder: Path, functions: dict[str, Path]) -> dict[str, Run]:
    """Alone is `cat`, since kpt does nothing without a function."""
    kpt, cat = _program("kpt"), shutil.which("cat")
    if kpt is None or cat is None:
        return {}
    package = folder / "kpt"
    package.mkdir()
    shutil.copyfile(CHARTS / "flannel.yaml", package / "resources.yaml")
    return {
        name: ([kpt, "fn", "eval", str(package), "--output", "unwrap", "--exec", str(program)], {})
        for name, program in {ALONE: cat, **functions}.items()
    }


def _chart(folder: Path) -> Path:
    chart = folder / "chart"
    (chart / "templates").mkdir(parents=True, exist_ok=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: flannel\nversion: 0.1.0\n", encoding="utf-8")
    shutil.copyfile(CHARTS / "flannel.yaml", chart / "templates" / "flannel.yaml")
    return chart


def _helm_home(folder: Path) -> dict[str, str]:
    return {f"HELM_{name}_HOME": str(folder / f"helm-{name.lower()}") for name in ("CACHE", "CONFIG", "DATA")}


def _helm3(folder: Path, functions: dict[str, Path]) -> dict[str, Run]:
    helm = _program("helm3")
    if helm is None:
        return {}
    render = [helm, "template", "bench", str(_chart(folder))]
    home = _helm_home(folder / "helm3")
    runs = {name: ([*render, "--post-renderer", str(program)], home) for name, program in functions.items()}
    return {ALONE: (render, home), **runs}


def _helm4(folder: Path, functions: dict[str, Path]) -> dict[str, Run]:
    helm = _program("helm4")
    if helm is None:
        return {}
    render = [helm, "template", "bench", str(_chart(folder))]
    plugins = folder / "plugins"
    home = {**_helm_home(folder / "helm4"), "HELM_PLUGINS": str(plugins)}
    runs: dict[str, Run] = {ALONE: (render, home)}
    for number, (name, program) in enumerate(functions.items()):
        plugin = plugins / f"function-{number}"
        plugin.mkdir(parents=True)
        (plugin / "plugin.yaml").write_text(
            f"apiVersion: v1\ntype: postrenderer/v1\nname: function-{number}\nversion: 0.1.0\nruntime: subprocess\n"
            f"runtimeConfig:\n  platformCommand:\n  - command: {program}\n",
            encoding="utf-8",
        )
        runs[name] = ([*render, "--post-renderer", f"function-{number}"], home)
    return runs


def _podman(functions: dict[str, Path]) -> dict[str, Run]:
    """Our image; in it the copying functions, so that only the function differs. Alone is Python that does nothing."""
    podman = shutil.which("podman")
    environment = {
        "CONTAINERS_CONF": str(ENGINE / "containers.conf"),
        "CONTAINERS_STORAGE_CONF": str(ENGINE / "storage.conf"),
        "PATH": f"{ENGINE / 'bin'}{os.pathsep}{os.environ['PATH']}",
    }
    if podman is None or not ENGINE.exists():
        return {}
    exists = [podman, "image", "exists", IMAGE]
    if subprocess.run(exists, check=False, env={**os.environ, **environment}).returncode != 0:
        return {}
    run = [podman, "run", "--rm", "--interactive", "--pull=never", "--network=none"]
    python = [*run, "--entrypoint=python3", IMAGE, "-I", "-S", "-c"]
    runs: dict[str, Run] = {
        ALONE: ([*python, "pass"], environment),
        PYTHON: ([*python, "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())"], environment),
        OURS: ([*run, IMAGE], environment),
    }
    if GO in functions:
        runs[GO] = ([*run, f"--volume={functions[GO]}:/identity:ro", "--entrypoint=/identity", IMAGE], environment)
    return runs


if __name__ == "__main__":
    sys.exit(main())
