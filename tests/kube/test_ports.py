"""Which node ports a pod takes, and which two cannot share a node."""

from __future__ import annotations

from typing import Any

import pytest

from yurt_hostnet.kube.ports import ANY_IP, HostPort, host_ports, mismatched_ports, repeated_ports

CONTAINERS = [
    {"name": "a", "ports": [{"containerPort": 80}, {"containerPort": 53, "protocol": "UDP", "hostIP": "10.0.0.1"}]},
    {
        "name": "b",
        "ports": [{"containerPort": 90, "hostPort": 9090}, {"containerPort": 0}, "x", {"containerPort": "70"}],
    },
    {"name": "c"},
    None,
]
INIT = [
    {"name": "once", "ports": [{"containerPort": 1, "hostPort": 1}]},
    {"name": "sidecar", "restartPolicy": "Always", "ports": [{"containerPort": 2, "hostPort": 2}]},
]


def at(key: Any, container: Any, number: Any) -> Any:
    return ("spec", key, container, "ports", number)


def test_host_network_takes_every_port() -> None:
    assert host_ports({"hostNetwork": True, "containers": CONTAINERS, "initContainers": INIT}, ("spec",)) == [
        HostPort(ANY_IP, "TCP", 80, at("containers", 0, 0), "a"),
        HostPort("10.0.0.1", "UDP", 53, at("containers", 0, 1), "a"),
        HostPort(ANY_IP, "TCP", 9090, at("containers", 1, 0), "b"),
        HostPort(ANY_IP, "TCP", 2, at("initContainers", 1, 0), "sidecar"),
        HostPort(ANY_IP, "TCP", 1, at("initContainers", 0, 0), "once", lasting=False),
    ]


@pytest.mark.parametrize("network", [{}, {"hostNetwork": False}, {"hostNetwork": "true"}], ids=str)
def test_any_other_pod_takes_its_host_ports(network: Any) -> None:
    assert host_ports({**network, "containers": CONTAINERS}, ("spec",)) == [
        HostPort(ANY_IP, "TCP", 9090, at("containers", 1, 0), "b")
    ]


def test_mismatch() -> None:
    spec = {"containers": CONTAINERS, "initContainers": INIT}
    assert mismatched_ports({**spec, "hostNetwork": True}, ("spec",)) == [
        ((*at("containers", 1, 0), "hostPort"), 9090, 90)
    ]
    assert mismatched_ports(spec, ("spec",)) == []


def test_mismatch_of_init_containers_is_allowed() -> None:
    spec = {"hostNetwork": True, "initContainers": [{"ports": [{"containerPort": 80, "hostPort": 81}]}]}
    assert mismatched_ports(spec) == []


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((ANY_IP, "TCP", 80), (ANY_IP, "TCP", 80), True),
        ((ANY_IP, "TCP", 80), ("10.0.0.1", "TCP", 80), True),
        (("10.0.0.1", "TCP", 80), (ANY_IP, "TCP", 80), True),
        (("10.0.0.1", "TCP", 80), ("10.0.0.2", "TCP", 80), False),
        ((ANY_IP, "TCP", 80), (ANY_IP, "UDP", 80), False),
        ((ANY_IP, "TCP", 80), (ANY_IP, "TCP", 81), False),
    ],
    ids=str,
)
def test_conflicts(one: tuple[str, str, int], other: tuple[str, str, int], expected: bool) -> None:
    assert HostPort(*one, ("a",), "a").conflicts(HostPort(*other, ("b",), "b")) is expected


def test_text() -> None:
    assert [str(HostPort(ANY_IP, "TCP", 80, (), "c")), str(HostPort("10.0.0.1", "UDP", 53, (), "c"))] == [
        "80/TCP",
        "10.0.0.1:53/UDP",
    ]


def test_containers_need_no_ports_and_no_name() -> None:
    """And one without ports does not hide the next; the first and the last port number count."""
    ports = [{"hostPort": number} for number in (0, 1, 65535, 65536)]
    assert host_ports({"containers": [{"name": "a"}, {"ports": ports}]}) == [
        HostPort(ANY_IP, "TCP", 1, ("containers", 1, "ports", 1), ""),
        HostPort(ANY_IP, "TCP", 65535, ("containers", 1, "ports", 2), ""),
    ]


def test_equality() -> None:
    port = HostPort(ANY_IP, "TCP", 80, ("a",), "c")
    others = (HostPort(ANY_IP, "TCP", 81, ("a",), "c"), HostPort(ANY_IP, "TCP", 80, ("a",), "c", lasting=False))
    assert (
        port == HostPort(ANY_IP, "TCP", 80, ("a",), "c"),
        *(port == other for other in others),
        port == "80/TCP",
    ) == (
        True,
        False,
        False,
        False,
    )
    assert len({port, HostPort(ANY_IP, "TCP", 80, ("a",), "c"), *others}) == 3
    assert hash(port) != hash(others[0])


def test_shapes_that_are_no_ports() -> None:
    assert host_ports({"containers": "x", "initContainers": [{"ports": {"a": 1}}]}) == []


def test_repeated_ports() -> None:
    """What the API calls a duplicate: tests/oracle asks it."""
    ports: list[Any] = [
        {"containerPort": 80},
        {"containerPort": 80, "protocol": "TCP", "hostIP": ""},
        {"containerPort": 80, "protocol": "UDP"},
        {"containerPort": 80, "hostIP": "0.0.0.0"},  # noqa: S104
        {"containerPort": 1, "hostPort": 80},
        {"containerPort": 80, "hostPort": 81},
        {"containerPort": 0},
        {},
    ]
    containers = [{"name": "a", "ports": ports}, {"name": "b", "ports": [{"containerPort": 81}]}]
    sidecar = {"name": "c", "restartPolicy": "Always", "ports": [{"containerPort": 80}]}
    init = {"name": "d", "ports": [{"containerPort": 80}, {"containerPort": 80}]}
    spec = {"hostNetwork": True, "containers": containers, "initContainers": [sidecar, init]}
    at = ("spec", "containers")
    assert repeated_ports(spec, ("spec",)) == [
        (*at, 0, "ports", 1),
        (*at, 0, "ports", 4),
        (*at, 1, "ports", 0),
        ("spec", "initContainers", 1, "ports", 1),
    ]
    assert repeated_ports({**spec, "hostNetwork": False}, ("spec",)) == []
    odd = [{"ports": [{"containerPort": 80, "hostIP": {}, "protocol": ["a"]}, {"containerPort": 80, "hostIP": [1]}]}]
    assert repeated_ports({"hostNetwork": True, "containers": odd}) == []
    again = [{"ports": [{"containerPort": 1, "hostPort": 80}, {"containerPort": 2, "hostPort": 80}]}]
    assert repeated_ports({"containers": again}) == [("containers", 0, "ports", 1)]
