"""The table of functionConfig: every field once. Reading it and its JSON Schema both come from here."""

from __future__ import annotations

from yurt_hostnet.config.config import (
    ANNOTATED,
    API_VERSION,
    CHECK,
    GROUP,
    KIND,
    KUSTOMIZE_VALIDATOR,
    NON_HOST_NETWORK,
    OFF,
    TRANSFORM,
    Config,
    DeclaredPool,
    ExtraComponent,
    KeptWorkload,
    ObjectMatch,
    RuleSetting,
)
from yurt_hostnet.config.grammar import (
    AnyMapping,
    Block,
    Choice,
    Field,
    Flag,
    Labels,
    Listing,
    Text,
    Words,
    defaults_of,
)
from yurt_hostnet.config.metadata import ObjectMeta
from yurt_hostnet.krm.result import ERROR, INFO, WARNING
from yurt_hostnet.kube.paths import parse_path
from yurt_hostnet.openyurt.component_table import CLASSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.config.config import DeclaredKind


def _declared_kind(*, group: str = "", kind: str, paths: tuple[str, ...]) -> DeclaredKind:
    return (group, kind, paths)


_SUBDOMAIN = r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*"
"""RFC 1123 subdomain, as k8s.io/apimachinery/pkg/util/validation writes it."""

_POOL = Text("the name of a NodePool: small letters, digits, dashes and dots", _SUBDOMAIN)
_LABEL_KEY = Text(
    "a label key such as example.com/pool", rf"(?:{_SUBDOMAIN}/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?"
)
_GROUP = Text('an API group without a version, such as example.com, or "" for the core group', rf"(?:{_SUBDOMAIN})?")
_KIND = Text("a kind such as DaemonSet", r"[A-Za-z][A-Za-z0-9]*")
_NAME = Text("a name without spaces", r"\S+")
_NAMESPACE = Text('a namespace, or "" for objects without one', rf"(?:{_SUBDOMAIN})?")
_PATH = Text("a path such as spec.template or spec.tasks[].template", r"[^.\s](?:\S*[^.\s])?", check=parse_path)
_REASON = Text("a few words that say why", r"[\s\S]*\S[\s\S]*")
_COMPONENTS = Choice({word: word for word in CLASSES})

_MATCH = (
    Field("kind", _KIND, "The kind; any if absent."),
    Field("namespace", _NAMESPACE, 'The namespace; any if absent, only objects without one if "".'),
    Field("name", _NAME, "The name."),
)

MODE = Field(
    "mode",
    Choice({word: word for word in (TRANSFORM, CHECK, KUSTOMIZE_VALIDATOR)}),
    "Transform edits. Check edits nothing and reports what is missing. KustomizeValidator is Check without items, "
    "for the validators of a kustomization only.",
)
EXCLUDE = Field(
    "exclude",
    Choice({word: word for word in (ANNOTATED, NON_HOST_NETWORK)}),
    "Which pods are kept off host-network pools: those with the annotation, or every pod that does not use the host "
    'network, unless it is annotated "false" or pinned to a host-network pool.',
)
POOL_LABEL = Field("poolLabel", _LABEL_KEY, "The node label that names a node's pool.", "pool_label")
FAIL_ON = Field(
    "failOn", Choice({"Error": ERROR, "Warning": WARNING}), "The mildest finding that fails the run.", "fail_on"
)

RULES = Field(
    "rules",
    Listing(
        Block(
            RuleSetting,
            Field("rule", _NAME, "The id of the rule."),
            Field(
                "severity",
                Choice({"Error": ERROR, "Warning": WARNING, "Info": INFO, "Off": OFF}, false="Off"),
                "The severity of its findings; Off does not run it. (YAML may read an unquoted Off as false.)",
            ),
            Field("except", Listing(Block(ObjectMatch, *_MATCH)), "Objects that the rule leaves alone.", "exceptions"),
            Field("reason", _REASON, "Why."),
            any_of=("severity", "except"),
        )
    ),
    "Rules with another severity or with exceptions.",
)


