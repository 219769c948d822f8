"""Label declared Nodes of host-network pools, as OpenYurt's node webhook does; the pool label is never written."""

from __future__ import annotations

from yurt_hostnet.analysis.context import is_node
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, HOSTNETWORK_VALUE
from yurt_hostnet.transformers.change import Change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.transformers.change import Wishes

NAME = "label-nodes"


def words(context: Context) -> Groups:
    """Return the words of which a Node in a pool holds one of each group."""
    return context.node_words


def wishes(context: Context, item: KubeObject) -> Wishes:
    """Yield the label that a Node of a host-network pool lacks.

    A Node whose label has another value is left alone: rule node-hostnetwork-label-mismatch speaks of it.
    """
    if not is_node(item):
        return
    pool = context.pools.pool_of(item.labels)
    if context.pools.host_network(pool) and item.labels.get(HOSTNETWORK_LABEL) is None:
        if pool in context.pool_edits:  # refused by OpenYurt, which would not label the node either
            return
        if context.is_of_another_build(item, pool):
            return
        edit = Edit(("metadata", "labels", HOSTNETWORK_LABEL), HOSTNETWORK_VALUE)
        yield Change(item, [edit], f"NodePool {pool} uses the host network")
