"""Ownership: which controller made an object, so that an edit of it would be undone, or refused, or lost."""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def controller_of(data: dict[str, Any]) -> tuple[str, str, str] | None:
    """Return API group, kind and name of the controller of an object (plain data), None for one without.

    It is in the namespace of the object or in none, and there is one at most: ValidateOwnerReferences in
    apimachinery/pkg/api/validation/objectmeta.go of Kubernetes.
    """
    references = mapping(data.get("metadata")).get("ownerReferences")
    for reference in references if isinstance(references, list) else ():
        if not isinstance(reference, dict) or reference.get("controller") is not True:
            continue
        found = [reference.get(key) for key in ("apiVersion", "kind", "name")]
        if all(isinstance(value, str) and value for value in found):
            version, kind, name = map(str, found)
            return version.rpartition("/")[0], kind, name
    return None
