"""Where the table finds pod templates, and where it must not."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from yurt_hostnet.kube.paths import dotted, find, parse_path, value_at
from yurt_hostnet.kube.pod_template import CLEARED, NORMAL, REASONS, REFUSED, STATIC_POD, PodTemplate
from yurt_hostnet.kube.workloads import (
    WORKLOADS,
    declared_paths,
    group_of,
    missing_templates,
    pod_templates,
    template_elsewhere,
)

TEMPLATE = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "c", "image": "i"}]}}


def put(value: Any, *paths: str) -> dict[str, Any]:
    """Build the object that holds `value` at each dotted path; digits are list indices."""
    root: dict[str, Any] = {}
    for path in paths:
        node: Any = root
        for step, following in pairwise([*path.split("."), ""]):
            child: Any = value if not following else [] if following.isdecimal() else {}
            if not step.isdecimal():
                node = node.setdefault(step, child)
            elif int(step) < len(node):
                node = node[int(step)]
            else:
                node.append(child)
                node = child
    return root


def row(group: Any, kind: Any, *paths: Any) -> Any:
    return group, kind, paths


FOUND = [
    # apiVersion, kind, where the template is, replicas, per_node, effect
    ("v1", "PodTemplate", ["template"], None, False, NORMAL),
    ("v1", "ReplicationController", ["spec.template"], 1, False, NORMAL),
    *(("apps/v1", kind, ["spec.template"], 1, False, NORMAL) for kind in ("Deployment", "ReplicaSet", "StatefulSet")),
    ("apps/v1", "DaemonSet", ["spec.template"], None, True, NORMAL),
    ("extensions/v1beta1", "DaemonSet", ["spec.template"], None, True, NORMAL),
    ("batch/v1", "Job", ["spec.template"], 1, False, NORMAL),
    ("batch/v1", "CronJob", ["spec.jobTemplate.spec.template"], 1, False, NORMAL),
    (
        "apps.openyurt.io/v1beta1",
        "YurtAppSet",
        ["spec.workload.workloadTemplate.deploymentTemplate.spec.template"],
        1,
        False,
        NORMAL,
    ),
    (
        "apps.openyurt.io/v1beta1",
        "YurtAppSet",
        ["spec.workload.workloadTemplate.statefulSetTemplate.spec.template"],
        1,
        False,
        NORMAL,
    ),
    (
        "apps.openyurt.io/v1alpha1",
        "YurtAppSet",
        ["spec.workloadTemplate.statefulSetTemplate.spec.template"],
        1,
        False,
        NORMAL,
    ),
    (
        "apps.openyurt.io/v1alpha1",
        "YurtAppDaemon",
        ["spec.workloadTemplate.deploymentTemplate.spec.template"],
        1,
        False,
        CLEARED,
    ),
    ("apps.openyurt.io/v1alpha1", "YurtStaticSet", ["spec.template"], None, True, STATIC_POD),
    (
        "apps.openyurt.io/v1alpha1",
        "UnitedDeployment",
        ["spec.workloadTemplate.statefulSetTemplate.spec.template"],
        None,
        False,
        NORMAL,
    ),
    (
        "iot.openyurt.io/v1alpha1",
        "PlatformAdmin",
        ["spec.additionalDeployments.0.spec.template", "spec.additionalDeployments.1.spec.template"],
        1,
        False,
        NORMAL,
    ),
    *(("apps.kruise.io/v1alpha1", kind, ["spec.template"], 1, False, NORMAL) for kind in ("CloneSet", "StatefulSet")),
    *(
        ("apps.kruise.io/v1alpha1", kind, ["spec.template"], None, True, NORMAL)
        for kind in ("DaemonSet", "BroadcastJob")
    ),
    ("apps.kruise.io/v1alpha1", "AdvancedCronJob", ["spec.template.jobTemplate.spec.template"], 1, False, NORMAL),
    (
        "apps.kruise.io/v1alpha1",
        "AdvancedCronJob",
        ["spec.template.broadcastJobTemplate.spec.template"],
        1,
        True,
        NORMAL,
    ),
    *(
        ("apps.kruise.io/v1alpha1", "UnitedDeployment", [f"spec.template.{key}.spec.template"], None, False, NORMAL)
        for key in ("statefulSetTemplate", "advancedStatefulSetTemplate", "cloneSetTemplate", "deploymentTemplate")
    ),
    ("argoproj.io/v1alpha1", "Rollout", ["spec.template"], 1, False, NORMAL),
    (
        "argoproj.io/v1alpha1",
        "Experiment",
        ["spec.templates.0.template", "spec.templates.1.template"],
        1,
        False,
        NORMAL,
    ),
    ("batch.volcano.sh/v1alpha1", "Job", ["spec.tasks.0.template", "spec.tasks.1.template"], 1, False, NORMAL),
    *(
        (
            "kubeflow.org/v1",
            kind,
            [f"spec.{key}ReplicaSpecs.Master.template", f"spec.{key}ReplicaSpecs.Worker.template"],
            1,
            False,
            NORMAL,
        )
        for kind, key in (
            ("PyTorchJob", "pytorch"),
            ("TFJob", "tf"),
            ("MPIJob", "mpi"),
            ("XGBoostJob", "xgb"),
            ("PaddleJob", "paddle"),
            ("JAXJob", "jax"),
        )
    ),
    *(
        ("serving.knative.dev/v1", kind, ["spec.template"], None, False, REFUSED)
        for kind in ("Service", "Configuration")
    ),
    *(
        ("operator.tigera.io/v1", "Installation", [f"spec.{key}.spec.template"], None, False, NORMAL)
        for key in ("calicoNodeDaemonSet", "csiNodeDriverDaemonSet", "calicoKubeControllersDeployment")
    ),
    ("operator.tigera.io/v1", "Goldmane", ["spec.goldmaneDeployment.spec.template"], None, False, NORMAL),
    ("operator.tigera.io/v1", "Whisker", ["spec.whiskerDeployment.spec.template"], None, False, NORMAL),
]


@pytest.mark.parametrize("found", FOUND, ids=[f"{r[0]}-{r[1]}-{r[2][0]}" for r in FOUND])
def test_finds_the_template_and_nothing_else(found: Any) -> None:
    api_version, kind, paths, replicas, per_node, effect = found
    data = put(TEMPLATE, *paths)
    assert pod_templates(group_of(api_version), kind, data) == [
        PodTemplate(
            tuple(int(s) if s.isdecimal() else s for s in path.split(".")),
            TEMPLATE,
            group=group_of(api_version),
            kind=kind,
            owner=data,
            effect=effect,
            replicas=replicas,
            per_node=per_node,
            on_host="calicoNodeDaemonSet" in path,
        )
        for path in paths
    ]


def test_every_row_of_the_table_is_tested_or_alike() -> None:
    tested = {(group_of(row[0]), row[1]) for row in FOUND}
    assert set(WORKLOADS) - tested == {
        ("", "Pod"),
        ("extensions", "Deployment"),
        ("extensions", "ReplicaSet"),
        ("operator.tigera.io", "APIServer"),
    }


def test_a_pod_is_its_own_template() -> None:
    pod = {"apiVersion": "v1", "kind": "Pod", **TEMPLATE}
    [template] = pod_templates("", "Pod", pod)
    assert template == PodTemplate((), pod)
    assert (template.spec_path, template.spec, template.labels, template.annotations, template.reason) == (
        ("spec",),
        TEMPLATE["spec"],
        {"a": "b"},
        {},
        "",
    )


NOTHING = [
    ("apps", "Deployment", {}),
    ("apps", "Deployment", {"spec": None}),
    ("apps", "Deployment", {"spec": {"template": None}}),
    ("apps", "Deployment", {"spec": {"template": "x"}}),
    ("apps", "Deployment", {"spec": []}),
    ("batch", "CronJob", {"spec": {"template": TEMPLATE}}),
    ("example.com", "Deployment", {"spec": {"template": TEMPLATE}}),
    ("apps.openyurt.io", "NodePool", {"spec": {"template": TEMPLATE}}),
    ("argoproj.io", "Rollout", {"spec": {"workloadRef": {"kind": "Deployment"}, "template": TEMPLATE}}),
    ("batch.volcano.sh", "Job", {"spec": {"tasks": {"template": "x"}}}),
    ("operator.tigera.io", "Installation", {"spec": "x"}),
    ("operator.tigera.io", "ImageSet", {"spec": {}}),
    ("example.com", "AccessList", {"items": "none"}),
    (
        "example.com",
        "Basket",
        {"items": [{"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": TEMPLATE}}]},
    ),
    ("", "List", {"items": [None, "x", {"kind": 1}, {}]}),
]


@pytest.mark.parametrize(("group", "kind", "data"), NOTHING, ids=[f"{r[0]}-{r[1]}-{i}" for i, r in enumerate(NOTHING)])
def test_finds_nothing(group: Any, kind: Any, data: Any) -> None:
    assert (pod_templates(group, kind, data), missing_templates(group, kind, data)) == ([], [])


@pytest.mark.parametrize(
    ("spec", "kind", "expected"),
    [
        ({"replicas": 3}, "Deployment", 3),
        ({"replicas": 0}, "Deployment", 0),
        ({"replicas": None}, "Deployment", 1),
        ({"replicas": "3"}, "Deployment", None),
        ({"replicas": True}, "Deployment", None),
    ],
    ids=str,
)
def test_replicas(spec: Any, kind: Any, expected: Any) -> None:
    [template] = pod_templates("apps", kind, {"spec": {**spec, "template": TEMPLATE}})
    assert template.replicas == expected


def test_lists_are_walked() -> None:
    deployment = {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"template": TEMPLATE}}
    installation = {"apiVersion": "operator.tigera.io/v1", "kind": "Installation", "spec": {}}
    whole = {"items": [None, deployment, installation]}
    found = pod_templates("", "List", whole)
    assert found == [
        PodTemplate(("items", 1, "spec", "template"), TEMPLATE, group="apps", kind="Deployment", owner=deployment)
    ]
    assert [template.path[:4] for template in missing_templates("", "List", whole)] == [
        ("items", 2, "spec", key)
        for key in (
            "calicoNodeDaemonSet",
            "csiNodeDriverDaemonSet",
            "calicoKubeControllersDeployment",
            "typhaDeployment",
        )
    ]
    bare = {"spec": {"template": TEMPLATE}}
    assert pod_templates("apps", "DeploymentList", {"items": [bare]}) == [
        PodTemplate(("items", 0, "spec", "template"), TEMPLATE, group="apps", kind="Deployment", owner=bare)
    ]


@pytest.mark.parametrize(
    ("group", "kind", "data", "expected"),
    [
        ("", "Pod", {"spec": {}, "replicas": 3}, 1),
        ("batch", "Job", {"spec": {"parallelism": 4, "template": TEMPLATE}}, 4),
        (
            "batch",
            "CronJob",
            {"spec": {"parallelism": 2, "jobTemplate": {"spec": {"parallelism": 5, "template": TEMPLATE}}}},
            5,
        ),
        ("batch.volcano.sh", "Job", {"spec": {"replicas": 2, "tasks": [{"replicas": 6, "template": TEMPLATE}]}}, 6),
    ],
    ids=["Pod", "Job", "CronJob", "task"],
)
def test_pods_are_counted_beside_the_template(group: str, kind: str, data: dict[str, Any], expected: int) -> None:
    assert [template.replicas for template in pod_templates(group, kind, data)] == [expected]


def test_a_template_that_is_none_does_not_hide_the_next() -> None:
    data = {"spec": {"templates": [{"template": None}, {"template": TEMPLATE}]}}
    found = pod_templates("argoproj.io", "Experiment", data)
    assert [template.path for template in found] == [("spec", "templates", 1, "template")]


def test_template_elsewhere() -> None:
    data = {"spec": {"workloadRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}}}
    assert [template_elsewhere(group, data) for group in ("argoproj.io", "apps")] == ["Deployment web", ""]
    assert template_elsewhere("argoproj.io", {"spec": None}) == ""


def test_declared_kinds_in_a_list() -> None:
    fleet = {"apiVersion": "example.com/v1", "kind": "Fleet", "spec": {"pod": TEMPLATE}}
    found = pod_templates("", "List", {"items": [fleet]}, declared_paths((row("example.com", "Fleet", "spec.pod"),)))
    common: dict[str, Any] = {"group": "example.com", "kind": "Fleet", "owner": fleet, "replicas": None}
    assert found == [PodTemplate(("items", 0, "spec", "pod"), TEMPLATE, **common)]


def test_declared_kinds_of_an_operator() -> None:
    """No default of the operator is known for them, wherever the template is."""
    data = {"spec": {"own": TEMPLATE, "calicoNodeDaemonSet": TEMPLATE, "kubernetesProvider": "EKS"}}
    rows = (row("operator.tigera.io", "Own", "", "spec.own", "spec.calicoNodeDaemonSet"),)
    found = pod_templates("operator.tigera.io", "Own", data, declared_paths(rows))
    assert [(template.path, template.default_affinity, template.on_host) for template in found] == [
        ((), None, False),
        (("spec", "own"), None, False),
        (("spec", "calicoNodeDaemonSet"), None, True),
    ]


def test_host_network() -> None:
    """As the template says, or the operator, which puts two of its workloads on the host network."""
    names = ("calicoNodeDaemonSet", "csiNodeDriverDaemonSet", "calicoKubeControllersDeployment", "typhaDeployment")
    template: dict[str, Any] = {"spec": {"containers": []}}
    installation = {"spec": {name: {"spec": {"template": template}} for name in names}}
    found = pod_templates("operator.tigera.io", "Installation", installation)
    assert [one.host_network for one in found] == [True, False, False, True]
    missing = missing_templates("operator.tigera.io", "Installation", {})
    assert [one.host_network for one in missing] == [True, False, False, True]
    specs: list[Any] = [{"hostNetwork": True}, {"hostNetwork": "true"}, {"hostNetwork": False}, {}]
    assert [PodTemplate((), {"spec": spec}).host_network for spec in specs] == [True, False, False, False]


def test_missing_templates() -> None:
    """Wherever the path breaks off; of a kind that a list names too, and of no kind whose controller makes no pods."""
    whole = {"spec": {"goldmaneDeployment": {"spec": {"replicas": 1}}}}
    path = ("spec", "goldmaneDeployment", "spec", "template")
    common: dict[str, Any] = {"group": "operator.tigera.io", "kind": "Goldmane", "replicas": None}
    breaks: list[dict[str, Any]] = [whole, {}, {"spec": None}, {"spec": {"goldmaneDeployment": {}}}]
    for data in breaks:
        missing = PodTemplate(path, {}, owner=data, **common)
        assert missing_templates("operator.tigera.io", "Goldmane", data) == [missing]
        listed = missing_templates("operator.tigera.io", "GoldmaneList", {"items": [data]})
        assert listed == [PodTemplate(("items", 0, *path), {}, owner=data, **common)]
    assert missing_templates("apps", "Deployment", {"spec": {}}) == []


def test_group_of() -> None:
    assert [group_of(version) for version in ("v1", "apps/v1", "a/b/c", None, 3)] == ["", "apps", "a", "", ""]


def test_equality() -> None:
    template = PodTemplate(("spec", "template"), TEMPLATE, group="apps", kind="Deployment")
    same = PodTemplate(("spec", "template"), TEMPLATE, group="apps", kind="Deployment")
    others = (
        PodTemplate(("spec", "spare"), TEMPLATE, group="apps", kind="Deployment"),
        PodTemplate(("spec", "template"), TEMPLATE, group="apps", kind="Deployment", per_node=True),
    )
    assert [template == other for other in (same, *others, TEMPLATE)] == [True, False, False, False]
    assert len({template, same, *others}) == 3
    assert hash(template) != hash(others[0])


def test_declared_kinds() -> None:
    fleet = {"spec": {"template": TEMPLATE, "roles": {"a": {"pod": TEMPLATE}, "b": {"pod": None}}, "x.y": [TEMPLATE]}}
    rows = (
        row("example.com", "Fleet", "spec.template", "spec.roles.*.pod", "spec.[x.y][]"),
        row("example.com", "Other", "spec"),
    )
    common: dict[str, Any] = {"group": "example.com", "kind": "Fleet", "owner": fleet, "replicas": None}
    assert pod_templates("example.com", "Fleet", fleet, declared_paths(rows)) == [
        PodTemplate(("spec", "template"), TEMPLATE, **common),
        PodTemplate(("spec", "roles", "a", "pod"), TEMPLATE, **common),
        PodTemplate(("spec", "x.y", 0), TEMPLATE, **common),
    ]


def test_a_declared_path_that_the_table_has_is_found_once() -> None:
    rows = (row("apps", "Deployment", "spec.template", "spec.spare"),)
    found = pod_templates(
        "apps", "Deployment", {"spec": {"template": TEMPLATE, "spare": TEMPLATE}}, declared_paths(rows)
    )
    assert [template.path for template in found] == [("spec", "template"), ("spec", "spare")]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("", ()),
        ("spec.template", ("spec", "template")),
        ("spec.tasks[].template", ("spec", "tasks", None, "template")),
        ("spec.tasks[*].template", ("spec", "tasks", None, "template")),
        ("spec.*.template", ("spec", None, "template")),
        ("spec.tasks[2]", ("spec", "tasks", 2)),
        ("[a.b/c].d", ("a.b/c", "d")),
        ("a[1].b[2][3]", ("a", 1, "b", 2, 3)),
        ("a.[x.y].[*].1", ("a", "x.y", None, "1")),
    ],
)
def test_parse_path(text: Any, steps: Any) -> None:
    assert parse_path(text) == steps


def test_dotted() -> None:
    path = ("spec", "a", 0, "b.c", 1, 2, "d")
    assert dotted(path) == "spec.a[][b.c][][].d"
    assert parse_path(dotted(path)) == ("spec", "a", None, "b.c", None, None, "d")
    assert [dotted(()), dotted((0, "a")), dotted(("a.b",))] == ["", "[].a", "[a.b]"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("spec..x", "The path 'spec..x' has an empty step; write keys with one dot between them."),
        (".spec", "The path '.spec' has an empty step; write keys with one dot between them."),
        ("spec.", "The path 'spec.' ends in a dot; drop it or name the key after it."),
        ("spec[", "The path 'spec[' has a bracket that is never closed."),
        ("spec[]x", "The path 'spec[]x' needs a dot after the bracket."),
    ],
)
def test_parse_path_refuses(text: Any, sentence: Any) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # the sentence is compared below
        parse_path(text)
    assert str(refused.value) == sentence


def test_value_at() -> None:
    assert [value_at({"a": [{"b": 1}]}, path) for path in (("a", 0, "b"), ("a", 1), ("a", "b"), ("x",))] == [
        1,
        None,
        None,
        None,
    ]


def test_only_lists_and_mappings_have_elements() -> None:
    data = {"a": "xy", "b": ["x", None], "c": {"d": 1}, "e": 3}
    found = [list(find(data, (key, None))) for key in (*data, "f")]
    assert found == [[], [(("b", 0), "x"), (("b", 1), None)], [(("c", "d"), 1)], [], []]


def test_every_effect_has_a_reason() -> None:
    assert {effect for _, _, effect in WORKLOADS.values()} == set(REASONS)
