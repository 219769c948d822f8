"""Growth rows of ports, affinity and pools."""

from __future__ import annotations

from growth.inputs import EXCLUDE, LABEL, app_set, nodes, pools, ports, terms, values, workload, workloads
from growth.rows import HOST_LABEL, IN_POOL, ON_NODE, OWN, each, host, row, set_up

TAINTED = "{type: Edge, hostNetwork: true, taints: [{key: k#, effect: NoSchedule}]}"

PORTS = [
    row("N DaemonSets, N pools", lambda n: workloads("DaemonSet", n, OWN) + pools(n), (20, 40)),
    row("N DaemonSets, one pool", lambda n: workloads("DaemonSet", n, OWN) + pools(1), (200, 400)),
    row("3 DaemonSets, N pools", lambda n: workloads("DaemonSet", 3, OWN) + pools(n)),
    row("N DaemonSets for all, N pools", lambda n: workloads("DaemonSet", n, ON_NODE) + pools(n), (30, 60)),
    row(
        "N Deployments, one in each pool, and a DaemonSet",
        lambda n: workloads("Deployment", n, IN_POOL + ON_NODE) + workload("DaemonSet", "d", ON_NODE) + pools(n),
    ),
    row(
        "N Deployments, one in each pool, and N DaemonSets",
        lambda n: workloads("Deployment", n, IN_POOL + ON_NODE) + workloads("DaemonSet", n, OWN) + pools(n),
    ),
    row(
        "N Deployments in one pool with nodes",
        lambda n: workloads("Deployment", n, IN_POOL.replace("#", "0") + ON_NODE) + pools(1) + nodes(n),
    ),
    row(
        "N Deployments on N nodes by name",
        lambda n: workloads("Deployment", n, f"nodeName: n#\n{ON_NODE}", more="  replicas: 1\n") + pools(1) + nodes(n),
    ),
    row(
        "N Deployments in all pools by name",
        lambda n: workloads("Deployment", n, f"{terms(values(LABEL, each(n, 'p#')))}\n{ON_NODE}") + pools(n),
        (60, 120),  # so that most of the input are the names
    ),
    row(
        "host-port-conflict",
        lambda n: workload("Deployment", "w", ports(*["80"] * n, key="hostPort")) + pools(1),
        code=1,
    ),
    row(
        "host-port-reserved",
        lambda n: workloads("DaemonSet", n, host(ports(10250, 10267))) + pools(n),
    ),
    row(
        "host-port-reserved, N ports of one pod",
        lambda n: workload("DaemonSet", "w", host(ports(*["10250"] * n))) + pools(1),
        code=1,
    ),
    row(
        "rolling-update-stuck",
        lambda n: workloads("Deployment", n, IN_POOL + ON_NODE) + pools(n) + nodes(n, f"{LABEL}: p#"),
    ),
    row(
        "rolling-update-stuck, pods for N pools",
        lambda n: (
            app_set("y", [f"p{each}" for each in range(n)], "", "", OWN.replace("#", "0"))
            + pools(n)
            + nodes(n, f"{LABEL}: p#")
        ),
    ),
    row(
        "N tweaks of replicas for N pools",
        lambda n: (
            app_set(
                "y",
                [f"p{each}" for each in range(n)],
                each(n, "{pools: [p#], tweaks: {replicas: 2#}}"),
                "",
                OWN.replace("#", "0"),
            )
            + pools(n)
            + nodes(n, f"{LABEL}: p#")
        ),
    ),
    row(
        "N Rollouts of N Deployments",
        lambda n: (
            workloads("Deployment", n, IN_POOL.replace("#", "0") + ON_NODE)
            + each(
                n,
                "---\napiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: r#}\n"
                "spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: w#}}\n",
                "",
            )
            + pools(1)
        ),
    ),
    row(
        "pool-taint-untolerated",
        lambda n: workloads("Deployment", n, host(IN_POOL)) + pools(n, TAINTED),
    ),
    row(
        "pool-taint-untolerated, by label in N pools",
        lambda n: workloads("Deployment", n, host(f'nodeSelector: {{{HOST_LABEL}: "true"}}')) + pools(n, TAINTED),
    ),
    row(
        "pool-taint-untolerated, N taints and N tolerations",
        lambda n: (
            workload("Deployment", "w", IN_POOL.replace("#", "0") + f"\ntolerations: [{each(n, '{key: t#}')}]")
            + pools(1, f"{{type: Edge, taints: [{each(n, '{key: k#, effect: NoSchedule}')}]}}")
        ),
    ),
    row("N ports of one pod", lambda n: workload("DaemonSet", "w", host(ports(*range(1, n)))) + pools(1)),
    row(
        "N ports of 2 pods",
        lambda n: workloads("DaemonSet", 2, host(ports(*range(1000, 1000 + n)))) + pools(1),
        (300, 600),
    ),
    row(
        "one port on N addresses",
        lambda n: (
            workload(
                "Pod",
                "w",
                host("containers: [{name: a, ports: [" + each(n, "{containerPort: 80, hostIP: 10.0.0.#}") + "]}]"),
            )
            + pools(1)
        ),
    ),
    row(
        "one port on N addresses of 2 pods",
        lambda n: (
            workloads(
                "DaemonSet",
                2,
                host("containers: [{name: a, ports: [" + each(n, "{containerPort: 80, hostIP: 10.0.0.#}") + "]}]"),
            )
            + pools(1)
        ),
    ),
    row(
        "N init containers with one port",
        lambda n: (
            workload(
                "DaemonSet",
                "w",
                host(
                    "initContainers: ["
                    + each(n, "{name: c#, ports: [{containerPort: 80}]}")
                    + "]\ncontainers: [{name: a}]"
                ),
            )
            + pools(1)
        ),
    ),
    row(
        "N containers with hostPorts that differ",
        lambda n: (
            workload(
                "DaemonSet",
                "w",
                host("containers: [" + each(n, "{image: a, ports: [{hostPort: 8#, containerPort: 1}]}") + "]"),
            )
            + pools(1)
        ),
        (50, 100),
        code=1,
    ),
    row(
        "N terms and N terms on one port",
        lambda n: (
            "".join(
                workload(
                    "DaemonSet",
                    name,
                    terms(*(values("a", f"{name}{i}") + ", " + values(LABEL, "p0") for i in range(n))) + ON_NODE,
                )
                for name in "xy"
            )
            + pools(1)
        ),
    ),
    row(
        "N terms for N pools on one port",
        lambda n: (
            "".join(
                workload(
                    "Deployment", name, f"{terms(*(values(LABEL, f'p{number}') for number in range(n)))}\n{ON_NODE}"
                )
                for name in "xy"
            )
            + pools(n)
        ),
    ),
    row(
        "N replicas, N pods",
        lambda n: workloads("Deployment", n, IN_POOL.replace("#", "0") + ON_NODE, more="  replicas: 9\n") + pools(1),
    ),
    row(
        "5 YurtAppSets on N pools",
        lambda n: (
            "".join(
                app_set(f"y{number}", [f"p{each}" for each in range(n)], "", "", f"{OWN.replace('#', str(number))}")
                for number in range(5)
            )
            + pools(n)
        ),
    ),
    row(
        "N pods, N pools with labels and taints",
        lambda n: (
            workloads(
                "DaemonSet", n, "nodeSelector: {disk: v#}\ntolerations: [{key: k#, operator: Exists}]\n" + ON_NODE
            )
            + pools(n, "{type: Edge, hostNetwork: true, labels: {disk: v#}, taints: [{key: k#, effect: NoSchedule}]}")
        ),
    ),
]

