"""Context: what every transformer and every rule is given, and nothing else."""

from __future__ import annotations

from yurt_hostnet.config.config import BASELINE_KIND, LAST_APPLIED, NON_HOST_NETWORK, OFF, TRANSFORM
from yurt_hostnet.krm.result import ERROR
from yurt_hostnet.kube.workloads import WORKLOADS, declared_paths, missing_templates, pod_templates
from yurt_hostnet.openyurt.names import DESIRED_NODEPOOL_LABEL, HOSTNETWORK_LABEL
from yurt_hostnet.openyurt.pools import KEY_TWICE, POOL_WORDS, Pools, is_node_pool, read_pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from yurt_hostnet.analysis.builds import Builds
    from yurt_hostnet.analysis.workload_refs import Key, Referrer
    from yurt_hostnet.baseline.baseline import Baseline
    from yurt_hostnet.baseline.edits import EditedField
    from yurt_hostnet.baseline.state import Reading
    from yurt_hostnet.config.config import Config
    from yurt_hostnet.config.object_index import ObjectIndex
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.package import Package
    from yurt_hostnet.krm.result import Result
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.kube.workloads import DeclaredPaths
    from yurt_hostnet.openyurt.components import ExtraRows
    from yurt_hostnet.openyurt.pool_masks import NodeCounts, PoolMasks

NODE_WORDS = (b"Node",)
"""A Node, or the List that it is in, holds it; few workloads that name a pool do."""

DECISIVE = ("apiVersion", "kind", "metadata", "name", "annotations", "spec", "hostNetwork", "type", HOSTNETWORK_LABEL)
"""Keys of a NodePool on which it depends whether the pool uses the host network."""

POOL_EDIT_RULE = "nodepool-hostnetwork-changed"

BASELINE_WORDS = (BASELINE_KIND.encode(), LAST_APPLIED.encode())
"""What an object holds that is, or carries, a baseline. As the words of a rule they stand for any baseline."""


def is_node(item: KubeObject) -> bool:
    """Whether an object is a Node."""
    return item.kind == "Node" and item.api_version == "v1"


