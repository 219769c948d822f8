"""Patched ports: ports of their nodes that pods take where overrides of their workload say so."""

from __future__ import annotations

from yurt_hostnet.analysis.pool_views import place_of, spend
from yurt_hostnet.kube.ports import host_ports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.analysis.landing import Landing
    from yurt_hostnet.analysis.pool_views import PoolView
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Place
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.kube.ports import HostPort


_FEW = 8
"""Of so many ports of one view it is looked for which patch gives it; of more, the last patch stands for all."""


def place_of_port(view: PoolView, item: KubeObject, port: HostPort) -> Place:
    """Return object, path and origin of what gives pods a port: an entry of the workload's template, or a patch."""

    def takes(template: PodTemplate) -> bool:
        return port in host_ports(template.spec, template.spec_path)

    if view.port_causes is None:
        own = host_ports(view.base.spec, view.base.spec_path)
        view.port_causes = ({(one.path, str(one)) for one in own}, {})
    own_ports, causes = view.port_causes
    mark, patch = (port.path, str(port)), None
    if mark not in own_ports:
        if mark not in causes:
            causes[mark] = view.cause(takes) if len(causes) < _FEW else view.last_patch
        patch = causes[mark]
    return item.at(port.path) if patch is None else place_of(patch, item, view.base)


def pools_open_to(landing: Landing, item: KubeObject, view: PoolView) -> int:
    """Return the mask of the pools of a view that are open to its pods, see Landing.open_to.

    Raises MalformedAffinity, and InputError where there is too much to look at.
    """
    spend(landing.context, item, len(view.pools))
    return landing.open_to(item, view.template) & landing.context.pool_masks.of(view.pools)
