"""The rules about Nodes: what each finds, whole, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, finding, found
from yurt_hostnet.krm.result import UNSET, ResourceRef

POOL = "apps.openyurt.io/nodepool"
DESIRED = "apps.openyurt.io/desired-nodepool"
LABEL = "nodepool.openyurt.io/hostnetwork"
REF = ResourceRef("v1", "Node", "edge-1")
UNKNOWN = "node-pool-unknown"
MISMATCH = "node-hostnetwork-label-mismatch"


def node(**labels: str) -> str:
    keys = {"pool": POOL, "desired": DESIRED, "host": LABEL, "other": "topology/pool"}
    lines = "".join(f"    {keys[key]}: {value}\n" for key, value in labels.items())
    return f"apiVersion: v1\nkind: Node\nmetadata:\n  name: edge-1\n  labels:\n    disk: ssd\n{lines}"


RUNNING = (
    "A node that is in the cluster keeps its label: reset it, delete its Node and join it anew (yurtadm reset, kubectl "
    "delete node, yurtadm join)."
)
MENDED = f'If it has never joined, write "true". {RUNNING}'


@pytest.mark.parametrize(
    ("text", "current", "proposed", "message"),
    [
        pytest.param(
            node(pool="beijing", host='"false"'),
            "false",
            "true",
            f'NodePool beijing uses the host network, so the label must be the string "true". {MENDED}',
            id="false in a host-network pool",
        ),
        pytest.param(
            node(desired="beijing", host='"True"'),
            "True",
            "true",
            f'NodePool beijing uses the host network, so the label must be the string "true". {MENDED}',
            id="True, desired pool",
        ),
        pytest.param(
            node(pool="beijing", host="true"),
            True,
            "true",
            f'NodePool beijing uses the host network, so the label must be the string "true". {MENDED}',
            id="no string",
        ),
        pytest.param(
            node(pool="shanghai", host='"true"'),
            "true",
            UNSET,
            "NodePool shanghai does not use the host network, so pods are kept off this Node in vain. If it has never "
            f"joined, remove the label. {RUNNING}",
            id="true in an ordinary pool",
        ),
    ],
)
def test_a_label_that_contradicts_the_pool_is_found(text: str, current: Any, proposed: Any, message: str) -> None:
    path = f"metadata.labels[{LABEL}]"
    expected = finding("error", MISMATCH, REF, path, message, line=15, current=current, proposed=proposed)
    assert found(MISMATCH, POOLS + text) == [expected]


def test_a_label_that_lacks_is_found_in_check() -> None:
    message = (
        "This is missing, because NodePool beijing uses the host network. "
        'Add "true", or let yurt-hostnet do it: in mode Transform, or by its command fix.'
    )
    path = f"metadata.labels[{LABEL}]"
    expected = finding("error", MISMATCH, REF, path, message, line=15, current=None, proposed="true")
    assert found(MISMATCH, POOLS + node(pool="beijing"), {"mode": "Check"}) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(node(pool="beijing", host='"true"'), id="as it should be"),
        pytest.param(node(pool="beijing"), id="missing, and added"),
        pytest.param(node(pool="shanghai"), id="ordinary"),
        pytest.param(node(pool="shanghai", host='"false"'), id="false, which keeps nobody off"),
        pytest.param(node(pool="paris", host='"true"'), id="unknown pool"),
        pytest.param(node(host='"true"'), id="no pool"),
        pytest.param(node(pool="shanghai", desired="beijing"), id="the desired pool counts only without a pool"),
    ],
)
def test_mismatch_near_misses(text: str) -> None:
    assert found(MISMATCH, POOLS + text) == []


NOT_DECLARED = (
    "No NodePool paris is declared, so whether its nodes use the host network is not known. "
    "Declare the NodePool, or list it in functionConfig under spec.pools (--set pools=paris, or --set "
    "hostNetworkPools=paris if it uses the host network). Write another name only if the Node has never joined: it "
    "keeps its pool."
)


@pytest.mark.parametrize(
    ("label", "text", "spec"),
    [
        pytest.param(POOL, node(pool="paris"), {}, id="pool"),
        pytest.param(DESIRED, node(desired="paris"), {}, id="desired pool"),
        pytest.param("topology/pool", node(other="paris"), {"poolLabel": "topology/pool"}, id="poolLabel"),
    ],
)
def test_an_undeclared_pool_is_found(label: str, text: str, spec: dict[str, Any]) -> None:
    path = f"metadata.labels[{label}]" if "." in label else f"metadata.labels.{label}"
    expected = finding("warning", UNKNOWN, REF, path, NOT_DECLARED, line=1, current="paris")
    assert found(UNKNOWN, text, spec) == [expected]


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        pytest.param(POOLS + node(pool="shanghai"), {}, id="declared in the package"),
        pytest.param(node(pool="paris"), {"pools": [{"name": "paris"}]}, id="declared in functionConfig"),
        pytest.param(POOLS + node(), {}, id="no pool"),
        pytest.param(POOLS + node(pool='""'), {}, id="empty pool"),
        pytest.param(
            POOLS + "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {nodeSelector: {" + POOL + ": paris}}\n",
            {},
            id="a pod's pool may be in the cluster",
        ),
    ],
)
def test_unknown_near_misses(text: str, spec: dict[str, Any]) -> None:
    assert found(UNKNOWN, text, spec) == []


RENAMED_POOL = """\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: prod-beijing
  annotations:
    internal.config.kubernetes.io/previousNames: beijing,beijing,x-beijing
