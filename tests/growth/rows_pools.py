"""Growth rows of rules about pools and nodes."""

from __future__ import annotations

from growth.inputs import EXCLUDE, LABEL, nodes, pool, pools, ports, terms, values, workload, workloads
from growth.rows import HOST_LABEL, IN_POOL, PREVIOUS, each, host, row, set_up

POOLS = [
    row("nodepool-cloud-hostnetwork", lambda n: pools(n, "{type: Cloud, hostNetwork: true}"), code=1),
    row("nodepool-labels-hostnetwork", lambda n: pools(n, f'{{type: Edge, labels: {{{HOST_LABEL}: "true"}}}}'), code=1),
    row("nodepool-hostnetwork-version", lambda n: pools(n).replace("v1beta2", "v1alpha1")),
    row("nodepool-contradiction", lambda n: pools(n) + pools(n, "{hostNetwork: false}")),
    row("nodepool-contradiction, one pool", lambda n: pool("p") + pool("p", "{hostNetwork: false}") * n),
    set_up(
        "nodepool-contradiction, configured",
        pools,
        lambda n: f"pools: [{each(n, '{name: p#, hostNetwork: false}')}]",
    ),
    row("node-pool-unknown", lambda n: pools(1) + nodes(n, f"{LABEL}: q#")),
    row(
        "node-pool-unknown, renamed pools",
        lambda n: (
            "".join(pool(f"x-p{i}", metadata=f"annotations: {{{PREVIOUS}: p{i}}}") for i in range(n))
            + workloads("Deployment", n, IN_POOL)
        ),
    ),
    row(
        "node-pool-unknown, one pool of N names",
        lambda n: (
            pool("x", metadata=f'annotations: {{{PREVIOUS}: "{each(n, "p#", ",")}"}}')
            + workloads("Deployment", n, IN_POOL)
        ),
    ),
    row(
        "previousNames",
        lambda n: pool("x", metadata=f'annotations: {{{PREVIOUS}: "{each(n, "p#", ",")}"}}'),
        (600, 1200),
    ),
    row(
        "previousNames and Nodes",
        lambda n: pool("x", metadata=f'annotations: {{{PREVIOUS}: "{each(n, "p#", ",")}"}}') + nodes(n, f"{LABEL}: p#"),
    ),
    row("node-hostnetwork-label-alone", lambda n: nodes(n, f'{HOST_LABEL}: "true"'), code=0),
    row("node-hostnetwork-label-mismatch", lambda n: pools(1) + nodes(n, f'{LABEL}: p0, {HOST_LABEL}: "no"'), code=1),
    row("Nodes to be labelled", lambda n: pools(n) + nodes(n, f"{LABEL}: p#")),
    row(
        "Nodes, pools and workloads",
        lambda n: nodes(n, f"{LABEL}: p#") + pools(n) + workloads("Deployment", n, "", EXCLUDE),
        (150, 300),
    ),
    row(
        "Nodes, pools and host-network workloads",
        lambda n: nodes(n, f"{LABEL}: p#") + pools(n) + workloads("Deployment", n, host(ports(80))),
    ),
    row(
        "workloads on all Nodes by name",
        lambda n: (
            workload("Deployment", "w", terms(*(values("kubernetes.io/hostname", f"n{i}") for i in range(n))))
            + pools(n)
            + nodes(n, f"{LABEL}: p#")
        ),
        code=1,
    ),
]
