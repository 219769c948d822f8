"""Keep network infrastructure off the nodes of host-network pools, where it has nothing to serve."""

from __future__ import annotations

from yurt_hostnet.analysis.exclusion import component_to_isolate, reason_to_isolate
from yurt_hostnet.kube.paths import with_parents
from yurt_hostnet.kube.pod_template import NORMAL
from yurt_hostnet.openyurt.component_table import COMPONENT_WORDS
from yurt_hostnet.openyurt.components import cni_path, component_of
from yurt_hostnet.transformers.change import Change
from yurt_hostnet.transformers.required_affinity import exclusion_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.edit import Edit
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.components import Component
    from yurt_hostnet.transformers.change import Wishes
    from yurt_hostnet.validators.finding import Finding

NAME = "isolate-infrastructure"
OPERATOR = "operator.tigera.io"
_OPERATOR_WORDS = (b"tigera",)
_CNI_WORDS = (b"cni", b"CNI")
_MANY = 64
"""From so many components in functionConfig it is cheaper to look at every pod than to search for their labels."""


def words(context: Context) -> Groups:
    """Return the words of which every infrastructure object holds one."""
    extra = {next(iter(row.pod_labels.values())).encode() for row in context.config.extra}
    return ((*COMPONENT_WORDS, *_OPERATOR_WORDS, *(context.pod_words if len(extra) > _MANY else sorted(extra))),)


def wishes(context: Context, item: KubeObject) -> Wishes:
    """Yield the node affinity that network components of an object lack; and findings about affinity there.

    Edits of one object that need the same missing parent become one: an Installation without spec gets one spec.
    """
    wanted: list[tuple[Edit, str]] = []
    for template, component in infrastructure(context, item):
        edits, found = exclusion_edits(item, template)
        yield from found
        wanted += [(edit, reason_to_isolate(component)) for edit in edits]
    for edit in with_parents(item.data, [edit for edit, _ in wanted]):
        depth = len(edit.path)
        reasons = dict.fromkeys(reason for lifted, reason in wanted if lifted.path[:depth] == edit.path)
        yield Change(item, [edit], "; ".join(reasons))
    if item.group == OPERATOR:
        from yurt_hostnet.transformers.operator_version import too_old

        yield from too_old(context, item)


def infrastructure(context: Context, item: KubeObject) -> Iterator[tuple[PodTemplate, Component]]:
    """Yield the pod templates that are infrastructure to be isolated, those that an object could have included."""
    templates = context.templates(item)
    if item.group == OPERATOR:
        from yurt_hostnet.transformers.operator_version import operator_version

        templates = [*templates, *context.missing_templates(item, operator_version(context))]
    for template in templates:
        component = component_to_isolate(context, item, template)
        if component is not None and template.effect == NORMAL:
            yield template, component


def agent_words(_context: Context) -> Groups:
    """Return the words of which what mounts a CNI directory holds one of each group."""
    return _CNI_WORDS, (b"hostPath",)


def unknown_agents(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield what the rule cni-agent-unknown finds: pod templates that mount a CNI directory and are no component."""
    for template in context.templates(item):
        directory = cni_path(template.spec)
        if directory and component_of(template, context.extra_components) is None:
            from yurt_hostnet.validators.cni_agent_unknown import findings

            yield from findings(context, item, template, directory)
