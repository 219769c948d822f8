"""Growth of rules and analysis: the work for N objects, terms, ports, pools and nodes is a straight line."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from growth.inputs import (
    EXCLUDE,
    LABEL,
    app_set,
    baseline,
    config,
    nodes,
    pool,
    pools,
    ports,
    terms,
    values,
    workload,
    workloads,
)
from growth.measure import Measured, Row, grown
from yurt_hostnet.validators.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Text = Callable[[int], str]

CONFIGURED = ("-v", "--config", "config.yaml")
COMPARED = ("-v", "--baseline", "baseline.yaml")
HOST_LABEL = "nodepool.openyurt.io/hostnetwork"
LAST_APPLIED = '{"kind": "NodePool", "apiVersion": "apps.openyurt.io/v1beta2", "metadata": {"name": "p#"}, "spec": {}}'
ON_HOST = "{path: /spec/template/spec/hostNetwork, operation: replace, value: true}"
ANYWHERE = "{path: /spec/template/spec/affinity, operation: remove}"
MANY_IN_ONE = (
    "host-port-conflict",
    "N ports of 2 pods",
    "N containers with hostPorts that differ",
    "empty-node-selector-term",
    "node-selector-term-malformed",
    "node-selector-term-malformed, N terms",
    "exclude-annotation-value, templates of one object",
    "exclude-annotation-misplaced, templates of one object",
    "exclude-annotation-misplaced, unknown kind",
    "dead-label-key, N in a list",
    "dead-label-key, N in a mapping",
    "node-pool-unknown",
    "node-hostnetwork-label-mismatch",
    "cluster-service-unreachable, N texts",
)
PREVIOUS = "internal.config.kubernetes.io/previousNames"
APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def rule_of(name: str) -> str:
    """Return the rule that a row is named by, as a finding ends; "" if it is named otherwise."""
    rule = name.partition(",")[0]
    return f"[{rule}]" if rule in RULES else ""


def row(name: str, make: Text, sizes: tuple[int, ...] = (60, 120), code: int = 0, **more: object) -> Row:
    """Return a row whose input is standard input. Where its name begins with a rule, the rule must find something."""
    return Row(name, lambda n: make(n).encode(), sizes, ("-v",), code=code, says=rule_of(name), **more)  # type: ignore[arg-type]


def set_up(name: str, make: Text, settings: Text, sizes: tuple[int, ...] = (60, 120), code: int = 0) -> Row:
    """Return a row with a functionConfig."""
    made = lambda n: {"stdin": make(n).encode(), "config.yaml": config(settings(n))}  # noqa: E731
    return Row(name, made, sizes, CONFIGURED, code=code, says=rule_of(name))


def compared(name: str, make: Text, before: Text, sizes: tuple[int, ...] = (60, 120), code: int = 0) -> Row:
    """Return a row with a baseline, given as manifests or as a HostNetBaseline."""
    made = lambda n: {"stdin": make(n).encode(), "baseline.yaml": before(n).encode()}  # noqa: E731
    return Row(name, made, sizes, COMPARED, code=code, says=rule_of(name))


def each(count: int, text: str, joined: str = ", ") -> str:
    """Return a text so many times, # being the number."""
    return joined.join(text.replace("#", str(number)) for number in range(count))


def values_of_pools(count: int) -> str:
    """Return node affinity that binds a pod to so many pools."""
    return terms(values(LABEL, each(count, "p#")))


def in_capitals(word: str, number: int) -> str:
    """Return a word with its letters in capitals where the bits of a number are set."""
    return "".join(sign.upper() if number >> place & 1 else sign for place, sign in enumerate(word))


def tweak(count: int, patch: str) -> str:
    """Return a tweak of a YurtAppSet for so many pools, with as many patches."""
    return f"{{pools: [{each(count, 'p#')}], tweaks: {{patches: [{each(count, patch)}]}}}}"


def tasks(count: int, template: str, metadata: str = "name: j", kind: str = "batch.volcano.sh/v1") -> str:
    """Return an object with so many pod templates."""
    head = f"---\napiVersion: {kind}\nkind: Job\nmetadata: {{{metadata}}}\nspec:\n  tasks:\n"
    return head + each(count, f"  - {{name: t#, template: {{{template}}}}}\n", "")


def host(spec: str = "") -> str:
    return f"hostNetwork: true\n{spec}"


ON_NODE = f"hostNetwork: true\n{ports(80)}"
OWN = "nodeSelector: {disk: v#}\n" + ON_NODE
IN_POOL = f"nodeSelector: {{{LABEL}: p#}}\n"

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
        lambda n: workloads("Deployment", n // 8, f"{terms(values(LABEL, each(n, 'p#')))}\n{ON_NODE}") + pools(n),
        (40, 80),
    ),
    row(
        "host-port-conflict",
        lambda n: workload("Deployment", "w", ports(*["80"] * n, key="hostPort")) + pools(1),
        code=1,
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
                host("containers: [" + each(n, "{name: c#, ports: [{hostPort: 8#, containerPort: 1}]}") + "]"),
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
                "Deployment", "w", f"{values_of_pools(n)}\ncontainers: [{{name: a, args: [{each(n, 'http://s#:80')}]}}]"
            )
            + pools(n)
        ),
        code=1,
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
]

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
        (1100, 1500),
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


def _as_file(row: Row, n: int) -> dict[str, Any]:
    """Return the input of a row as a file."""
    return {"in.yaml": row.make(n)}


IN_FILES = [
    Row(
        f"{row.name}, in a file",
        partial(_as_file, row),
        row.sizes,
        ("check", "--fail-on", "warning", "in.yaml"),
        code=1,
    )
    for row in [*PORTS, *AFFINITY, *OBJECTS, *POOLS]
    if row.name in MANY_IN_ONE
]
"""Rows whose findings are many in one object, with the line of each."""

ROWS = [*PORTS, *AFFINITY, *OBJECTS, *POOLS, *SETTINGS, *BASELINES, *EXPLAINED, *IN_FILES]


def test_every_rule_has_a_row() -> None:
    assert [rule for rule in RULES if f"[{rule}]" not in {each.says for each in ROWS}] == []


def test_names_are_unique() -> None:
    assert len({each.name for each in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_growth(row: Row, measured: Measured, tmp_path: Path) -> None:
    assert grown(row, measured, str(tmp_path)) == []
