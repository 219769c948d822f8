"""Host ports: which ports of its node a pod takes.

A pod on the host network takes every containerPort as a hostPort (Kubernetes defaults it so), any other
pod only the hostPorts that it sets.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.unknown_values import is_unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.krm.result import Path

ANY_IP = "0.0.0.0"  # noqa: S104  # what an unset hostIP means to the scheduler
DEFAULT_PROTOCOL = "TCP"


class HostPort:
    """One port that a pod takes on its node.

    `port` is 1 to 65535, `protocol` TCP, UDP or SCTP, `ip` ANY_IP if unset. `path` leads to the entry
    in a container's `ports`. `lasting` is False for an ordinary init container, whose port is free
    again before the pod starts and which the scheduler does not look at; a sidecar's port lasts.
    """

    __slots__ = ("container", "ip", "lasting", "path", "port", "protocol")

    def __init__(self, ip: str, protocol: str, port: int, path: Path, container: str, *, lasting: bool = True) -> None:
        self.ip = ip
        self.protocol = protocol
        self.port = port
        self.path = path
        self.container = container
        self.lasting = lasting

    def conflicts(self, other: HostPort) -> bool:
        """Whether both cannot be had on one node (HostPortInfo.CheckConflict of kube-scheduler)."""
        return (self.protocol, self.port) == (other.protocol, other.port) and (
            self.ip == other.ip or ANY_IP in {self.ip, other.ip}
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HostPort) and all(getattr(self, s) == getattr(other, s) for s in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.ip, self.protocol, self.port, self.path))

    def __str__(self) -> str:
        """Return `8080/TCP`, with the address in front if there is one."""
        return f"{self.port}/{self.protocol}" if self.ip == ANY_IP else f"{self.ip}:{self.port}/{self.protocol}"

    def __repr__(self) -> str:
        return f"HostPort({self.ip!r}, {self.protocol!r}, {self.port!r}, {self.path!r}, {self.container!r})"


def is_host_network(pod_spec: dict[str, Any]) -> bool:
    """Whether the pod uses its node's network."""
    return pod_spec.get("hostNetwork") is True


def host_ports(pod_spec: dict[str, Any], spec_path: Path = ()) -> list[HostPort]:
    """Return the host ports of a PodSpec's containers, sidecars and init containers, in that order.

    `spec_path` leads to the PodSpec and begins every path. Entries that the API refuses are left out.
    """
    on_host = is_host_network(pod_spec)
    found = []
    for path, container, entry, lasting in _entries(pod_spec, spec_path):
        port = _number(entry.get("hostPort")) or (_number(entry.get("containerPort")) if on_host else 0)
        if port:
            ip, protocol = entry.get("hostIP") or ANY_IP, entry.get("protocol") or DEFAULT_PROTOCOL
            found.append(HostPort(str(ip), str(protocol), port, path, container, lasting=lasting))
    return sorted(found, key=lambda port: not port.lasting)


def mismatched_ports(pod_spec: dict[str, Any], spec_path: Path = ()) -> list[tuple[Path, int, int]]:
    """Return (path of hostPort, hostPort, containerPort) of every hostPort that the API refuses.

    On the host network a hostPort that is set must equal its containerPort; init containers and sidecars are
    not looked at (Kubernetes core/validation, validatePodHostNetworkDeps).
    """
    if not is_host_network(pod_spec):
        return []
    return [
        ((*path, "hostPort"), host, container)
        for path, _, entry, _ in _entries({"containers": pod_spec.get("containers")}, spec_path)
        if (host := _number(entry.get("hostPort")))
        and host != (container := _number(entry.get("containerPort")))
        and not is_unknown(entry.get("containerPort"))
    ]


def repeated_ports(pod_spec: dict[str, Any], spec_path: Path = ()) -> list[Path]:
    """Return the paths of the ports that the API refuses, since the same one is taken in front.

    The same hostIP, if only in what is written, protocol and port, among containers; of init containers and sidecars
    each is looked at by itself (Kubernetes core/validation, AccumulateUniqueHostPorts).
    """
    on_host = is_host_network(pod_spec)
    taken: set[tuple[Any, ...]] = set()
    found = []
    for path, _, entry, _ in _entries(pod_spec, spec_path):
        port = _number(entry.get("hostPort")) or (_number(entry.get("containerPort")) if on_host else 0)
        alone = path[:-2] if path[-4] == "initContainers" else ()
        mark = (port, str(entry.get("protocol") or DEFAULT_PROTOCOL), str(entry.get("hostIP") or ""), alone)
        if port and mark in taken:
            found.append(path)
        taken.add(mark)
    return found


def _entries(pod_spec: dict[str, Any], spec_path: Path) -> Iterator[tuple[Path, str, dict[str, Any], bool]]:
    """Yield (path, container name, ContainerPort, lasting) of every port that is declared."""
    for key in ("containers", "initContainers"):
        containers = pod_spec.get(key)
        for index, container in enumerate(containers if isinstance(containers, list) else ()):
            ports = mapping(container).get("ports")
            if not isinstance(ports, list):
                continue
            lasting = key == "containers" or container.get("restartPolicy") == "Always"
            for number, entry in enumerate(ports):
                if isinstance(entry, dict):
                    name = str(container.get("name", ""))
                    yield (*spec_path, key, index, "ports", number), name, entry, lasting


def _number(value: Any) -> int:
    """Return a port number, 0 if it is unset or no port."""
    return value if type(value) is int and 0 < value < 65536 else 0
