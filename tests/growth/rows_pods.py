"""Growth rows of rules about pods."""

from __future__ import annotations

from growth.inputs import EXCLUDE, LABEL, app_set, nodes, pool, pools, terms, values, workload, workloads
from growth.rows import (
    ANYWHERE,
    IN_POOL,
    ON_HOST,
    compared,
    each,
    host,
    in_capitals,
    made,
    row,
    tasks,
    tweak,
    values_of_pools,
)

TO_HOST = f"tweaks: {{patches: [{ON_HOST}]}}"
OFF_PATCH = ON_HOST.replace("true", "false")
OFF_HOST = f"tweaks: {{patches: [{OFF_PATCH}]}}"
NOTED = f"tweaks: {{patches: [{{path: /spec/template/metadata, operation: add, value: {{{EXCLUDE}}}}}]}}"
PORTS = "containers: [{name: a, image: a, ports: [{containerPort: 1, hostPort: 2}]}]"
ADD_PORT = (
    "{path: /spec/template/spec/containers/-, operation: add, "
    "value: {name: a#, image: a, ports: [{containerPort: 1, hostPort: 2}]}}"
)


_PORTS = "/spec/template/spec/containers/0/ports"
OTHER_PORT = f"{{path: {_PORTS}, operation: add, value: [{{containerPort: 8#, hostPort: 8#}}]}}"
NODE_PORT = f"{{path: {_PORTS}, operation: add, value: [{{containerPort: 10250, hostPort: 10250}}]}}"
OTHER_PLACE = "{path: /spec/template/spec/nodeSelector, operation: add, value: {zone: z#}}"


def old_set(count: int, spec: str) -> str:
    """Return a YurtAppSet v1alpha1 for so many pools."""
    pod = f"{{{spec.strip()}, containers: [{{name: a, image: a}}]}}"
    term = "{matchExpressions: [{key: apps.openyurt.io/nodepool, operator: In, values: [p#]}]}"
    entries = each(count, f"{{name: p#, nodeSelectorTerm: {term}}}")
    return (
        "---\napiVersion: apps.openyurt.io/v1alpha1\nkind: YurtAppSet\nmetadata: {name: s}\nspec:\n"
        f"  workloadTemplate: {{deploymentTemplate: {{spec: {{template: {{spec: {pod}}}}}}}}}\n"
        f"  topology: {{pools: [{entries}]}}\n"
    )


def chosen_set(number: int) -> str:
    """Return a YurtAppSet v1beta1 that chooses all NodePools without a certain label."""
    return (
        f"---\napiVersion: apps.openyurt.io/v1beta1\nkind: YurtAppSet\nmetadata: {{name: s{number}}}\nspec:\n"
        f"  nodepoolSelector: {{matchExpressions: [{{key: site, operator: NotIn, values: [s{number}]}}]}}\n"
        "  workload: {workloadTemplate: {deploymentTemplate: {spec: {template: {spec: "
        "{containers: [{name: a, image: a}]}}}}}}\n"
    )


def tolerating(count: int) -> str:
    """Return part of a PodSpec with so many tolerations and nodeSelectorTerms."""
    terms = each(count, "{matchExpressions: [{key: zone, operator: In, values: [z#]}]}")
    required = f"requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{terms}]}}"
    return f"tolerations: [{each(count, '{key: k#, operator: Exists}')}], affinity: {{nodeAffinity: {{{required}}}}}"


def overrider(pool_names: str, patches: str) -> str:
    """Return a YurtAppOverrider of that set with one entry."""
    return (
        "---\napiVersion: apps.openyurt.io/v1alpha1\nkind: YurtAppOverrider\nmetadata: {name: o}\n"
        "subject: {apiVersion: apps.openyurt.io/v1alpha1, kind: YurtAppSet, name: s}\n"
        f"entries: [{{pools: [{pool_names}], patches: [{patches}]}}]\n"
    )


REFUSED = "spec: {type: Cloud, hostNetwork: true}"
EMBEDDED = f"{{apiVersion: apps.openyurt.io/v1beta2, kind: NodePool, metadata: {{name: p#}}, {REFUSED}}}"
TEXT = f"'{EMBEDDED}'"
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: "

