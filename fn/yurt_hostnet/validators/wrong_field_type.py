"""A field has a value of a type that the API server refuses.

`hostNetwork: "true"` is a string, and no pool or pod with it comes into the cluster; a chart's --set-string makes
one. Nothing can be said of such a field, so it is never taken for a default. The rule looks at NodePools, at Nodes
and at pod templates, and of these at what decides where pods run: hostNetwork, labels, annotations, nodeSelector,
affinity, tolerations, taints, ports and the like, and the type and leaderElectionStrategy of a NodePool.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: harbour
    spec:
      type: Edge
      hostNetwork: "true"

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata:
      name: harbour
    spec:
      type: Edge
      hostNetwork: true

What to do: write the value that was meant; in a Helm template, --set in place of --set-string. A value that another
program fills in later is not looked at (value-unknown tells of it). In a package that has nothing to do with OpenYurt,
only a hostNetwork in quotes is found.

*Not a finding:* null, which is as if the field were not there; a number as text where the API takes both, as in ports
of probes; fields of other kinds.

*If you follow it:* the API accepts the object. No live object has this fault; a value that was refused until now takes
effect with the next apply.

Source: k8s.io/api core/v1; openyurtio/openyurt, pkg/apis/apps, and pkg/yurtmanager/webhook/nodepool.
"""

from __future__ import annotations

from yurt_hostnet.kube.field_types import NODE, POD_TEMPLATE, advice, look, on_the_way, wanted
from yurt_hostnet.kube.node_affinity import MalformedAffinity, required_terms
from yurt_hostnet.openyurt.component_table import COMPONENT_WORDS
from yurt_hostnet.openyurt.names import DESIRED_NODEPOOL_LABEL, EXCLUDE_ANNOTATION, EXCLUDE_VALUE
from yurt_hostnet.openyurt.pool_fields import pool_fields
from yurt_hostnet.openyurt.pools import POOL_WORDS, is_node_pool
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.field_types import Wrong
    from yurt_hostnet.kube.pod_template import PodTemplate

FIX = "Fix the field; the object stays as it is until then."
WORDS = (EXCLUDE_ANNOTATION.encode(), DESIRED_NODEPOOL_LABEL.encode(), *POOL_WORDS, *COMPONENT_WORDS)
POOLED = (b"openyurt.io", b"hostNetwork", b"hostPort")


def words(context: Context) -> Groups:
    """Return words of what others read: what names pools or the exclusion, infrastructure, and around pools more."""
    pooled = POOLED if context.pools else ()
    return (
        (context.config.pool_label.encode(), *WORDS, *pooled, *(context.pod_words if context.excludes_all else ())),
    )


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield an error for each value that cannot be decoded."""
    data, kind = item.data, item.kind
    found: list[Wrong] = []
    if kind == "NodePool" and is_node_pool(item.group, kind):
        look(data, pool_fields(item.version), (), found)
    elif kind == "Node" and not item.group:
        look(data, NODE, (), found)
    else:
        templates = context.templates(item)
        first = templates[0] if templates else None
        if first is None or first.group != "apps" or first.replicas is None:
            on_the_way(item.group, kind, data, templates, context.declared_paths, found)
        for template in templates:
            own: list[Wrong] = []
            look(template.template, POD_TEMPLATE, template.path, own)
            found += own
            if "affinity" in template.spec and (error := _unread(template, own)) is not None:
                yield Finding(item.at(error.path), error.message, FIX)
    for path, wants, value in found:
        message = f"This must be {wanted(wants)}, so the API refuses the object."
        yield Finding(item.at(path), message, advice(wants, value), value)


def _unread(template: PodTemplate, found: list[Wrong]) -> MalformedAffinity | None:
    """Return what stops the reading of required node affinity, None if nothing does or it is `found` already."""
    if found or template.annotations.get(EXCLUDE_ANNOTATION) != EXCLUDE_VALUE:  # else a transformer has read it
        try:
            required_terms(template.spec, template.spec_path)
        except MalformedAffinity as error:
            return error if all(path != error.path for path, _, _ in found) else None
    return None
