"""Pool doubts: of which NodePools it is not certain whether they use the host network, so that nothing rests on them.

The label of host-network pools cannot be taken from a Node again, so it is not written on a doubtful word.
"""

from __future__ import annotations

from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Protocol

    class Declared(Protocol):
        """A Pool, as far as it matters here."""

        data: dict[str, Any] | None
        has_types: bool
        host_network: bool
        is_patched: bool
        node_labels: dict[str, Any]
        type: str
        uncertain: str
        unreadable: str

        @property
        def why_doubtful(self) -> str:
            """Why it is not certain whether the pool uses the host network."""


DECLARED_TWICE = "it is declared both with host network and without"
PATCHED = "a patch changes what decides it"
"""What Pool.uncertain says of several declarations."""

_LONGEST = 60
"""So many characters of a value are told."""


def unreadable_value(name: str, version: str, field: Any, annotation: Any, kind: Any) -> str:
    """Return Pool.unreadable of what a NodePool says; `kind` is its type, if it asks for the host network.

    Each of these has a finding of its own: wrong-field-type, value-unknown or nodepool-cloud-hostnetwork.
    """
    if is_unknown(name):
        return f"its name is {_shown(name)}"
    if version != "v1alpha1" and field is not None and not isinstance(field, bool):
        return f"its hostNetwork is {_shown(field)}"
    is_read = version in {"v1alpha1", "v1beta1"} and annotation is not None
    if is_read and (not isinstance(annotation, str) or is_unknown(annotation)):
        return f"its annotation {HOSTNETWORK_LABEL} is {_shown(annotation)}"
    return f"its type is {_shown(kind)}" if kind and kind != "Edge" else ""


def _shown(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def unite(declared: Sequence[Declared]) -> bool:
    """Leave of several declarations of one pool, in the first of them, what all say; tell whether they contradict."""
    first = declared[0]
    differ = _differ(declared)
    doubts = (pool.why_doubtful for pool in declared)
    if differ:
        first.uncertain = PATCHED if any(pool.is_patched for pool in declared) else DECLARED_TWICE
    else:
        first.uncertain = next(filter(None, doubts), "")
    written = [pool for pool in declared if pool.data is not None]
    first.has_types = len({pool.type or "Edge" for pool in written}) > 1
    for pool in written:
        if pool.node_labels != first.node_labels:
            items = pool.node_labels.items()
            first.node_labels = {key: value for key, value in first.node_labels.items() if (key, value) in items}
    return differ


def _differ(declared: Iterable[Declared]) -> bool:
    """Tell whether declarations of one pool contradict each other; a value that cannot be read contradicts nothing."""
    said = {pool.host_network for pool in declared if not pool.unreadable}
    return len(said) > 1 or any(pool.is_patched for pool in declared)
