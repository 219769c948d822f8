"""Writes the inputs: charts of our own making and any number of Deployments, as stream and as ResourceList."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CHARTS = Path(__file__).resolve().parent / "charts"

STREAM = "stream"
"""Manifests as Helm 3 pipes them into a post-renderer."""
RESOURCE_LIST = "list"
"""A ResourceList as kustomize sends it to a function."""
FORMATS = (STREAM, RESOURCE_LIST)

ANNOTATION = "apps.openyurt.io/exclude-host-network-pool"
SELECTED_LABEL = "bench/selected"
"""Label of each annotated Deployment: kustomize patches cannot select by what a pod template says."""

CRD_HEAVY_SIZE = 4_500_000


@dataclass(frozen=True)
class Input:
    """One input: `objects` Deployments with `terms` node selector terms each, every `step`-th annotated; or a chart.

    `everyone` says whether the slow contenders take part too.
    """

    name: str
    title: str
    form: str
    objects: int = 0
    terms: int = 0
    step: int = 0
    everyone: bool = True

    def documents(self) -> Iterator[str]:
        """Yield its documents, each ending in a line feed."""
        if self.objects:
            for number in range(self.objects):
                yield deployment(number, self.terms, annotated=number % self.step == 0)
        else:
            name = self.name.partition("-")[0]
            yield from _crd_heavy() if name == "crds" else _chart(name)

    def write(self, folder: Path) -> Path:
        """Write the input into `folder` and return its path."""
        path = folder / f"{self.name}.yaml"
        wrap = _stream if self.form == STREAM else _resource_list
        path.write_text("".join(wrap(self.documents())), encoding="utf-8")
        return path


def inputs(*, huge: bool = False, full: bool = False) -> list[Input]:
    """Return the inputs in the order of the report: charts, then Deployments by number.

    `full` adds 0 and 3 terms and all annotated at every size; `huge` adds 100,000 Deployments.
    """
    found = [
        Input(f"{name}-{form}", f"{title}, {FORM_TITLES[form]}", form)
        for name, title in CHART_TITLES.items()
        for form in FORMATS
    ]
    for objects in (10, 100, 1_000, 10_000, *((100_000,) if huge else ())):
        for step in (10, 1):
            for terms in (0, 1, 3):
                main = terms == 1 and step == 10
                if not (main or full or (objects == 1_000 and (terms == 1 or step == 10))):
                    continue
                found += [_deployments(objects, terms, step, form, everyone=main) for form in FORMATS]
    return found


def _deployments(objects: int, terms: int, step: int, form: str, *, everyone: bool) -> Input:
    marked = "every tenth" if step > 1 else "all"
    title = f"{objects:,} Deployments, {terms} term{'' if terms == 1 else 's'}, {marked} annotated, {FORM_TITLES[form]}"
    name = f"{objects}-{terms}-{'tenth' if step > 1 else 'all'}-{form}"
    return Input(name, title, form, objects, terms, step, everyone and objects <= 10_000)


def _stream(documents: Iterator[str]) -> Iterator[str]:
    for number, document in enumerate(documents):
        yield f"---\n# Source: bench/templates/{number:06}.yaml\n{document}"


def _resource_list(documents: Iterator[str]) -> Iterator[str]:
    yield "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n"
    for document in documents:
        lines = document.splitlines()
        yield f"- {lines[0]}\n"
        yield "".join(f"  {line}\n" if line else "\n" for line in lines[1:])
    yield (
        "functionConfig:\n  apiVersion: fn.yurt-hostnet.dev/v1alpha1\n  kind: YurtHostNet\n"
        "  metadata:\n    name: bench\n"
    )


def deployment(number: int, terms: int, *, annotated: bool) -> str:
    """Return one Deployment of about 1.2 KB with `terms` node selector terms."""
    name = f"web-{number:06}"
    selected = f'    {SELECTED_LABEL}: "true"\n' if annotated else ""
    annotation = f'        {ANNOTATION}: "true"\n' if annotated else ""
    affinity = ""
    if terms:
        affinity = (
            "      affinity:\n        nodeAffinity:\n          requiredDuringSchedulingIgnoredDuringExecution:\n"
            "            nodeSelectorTerms:\n"
        ) + "".join(_TERM.format(zone=f"zone-{number % 7}-{term}") for term in range(terms))
    return _DEPLOYMENT.format(
        name=name, number=number, selected=selected, annotation=annotation, affinity=affinity, team=number % 12
    )


_TERM = """\
            - matchExpressions:
              - key: topology.kubernetes.io/zone
                operator: In
                values:
                - {zone}
