"""Growth rows of functionConfig, of baselines and of explain."""

from __future__ import annotations

from growth.inputs import EXCLUDE, LABEL, app_set, baseline, nodes, pool, pools, terms, values, workload, workloads
from growth.measure import Row
from growth.rows import (
    APPLIED,
    HOST_LABEL,
    LAST_APPLIED,
    PREVIOUS,
    compared,
    each,
    host,
    row,
    set_up,
    tasks,
    values_of_pools,
)

SETTINGS = [
    set_up(
        "rules[].except",
        lambda n: workloads("Deployment", n, "", EXCLUDE.replace('"true"', '"no"')),
        lambda n: f"rules: [{{rule: exclude-annotation-value, except: [{each(n, '{name: w#}')}], reason: a}}]",
    ),
    set_up(
        "rules[].except of unprotected-pod",
        lambda n: workloads("Deployment", n) + pools(1),
        lambda n: f"rules: [{{rule: unprotected-pod, except: [{each(n, '{name: w#}')}], reason: a}}]",
    ),
    set_up(
        "rules[].except in vain",
        lambda n: workloads("Deployment", n, "", EXCLUDE.replace('"true"', '"no"')),
        lambda n: f"rules: [{{rule: exclude-annotation-value, except: [{each(n, '{name: v#}')}], reason: a}}]",
    ),
    set_up(
        "N entries of rules",
        lambda n: workloads("Deployment", n, "", EXCLUDE.replace('"true"', '"no"')),
        lambda n: f"rules: [{each(n, '{rule: exclude-annotation-value, except: [{name: w#}], reason: a}')}]",
    ),
    set_up(
        "infrastructure.keep",
        lambda n: workloads("DaemonSet", n, "containers: [{name: a, image: flannel}]", "labels: {app: flannel}"),
        lambda n: f"infrastructure: {{keep: [{each(n, '{name: w#, reason: a}')}]}}",
    ),
    set_up(
        "infrastructure.extra",
        lambda n: workloads("DaemonSet", n, "", "labels: {app: a#}"),
        lambda n: f"infrastructure: {{extra: [{each(n, '{name: x#, podLabels: {app: a#}}')}]}}",
    ),
    set_up(
        "pools", lambda n: nodes(n, f"{LABEL}: p#"), lambda n: f"pools: [{each(n, '{name: p#, hostNetwork: true}')}]"
    ),
    set_up(
        "podTemplates",
        lambda n: each(
            n,
            "---\napiVersion: example.com/v1\nkind: K#\nmetadata: {name: w#}\n"
            f"spec: {{a: {{metadata: {{{EXCLUDE}}}, spec: {{containers: []}}}}}}\n",
            "",
        ),
        lambda n: f"podTemplates: [{each(n, '{group: example.com, kind: K#, paths: [spec.a]}')}]",
    ),
    set_up(
        "podTemplates of N paths",
        lambda n: (
            "---\napiVersion: example.com/v1\nkind: K\nmetadata: {name: w}\nspec:\n"
            + each(n, f"  a#:\n    metadata:\n      {EXCLUDE}\n    spec:\n      containers: []\n", "")
        ),
        lambda n: f"podTemplates: [{{group: example.com, kind: K, paths: [{each(n, 'spec.a#')}]}}]",
    ),
    set_up(
        "pod-template-unknown",
        lambda n: each(
            n,
            "---\napiVersion: example.com/v1\nkind: Fleet\nmetadata: {name: w#}\n"
            "spec: {a: {spec: {containers: [{name: a}]}}}\n",
            "",
        ),
        lambda _: "exclude: NonHostNetwork",
    ),
    set_up(
        "pod-template-unknown, templates of one object",
        lambda n: (
            "---\napiVersion: example.com/v1\nkind: Fleet\nmetadata: {name: w}\nspec:\n"
            + each(n, "  a#: {spec: {containers: [{name: a}]}}\n", "")
        ),
        lambda _: "exclude: NonHostNetwork",
    ),
    set_up(
        "podTemplates of N equal paths",
        lambda n: (
            "---\napiVersion: example.com/v1\nkind: K\nmetadata: {name: w}\nspec:\n"
            + each(n, f"  a#:\n    metadata:\n      {EXCLUDE}\n    spec:\n      containers: []\n", "")
        ),
        lambda n: f"podTemplates: [{each(n, '{group: example.com, kind: K, paths: [spec.*]}')}]",
    ),
]

