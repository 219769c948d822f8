"""Exclusion: which pod templates are to be kept off host-network pools, and why; asked by transformers and rules."""

from __future__ import annotations

from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.openyurt.component_table import CONTROLLERS, EXTRA, NODE_AGENTS, POD_NETWORK
from yurt_hostnet.openyurt.components import component_of, serves_any_node
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION, EXCLUDE_VALUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.components import Component

_CLASSES = {
    NODE_AGENTS: "a node agent of the pod network",
    POD_NETWORK: "a part that needs the pod network",
    CONTROLLERS: "a controller of the pod network",
    EXTRA: "named in spec.infrastructure.extra",
}


def reason_to_exclude(context: Context, template: PodTemplate) -> str:
    """Return why the pods must stay off host-network pools, as half a sentence; "" if nothing says so.

    Raises MalformedAffinity.
    """
    value = template.annotations.get(EXCLUDE_ANNOTATION)
    if value == EXCLUDE_VALUE:
        return f'its annotation {EXCLUDE_ANNOTATION} is "true"'
    if not context.excludes_all or value == "false" or template.host_network or template.network_is_unknown:
        return ""
    if is_unknown(value):
        return ""  # which may become "false"
    from yurt_hostnet.analysis.pins import is_pinned_to_ordinary, may_be_tied, tie_of
    from yurt_hostnet.kube.overrides import OVERRIDABLE

    if serves_any_node(template) or tie_of(context, template) or may_be_tied(context, template):
        return ""
    if is_pinned_to_ordinary(context, template):
        return ""
    if (template.group, template.kind) in OVERRIDABLE:
        from yurt_hostnet.analysis.pool_views import patches_for

        found = (patch for patch in patches_for(context, template) if patch.sets_host_network())
        if any(not patch.is_only_for(context.ordinary_pools) for patch in found):
            return ""  # its pods in some pools, where they would be kept from running, do use it
    return "it does not use the host network (spec.exclude: NonHostNetwork)"


def reason_to_keep_off(context: Context, item: KubeObject, template: PodTemplate) -> str:
    """Return why the pods of a template of `item` must stay off, by exclusion or isolation; "" if nothing says so.

    Raises MalformedAffinity.
    """
    if reason := reason_to_exclude(context, template):
        return reason
    component = component_to_isolate(context, item, template)
    return "" if component is None else reason_to_isolate(component)


def component_to_isolate(context: Context, item: KubeObject, template: PodTemplate) -> Component | None:
    """Return the network component that a template of `item` is, if functionConfig has it isolated.

    One that is pinned to declared ordinary pools needs nothing more.
    """
    component = component_of(template, context.extra_components)
    if component is None or component.component_class not in (*context.config.isolate, EXTRA):
        return None
    return None if context.is_kept(item) or _is_elsewhere(context, template) else component


def _is_elsewhere(context: Context, template: PodTemplate) -> bool:
    if not any(key in template.spec for key in ("nodeSelector", "affinity", "nodeName")) or not context.ordinary_pools:
        return False  # most components; a component of OpenYurt's own workloads is isolated all the same
    from yurt_hostnet.analysis.pins import is_pinned_to_ordinary
    from yurt_hostnet.kube.node_affinity import MalformedAffinity

    try:
        return is_pinned_to_ordinary(context, template)
    except MalformedAffinity:
        return False


def reason_to_isolate(component: Component) -> str:
    """Return why a component must stay off host-network pools, as half a sentence."""
    reason = f"{component.name} is {_CLASSES[component.component_class]}"
    return f"{reason} (pod label {component.label})" if component.label else reason
