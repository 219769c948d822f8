"""Required node affinity is written in a way that Kubernetes cannot read.

An operator that does not exist, values that are no strings, a mapping where a list belongs, no term at all: the API
refuses the object. A field that no term has, such as matchLabels, is refused by kubectl and dropped by the API server,
and the term then matches no node. Nothing can be added to such affinity with a good conscience, so the object stays as
it is.

Bad:

    apiVersion: v1
    kind: Pod
    metadata: {name: web, annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}
    spec:
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
              matchExpressions:
              - {key: disk, operator: In, values: [ssd]}
      containers: [{name: web, image: example.com/web:1}]

Good:

    apiVersion: v1
    kind: Pod
    metadata: {name: web, annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}
    spec:
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
            - matchExpressions:
              - {key: disk, operator: In, values: [ssd]}
      containers: [{name: web, image: example.com/web:1}]

What to do: fix the field that the finding names. The rule looks at pods that are kept off host-network pools,
and at those that name pools; a list without terms is found in any pod that is not edited.

*Not a finding:* affinity that only prefers; a value that another program fills in (value-unknown); pods that have to
do with no pool, unless there is no term at all.

*If you follow it:* the API accepts the object, and the pods run where the fixed term allows: compare with
`yurt-hostnet explain`. Where the API server had dropped a field, the pods of a live workload ran nowhere and now do.

Source: kubernetes/kubernetes, pkg/apis/core/validation, ValidateNodeSelector and ValidateNodeSelectorRequirement.
"""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import REQUIRED, MalformedAffinity, has_no_terms, may_lack_terms, problems
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

RULE = "node-selector-term-malformed"
_TERMS = "nodeSelectorTerms"
REMEDY = "Fix the field; the object stays as it is until then."
REMEDY_NONE = "Say in a term which nodes are meant, or, if any will do, remove the whole required node affinity."


def words(context: Context) -> Groups:
    """Return the words of what holds a term and names a pool, or of any term where some list of terms may be empty."""
    named = (b"openyurt.io/", context.config.pool_label.encode())
    terms = (_TERMS.encode(),)
    return (terms,) if any(may_lack_terms(source.text) for source in context.package.inputs) else (terms, named)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield what is malformed in objects that name pools; the transformers add what stops their edits."""
    names_pools = item.mentions(b"openyurt.io/", context.config.pool_label.encode())
    for template in context.templates(item):
        if _TERMS not in repr(template.spec.get("affinity")):
            continue  # of an object that holds several only those count that have terms themselves
        for error in problems(template.spec, template.spec_path) if names_pools else ():
            yield finding(item, error)
        if _is_refused(context, item, template):
            path = (*template.spec_path, "affinity", "nodeAffinity", REQUIRED, _TERMS)
            yield finding(item, MalformedAffinity(path, "It needs at least one term."), REMEDY_NONE)


def _is_refused(context: Context, item: KubeObject, template: PodTemplate) -> bool:
    """Whether a list without terms stays one, since no transformer has anything to add to it."""
    try:
        if not has_no_terms(template.spec):
            return False
        from yurt_hostnet.analysis.exclusion import reason_to_keep_off

        return not reason_to_keep_off(context, item, template)
    except MalformedAffinity:
        return False


def finding(item: KubeObject, error: MalformedAffinity, remedy: str = REMEDY) -> Finding:
    """Return the error result for what cannot be read in `item`."""
    message = f"Node affinity cannot be read: {error.message}"
    return Finding(item.at(error.path), message, remedy, rule=RULE)
