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
was meant. What a patch for some pools brings about stands at the patch. OpenYurt up to v1.7 leaves in place what a
patch removes, a hostPort too: replace it.

*Not a finding:* a hostPort on pods without host network, which is mapped; equal ports; a containerPort without
hostPort, which is the port of the node by itself.

*If you follow it:* the API accepts the object, and the program is reached at containerPort. No live object can have
this fault, unless hostNetwork is being added to it now: then it rolls out.

Source: kubernetes/kubernetes, pkg/apis/core/validation/validation.go, validateHostNetwork; openyurtio/openyurt,
pkg/yurtmanager/controller/yurtappset/workloadmanager/tweaks.go, applyAdvancedTweaksToDeployment.
"""

from __future__ import annotations

from yurt_hostnet.kube.overrides import OVERRIDABLE
from yurt_hostnet.kube.ports import mismatched_ports
from yurt_hostnet.validators.finding import Finding
from yurt_hostnet.validators.rules import HOST_NETWORK, HOST_PORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

REMEDY = "Remove hostPort, and let the program listen on the port that is meant."
IN_PATCH = "Let patches for the same pools make both ports the one that is meant, and the program listen on it."


def words(context: Context) -> Groups:
    """Return the words of what may have a host port on the host network."""
    return context.subjects_with((HOST_PORT, HOST_NETWORK))


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield an error for each hostPort of a host-network pod that the API refuses."""
    for template in context.templates(item):
        for path, host, container in mismatched_ports(template.spec, template.spec_path):
            message = f"On the host network, hostPort {host} must equal containerPort {container}; the API refuses it."
            yield Finding(item.at(path), message, REMEDY, host, container)
        if (template.group, template.kind) in OVERRIDABLE:
            yield from _overridden(context, item, template)


def _overridden(context: Context, item: KubeObject, template: PodTemplate) -> Iterator[Finding]:
    """Yield an error for each patch that makes a hostPort one that the API refuses, where the template is good."""
    from yurt_hostnet.analysis.pool_views import place_of, views_where
    from yurt_hostnet.openyurt.pool_names import in_words, listed

    for view, patch in views_where(context, item, template, lambda one: bool(mismatched_ports(one.spec))):
        wrong = mismatched_ports(view.template.spec)
        ports = listed([f"hostPort {host} must equal containerPort {container}" for _, host, container in wrong])
        where = f"in {in_words(view.pools)}" if view.pools else "where this patch is used"
        message = f"On the host network {where}, {ports}; the API refuses it."
        yield Finding(place_of(patch, item, template), message, IN_PATCH)
