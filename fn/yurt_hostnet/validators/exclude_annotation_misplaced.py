"""The annotation that keeps pods off host-network pools stands where it has no effect.

`apps.openyurt.io/exclude-host-network-pool` is an annotation of pods. In a workload it belongs to the pod
template, from which the pods get it; on the workload itself nobody reads it, nor as a label, nor on a Namespace, a
NodePool or a Service. In a kind of workload that yurt-hostnet does not know it sees no pod template, until
functionConfig says where it is.

Bad:

    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
      annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}
    spec:
      template:
        metadata: {labels: {app: web}}
        spec:
          containers: [{name: web, image: example.com/web:1}]

Good:

    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web}
    spec:
      template:
        metadata:
          annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}
        spec:
          containers: [{name: web, image: example.com/web:1}]

What to do: move it to the annotations of the pod template. Not a finding: both places, as commonAnnotations of
kustomize write it; the Services and others that got it along with such a workload are an info. For a kind that is not
known, copy the row of `podTemplates` into functionConfig. Some kinds give their pods annotations from elsewhere, such
as podMetadata of a Prometheus: OpenYurt's webhook then adds the affinity to each pod as it is made, and nothing is
added here.

*If you follow it:* new pods get the affinity. A live workload rolls out, and a DaemonSet takes its pods off the nodes
of host-network pools. Annotations of a live Pod come too late: delete it and create it anew.
"""

from __future__ import annotations

from yurt_hostnet.analysis.annotation_places import misplaced
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject


def words(context: Context) -> Groups:
    """Return the word of what holds the annotation."""
    return ((EXCLUDE_ANNOTATION.encode(),),)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a finding for each place of an object where the annotation has no effect."""
    for severity, path, value, message, remedy in misplaced(context, item):
        yield Finding(item.at(path), message, remedy, value, severity=severity)
