"""Checks what a contender's output means: the input with the requirement in every non-empty term, and nothing else."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import yaml

from bench.inputs import RESOURCE_LIST, SELECTED_LABEL

if TYPE_CHECKING:
    from pathlib import Path

    from bench.inputs import Input

REQUIREMENT = {"key": "nodepool.openyurt.io/hostnetwork", "operator": "NotIn", "values": ["true"]}
_HOSTS_OWN = ("internal.config.kubernetes.io/", "config.kubernetes.io/", "config.k8s.io/", "kustomize.config.k8s.io/")
_PODS_OF_COMPONENTS = ({"app": "flannel"}, {"k8s-app": "kube-dns"})

_Key = tuple[str, str, str]


class Meaning:
    """What the output for one input must mean. Parsing 10,000 objects takes a while: equal outputs are read once."""

    def __init__(self, source: Input, path: Path) -> None:
        self._form = source.form
        self._wanted = _read(path, source.form)
        self._edits = sum(_require(item) for item in self._wanted.values())
        self._known: dict[str, str] = {}

    @property
    def edits(self) -> int:
        """How many objects need an edit."""
        return self._edits

    def problem(self, output: Path) -> str:
        """Return what is wrong with an output, "" if nothing is."""
        digest = hashlib.sha256(output.read_bytes()).hexdigest()
        if digest not in self._known:
            self._known[digest] = self._problem(output)
        return self._known[digest]

    def _problem(self, output: Path) -> str:
        try:
            found = _read(output, self._form)
        except (yaml.YAMLError, ValueError, TypeError, KeyError) as error:
            return f"the output cannot be read: {error}"[:200]
        if found.keys() != self._wanted.keys():
            return f"{len(found)} objects came out, {len(self._wanted)} were wanted"
        wrong = [key for key, item in found.items() if item != self._wanted[key]]
        return f"{len(wrong)} objects mean something else, {'/'.join(wrong[0])} first" if wrong else ""


def _read(path: Path, form: str) -> dict[_Key, Any]:
    """Return the objects of a stream or ResourceList without what hosts add for themselves."""
    with path.open("rb") as stream:
        documents = [data for data in yaml.load_all(stream, Loader=yaml.CSafeLoader) if data]
    items = documents[0]["items"] if form == RESOURCE_LIST else documents
    found: dict[_Key, Any] = {}
    for item in items:
        metadata = item["metadata"]
        annotations = metadata.get("annotations", {})
        for name in [name for name in annotations if name.startswith(_HOSTS_OWN)]:
            del annotations[name]
        if not annotations:
            metadata.pop("annotations", None)
        key = (item["kind"], metadata.get("namespace", ""), metadata["name"])
        if key in found:
            raise ValueError(f"{'/'.join(key)} came out twice")
        found[key] = item
    return found


def _require(item: Any) -> bool:
    """Add the requirement where it belongs, in place; tell whether it did."""
    if item["kind"] not in ("Deployment", "DaemonSet"):
        return False
    template = item["spec"]["template"]
    labels = template["metadata"]["labels"]
    marked = item["metadata"].get("labels", {}).get(SELECTED_LABEL) == "true"
    if not marked and not any(component.items() <= labels.items() for component in _PODS_OF_COMPONENTS):
        return False
    required = (
        template["spec"]
        .setdefault("affinity", {})
        .setdefault("nodeAffinity", {})
        .setdefault("requiredDuringSchedulingIgnoredDuringExecution", {})
    )
    for term in required.setdefault("nodeSelectorTerms", [{"matchExpressions": []}]):
        term["matchExpressions"].append(REQUIREMENT)
    return True
