"""A value on which placement depends is not there yet: another program fills it in.

A variable of Flux or envsubst (`${HOSTNET:=true}`), a mark of Helm or Argo (`{{ .Values.pool }}`), an encrypted value
of SOPS (`ENC[...]`) and the like are neither true nor false. Nothing is added and no error is told that would rest on
such a value, and a baseline does not record it; so nobody has looked until it is filled in.

The rule looks at hostNetwork, at the exclude annotation, at what binds pods to pools and nodes, at the pool and the
host-network label of a Node, and at name, type and hostNetwork of a NodePool and its annotation for that.

Bad:

    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      template:
        spec:
          hostNetwork: ${HOSTNET:=true}
          nodeSelector:
            apps.openyurt.io/nodepool: beijing
          containers:
          - name: web
            image: example.com/web:1

Good:

    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      template:
        spec:
          hostNetwork: true
          nodeSelector:
            apps.openyurt.io/nodepool: beijing
          containers:
          - name: web
            image: example.com/web:${VERSION}

What to do: check what comes out as well: pipe it, filled in, through `yurt-hostnet check -` or run yurt-hostnet after
the program that fills it in. Where that happens in the cluster, write such a value out.

*Not a finding:* such a value anywhere else, as in an image or an env; a Secret; a Helm or ytt template, which is a
file to be rendered and is skipped as a whole.

*If you follow it:* nothing changes in the cluster; what comes out is edited and judged like any manifest.
"""

from __future__ import annotations

from yurt_hostnet.analysis.context import is_node
from yurt_hostnet.kube.node_affinity import MalformedAffinity, required_terms
from yurt_hostnet.kube.paths import mapping, value_at
from yurt_hostnet.kube.placement import HOSTNAME_LABEL
from yurt_hostnet.kube.unknown_values import MARKS, is_unknown
from yurt_hostnet.openyurt.names import DESIRED_NODEPOOL_LABEL, EXCLUDE_ANNOTATION, HOSTNETWORK_LABEL
from yurt_hostnet.openyurt.pools import is_node_pool
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate

REMEDY = "Check what comes out as well, filled in: pipe it through yurt-hostnet check -"
_POOL: tuple[Path, ...] = (
    ("metadata", "name"),
    ("metadata", "annotations", HOSTNETWORK_LABEL),
    ("spec", "hostNetwork"),
    ("spec", "type"),
)
_AFFINITY = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")


def words(_context: Context) -> Groups:
    """Return the words of which an object with such a value holds one."""
    return (MARKS,)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for each value on which placement depends and that is not there yet."""
    labels = (context.pools.label, HOSTNETWORK_LABEL)
    if is_node_pool(item.group, item.kind):
        paths = list(_POOL)
    elif is_node(item):
        paths = [("metadata", "labels", key) for key in (*labels, DESIRED_NODEPOOL_LABEL)]
    else:
        paths = [path for template in context.templates(item) for path in _places(template, (*labels, HOSTNAME_LABEL))]
    for path in paths:
        value = value_at(item.data, path)
        if is_unknown(value):
            message = "Another program fills this value in, so that nothing that rests on it is looked at here."
            yield Finding(item.at(path), message, REMEDY, value)


def _places(template: PodTemplate, labels: tuple[str, ...]) -> Iterator[Path]:
    """Yield the paths at which a pod template may have such a value."""
    spec, path = template.spec, template.spec_path
    yield (*template.path, "metadata", "annotations", EXCLUDE_ANNOTATION)
    yield (*path, "hostNetwork")
    yield (*path, "nodeName")
    yield from ((*path, "nodeSelector", label) for label in labels)
    try:
        terms = required_terms(spec) or []
    except MalformedAffinity:
        return
    for number, term in enumerate(terms):
        for index, row in enumerate(term.get("matchExpressions") or ()):
            if mapping(row).get("key") in labels:
                values = range(len(row.get("values") or ()))
                yield from ((*path, *_AFFINITY, number, "matchExpressions", index, "values", at) for at in values)
