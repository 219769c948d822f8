"""The figures of the guard: what is counted, on which inputs, and the comparison with the accepted ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.inputs import FORM_TITLES, FORMATS, STREAM, Input, deployment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Figures = dict[str, dict[str, int]]
"""What is measured -> unit -> figure."""

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
ACCEPTED = HERE / "accepted.json"
PROGRAM = ROOT / "fn"
GROWTH = 10
"""How many per cent a figure may grow."""

INSTRUCTIONS, CALLS, PASSES = "instructions", "calls into C", "passes over the text"
OWN_MODULES, OTHER_MODULES = "modules of ours", "other modules"
_FEW, _MANY = 1, 5
_SHORT, _LONG = 256, 512  # KiB


def version() -> str:
    """Return the minor version of this Python, under which its figures are kept: instructions differ between them."""
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def measure(program: Path = PROGRAM) -> tuple[Figures, list[str]]:
    """Count runs of the program in the folder `program`; return the figures, and the names of the other modules.

    Raises RuntimeError if a run fails.
    """
    figures: Figures = {}
    others: set[str] = set()
    for form in FORMATS:
        title = FORM_TITLES[form]
        figures[f"start-up, small chart, {title}"], other = start_up(form, program)
        others.update(other)
        figures[f"each edited Deployment, {title}"] = _each(form, _annotated, program)
        figures[f"each untouched Deployment, {title}"] = _each(form, _plain, program)
        figures[f"each edited Deployment that only PyYAML can read, {title}"] = _each(form, _anchored, program)
        short, long = (count(_definitions(form, size), program) for size in (_SHORT, _LONG))
        crds = f"CustomResourceDefinition, {title}"
        figures[f"each 256 KiB of {crds}"] = {unit: long[unit] - short[unit] for unit in (INSTRUCTIONS, CALLS)}
        figures[f"one large {crds}"] = {PASSES: long[PASSES]}
    return figures, sorted(others)


def start_up(form: str, program: Path = PROGRAM) -> tuple[dict[str, int], list[str]]:
    """Count one run over a small chart; return its figures, and the names of the modules that are not ours."""
    counts = count(b"".join(_package(form, Input(f"flannel-{form}", "", form).documents())), program)
    others = [name for name in counts["modules"] if name.partition(".")[0] != "yurt_hostnet"]
    return {
        **{unit: counts[unit] for unit in (INSTRUCTIONS, CALLS)},
        OWN_MODULES: len(counts["modules"]) - len(others),
        OTHER_MODULES: len(others),
    }, others


def grown(now: Figures, accepted: Figures) -> list[str]:
    """Return a sentence for each figure that is more than GROWTH per cent above the accepted one, or has none."""
    found = []
    for title, units in now.items():
        for unit, figure in units.items():
            known = accepted.get(title, {}).get(unit)
            if known is None:
                found.append(f"{title}: {unit}: {figure:,}, and nothing is accepted.")
            elif figure * 100 > known * (100 + GROWTH):
                found.append(f"{title}: {unit}: {figure:,}, accepted {known:,}{_change(figure, known)}.")
    return found


def shrunk(now: Figures, accepted: Figures) -> list[str]:
    """Return a sentence for each figure more than GROWTH per cent below the accepted one, which leaves room to grow."""
    return [
        f"{title}: {unit}: {figure:,}, accepted {known:,}{_change(figure, known)}."
        for title, units in now.items()
        for unit, figure in units.items()
        if (known := accepted.get(title, {}).get(unit)) is not None and figure * 100 < known * (100 - GROWTH)
    ]


def read(path: Path = ACCEPTED) -> dict[str, Any]:
    """Return the accepted figures: Python version -> {"figures": Figures, "other modules": names}."""
    return dict(json.loads(path.read_text(encoding="utf-8")))


def accept(figures: Figures, others: list[str], path: Path = ACCEPTED) -> None:
    """Write the figures as the accepted ones of this Python; those of other versions stay."""
    known = read(path) if path.exists() else {}
    known[version()] = {"figures": figures, OTHER_MODULES: others}
    in_order = dict(sorted(known.items(), key=lambda row: [int(number) for number in row[0].split(".")]))
    path.write_text(json.dumps(in_order, indent=2) + "\n", encoding="utf-8")


def _change(figure: int, known: int) -> str:
    return f" ({100 * (figure - known) / known:+.0f} %)" if known else ""


def count(text: bytes, program: Path = PROGRAM) -> dict[str, Any]:
    """Count one run over `text` in a fresh process. Raises RuntimeError if it fails."""
    import yaml

    paths = [str(program), str(Path(yaml.__file__).resolve().parent.parent)]
    command = [sys.executable, "-S", "-s", str(HERE / "count.py"), *paths]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, input=text, capture_output=True, check=False, env=environment)
    if done.returncode != 0:
        raise RuntimeError(f"The counted run failed:\n{done.stderr.decode()}")
    counts: dict[str, Any] = json.loads(done.stdout)
    if counts["code"] != 0:
        raise RuntimeError(f"The filter failed with {counts['code']}:\n{done.stderr.decode()}")
    return counts


def _package(form: str, documents: Iterator[str]) -> Iterator[bytes]:
    """Yield the documents in a form, as bytes."""
    if form == STREAM:
        for document in documents:
            yield f"---\n{document}".encode()
        return
    yield b"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    for document in documents:
        lines = document.splitlines(keepends=True)
        yield "".join([f"- {lines[0]}", *(f"  {line}" if line.strip() else line for line in lines[1:])]).encode()


def _each(form: str, make: Callable[[int], str], program: Path) -> dict[str, int]:
    """Count what one more of the Deployments that `make` makes costs, where all that is loaded once is loaded."""
    first = [_annotated(1000), _anchored(1001)]
    few, many = (
        count(b"".join(_package(form, iter([*first, *map(make, range(number))]))), program) for number in (_FEW, _MANY)
    )
    return {unit: round((many[unit] - few[unit]) / (_MANY - _FEW)) for unit in (INSTRUCTIONS, CALLS)}


def _annotated(number: int) -> str:
    return deployment(number, 1, annotated=True)


def _plain(number: int) -> str:
    return deployment(number, 1, annotated=False)


def _anchored(number: int) -> str:
    """Return an annotated Deployment with an anchor and its alias, which the quick reader leaves to PyYAML."""
    text = deployment(number, 1, annotated=True)
    return text.replace("cpu: 50m", "cpu: &cpu 50m").replace("memory: 128Mi", "memory: 128Mi\n            cpu: *cpu")


def _definitions(form: str, size: int) -> bytes:
    """Return a package of one CustomResourceDefinition of `size` KiB and one edited Deployment."""
    head = (
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: tests.example.com\n"
        "spec:\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n"
    )
    field = (
        "          field{number:06}:\n            type: object\n            description: |-\n"
        "              The pod's Node, its affinity and its nodeSelectorTerms: see https://example.com/docs.\n"
        '              A "hostNetwork" of true shares the node\'s ports; this is prose, in apps.openyurt.io/ or not.\n'
    )
    fields = (size << 10) // len(field)
    crd = head + "".join(field.format(number=number) for number in range(fields))
    return b"".join(_package(form, iter([crd, deployment(0, 1, annotated=True)])))
