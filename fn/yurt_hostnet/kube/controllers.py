"""Controllers: where the workloads come to that a controller makes of one pod template, before any override.

Read in openyurt: v1.7 pkg/yurtmanager/controller/yurtappset/workloadmanager (YurtAppSet v1beta1: ApplyTemplate,
getSelectedNodepools) and pkg/apis/apps/v1alpha1/yurtappset_conversion.go (v1alpha1 since 1.5), v1.4
yurtappset/adapter/adapter_util.go (v1alpha1 until then, and UnitedDeployment: attachNodeAffinity, attachTolerations),
v1.5 yurtappdaemon/workloadcontroller/deployment_controller.go (until 1.6: applyTemplate) and platformadmin; in kruise:
v1.8 pkg/controller/uniteddeployment/adapter/adapter_util.go.
"""

from __future__ import annotations

from yurt_hostnet.kube.node_affinity import REQUIRED, required_terms
from yurt_hostnet.kube.paths import find, mapping, parse_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.result import Path
    from yurt_hostnet.kube.pod_template import PodTemplate

POOL_LABEL = "apps.openyurt.io/nodepool"
"""Node label that holds the pool, as OpenYurt's own code writes it."""

_OPENYURT, _KRUISE = "apps.openyurt.io", "apps.kruise.io"
_V1ALPHA1 = "workloadTemplate"
"""Where YurtAppSet v1alpha1 has its templates, below spec; v1beta1 has them below spec.workload."""

_ENTRIES = {
    (_OPENYURT, "YurtAppSet"): "spec.topology.pools[]",
    (_OPENYURT, "UnitedDeployment"): "spec.topology.pools[]",
    (_KRUISE, "UnitedDeployment"): "spec.topology.subsets[]",
}
"""Kinds with a topology -> its entries, for each of which there is one workload, placed by its nodeSelectorTerm."""

_NAMES = {
    (_OPENYURT, "YurtAppSet"): ("spec.pools[]",),
    ("iot.openyurt.io", "PlatformAdmin"): ("spec.poolName", "spec.nodepools[]"),
}
"""Kinds that make one workload for each pool that they name -> where the names stand."""

PLACING_KINDS = frozenset({*_ENTRIES, *_NAMES, (_OPENYURT, "YurtAppDaemon")})
"""The kinds whose controllers place pods themselves."""

_REPLACED = (
    "the YurtAppDaemon controller replaces nodeSelector, clears required node affinity and tolerates the taints of the "
    "pool in the workloads that it makes"
)
_DROPPED = (
    "OpenYurt since 1.5 converts it to v1beta1: of each pool it keeps the values of the first requirement as names of "
    "NodePools, and replicas; what else the pool has, as tolerations, is lost"
)


class Made:
    """One workload that a controller makes of a pod template, or, with `per_pool`, one for each of some pools.

    Its pods run on nodes that suit both `spec`, a PodSpec, and `also`, one with nothing but nodeSelector and affinity;
    None where that adds nothing. They tolerate what `tolerations` say, and `more`, which their entry adds; both in
    plain data as they stand. `spec` is one object for all entries of a topology, or one of two. With `per_pool` each
    workload is bound to its pool: those in `names` (where the name stands -> name) and those whose labels `selector`, a
    LabelSelector in plain data, chooses; with `tolerates_pool` it tolerates the pool's taints. `name` is that of its
    entry in the topology, "" without one.
    """

    __slots__ = ("also", "more", "name", "names", "per_pool", "selector", "spec", "tolerates_pool")

    def __init__(
        self,
        spec: dict[str, Any],
        *,
        also: dict[str, Any] | None = None,
        name: str = "",
        names: dict[Path, str] | None = None,
        selector: Any = None,
        per_pool: bool = False,
        more: Any = None,
        tolerates_pool: bool = False,
    ) -> None:
        self.spec = spec
        self.also = also
        self.name = name
        self.names: dict[Path, str] = names or {}
        self.selector = selector
        self.per_pool = per_pool
        self.more = more
        self.tolerates_pool = tolerates_pool

    @property
    def tolerations(self) -> Any:
        """The tolerations that stand in the template."""
        return self.spec.get("tolerations")

    @property
    def specs(self) -> tuple[dict[str, Any], ...]:
        """What a node has to suit, all of it: one PodSpec or two."""
        return (self.spec,) if self.also is None else (self.spec, self.also)


def made_of(template: PodTemplate, label: str = POOL_LABEL) -> list[Made] | None:
    """Return what the controller of a workload makes of its pod template; None for kinds whose pods are the template's.

    `label` is the node label that holds the pool. An empty list means that the controller makes nothing. A v1alpha1
    YurtAppSet is read as OpenYurt 1.4 and as later versions read it, which differ: both are in the list. Raises
    MalformedAffinity.
    """
    kind = (template.group, template.kind)
    if kind not in PLACING_KINDS:
        return None
    spec, data = template.spec, template.owner
    path = template.path[2:] if template.path[:1] == ("items",) else template.path
    body = mapping(data.get("spec"))
    if kind == (_OPENYURT, "YurtAppDaemon"):
        if mapping(body.get("workloadTemplate")).get("statefulSetTemplate") is not None:
            return []  # getTemplateControls asks for a controller that is not there
        return [_daemon(spec, body.get("nodepoolSelector"))]
    if kind in _ENTRIES and not (kind[1] == "YurtAppSet" and path[1:2] != (_V1ALPHA1,)):
        entries = _entries(kind, data)
        found = _placed(spec, entries, is_kruise=kind[0] == _KRUISE)
        if kind[1] == "YurtAppSet":
            found.append(_bound(spec, label, _converted(entries)))
        return found
    selector = body.get("nodepoolSelector") if kind[1] == "YurtAppSet" else None
    return [_bound(spec, label, _named(kind, data), selector)]