AFFINITY = [
    row(
        "nodeSelectorTerms of one pod",
        lambda n: workload("Deployment", "w", terms(*(values(f"k{i}", "a") for i in range(n))), EXCLUDE),
    ),
    row(
        "requirements of one term",
        lambda n: workload("Deployment", "w", terms(each(n, "{key: k#, operator: Exists}")), EXCLUDE),
    ),
    row(
        "values of one requirement",
        lambda n: workload("Deployment", "w", terms(values("a", each(n, "v#"))), EXCLUDE),
        (400, 800),
    ),
    row("empty-node-selector-term", lambda n: workload("Deployment", "w", terms(*[""] * n), EXCLUDE)),
    row(
        "node-selector-term-malformed",
        lambda n: workload("Deployment", "w", terms(each(n, '{key: "-", operator: Exists}')), EXCLUDE),
        code=1,
    ),
    row(
        "node-selector-term-malformed, N terms",
        lambda n: workload("Deployment", "w", terms(*['{key: "-", operator: Exists}'] * n), EXCLUDE),
        code=1,
    ),
    row(
        "terms for the pools that a pod is kept off",
        lambda n: workload("Deployment", "w", terms(*(values(LABEL, f"p{i}") for i in range(n))), EXCLUDE) + pools(n),
        code=1,
    ),
    row("pods to be kept off", lambda n: workloads("Deployment", n, "", EXCLUDE) + pools(1)),
    set_up(
        "pods without host network",
        lambda n: workloads("Deployment", n) + pools(1),
        lambda _: "exclude: NonHostNetwork",
    ),
    set_up(
        "pods without host network, N pools",
        lambda n: workloads("Deployment", n, IN_POOL) + pools(n, "{type: Edge}"),
        lambda _: "exclude: NonHostNetwork",
    ),
    set_up(
        "pod-not-excluded",
        lambda n: workloads("Deployment", n, "", EXCLUDE) + pools(1),
        lambda _: "mode: Check",
        code=1,
    ),
    set_up(
        "duplicate keys and edits",
        lambda n: workload(
            "Deployment",
            "w",
            terms(*(values(f"k{i}", "a") for i in range(n))) + "\n" + each(n, "a#: 1\na#: 1", "\n"),
            EXCLUDE,
        ),
        lambda _: "mode: Check",
        code=1,
    ),
    set_up(
        "duplicate-key",
        lambda n: workloads("Deployment", n, "affinity: {}\naffinity: {}", EXCLUDE),
        lambda _: "mode: Transform",
        code=1,
    ),
    set_up(
        "infrastructure-not-isolated",
        lambda n: workloads("DaemonSet", n, "containers: [{name: a, image: flannel}]", "labels: {app: flannel}"),
        lambda _: "mode: Check",
        code=1,
    ),
    set_up(
        "duplicate keys beside the edits",
        lambda n: workload("Deployment", "w", each(n, "a#: 1\na#: 1", "\n") + "\n" + terms(values("k", "a")), EXCLUDE),
        lambda _: "mode: Transform",
        code=0,
    ),
]
