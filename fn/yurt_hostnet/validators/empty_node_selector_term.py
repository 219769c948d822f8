"""A nodeSelectorTerm of required node affinity is empty, so it matches no node.

Many take an empty term for "any node"; Kubernetes takes it for "none". yurt-hostnet leaves it as it is, since
a requirement in it would widen where the pod may run. OpenYurt's webhook adds the requirement all the same
when an annotated pod is made, and the pod then may run on every ordinary node.

Bad:

    apiVersion: v1
    kind: Pod
    metadata:
      name: web
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
            - {}
      containers:
      - name: web
        image: example.com/web:1

Good:

    apiVersion: v1
    kind: Pod
    metadata:
      name: web
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
            - matchExpressions:
              - {key: disk, operator: In, values: [ssd]}
      containers:
      - name: web
        image: example.com/web:1

What to do: remove the term, or the whole required node affinity if there is no other term and any node will
do. The rule looks at pods that are kept off host-network pools, and at those that name pools.

*Not a finding:* no `affinity` at all, or no required node affinity, which allow any node; terms of preferred affinity;
an empty term of pods that have to do with no pool.

*If you follow it:* an empty term beside others never matched: nothing changes for new pods. Where it was the only
term, the pods ran nowhere, and now run wherever the new one allows. A live Pod or Job has to be created anew.

Source: k8s.io/component-helpers, scheduling/corev1/nodeaffinity, isEmptyNodeSelectorTerm.
"""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import MalformedAffinity, empty_terms
from yurt_hostnet.kube.paths import value_at
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

RULE = "empty-node-selector-term"
MESSAGE = "An empty nodeSelectorTerm matches no node; it is left as it is."
REMEDY = "Remove the term, or say in it which nodes are meant."
REMEDY_ONLY = "Say in it which nodes are meant, or, if any will do, remove the whole required node affinity."


def words(context: Context) -> Groups:
    """Return the words of what holds a term and names a pool."""
    named = (b"openyurt.io/", context.config.pool_label.encode())
    return (b"nodeSelectorTerms",), named


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for each empty term in objects that name pools; the transformers add those that they meet."""
    for template in context.templates(item):
        try:
            empty = empty_terms(template.spec, template.spec_path)
        except MalformedAffinity:
            continue
        yield from (finding(item, path) for path in empty)


def finding(item: KubeObject, path: Path) -> Finding:
    """Return the warning for the empty term at `path`."""
    remedy = REMEDY if len(value_at(item.data, path[:-1])) > 1 else REMEDY_ONLY
    return Finding(item.at(path), MESSAGE, remedy, value_at(item.data, path), rule=RULE)
