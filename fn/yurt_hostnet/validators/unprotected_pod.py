"""Pods without host network may land on host-network pools.

Nothing in their nodeSelector, node affinity, names or tolerations keeps the scheduler from placing them on a
node of a host-network pool, where they have no working network. One finding speaks of all of them, since
what is right depends on the package; with `-v` it lists each with its file and line.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: web}
    spec: {containers: [{name: web, image: example.com/web:1}]}

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: web, annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}
    spec: {containers: [{name: web, image: example.com/web:1}]}

What to do: annotate their pod templates, or set `exclude: NonHostNetwork`; "false" says a pod is to go there.
Log agents and node exporters have work there, so that setting leaves them alone and this rule names them. Not a
finding: device plugins, which need no network.

*If you follow it:* a new pod never comes to a host-network pool. A live workload rolls out, and a DaemonSet takes its
pods off the nodes there; a live Pod or Job has to be created anew. exclude: NonHostNetwork does that to all of them:
read the diff first.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.analysis.pins import tie_of
from yurt_hostnet.config.object_index import ObjectIndex
from yurt_hostnet.krm.result import INFO
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.kube.pod_template import STATIC_POD
from yurt_hostnet.openyurt.components import is_device_plugin, words_of_any_node
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION
from yurt_hostnet.openyurt.pool_names import listed
from yurt_hostnet.validators.finding import NOWHERE, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Origin, ResourceRef
    from yurt_hostnet.kube.pod_template import PodTemplate

RULE = "unprotected-pod"
REMEDY = f'Annotate their pod templates {EXCLUDE_ANNOTATION}: "true"'
IMAGE = (b"image: ", b'image":')  # what a pod holds and a CRD that describes pods does not


def check(context: Context) -> Iterator[Finding]:
    """Yield one info that names the unprotected workloads, and one for each exception, which ends there."""
    exceptions = ObjectIndex(context.config.exceptions(RULE))
    if not (context.tells_infos or exceptions) and context.config.severity(RULE, INFO) == INFO:
        return
    landing = Landing(context)
    found: dict[ResourceRef, Origin] = {}
    words = (*(words_of_any_node() if context.excludes_all else IMAGE), *context.declared_words)
    for item in context.package.mentioning_each(context.pod_words, words) if landing.hosts else ():
        if any(_unprotected(landing, item, template) for template in context.judged_templates(item)):
            if exceptions.matching(item.ref):
                yield Finding((item.ref, (), None), "It may land on host-network pools.", "")
            else:
                found.setdefault(item.ref, item.origin)
    if found:
        number, names = f"{len(found)} workload{'' if len(found) == 1 else 's'}", ", ".join(map(str, found))
        message = f"Without host network, {number} may land on host-network pools ({listed(landing.hosts)}): {names}."
        remedy = REMEDY + ("." if context.excludes_all else ", or set exclude: NonHostNetwork.")
        yield Finding(NOWHERE, message, remedy, related=tuple(found.items()))


def _unprotected(landing: Landing, item: KubeObject, template: PodTemplate) -> bool:
    meant = (
        template.host_network or template.network_is_unknown or template.annotations.get(EXCLUDE_ANNOTATION) == "false"
    )
    if meant or template.effect == STATIC_POD or is_device_plugin(template):
        return False
    try:
        if tie_of(landing.context, template) or landing.wanted_off(item, template):
            return False
        lands = landing.landing_mask(template)
    except MalformedAffinity:
        return False
    if not lands or (template.group, template.kind) not in OVERRIDABLE:
        return bool(lands)
    from yurt_hostnet.analysis.pool_views import pools_on_host

    covered = pools_on_host(landing.context, template)
    return covered is not None and bool(lands & ~landing.context.pool_masks.of(covered))
