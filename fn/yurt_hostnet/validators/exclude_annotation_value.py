"""The annotation that keeps pods off host-network pools has a value that does not count.

`apps.openyurt.io/exclude-host-network-pool` counts only as the string `true`, exactly so: "True", "yes" and
"1" are passed over without a word. Without quotes, `true` is a boolean, and the Kubernetes API refuses an
object whose annotation is no string.

Bad:

    apiVersion: v1
    kind: Pod
    metadata:
      name: web
      annotations:
        apps.openyurt.io/exclude-host-network-pool: true
    spec:
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
      containers:
      - name: web
        image: example.com/web:1

What to do: write "true" with quotes, or "false" to say that the pods may go there; remove it otherwise. A
value that is no string is an error, a string that does not count a warning.

*Not a finding:* "false", which says that the pods may go there; a value that another program fills in (value-unknown).

*If you follow it:* with "true" the pod template gets the affinity, so that a live workload rolls out and its pods
leave host-network pools; with "false", or without the annotation, they run where they ran.

Source: openyurtio/openyurt, pkg/yurtmanager/webhook/pod/v1alpha1/pod_default.go.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import WARNING
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION, EXCLUDE_VALUE
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

VALUES = (EXCLUDE_VALUE, "false")
_NO = ("false", "no", "off", "0", "n", "f", "")


def words(context: Context) -> Groups:
    """Return the word of what holds the annotation."""
    return ((EXCLUDE_ANNOTATION.encode(),),)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield an error for each value that is no string, and a warning for each string on a pod that does not count."""
    templates = context.templates(item)
    places: list[Path] = [(), *(template.path for template in templates if template.path)]
    counts = {template.path: template.template for template in reversed(templates)}
    for at in places:
        part = counts[at] if at else item.data
        annotations = mapping(mapping(part.get("metadata")).get("annotations"))
        if EXCLUDE_ANNOTATION not in annotations or annotations[EXCLUDE_ANNOTATION] in VALUES:
            continue
        value = annotations[EXCLUDE_ANNOTATION]
        if is_unknown(value):
            continue
        path = (*at, "metadata", "annotations", EXCLUDE_ANNOTATION)
        meant = "false" if str(value).lower() in _NO or value is None else EXCLUDE_VALUE
        remedy = f'Write "{meant}", with quotes, or remove it.'
        if value in ("", None):
            remedy = 'Remove it, or write "true" or "false", with quotes.'
        if not isinstance(value, str) and value is not None:
            message = "This annotation is no string, so the Kubernetes API refuses the object."
            yield Finding(item.at(path), message, remedy, value, meant)
        elif at in counts:
            message = 'Only the exact value "true" counts, so OpenYurt ignores this annotation.'
            yield Finding(item.at(path), message, remedy, value, meant, severity=WARNING)
