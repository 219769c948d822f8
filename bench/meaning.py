"""Checks what a contender's output means: the input with what its job adds, and nothing else."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import yaml

from bench.inputs import RESOURCE_LIST, SELECTED_LABEL

if TYPE_CHECKING:
    from pathlib import Path

    from bench.inputs import Input

REQUIREMENT = "requirement"
"""The job of yurt-hostnet: the requirement in every non-empty term of what needs it."""
PODS = "pods"
"""The same, but what comes out is the pod of each Deployment and DaemonSet, as gator names it."""
LABEL = "label"
"""One label more in the metadata of each object."""
COPY = "copy"
"""The input as it is, parsed and written."""
NOTHING = ""
"""A floor whose output is not checked."""

_REQUIREMENT = {"key": "nodepool.openyurt.io/hostnetwork", "operator": "NotIn", "values": ["true"]}
SET_LABEL = {"bench/set": "true"}
_HOSTS_OWN = ("internal.config.kubernetes.io/", "config.kubernetes.io/", "config.k8s.io/", "kustomize.config.k8s.io/")
_PODS_OF_COMPONENTS = ({"app": "flannel"}, {"k8s-app": "kube-dns"})

_Key = tuple[str, str, str]


class Meaning:
    """What the output for one input must mean. Parsing 10,000 objects takes a while: equal outputs are read once."""

    def __init__(self, source: Input, path: Path) -> None:
        self._form = source.form
        self._path = path
        items = _read(path, source.form)
        self._edits = sum(_require(item) for item in items.values())
        self._wanted = {REQUIREMENT: items}
        self._known: dict[tuple[str, str], str] = {}

    @property
    def edits(self) -> int:
        """How many objects need an edit."""
        return self._edits

    def problem(self, output: Path, job: str) -> str:
        """Return what is wrong with an output, "" if nothing is."""
        if job == NOTHING:
            return ""
        known = job, hashlib.sha256(output.read_bytes()).hexdigest()
        if known not in self._known:
            self._known[known] = self._problem(output, job)
        return self._known[known]

    def _problem(self, output: Path, job: str) -> str:
        try:
            found = _read(output, self._form)
        except (yaml.YAMLError, ValueError, TypeError, KeyError) as error:
            return f"the output cannot be read: {error}"[:200]
        wanted = self._wanted_by(job)
        if found.keys() != wanted.keys():
            return f"{len(found)} objects came out, {len(wanted)} were wanted"
        wrong = [key for key, item in found.items() if item != wanted[key]]
        return f"{len(wrong)} objects mean something else, {'/'.join(wrong[0])} first" if wrong else ""

    def _wanted_by(self, job: str) -> dict[_Key, Any]:
        if job not in self._wanted:
            if job == PODS:
                self._wanted[job] = _pods(self._wanted[REQUIREMENT])
            else:
                self._wanted[job] = _read(self._path, self._form)
                for item in self._wanted[job].values() if job == LABEL else ():
                    item["metadata"].setdefault("labels", {}).update(SET_LABEL)
        return self._wanted[job]


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
        term["matchExpressions"].append(_REQUIREMENT)
    return True


def _pods(items: dict[_Key, Any]) -> dict[_Key, Any]:
    """Return the pods of the workloads as `gator expand` makes them: named after their owner, which they refer to."""
    found: dict[_Key, Any] = {}
    for (kind, namespace, name), item in items.items():
        if kind in ("Deployment", "DaemonSet"):
            template = item["spec"]["template"]
            owner = {"apiVersion": item["apiVersion"], "kind": kind, "name": name, "uid": ""}
            metadata = {"name": f"{name}-pod", "namespace": namespace, "ownerReferences": [owner]}
            metadata = {**template["metadata"], **metadata}
            pod = {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": template["spec"]}
            found["Pod", namespace, f"{name}-pod"] = pod
    return found
