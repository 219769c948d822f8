"""What a cluster makes of an edit: old and new values after OpenYurt's defaults and conversions and kubectl's merge.

Applying a manifest removes only what the manifest before it held; and OpenYurt's mutating webhook runs before
its validating one (openyurtio/openyurt, pkg/yurtmanager/webhook/node/v1/node_default.go and
node_validation.go, pkg/apis/apps/v1beta1/nodepool_conversion.go).
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import HOST_NETWORK, HOST_NETWORK_LABEL, NODES, POOL, POOLS, Key, State
from yurt_hostnet.openyurt.names import HOSTNETWORK_VALUE
from yurt_hostnet.openyurt.pools import LOST_FIELD, read_pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.openyurt.pools import Pools


def seen_by_cluster(
    key: Key, before: State, fields: dict[str, Any], data: dict[str, Any], pools: Pools
) -> tuple[State, dict[str, Any]]:
    """Return the old state and the new fields as the validating webhook would get them.

    `fields` are what the object (plain data) says now, `pools` those that the package declares.
    """
    if key.section == POOLS and before.version == "v1beta2" and fields[HOST_NETWORK]:
        # The cluster has v1beta2, so it is 1.7 or later, whose conversion drops the field of v1beta1.
        pool = read_pool(data)
        return before, {**fields, HOST_NETWORK: pool is None or pool.doubt != LOST_FIELD}
    if key.section == NODES:
        old = {**before.fields, HOST_NETWORK_LABEL: written_label(before.fields, pools)}
        new = {**fields, HOST_NETWORK_LABEL: _label_after(before, old, fields, pools)}
        return State(old, before.place, before.version, before.live), new
    return before, fields


def written_label(fields: dict[str, Any], pools: Pools) -> str:
    """Return the hostnetwork label of a Node after the webhook, which writes it in host-network pools only."""
    pool: str = fields[POOL]
    if pool and pools.host_network(pool):
        return HOSTNETWORK_VALUE
    label: str = fields[HOST_NETWORK_LABEL]
    return label


def _label_after(before: State, old: dict[str, Any], fields: dict[str, Any], pools: Pools) -> str:
    """Return the label after the edit; one that no manifest held stays."""
    label = written_label(fields, pools)
    if label:
        return label
    stays: str = old[HOST_NETWORK_LABEL]
    pool, old_pool = fields[POOL], old[POOL]
    if pool and old_pool and pool != old_pool:
        return stays  # the move is a finding, and without the move the label is as it was
    if pool and pool == old_pool and pools.host_network(pool) is None:
        return stays  # the package does not say, but the label does, that it is a host-network pool
    in_manifest = bool(before.fields[HOST_NETWORK_LABEL]) and not before.live
    return "" if in_manifest else stays
