"""Where pod templates live: one table from API group and kind to the paths of PodTemplateSpecs.

Nothing else in this package may know that a CronJob hides its pods deeper than a Deployment. A new
kind is one row. Paths are dotted; `[]` or `*` stands for every element of a list or a mapping, and
`[a.b]` for a key that holds dots.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import find, mapping, parse_path, value_at
from yurt_hostnet.kube.pod_template import CLEARED, NORMAL, REFUSED, STATIC_POD, PodTemplate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from yurt_hostnet.krm.result import Path

    DeclaredRow = tuple[str, str, tuple[str, ...]]
    """A row that the user added: API group, kind and dotted paths."""
    DeclaredPaths = Mapping[tuple[str, str], tuple[str, ...]]
    """The same by group and kind, see declared_paths."""


# How many pods one template makes: PodTemplate.replicas and .per_node are read by these.
_ONE = ""  # a single pod; the name of no field
REPLICAS = "replicas"  # `replicas` beside the template, 1 if unset
PARALLELISM = "parallelism"  # `parallelism` beside the template, 1 if unset
_NODE = "*"  # one pod on every eligible node
_UNKNOWN = "?"

_NO_ROW: tuple[tuple[str, ...], str, str] = ((), _UNKNOWN, NORMAL)
_TEMPLATE = ("spec.template",)
_REPLICATED = (_TEMPLATE, REPLICAS, NORMAL)
_PER_NODE = (_TEMPLATE, _NODE, NORMAL)
_JOB = (_TEMPLATE, PARALLELISM, NORMAL)
_POOLED = (
    "spec.workloadTemplate.deploymentTemplate.spec.template",
    "spec.workloadTemplate.statefulSetTemplate.spec.template",
)


def _kubeflow(key: str) -> tuple[tuple[str, ...], str, str]:
    return ((f"spec.{key}.*.template",), REPLICAS, NORMAL)


WORKLOADS: dict[tuple[str, str], tuple[tuple[str, ...], str, str]] = {
    ("", "Pod"): (("",), _ONE, NORMAL),
    ("", "PodTemplate"): (("template",), _UNKNOWN, NORMAL),
    ("", "ReplicationController"): _REPLICATED,
    ("apps", "Deployment"): _REPLICATED,
    ("apps", "ReplicaSet"): _REPLICATED,
    ("apps", "StatefulSet"): _REPLICATED,
    ("apps", "DaemonSet"): _PER_NODE,
    # The group of these three before Kubernetes 1.16; old CNI manifests still carry it.
    ("extensions", "Deployment"): _REPLICATED,
    ("extensions", "ReplicaSet"): _REPLICATED,
    ("extensions", "DaemonSet"): _PER_NODE,
    ("batch", "Job"): _JOB,
    ("batch", "CronJob"): (("spec.jobTemplate.spec.template",), PARALLELISM, NORMAL),
    # v1beta1 first, then v1alpha1: no object has both.
    ("apps.openyurt.io", "YurtAppSet"): (
        (
            "spec.workload.workloadTemplate.deploymentTemplate.spec.template",
            "spec.workload.workloadTemplate.statefulSetTemplate.spec.template",
            *_POOLED,
        ),
        REPLICAS,
        NORMAL,
    ),
    ("apps.openyurt.io", "YurtAppDaemon"): (_POOLED, REPLICAS, CLEARED),
    ("apps.openyurt.io", "YurtStaticSet"): (_TEMPLATE, _NODE, STATIC_POD),
    ("apps.openyurt.io", "UnitedDeployment"): (_POOLED, _UNKNOWN, NORMAL),
    ("iot.openyurt.io", "PlatformAdmin"): (("spec.additionalDeployments[].spec.template",), REPLICAS, NORMAL),
    ("apps.kruise.io", "CloneSet"): _REPLICATED,
    ("apps.kruise.io", "StatefulSet"): _REPLICATED,
    ("apps.kruise.io", "DaemonSet"): _PER_NODE,
    ("apps.kruise.io", "BroadcastJob"): _PER_NODE,
    ("apps.kruise.io", "AdvancedCronJob"): (
        ("spec.template.jobTemplate.spec.template", "spec.template.broadcastJobTemplate.spec.template"),
        PARALLELISM,
        NORMAL,
    ),
    ("apps.kruise.io", "UnitedDeployment"): (
        (
            "spec.template.statefulSetTemplate.spec.template",
            "spec.template.advancedStatefulSetTemplate.spec.template",
            "spec.template.cloneSetTemplate.spec.template",
            "spec.template.deploymentTemplate.spec.template",
        ),
        _UNKNOWN,
        NORMAL,
    ),
    ("argoproj.io", "Rollout"): _REPLICATED,
    ("argoproj.io", "Experiment"): (("spec.templates[].template",), REPLICAS, NORMAL),
    ("batch.volcano.sh", "Job"): (("spec.tasks[].template",), REPLICAS, NORMAL),
    ("kubeflow.org", "PyTorchJob"): _kubeflow("pytorchReplicaSpecs"),
    ("kubeflow.org", "TFJob"): _kubeflow("tfReplicaSpecs"),
    ("kubeflow.org", "MPIJob"): _kubeflow("mpiReplicaSpecs"),
    ("kubeflow.org", "XGBoostJob"): _kubeflow("xgbReplicaSpecs"),
    ("kubeflow.org", "PaddleJob"): _kubeflow("paddleReplicaSpecs"),
    ("kubeflow.org", "JAXJob"): _kubeflow("jaxReplicaSpecs"),
    ("serving.knative.dev", "Service"): (_TEMPLATE, _UNKNOWN, REFUSED),
    ("serving.knative.dev", "Configuration"): (_TEMPLATE, _UNKNOWN, REFUSED),
    # Overrides that the tigera-operator merges into the workloads it makes (operator/api/v1).
    ("operator.tigera.io", "Installation"): (
        (
            "spec.calicoNodeDaemonSet.spec.template",
            "spec.calicoNodeWindowsDaemonSet.spec.template",
            "spec.csiNodeDriverDaemonSet.spec.template",
            "spec.calicoKubeControllersDeployment.spec.template",
            "spec.typhaDeployment.spec.template",
        ),
        _UNKNOWN,
        NORMAL,
    ),
    ("operator.tigera.io", "APIServer"): (
        ("spec.apiServerDeployment.spec.template", "spec.calicoWebhooksDeployment.spec.template"),
        _UNKNOWN,
        NORMAL,
    ),
    ("operator.tigera.io", "Goldmane"): (("spec.goldmaneDeployment.spec.template",), _UNKNOWN, NORMAL),
    ("operator.tigera.io", "Whisker"): (("spec.whiskerDeployment.spec.template",), _UNKNOWN, NORMAL),
}
"""(API group, kind) -> (dotted paths of pod templates, how many pods each makes, effect)."""


def group_of(api_version: Any) -> str:
    """Return the API group of an apiVersion: `apps/v1` -> `apps`, `v1` -> "" (the core group)."""
    return api_version.partition("/")[0] if isinstance(api_version, str) and "/" in api_version else ""


def stored_group(group: str, kind: str) -> str:
    """Return the API group that names an object for all its versions: `apps` for what `extensions` held before 1.16.

    The API server gave one DaemonSet out in either (Kubernetes, CHANGELOG-1.16, "Deprecations and Removals").
    """
    return "apps" if group == "extensions" and ("apps", kind) in WORKLOADS else group


def declared_paths(rows: Iterable[DeclaredRow]) -> DeclaredPaths:
    """Return the dotted paths that the user added, each once, by group and kind."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for group, kind, paths in rows:
        found.setdefault((group, kind), {}).update(dict.fromkeys(paths))
    return {key: tuple(paths) for key, paths in found.items()}


