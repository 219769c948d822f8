"""The metadata of a functionConfig: the fields that every Kubernetes object has there, and none of ours."""

from __future__ import annotations

from yurt_hostnet.config.errors import Mistakes, UnknownFieldError, mapping, mistake

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.result import Path


FIELDS = (
    "annotations", "creationTimestamp", "deletionGracePeriodSeconds", "deletionTimestamp", "finalizers",
    "generateName", "generation", "labels", "managedFields", "name", "namespace", "ownerReferences",
    "resourceVersion", "selfLink", "uid",
)  # fmt: skip
"""The fields of metadata (k8s.io/apimachinery/pkg/apis/meta/v1, type ObjectMeta)."""

_WORDS = ("annotations", "labels")


class ObjectMeta:
    """The metadata of a Kubernetes object, without an annotation or label of `group`, which has none."""

    def __init__(self, group: str) -> None:
        self.group = group

    def read(self, value: object, path: Path) -> dict[str, Any]:
        """Return the mapping as it is."""
        given = mapping(value, path)
        mistakes = Mistakes()
        for name in given:
            if name not in FIELDS:
                mistakes.add(UnknownFieldError((*path, name), FIELDS))
        for name in _WORDS:
            if given.get(name) is None:
                continue
            for key in mistakes.of(mapping, given[name], (*path, name)) or ():
                if str(key).startswith(f"{self.group}/"):
                    at = (*path, name, key)
                    mistakes.add(mistake(at, " is not read: nothing in metadata says what to do. Remove it."))
        mistakes.settle()
        return given

    def schema(self) -> dict[str, Any]:
        """Return the schema of what `read` takes."""
        own = {"propertyNames": {"not": {"pattern": f"^{self.group.replace('.', '[.]')}/"}}}
        words = {name: {"type": ["object", "null"], **own} for name in _WORDS}
        fields: dict[str, Any] = {name: words.get(name, {}) for name in FIELDS}
        return {"type": "object", "additionalProperties": False, "properties": fields}
