"""Keep annotated pods, or every pod without host network, off the nodes of host-network pools."""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import MalformedAffinity, require
from yurt_hostnet.kube.pod_template import CLEARED, NORMAL
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION, EXCLUDE_REQUIREMENT, EXCLUDE_VALUE
from yurt_hostnet.transformers.change import Change
from yurt_hostnet.transformers.malformed import malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.context import Context
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.transformers.change import Wishes

NAME = "exclude-pods"
ANNOTATED_WORDS = (EXCLUDE_ANNOTATION.encode(),)
POD_WORDS = (b"containers",)
"""Every PodSpec holds it."""


def exclude_pods(context: Context) -> Wishes:
    """Yield the node affinity that pods and pod templates lack; error results for affinity that cannot be read."""
    for item, template in context.workloads(*(POD_WORDS if context.excludes_all else ANNOTATED_WORDS)):
        if template.effect not in {NORMAL, CLEARED}:
            continue
        try:
            reason = _reason(context, template)
            if not reason:
                continue
            edits = require(template.spec, template.spec_path, EXCLUDE_REQUIREMENT, template.default_affinity)
        except MalformedAffinity as error:
            yield malformed(item, error)
        else:
            if edits and template.effect == NORMAL and "spec" in template.template:
                yield Change(item, edits, reason)


def _reason(context: Context, template: PodTemplate) -> str:
    """Return why the pod must stay off host-network pools, "" if nothing says so."""
    value = template.annotations.get(EXCLUDE_ANNOTATION)
    if value == EXCLUDE_VALUE:
        return f'its annotation {EXCLUDE_ANNOTATION} is "true"'
    if not context.excludes_all or value == "false" or template.spec.get("hostNetwork") is True:
        return ""
    from yurt_hostnet.openyurt.component_table import MUST_STAY  # noqa: PLC0415 - only with NonHostNetwork
    from yurt_hostnet.openyurt.components import component_of  # noqa: PLC0415
    from yurt_hostnet.openyurt.pinning import wants_host_network_pool  # noqa: PLC0415

    component = component_of(template)
    if component is not None and component.component_class == MUST_STAY:
        return ""
    if wants_host_network_pool(template, context.pools):
        return ""
    return "it does not use the host network (spec.exclude: NonHostNetwork)"