spec:
  type: Edge
  hostNetwork: true
---
"""
RENAMED = (
    "kustomize renamed NodePool beijing to prod-beijing (namePrefix or nameSuffix), but not its name here. "
    "Write prod-beijing here, or keep NodePools out of the kustomization that renames."
)
PINNED = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      nodeSelector:
        apps.openyurt.io/nodepool: beijing
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
            - matchExpressions:
              - {key: apps.openyurt.io/nodepool, operator: In, values: [prod-beijing, beijing]}
              - {key: zone, operator: In, values: [beijing]}
---
apiVersion: apps.openyurt.io/v1beta1
kind: YurtAppSet
metadata:
  name: api
spec:
  pools: [beijing]
  workload:
    workloadTweaks:
    - pools: [beijing, paris]
      tweaks: {patches: [{path: /spec/replicas, operation: replace, value: 3}]}
    workloadTemplate:
      deploymentTemplate:
        spec:
          template:
            spec:
              containers: [{name: a, image: a}]
"""


def test_a_pool_that_kustomize_renamed_is_named() -> None:
    def expected(ref: ResourceRef, path: str, line: int) -> dict[str, Any]:
        return finding("warning", UNKNOWN, ref, path, RENAMED, line=line, current="beijing", proposed="prod-beijing")

    web = ResourceRef("apps/v1", "Deployment", "web")
    terms = "spec.template.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
    assert found(UNKNOWN, RENAMED_POOL + node(pool="beijing") + "---\n" + PINNED) == [
        expected(REF, f"metadata.labels[{POOL}]", 10),
        expected(web, f"spec.template.spec.nodeSelector[{POOL}]", 18),
        expected(web, f"{terms}[0].matchExpressions[0].values[1]", 18),
        expected(ResourceRef("apps.openyurt.io/v1beta1", "YurtAppSet", "api"), "spec.pools[0]", 35),
        expected(
            ResourceRef("apps.openyurt.io/v1beta1", "YurtAppSet", "api"), "spec.workload.workloadTweaks[0].pools[0]", 35
        ),
    ]


def test_a_name_that_another_pool_took_is_no_old_name() -> None:
    assert found(UNKNOWN, RENAMED_POOL + POOLS + node(pool="beijing")) == []
