"""Whether a package has a baseline, and whether that knows every pool that is built."""

from __future__ import annotations

import os
import shlex

from yurt_hostnet.commands.wiring.diagnosis import doubt, good
from yurt_hostnet.commands.wiring.package import HELM, KUSTOMIZE
from yurt_hostnet.commands.wiring.plan import BASELINE_FILE
from yurt_hostnet.commands.wiring.program import Program
from yurt_hostnet.commands.wiring.wired import find_wired, objects_at
from yurt_hostnet.commands.wiring.wiring_checks import build_line
from yurt_hostnet.config.config import BASELINE_KIND
from yurt_hostnet.report.characters import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.commands.wiring.diagnosis import Finding
    from yurt_hostnet.commands.wiring.package import Package

_NAMED = 5


def baseline_findings(package: Package, built: Context | None) -> Iterator[Finding]:
    """Yield what there is of a baseline; `built` is the render without the function, None where it was not made."""
    if package.host == HELM:
        return
    specs = list(_specs(package))
    program = next((each.program for each in find_wired(package)), Program())
    pools = sorted({pool.name for pool in built.pools}) if built is not None else None
    if not specs:
        if pools != []:
            message = "There is no baseline here, so an edit of a pool that cannot be undone is not seen by a build."
            yield doubt("baseline", message, baseline_command(package, program))
        return
    if pools is None:
        yield good("baseline", "There is a baseline.")
        return
    known = {str(pool.get("name")) for spec in specs for pool in _pools(spec)}
    unknown = [name for name in pools if not any(each in name for each in known)]  # a prefix makes no new pool
    if unknown:
        names = ", ".join(map(one_line, unknown[:_NAMED])) + (", …" if len(unknown) > _NAMED else "")
        yield doubt(
            "baseline",
            f"The baseline does not know NodePools that are built: {names}.",
            baseline_command(package, program),
        )
    else:
        yield good("baseline", f"The baseline knows all NodePools that are built ({len(pools)}).")


def _specs(package: Package) -> Iterator[dict[str, Any]]:
    """Yield the spec of each baseline that the function would read."""
    for each in find_wired(package):
        spec = each.data.get("spec")
        baseline = spec.get("baseline") if isinstance(spec, dict) else None
        if isinstance(baseline, dict):
            yield _mapping(baseline.get("spec", baseline))
    if package.host == KUSTOMIZE:
        listed = package.data.get("resources")
        entries = [entry for entry in listed if isinstance(entry, str)] if isinstance(listed, list) else []
    else:
        entries = [name for name in sorted(os.listdir(package.folder)) if name.endswith((".yaml", ".yml"))]
    for entry in entries:
        if "\n" not in entry:
            for data, _ in objects_at(package.place(entry)):
                if data.get("kind") == BASELINE_KIND:
                    yield _mapping(data.get("spec"))


def _pools(spec: dict[str, Any]) -> list[dict[str, Any]]:
    pools = spec.get("pools")
    return [pool for pool in pools if isinstance(pool, dict)] if isinstance(pools, list) else []


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def baseline_command(package: Package, program: Program) -> str:
    """Return how a baseline is written, where the function runs as `program`; nothing runs it if that is empty."""
    word = one_line(shlex.quote(package.folder))
    file = one_line(shlex.quote(package.place(BASELINE_FILE)))
    if package.host == KUSTOMIZE:
        build = build_line(package, program) if program else f"kustomize build {word}"
        listing = f"and name it under resources: of {one_line(package.file.path)}"
        return f"{build} | yurt-hostnet baseline - -o {file}, {listing}"
    return f"yurt-hostnet baseline {word} -o {file}"
