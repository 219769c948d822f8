"""The transformers, in the order in which they run."""

from __future__ import annotations

from yurt_hostnet.transformers import exclude_pods, isolate_infrastructure, label_nodes, record_baseline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType
    from typing import TypeAlias

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.transformers.change import Wishes
    from yurt_hostnet.validators.finding import Finding

    Visitor: TypeAlias = tuple[
        str, Callable[[Context], Groups], Callable[[Context, KubeObject], Wishes | Iterator[Finding]]
    ]

VISITORS: tuple[Visitor, ...] = (
    (exclude_pods.NAME, exclude_pods.words, exclude_pods.wishes),
    (isolate_infrastructure.NAME, isolate_infrastructure.words, isolate_infrastructure.wishes),
    (isolate_infrastructure.NAME, isolate_infrastructure.agent_words, isolate_infrastructure.unknown_agents),
    (label_nodes.NAME, label_nodes.words, label_nodes.wishes),
)
"""Transformers that look at one object by itself: name, words of which it holds one of each group, what is wanted."""

FOR_PACKAGES: dict[str, Callable[[Context], Wishes]] = {record_baseline.NAME: record_baseline.record_baseline}
"""What a transformer wants that needs the whole package."""

TRANSFORMERS: dict[str, ModuleType] = {
    module.NAME: module for module in (exclude_pods, isolate_infrastructure, label_nodes, record_baseline)
}
"""The module of each, whose docstring is its documentation."""
