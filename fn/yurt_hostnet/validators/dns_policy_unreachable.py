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
    metadata:
      name: web
    spec:
      hostNetwork: true
      dnsPolicy: ClusterFirstWithHostNet
      nodeSelector:
        apps.openyurt.io/nodepool: beijing
      containers:
      - name: web
        image: example.com/web:1

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      hostNetwork: true
      dnsPolicy: Default
      nodeSelector:
        apps.openyurt.io/nodepool: beijing
      containers:
      - name: web
        image: example.com/web:1

What to do: write `dnsPolicy: Default`, or None with a dnsConfig of your own. The rule speaks of pods that are
bound to such pools, and of those with one pod on each node, which come there for certain. Such a DaemonSet also
runs on ordinary nodes, where it would lose the cluster's DNS: split it into one for each kind of pool.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.pins import tie_of
from yurt_hostnet.krm.result import UNSET, WARNING, Result
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.kube.ports import is_host_network
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION
from yurt_hostnet.openyurt.pool_names import in_words
from yurt_hostnet.validators.rules import HOST_NETWORK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject

RULE = "dns-policy-unreachable"
POLICY = "ClusterFirstWithHostNet"
REMEDY = "Write dnsPolicy: Default, or None with a dnsConfig."
SPLIT = (
    f'For each kind of pool write one of its own: this one with {EXCLUDE_ANNOTATION}: "true" on its pod template, and '
    "one for host-network pools with dnsPolicy: Default."
)


def words(_context: Context) -> Groups:
    """Return the words of a pod on the host network with the cluster's DNS."""
    return (POLICY.encode(),), HOST_NETWORK


def check_item(context: Context, item: KubeObject) -> Iterator[Result]:
    """Yield a warning for each host-network pod of such a pool whose DNS is the cluster's."""
    landing = Landing(context)
    for template in context.templates(item):
        spec = template.spec
        if spec.get("dnsPolicy") != POLICY or not is_host_network(spec) or template.effect == STATIC_POD:
            continue
        try:
            tie, remedy, proposed = tie_of(context, template), REMEDY, "Default"
            if not tie and template.per_node and (pools := landing.runs_on_all(template)):
                tie = f"it runs on every node of host-network {in_words(pools)}"
                remedy, proposed = SPLIT, UNSET  # elsewhere the cluster's DNS is right
            if not tie or landing.stays_off(item, template):
                continue
        except MalformedAffinity:
            continue
        message = f"The cluster's DNS cannot be reached from a host-network pool, and {tie}."
        path = (*template.spec_path, "dnsPolicy")
        yield Result(WARNING, RULE, message, item.ref, path, POLICY, proposed, item.origin, remedy=remedy)