def _config(*, infrastructure: dict[str, Any] | None = None, **values: Any) -> Config:
    return Config(**values, **(infrastructure or {}))


SPEC = Block(
    _config,
    MODE,
    EXCLUDE,
    Field(
        "infrastructure",
        Block(
            dict,
            Field(
                "isolate",
                Listing(_COMPONENTS),
                "The classes of CNI and DNS components that are kept off host-network pools.",
            ),
            Field(
                "extra",
                Listing(
                    Block(
                        ExtraComponent,
                        Field("name", _NAME, "What messages call it."),
                        Field("podLabels", Labels(), "Labels that its pod template has, all of them.", "pod_labels"),
                    )
                ),
                "Further components that are kept off.",
            ),
            Field(
                "keep",
                Listing(Block(KeptWorkload, *_MATCH, Field("reason", _REASON, "Why."))),
                "Workloads that stay although they look like such a component.",
            ),
            defaults=defaults_of(Config),
        ),
        "CNI and DNS infrastructure, which a host-network pool has no use for.",
    ),
    Field(
        "pools",
        Listing(
            Block(
                DeclaredPool,
                Field("name", _POOL, "The name of the NodePool."),
                Field("hostNetwork", Flag(), "Whether it is a host-network pool.", "host_network"),
            )
        ),
        "NodePools that exist and that the package does not declare.",
    ),
    POOL_LABEL,
    Field(
        "podTemplates",
        Listing(
            Block(
                _declared_kind,
                Field("group", _GROUP, "The API group, without version."),
                Field("kind", _KIND, "The kind."),
                Field(
                    "paths",
                    Listing(_PATH, at_least=1),
                    "Where its pod templates are: keys with dots between, [] for every item, * for every key.",
                ),
            )
        ),
        "Kinds of your own that hold pod templates.",
        "pod_templates",
    ),
    RULES,
    FAIL_ON,
    Field("baseline", AnyMapping(), "A HostNetBaseline: the state that edits are compared with."),
    defaults={**defaults_of(Config), **defaults_of(_config)},
)


def _flat(
    *,
    pools: tuple[str, ...] = (),
    host_network_pools: tuple[str, ...] = (),
    **values: Any,
) -> Config:
    ordinary = [DeclaredPool(name=name) for name in pools]
    host_network = [DeclaredPool(name=name, host_network=True) for name in host_network_pools]
    return Config(**values, pools=(*ordinary, *host_network))


DATA = Block(
    _flat,
    MODE,
    EXCLUDE,
    Field("isolate", Words(_COMPONENTS), "spec.infrastructure.isolate, with commas between."),
    Field("pools", Words(_POOL), "Pools without host network that the package does not declare, with commas between."),
    Field(
        "hostNetworkPools",
        Words(_POOL),
        "Host-network pools that the package does not declare, with commas between.",
        "host_network_pools",
    ),
    POOL_LABEL,
    FAIL_ON,
    defaults={**defaults_of(Config), **defaults_of(_flat)},
)


def _root(*, spec: Config | None = None, metadata: object = None, immutable: object = None, **_: object) -> Config:
    del metadata, immutable
    return spec or Config()


_METADATA = Field("metadata", ObjectMeta(GROUP), "Name, annotations and what else Kubernetes and the hosts keep there.")

ROOTS = (
    Block(
        _root,
        Field("apiVersion", Choice({API_VERSION: API_VERSION}), "Group and version."),
        Field("kind", Choice({KIND: KIND}), "The kind."),
        _METADATA,
        Field("spec", SPEC, "What to do; all fields are optional."),
    ),
    Block(
        _root,
        Field("apiVersion", Choice({"v1": "v1"}), "The version; the group is the core group."),
        Field("kind", Choice({"ConfigMap": "ConfigMap"}), "The kind."),
        _METADATA,
        Field("data", DATA, "The same as flat strings.", "spec"),
        Field("immutable", Flag(), "Not for us."),
    ),
)
"""What functionConfig may be, by apiVersion and kind."""