POOL_ROWS = "pools: [{}]"
BASELINES = [
    row("new Nodes in a HostNetBaseline", lambda n: baseline("nodes: [{name: x, pool: p0}]") + nodes(n) + pools(1)),
    row("new NodePools in a HostNetBaseline", lambda n: baseline("pools: [{name: x, hostNetwork: true}]") + pools(n)),
    row(
        "a HostNetBaseline without Nodes",
        lambda n: baseline("pools: [{name: p0, hostNetwork: true}]") + nodes(n) + pools(1),
    ),
    row(
        "entries of a HostNetBaseline",
        lambda n: baseline(f"nodes: [{each(n, '{name: n#, pool: p0}')}]") + nodes(n) + pools(1),
    ),
    compared("node-pool-changed", lambda n: nodes(n, f"{LABEL}: q#"), lambda n: nodes(n, f"{LABEL}: p#"), code=1),
    compared(
        "node-hostnetwork-label-changed",
        lambda n: nodes(n, f'{HOST_LABEL}: "no"'),
        lambda n: nodes(n, f'{HOST_LABEL}: "true"'),
        code=1,
    ),
    compared("nodepool-hostnetwork-changed", lambda n: pools(n, "{hostNetwork: false}"), pools, code=1),
    compared(
        "nodepool-hostnetwork-changed, each with a Node",
        lambda n: pools(n, "{hostNetwork: false}") + nodes(n, f"{LABEL}: p#"),
        pools,
        code=1,
    ),
    compared("nodepool-type-changed", lambda n: pools(n, "{type: Cloud}"), lambda n: pools(n, "{type: Edge}"), code=1),
    compared(
        "nodepool-interconnectivity-changed",
        lambda n: pools(n, "{interConnectivity: true}"),
        lambda n: pools(n, "{interConnectivity: false}"),
        code=1,
    ),
    compared(
        "pod-hostnetwork-changed",
        lambda n: each(
            n, "---\napiVersion: v1\nkind: Pod\nmetadata: {name: w#}\nspec: {hostNetwork: true, containers: []}\n", ""
        ),
        lambda n: each(n, "---\napiVersion: v1\nkind: Pod\nmetadata: {name: w#}\nspec: {containers: []}\n", ""),
        code=1,
    ),
    compared(
        "workload-hostnetwork-changed",
        lambda n: workloads("Deployment", n) + pools(n),
        lambda n: workloads("Deployment", n, host()),
    ),
    compared(
        "workload-hostnetwork-changed, templates of one object",
        lambda n: tasks(n, "spec: {containers: []}"),
        lambda n: tasks(n, "spec: {hostNetwork: true, containers: []}"),
        code=1,
    ),
    compared(
        "previousNames and a baseline",
        lambda n: pool("p0", metadata=f'annotations: {{{PREVIOUS}: "{each(n, "q#", ",")}"}}'),
        lambda _: pool("p0", "{hostNetwork: false}"),
        (300, 600),
        code=1,
    ),
    compared(
        "Nodes of a renamed pool",
        lambda n: pool("p", metadata=f'annotations: {{{PREVIOUS}: "{each(n, "q#", ",")}"}}') + nodes(n, f"{LABEL}: p"),
        lambda n: nodes(n, f"{LABEL}: q#"),
    ),
    compared(
        "N declarations of one pool",
        lambda n: pool("p0") + pool("p0", "{type: Edge}") * n,
        lambda _: pool("p0", "{hostNetwork: false}"),
        code=1,
    ),
    compared(
        "N patches of one workload",
        lambda n: workload("Deployment", "w", host()) + workload("Deployment", "w", "x: 1") * n,
        lambda _: workload("Deployment", "w", host()),
    ),
    row(
        "last-applied annotations",
        lambda n: "".join(
            pool(
                f"p{i}",
                metadata=f"annotations: {{{APPLIED}: '{LAST_APPLIED.replace('#', str(i))}'}}",
            )
            for i in range(n)
        ),
        code=1,
    ),
    compared(
        "several baselines",
        lambda n: baseline(f"nodes: [{each(n, '{name: n#, pool: p0}')}]") + nodes(n),
        lambda n: baseline(f"nodes: [{each(n, '{name: n#, pool: p0}')}]"),
    ),
]

EXPLAINED = [
    Row(
        "explain, one workload of N pools",
        lambda n: (workload("Deployment", "w", values_of_pools(n)) + pools(n, "{type: Edge}")).encode(),
        (60, 120),
        ("explain", "-"),
        bound=2.0,
    ),
    Row(
        "explain, N workloads on N pools, within its bound",
        lambda n: (workloads("Deployment", n) + pools(n)).encode(),
        (40, 80),
        ("explain", "-"),
        bound=2.0,
    ),
    Row(
        "explain, one workload of N pools, beyond its bound",
        lambda n: (workload("Deployment", "w", values_of_pools(n)) + pools(n, "{}")).encode(),
        (3200, 3600),
        ("explain", "--before", "-"),
        code=2,
        says="has no such bound",
    ),
    Row(
        "explain, N workloads", lambda n: (workloads("Deployment", n) + pools(3)).encode(), (60, 120), ("explain", "-")
    ),
    Row("explain, N pools", lambda n: (workloads("Deployment", 3) + pools(n)).encode(), (60, 120), ("explain", "-")),
    Row(
        "explain, N Nodes",
        lambda n: (workloads("Deployment", 3, "nodeName: n#", EXCLUDE) + pools(3) + nodes(n, f"{LABEL}: p0")).encode(),
        (60, 120),
        ("explain", "-"),
        code=1,
    ),
    Row(
        "explain, N terms",
        lambda n: (workload("Deployment", "w", terms(*(values(f"k{i}", "a") for i in range(n)))) + pools(3)).encode(),
        (60, 120),
        ("explain", "-"),
    ),
    Row(
        "explain, N causes",
        lambda n: (
            workload("Deployment", "w", terms(*(values("disk", f"a{i}") for i in range(n))))
            + pools(3, "{type: Edge, labels: {disk: x}}")
        ).encode(),
        (60, 120),
        ("explain", "-"),
    ),
    Row(
        "explain, N patches of N pools",
        lambda n: (
            app_set("y", [f"p{i}" for i in range(n)], each(n, "{pools: [p#], tweaks: {patches: []}}")) + pools(n)
        ).encode(),
        (60, 120),
        ("explain", "-"),
        code=1,
    ),
]
