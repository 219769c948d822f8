"""On the host network a hostPort differs from its containerPort.

A pod with `hostNetwork: true` has no ports of its own to map: the Kubernetes API refuses it unless each
hostPort that is set equals its containerPort. Where hostNetwork was added to an existing workload, its port
mappings are the part that is easily forgotten.

Bad:

    apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      hostNetwork: true
      containers:
      - name: web
        image: example.com/web:1
        ports:
        - {containerPort: 80, hostPort: 8080}

Good:

    apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      hostNetwork: true
      containers:
      - name: web
        image: example.com/web:1
        ports:
        - {containerPort: 8080}

What to do: remove the hostPort, which then is the containerPort, and have the program listen on the port that
was meant.

Source: kubernetes/kubernetes, pkg/apis/core/validation/validation.go, validateHostNetwork.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import ERROR, Result
from yurt_hostnet.kube.ports import mismatched_ports
from yurt_hostnet.validators.rules import HOST_NETWORK, HOST_PORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject

RULE = "host-port-mismatch"


def words(context: Context) -> Groups:
    """Return the words of what may have a host port on the host network."""
    return HOST_PORT, HOST_NETWORK


def check_item(context: Context, item: KubeObject) -> Iterator[Result]:
    """Yield an error for each hostPort of a host-network pod that the API refuses."""
    for template in context.templates(item):
        for path, host, container in mismatched_ports(template.spec, template.spec_path):
            message = f"On the host network, hostPort {host} must equal containerPort {container}; the API refuses it."
            remedy = "Remove hostPort, and let the program listen on the port that is meant."
            yield Result(ERROR, RULE, message, item.ref, path, host, container, item.origin, remedy=remedy)
