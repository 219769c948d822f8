"""`yurt-hostnet explain`: every verdict and its reason, before and after, as a table and as JSON."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from commands.program import FIXED_WEB, MALFORMED, POOLS, WEB, Ran, package, run
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.analysis.placements import workloads
from yurt_hostnet.commands.discovery.files import read_files
from yurt_hostnet.commands.explain_text import table
from yurt_hostnet.config.config import Config
from yurt_hostnet.krm.package import Package

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = """\
WORKLOAD             POOLS                PLACEMENT  BECAUSE
Deployment shop/web  hangzhou, (no pool)  may land
                     shanghai*            may land   no node affinity keeps it off, although its annotation \
apps.openyurt.io/exclude-host-network-pool is "true"; without hostNetwork it has no network there
* host-network pool
"""
AFTER = """\
WORKLOAD             POOLS                PLACEMENT  BECAUSE
Deployment shop/web  hangzhou, (no pool)  may land
                     shanghai*            kept off   node affinity nodepool.openyurt.io/hostnetwork NotIn [true], \
because its annotation apps.openyurt.io/exclude-host-network-pool is "true"
* host-network pool
"""
NO_POOLS = """\
WORKLOAD             POOLS      PLACEMENT  BECAUSE
Deployment shop/web  (no pool)  may land
"""
NO_POOLS_HINT = """\

No NodePool is declared. Add the cluster's NodePools to the files, or name them with
--set pools=a,b --set hostNetworkPools=c.
"""


def pod(name: str, spec: str, api: str = "v1") -> str:
    return f"---\napiVersion: {api}\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{containers: [], {spec}}}\n"


def affinity(*expressions: str) -> str:
    terms = ", ".join(f"{{matchExpressions: [{expression}]}}" if expression else "{}" for expression in expressions)
    required = f"requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{terms}]}}"
    return f"affinity: {{nodeAffinity: {{{required}}}}}"


IN_SHANGHAI = "{key: apps.openyurt.io/nodepool, operator: In, values: [shanghai]}"
NOT_HOST = '{key: nodepool.openyurt.io/hostnetwork, operator: NotIn, values: ["true"]}'
NODES = """\
---
apiVersion: v1
kind: Node
metadata:
  name: s1
  labels: {apps.openyurt.io/nodepool: shanghai, nodepool.openyurt.io/hostnetwork: "true"}
"""
STATIC_SET = """\
---
apiVersion: apps.openyurt.io/v1alpha1
kind: YurtStaticSet
metadata: {name: static}
spec:
  template:
    spec:
      containers: []
      nodeSelector: {apps.openyurt.io/nodepool: hangzhou}
"""
TWO_TEMPLATES = """\
---
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {name: train}
spec:
  tasks:
  - template: {spec: {containers: [], hostNetwork: true}}
  - template: {spec: {containers: [], nodeSelector: {nodepool.openyurt.io/hostnetwork: "true"}}}
