"""How a NodePool says hostNetwork in each version, and which pool a node is in."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION, HOSTNETWORK_LABEL, live_key
from yurt_hostnet.openyurt.pool_doubts import DECLARED_TWICE, PATCHED
from yurt_hostnet.openyurt.pools import (
    IGNORED_ANNOTATION,
    LOST_ANNOTATION,
    LOST_FIELD,
    UNKNOWN_FIELD,
    VERSIONS_DIFFER,
    Pool,
    Pools,
    is_node_pool,
    read_pool,
)


def node_pool(version: Any = "v1beta2", name: Any = "edge", *, annotation: Any = None, **spec: Any) -> Any:
    metadata = {"name": name}
    if annotation is not None:
        metadata["annotations"] = {HOSTNETWORK_LABEL: annotation}
    return {"apiVersion": f"apps.openyurt.io/{version}", "kind": "NodePool", "metadata": metadata, "spec": spec}


READ = {
    # version, annotation, spec.hostNetwork: uses host network, doubt
    "v1beta2 field": ("v1beta2", None, True, True, ""),
    "v1beta2 false": ("v1beta2", None, False, False, ""),
    "v1beta2 string": ("v1beta2", None, "true", False, ""),
    "v1beta2 annotation": ("v1beta2", "true", None, False, IGNORED_ANNOTATION),
    "v1beta2 both": ("v1beta2", "true", True, True, ""),
    "v1beta1 field": ("v1beta1", None, True, True, LOST_FIELD),
    "v1beta1 annotation": ("v1beta1", "TRUE", None, True, LOST_ANNOTATION),
    "v1beta1 both": ("v1beta1", "True", True, True, ""),
    "v1beta1 none": ("v1beta1", None, None, False, ""),
    "v1beta1 annotation false": ("v1beta1", "false", True, True, LOST_FIELD),
    "v1alpha1 field": ("v1alpha1", None, True, False, UNKNOWN_FIELD),
    "v1alpha1 annotation": ("v1alpha1", "tRue", None, True, ""),
    "v1alpha1 both": ("v1alpha1", "true", True, True, ""),
    "annotation no string": ("v1alpha1", True, None, False, ""),
}


@pytest.mark.parametrize(("version", "annotation", "field", "uses", "doubt"), READ.values(), ids=READ)
def test_host_network(version: Any, annotation: Any, field: Any, uses: Any, doubt: Any) -> None:
    pool = read(node_pool(version, annotation=annotation, hostNetwork=field))
    assert (pool.name, pool.host_network, pool.version, pool.doubt) == ("edge", uses, version, doubt)
    assert pool == Pool(
        "edge", host_network=uses, version=version, doubt=doubt, unreadable=pool.unreadable, data=pool.data
    )


UNREADABLE = {
    # version, annotation, spec: what is said of it
    "a string": ("v1beta2", None, {"hostNetwork": "true"}, "its hostNetwork is 'true'"),
    "a variable": ("v1beta1", None, {"hostNetwork": "${H}"}, "its hostNetwork is '${H}'"),
    "a long list": ("v1beta2", None, {"hostNetwork": [1] * 99}, f"its hostNetwork is [{'1, ' * 19}1,..."),
    "no string": ("v1alpha1", True, {}, f"its annotation {HOSTNETWORK_LABEL} is true"),
    "a variable as annotation": ("v1beta1", "${H}", {}, f"its annotation {HOSTNETWORK_LABEL} is '${{H}}'"),
    "a variable as type": ("v1beta2", None, {"hostNetwork": True, "type": "${T}"}, "its type is '${T}'"),
    "type Cloud": ("v1beta2", None, {"hostNetwork": True, "type": "Cloud"}, "its type is 'Cloud'"),
    "no type": ("v1alpha1", "true", {"type": 5}, "its type is 5"),
    "an annotation that nobody reads": ("v1beta2", True, {"hostNetwork": True}, ""),
    "a field that is not there": ("v1alpha1", None, {"hostNetwork": "x"}, ""),
    "a type of an ordinary pool": ("v1beta2", None, {"type": "${T}"}, ""),
    "null": ("v1beta2", None, {"hostNetwork": None, "type": None}, ""),
}


@pytest.mark.parametrize(("version", "annotation", "spec", "says"), UNREADABLE.values(), ids=UNREADABLE)
def test_values_that_cannot_be_read(version: Any, annotation: Any, spec: Any, says: str) -> None:
    pool = read(node_pool(version, annotation=annotation, **spec))
    assert pool.unreadable == says
    assert (pool.uses_host_network is None) is bool(says)


def test_a_name_that_is_not_there_yet() -> None:
    assert read(node_pool(name="${POOL}", hostNetwork=True)).why_doubtful == "its name is '${POOL}'"


def test_the_rest_of_a_pool() -> None:
    data = node_pool(type="Edge", interConnectivity=True, labels={"region": "bj"})
    assert read_pool(data) == Pool(
        "edge",
        type="Edge",
        interconnectivity=True,
        node_labels={"region": "bj"},
        version="v1beta2",
        data=data,
    )


@pytest.mark.parametrize(
    "data", [{}, {"metadata": None}, {"metadata": {"name": 3}}, {"metadata": {"name": ""}}], ids=str
)
def test_without_a_name(data: Any) -> None:
    assert read_pool(data) is None


@pytest.mark.parametrize(
    ("api_version", "version"), [("v1beta1", ""), (None, ""), (1, ""), ("apps.openyurt.io/v1beta1", "v1beta1")], ids=str
)
def test_version(api_version: Any, version: str) -> None:
    data = {"apiVersion": api_version, "metadata": {"name": "edge"}}
    assert read_pool(data) == Pool("edge", version=version, data=data)


def test_declared_pools_come_second_and_contradictions_are_kept() -> None:
    edge, again = node_pool(hostNetwork=True), node_pool(hostNetwork=False)
    declared = [
        SimpleNamespace(name="edge", host_network=False),
        SimpleNamespace(name="far", host_network=True),
        SimpleNamespace(name="far", host_network=True),
    ]
    first, second = read(edge), read(again)
    pools = Pools.of([first, second], declared)
    assert list(pools) == [first, Pool("far", host_network=True)]
    assert pools.conflicts == {"edge": [first, second, Pool("edge")]}
    assert pools.declarations("edge") == pools.conflicts["edge"]
    assert pools.declarations("far") == [Pool("far", host_network=True)] * 2
    assert [pools.host_network(name) for name in ("edge", "far", "other")] == [None, True, None]
    assert [pools.doubt_of(name) for name in ("edge", "far", "other")] == [DECLARED_TWICE, "", ""]
    assert pools.host_network_names() == ("far",)
    assert ("edge" in pools, "other" in pools, bool(pools), bool(Pools())) == (True, False, True, False)


def test_a_node_pool_that_is_silent_says_no() -> None:
    silent, whole = read(node_pool(taints=[])), read(node_pool(hostNetwork=True))
    pools = Pools.of([silent, whole])
    assert list(pools) == [silent]
    assert pools.conflicts == {"edge": [silent, whole]}
    assert pools.known_labels("edge") == {"apps.openyurt.io/nodepool": "edge"}


@pytest.mark.parametrize("turn", [1, -1], ids=["first", "last"])
@pytest.mark.parametrize(
    ("other", "doubt"),
    [
        (node_pool("v1beta1", hostNetwork=True), VERSIONS_DIFFER),
        (node_pool(hostNetwork="${H}"), "its hostNetwork is '${H}'"),
        (node_pool(hostNetwork=True, type="Cloud"), "its type is 'Cloud'"),
        (node_pool(hostNetwork=True), ""),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_doubt_is_one_in_any_order(other: Any, doubt: str, turn: int) -> None:
    """What is said of a doubtful declaration is said by its own finding; it contradicts nothing."""
    pools = Pools.of(map(read, [node_pool(hostNetwork=True), other][::turn]))
    assert (pools.doubt_of("edge"), pools.conflicts) == (doubt, {})
    assert pools.host_network("edge") is (None if doubt else True)


def test_what_a_patch_makes_different() -> None:
    whole, patched = read(node_pool(hostNetwork=True)), read(node_pool(hostNetwork=True))
    patched.is_patched = True
    pools = Pools.of([whole, patched])
    assert (pools.doubt_of("edge"), pools.conflicts) == (PATCHED, {"edge": [whole, patched]})


def test_what_declarations_agree_on() -> None:
    """A pool of which two clusters have each its own: its labels and its type are known as far as they are the same."""
    data = [
        node_pool(type="Edge", labels={"region": "bj", "disk": "ssd"}),
        node_pool(type="Cloud", labels={"disk": "ssd", "region": "sh"}),
    ]
    pools = Pools.of(map(read, data))
    known = {"apps.openyurt.io/nodepool": "edge", HOSTNETWORK_LABEL: None, "disk": "ssd"}
    assert (pools.known_labels("edge"), pools.types_of("edge")) == (known, ())
    assert pools.known_readings("edge") == [known]


@pytest.mark.parametrize(
    ("spec", "types"),
    [
        ({"type": "Cloud"}, ("cloud", None)),
        ({"type": "Edge", "hostNetwork": "${H}"}, ("edge", None)),
        ({"hostNetwork": "${H}"}, ("edge", None)),
        ({"type": "Cloud", "hostNetwork": "${H}"}, ()),
        ({"type": "${T}"}, ()),
        ({"type": 5}, ()),
    ],
)
def test_the_type_of_a_pool(spec: Any, types: Any) -> None:
    assert Pools.of([read(node_pool(**spec))]).types_of("edge") == types


def read(data: dict[str, Any]) -> Pool:
    pool = read_pool(data)
    assert pool is not None
    return pool


@pytest.mark.parametrize(
    ("labels", "pool"),
    [
        ({}, ""),
        ({"apps.openyurt.io/nodepool": "a"}, "a"),
        ({"apps.openyurt.io/nodepool": "a", "apps.openyurt.io/desired-nodepool": "b"}, "a"),
        ({"apps.openyurt.io/nodepool": "", "apps.openyurt.io/desired-nodepool": "b"}, "b"),
        ({"apps.openyurt.io/desired-nodepool": "b"}, "b"),
        ({"apps.openyurt.io/nodepool": 3}, ""),
        ({"apps.openyurt.io/nodepool": None}, ""),
    ],
    ids=str,
)
def test_pool_of_a_node(labels: Any, pool: Any) -> None:
    assert Pools().pool_of(labels) == pool


def test_equality() -> None:
    pool = Pool("a", host_network=True, type="Edge")
    others = Pool("a", host_network=True), Pool("b", host_network=True, type="Edge")
    assert [pool == other for other in (Pool("a", host_network=True, type="Edge"), *others, "a")] == [
        True,
        False,
        False,
        False,
    ]
    assert len({pool, Pool("a", host_network=True, type="Edge"), *others}) == 3
    assert hash(pool) != hash(others[1])


def test_repr() -> None:
    assert repr(Pools([Pool("a", type="Edge")], label="l")) == (
        "Pools([Pool('a', host_network=False, type='Edge', version='')], label='l')"
    )


def test_pool_label_can_be_another() -> None:
    assert Pools(label="example.com/pool").pool_of({"example.com/pool": "a", "apps.openyurt.io/nodepool": "b"}) == "a"


def test_known_labels() -> None:
    """Each node of an Edge pool, as each host-network pool is, is an edge worker; none is of the control plane."""
    data = [
        node_pool(hostNetwork=True, labels={"region": "bj", "n": 3}),
        node_pool(name="plain", type="Edge"),
        node_pool(name="cloud", type="Cloud"),
    ]
    worker = {"openyurt.io/is-edge-worker": "true"}
    roles = {"node-role.kubernetes.io/control-plane": None, "node-role.kubernetes.io/master": None}
    pools = Pools.of(map(read, data))
    assert [pools.known_labels(name) for name in ("edge", "plain", "cloud", "unknown", "")] == [
        {"region": "bj", "apps.openyurt.io/nodepool": "edge", HOSTNETWORK_LABEL: "true", **worker, **roles},
        {"apps.openyurt.io/nodepool": "plain", HOSTNETWORK_LABEL: None, **worker},
        {"apps.openyurt.io/nodepool": "cloud", HOSTNETWORK_LABEL: None},
        {"apps.openyurt.io/nodepool": "unknown"},
        {"apps.openyurt.io/nodepool": None, HOSTNETWORK_LABEL: None},
    ]


@pytest.mark.parametrize(
    ("group", "kind", "expected"),
    [
        ("apps.openyurt.io", "NodePool", True),
        ("karpenter.sh", "NodePool", False),
        ("apps.openyurt.io", "YurtAppSet", False),
    ],
)
def test_is_node_pool(group: Any, kind: Any, expected: Any) -> None:
    assert is_node_pool(group, kind) is expected


@pytest.mark.parametrize(
    ("key", "live"),
    [
        ("nodepool.openyurt.io/host-network", HOSTNETWORK_LABEL),
        ("nodepool.openyurt.io/hostNetwork", HOSTNETWORK_LABEL),
        ("nodepool.openyurt.io/host_network", HOSTNETWORK_LABEL),
        ("apps.openyurt.io/exclude-hostnetwork-pool", EXCLUDE_ANNOTATION),
        ("apps.openyurt.io/exclude-host-network", EXCLUDE_ANNOTATION),
        ("nodepool.openyurt.io/exclude-host-network-pool", EXCLUDE_ANNOTATION),
        ("openyurt.io/exclude-host-network-pool", EXCLUDE_ANNOTATION),
        ("apps.openyurt.io/hostnetwork", HOSTNETWORK_LABEL),
        ("NodePool.OpenYurt.io/HostNetwork", HOSTNETWORK_LABEL),
        (HOSTNETWORK_LABEL, ""),
        (EXCLUDE_ANNOTATION, ""),
        ("nodepool.openyurt.io/type", ""),
        ("apps.openyurt.io/exclude-host-network-pool-reason", ""),
        ("notopenyurt.io/hostnetwork", ""),
        ("openyurt.io.example.com/hostnetwork", ""),
        ("openyurt.io", ""),
        ("host-network", ""),
    ],
)
def test_live_key(key: Any, live: Any) -> None:
    assert live_key(key) == live