def workload_pools(group: str, kind: str, data: dict[str, Any], label: str = POOL_LABEL) -> dict[Path, str]:
    """Return the names of the pools that a workload (plain data) names, for each of which it makes pods, by place.

    Those that a nodepoolSelector chooses are not among them: Made.selector.
    """
    found = _named((group, kind), data)
    for at, entry in _entries((group, kind), data):
        for below, row in find(entry, ("nodeSelectorTerm", "matchExpressions", None)):
            if isinstance(row, dict) and row.get("key") == label and row.get("operator") == "In":
                found.update(
                    {(*at, *below, *rest): name for rest, name in find(row, ("values", None)) if _is_name(name)}
                )
    return found


def controller_note(template: PodTemplate) -> str:
    """Return what else decides where pods run, as half a sentence that begins with its subject; "" for most."""
    if template.kind == "YurtAppDaemon" and template.group == _OPENYURT:
        return _REPLACED
    path = template.path[2:] if template.path[:1] == ("items",) else template.path
    if (template.group, template.kind) != (_OPENYURT, "YurtAppSet") or path[1:2] != (_V1ALPHA1,):
        return ""
    entries = _entries((template.group, template.kind), template.owner)
    lost = any(entry.get("tolerations") or entry.get("patch") or len(_rows(entry)) > 1 for _, entry in entries)
    return _DROPPED if lost else ""


def _named(kind: tuple[str, str], data: dict[str, Any]) -> dict[Path, str]:
    found = (pair for text in _NAMES.get(kind, ()) for pair in find(data, parse_path(text)))
    return {path: name for path, name in found if _is_name(name)}


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _entries(kind: tuple[str, str], data: dict[str, Any]) -> list[tuple[Path, dict[str, Any]]]:
    text = _ENTRIES.get(kind)
    return [pair for pair in find(data, parse_path(text)) if isinstance(pair[1], dict)] if text else []


def _rows(entry: dict[str, Any]) -> list[Any]:
    """Return the requirements by which an entry of a topology places its pods; matchFields does not."""
    rows = mapping(entry.get("nodeSelectorTerm")).get("matchExpressions")
    return rows if isinstance(rows, list) else []


def _converted(entries: list[tuple[Path, dict[str, Any]]]) -> dict[Path, str]:
    """Return what ConvertTo takes for names of NodePools, whatever label the first requirement is about.

    One entry without requirements makes it fail, so that there is no object and nothing is made of it.
    """
    found: dict[Path, str] = {}
    for at, entry in entries:
        rows = _rows(entry)
        if not rows:
            return {}
        first = mapping(rows[0])
        if first.get("operator") == "In" or (len(rows) == 1 and first.get("key") == POOL_LABEL):
            path: Path = (*at, "nodeSelectorTerm", "matchExpressions", 0)
            found.update({(*path, *below): name for below, name in find(first, ("values", None)) if _is_name(name)})
    return found


def _bound(spec: dict[str, Any], label: str, names: dict[Path, str], selector: Any = None) -> Made:
    """Return one workload for each pool: its nodeSelector gets the pool's name in place of what it says of pools."""
    own = spec.get("nodeSelector")
    if isinstance(own, dict) and label in own:
        spec = {**spec, "nodeSelector": {key: value for key, value in own.items() if key != label}}
    return Made(spec, names=names, selector=selector, per_pool=True)


def _daemon(spec: dict[str, Any], selector: Any) -> Made:
    """Return one workload for each pool: its nodeSelector is the pool's, and required node affinity is cleared."""
    spec = {key: value for key, value in spec.items() if key not in {"nodeSelector", "affinity"}}
    return Made(spec, selector=selector, per_pool=True, tolerates_pool=True)


def _placed(spec: dict[str, Any], entries: list[tuple[Path, dict[str, Any]]], *, is_kruise: bool) -> list[Made]:
    """Return the workload of each entry of a topology: each term gets its requirements, the pods its tolerations."""
    terms = required_terms(spec)
    is_open = terms is not None and (
        not terms or any(not term.get("matchExpressions") and not term.get("matchFields") for term in terms)
    )
    open_spec = _without_terms(spec) if is_open else spec  # what matched no node matches what the entry asks for
    found = []
    for _, entry in entries:
        rows, own, also = _rows(entry), spec, None
        if rows:
            own = open_spec
            also = {"nodeSelector": spec.get("nodeSelector"), "affinity": _required([{"matchExpressions": rows}])}
        elif not terms and not is_kruise:
            also = {"affinity": _required([{}])}  # a term without requirements, which matches no node
        name, more = entry.get("name"), entry.get("tolerations")
        found.append(Made(own, also=also, name=name if isinstance(name, str) else "", more=more))
    return found


def _without_terms(spec: dict[str, Any]) -> dict[str, Any]:
    affinity = {key: value for key, value in mapping(spec.get("affinity")).items() if key != "nodeAffinity"}
    return {**spec, "affinity": affinity}


def _required(terms: list[dict[str, Any]]) -> dict[str, Any]:
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": terms}}}
