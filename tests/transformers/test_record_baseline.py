"""How record-baseline tells what is new in one edit; what it writes stands in tests/baseline/test_record.py."""

from __future__ import annotations

from transformers.wishes import told
from yurt_hostnet.krm.edit import Edit
from yurt_hostnet.transformers import record_baseline

TEXT = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: beijing}
spec: {hostNetwork: true}
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: shanghai}
---
apiVersion: v1
kind: Node
metadata: {name: edge-1, labels: {apps.openyurt.io/nodepool: beijing}}
---
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata: {name: base}
"""


def test_all_that_is_new_is_named() -> None:
    pools = [
        {"name": "beijing", "hostNetwork": True, "type": "Edge", "interConnectivity": False},
        {"name": "shanghai", "hostNetwork": False, "type": "Edge", "interConnectivity": False},
    ]
    nodes = [{"name": "edge-1", "pool": "beijing", "hostNetworkLabel": "true"}]
    assert told(record_baseline, TEXT) == [
        (
            "base",
            [Edit(("spec",), {"pools": pools, "nodes": nodes})],
            "it is the first entry of its kind (NodePool beijing, NodePool shanghai, Node edge-1)",
        )
    ]
