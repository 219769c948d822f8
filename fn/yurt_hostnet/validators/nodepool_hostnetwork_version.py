"""A NodePool says hostNetwork in a way that some version of OpenYurt does not read.

Only `apps.openyurt.io/v1beta2` is read the same by everybody who knows it. Of v1beta1, OpenYurt 1.4 to 1.6
read `spec.hostNetwork`, and 1.7 drops the field and reads the annotation `nodepool.openyurt.io/hostnetwork`:
a new pool with the field alone is stored as an ordinary one, and over an existing host-network pool it is
refused. v1alpha1 has no such field at all, and v1beta2 does not look at the annotation.

A v1beta1 pool that sets one of the two is doubtful: no Node is labelled for it, since OpenYurt never takes that label
away again and writes it itself where it is right, and no pod is judged by the pool.

Bad:

    apiVersion: apps.openyurt.io/v1beta1
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}

What to do: before Nodes of the pool are applied, write v1beta2 with OpenYurt 1.7, or, for older ones, v1beta1
with the field and the annotation. Of a pool that exists, look first at what is stored: that cannot be changed, and a
pool that was stored as an ordinary one has to be made anew.

*Not a finding:* v1beta2; v1beta1 with the field and the annotation; v1alpha1 or v1beta1 without either; v1alpha1 with
the annotation, which OpenYurt reads since 1.5 (1.4 drops it, and knows no other way for v1alpha1).

*If you follow it:* a new pool is stored as it is meant. Over a live pool that was stored as an ordinary one OpenYurt
refuses it, so that nothing happens unnoticed.

Source: openyurtio/openyurt, pkg/apis/apps/v1alpha1 and v1beta1, nodepool_conversion.go.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import UNSET
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL
from yurt_hostnet.openyurt.pools import (
    IGNORED_ANNOTATION,
    LOST_ANNOTATION,
    LOST_FIELD,
    POOL_WORDS,
    UNKNOWN_FIELD,
    is_node_pool,
    read_pool,
)
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path


_FIELD: Path = ("spec", "hostNetwork")
_ANNOTATION: Path = ("metadata", "annotations", HOSTNETWORK_LABEL)
_STORED = "Of a pool that exists, first see what is stored (kubectl get nodepool NAME -o yaml): it cannot be changed."
_BOTH = (
    f'Write apps.openyurt.io/v1beta2 for OpenYurt 1.7, or both spec.hostNetwork and {HOSTNETWORK_LABEL}: "true". '
    f"{_STORED}"
)

_DOUBTS: dict[str, tuple[str, Path, object, str]] = {
    LOST_FIELD: (
        "OpenYurt 1.7 reads of a v1beta1 NodePool only the annotation and stores this pool without host network.",
        _ANNOTATION,
        "true",
        _BOTH,
    ),
    LOST_ANNOTATION: (
        "OpenYurt 1.4 to 1.6 read of a v1beta1 NodePool only spec.hostNetwork and make this an ordinary pool.",
        _FIELD,
        True,
        _BOTH,
    ),
    UNKNOWN_FIELD: (
        "A v1alpha1 NodePool has no field hostNetwork; it is dropped and the pool is an ordinary one.",
        ("apiVersion",),
        "apps.openyurt.io/v1beta2",
        f"Write apps.openyurt.io/v1beta2, the version that has the field. {_STORED}",
    ),
    IGNORED_ANNOTATION: (
        "Of a v1beta2 NodePool only spec.hostNetwork counts, not the annotation; the pool is an ordinary one.",
        _FIELD,
        True,
        f"Write hostNetwork: true, or remove the annotation. {_STORED}",
    ),
}


def words(_context: Context) -> Groups:
    """Return the word of a NodePool."""
    return (POOL_WORDS,)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for a NodePool that versions of OpenYurt read differently, or not as it was meant."""
    if not is_node_pool(item.group, item.kind):
        return
    pool = read_pool(item.data)
    if pool is None or not pool.doubt:
        return
    message, path, proposed, remedy = _DOUBTS[pool.doubt]
    remedy = remedy.replace("NAME", item.name)
    current: object = UNSET
    spec = mapping(item.data.get("spec"))
    if path == ("apiVersion",):
        current = item.api_version
    elif path == _FIELD and "hostNetwork" in spec:
        current = spec["hostNetwork"]
    elif HOSTNETWORK_LABEL in item.annotations and path == _ANNOTATION:
        current = item.annotations[HOSTNETWORK_LABEL]
    yield Finding(item.at(path), message, remedy, current, proposed)
