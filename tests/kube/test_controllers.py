"""What controllers make of pod templates: which pools, which PodSpecs, which tolerations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from yurt_hostnet.kube.controllers import Made, controller_note, made_of, workload_pools
from yurt_hostnet.kube.node_affinity import REQUIRED
from yurt_hostnet.kube.workloads import pod_templates

if TYPE_CHECKING:
    from yurt_hostnet.kube.pod_template import PodTemplate

POOL = "apps.openyurt.io/nodepool"
IN_BEIJING = {"key": POOL, "operator": "In", "values": ["beijing"]}
OPENYURT, KRUISE, IOT = "apps.openyurt.io", "apps.kruise.io", "iot.openyurt.io"
TERM: dict[str, Any] = {"matchExpressions": [{"key": "zone", "operator": "Exists"}]}


def required(*terms: Any) -> dict[str, Any]:
    return {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": list(terms)}}}


def deployment(spec: dict[str, Any]) -> dict[str, Any]:
    return {"deploymentTemplate": {"spec": {"template": {"spec": spec}}}}


def template(group: str, kind: str, spec: dict[str, Any]) -> PodTemplate:
    (found,) = pod_templates(group, kind, {"spec": spec})
    return found


def plain(made: Made) -> dict[str, Any]:
    """Return all of it but what is not set."""
    found = {name: getattr(made, name) for name in Made.__slots__}
    return {name: value for name, value in found.items() if value not in (None, "", {}, False)}


def app_set(spec: dict[str, Any], **more: Any) -> PodTemplate:
    return template(OPENYURT, "YurtAppSet", {"workload": {"workloadTemplate": deployment(spec)}, **more})


def old_set(spec: dict[str, Any], *pools: Any, kind: str = "YurtAppSet") -> PodTemplate:
    return template(OPENYURT, kind, {"workloadTemplate": deployment(spec), "topology": {"pools": list(pools)}})


def united(spec: dict[str, Any], *subsets: Any) -> PodTemplate:
    return template(KRUISE, "UnitedDeployment", {"template": deployment(spec), "topology": {"subsets": list(subsets)}})


def entry(*rows: Any, **more: Any) -> dict[str, Any]:
    return {"name": "bj", "nodeSelectorTerm": {"matchExpressions": list(rows)}, **more}


def also(*rows: Any, selector: Any = None) -> dict[str, Any]:
    return {"nodeSelector": selector, "affinity": required({"matchExpressions": list(rows)})}


VALUE: Any = ("spec", "topology", "pools", 0, "nodeSelectorTerm", "matchExpressions", 0, "values", 0)
CONVERTED = {"names": {VALUE: "beijing"}, "per_pool": True}
CASES: dict[str, tuple[PodTemplate, Any]] = {
    "a Deployment": (template("apps", "Deployment", {"template": {"spec": {"x": 1}}}), None),
    "v1beta1, names": (
        app_set({"nodeSelector": {POOL: "x", "zone": "a"}}, pools=["beijing", "", 3]),
        [{"spec": {"nodeSelector": {"zone": "a"}}, "names": {("spec", "pools", 0): "beijing"}, "per_pool": True}],
    ),
    "v1beta1, selector": (
        app_set({"affinity": required(TERM)}, nodepoolSelector={"matchLabels": {"a": "b"}}),
        [
            {
                "spec": {"affinity": required(TERM)},
                "selector": {"matchLabels": {"a": "b"}},
                "per_pool": True,
            }
        ],
    ),
    "v1alpha1": (
        old_set({"x": 1}, entry(IN_BEIJING, tolerations=[{"operator": "Exists"}])),
        [
            {"spec": {"x": 1}, "also": also(IN_BEIJING), "name": "bj", "more": [{"operator": "Exists"}]},
            {"spec": {"x": 1}, **CONVERTED},
        ],
    ),
    "v1alpha1, a name alone": (
        old_set({"x": 1}, {"name": "beijing"}),
        [
            {"spec": {"x": 1}, "also": {"affinity": required({})}, "name": "beijing"},
            {"spec": {"x": 1}, "per_pool": True},
        ],
    ),
    "v1alpha1, an entry without requirements": (
        old_set({"affinity": required(TERM)}, entry(IN_BEIJING), entry()),
        [
            {"spec": {"affinity": required(TERM)}, "also": also(IN_BEIJING), "name": "bj"},
            {"spec": {"affinity": required(TERM)}, "name": "bj"},
            {"spec": {"affinity": required(TERM)}, "per_pool": True},
        ],
    ),
    "v1alpha1, any key, the first requirement alone": (
        old_set({}, entry({"key": "zone", "operator": "In", "values": ["beijing"]}, IN_BEIJING)),
        [
            {"also": also({"key": "zone", "operator": "In", "values": ["beijing"]}, IN_BEIJING), "name": "bj"},
            CONVERTED,
        ],
    ),
    "v1alpha1, one requirement on the pool": (
        old_set({}, entry({**IN_BEIJING, "operator": "NotIn"})),
        [{"also": also({**IN_BEIJING, "operator": "NotIn"}), "name": "bj"}, CONVERTED],
    ),
    "v1alpha1, another operator on another label": (
        old_set({}, entry({"key": "zone", "operator": "NotIn", "values": ["beijing"]})),
        [{"also": also({"key": "zone", "operator": "NotIn", "values": ["beijing"]}), "name": "bj"}, {"per_pool": True}],
    ),
    "an empty term gets what the entry asks for": (
        old_set({"affinity": required({}, TERM)}, entry(IN_BEIJING), kind="UnitedDeployment"),
        [{"spec": {"affinity": {}}, "also": also(IN_BEIJING), "name": "bj"}],
    ),
    "OpenYurt's UnitedDeployment": (
        old_set({"nodeSelector": {"a": "b"}}, entry(IN_BEIJING), kind="UnitedDeployment"),
        [{"spec": {"nodeSelector": {"a": "b"}}, "also": also(IN_BEIJING, selector={"a": "b"}), "name": "bj"}],
    ),
    "OpenKruise's UnitedDeployment": (
        united({"x": 1}, {"name": "beijing"}, entry(IN_BEIJING), entry()),
        [
            {"spec": {"x": 1}, "name": "beijing"},
            {"spec": {"x": 1}, "also": also(IN_BEIJING), "name": "bj"},
            {"spec": {"x": 1}, "name": "bj"},
        ],
    ),
    "YurtAppDaemon": (
        template(
            OPENYURT,
            "YurtAppDaemon",
            {
                "nodepoolSelector": {},
                "workloadTemplate": deployment(
                    {"x": 1, "nodeSelector": {POOL: "x"}, "affinity": required(TERM), "tolerations": []}
                ),
            },
        ),
        [{"spec": {"x": 1, "tolerations": []}, "per_pool": True, "tolerates_pool": True}],
    ),
    "YurtAppDaemon with a StatefulSet": (
        template(OPENYURT, "YurtAppDaemon", {"workloadTemplate": {"statefulSetTemplate": {"spec": {"template": {}}}}}),
        [],
    ),
    "PlatformAdmin": (
        template(
            IOT,
            "PlatformAdmin",
            {"poolName": "beijing", "additionalDeployments": [{"spec": {"template": {"spec": {}}}}]},
        ),
        [{"names": {("spec", "poolName"): "beijing"}, "per_pool": True}],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_made_of(case: str) -> None:
    given, expected = CASES[case]
    found = made_of(given)
    assert (None if found is None else [plain(made) for made in found]) == expected


def test_in_a_list() -> None:
    owner = {"kind": "YurtAppSet", "spec": {"pools": ["beijing"], "workload": {"workloadTemplate": deployment({})}}}
    (found,) = pod_templates(OPENYURT, "YurtAppSetList", {"items": [owner]})
    assert [plain(made) for made in made_of(found) or ()] == [
        {"names": {("spec", "pools", 0): "beijing"}, "per_pool": True}
    ]


def test_another_pool_label() -> None:
    given = app_set({"nodeSelector": {"pool": "x", POOL: "y"}}, pools=["a"])
    assert [made.spec for made in made_of(given, "pool") or ()] == [{"nodeSelector": {POOL: "y"}}]


@pytest.mark.parametrize(
    ("group", "kind", "spec", "expected"),
    [
        (OPENYURT, "YurtAppSet", {"pools": ["a", "b", "", 3]}, {("spec", "pools", 0): "a", ("spec", "pools", 1): "b"}),
        (OPENYURT, "YurtAppSet", {"topology": {"pools": [{"name": "a"}]}}, {}),
        (OPENYURT, "YurtAppSet", {"topology": {"pools": [entry(IN_BEIJING)]}}, {VALUE: "beijing"}),
        (OPENYURT, "UnitedDeployment", {"topology": {"pools": [entry({**IN_BEIJING, "key": "zone"})]}}, {}),
        (
            KRUISE,
            "UnitedDeployment",
            {"topology": {"subsets": [entry(IN_BEIJING)]}},
            {(*VALUE[:2], "subsets", *VALUE[3:]): "beijing"},
        ),
        (IOT, "PlatformAdmin", {"nodepools": ["a"]}, {("spec", "nodepools", 0): "a"}),
        (OPENYURT, "YurtAppDaemon", {"pools": ["a"]}, {}),
        ("", "NodePool", {"pools": ["a"]}, {}),
    ],
)
def test_workload_pools(group: str, kind: str, spec: dict[str, Any], expected: Any) -> None:
    assert workload_pools(group, kind, {"spec": spec}) == expected


@pytest.mark.parametrize(
    ("given", "begin"),
    [
        (old_set({}, entry(IN_BEIJING, tolerations=[{}])), "OpenYurt since 1.5 converts it to v1beta1"),
        (old_set({}, entry(IN_BEIJING, patch={"spec": 1})), "OpenYurt since 1.5 converts it to v1beta1"),
        (old_set({}, entry(IN_BEIJING, IN_BEIJING)), "OpenYurt since 1.5 converts it to v1beta1"),
        (old_set({}, entry(IN_BEIJING)), ""),
        (old_set({}, entry(IN_BEIJING, tolerations=[{}]), kind="UnitedDeployment"), ""),
        (app_set({}, pools=["a"]), ""),
        (CASES["YurtAppDaemon"][0], "the YurtAppDaemon controller replaces nodeSelector"),
    ],
)
def test_notes(given: PodTemplate, begin: str) -> None:
    assert controller_note(given)[: len(begin) or None] == begin
