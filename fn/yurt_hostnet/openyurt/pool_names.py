"""Pool names: where pod templates name NodePools, and what NodePools were called before kustomize renamed them."""

from __future__ import annotations

from itertools import islice

from yurt_hostnet.kube.controllers import workload_pools
from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.kube.overrides import patches
from yurt_hostnet.kube.paths import find, parse_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate

PREVIOUS_NAMES = "internal.config.kubernetes.io/previousNames"
"""kustomize's note of the names that an object had before, first to last, joined by commas (api/resource)."""

TOPOLOGY_WORDS = (b"YurtAppSet", b"YurtAppDaemon", b"UnitedDeployment", b"PlatformAdmin")
"""Workloads whose controllers place pods themselves (kube.controllers.PLACING_KINDS)."""

_MANY = 64
"""From so many names on it is cheaper to look at every pod that names pools than to search for each name."""

_EXPRESSIONS = parse_path(f"affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms[].matchExpressions[]")


SHOWN = 20
"""So many names are told; with all of them, N findings on N pools would be a text of N x N names."""


def listed(names: Collection[str]) -> str:
    """Return names with commas between them, and of very many only the first and how many there are."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return f"{', '.join(islice(names, SHOWN))}{more}"


def in_words(names: Collection[str]) -> str:
    """Return `pool beijing` or `pools beijing, shanghai`; see `listed`."""
    return f"pool{'s' if len(names) > 1 else ''} {listed(names)}"


def previous_names(annotations: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names that an object with these annotations had before, each once; () outside kustomize."""
    previous = annotations.get(PREVIOUS_NAMES)
    return tuple(name for name in dict.fromkeys(previous.split(",")) if name) if isinstance(previous, str) else ()


def naming_words(names: Collection[str], label: str) -> list[bytes]:
    """Return words of which every object holds one whose pods name one of these pools; see `named_pools`."""
    return [label.encode(), *TOPOLOGY_WORDS] if len(names) > _MANY else [name.encode() for name in names]


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
    named = workload_pools(group, kind, data, label)
    last = None
    for patch in patches(group, kind, data):
        if patch.target is not last:
            named.update(patch.pools)  # which may be the same ones
        last = patch.target
    yield from named.items()
