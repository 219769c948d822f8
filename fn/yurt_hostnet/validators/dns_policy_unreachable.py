"""A host-network pod in a host-network pool asks the cluster's DNS, which it cannot reach there.

With `dnsPolicy: ClusterFirstWithHostNet` a pod sends every query to the address of the cluster's DNS Service. Nodes of
a host-network pool have no pod network, and nothing on them makes Service addresses work: the queries time out, names
outside the cluster included. With ClusterFirst, the default, a host-network pod uses the name servers of its node.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: web}
    spec: {hostNetwork: true, dnsPolicy: ClusterFirstWithHostNet, nodeSelector: {apps.openyurt.io/nodepool: beijing},
           containers: [{name: web, image: example.com/web:1}]}

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: web}
    spec: {hostNetwork: true, dnsPolicy: Default, nodeSelector: {apps.openyurt.io/nodepool: beijing},
           containers: [{name: web, image: example.com/web:1}]}

What to do: write `dnsPolicy: Default`, or None with a dnsConfig of your own. The rule speaks of pods that are
bound to such pools, and of those with one pod on each node, which come there for certain. Such a DaemonSet also
runs on ordinary nodes, where it would lose the cluster's DNS: split it into one for each kind of pool. What a patch for
such pools brings about is found at the patch.

*Not a finding:* pods without hostNetwork (pool-pod-without-hostnetwork speaks of them); pods that may also run
elsewhere, unless there is one on each node; pods that are kept off; dnsPolicy None.

*If you follow it:* the pods ask the name servers of their node, and no longer find Services by name, which they could
not reach either. A live workload rolls out; a live Pod or Job has to be deleted and created anew.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.pins import tie_of
from yurt_hostnet.analysis.pool_networks import CLUSTER_DNS, asks_cluster_dns, in_host_pools
from yurt_hostnet.krm.result import UNSET
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION
from yurt_hostnet.openyurt.pool_names import in_words
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import HOST_NETWORK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

REMEDY = "Write dnsPolicy: Default, or None with a dnsConfig."
PATCHED = (
    "In a patch for the same pools, replace dnsPolicy by Default; OpenYurt up to v1.7 leaves it where it is removed."
)
SPLIT = (
    f'For each kind of pool write one of its own: this one with {EXCLUDE_ANNOTATION}: "true" on its pod template, and '
    "one for host-network pools with dnsPolicy: Default."
)


def words(context: Context) -> Groups:
    """Return the words of a pod on the host network with the cluster's DNS."""
    return context.subjects_with(((CLUSTER_DNS.encode(),), HOST_NETWORK))


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for each host-network pod of such a pool whose DNS is the cluster's."""
    landing = Landing(context)
    for template in context.templates(item):
        try:
            yield from _findings(landing, item, template)
        except MalformedAffinity:
            continue


def _findings(landing: Landing, item: KubeObject, template: PodTemplate) -> Iterator[Finding]:
    tie, remedy, proposed = tie_of(landing.context, template), REMEDY, "Default"
    if (template.group, template.kind) in OVERRIDABLE:
        asks = lambda one: asks_cluster_dns(one) and not landing.stays_off(item, one)  # noqa: E731
        own, patched = in_host_pools(landing.context, item, template, asks)
        for names, place in patched:
            message = f"The cluster's DNS cannot be reached from host-network {in_words(names)}, which this is for."
            yield Finding(place, message, PATCHED)
        if own is not None and not own:
            return
    if not asks_cluster_dns(template):
        return
    if not tie and template.per_node and (pools := landing.runs_on_all(template)):
        tie = f"it runs on every node of host-network {in_words(pools)}"
        remedy, proposed = SPLIT, UNSET  # elsewhere the cluster's DNS is right
    if tie and not landing.stays_off(item, template):
        message = f"The cluster's DNS cannot be reached from a host-network pool, and {tie}."
        path = (*template.spec_path, "dnsPolicy")
        yield Finding(item.at(path), message, remedy, CLUSTER_DNS, proposed)
