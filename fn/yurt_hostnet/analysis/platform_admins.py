"""PlatformAdmins: the host-network pools for which their controller makes pods that do not use the host network.

Up to openyurt v1.7 none of the pods that pkg/yurtmanager/controller/platformadmin makes does: its EdgeX components
(config/EdgeXConfig) and yurt-iot-dock (iotdock.go).
"""

from __future__ import annotations

from yurt_hostnet.kube.controllers import workload_pools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path


def named_by_platform_admin(context: Context, item: KubeObject) -> Iterator[tuple[Path, str]]:
    """Yield each host-network pool that a PlatformAdmin names: where the name stands, and the name."""
    if (item.group, item.kind) == ("iot.openyurt.io", "PlatformAdmin"):
        for path, name in workload_pools(item.group, item.kind, item.data).items():
            if context.pools.host_network(name):
                yield path, name
