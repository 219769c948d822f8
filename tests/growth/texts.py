"""Inputs of any size that once cost more than a straight line to read, cut, edit or compare."""

from __future__ import annotations

import textwrap

HEAD = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    metadata:
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
"""
WEB = HEAD + "    spec:\n      containers: []\n"
MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {apps.openyurt.io/exclude-host-network-pool: x}}\n"
OPENS_LIST = "apiVersion: v1\nkind: List\nitems:\n"


def web(rest: str = "", number: int = 0) -> str:
    """Return a Deployment that is edited, with more lines in its pod."""
    return (WEB + rest).replace("name: web", f"name: w{number}")


def item(text: str) -> str:
    """Return a manifest as an item of a list in block style."""
    return "- " + textwrap.indent(text, "  ")[2:]


def listed(*texts: str) -> bytes:
    return (OPENS_LIST + "".join(map(item, texts))).encode()


def json_list(count: int) -> str:
    """Return a List of Deployments that are edited, on one line."""
    pod = '{"metadata":{"annotations":{"apps.openyurt.io/exclude-host-network-pool":"true"}},"spec":{"containers":[]}}'
    items = (
        f'{{"apiVersion":"apps/v1","kind":"Deployment","metadata":{{"name":"w{number}"}},"spec":{{"template":{pod}}}}}'
        for number in range(count)
    )
    return '{"apiVersion":"v1","kind":"List","items":[' + ",".join(items) + "]}"


def nested_json(depth: int, count: int) -> bytes:
    """Return JSON Lists in one another around some objects."""
    text = ",".join(f'{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"a{n}"}}}}' for n in range(count))
    for _ in range(depth):
        text = f'{{"apiVersion":"v1","kind":"List","items":[{text}]}}'
    return text.encode()


def long_text_by_aliases(count: int) -> bytes:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nx: &a " + "z" * (20 * count) + "\ny:\n"
    return listed(text + "- *a\n" * count, web())


def affinity_by_aliases(count: int) -> bytes:
    parts = ["&a " + "z" * (20 * count)] + ["*a"] * count
    text = "x: &q\n  podAffinity: {y: [" + ", ".join(parts) + "]}\n" + HEAD
    return (text + "    spec:\n      affinity: *q\n      containers: []\n").encode()


def one_affinity_for_many_pods(count: int) -> bytes:
    values = ", ".join(f"z{number}" for number in range(count))
    shared = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nx: &q\n  podAffinity: {y: [" + values + "]}\n"
    return listed(shared, *(web("      affinity: *q\n", number) for number in range(count)))


def nested_by_aliases(count: int) -> bytes:
    lines, before = [MAP], "z"
    for number in range(count):
        lines.append(f"a{number}: &a{number} " + "[" * 240 + before + "]" * 240 + "\n")
        before = f"*a{number}"
    return "".join(lines).encode()


def aliases_of_another_item(count: int) -> bytes:
    shared = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: &x \u00e9}\n"
    return listed(shared, *(web(number=n).replace(f": w{n}\n", f": w{n}\n  namespace: *x\n") for n in range(count)))


def own_anchors(count: int) -> bytes:
    return listed(*(web(number=number).replace(": w", f": &a{number} w") for number in range(count)))


def own_anchors_used(count: int) -> bytes:
    return listed(*(web(f"      x: *a{n}\n", n).replace(": w", f": &a{n} w") for n in range(count)))


def one_name_given_anew(count: int) -> bytes:
    return listed(*(web("      x: *a\n", number).replace(": w", ": &a w") for number in range(count)))


def glued(count: int) -> bytes:
    head = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: "
    return "".join(f'{head}{{name: c{n}}}\ndata: {{x: "\n---x\n"}}\n' for n in range(count)).encode()


def last_applied(text: str) -> bytes:
    key = "kubectl.kubernetes.io/last-applied-configuration"
    head = "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata:\n  name: a\n  annotations:\n    "
    return f"{head}{key}: '{text}'\nspec: {{}}\n".encode()


def lists_in_lists(count: int) -> bytes:
    text = "".join(item(f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a{number}}}\n") for number in range(count))
    for _ in range(8):
        text = item("apiVersion: v1\nkind: List\nitems:\n" + textwrap.indent(text, "  "))
    return (OPENS_LIST + text).encode()


def results_given(count: int) -> bytes:
    """Return a ResourceList that carries as many results as it gets."""
    head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    given = "".join(f"- message: m{number}\n  severity: info\n" for number in range(count))
    return (head + "".join(item(web(number=number)) for number in range(count)) + "results:\n" + given).encode()