_NONE_DECLARED: DeclaredPaths = {}


def pod_templates(
    group: str, kind: str, data: dict[str, Any], declared: DeclaredPaths = _NONE_DECLARED
) -> list[PodTemplate]:
    """Return every pod template of an object, in the order of the table.

    `data` is the object's plain data; `declared` holds the dotted paths that the user added. Templates that are
    absent, null or no mapping are left out, and those of what a controller made: they are its own. The items of a
    `*List` are walked. Raises ValueError for a declared path that cannot be read.
    """
    paths, counts, effect = WORKLOADS.get((group, kind), _NO_ROW)
    if (group, kind) in declared:
        paths = tuple(dict.fromkeys((*paths, *declared[group, kind])))
    if not paths:
        return _in_list(lambda of, own, item: pod_templates(of, own, item, declared), group, kind, data)
    if template_elsewhere(group, data) or ("ownerReferences" in mapping(data.get("metadata")) and _is_made(kind, data)):
        return []
    templates = []
    for text in paths:
        for path, template in find(data, parse_path(text)):
            if not isinstance(template, dict):
                continue
            templates.append(
                PodTemplate(
                    path,
                    template,
                    group=group,
                    kind=kind,
                    owner=data,
                    effect=effect,
                    replicas=_replicas(counts, data, path),
                    per_node=counts == _NODE or "broadcastJobTemplate" in path,
                    default_affinity=_default_affinity(group, path, data),
                    on_host=_on_host(group, path),
                )
            )
    return templates


