"""A label, annotation or selector has a key that looks like one of OpenYurt's and is read by nobody.

The 2023 proposal calls the node label `nodepool.openyurt.io/host-network`, and a public guide writes
`nodepool.openyurt.io/hostNetwork`. OpenYurt's code reads neither: the label is
`nodepool.openyurt.io/hostnetwork`. A selector or affinity with a dead key matches no node, or, with NotIn,
every node; a dead annotation does nothing.

Bad:

    apiVersion: v1
    kind: Pod
    metadata: {name: web}
    spec:
      nodeSelector:
        nodepool.openyurt.io/host-network: "true"
      containers: [{name: web, image: example.com/web:1}]

Good:

    apiVersion: v1
    kind: Pod
    metadata: {name: web}
    spec:
      hostNetwork: true
      nodeSelector:
        nodepool.openyurt.io/hostnetwork: "true"
      containers: [{name: web, image: example.com/web:1}]

What to do: write the key that the finding names. As a label of a Node, or among those that a NodePool gives its
nodes, remove it: OpenYurt labels them by itself. Keys of taints and tolerations are the operator's own.

Source: openyurtio/openyurt, pkg/apis/apps/well_known_labels_annotations.go.
"""

from __future__ import annotations

from yurt_hostnet.analysis.conditions import DEAD_KEYS
from yurt_hostnet.krm.kube_object import HIDING
from yurt_hostnet.krm.result import UNSET, WARNING, Result
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, in_live_key, live_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path

RULE = "dead-label-key"
_NAMING = ("key", "topologyKey")
"""Fields that hold a label's key."""
_PAIRS = ("taints", "tolerations")  # keys of the operator's own, the same on both sides
_LABELS_OF_NODES: dict[str, Path] = {"Node": ("metadata", "labels"), "NodePool": ("spec", "labels")}
REMEDY_NODES = (
    "Remove it. OpenYurt labels the nodes of a host-network pool by itself; on another node its key would keep pods "
    "off for ever, since nobody can remove it again."
)


def words(context: Context) -> Groups:
    """Return the words of which an object with a dead key holds one."""
    return (DEAD_KEYS,)


def check_item(context: Context, item: KubeObject) -> Iterator[Result]:
    """Yield a warning for each dead key, be it the key of a mapping or the `key` of a requirement."""
    if not _may_hold_one(item):
        return
    for path, key, value in _dead(item.data, ()):
        live = live_key(key)
        named = path[-1] in _NAMING and value == key
        message = f"Nobody reads {key}; OpenYurt's key is {live}."
        proposed: object = live if named else UNSET
        remedy = f"Write {live}."
        if live == HOSTNETWORK_LABEL and path[:-1] == _LABELS_OF_NODES.get(item.kind):
            remedy = REMEDY_NODES
        yield Result(WARNING, RULE, message, item.ref, path, value, proposed, item.origin, remedy=remedy)


def _may_hold_one(item: KubeObject) -> bool:
    """Whether an object may hold a dead key, be it behind an escape, an alias or a tag."""
    text, start, end = item.input.text, item.span.start, item.span.end
    if any(text.find(sign, start, end) >= 0 for sign in HIDING):
        return True
    return not all(in_live_key(text, place) for word in DEAD_KEYS for place in item.places(word))


def _dead(data: Any, path: Path) -> Iterator[tuple[Path, str, Any]]:
    """Yield (path, dead key, value there) in plain data."""
    if isinstance(data, dict):
        for key, value in data.items():
            at = (*path, key)
            if key in _PAIRS:
                continue
            if live_key(key):
                yield at, key, value
            elif key in _NAMING and isinstance(value, str) and live_key(value):
                yield at, value, value
            else:
                yield from _dead(value, at)
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _dead(value, (*path, index))
