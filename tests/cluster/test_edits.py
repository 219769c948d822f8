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

    from cluster.placement import Ours

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
def test_both_refuse(edit: Edit, ours: Ours, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refusal:
        ours.cluster.api.merge(edit.path, edit.patch)
    assert edit.says in refusal.value.message
    assert errors_of(edit, ours, ours.text, tmp_path) == [edit.rule]


@pytest.mark.parametrize("edit", EDITS.values(), ids=list(EDITS))
def test_we_refuse_against_the_live_objects(edit: Edit, ours: Ours, tmp_path: Path) -> None:
    live = ours.cluster.kubectl("get", "nodepools,nodes", "-o", "yaml").stdout
    # A label that is not in the manifest may be one that OpenYurt wrote, which `kubectl apply` leaves there.
    expected = [] if edit is EDITS["a Node leaves its pool with the label"] else [edit.rule]
    assert errors_of(edit, ours, live, tmp_path) == expected


def test_we_refuse_what_the_webhook_undoes(ours: Ours, tmp_path: Path) -> None:
    """An intended difference: another value of the label is written over, and nobody is told."""
    patch = {"metadata": {"labels": {HOST_NETWORK_LABEL: "false"}}}
    edit = Edit(f"{NODES}/mast-1", patch, "node-hostnetwork-label-mismatch", "")
    assert ours.cluster.api.merge(edit.path, patch)["metadata"]["labels"][HOST_NETWORK_LABEL] == "true"
    assert errors_of(edit, ours, ours.text, tmp_path) == [edit.rule]


def errors_of(edit: Edit, ours: Ours, baseline: str, folder: Path) -> list[str]:
    """Return the rules that find an error in an edited object, with all our other manifests around it."""
    (folder / "baseline.yaml").write_text(baseline, encoding="utf-8")
    kind = "NodePool" if edit.path.startswith(NODE_POOLS) else "Node"
    edited = (kind, edit.path.rpartition("/")[2])
    documents = [
        merged(document, edit.patch) if (document["kind"], document["metadata"]["name"]) == edited else document
        for document in yaml.safe_load_all(ours.text)
    ]
    report = folder / "report.json"
    done = yurt_hostnet(yaml.safe_dump_all(documents), "--baseline", folder / "baseline.yaml", "--report", report)
    rules = [
        result["rule"]
        for result in json.loads(report.read_text(encoding="utf-8"))["results"]
        if result["severity"] == "error" and (result["resourceRef"]["kind"], result["resourceRef"]["name"]) == edited
    ]
    assert (done.returncode, done.stdout == "") == ((1, True) if rules else (0, False))
    return rules


def merged(live: Any, patch: Any) -> Any:
    """Apply a JSON merge patch (RFC 7396)."""
    if not isinstance(patch, dict) or not isinstance(live, dict):
        return patch
    out = {key: value for key, value in live.items() if patch.get(key, "") is not None}
    return {**out, **{key: merged(out.get(key), value) for key, value in patch.items() if value is not None}}
