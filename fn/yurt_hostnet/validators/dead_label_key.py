"""A label, annotation or selector has a key that looks like one of OpenYurt's and is read by nobody.

The 2023 proposal calls the node label `nodepool.openyurt.io/host-network`, and a public guide writes
`nodepool.openyurt.io/hostNetwork`. OpenYurt's code reads neither: the label is
`nodepool.openyurt.io/hostnetwork`. The right name under another of OpenYurt's domains, or cut short, is read by
nobody either. A selector or affinity with a dead key matches no node, or, with NotIn, every node; a dead
annotation does nothing.

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

Not a finding: keys of taints and tolerations, and of labels of pods that a selector names. They are the operator's
own, the same on both sides, and a new name for one would cut the other loose.

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true, taints: [{key: nodepool.openyurt.io/hostNetwork, effect: NoSchedule}]}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: web}
    spec:
      hostNetwork: true
      tolerations: [{key: nodepool.openyurt.io/hostNetwork, operator: Exists}]
      nodeSelector: {apps.openyurt.io/nodepool: beijing}
      containers: [{name: web, image: example.com/web:1}]

What to do: it depends on where the key stands, and the finding says it. In what selects nodes and in the annotations
of pods, write OpenYurt's key. As a label of a Node, or among those that a NodePool gives its nodes, remove it: OpenYurt
labels them by itself, and its label on a wrong node stays for ever.

*If you follow it:* a new object does what was meant. A live Pod or Job has to be deleted and created anew; other
workloads roll out, and a DaemonSet that is now kept off host-network pools takes its pods off their nodes. A dead label
of a live Node can be removed, it is not guarded.

Source: openyurtio/openyurt, pkg/apis/apps/well_known_labels_annotations.go.
"""

from __future__ import annotations

from yurt_hostnet.analysis.conditions import DEAD_KEYS
from yurt_hostnet.analysis.dead_keys import for_annotation, for_label
from yurt_hostnet.krm.kube_object import HIDING
from yurt_hostnet.krm.result import UNSET
from yurt_hostnet.kube.paths import value_at
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL, in_live_key, live_key
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate

_NAMING = ("key", "topologyKey")
"""Fields that hold a label's key."""
_PAIRS = (
    *("taints", "tolerations", "selector", "labelSelector", "podSelector", "namespaceSelector"),
    *("nodepoolSelector", "nodePoolSelector"),
)
"""What holds keys of the operator's own, the same on both sides."""
AGAIN = "Remove it; {} stands beside it, or will."


def words(context: Context) -> Groups:
    """Return the words of which an object with a dead key holds one."""
    return (DEAD_KEYS,)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for each dead key, be it the key of a mapping or the `key` of a requirement."""
    if not _may_hold_one(item):
        return
    written: set[tuple[Path, str]] = set()
    templates: dict[Path, PodTemplate] | None = None
    for path, key, value in _dead(item.data, ()):
        live = live_key(key)
        named = path[-1] in _NAMING and value == key
        message = f"Nobody reads {key}; OpenYurt's key is {live}."
        beside = (path[:-1], live)
        if templates is None:
            templates = {template.path: template for template in context.templates(item)}
        if not named and (beside in written or live in value_at(item.data, path[:-1])):
            remedy = AGAIN.format(live)
        elif live == HOSTNETWORK_LABEL:
            remedy = for_label(item, templates, path, named=named)
        else:
            remedy = for_annotation(templates, path, value)
        written.add(beside)
        proposed: object = live if named and remedy.startswith("Write") else UNSET
        yield Finding(item.at(path), message, remedy, value, proposed)


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
