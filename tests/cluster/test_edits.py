"""Edits that OpenYurt's webhooks refuse in a real control plane, and that we refuse before they get there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import yaml

from cluster.api import Refused
from cluster.programs import yurt_hostnet

if TYPE_CHECKING:
    from pathlib import Path

    from cluster.control_plane import Cluster
    from cluster.placement import Count

NODE_POOLS = "/apis/apps.openyurt.io/v1beta2/nodepools"
NODES = "/api/v1/nodes"
POOL_LABEL = "apps.openyurt.io/nodepool"
HOST_NETWORK_LABEL = "nodepool.openyurt.io/hostnetwork"


class Edit(NamedTuple):
    """A merge patch to a live object, our rule that refuses the result, and the end of what the webhook says."""

    path: str
    patch: dict[str, Any]
    rule: str
    says: str


EDITS = {
    "a NodePool leaves the host network": Edit(
        f"{NODE_POOLS}/masts",
        {"spec": {"hostNetwork": False}},
        "nodepool-hostnetwork-changed",
        "spec.hostNetwork: Forbidden: pool hostNetwork can't be changed",
    ),
    "a NodePool joins the host network": Edit(
        f"{NODE_POOLS}/workshop",
        {"spec": {"hostNetwork": True}},
        "nodepool-hostnetwork-changed",
        "spec.hostNetwork: Forbidden: pool hostNetwork can't be changed",
    ),
    "a Node moves to another pool": Edit(
        f"{NODES}/workshop-1",
        {"metadata": {"labels": {POOL_LABEL: "masts"}}},
        "node-pool-changed",
        f"metadata.labels.{POOL_LABEL}: Forbidden: {POOL_LABEL} can only be added or removed, not modified in-place",
    ),
    "a Node leaves its pool with the label": Edit(
        f"{NODES}/mast-1",
        {"metadata": {"labels": {POOL_LABEL: None, HOST_NETWORK_LABEL: None}}},
        "node-hostnetwork-label-changed",
        f"metadata.labels.{HOST_NETWORK_LABEL}: Forbidden: {HOST_NETWORK_LABEL} can not be changed",
    ),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=list(EDITS))
def test_both_refuse(edit: Edit, ours: tuple[Cluster, dict[str, Count]], tmp_path: Path) -> None:
    cluster, _ = ours
    live = cluster.api.get(edit.path)
    baseline = tmp_path / "live.yaml"
    baseline.write_text(cluster.kubectl("get", "nodepools,nodes", "-o", "yaml").stdout, encoding="utf-8")
    report = tmp_path / "report.json"
    done = yurt_hostnet(yaml.safe_dump(merged(live, edit.patch)), "--baseline", baseline, "--report", report)
    assert done.returncode == 1
    errors = [
        (result["rule"], result["resourceRef"]["name"])
        for result in json.loads(report.read_text(encoding="utf-8"))["results"]
        if result["severity"] == "error"
    ]
    assert errors == [(edit.rule, live["metadata"]["name"])]

    with pytest.raises(Refused) as refusal:
        cluster.api.merge(edit.path, edit.patch)
    assert edit.says in json.loads(str(refusal.value).partition(": ")[2])["message"]


def test_we_refuse_what_the_webhook_undoes(ours: tuple[Cluster, dict[str, Count]], tmp_path: Path) -> None:
    """An intended difference: the Node's label is written back without a word."""


def merged(live: Any, patch: Any) -> Any:
    """Apply a JSON merge patch (RFC 7396)."""
    if not isinstance(patch, dict) or not isinstance(live, dict):
        return patch
    out = {key: value for key, value in live.items() if patch.get(key, "") is not None}
    return {**out, **{key: merged(out.get(key), value) for key, value in patch.items() if value is not None}}
