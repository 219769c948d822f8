"""Inputs of growth tests: objects of OpenYurt and Kubernetes in as many copies as asked."""

from __future__ import annotations

from textwrap import indent

LABEL = "apps.openyurt.io/nodepool"
EXCLUDE = 'annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}'


def pool(name: str, spec: str = "{type: Edge, hostNetwork: true}", metadata: str = "") -> str:
    """Return a NodePool."""
    more = f", {metadata}" if metadata else ""
    return (
        f"---\napiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {{name: {name}{more}}}\nspec: {spec}\n"
    )


def pools(count: int, spec: str = "{type: Edge, hostNetwork: true}") -> str:
    """Return NodePools p0, p1 and so on."""
    return "".join(pool(f"p{number}", spec.replace("#", str(number))) for number in range(count))


def node(name: str, labels: str) -> str:
    """Return a Node."""
    return f"---\napiVersion: v1\nkind: Node\nmetadata: {{name: {name}, labels: {{{labels}}}}}\n"


def nodes(count: int, labels: str = f"{LABEL}: p0") -> str:
    """Return Nodes n0, n1 and so on; # in the labels is the number."""
    return "".join(node(f"n{number}", labels.replace("#", str(number))) for number in range(count))


def workload(kind: str, name: str, spec: str = "", template: str = "", more: str = "") -> str:
    """Return an object of API group apps with a pod template: `spec` stands in the PodSpec, `template` beside it."""
    containers = "" if "containers" in spec else "containers: [{name: a, image: a}]"
    text = f"---\napiVersion: apps/v1\nkind: {kind}\nmetadata:\n  name: {name}\nspec:\n{more}  template:\n"
    if template:
        text += f"    metadata:\n      {template}\n"
    text += "    spec:\n"
    return text + "".join(f"      {line}\n" for line in (*spec.splitlines(), containers) if line)


def workloads(kind: str, count: int, spec: str = "", template: str = "", more: str = "") -> str:
    """Return workloads w0, w1 and so on; # is the number."""
    return "".join(
        workload(kind, f"w{number}", *(text.replace("#", str(number)) for text in (spec, template, more)))
        for number in range(count)
    )


def ports(*numbers: int | str, key: str = "containerPort") -> str:
    """Return the containers of a PodSpec that declare these ports."""
    return f"containers: [{{name: a, image: a, ports: [{', '.join(f'{{{key}: {number}}}' for number in numbers)}]}}]"


def terms(*expressions: str) -> str:
    """Return required node affinity with these terms, each given as its expressions."""
    keys = ("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
    head = "".join(f"{'  ' * depth}{key}:\n" for depth, key in enumerate(keys))
    return head + "".join(f"      - matchExpressions: [{each}]\n" for each in expressions)


def values(key: str, *allowed: str) -> str:
    """Return a requirement that a label has one of these values."""
    return f"{{key: {key}, operator: In, values: [{', '.join(allowed)}]}}"


def app_set(name: str, pool_names: list[str], tweaks: str = "", template: str = "", spec: str = "") -> str:
    """Return a YurtAppSet."""
    return (
        f"---\napiVersion: apps.openyurt.io/v1beta1\nkind: YurtAppSet\nmetadata: {{name: {name}}}\nspec:\n"
        f"  pools: [{', '.join(pool_names)}]\n  workload:\n    workloadTweaks: [{tweaks}]\n    workloadTemplate:\n"
        f"      deploymentTemplate:\n{indent(workload('D', 'x', spec, template).partition('spec:')[2], ' ' * 8)}"
    ).replace("deploymentTemplate:\n", "deploymentTemplate:\n        spec:", 1)


def config(spec: str) -> bytes:
    """Return a functionConfig."""
    return f"apiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: YurtHostNet\nspec:\n{indent(spec, '  ')}\n".encode()


def baseline(sections: str) -> str:
    """Return a HostNetBaseline."""
    head = "---\napiVersion: fn.yurt-hostnet.dev/v1alpha1\nkind: HostNetBaseline\nmetadata: {name: b}\nspec:\n"
    return f"{head}{indent(sections, '  ')}\n"