"""

MAY, OFF, PINNED, CONFLICT = "may-land", "kept-off", "pinned", "conflict"
LOST = "without hostNetwork it has no network there"
BY_SELECTOR = "nodeSelector apps.openyurt.io/nodepool = shanghai"
BY_AFFINITY = "node affinity apps.openyurt.io/nodepool = shanghai"
EXCLUDED = "node affinity nodepool.openyurt.io/hostnetwork NotIn [true]"
ANNOTATED = 'its annotation apps.openyurt.io/exclude-host-network-pool is "true"'
WEAVE = "weave-net is a node agent of the pod network (pod label name=weave-net)"
BY_LABEL = 'nodeSelector nodepool.openyurt.io/hostnetwork = "true"'
NO_LABEL = "{key: nodepool.openyurt.io/hostnetwork, operator: DoesNotExist}"
NO_LABEL_TEXT = "node affinity nodepool.openyurt.io/hostnetwork DoesNotExist"
OUTSIDE = "---\napiVersion: v1\nkind: Node\nmetadata: {name: o1}\n"
TAINTED = """\
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: shanghai}
spec: {hostNetwork: true, taints: [{key: site, value: dock, effect: NoSchedule}, {key: x, effect: PreferNoSchedule}]}
---
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata: {name: hangzhou}
"""
CASES = {
    "free": (pod("p", ""), [(MAY, ""), (MAY, LOST), (MAY, "")]),
    "host network": (pod("p", "hostNetwork: true"), [(MAY, ""), (MAY, ""), (MAY, "")]),
    "excluded": (pod("p", affinity(NOT_HOST)), [(MAY, ""), (OFF, EXCLUDED), (MAY, "")]),
    "one term is enough": (pod("p", affinity(NOT_HOST, IN_SHANGHAI)), [(MAY, ""), (MAY, LOST), (MAY, "")]),
    "pinned by nodeSelector": (
        pod("p", "hostNetwork: true, nodeSelector: {apps.openyurt.io/nodepool: shanghai}"),
        [
            (OFF, f"pinned elsewhere by {BY_SELECTOR}"),
            (PINNED, f"by {BY_SELECTOR}"),
            (OFF, f"pinned elsewhere by {BY_SELECTOR}"),
        ],
    ),
    "conflict": (
        pod("p", affinity(f"{IN_SHANGHAI}, {NOT_HOST}")),
        [
            (OFF, f"pinned elsewhere by {BY_AFFINITY}"),
            (CONFLICT, f"pinned here by {BY_AFFINITY}, but kept off by {EXCLUDED}"),
            (OFF, f"pinned elsewhere by {BY_AFFINITY}"),
        ],
    ),
    "not in a pool": (
        pod("p", affinity("{key: apps.openyurt.io/nodepool, operator: NotIn, values: [shanghai]}")),
        [(MAY, ""), (OFF, "node affinity apps.openyurt.io/nodepool NotIn [shanghai]"), (MAY, "")],
    ),
    "in any pool": (
        pod("p", affinity("{key: apps.openyurt.io/nodepool, operator: Exists}")),
        [(MAY, ""), (MAY, LOST), (OFF, "node affinity apps.openyurt.io/nodepool Exists")],
    ),
    "unknown labels leave room": (
        pod("p", "nodeSelector: {kubernetes.io/arch: arm64}"),
        [(MAY, ""), (MAY, LOST), (MAY, "")],
    ),
    "no term matches": (
        pod(
            "p", "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{}]}}}"
        ),
        [(OFF, "node affinity whose terms match no node")] * 3,
    ),
    "two pins that exclude each other": (
        pod("p", f"nodeSelector: {{apps.openyurt.io/nodepool: hangzhou}}, {affinity(IN_SHANGHAI)}"),
        [
            (OFF, "node affinity apps.openyurt.io/nodepool In [shanghai]"),
            (OFF, "nodeSelector apps.openyurt.io/nodepool = hangzhou"),
            (OFF, "nodeSelector apps.openyurt.io/nodepool = hangzhou"),
        ],
    ),
    "bound to a node": (
        pod("p", "nodeName: s1") + NODES,
        [
            (OFF, "pinned elsewhere by the node s1"),
            (PINNED, f"by the node s1; {LOST}"),
            (OFF, "pinned elsewhere by the node s1"),
        ],
    ),
    "bound to a node that is not declared": (
        pod("p", "nodeName: s2"),
        [("unknown", "bound to node s2, which nobody declares")] * 3,
    ),
    "bound to a node in no pool": (
        pod("p", "nodeName: o1") + OUTSIDE,
        [(OFF, "pinned elsewhere by the node o1")] * 2 + [(PINNED, "by the node o1")],
    ),
    "bound to declared nodes and another": (
        pod("p", affinity("{key: kubernetes.io/hostname, operator: In, values: [s1, s2, s3]}")) + NODES,
        [
            ("unknown", "bound to nodes s2, s3, which nobody declares"),
            (MAY, LOST),
            ("unknown", "bound to nodes s2, s3, which nobody declares"),
        ],
    ),
    "bound to a node, and pinned elsewhere": (
        pod("p", "nodeName: o1, nodeSelector: {apps.openyurt.io/nodepool: shanghai}") + OUTSIDE,
        [
            (OFF, f"pinned elsewhere by {BY_SELECTOR} and the node o1"),
            (CONFLICT, f"pinned here by {BY_SELECTOR}, but elsewhere by the node o1"),
            (CONFLICT, f"pinned here by the node o1, but elsewhere by {BY_SELECTOR}"),
        ],
    ),
    "bound by the label and kept off by it": (
        pod("p", f'nodeSelector: {{nodepool.openyurt.io/hostnetwork: "true"}}, {affinity(NO_LABEL)}'),
        [
            (OFF, f"pinned elsewhere by {BY_LABEL}"),
            (CONFLICT, f"pinned here by {BY_LABEL}, but kept off by {NO_LABEL_TEXT}"),
            (OFF, f"pinned elsewhere by {BY_LABEL}"),
        ],
    ),
    "a label to be isolated, and nothing does it": (
        pod("p", "hostNetwork: true").replace("name: p}", "name: weave-net, labels: {name: weave-net}}"),
        [(MAY, ""), (MAY, f"no node affinity keeps it off, although {WEAVE}"), (MAY, "")],
    ),
    "malformed": (
        "---\n" + MALFORMED,
        [("unknown", "the node affinity cannot be read: This must be a mapping; it is a string.")] * 3,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_verdicts(tmp_path: Path, case: str) -> None:
    text, expected = CASES[case]
    path = package(tmp_path, {"all.yaml": POOLS + text}) / "all.yaml"
    sources = [source.input for source in read_files([str(path)]).sources]
    (row,) = workloads(Context(Package(sources), Config()))
    assert [(item.pool, item.verdict, item.reason) for item in row.placements] == [
        (pool, *verdict) for pool, verdict in zip(("hangzhou", "shanghai", ""), expected, strict=True)
    ]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("", [(OFF, "the pool's taint site=dock:NoSchedule"), (MAY, ""), (MAY, "")]),
        ("tolerations: [{key: site, operator: Exists}]", [(MAY, LOST), (MAY, ""), (MAY, "")]),
    ],
)
def test_taints_of_a_pool(tmp_path: Path, spec: str, expected: list[tuple[str, str]]) -> None:
    path = package(tmp_path, {"all.yaml": TAINTED + pod("p", spec)}) / "all.yaml"
    sources = [source.input for source in read_files([str(path)]).sources]
    (row,) = workloads(Context(Package(sources), Config()))
    assert [(item.verdict, item.reason) for item in row.placements] == expected


def test_before_and_after(tmp_path: Path) -> None:
    package(tmp_path, {"pools.yaml": POOLS, "web.yaml": WEB})
    assert run("explain", "--before", ".", cwd=tmp_path) == Ran(0, BEFORE)
    assert run("explain", ".", cwd=tmp_path) == Ran(0, AFTER)
    assert (tmp_path / "web.yaml").read_text() == WEB
    package(tmp_path, {"web.yaml": FIXED_WEB})
    assert run("explain", "--before", ".", cwd=tmp_path) == Ran(0, AFTER)


def test_notes_and_several_templates(tmp_path: Path) -> None:
    package(tmp_path, {"all.yaml": POOLS + STATIC_SET + TWO_TEMPLATES})
    cells = [re.split(r" {2,}", line) for line in run("explain", "all.yaml", cwd=tmp_path).stdout.splitlines()]
    label = 'nodeSelector nodepool.openyurt.io/hostnetwork = "true"'
    assert cells == [
        ["WORKLOAD", "POOLS", "PLACEMENT", "BECAUSE"],
        ["YurtStaticSet static", "hangzhou, (no pool)", "may land"],
        ["", "shanghai*", "may land", LOST],
        ["", "note", "a YurtStaticSet makes static pods, which no scheduler places"],
        ["Job train spec.tasks[0].template (host network)", "hangzhou, shanghai*, (no pool)", "may land"],
        ["Job train spec.tasks[1].template", "hangzhou, (no pool)", "kept off", f"pinned elsewhere by {label}"],
        ["", "shanghai*", "pinned", f"by {label}; {LOST}"],
        ["* host-network pool"],
    ]


def test_without_pools_or_workloads(tmp_path: Path) -> None:
    package(tmp_path, {"web.yaml": WEB, "pools.yaml": POOLS})
    assert run("explain", "web.yaml", cwd=tmp_path) == Ran(0, NO_POOLS + NO_POOLS_HINT)
    assert run("explain", "pools.yaml", cwd=tmp_path) == Ran(0, "There are no workloads in these files.\n")
    settings = ("--set", "pools=hangzhou", "--set", "hostNetworkPools=shanghai")
    assert run("explain", "-", *settings, cwd=tmp_path, stdin=WEB.encode()) == Ran(0, AFTER)


def test_errors_are_told(tmp_path: Path) -> None:
    package(tmp_path, {"odd.yaml": MALFORMED})
    ran = run("explain", "odd.yaml", cwd=tmp_path)
    assert (ran.code, ran.stderr) == (1, "yurt-hostnet: 1 error; `yurt-hostnet check` shows them.\n")
    assert "(no pool)  unknown" in ran.stdout


def test_json(tmp_path: Path) -> None:
    package(tmp_path, {"pools.yaml": POOLS, "web.yaml": WEB})
    reason = f"{EXCLUDED}, because {ANNOTATED}"
    assert json.loads(run("explain", "--format", "json", ".", cwd=tmp_path).stdout) == {
        "state": "after",
        "pools": [
            {"name": "hangzhou", "hostNetwork": False, "type": "Edge"},
            {"name": "shanghai", "hostNetwork": True, "type": "Edge"},
        ],
        "workloads": [
            {
                "name": "Deployment shop/web",
                "resourceRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "namespace": "shop"},
                "file": {"path": "web.yaml", "line": 2},
                "hostNetwork": False,
                "note": "",
                "placements": [
                    {"pool": "hangzhou", "placement": "may-land", "network": True, "reason": ""},
                    {"pool": "shanghai", "placement": "kept-off", "network": False, "reason": reason},
                    {"pool": None, "placement": "may-land", "network": True, "reason": ""},
                ],
            }
        ],
    }


def test_a_narrow_terminal(tmp_path: Path) -> None:
    path = package(tmp_path, {"all.yaml": POOLS + "---\n" + FIXED_WEB}) / "all.yaml"
    context = Context(Package([source.input for source in read_files([str(path)]).sources]), Config())
    assert table(list(workloads(context)), list(context.pools), 60) == (
        "Deployment shop/web\n"
        "  may land  hangzhou, (no pool)\n"
        "  kept off  shanghai*: node affinity\n"
        "            nodepool.openyurt.io/hostnetwork NotIn [true],\n"
        "            because its annotation\n"
        "            apps.openyurt.io/exclude-host-network-pool is\n"
        '            "true"\n'
        "* host-network pool\n"
    )


def test_before_compares_nothing(tmp_path: Path) -> None:
    sentence = "--before shows the files as they are and compares nothing. Leave out --baseline or --before."
    ran = run("explain", "--before", "--baseline", "old.yaml", ".", cwd=tmp_path)
    assert ran == Ran(2, "", f"yurt-hostnet: {sentence}\n")
