"""A load balancer's speaker may take addresses to a host-network pool, where nothing forwards what they receive.

MetalLB's speaker and kube-vip announce the addresses of Services from their node, and leave it to the kube-proxy
of that node to pass on what comes in. On a node of a host-network pool there is none: when the speaker there is
elected (layer 2) or is one of several (BGP), the Service's traffic is lost, now and then or all of it.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: speaker, namespace: metallb-system}
    spec:
      template:
        metadata: {labels: {app: metallb, component: speaker}}
        spec:
          hostNetwork: true
          containers: [{name: speaker, image: example.com/metallb/speaker:1}]

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: speaker, namespace: metallb-system}
    spec:
      template:
        metadata:
          labels: {app: metallb, component: speaker}
          annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}
        spec:
          hostNetwork: true
          containers: [{name: speaker, image: example.com/metallb/speaker:1}]

What to do: annotate it; "false" where nodeSelectors of all L2Advertisements and BGPAdvertisements leave the pool out.
Not a finding: kube-vip without svc_enable; anything where `infrastructure.isolate` lacks NodeAgents (kube-proxy).

*If you follow it:* a new speaker stays off host-network pools. A live DaemonSet takes its pods off their nodes, and
addresses that one of them announced move to another node within seconds: an open connection breaks.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.openyurt.component_table import NODE_AGENTS
from yurt_hostnet.openyurt.components import is_image_of
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION, EXCLUDE_VALUE
from yurt_hostnet.openyurt.pool_names import listed
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import SPEAKERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

REMEDY = f'Annotate its pod template {EXCLUDE_ANNOTATION}: "{EXCLUDE_VALUE}".'


def words(_context: Context) -> Groups:
    """Return the words of a load balancer's speaker."""
    return (SPEAKERS,)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for each speaker that may land on host-network pools and that nobody keeps off."""
    landing = Landing(context)
    without_proxy = bool(landing.hosts) and NODE_AGENTS in context.config.isolate
    for template in context.templates(item) if without_proxy else ():
        if template.effect == STATIC_POD or template.annotations.get(EXCLUDE_ANNOTATION) == "false":
            continue
        try:
            pools = None if landing.stays_off(item, template) else landing.lands_on(template)
        except MalformedAffinity:
            continue
        if pools and (name := _speaker(template)):
            message = f"{name} may announce addresses from {listed(pools)}, where no kube-proxy passes traffic on."
            yield Finding(item.at(template.spec_path), message, REMEDY)


def _speaker(template: PodTemplate) -> str:
    """Return the load balancer whose speaker the pods are, "" for all others."""
    for keys in (("app", "component"), ("app.kubernetes.io/name", "app.kubernetes.io/component")):
        if [template.labels.get(key) for key in keys] == ["metallb", "speaker"]:
            return "MetalLB"
    containers = template.spec.get("containers")
    return "kube-vip" if isinstance(containers, list) and any(map(_serves_services, map(mapping, containers))) else ""


def _serves_services(container: dict[str, Any]) -> bool:
    env, args = container.get("env"), container.get("args")
    enabled = isinstance(env, list) and {"name": "svc_enable", "value": "true"} in env
    asked = isinstance(args, list) and bool({"--services", "--services=true"}.intersection(map(str, args)))
    return (enabled or asked) and is_image_of(str(container.get("image")), "kube-vip")
