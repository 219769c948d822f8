"""Rows of growth tests of rules: their inputs with a configuration or a baseline, and what they have to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from growth.inputs import (
    LABEL,
    config,
    ports,
    terms,
    values,
)
from growth.measure import Row
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable

    Text = Callable[[int], str]

CONFIGURED = ("-v", "--config", "config.yaml")
COMPARED = ("-v", "--baseline", "baseline.yaml")
HOST_LABEL = "nodepool.openyurt.io/hostnetwork"
LAST_APPLIED = '{"kind": "NodePool", "apiVersion": "apps.openyurt.io/v1beta2", "metadata": {"name": "p#"}, "spec": {}}'
ON_HOST = "{path: /spec/template/spec/hostNetwork, operation: replace, value: true}"
ANYWHERE = "{path: /spec/template/spec/affinity, operation: remove}"
PREVIOUS = "internal.config.kubernetes.io/previousNames"
APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def rule_of(name: str) -> str:
    """Return the rule that a row is named by, as a finding ends; "" if it is named otherwise."""
    rule = name.partition(",")[0]
    return f"[{rule}]" if rule in RULES else ""


def row(name: str, make: Text, sizes: tuple[int, ...] = (60, 120), code: int = 0, **more: object) -> Row:
    """Return a row whose input is standard input. Where its name begins with a rule, the rule must find something."""
    return Row(name, lambda n: make(n).encode(), sizes, ("-v",), code=code, says=rule_of(name), **more)  # type: ignore[arg-type]


def set_up(name: str, make: Text, settings: Text, sizes: tuple[int, ...] = (60, 120), code: int = 0) -> Row:
    """Return a row with a functionConfig."""
    made = lambda n: {"stdin": make(n).encode(), "config.yaml": config(settings(n))}  # noqa: E731
    return Row(name, made, sizes, CONFIGURED, code=code, says=rule_of(name))


def compared(name: str, make: Text, before: Text, sizes: tuple[int, ...] = (60, 120), code: int = 0) -> Row:
    """Return a row with a baseline, given as manifests or as a HostNetBaseline."""
    made = lambda n: {"stdin": make(n).encode(), "baseline.yaml": before(n).encode()}  # noqa: E731
    return Row(name, made, sizes, COMPARED, code=code, says=rule_of(name))


def each(count: int, text: str, joined: str = ", ") -> str:
    """Return a text so many times, # being the number."""
    return joined.join(text.replace("#", str(number)) for number in range(count))


def values_of_pools(count: int) -> str:
    """Return node affinity that binds a pod to so many pools."""
    return terms(values(LABEL, each(count, "p#")))


def in_capitals(word: str, number: int) -> str:
    """Return a word with its letters in capitals where the bits of a number are set."""
    return "".join(sign.upper() if number >> place & 1 else sign for place, sign in enumerate(word))


def tweak(count: int, patch: str) -> str:
    """Return a tweak of a YurtAppSet for so many pools, with as many patches."""
    return f"{{pools: [{each(count, 'p#')}], tweaks: {{patches: [{each(count, patch)}]}}}}"


def tasks(count: int, template: str, metadata: str = "name: j", kind: str = "batch.volcano.sh/v1") -> str:
    """Return an object with so many pod templates."""
    head = f"---\napiVersion: {kind}\nkind: Job\nmetadata: {{{metadata}}}\nspec:\n  tasks:\n"
    return head + each(count, f"  - {{name: t#, template: {{{template}}}}}\n", "")


def made(kind: str, name: str, owner: str, spec: str = "", api: str = "apps/v1") -> str:
    """Return an object that an owner (`Kind name`) of an API made, with more fields of its PodSpec."""
    by, _, called = owner.partition(" ")
    reference = f"{{apiVersion: {api}, kind: {by}, name: {called}, controller: true}}"
    metadata = f"metadata: {{name: {name}, ownerReferences: [{reference}]}}"
    pod = f"{{{spec}containers: [{{name: c, image: i}}]}}"
    own, body = ("v1", pod) if kind == "Pod" else (api, f"{{template: {{spec: {pod}}}}}")
    return f"---\napiVersion: {own}\nkind: {kind}\n{metadata}\nspec: {body}\n"


def host(spec: str = "") -> str:
    return f"hostNetwork: true\n{spec}"


ON_NODE = f"hostNetwork: true\n{ports(80)}"
OWN = "nodeSelector: {disk: v#}\n" + ON_NODE
IN_POOL = f"nodeSelector: {{{LABEL}: p#}}\n"