class Context:
    """The package, the configuration, and what follows from both, computed when first asked for.

    `baseline_option` is what --baseline names: FILE, git:REV or git:REV:PATH, "" without it; or what was read of it
    already. `allow_empty` accepts a baseline without entries. `fix_command` is what to type so that what is missing
    is added, "" where that is no matter of a command. `builds` says what the kustomizations of a tree bring
    together, None without any. `tells_infos` says whether anybody will see an info: a rule need not read a large
    package for one that nobody does. `judge` is how the engine, on which no rule may lean, finds the results of
    another context; None outside of a run. `annotates_all` is kept for annotation_places, None until that has
    looked. `override_looks` counts what pool_views has looked at.
    """

    __slots__ = (
        "_baseline",
        "_declared",
        "_edited_fields",
        "_extra",
        "_hosts",
        "_kept",
        "_last_item",
        "_masks",
        "_node_counts",
        "_nodes_before",
        "_ordinary",
        "_overriders",
        "_pool_edits",
        "_pool_of_node",
        "_pools",
        "_rollouts",
        "_templates",
        "allow_empty",
        "annotates_all",
        "baseline_option",
        "builds",
        "config",
        "fix_command",
        "judge",
        "override_looks",
        "package",
        "tells_infos",
    )

    def __init__(
        self, package: Package, config: Config, baseline_option: str = "", *, allow_empty: bool = False
    ) -> None:
        self.allow_empty = allow_empty
        self.package = package
        self.config = config
        self.baseline_option: str | Baseline = baseline_option
        self.builds: Builds | None = None
        self.annotates_all: bool | None = None
        self._baseline: Baseline | None = None
        self._edited_fields: list[EditedField] | None = None
        self._hosts: tuple[str, ...] | None = None
        self._extra: ExtraRows | None = None
        self._kept: ObjectIndex | None = None
        self._masks: PoolMasks | None = None
        self._nodes_before: frozenset[str] | None = None
        self._node_counts: NodeCounts | None = None
        self._ordinary: frozenset[str] | None = None
        self._overriders: dict[tuple[str, str, str, str], KubeObject] | None = None
        self._pool_edits: dict[str, EditedField] | None = None
        self._pool_of_node: dict[str, str] | None = None
        self._pools: Pools | None = None
        self._templates: dict[int, list[PodTemplate]] = {}
        self._last_item: KubeObject | None = None  # the one whose templates were read last
        self._rollouts: dict[Key, list[Referrer]] | None = None
        self._declared = declared_paths(config.pod_templates)
        self.fix_command = ""
        self.judge: Callable[[Context], list[Result]] | None = None
        self.override_looks = 0
        self.tells_infos = True

    @property
    def pools(self) -> Pools:
        """The pools that the package and functionConfig declare."""
        if self._pools is None:
            read = []
            for item in self.node_pools():
                pool = read_pool(item.data)
                if pool is not None:
                    pool.source = (item.ref, item.origin)
                    pool.uncertain = KEY_TWICE if any(path[-1] in DECISIVE for path in item.duplicate_keys) else ""
                    read += [pool, *self.builds.patched(pool, item)] if self.builds is not None else [pool]
            self._pools = Pools.of(read, self.config.pools, self.config.pool_label)
        return self._pools

    @property
    def pool_masks(self) -> PoolMasks:
        """The pools as masks, for questions about all of them at once."""
        if self._masks is None:
            from yurt_hostnet.openyurt.pool_masks import PoolMasks

            self._masks = PoolMasks(self.pools)
        return self._masks

    @property
    def declared_paths(self) -> DeclaredPaths:
        """The paths of pod templates that functionConfig adds, by API group and kind."""
        return self._declared

    @property
    def declared_words(self) -> tuple[bytes, ...]:
        """A word for each kind whose pod templates functionConfig declares: whatever is there may hold no other one."""
        return tuple(dict.fromkeys(kind.encode() for _, kind in self._declared))

    @property
    def pod_words(self) -> tuple[bytes, ...]:
        """Words of which each object with a pod template holds one; one of a declared kind may lack containers."""
        return (b"containers", *self.declared_words)

    def is_declared(self, template: PodTemplate) -> bool:
        """Whether only functionConfig says that this is a pod template: its controller may add what it lacks."""
        kind = (template.group, template.kind)
        return kind in self._declared and kind not in WORKLOADS

    @property
    def host_pools(self) -> tuple[str, ...]:
        """The names of the declared pools that certainly use the host network."""
        if self._hosts is None:
            self._hosts = self.pools.host_network_names()
        return self._hosts

    @property
    def ordinary_pools(self) -> frozenset[str]:
        """The names of the declared pools that certainly do not use the host network."""
        if self._ordinary is None:
            self._ordinary = frozenset(pool.name for pool in self.pools if pool.uses_host_network is False)
        return self._ordinary

    @property
    def overriders(self) -> dict[tuple[str, str, str, str], KubeObject]:
        """The YurtAppOverriders by their subjects, see analysis.overriders."""
        if self._overriders is None:
            from yurt_hostnet.analysis.overriders import overriders

            self._overriders = overriders(self.package)
        return self._overriders

    def subjects_with(self, groups: Groups) -> Groups:
        """Return words by which an object is found, or what YurtAppOverriders are for: it may stand in those."""
        if not any(True for _ in self.package.mentioning(b"YurtAppOverrider")):
            return groups
        return tuple((*words, b"YurtAppSet", b"YurtAppDaemon") for words in groups)

    def node_pools(self) -> Iterator[KubeObject]:
        """Yield the NodePools of the package."""
        for item in self.package.mentioning(*POOL_WORDS):
            if is_node_pool(item.group, item.kind):
                yield item

    def nodes(self) -> Iterator[KubeObject]:
        """Yield the Nodes of the package that name a pool."""
        for item in self.package.mentioning_each(*self.node_words):
            if is_node(item):
                yield item

    @property
    def node_words(self) -> Groups:
        """The words of which a Node that names a pool holds one of each group."""
        return (self.config.pool_label.encode(), DESIRED_NODEPOOL_LABEL.encode()), NODE_WORDS

    def is_of_another_build(self, node: KubeObject, pool: str) -> bool:
        """Whether no kustomization leads to a Node and to a declared pool, which may be another cluster's then."""
        return self.builds is not None and self.builds.is_apart(node.origin.file, self.pools, pool)

    def nodes_by_pool(self) -> dict[str, list[KubeObject]]:
        """Return the declared Nodes of each pool that they name, in the order of the package."""
        found: dict[str, list[KubeObject]] = {}
        for node in self.nodes():
            found.setdefault(self.pools.pool_of(node.labels), []).append(node)
        return found

    @property
    def pool_of_node(self) -> dict[str, str]:
        """The declared Nodes that are in a pool: name -> pool."""
        if self._pool_of_node is None:
            found = ((node.name, self.pools.pool_of(node.labels)) for node in self.nodes())
            self._pool_of_node = {name: pool for name, pool in found if pool}
        return self._pool_of_node

    @property
    def node_counts(self) -> NodeCounts:
        """How many Nodes of each pool are declared."""
        if self._node_counts is None:
            from yurt_hostnet.openyurt.pool_masks import NodeCounts

            counts: dict[str, int] = {}
            for pool in self.pool_of_node.values():
                counts[pool] = counts.get(pool, 0) + 1
            self._node_counts = NodeCounts(self.pool_masks, counts)
        return self._node_counts

    @property
    def rollouts(self) -> dict[Key, list[Referrer]]:
        """The Argo Rollouts that use the pod template of another object, by that object."""
        if self._rollouts is None:
            from yurt_hostnet.analysis.workload_refs import referrers

            self._rollouts = referrers(self.package)
        return self._rollouts

    def templates(self, item: KubeObject) -> list[PodTemplate]:
        """Return the pod templates of an object, those of declared kinds included."""
        known = self._templates.get(id(item))
        if known is None:
            if self._last_item is not None and not self._last_item.stays_parsed:
                del self._templates[id(self._last_item)]
            known = self._templates[id(item)] = pod_templates(item.group, item.kind, item.data, self._declared)
            self._last_item = item
        return known

    def judged_templates(self, item: KubeObject) -> list[PodTemplate]:
        """Return the pod templates of an object that have a PodSpec, or of whose kind nothing else is known."""
        return [template for template in self.templates(item) if template.spec or self.is_declared(template)]

    def missing_templates(self, item: KubeObject, version: tuple[int, int] | None = None) -> list[PodTemplate]:
        """Return the pod templates that an operator, of that version if known, would take from the object."""
        return missing_templates(item.group, item.kind, item.data, version)

    def workloads(self, *words: bytes) -> Iterator[tuple[KubeObject, PodTemplate]]:
        """Yield each pod template of the objects that may hold one of `words`."""
        for item in self.package.mentioning(*words):
            for template in self.templates(item):
                yield item, template

    @property
    def extra_components(self) -> ExtraRows | None:
        """The components under infrastructure.extra of functionConfig, None without any."""
        if self._extra is None and self.config.extra:
            from yurt_hostnet.openyurt.components import ExtraRows

            self._extra = ExtraRows(self.config.extra)
        return self._extra

    def is_kept(self, item: KubeObject) -> bool:
        """Whether functionConfig names an object under infrastructure.keep."""
        if not self.config.keep:
            return False
        if self._kept is None:
            from yurt_hostnet.config.object_index import ObjectIndex

            self._kept = ObjectIndex(self.config.keep)
        return bool(self._kept.matching(item.ref))

    @property
    def excludes_all(self) -> bool:
        """Whether every pod that does not use the host network is to be kept off host-network pools."""
        return self.config.exclude == NON_HOST_NETWORK

    @property
    def has_baseline(self) -> bool:
        """Whether there may be a baseline from any source; cheap, so that a run without one pays nothing."""
        return bool(
            self.baseline_option
            or self.config.baseline is not None
            or any(
                item.kind == BASELINE_KIND or LAST_APPLIED in item.annotations
                for item in self.package.mentioning(*BASELINE_WORDS)
            )
        )

    @property
    def reading(self) -> Reading:
        """How objects are read for a baseline."""
        from yurt_hostnet.baseline.state import Reading

        return Reading(self.config.pool_label, self.config.pod_templates)

    def baseline_items(self) -> Iterator[KubeObject]:
        """Yield the HostNetBaseline objects of the package."""
        for item in self.package.mentioning(BASELINE_KIND.encode()):
            if item.kind == BASELINE_KIND:
                yield item

    @property
    def baseline(self) -> Baseline:
        """The state before the edit, from all sources but last-applied annotations, in the order of docs/baseline.md.

        Raises BaselineError or InputError where a source cannot be read or contradicts another.
        """
        if self._baseline is None:
            from yurt_hostnet.baseline.sources import united_sources

            option, configured = self.baseline_option, self.config.baseline
            self._baseline = united_sources(
                option,
                self.package.inputs,
                configured,
                self.baseline_items(),
                self.reading,
                allow_empty=self.allow_empty,
                filled=self.config.mode == TRANSFORM,
            )
        return self._baseline

    @property
    def nodes_before(self) -> frozenset[str]:
        """The names of the Nodes that the baseline speaks of, so that they exist. Raises as `baseline` does."""
        if self._nodes_before is None:
            from yurt_hostnet.baseline.baseline import NODES

            known = self.baseline.known() if self.has_baseline else ()
            self._nodes_before = frozenset(key.name for key, _ in known if key.section == NODES)
        return self._nodes_before

    @property
    def edited_fields(self) -> list[EditedField]:
        """What differs from the baseline, or from an object's last-applied annotation. Raises as `baseline` does."""
        if self._edited_fields is None:
            from yurt_hostnet.baseline.edits import edited_fields

            self._edited_fields = edited_fields(self.baseline, self.package, self.pools, self.reading)
        return self._edited_fields

    @property
    def pool_edits(self) -> dict[str, EditedField]:
        """The pools whose hostNetwork differs from the baseline: name -> the edit.

        What follows from such an edit for the nodes of the pool is told with it, and not of each node once more.
        Where the rule that tells it is off, or leaves the pool alone, the nodes speak for themselves.
        """
        if self._pool_edits is None:
            self._pool_edits = {}
            if self.has_baseline and self.config.severity(POOL_EDIT_RULE, ERROR) != OFF:
                from yurt_hostnet.baseline.baseline import HOST_NETWORK, POOLS
                from yurt_hostnet.config.object_index import ObjectIndex

                excepted = ObjectIndex(self.config.exceptions(POOL_EDIT_RULE))
                for edit in self.edited_fields:
                    if not excepted.matching(edit.item.ref) and (edit.key.section, edit.field) == (POOLS, HOST_NETWORK):
                        self._pool_edits[edit.item.name] = edit
        return self._pool_edits
