"""Pools: which NodePools there are, which of them use the host network, and which pool a node is in.

How upstream reads a NodePool: v1beta2 has spec.hostNetwork. v1alpha1 counts the annotation
nodepool.openyurt.io/hostnetwork, in any case (pkg/apis/apps/v1alpha1/nodepool_conversion.go). v1beta1 has
the field since 1.4, but the conversion of 1.7 drops it and reads the annotation only
(v1beta1/nodepool_conversion.go); here either counts, and a field alone is marked.
"""

from __future__ import annotations

from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.unknown_values import is_unknown
from yurt_hostnet.openyurt.names import (
    APPS_GROUP,
    DESIRED_NODEPOOL_LABEL,
    EDGE_WORKER_LABEL,
    HOST_POOL_LABELS,
    HOSTNETWORK_LABEL,
    NODEPOOL_LABEL,
    POOL_TYPE_LABEL,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any, Protocol

    from yurt_hostnet.krm.result import Origin, ResourceRef

    class DeclaredPool(Protocol):
        """A pool from functionConfig: its name and whether it uses the host network."""

        name: str
        host_network: bool


POOL_WORDS = (b"NodePool",)
"""Every NodePool object holds one of these."""

LOST_FIELD = "field-without-annotation"
"""Pool.doubt: a v1beta1 NodePool sets spec.hostNetwork alone, which OpenYurt 1.7 stores as false."""
LOST_ANNOTATION = "annotation-without-field"
"""Pool.doubt: a v1beta1 NodePool sets the annotation alone, which OpenYurt 1.4 to 1.6 do not read."""
UNKNOWN_FIELD = "field-unknown"
"""Pool.doubt: a v1alpha1 NodePool sets spec.hostNetwork, a field that this version does not have."""
IGNORED_ANNOTATION = "annotation-ignored"
"""Pool.doubt: a v1beta2 NodePool sets the annotation but not the field that it stands for."""

_EDGE = (None, "", "Edge")
"""Types of a pool that may use the host network."""

KEY_TWICE = "a key stands twice in it, and readers differ in which one counts"
VERSIONS_DIFFER = "versions of OpenYurt read its declaration differently"
"""What Pool.why_doubtful may say."""


class Pool:
    """One NodePool as it was declared.

    `host_network` is what OpenYurt makes of it. `type` is `Edge`, `Cloud` or "" if unset. `doubt` is ""
    or says why a version of OpenYurt would read another host_network than the author meant.
    `node_labels` are those of its spec, which the nodepool controller copies to the nodes.
    `data` is the NodePool's plain data, None for a pool from functionConfig; `source` the object and the place that it
    was read of, if its reader says so. `is_patched` says that it is an object as a patch would make it.
    `unreadable` is half a sentence on a value of its own with which nothing may rest on host_network, such as a
    variable; `uncertain` one on what else does that: another declaration, or a key that stands twice. Both are "" for
    most. `has_types` says that its declarations differ in their types.
    """

    __slots__ = (
        "data", "doubt", "has_types", "host_network", "interconnectivity", "is_patched", "name", "node_labels",
        "source", "type", "uncertain", "unreadable", "version",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        *,
        host_network: bool = False,
        type: str = "",  # noqa: A002  # the field's name
        interconnectivity: bool = False,
        node_labels: dict[str, Any] | None = None,
        version: str = "",
        doubt: str = "",
        unreadable: str = "",
        data: dict[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.host_network = host_network
        self.type = type
        self.interconnectivity = interconnectivity
        self.node_labels: dict[str, Any] = node_labels or {}
        self.version = version
        self.doubt = doubt
        self.unreadable = unreadable
        self.data = data
        self.source: tuple[ResourceRef, Origin] | None = None
        self.uncertain = ""
        self.has_types = self.is_patched = False

    @property
    def why_doubtful(self) -> str:
        """Why it is not certain whether the pool uses the host network, as half a sentence; "" where it is."""
        return self.uncertain or self.own_doubt

    @property
    def own_doubt(self) -> str:
        """The part of `why_doubtful` that lies in this declaration."""
        return self.unreadable or (VERSIONS_DIFFER if self.doubt in {LOST_FIELD, LOST_ANNOTATION} else "")

    @property
    def uses_host_network(self) -> bool | None:
        """Whether the pool uses the host network, None where that is not certain: nothing may rest on it then."""
        return None if self.why_doubtful else self.host_network

    @property
    def type_label(self) -> str:
        """What POOL_TYPE_LABEL says of the pool, `edge` where no type is set and for host-network pools; "" if unsure.

        A doubtful pool is an Edge pool whichever it is, but for one that is declared as Cloud.
        """
        if self.uses_host_network:
            return "edge"
        kind = self.type or mapping(mapping(self.data).get("spec")).get("type") or "Edge"
        sure = not self.has_types and kind in ("Edge", "" if self.why_doubtful else "Cloud")
        return str(kind).lower() if sure else ""

    @property
    def labels(self) -> dict[str, Any] | None:
        """The labels that the NodePool declares, None for a pool from functionConfig, of which they are not known."""
        return None if self.data is None else mapping(mapping(self.data.get("metadata")).get("labels"))

    @property
    def taints(self) -> Any:
        """The taints that the nodepool controller gives the nodes, in plain data as they stand."""
        return mapping(mapping(self.data).get("spec")).get("taints")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pool) and all(getattr(self, slot) == getattr(other, slot) for slot in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.name, self.host_network))

    def __repr__(self) -> str:
        return f"Pool({self.name!r}, host_network={self.host_network}, type={self.type!r}, version={self.version!r})"


class Pools:
    """The pools and nodes of one package, and those that functionConfig declares beside it.

    `by_name` holds the pools in the order they were met, of several declarations of one name the first, NodePools
    before functionConfig. `conflicts` holds, by name, all declarations of the pools of which some say that they use
    the host network and some that they do not: a whole NodePool without hostNetwork is one without host network.
    Which of them a cluster has is not known then. It also holds those that a patch makes different.
    """

    __slots__ = ("_several", "by_name", "conflicts", "label")

    def __init__(self, pools: Iterable[Pool] = (), label: str = NODEPOOL_LABEL) -> None:
        self.label = label
        self.by_name: dict[str, Pool] = {}
        self._several: dict[str, list[Pool]] = {}
        for pool in pools:
            known = self.by_name.setdefault(pool.name, pool)
            if known is not pool:
                self._several.setdefault(pool.name, [known]).append(pool)
        self.conflicts: dict[str, list[Pool]] = {}
        if self._several:
            from yurt_hostnet.openyurt.pool_doubts import unite

            self.conflicts = {name: declared for name, declared in self._several.items() if unite(declared)}

    @classmethod
    def of(
        cls, node_pools: Iterable[Pool], declared: Iterable[DeclaredPool] = (), label: str = NODEPOOL_LABEL
    ) -> Pools:
        """Return the pools read of NodePool objects, and those of functionConfig; `label` is its poolLabel."""
        return cls([*node_pools, *(Pool(pool.name, host_network=pool.host_network) for pool in declared)], label)

    def __bool__(self) -> bool:
        return bool(self.by_name)

    def __contains__(self, name: object) -> bool:
        return name in self.by_name

    def __iter__(self) -> Iterator[Pool]:
        return iter(self.by_name.values())

    def host_network(self, name: str) -> bool | None:
        """Whether the pool uses the host network; None if no pool of this name is known, or if it is not certain."""
        pool = self.by_name.get(name)
        return None if pool is None else pool.uses_host_network

    def declarations(self, name: str) -> list[Pool]:
        """Return all that is declared of a pool, what patches make of it included."""
        return self._several.get(name) or [self.by_name[name]]

    def is_contradictory(self, name: str) -> bool:
        """Whether a pool is declared in ways of which one must be wrong, so that neither is to be kept in mind."""
        return name in self.conflicts or (name in self.by_name and self.by_name[name].uncertain == KEY_TWICE)

    def doubt_of(self, name: str) -> str:
        """Return why it is not certain whether a declared pool uses the host network, "" if it is or none is known."""
        pool = self.by_name.get(name)
        return "" if pool is None else pool.why_doubtful

    def host_network_names(self) -> tuple[str, ...]:
        """Return the names of the pools that certainly use the host network."""
        return tuple(pool.name for pool in self if pool.uses_host_network)

    def pool_of(self, labels: Mapping[str, Any]) -> str:
        """Return the name of the pool of a node with these labels, "" if it is in none.

        The pool label counts, and only where it is empty the desired pool, as in the node webhook
        (pkg/yurtmanager/webhook/node/v1/node_default.go).
        """
        for key in (self.label, DESIRED_NODEPOOL_LABEL):
            if (name := labels.get(key)) and isinstance(name, str):
                return name
        return ""

    def known_labels(self, name: str) -> dict[str, str | None]:
        """Return what is known of the labels of every node in the pool `name`, "" for nodes in no pool.

        None stands for a label that is not there; other labels may be anything. For `placement.may_land`. What
        POOL_TYPE_LABEL is depends on the version of OpenYurt: `known_readings`.
        """
        pool = self.by_name.get(name)
        known: dict[str, str | None] = {}
        if pool is not None:
            known.update((key, value) for key, value in pool.node_labels.items() if isinstance(value, str))
        known[self.label] = name or None
        if pool is not None and pool.why_doubtful:
            return known
        if not name or pool is not None:
            known[HOSTNETWORK_LABEL] = None
        if pool is not None and pool.host_network:
            known.update(HOST_POOL_LABELS)
        elif pool is not None and pool.type == "Edge" and not pool.has_types:
            known[EDGE_WORKER_LABEL] = "true"
        return known

    def types_of(self, name: str) -> tuple[str | None, ...]:
        """Return what POOL_TYPE_LABEL may be on nodes of a pool, None for not there; () if that is not known."""
        pool = self.by_name.get(name)
        if pool is None or (pool.data is None and not pool.host_network):
            return ()
        own = pool.node_labels.get(POOL_TYPE_LABEL)
        return (pool.type_label, own if isinstance(own, str) else None) if pool.type_label else ()

    def known_readings(self, name: str) -> list[dict[str, str | None]]:
        """Return `known_labels` once for each value that POOL_TYPE_LABEL may have, which one depends on the version."""
        known = self.known_labels(name)
        return [{**known, POOL_TYPE_LABEL: value} for value in self.types_of(name)] or [known]

    def __repr__(self) -> str:
        return f"Pools({list(self.by_name.values())!r}, label={self.label!r})"


def is_node_pool(group: str, kind: str) -> bool:
    """Whether objects of this API group and kind are OpenYurt's NodePools; other projects have NodePools too."""
    return kind == "NodePool" and group == APPS_GROUP


def _is_flag(value: Any) -> bool:
    return value is None or isinstance(value, bool)


def read_pool(data: dict[str, Any]) -> Pool | None:
    """Return what OpenYurt makes of a NodePool's plain data; None without a name.

    A field that is no boolean and an annotation that is no string count as absent: the API refuses them, and
    rule wrong-field-type says so.
    """
    metadata, spec = mapping(data.get("metadata")), mapping(data.get("spec"))
    name = metadata.get("name")
    if not isinstance(name, str) or not name:
        return None
    api_version = data.get("apiVersion")
    version = api_version.partition("/")[2] if isinstance(api_version, str) else ""
    field = spec.get("hostNetwork") is True
    annotation = mapping(metadata.get("annotations")).get(HOSTNETWORK_LABEL)
    annotated = isinstance(annotation, str) and annotation.lower() == "true"
    doubt = ""
    if version == "v1alpha1":
        host_network = annotated
        if field and not annotated:
            doubt = UNKNOWN_FIELD
    elif version == "v1beta1":
        host_network = field or annotated
        if field != annotated:
            doubt = LOST_FIELD if field else LOST_ANNOTATION
    else:
        host_network = field
        if annotated and not field:
            doubt = IGNORED_ANNOTATION
    kind = spec.get("type")
    unreadable = ""
    if is_unknown(name) or not (_is_flag(spec.get("hostNetwork")) and annotation is None and kind in _EDGE):
        from yurt_hostnet.openyurt.pool_doubts import unreadable_value

        unreadable = unreadable_value(name, version, spec.get("hostNetwork"), annotation, host_network and kind)
    return Pool(
        name,
        host_network=host_network,
        type=kind if isinstance(kind, str) else "",
        interconnectivity=spec.get("interConnectivity") is True,
        node_labels=mapping(spec.get("labels")),
        version=version,
        doubt=doubt,
        unreadable=unreadable,
        data=data,
    )
