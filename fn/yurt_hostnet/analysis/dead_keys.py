"""What to do about a key that nobody reads: it depends on where it stands."""

from __future__ import annotations

from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.paths import value_at
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION, HOSTNETWORK_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate

NEEDS_NETWORK = " A pod on such nodes needs hostNetwork: true."
LIVE_POD = " A live Pod is deleted and created anew."
THEN_FIX = "Then yurt-hostnet adds the node affinity, in mode Transform or by its command fix."
"""The rest of a remedy that asks for the annotation: without the node affinity there is another finding."""

_METADATA = ("labels", "annotations")
ON_NODES = (
    "Remove it. OpenYurt labels the nodes of a host-network pool by itself; on another node its key would keep pods "
    "off for ever, since nobody can remove it again."
)
ON_POOLS = "Remove it. A new NodePool says so by spec.hostNetwork: true; of one that exists it cannot be changed."
ON_OTHERS = "Remove it, unless a selector of your own names it; OpenYurt's key is a label of Nodes alone."
ORDINARY = (
    f'Remove it, and annotate the pod template {EXCLUDE_ANNOTATION}: "true": ordinary nodes have no such label at all, '
    f"so no value selects them. {THEN_FIX}"
)


def for_label(item: KubeObject, templates: dict[Path, PodTemplate], path: Path, *, named: bool) -> str:
    """Return what to do about a dead variant of the node label at `path`: a key there, or what `named` a label."""
    holder = path[-2] if len(path) > 1 else ""
    if holder in _METADATA and not named:
        if item.kind == "NodePool" and path[0] == "metadata":
            return ON_POOLS
        return ON_NODES if item.kind in {"Node", "NodePool"} else ON_OTHERS
    around = value_at(item.data, path[:-1])
    values = around.get("values") if named else [around[path[-1]]]
    keeps_off = named and around.get("operator") in {"NotIn", "DoesNotExist"}
    if path[-1] == "topologyKey" or keeps_off:
        return f"Write {HOSTNETWORK_LABEL}."
    if isinstance(values, list) and values and all(str(value).lower() == "false" for value in values):
        return ORDINARY
    of = next((templates[path[:size]] for size in set(map(len, templates)) if path[:size] in templates), None)
    needs = (
        " A pod on such nodes needs hostNetwork: true. A live Pod is deleted and created anew."
        if of is not None and not of.host_network
        else ""
    )
    return f"Write {HOSTNETWORK_LABEL}.{needs}"


def for_annotation(templates: dict[Path, PodTemplate], path: Path, value: Any) -> str:
    """Return what to do about a dead variant of the annotation at `path`; `templates` are by their paths."""
    word = str(value).lower()
    line = f'{EXCLUDE_ANNOTATION}: "{word if word in {"true", "false"} else "true"}"'
    then = "" if word == "false" else f" {THEN_FIX}"
    if path[-3:-1] == ("metadata", "annotations") and path[:-3] in templates:
        return f"Write {line}.{then}"
    for at in templates:
        return f"Write {line} into {field_path((*at, 'metadata', 'annotations'))} in its place.{then}"
    return f"Remove it; {EXCLUDE_ANNOTATION} is read on pods, in the annotations of their templates."
