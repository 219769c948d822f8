"""The transformers, in the order in which they run."""

from __future__ import annotations

from yurt_hostnet.transformers import exclude_pods, isolate_infrastructure, label_nodes, record_baseline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.transformers.change import Wishes

TRANSFORMERS: dict[str, Callable[[Context], Wishes]] = {
    exclude_pods.NAME: exclude_pods.exclude_pods,
    isolate_infrastructure.NAME: isolate_infrastructure.isolate_infrastructure,
    label_nodes.NAME: label_nodes.label_nodes,
    record_baseline.NAME: record_baseline.record_baseline,
}
