"""Types of the fields of a NodePool, by API version; openyurtio/openyurt, pkg/apis/apps and the NodePool webhook.

A field that a version does not know is dropped when it is stored, whatever it holds.
"""

from __future__ import annotations

from yurt_hostnet.kube.field_types import META, STRINGS, TAINT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.kube.field_types import Kind

_ALL = {"type": ("", "Edge", "Cloud"), "labels": STRINGS, "annotations": STRINGS, "taints": [TAINT]}
_V1BETA1 = {**_ALL, "hostNetwork": bool}
_V1BETA2 = {**_V1BETA1, "interConnectivity": bool, "leaderElectionStrategy": ("", "mark", "random")}
_FIELDS: dict[str, dict[str, Kind]] = {
    "v1alpha1": {"metadata": META, "spec": _ALL},
    "v1beta1": {"metadata": META, "spec": _V1BETA1},
}
_STORED: dict[str, Kind] = {"metadata": META, "spec": _V1BETA2}


def pool_fields(version: str) -> dict[str, Kind]:
    """Return the fields of a NodePool of an API version; of one that is not known, those of the stored version."""
    return _FIELDS.get(version, _STORED)
