"""Findings in files point at the line of their field, or of the nearest field above it that exists."""

from __future__ import annotations

from yurt_hostnet.analysis.context import Context
from yurt_hostnet.config.config import Config
from yurt_hostnet.engine.process import process
from yurt_hostnet.hosts.manifests import read_manifests
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.result import Origin

TEXT = b"""\
# pools and a workload

apiVersion: v1
kind: Pod
metadata:
  name: one
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations: {config.kubernetes.io/path: other.yaml}
spec:
  template:
    metadata:
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      containers: []
"""


def origins(file: str) -> list[Origin | None]:
    source = read_manifests(TEXT, file)
    return [result.origin for result in process(Context(Package([source]), Config(mode="Check"))).results]


def test_the_file_read_goes_before_what_annotations_say() -> None:
    assert origins("web.yaml") == [Origin("web.yaml", 1, 18)]


def test_without_a_file_the_annotation_counts() -> None:
    assert origins("") == [Origin("other.yaml", 0, 0)]


def test_lines_are_right_in_any_order() -> None:
    source = read_manifests(TEXT, "web.yaml")
    starts = [TEXT.find(line) for line in (b"kind: Deployment", b"kind: Pod", b"spec:", b"# pools")]
    assert [source.line_of(start) for start in starts] == [9, 4, 13, 1]
