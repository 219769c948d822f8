"""Keep network infrastructure off the nodes of host-network pools, where it has nothing to serve."""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import MalformedAffinity, require
from yurt_hostnet.kube.paths import with_parents
from yurt_hostnet.kube.pod_template import NORMAL
from yurt_hostnet.openyurt.component_table import COMPONENT_WORDS
from yurt_hostnet.openyurt.components import component_of
from yurt_hostnet.openyurt.names import EXCLUDE_REQUIREMENT
from yurt_hostnet.transformers.change import Change
from yurt_hostnet.transformers.malformed import malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.components import Component
    from yurt_hostnet.transformers.change import Wishes

NAME = "isolate-infrastructure"

_CLASSES = {
    "NodeAgents": "a node agent of the pod network",
    "PodNetwork": "a part that needs the pod network",
    "Controllers": "a controller of the pod network",
}


def words(context: Context) -> tuple[bytes, ...]:
    """Return words of which every infrastructure object's text holds one."""
    extra = {next(iter(row.pod_labels.values()), "").encode() for row in context.config.extra}
    return (*COMPONENT_WORDS, *sorted(extra))


def infrastructure(context: Context) -> list[tuple[KubeObject, PodTemplate, Component]]:
    """Return each pod template that is infrastructure to be isolated, those that an object could have included."""
    found = []
    for item in context.package.mentioning(*words(context)):
        templates = context.templates(item)
        if item.group == "operator.tigera.io":
            templates = [*templates, *context.missing_templates(item)]
        for template in templates:
            component = component_of(template, context.config.extra)
            if component is None or component.component_class not in context.config.isolate:
                continue
            if template.effect == NORMAL and not any(kept.matches(item.ref) for kept in context.config.keep):
                found.append((item, template, component))
    return found


def isolate_infrastructure(context: Context) -> Wishes:
    """Yield the node affinity that network components lack; error results for affinity that cannot be read."""
    for item, template, component in infrastructure(context):
        try:
            edits = require(template.spec, template.spec_path, EXCLUDE_REQUIREMENT, template.default_affinity)
        except MalformedAffinity as error:
            yield malformed(item, error)
            continue
        if edits:
            reason = f"{component.name} is {_CLASSES[component.component_class]}"
            if component.label:
                reason += f" (pod label {component.label})"
            yield Change(item, with_parents(item.data, edits), reason)
