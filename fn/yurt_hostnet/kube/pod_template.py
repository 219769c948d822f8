"""PodTemplate: one PodTemplateSpec, wherever an object holds it, with what its workload says of its pods."""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.unknown_values import is_unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.result import Path

# PodTemplate.effect: what required node affinity in this template comes to.
NORMAL = ""
CLEARED = "cleared"
"""The controller of the kind removes it again; the template may be edited, the pods will not show it."""
STATIC_POD = "static-pod"
"""The kubelet runs the pods and no scheduler looks at them; do not edit."""
REFUSED = "refused"
"""The API refuses objects that carry it; do not edit."""

REASONS = {
    NORMAL: "",
    CLEARED: "the YurtAppDaemon controller clears required node affinity from the workloads that it makes",
    STATIC_POD: "a YurtStaticSet makes static pods, which no scheduler places",
    REFUSED: "Knative Serving refuses affinity unless kubernetes.podspec-affinity is enabled",
}
"""Effect -> half a sentence that tells the user why."""


class PodTemplate:
    """One PodTemplateSpec (or Pod) within an object.

    `path` leads to it from the object's root, () for a Pod. `template` is its plain data, {} if it
    could be there and is not (see workloads.missing_templates). `group`, `kind` and `owner` are the workload's:
    the object itself or, in a List, one of its items. `effect` is NORMAL or says why affinity here
    does not last or must not be written. `replicas` counts its pods, None if that is not known;
    `per_node` means one on each node.
    `default_affinity` is what the workload's controller gives the pods as long as the template has
    no affinity of its own, None for almost every kind; who writes an affinity must repeat it.
    `on_host` means that an operator puts the pods on the host network, whatever the template says.
    """

    __slots__ = (
        "default_affinity",
        "effect",
        "group",
        "kind",
        "on_host",
        "owner",
        "path",
        "per_node",
        "replicas",
        "template",
    )

    def __init__(
        self,
        path: Path,
        template: dict[str, Any],
        *,
        group: str = "",
        kind: str = "Pod",
        owner: dict[str, Any] | None = None,
        effect: str = NORMAL,
        replicas: int | None = 1,
        per_node: bool = False,
        default_affinity: dict[str, Any] | None = None,
        on_host: bool = False,
    ) -> None:
        self.path = path
        self.template = template
        self.group = group
        self.kind = kind
        self.owner: dict[str, Any] = template if owner is None else owner
        self.effect = effect
        self.replicas = replicas
        self.per_node = per_node
        self.default_affinity = default_affinity
        self.on_host = on_host

    @property
    def reason(self) -> str:
        """Half a sentence that explains `effect`, "" where it is NORMAL."""
        return REASONS[self.effect]

    @property
    def spec_path(self) -> Path:
        """The path of the PodSpec."""
        return (*self.path, "spec")

    @property
    def spec(self) -> dict[str, Any]:
        """The PodSpec's plain data; {} where there is none."""
        return mapping(self.template.get("spec"))

    @property
    def host_network(self) -> bool:
        """Whether the pods use their node's network."""
        return self.on_host or self.spec.get("hostNetwork") is True

    @property
    def network_is_unknown(self) -> bool:
        """Whether another program has yet to say if the pods use their node's network."""
        return not self.on_host and is_unknown(self.spec.get("hostNetwork"))

    @property
    def labels(self) -> dict[str, Any]:
        """The pod's own labels; {} where there are none."""
        return mapping(mapping(self.template.get("metadata")).get("labels"))

    @property
    def annotations(self) -> dict[str, Any]:
        """The pod's own annotations; {} where there are none."""
        return mapping(mapping(self.template.get("metadata")).get("annotations"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PodTemplate) and all(
            getattr(self, slot) == getattr(other, slot) for slot in self.__slots__
        )

    def __hash__(self) -> int:
        return hash((self.path, self.group, self.kind))

    def __repr__(self) -> str:
        return f"PodTemplate({self.path!r}, {self.template!r}, group={self.group!r}, kind={self.kind!r})"
