"""Growth rows of rules about pools and nodes."""

from __future__ import annotations

from growth.inputs import EXCLUDE, LABEL, node, nodes, pool, pools, ports, terms, values, workload, workloads
from growth.measure import Row
from growth.rows import HOST_LABEL, IN_POOL, PREVIOUS, each, host, row, rule_of, set_up

IN_P0 = f"{LABEL}: p0"
BUILT = ("fix", "--dry-run", "-v", ".")


def patch(target: str, number: int) -> str:
    """Return the patch of a kustomization that makes a pool an ordinary one."""
    value = "{op: replace, path: /spec/hostNetwork, value: false}"
    return f"- {{target: {{kind: NodePool{target.replace('#', str(number))}}}, patch: '[{value}]'}}\n"


def patched(count: int, target: str, text: str, number: int | None = None) -> dict[str, bytes]:
    """Return pools, and a kustomization with so many patches of them."""
    patches = "".join(patch(target, each) for each in range(number or count))
    return {"pools.yaml": text.encode(), "kustomization.yaml": f"resources: [pools.yaml]\npatches:\n{patches}".encode()}


def overlays(count: int) -> dict[str, bytes]:
    """Return a pool in a base, and overlays, each with a Node and on top of the one before it."""
    files = {"o0/kustomization.yaml": b"resources: [pool.yaml]\n", "o0/pool.yaml": pool("p0").encode()}
    for number in range(1, count):
        files[f"o{number}/kustomization.yaml"] = f"resources: [../o{number - 1}, node.yaml]\n".encode()
        files[f"o{number}/node.yaml"] = node(f"n{number}", IN_P0).encode()
    return files


def builds(count: int) -> dict[str, bytes]:
    """Return builds, each with a pool of its own, a Node of that, and a Node of the next one's pool."""
    files = {}
    for number in range(count):
        files[f"b{number}/kustomization.yaml"] = b"resources: [all.yaml]\n"
        both = node(f"n{number}", f"{LABEL}: p{number}") + node(f"m{number}", f"{LABEL}: p{(number + 1) % count}")
        files[f"b{number}/all.yaml"] = (pool(f"p{number}") + both).encode()
    return files


POOLS = [
    row("nodepool-cloud-hostnetwork", lambda n: pools(n, "{type: Cloud, hostNetwork: true}"), code=1),
    row("nodepool-labels-hostnetwork", lambda n: pools(n, f'{{type: Edge, labels: {{{HOST_LABEL}: "true"}}}}'), code=1),
    row("nodepool-hostnetwork-version", lambda n: pools(n).replace("v1beta2", "v1alpha1")),
    row("nodepool-contradiction", lambda n: pools(n) + pools(n, "{hostNetwork: false}")),
    row("nodepool-contradiction, one pool", lambda n: pool("p") + pool("p", "{hostNetwork: false}") * n),
    row("nodepool-contradiction, labels", lambda n: pool("p", f"{{labels: {{{each(n, 'a#: b')}}}}}") * n + pool("p")),
    Row(
        "nodepool-contradiction, patches",
        lambda n: patched(n, ", name: p#", pools(n)),
        (60, 120),
        BUILT,
        says=rule_of("nodepool-contradiction"),
    ),
    Row(
        "nodepool-contradiction, patches of one pool",
        lambda n: patched(n, ", name: p0", pools(1)),
        (60, 120),
        BUILT,
        says=rule_of("nodepool-contradiction"),
    ),
    Row(
        "nodepool-contradiction, patches of all pools",
        lambda n: patched(n, "", pools(n)),
        (100, 200),
        BUILT,
        says=rule_of("nodepool-contradiction"),
    ),
    Row("overlays on overlays", overlays, (40, 80), BUILT),
    Row("node-pool-unknown, builds", builds, (40, 80), BUILT, says=rule_of("node-pool-unknown")),
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
