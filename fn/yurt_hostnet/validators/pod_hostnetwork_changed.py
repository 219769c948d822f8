"""The hostNetwork of a Pod is not what it was.

Kubernetes refuses the change: the network of a running Pod is immutable. `false` and no field are the same.
Pod templates in workloads may change; rule workload-hostnetwork-changed speaks of them.

Bad, where the baseline has `hostNetwork: true` for this Pod:

    apiVersion: v1
    kind: Pod
    metadata:
      name: probe
    spec:
      containers:
      - name: probe
        image: example.com/probe:1

Good:

    apiVersion: v1
    kind: Pod
    metadata:
      name: probe
    spec:
      hostNetwork: true
      containers:
      - name: probe
        image: example.com/probe:1

What to do: put the old value back, or delete the Pod and create it anew.

*Not a finding:* false and no field, which are the same; a Pod that is new; pod templates.

*If you follow it:* with the old value nothing changes. A Pod that is deleted is down until its successor runs, and
with hostNetwork it takes ports of its node.

Source: kubernetes/kubernetes, pkg/apis/core/validation/validation.go, ValidatePodUpdate: a Pod update may
not change fields other than images, deadlines, tolerations and a few more.
"""

from __future__ import annotations

from yurt_hostnet.baseline.baseline import HOST_NETWORK, PODS, shown
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context


def check(context: Context) -> Iterator[Finding]:
    """Yield an error for each Pod whose hostNetwork differs from the baseline."""
    for edit in context.edited_fields:
        if edit.key.section != PODS:
            continue
        item = edit.item
        message = f"{edit.told('hostNetwork of this Pod')}; Kubernetes refuses the change."
        path = ("spec", HOST_NETWORK)
        remedy = f"Write hostNetwork: {shown(edit.old)} again, or delete the Pod and create it anew."
        yield Finding(item.at(path), message, remedy, edit.new, edit.old)
