"""Pool networks: in which host-network pools the pods of a workload with overrides are without the host network."""

from __future__ import annotations

from yurt_hostnet.analysis.pins import named_host_pools, tie_of
from yurt_hostnet.analysis.pool_views import place_of, pool_views
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.openyurt.pool_names import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.landing import Landing
    from yurt_hostnet.analysis.pool_views import PoolView
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Place
    from yurt_hostnet.kube.pod_template import PodTemplate


CLUSTER_DNS = "ClusterFirstWithHostNet"
"""The dnsPolicy with which a pod on the host network asks the cluster's DNS."""


class PoolNetworks:
    """Where the pods of a workload that may run in host-network pools only are without the host network.

    `bare` is what ties them to pools in which neither the template nor a patch says hostNetwork, "" if nothing does.
    `patched` holds for each patch that takes it away what ties the pods there, where it stands, and whether they keep
    it all the same (see PoolView).
    """

    __slots__ = ("bare", "patched")

    def __init__(self, bare: str) -> None:
        self.bare = bare
        self.patched: list[tuple[str, Place, bool]] = []


def pool_networks(landing: Landing, item: KubeObject, template: PodTemplate, tie: str) -> PoolNetworks:
    """Return the networks of a template that `tie` (half a sentence, from Landing.tied) binds to host-network pools."""
    found = PoolNetworks("" if template.host_network or template.network_is_unknown else tie)
    views = pool_views(landing.context, item, template)
    if not views:
        return found
    hosts = dict.fromkeys(named_host_pools(landing.context, template))
    lacking = dict(hosts)
    for view in views:
        names = [name for name in view.pools if name in hosts]
        for name in names:
            del lacking[name]
        if (hosts and not names) or _has_network(landing, item, view):
            continue
        patch = (
            view.cause(lambda one: one.host_network) if template.host_network or view.template.host_network else None
        )
        if patch is not None:
            where = f"its workload names host-network {in_words(names)}" if names else tie
            found.patched.append((where, place_of(patch, item, template), view.template.host_network))
        elif view.is_sure:
            lacking.update(dict.fromkeys(names))
    if template.network_is_unknown:
        found.bare = ""
    elif not template.host_network and hosts:
        found.bare = tie if len(lacking) == len(hosts) else ""
        if lacking and not found.bare:
            found.bare = f"its workload names host-network {in_words([name for name in hosts if name in lacking])}"
    elif any(_has_network(landing, item, view) for view in views):
        found.bare = ""
    return found


def in_host_pools(
    context: Context, item: KubeObject, template: PodTemplate, holds: Callable[[PodTemplate], bool]
) -> tuple[Collection[str] | None, list[tuple[list[str], Place]]]:
    """Return the host-network pools that a workload names where something holds of its pods.

    First those where it holds of the template itself, None if the workload names no such pools at all; then others,
    with the place of the patch that brings it about. Of affinity that cannot be read nothing holds.
    """

    def readable(one: PodTemplate) -> bool:
        try:
            return holds(one)
        except MalformedAffinity:
            return False

    named = named_host_pools(context, template)
    if not named:
        return None, []
    views = pool_views(context, item, template)
    if not views:
        return (named if readable(template) else ()), []
    hosts = dict.fromkeys(named)
    own = dict(hosts) if readable(template) else {}
    patched = []
    for view in views:
        names = [name for name in view.pools if name in hosts]
        lasts = bool(names) and readable(view.template)
        if lasts and names[0] in own:
            continue
        for name in names:
            own.pop(name, None)
        patch = view.cause(readable) if lasts else None
        if patch is not None:
            patched.append((names, place_of(patch, item, template)))
    return list(own), patched


def asks_cluster_dns(template: PodTemplate) -> bool:
    """Whether pods on the host network, which a scheduler places, ask the cluster's DNS."""
    spec = template.spec
    return spec.get("dnsPolicy") == CLUSTER_DNS and spec.get("hostNetwork") is True and template.effect != STATIC_POD


def _has_network(landing: Landing, item: KubeObject, view: PoolView) -> bool:
    """Whether pods have a network in a view, or are kept off where they would have none."""
    if all(one.host_network or one.network_is_unknown for one in (view.said, view.template)):
        return True
    try:
        return bool(landing.stays_off(item, view.said))
    except MalformedAffinity:
        return True  # rule node-selector-term-malformed speaks of it


def lost_network(landing: Landing, item: KubeObject, template: PodTemplate) -> str:
    """Return a sentence on the host-network pools that pods without hostNetwork come to, "" if there are none."""
    try:
        names, tie = landing.lands_on(template), tie_of(landing.context, template)
        if not (names or tie) or landing.stays_off(item, template):
            return ""
    except MalformedAffinity:
        return ""  # rule node-selector-term-malformed speaks of it
    where = f"host-network {in_words(names)}" if names else "host-network pools"
    verb = "are made for" if tie else "may run in"
    return f" They {verb} {where}, where a pod without hostNetwork has no network."
