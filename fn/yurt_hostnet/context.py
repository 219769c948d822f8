"""Context: what every transformer and every rule is given, and nothing else."""

from __future__ import annotations

from yurt_hostnet.config import NON_HOST_NETWORK
from yurt_hostnet.kube.workloads import missing_templates, pod_templates
from yurt_hostnet.openyurt.names import DESIRED_NODEPOOL_LABEL
from yurt_hostnet.openyurt.pools import POOL_WORDS, Pools, is_node_pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.config import Config
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.package import Package
    from yurt_hostnet.kube.pod_template import PodTemplate


class Context:
    """The package, the configuration, and what follows from both, computed when first asked for."""

    __slots__ = ("_declared", "_pools", "_templates", "config", "package")

    def __init__(self, package: Package, config: Config) -> None:
        self.package = package
        self.config = config
        self._pools: Pools | None = None
        self._templates: dict[int, list[PodTemplate]] = {}
        self._declared = config.pod_templates

    @property
    def pools(self) -> Pools:
        """The pools that the package and functionConfig declare."""
        if self._pools is None:
            objects = [item.data for item in self.node_pools()]
            self._pools = Pools.of(objects, self.config.pools, self.config.pool_label)
        return self._pools

    def node_pools(self) -> Iterator[KubeObject]:
        """Yield the NodePools of the package."""
        for item in self.package.mentioning(*POOL_WORDS):
            if is_node_pool(item.group, item.kind):
                yield item

    def nodes(self) -> Iterator[KubeObject]:
        """Yield the Nodes of the package that name a pool."""
        for item in self.package.mentioning(self.config.pool_label.encode(), DESIRED_NODEPOOL_LABEL.encode()):
            if item.kind == "Node" and item.api_version == "v1":
                yield item

    def templates(self, item: KubeObject) -> list[PodTemplate]:
        """Return the pod templates of an object, those of declared kinds included."""
        if id(item) not in self._templates:
            self._templates[id(item)] = pod_templates(item.group, item.kind, item.data, self._declared)
        return self._templates[id(item)]

    def missing_templates(self, item: KubeObject) -> list[PodTemplate]:
        """Return the pod templates that an operator would take from the object if it had them."""
        return missing_templates(item.group, item.kind, item.data)

    def workloads(self, *words: bytes) -> Iterator[tuple[KubeObject, PodTemplate]]:
        """Yield each pod template of the objects that may hold one of `words`."""
        for item in self.package.mentioning(*words):
            for template in self.templates(item):
                yield item, template

    @property
    def excludes_all(self) -> bool:
        """Whether every pod that does not use the host network is to be kept off host-network pools."""
        return self.config.exclude == NON_HOST_NETWORK
