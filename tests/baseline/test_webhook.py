"""Random edits against OpenYurt's webhooks: an edit is an error exactly if the webhook would refuse it.

The webhooks are written down here once more, plainly, from openyurtio/openyurt: the mutating one of
pkg/yurtmanager/webhook/node/v1/node_default.go, the validating ones of node_validation.go and of
pkg/yurtmanager/webhook/nodepool/v1beta2/nodepool_validation.go, the conversions of pkg/apis/apps/v1alpha1 and
v1beta1/nodepool_conversion.go; and kubectl apply, which removes what the last manifest held.
"""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from validators.comparing import package
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.baseline.sources import from_text
from yurt_hostnet.config.config import Config
from yurt_hostnet.validators.rules import RULES

POOL = "apps.openyurt.io/nodepool"
LABEL = "nodepool.openyurt.io/hostnetwork"
HOST_NETWORK = {"east": True, "west": True, "north": False, "south": False}

Labels = dict[str, str]


def default(labels: Labels) -> Labels:
    """NodeHandler.Default: "we add the label if the pool is host network"."""
    return {**labels, LABEL: "true"} if HOST_NETWORK.get(labels.get(POOL, "")) else labels


def apply(stored: Labels, last: Labels, new: Labels) -> Labels:
    """Apply `new` with kubectl, where `last` was applied before."""
    return {**{key: value for key, value in stored.items() if key not in last}, **new}


def node_refused(old: Labels, new: Labels) -> set[str]:
    """validateNodeUpdate."""
    refused = set()
    if old.get(POOL) and new.get(POOL) and old[POOL] != new[POOL]:
        refused.add("node-pool-changed")
    if old.get(LABEL) and old[LABEL] != new.get(LABEL, ""):
        refused.add("node-hostnetwork-label-changed")
    return refused


def found(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> set[str]:
    """Return the rules about edits that speak."""
    baseline = from_text(stream(old).encode(), "old")
    context = Context(package(stream(new)), Config(), "old")
    context._baseline = baseline
    return {RULES_OF[edit.key.section, edit.field] for edit in context.edited_fields if edit.old not in {"", None}}


RULES_OF = {
    ("pools", "hostNetwork"): "nodepool-hostnetwork-changed",
    ("pools", "type"): "nodepool-type-changed",
    ("pools", "interConnectivity"): "nodepool-interconnectivity-changed",
    ("nodes", "pool"): "node-pool-changed",
    ("nodes", "hostNetworkLabel"): "node-hostnetwork-label-changed",
}


def stream(objects: list[dict[str, Any]]) -> str:
    return "".join(f"---\n{json.dumps(data)}\n" for data in objects)


def test_the_rules_exist() -> None:
    assert set(RULES_OF.values()) <= set(RULES)


POOLS = [
    {
        "apiVersion": "apps.openyurt.io/v1beta2",
        "kind": "NodePool",
        "metadata": {"name": name},
        "spec": {"hostNetwork": host_network},
    }
    for name, host_network in HOST_NETWORK.items()
]
LABELS = st.fixed_dictionaries(
    {}, optional={POOL: st.sampled_from(["", *HOST_NETWORK]), LABEL: st.sampled_from(["true", "false"])}
)


@given(LABELS, LABELS)
@settings(deadline=None)
def test_nodes(last: Labels, new: Labels) -> None:
    stored = default(last)
    refused = node_refused(stored, default(apply(stored, last, new)))
    nodes = [
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "a", "labels": labels}} for labels in (last, new)
    ]
    ours = {
        rule
        for rule in found([nodes[0]], [nodes[1], *POOLS])
        if rule != "node-pool-changed" or (last.get(POOL) and new.get(POOL))
    }
    if "node-pool-changed" in refused:
        # A move is one finding: what becomes of the label is told only if the manifest says it.
        ours.discard("node-hostnetwork-label-changed")
        refused.discard("node-hostnetwork-label-changed")
    assert ours == refused


VERSIONS = st.sampled_from(["v1alpha1", "v1beta1", "v1beta2"])
SPECS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["Edge", "Cloud"]),
        "hostNetwork": st.booleans(),
        "interConnectivity": st.booleans(),
    },
)
ANNOTATIONS = st.sampled_from([None, "true", "TRUE", "false"])


def converted(version: str, spec: dict[str, Any], annotation: str | None) -> dict[str, Any]:
    """Return what OpenYurt 1.7 stores: ConvertTo, then the default type."""
    by_field = version == "v1beta2"
    return {
        "type": spec.get("type", "Edge"),
        "hostNetwork": spec.get("hostNetwork", False) if by_field else (annotation or "").lower() == "true",
        "interConnectivity": by_field and spec.get("interConnectivity", False),
    }


def node_pool(version: str, spec: dict[str, Any], annotation: str | None) -> dict[str, Any]:
    metadata: dict[str, Any] = {"name": "east"}
    if annotation is not None:
        metadata["annotations"] = {LABEL: annotation}
    return {"apiVersion": f"apps.openyurt.io/{version}", "kind": "NodePool", "metadata": metadata, "spec": spec}


@given(SPECS, VERSIONS, SPECS, ANNOTATIONS)
@settings(deadline=None)
def test_pools(old: dict[str, Any], version: str, new: dict[str, Any], annotation: str | None) -> None:
    """The old state is what a cluster of 1.7 has, in v1beta2; the new manifest has any version."""
    stored = converted("v1beta2", old, None)
    updated = converted(version, new, annotation)
    refused = {RULES_OF["pools", field] for field in stored if stored[field] != updated[field]}
    ours = found([node_pool("v1beta2", old, None)], [node_pool(version, new, annotation)])
    assert ours == refused
