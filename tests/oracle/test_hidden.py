"""Nothing hides: what kubectl, Helm or kustomize read as an object we read, or we refuse the input."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from oracle import disguises
from oracle.cases import run
from properties.in_process import filtered

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from oracle.asking import Oracle

BASELINE = """\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata: {name: before}
spec:
  pools:
  - {name: quay, hostNetwork: false}
"""
READERS = ("kubectl", "kustomize")


def is_edited_pool(data: Any) -> bool:
    """Tell whether an object is the pool whose hostNetwork was false, and now is true."""
    spec = data.get("spec")
    return (
        (data.get("apiVersion"), data.get("kind")) == ("apps.openyurt.io/v1beta2", "NodePool")
        and _at(data, "metadata", "name") == "quay"
        and isinstance(spec, dict)
        and spec.get("hostNetwork") is True
    )


def is_annotated(data: Any) -> bool:
    """Tell whether an object is the Deployment whose pods are to be kept off host-network pools."""
    if (data.get("apiVersion"), data.get("kind")) != ("apps/v1", "Deployment"):
        return False
    template = _at(data, "spec", "template")
    note = _at(template, "metadata", "annotations", "apps.openyurt.io/exclude-host-network-pool")
    return note == "true" and bool(_at(template, "spec", "containers"))


def is_excluded(data: Any) -> bool:
    return "nodepool.openyurt.io/hostnetwork" in json.dumps(_at(data, "spec", "template", "spec", "affinity"))


def _at(data: Any, *path: str) -> Any:
    for step in path:
        data = data.get(step) if isinstance(data, dict) else None
    return data


def check_hidden(oracle: Oracle, rnd: Random) -> None:
    compare(oracle, disguises.disguised(rnd))


def compare(oracle: Oracle, text: str) -> int:
    """Check that what a reader finds in `text` is found, or the text is refused; return how much was found."""
    objects = {reader: oracle.ask(reader, text=text).get("objects", []) for reader in READERS}
    found = 0
    if any(map(is_edited_pool, [data for read in objects.values() for data in read])):
        found += 1
        done = filtered(text.encode(), "--baseline", _FILE[0])
        assert done.code in (1, 2), text
    for reader, read in objects.items():
        if any(is_annotated(data) and not is_excluded(data) for data in read):
            found += 1
            done = filtered(text.encode())
            if not done.code:
                after = oracle.ask(reader, text=done.stdout.decode())["objects"]
                assert len(after) == len(read)
                assert all(is_excluded(data) for data in after if is_annotated(data)), text
    return found


_FILE: list[str] = []


@pytest.fixture(autouse=True)
def _baseline(tmp_path: Path) -> None:
    file = tmp_path / "before.yaml"
    file.write_text(BASELINE)
    _FILE[:] = [str(file)]


def test_nothing_hides(oracle: Oracle) -> None:
    run(check_hidden, oracle)