OBJECTS = [
    row("exclude-annotation-value", lambda n: workloads("Deployment", n, "", EXCLUDE.replace('"true"', "yes")), code=1),
    row(
        "exclude-annotation-value, templates of one object",
        lambda n: tasks(n, f"metadata: {{{EXCLUDE.replace('true', 'no')}}}, spec: {{containers: []}}"),
    ),
    row(
        "exclude-annotation-misplaced",
        lambda n: "".join(workload("Deployment", f"w{i}\n  {EXCLUDE}") for i in range(n)),
    ),
    row(
        "exclude-annotation-misplaced, templates of one object",
        lambda n: tasks(n, "spec: {containers: []}", f"name: j, {EXCLUDE}"),
    ),
    row(
        "exclude-annotation-misplaced, unknown kind",
        lambda n: tasks(n, f"metadata: {{{EXCLUDE}}}, spec: {{containers: []}}", kind="example.com/v1"),
    ),
    row(
        "exclude-annotation-misplaced, N keys of an unknown kind",
        lambda n: (
            "apiVersion: example.com/v1\nkind: Fleet\nmetadata: {name: f}\nspec:\n"
            + each(n, f"  a#: {{metadata: {{{EXCLUDE}}}, spec: {{containers: []}}}}\n", "")
        ),
    ),
    row(
        "exclude-annotation-misplaced, above N templates",
        lambda n: (
            f"apiVersion: example.com/v1\nkind: Fleet\nmetadata: {{name: f, {EXCLUDE}}}\nspec:\n"
            + each(n, f"  a#: {{metadata: {{{EXCLUDE}}}, b: {{spec: {{containers: []}}}}}}\n", "")
        ),
    ),
    row(
        "exclude-annotation-misplaced, objects without pods",
        lambda n: each(n, f"---\napiVersion: v1\nkind: Service\nmetadata: {{name: s#, {EXCLUDE}}}\n", ""),
    ),
    row(
        "exclude-annotation-misplaced, deep in one object",
        lambda n: f"apiVersion: a.b/v1\nkind: A\nmetadata: {{name: a}}\nspec: {'{a: ' * n}{{{EXCLUDE}}}{'}' * n}\n",
        (60, 120),
        bound=2.0,
    ),
    row(
        "embedded-manifest-unread, N objects",
        lambda n: each(n, f"---\n{CONFIG_MAP}{{a#: {TEXT}}}\n", ""),
        (20, 40),
    ),
    row("embedded-manifest-unread, N texts", lambda n: f"{CONFIG_MAP}{{{each(n, f'a#: {TEXT}')}}}\n", (20, 40)),
    row(
        "embedded-manifest-unread, N manifests in a text",
        lambda n: CONFIG_MAP + "\n  a: |\n" + each(n, f"    ---\n    {EMBEDDED}\n", ""),
        (20, 40),
    ),
    row(
        "embedded-manifest-unread, N manifests",
        lambda n: (
            "apiVersion: work.karmada.io/v1alpha1\nkind: Work\nmetadata: {name: w}\nspec:\n  manifests:\n"
            + each(n, f"  - {EMBEDDED}\n", "")
        ),
        (20, 40),
    ),
    row(
        "dead-label-key, N objects",
        lambda n: workloads("Deployment", n, 'nodeSelector: {nodepool.openyurt.io/host-network: "true"}'),
    ),
    row("dead-label-key, N in a list", lambda n: f"{pool('a')}x:\n" + "- key: nodepool.openyurt.io/host-network\n" * n),
    row(
        "dead-label-key, N in a mapping",
        lambda n: (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n"
            + "".join(f"  nodepool.openyurt.io/{in_capitals('hostnetwork', i)}: x\n" for i in range(1, n))
        ),
        (200, 400),
    ),
    row(
        "dead-label-key, N deep",
        lambda n: (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n"
            + "".join(f"{' ' * i}a:\n" for i in range(1, n))
            + f"{' ' * n}nodepool.openyurt.io/host-network: x\n"
        ),
        (40, 80),
        bound=2.1,
    ),
    row("exclude-unsatisfiable", lambda n: workloads("Deployment", n, IN_POOL, EXCLUDE) + pools(n), code=1),
    row("pool-pod-without-hostnetwork", lambda n: workloads("Deployment", n, IN_POOL) + pools(n), code=1),
    row(
        "pool-pod-without-hostnetwork, by nodes",
        lambda n: workloads("Deployment", n, "nodeName: n#") + pools(1) + nodes(n),
        code=1,
    ),
    row(
        "pool-pod-without-hostnetwork, topologies",
        lambda n: app_set("y", [f"p{i}" for i in range(n)]) + pools(n),
        code=1,
    ),
    row("unprotected-pod", lambda n: workloads("Deployment", n) + pools(n)),
    row(
        "unprotected pods, none is",
        lambda n: (
            workloads("Deployment", n, "nodeSelector: {disk: v#}") + pools(n, "{hostNetwork: true, labels: {disk: x}}")
        ),
    ),
    row(
        "N kinds of taints, N pods",
        lambda n: (
            workloads("Deployment", n, "tolerations: [{key: t#, operator: Exists}]")
            + pools(n, "{hostNetwork: true, taints: [{key: k#, effect: NoSchedule}]}")
        ),
        bound=2.1,
    ),
    row(
        "N taints and N tolerations",
        lambda n: (
            workload("Deployment", "w", f"tolerations: [{each(n, '{key: t#, operator: Exists}')}]")
            + pools(1, f"{{hostNetwork: true, taints: [{each(n, '{key: k%, effect: NoSchedule}').replace('%', '#')}]}}")
        ),
    ),
    row(
        "dns-policy-unreachable",
        lambda n: workloads("DaemonSet", n, host("dnsPolicy: ClusterFirstWithHostNet")) + pools(n),
    ),
    row(
        "affinity-undone, N tweaks",
        lambda n: (
            app_set(
                "y",
                ["q"],
                each(n, f"{{pools: [p#], tweaks: {{patches: [{ANYWHERE}]}}}}"),
                EXCLUDE,
            )
            + pools(n)
        ),
    ),
    row(
        "patches that undo affinity in ordinary pools",
        lambda n: (
            app_set(
                "y",
                ["q"],
                tweak(n, ANYWHERE),
                EXCLUDE,
            )
            + pools(n, "{type: Edge}")
        ),
    ),
    row(
        "N patches of the host network for N pools",
        lambda n: (
            app_set(
                "y",
                [f"p{i}" for i in range(n)],
                each(
                    n,
                    f"{{pools: [p#], tweaks: {{patches: [{ON_HOST}]}}}}",
                ),
            )
            + pools(n)
        ),
    ),
    row(
        "N patches for N pools each",
        lambda n: (
            app_set(
                "y",
                [f"p{i}" for i in range(n)],
                tweak(n, ON_HOST),
            )
            + pools(n)
        ),
    ),
    row(
        "pool-pod-without-hostnetwork, N selectors",
        lambda n: "".join(chosen_set(i) for i in range(n)) + pools(n),
        code=1,
    ),
    row(
        "pool-pod-without-hostnetwork, N entries of a topology", lambda n: old_set(n, tolerating(n)) + pools(n), code=1
    ),
    row(
        "pool-pod-without-hostnetwork, PlatformAdmin",
        lambda n: (
            "---\napiVersion: iot.openyurt.io/v1beta1\nkind: PlatformAdmin\nmetadata: {name: a}\n"
            f"spec: {{nodepools: [{each(n, 'p#')}]}}\n" + pools(n)
        ),
        code=1,
    ),
    row(
        "pool-pod-without-hostnetwork, N tweaks",
        lambda n: (
            app_set("y", [f"p{i}" for i in range(n)], each(n, f"{{pools: [p#], {OFF_HOST}}}"), "", host()) + pools(n)
        ),
        code=1,
    ),
    row(
        "pool-pod-without-hostnetwork, N patches of an overrider",
        lambda n: old_set(n, host()) + overrider(each(n, "p#"), each(n, OFF_PATCH)) + pools(n),
        code=1,
    ),
    compared(
        "workload-hostnetwork-changed, N tweaks for N pools",
        lambda n: app_set("s", [], each(n, f"{{pools: [p#], {TO_HOST}}}")),
        lambda n: app_set("s", [f"p{n}"]),
    ),
    compared(
        "workload-hostnetwork-changed, N patches for N pools",
        lambda n: app_set("s", [], tweak(n, ON_HOST)),
        lambda n: app_set("s", [f"p{n}"]),
    ),
    row(
        "host-port-mismatch, N tweaks",
        lambda n: (
            app_set("y", [f"p{i}" for i in range(n)], each(n, f"{{pools: [p#], {TO_HOST}}}"), "", PORTS) + pools(n)
        ),
        code=1,
    ),
    row(
        "N tweaks that change a port",
        lambda n: (
            app_set(
                "y",
                [f"p{i}" for i in range(n)],
                each(n, f"{{pools: [p#], tweaks: {{patches: [{OTHER_PORT}]}}}}"),
                "",
                host(),
            )
            + pools(n)
        ),
    ),
    row(
        "host-port-reserved, N tweaks that change port and placement",
        lambda n: (
            app_set(
                "y",
                [f"p{i}" for i in range(n)],
                each(n, f"{{pools: [p#], tweaks: {{patches: [{NODE_PORT}, {OTHER_PLACE}]}}}}"),
                "",
                host(),
            )
            + pools(n)
        ),
        bound=2.1,  # the pools that suit each template; pool_views.LOOKS is the bound on time
    ),
    row(
        "host-port-mismatch, N patches and N containers",
        lambda n: (
            app_set("y", ["p0"], f"{{pools: [p0], tweaks: {{patches: [{each(n, ADD_PORT)}, {ON_HOST}]}}}}") + pools(1)
        ),
        code=1,
    ),
    row(
        "host-port-mismatch, N tweaks and N containers",
        lambda n: (
            app_set(
                "y",
                [f"p{i}" for i in range(n)],
                each(n, f"{{pools: [p#], {TO_HOST}}}"),
                "",
                f"containers: [{each(n, '{name: a#, image: a, ports: [{containerPort: 1, hostPort: 2}]}')}]",
            )
            + pools(n)
        ),
        (20, 40),
        code=1,
        bound=2.1,  # one pod template for each pool; pool_views.LOOKS is the bound on time
    ),
    row(
        "dns-policy-unreachable, N tweaks",
        lambda n: (
            app_set(
                "y",
                [f"p{i}" for i in range(n)],
                each(n, f"{{pools: [p#], {TO_HOST}}}"),
                "",
                "dnsPolicy: ClusterFirstWithHostNet\ncontainers: []",
            )
            + pools(n)
        ),
    ),
    row(
        "exclude-unsatisfiable, N tweaks",
        lambda n: (
            app_set("y", [f"p{i}" for i in range(n)], each(n, f"{{pools: [p#], {NOTED}}}"), "", host()) + pools(n)
        ),
        code=1,
    ),
    row(
        "overrides that are refused, N selectors and N pools",
        lambda n: app_set("s", [], each(n, f"{{nodepoolSelector: {{}}, {TO_HOST}}}"), "", PORTS) + pools(n),
        (1450, 1500),
        code=2,
    ),
    row(
        "N pools of a topology, with patches",
        lambda n: (
            "---\napiVersion: apps.openyurt.io/v1alpha1\nkind: UnitedDeployment\nmetadata: {name: u}\nspec:\n"
            "  workloadTemplate: {deploymentTemplate: {spec: {template: {spec: {containers: [{image: a}]}}}}}\n"
            "  topology:\n    pools:\n"
            + each(n, "    - {name: p#, patch: {spec: {template: {spec: {hostNetwork: true}}}}}\n", "")
            + pools(n)
        ),
    ),
    row(
        "infrastructure",
        lambda n: workloads("DaemonSet", n, "containers: [{name: a, image: flannel}]", "labels: {app: flannel}"),
    ),
    row(
        "infrastructure, N labels",
        lambda n: workload(
            "DaemonSet", "w", "containers: [{name: a, image: a}]", f"labels: {{{each(n, 'l#: a')}, app: flannel}}"
        ),
    ),
    row(
        "infrastructure, N images and hostPaths",
        lambda n: workload(
            "DaemonSet",
            "w",
            f"containers: [{each(n, '{name: a#, image: a}')}]\n"
            f"volumes: [{each(n, '{name: v#, hostPath: {path: /a/b#}}')}]",
            "labels: {app: flannel}",
        ),
    ),
    row(
        "cluster-service-unreachable",
        lambda n: (
            each(n, "---\napiVersion: v1\nkind: Service\nmetadata: {name: s#}\nspec: {ports: [{port: 80}]}\n", "")
            + workloads(
                "Deployment", n, IN_POOL + "containers: [{name: a, image: a, args: ['http://s#.default.svc:80']}]"
            )
            + pools(n)
        ),
        code=1,
    ),
    row(
        "cluster-service-unreachable, N texts",
        lambda n: (
            each(n, "---\napiVersion: v1\nkind: Service\nmetadata: {name: s#}\nspec: {ports: [{port: 80}]}\n", "")
            + workload(
                "Deployment",
                "w",
                f"{values_of_pools(n)}\ncontainers: [{{name: a, image: a, args: [{each(n, 'http://s#:80')}]}}]",
            )
            + pools(n)
        ),
        code=1,
    ),
    row(
        "owned-object, N pods of N owners",
        lambda n: (
            pools(1)
            + nodes(n, f"{LABEL}: p0")
            + "".join(made("ReplicaSet", f"r{i}", "Deployment w") for i in range(n))
            + "".join(made("Pod", f"o{i}", f"ReplicaSet r{i}", f"nodeName: n{i}, ") for i in range(n))
            + workload("Deployment", "w")
        ),
    ),
    row(
        "owned-object, each owner owned by the next",
        lambda n: (
            "".join(made("CloneSet", f"r{i}", f"CloneSet r{i + 1}", "", "apps.kruise.io/v1beta1") for i in range(n))
            + pools(1)
        ),
    ),
    row(
        "cni-agent-unknown",
        lambda n: (
            workloads("DaemonSet", n, "volumes: [{name: v, hostPath: {path: /opt/cni/bin}}]", "labels: {app: a#}")
            + pools(n)
        ),
        code=0,
    ),
    row(
        "host-port-mismatch",
        lambda n: workloads("DaemonSet", n, host("containers: [{name: a, ports: [{hostPort: 1, containerPort: 2}]}]")),
        code=1,
    ),
    row(
        "load-balancer-speaker",
        lambda n: (
            workloads("DaemonSet", n, "containers: [{name: a, image: a}]", "labels: {app: metallb, component: speaker}")
            + pools(n)
        ),
    ),
    row(
        "wrong-field-type",
        lambda n: workloads("Deployment", n, "nodeName: 1\ntolerations: [{key: 1}, {key: 2}]", EXCLUDE) + pools(1),
        code=1,
    ),
    row(
        "value-unknown",
        lambda n: workloads("Deployment", n, "nodeName: ${A}\nhostNetwork: ${B}", EXCLUDE) + pools(1),
    ),
    row(
        "value-unknown, N values",
        lambda n: workload("Deployment", "w", terms(values(LABEL, each(n, "'${A}-#'"))), EXCLUDE) + pools(1),
        (500, 1000),
    ),
    row(
        "encrypted-manifest",
        lambda n: workloads("Deployment", n, "nodeName: a", EXCLUDE).replace(
            "spec:\n  t", "sops: {mac: a}\nspec:\n  t"
        ),
    ),
    row(
        "wrong-field-type, N tolerations",
        lambda n: workload("Deployment", "w", f"tolerations: [{each(n, '{key: #}')}]", EXCLUDE) + pools(1),
        code=1,
    ),
]
