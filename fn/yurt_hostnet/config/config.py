"""Config: what functionConfig asks for. Its defaults live here, its grammar in load.py.

A function without functionConfig is the common case, so this module needs no grammar.
"""

from __future__ import annotations

from yurt_hostnet.krm.result import CONFIG_RULE, ERROR
from yurt_hostnet.openyurt.component_table import CLASSES
from yurt_hostnet.openyurt.names import NODEPOOL_LABEL
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from yurt_hostnet.krm.result import Path, ResourceRef, Severity

    Mode = Literal["Transform", "Check", "KustomizeValidator"]
    Exclude = Literal["Annotated", "NonHostNetwork"]
    RuleSeverity = Literal["error", "warning", "info", "off"]
    DeclaredKind = tuple[str, str, tuple[str, ...]]  # API group, kind, paths as kube.workloads.parse_path reads

GROUP = "fn.yurt-hostnet.dev"
API_VERSION = f"{GROUP}/v1alpha1"
KIND = "YurtHostNet"

BASELINE_KIND = "HostNetBaseline"
"""Kind, of the same API version, of a baseline: the state that edits are compared with."""
LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"
"""Annotation in which kubectl apply keeps what it applied last, as JSON (kubectl/pkg/util/apply.go)."""

TRANSFORM: Mode = "Transform"
CHECK: Mode = "Check"
KUSTOMIZE_VALIDATOR: Mode = "KustomizeValidator"

ANNOTATED: Exclude = "Annotated"
NON_HOST_NETWORK: Exclude = "NonHostNetwork"

OFF: RuleSeverity = "off"


class ConfigError(InputError):
    """A functionConfig that cannot be followed. `path` is the field, from the root of functionConfig.

    `line` and `file` are as for InputError. `predicate` is the message without the name of the field, with which it
    begins, so that it can be told of a field of another document; "" where it is no such sentence.
    """

    rule = CONFIG_RULE

    def __init__(self, message: str, path: Path = (), line: int = 0, file: str = "", *, predicate: str = "") -> None:
        super().__init__(message, line, file)
        self.path = path
        self.predicate = predicate


class ConfigValue:
    """A read-only value of the configuration: equal and printed by its slots."""

    __slots__: tuple[str, ...] = ()

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConfigValue) and type(other) is type(self) and other._values() == self._values()

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({values})"


class DeclaredPool(ConfigValue):
    """A NodePool that exists but is not declared in the package."""

    __slots__ = ("host_network", "name")

    def __init__(self, *, name: str, host_network: bool = False) -> None:
        self.name = name
        self.host_network = host_network


class ExtraComponent(ConfigValue):
    """Infrastructure that the component table does not know; a pod template with all `pod_labels` is it."""

    __slots__ = ("name", "pod_labels")

    def __init__(self, *, name: str, pod_labels: dict[str, str]) -> None:
        self.name = name
        self.pod_labels = pod_labels


class ObjectMatch(ConfigValue):
    """Names objects. A `kind` or `namespace` of None matches any; a namespace of "" only objects without one."""

    __slots__ = ("kind", "name", "namespace")

    def __init__(self, *, kind: str | None = None, namespace: str | None = None, name: str) -> None:
        self.kind = kind
        self.namespace = namespace
        self.name = name

    def matches(self, ref: ResourceRef) -> bool:
        """Whether `ref` is one of the named objects."""
        return self.name == ref.name and self.kind in {None, ref.kind} and self.namespace in {None, ref.namespace}

    def __str__(self) -> str:
        """Return `Kind namespace/name`, without what is not given."""
        name = f"{self.namespace}/{self.name}" if self.namespace else self.name
        return f"{self.kind} {name}" if self.kind else name


class KeptWorkload(ObjectMatch):
    """A workload that stays on host-network nodes although it looks like infrastructure, and why."""

    __slots__ = ("reason",)

    def __init__(self, *, kind: str | None = None, namespace: str | None = None, name: str, reason: str) -> None:
        super().__init__(kind=kind, namespace=namespace, name=name)
        self.reason = reason

    def _values(self) -> tuple[object, ...]:
        return (self.kind, self.namespace, self.name, self.reason)


class RuleSetting(ConfigValue):
    """One entry of `rules`: another severity for a rule (None: unchanged), objects it leaves alone, and why."""

    __slots__ = ("exceptions", "reason", "rule", "severity")

    def __init__(
        self,
        *,
        rule: str,
        severity: RuleSeverity | None = None,
        exceptions: tuple[ObjectMatch, ...] = (),
        reason: str,
    ) -> None:
        self.rule = rule
        self.severity = severity
        self.exceptions = exceptions
        self.reason = reason


class Config(ConfigValue):
    """What functionConfig asks for; docs/function-config.md says what each field means.

    `fail_on` is the mildest severity that makes the exit code 1. `baseline` is the HostNetBaseline as
    plain data, None where there is none: the layer baseline reads it.
    """

    __slots__ = (
        "baseline",
        "exclude",
        "extra",
        "fail_on",
        "isolate",
        "keep",
        "mode",
        "pod_templates",
        "pool_label",
        "pools",
        "rules",
    )

    def __init__(
        self,
        *,
        mode: Mode = TRANSFORM,
        exclude: Exclude = ANNOTATED,
        isolate: tuple[str, ...] = CLASSES,
        extra: tuple[ExtraComponent, ...] = (),
        keep: tuple[KeptWorkload, ...] = (),
        pools: tuple[DeclaredPool, ...] = (),
        pool_label: str = NODEPOOL_LABEL,
        pod_templates: tuple[DeclaredKind, ...] = (),
        rules: tuple[RuleSetting, ...] = (),
        fail_on: Severity = ERROR,
        baseline: dict[str, Any] | None = None,
    ) -> None:
        self.mode: Mode = mode
        self.exclude: Exclude = exclude
        self.isolate = isolate
        self.extra = extra
        self.keep = keep
        self.pools = pools
        self.pool_label = pool_label
        self.pod_templates = pod_templates
        self.rules = rules
        self.fail_on: Severity = fail_on
        self.baseline = baseline

    def severity(self, rule: str, default: Severity) -> RuleSeverity:
        """Return the severity of `rule`: what `rules` sets, else `default`; OFF means that it does not run."""
        for setting in self.rules:
            if setting.rule == rule and setting.severity is not None:
                return setting.severity
        return default

    def exceptions(self, rule: str) -> list[ObjectMatch]:
        """Return the objects that `rule` leaves alone, in the order of functionConfig."""
        return [match for setting in self.rules if setting.rule == rule for match in setting.exceptions]
