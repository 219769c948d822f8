"""Keep annotated pods, or every pod without host network, off the nodes of host-network pools."""

from __future__ import annotations

from yurt_hostnet.analysis.exclusion import reason_to_exclude
from yurt_hostnet.kube.node_affinity import MalformedAffinity, problems
from yurt_hostnet.kube.paths import with_parents
from yurt_hostnet.kube.pod_template import CLEARED, NORMAL
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION
from yurt_hostnet.transformers.change import Change
from yurt_hostnet.transformers.required_affinity import exclusion_edits, malformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.transformers.change import Wishes

NAME = "exclude-pods"
ANNOTATED_WORDS = (EXCLUDE_ANNOTATION.encode(),)


def words(context: Context) -> Groups:
    """Return the words of which an object holds one that has pods to exclude."""
    return (context.pod_words if context.excludes_all else ANNOTATED_WORDS,)


def wishes(context: Context, item: KubeObject) -> Wishes:
    """Yield the node affinity that the pods and pod templates of an object lack; and findings about affinity there."""
    for template in context.templates(item):
        if template.effect not in {NORMAL, CLEARED}:
            continue
        try:
            reason = reason_to_exclude(context, template)
        except MalformedAffinity:
            yield from (malformed(item, error) for error in problems(template.spec, template.spec_path))
            continue
        if reason:
            edits, found = exclusion_edits(item, template)
            yield from found
            if not edits or template.effect != NORMAL:
                continue
            if template.template.get("spec") is not None:
                yield Change(item, edits, reason)
            elif context.is_declared(template):
                yield Change(item, with_parents(item.data, edits), reason)
