"""Network components: which pod templates are CNI agents, cluster DNS or their controllers; see component_table.py.

A pod template is a component if it carries the exact labels of a row and one thing confirms it: the
image's repository, a CNI directory among its hostPaths, or the exact name of the workload. A label
alone would catch look-alikes, an image alone would not do either: kube-ovn ships one image for every
part, and raven-proxy-dns and yurt-tunnel-dns run CoreDNS. Labels are the pod's, never the object's own.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.openyurt.component_table import (
    COMPONENTS,
    DEVICE_PLUGINS,
    EXTRA,
    MUST_STAY,
    MUST_STAY_HOST_PATHS,
    MUST_STAY_LABELS,
    ONLY_OFF_HOST,
    ONLY_WITH_CONTAINER,
    OPERATOR_COMPONENTS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, Protocol

    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.component_table import Row

    class ExtraRow(Protocol):
        """A component that the user added: all its pod labels must be there, nothing need confirm it."""

        name: str
        pod_labels: dict[str, str]


class Component:
    """What a pod template was recognised as: the component's `name` and its class.

    `component_class` is one of CLASSES, EXTRA or MUST_STAY. `label` is the label, or labels, that gave
    it away, as `key=value`; "" for an operator's override.
    """

    __slots__ = ("component_class", "label", "name")

    def __init__(self, name: str, component_class: str, label: str = "") -> None:
        self.name = name
        self.component_class = component_class
        self.label = label

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Component) and all(getattr(self, s) == getattr(other, s) for s in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.name, self.component_class, self.label))

    def __repr__(self) -> str:
        return f"Component({self.name!r}, {self.component_class!r}, {self.label!r})"


class ExtraRows:
    """Components that the user named, found by the label of theirs that the fewest of them have."""

    __slots__ = ("_by_label",)

    def __init__(self, rows: Iterable[ExtraRow]) -> None:
        rows = [row for row in rows if row.pod_labels]
        counts: dict[tuple[str, str], int] = {}
        for row in rows:
            for label in row.pod_labels.items():
                counts[label] = counts.get(label, 0) + 1
        self._by_label: dict[tuple[str, str], list[tuple[int, ExtraRow]]] = {}
        for number, row in enumerate(rows):
            rarest = min(row.pod_labels.items(), key=counts.__getitem__)
            self._by_label.setdefault(rarest, []).append((number, row))

    def component_of(self, labels: Mapping[str, Any]) -> Component | None:
        """Return the first of them all of whose labels are among `labels`."""
        texts = ((key, value) for key, value in labels.items() if isinstance(value, str))
        found = (
            (number, row)
            for label in texts
            for number, row in self._by_label.get(label, ())
            if all(labels.get(key) == value for key, value in row.pod_labels.items())
        )
        _, first = min(found, key=lambda pair: pair[0], default=(0, None))
        if first is None:
            return None
        return Component(first.name, EXTRA, ",".join(f"{key}={value}" for key, value in first.pod_labels.items()))


def component_of(template: PodTemplate, extra: ExtraRows | None = None) -> Component | None:
    """Return the network component that a pod template is, None for everything else.

    `extra` are components that the user named; they come first and are EXTRA. A template whose
    labels are those of MUST_STAY_LABELS is a Component of that class, which nobody may isolate.
    """
    if template.group == "operator.tigera.io":
        known = (OPERATOR_COMPONENTS.get((template.group, str(step))) for step in template.path)
        return next((Component(*row) for row in known if row), None)
    labels = template.labels
    if extra is not None and (added := extra.component_of(labels)) is not None:
        return added
    if not _ROWS:
        _fill()
    for key, value in labels.items():
        for row, wanted in _ROWS.get(f"{key}={value}", ()):
            if not _carries(labels, wanted):
                continue
            if row is None:
                return Component(value, MUST_STAY, wanted)
            if _confirmed(template, row) and not (wanted in ONLY_OFF_HOST and template.host_network):
                return Component(row[0], row[1], wanted)
    return None


def serves_any_node(template: PodTemplate) -> bool:
    """Whether the pods have work to do on nodes without the pod network: by their labels, or by what they mount."""
    component = component_of(template)
    if component is not None and component.component_class == MUST_STAY:
        return True
    return any(path.rstrip("/").endswith(MUST_STAY_HOST_PATHS) for path in _host_paths(template.spec))


def is_device_plugin(template: PodTemplate) -> bool:
    """Whether the pods register devices with the kubelet of their node, which takes no network."""
    return any(path.rstrip("/").endswith(DEVICE_PLUGINS) for path in _host_paths(template.spec))


def words_of_any_node() -> tuple[bytes, ...]:
    """Return words of which the text of every object that `serves_any_node` holds one."""
    values = (label.rpartition("=")[2] for label in MUST_STAY_LABELS)
    return tuple(word.encode() for word in dict.fromkeys((*values, *MUST_STAY_HOST_PATHS)))


_ROWS: dict[str, list[tuple[Row | None, str]]] = {}


def _fill() -> None:
    """Index the tables by the first label of each alternative, on first use."""
    for row in COMPONENTS:
        for wanted in row[2]:
            _ROWS.setdefault(wanted.partition(",")[0], []).append((row, wanted))
    for wanted in MUST_STAY_LABELS:
        _ROWS.setdefault(wanted.partition(",")[0], []).append((None, wanted))


def _carries(labels: Mapping[str, Any], wanted: str) -> bool:
    return all(labels.get(key) == value for key, _, value in (part.partition("=") for part in wanted.split(",")))


def _confirmed(template: PodTemplate, row: Row) -> bool:
    """Whether an image, a CNI hostPath or the workload's name speaks for the row as well."""
    component, _, _, images, names = row
    if component in ONLY_WITH_CONTAINER:
        return any(container.get("name") == ONLY_WITH_CONTAINER[component] for container in _containers(template.spec))
    workload = mapping(template.owner.get("metadata")).get("name")
    if workload == component or workload in names:
        return True
    if any(is_image_of(image, name) for image in _images(template.spec) for name in (component, *images)):
        return True
    return bool(cni_path(template.spec))


def cni_path(pod_spec: dict[str, Any]) -> str:
    """Return the first directory of the node named cni, or in one, that a PodSpec mounts; "" without one."""
    paths = _host_paths(pod_spec)
    return next((path for path in paths if "cni" in path.replace("\\", "/").lower().split("/")), "")


def is_image_of(image: str, name: str) -> bool:
    """Whether an image reference is of the repository `name`, from any registry or re-packager.

    The last path segment counts, without tag, digest and architecture: `quay.io/coreos/flannel:v0.14.0-amd64`,
    `rancher/hardened-flannel` and `rancher/mirrored-flannel-flannel` are all `flannel`.
    """
    last = image.rpartition("/")[2].partition("@")[0].partition(":")[0]
    for arch in ("-amd64", "-arm64", "-arm", "-ppc64le", "-s390x"):
        last = last.removesuffix(arch)
    return last == name or last.endswith("-" + name)


def _images(spec: dict[str, Any]) -> Iterator[str]:
    for container in _containers(spec):
        if isinstance(image := container.get("image"), str):
            yield image


def _containers(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for key in ("containers", "initContainers"):
        containers = spec.get(key)
        for container in containers if isinstance(containers, list) else ():
            yield mapping(container)


def _host_paths(spec: dict[str, Any]) -> Iterator[str]:
    volumes = spec.get("volumes")
    for volume in volumes if isinstance(volumes, list) else ():
        if isinstance(path := mapping(mapping(volume).get("hostPath")).get("path"), str):
            yield path