"""

_DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {name}
  namespace: team-{team}
  labels:
    app.kubernetes.io/name: {name}
    app.kubernetes.io/part-of: "shop"
{selected}spec:
  replicas: 2
  selector:
    matchLabels:
      app.kubernetes.io/name: {name}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: {name}
        app.kubernetes.io/part-of: "shop"
      annotations:
        prometheus.io/port: "9102"
{annotation}    spec:
{affinity}      containers:
      - name: web  # the one that serves
        image: registry.example.com/shop/web:1.{number}.0
        args: ["--listen=:8080", "--log-level=info"]
        ports:
        - name: http
          containerPort: 8080
        env:
        - name: SHOP_REGION
          value: 'eu-west'
        - name: SHOP_TITLE
          value: "The shop: number {number}"
        readinessProbe:
          httpGet:
            path: /ready
            port: http
          periodSeconds: 5
        resources:
          requests:
            cpu: 50m
            memory: 64Mi
          limits:
            memory: 128Mi
"""


def _chart(name: str) -> Iterator[str]:
    """Yield the documents of a chart of ours in bench/charts/."""
    yield from (CHARTS / f"{name}.yaml").read_text(encoding="utf-8").split("---\n")


def _crd_heavy() -> Iterator[str]:
    """Yield ten CustomResourceDefinitions, 4.5 MB together, an annotated Deployment and cluster DNS: two edits."""
    for number in range(10):
        yield _crd(number, CRD_HEAVY_SIZE // 10)
    yield deployment(0, 1, annotated=True)
    yield from _chart("coredns")


def _crd(number: int, size: int) -> str:
    """Return a CustomResourceDefinition of about `size` bytes whose schema nests as deep as real ones."""
    choice = random.Random(number)  # noqa: S311 - the same text every time
    group, kind, plural = "monitoring.example.com", f"Kind{number}", f"kind{number}s"
    lines = [
        "apiVersion: apiextensions.k8s.io/v1", "kind: CustomResourceDefinition", "metadata:", "  annotations:",
        "    controller-gen.kubebuilder.io/version: v0.18.0", f"  name: {plural}.{group}", "spec:",
        f"  group: {group}", "  names:", f"    kind: {kind}", f"    listKind: {kind}List", f"    plural: {plural}",
        "  scope: Namespaced", "  versions:", "  - name: v1", "    served: true", "    storage: true", "    schema:",
        "      openAPIV3Schema:", "        type: object", "        properties:", "          spec:",
        "            type: object", "            properties:",
    ]  # fmt: skip
    written = sum(map(len, lines))
    field = 0
    while written < size:
        new = list(_schema(choice, f"field{field}", 14, 5))
        lines += new
        written += sum(map(len, new)) + len(new)
        field += 1
    return "\n".join(lines) + "\n"


def _schema(choice: random.Random, name: str, column: int, depth: int) -> Iterator[str]:
    pad = " " * column
    yield f"{pad}{name}:"
    yield f"{pad}  description: |-"
    for _ in range(choice.randint(1, 4)):
        yield f"{pad}    {' '.join(choice.choices(_WORDS, k=12)).capitalize()}."
    if not depth or choice.random() < 0.4:
        yield f"{pad}  type: {choice.choice(('string', 'integer', 'boolean'))}"
        return
    if choice.random() < 0.3:
        yield f"{pad}  type: array"
        yield f"{pad}  items:"
        column += 2
        pad = " " * column
    yield f"{pad}  type: object"
    yield f"{pad}  properties:"
    for child in choice.sample(_FIELDS, choice.randint(2, 5)):
        yield from _schema(choice, child, column + 4, depth - 1)


_FIELDS = (
    "affinity", "nodeAffinity", "nodeSelectorTerms", "matchExpressions", "containers", "initContainers", "ports",
    "hostPort", "env", "valueFrom", "resources", "limits", "volumes", "tolerations", "selector", "rules", "endpoints",
)  # fmt: skip
_WORDS = (
    "the", "a", "pod's", "container", "which", "must", 'be "set"', "to", "affinity:", "of", "node", "requests",
    "https://example.com/docs", "when", "[optional]", "it", "cannot", "change", "port", "selector", "#", "value", "and",
)  # fmt: skip

CHART_TITLES = {"flannel": "Flannel-like chart", "coredns": "CoreDNS-like chart", "crds": "CRD-heavy chart, two edits"}
FORM_TITLES = {STREAM: "Helm stream", RESOURCE_LIST: "ResourceList"}