def _is_made(kind: str, data: dict[str, Any]) -> bool:
    from yurt_hostnet.kube.ownership import controller_of

    return controller_of(kind, data) is not None


def template_elsewhere(group: str, data: dict[str, Any]) -> str:
    """Return the workload, as `Kind name`, from which an Argo Rollout takes its pod template; "" if it has its own."""
    ref = mapping(data.get("spec")).get("workloadRef") if group == "argoproj.io" else None
    return f"{mapping(ref).get('kind')} {mapping(ref).get('name')}" if ref else ""


def missing_templates(
    group: str, kind: str, data: dict[str, Any], version: tuple[int, int] | None = None
) -> list[PodTemplate]:
    """Return the pod templates that an object may have and does not, for the kinds whose controller merges them.

    Only there does adding a template move existing pods: an operator makes the workload in any case and
    takes from the template what it finds. Each comes with {} as its template; write to
    it through `paths.with_parents`. Where something that is no mapping stands in the way, it is left out; so is
    what the operator's API lacks: `version` is its major and minor version, None if unknown.
    """
    paths = WORKLOADS.get((group, kind), _NO_ROW)[0]
    if not paths:
        return _in_list(lambda of, own, item: missing_templates(of, own, item, version), group, kind, data)
    if group != "operator.tigera.io":
        return []
    from yurt_hostnet.kube.tigera import accepts

    missing = []
    for text in paths:
        path = tuple(text.split("."))
        value: Any = data
        for step in path:
            value = value.get(step) if isinstance(value, dict) else value
        if value is None and accepts(path[1], mapping(data.get("spec")), version):
            missing.append(
                PodTemplate(
                    path,
                    {},
                    group=group,
                    kind=kind,
                    owner=data,
                    replicas=None,
                    default_affinity=_default_affinity(group, path, data),
                    on_host=_on_host(group, path),
                )
            )
    return missing


def _in_list(
    search: Callable[[str, str, dict[str, Any]], list[PodTemplate]], group: str, kind: str, data: dict[str, Any]
) -> list[PodTemplate]:
    """Return what `search` finds in the items of a List; the items of a DeploymentList need no kind of their own."""
    items = data.get("items") if kind.endswith("List") else None
    found = []
    for index, item in enumerate(items if isinstance(items, list) else ()):
        if not isinstance(item, dict):
            continue
        own = item.get("kind", kind[:-4])
        of = group_of(item["apiVersion"]) if "apiVersion" in item else group
        for template in search(of, own, item) if isinstance(own, str) else ():
            template.path = ("items", index, *template.path)
            found.append(template)
    return found


def _replicas(counts: str, data: dict[str, Any], path: Path) -> int | None:
    if counts in {_NODE, _UNKNOWN}:
        return None
    value = value_at(data, path[:-1]).get(counts)
    if value is None:
        return 1
    return value if type(value) is int else None


def _on_host(group: str, path: Path) -> bool:
    if group != "operator.tigera.io":
        return False
    from yurt_hostnet.kube.tigera import ON_HOST

    return any(step in ON_HOST for step in path)


def _default_affinity(group: str, path: Path, data: dict[str, Any]) -> dict[str, Any] | None:
    if group != "operator.tigera.io" or path[2:] != ("spec", "template"):
        return None
    from yurt_hostnet.kube.tigera import default_affinity

    return default_affinity(str(path[1]), mapping(data.get("spec")))
