"""Required node affinity is written in a way that Kubernetes cannot read.

An operator that does not exist, values that are no strings, a mapping where a list belongs: the API refuses
the object. Nothing can be added to such affinity with a good conscience, so the object stays as it is.

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
              matchExpressions:
              - {key: disk, operator: In, values: [ssd]}
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

What to do: mend the field that the finding names. The rule looks at pods that are kept off host-network pools,
and at those that name pools.

Source: kubernetes/kubernetes, pkg/apis/core/validation, ValidateNodeSelectorRequirement.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import ERROR, Result
from yurt_hostnet.kube.node_affinity import problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.node_affinity import MalformedAffinity

RULE = "node-selector-term-malformed"
_TERMS = "nodeSelectorTerms"
REMEDY = "Mend the field; the object stays as it is until then."


def words(context: Context) -> Groups:
    """Return the words of what holds a term and names a pool."""
    named = (b"openyurt.io/", context.config.pool_label.encode())
    return (_TERMS.encode(),), named


def check_item(context: Context, item: KubeObject) -> Iterator[Result]:
    """Yield what is malformed in objects that name pools; the transformers add what stops their edits."""
    for template in context.templates(item):
        if _TERMS not in repr(template.spec.get("affinity")):
            continue  # of an object that holds several only those count that have terms themselves
        for error in problems(template.spec, template.spec_path):
            yield finding(item, error)


def finding(item: KubeObject, error: MalformedAffinity) -> Result:
    """Return the error result for what cannot be read in `item`."""
    message = f"Node affinity cannot be read: {error.message}"
    return Result(ERROR, RULE, message, item.ref, error.path, origin=item.origin, remedy=REMEDY)
