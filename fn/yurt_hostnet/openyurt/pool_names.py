"""Pool names: where pod templates name NodePools, and what NodePools were called before kustomize renamed them."""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.kube.overrides import patches
from yurt_hostnet.kube.paths import find, parse_path
from yurt_hostnet.kube.placement import workload_pools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate

PREVIOUS_NAMES = "internal.config.kubernetes.io/previousNames"
"""kustomize's note of the names that an object had before, first to last, joined by commas (api/resource)."""

_EXPRESSIONS = parse_path(f"affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms[].matchExpressions[]")


def in_words(names: Sequence[str]) -> str:
    """Return `pool beijing` or `pools beijing, shanghai`."""
    return f"pool{'s' if len(names) > 1 else ''} {', '.join(names)}"


def previous_names(annotations: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names that an object with these annotations had before, each once; () outside kustomize."""
    previous = annotations.get(PREVIOUS_NAMES)
    return tuple(name for name in dict.fromkeys(previous.split(",")) if name) if isinstance(previous, str) else ()


def named_pools(template: PodTemplate, label: str) -> Iterator[tuple[Path, str]]:
    """Yield (path, name) for each pool that a template's nodeSelector, its node affinity or its workload names.

    `label` is the node label that holds the pool. The path leads to the name.
    """
    for path, value in find(template.spec, ("nodeSelector", label)):
        if isinstance(value, str):
            yield (*template.spec_path, *path), value
    for path, expression in find(template.spec, _EXPRESSIONS):
        if isinstance(expression, dict) and expression.get("key") == label:
            for below, value in find(expression, ("values", None)):
                if isinstance(value, str):
                    yield (*template.spec_path, *path, *below), value
    group, kind, data = template.group, template.kind, template.owner
    named = workload_pools(group, kind, data)
    for patch in patches(group, kind, data):
        named.update(patch.pools)  # which may be the same ones
    yield from named.items()
