"""Ownership: which controller made an object, so that an edit of it would be undone, or refused, or lost."""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MAKE = {
    ("", "Node"): ("Pod",),  # the mirrors of static pods
    ("", "ReplicationController"): ("Pod",),
    ("apps", "DaemonSet"): ("Pod",),
    ("apps", "Deployment"): ("ReplicaSet",),
    ("apps", "ReplicaSet"): ("Pod",),
    ("apps", "StatefulSet"): ("Pod",),
    ("batch", "CronJob"): ("Job",),
    ("batch", "Job"): ("Pod",),
    ("extensions", "DaemonSet"): ("Pod",),
    ("extensions", "Deployment"): ("ReplicaSet",),
    ("extensions", "ReplicaSet"): ("Pod",),
}
"""What the controllers of Kubernetes make that has pods (pkg/controller, pkg/kubelet/pod/mirror_client.go).

Who names another kind of theirs as a controller only wants an object to be left alone. The controllers of other groups
may make anything.
"""

_GROUPS = {group for group, _ in _MAKE}


def controller_of(kind: str, data: dict[str, Any]) -> tuple[str, str, str] | None:
    """Return API group, kind and name of the controller that made an object of a kind, None for what none made.

    `data` is the object's plain data. The controller is in the namespace of the object or in none, and there is one at
    most: ValidateOwnerReferences in apimachinery/pkg/api/validation/objectmeta.go of Kubernetes.
    """
    references = mapping(data.get("metadata")).get("ownerReferences")
    for reference in references if isinstance(references, list) else ():
        if not isinstance(reference, dict) or reference.get("controller") is not True:
            continue
        found = [reference.get(key) for key in ("apiVersion", "kind", "name")]
        if all(isinstance(value, str) and value for value in found):
            version, owner, name = map(str, found)
            group = version.rpartition("/")[0]
            if group not in _GROUPS or kind in _MAKE.get((group, owner), ()):
                return group, owner, name
    return None
