"""A workload works in a CNI directory of its nodes, and nobody knows it.

Whoever mounts `/opt/cni/bin`, `/etc/cni/net.d` or another directory named cni sets up the network of pods, nearly
always. On nodes of a host-network pool there is none to set up, so that known agents are kept off them
(infrastructure.isolate). This one is not in the table, and goes wherever its tolerations let it.

Bad:

    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: my-cni, namespace: kube-system}
    spec:
      template:
        metadata: {labels: {app: my-cni}}
        spec:
          containers: [{name: agent, image: example.com/my-cni:1}]
          volumes: [{name: bin, hostPath: {path: /opt/cni/bin}}]

Good:

    apiVersion: apps/v1
    kind: DaemonSet
    metadata: {name: my-cni, namespace: kube-system}
    spec:
      template:
        metadata:
          labels: {app: my-cni}
          annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}
        spec:
          containers: [{name: agent, image: example.com/my-cni:1}]
          volumes: [{name: bin, hostPath: {path: /opt/cni/bin}}]

What to do: annotate its pod template, or name it in functionConfig: under `infrastructure.extra` to have it kept off,
under `infrastructure.keep`, with a reason, to let it run everywhere. An info; a warning where a host-network pool is
known. Not a finding: pods that are bound to pools or nodes by name.

*If you follow it:* a new agent never comes to host-network pools. A live DaemonSet takes its pods off their nodes,
where there was nothing for them to set up; on all other nodes it rolls out, one after the other.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.pins import tie_of
from yurt_hostnet.krm.result import INFO, WARNING
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

RULE = "cni-agent-unknown"


def check(context: Context) -> Iterable[Finding]:
    """Return nothing: the transformer isolate-infrastructure, which knows the others, calls `findings`."""
    return ()


def findings(context: Context, item: KubeObject, template: PodTemplate, directory: str) -> Iterator[Finding]:
    """Yield what to say of a pod template that is no known component and mounts the CNI `directory` of its node."""
    landing = Landing(context)
    if not _is_open(landing, item, template):
        return
    labels = ", ".join(f"{key}: {value}" for key, value in list(template.labels.items())[:2])
    message = f"It works in {directory} of its nodes, as agents of the pod network do, and nobody knows it."
    row = f"{{name: {item.name}, podLabels: {{{labels}}}}}"
    keep = "ame it in spec.infrastructure.keep with a reason."
    remedy = f"Add {row} to spec.infrastructure.extra, or n{keep}" if labels else f"N{keep}"
    severity = WARNING if landing.hosts else INFO
    yield Finding(item.at(template.spec_path), message, remedy, severity=severity, rule=RULE)


def _is_open(landing: Landing, item: KubeObject, template: PodTemplate) -> bool:
    """Whether nothing says where the pods are to run."""
    context = landing.context
    if template.effect == STATIC_POD or template.annotations.get(EXCLUDE_ANNOTATION) in {"true", "false"}:
        return False
    if context.is_kept(item):
        return False
    try:
        if tie_of(context, template) or landing.wanted_off(item, template):
            return False
        return not landing.hosts or bool(landing.lands_on(template))
    except MalformedAffinity:
        return False
