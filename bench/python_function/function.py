"""The contenders in Python: the main job of yurt-hostnet as anybody would write it.

python function.py pyyaml    load everything with libyaml, edit, dump everything
python function.py ruamel    a ruamel.yaml round trip, which keeps comments
"""

from __future__ import annotations

import sys
from typing import Any

ANNOTATION = "apps.openyurt.io/exclude-host-network-pool"
LABEL = "nodepool.openyurt.io/hostnetwork"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


def main(library: str) -> None:
    """Read a stream or a ResourceList from stdin and write it back."""
    if library == "pyyaml":
        import yaml

        documents = list(yaml.load_all(sys.stdin.buffer, Loader=yaml.CSafeLoader))
    else:
        from ruamel.yaml import YAML

        round_trip = YAML()
        round_trip.preserve_quotes = True
        round_trip.width = 1_000_000
        documents = list(round_trip.load_all(sys.stdin.buffer))
    for document in documents:
        for item in document["items"] if document and document.get("kind") == "ResourceList" else [document]:
            transform(item)
    many = len(documents) > 1
    if library == "pyyaml":
        yaml.dump_all(documents, sys.stdout, Dumper=yaml.CSafeDumper, explicit_start=many, sort_keys=False)
    else:
        round_trip.explicit_start = many
        round_trip.dump_all(documents, sys.stdout)


def transform(item: Any) -> None:
    """Add the requirement to one object, in place, if its pods are annotated or are flannel or cluster DNS."""
    pod = _pod(item)
    if pod and _is_wanted(pod.get("metadata") or {}):
        affinity = pod["spec"].setdefault("affinity", {}).setdefault("nodeAffinity", {})
        terms = affinity.setdefault(REQUIRED, {}).setdefault("nodeSelectorTerms", [])
        if not terms:
            terms.append({"matchExpressions": []})
            terms[0]["matchExpressions"].append(_requirement())
            return
        for term in terms:
            if term and _requirement() not in term.get("matchExpressions", []):
                term.setdefault("matchExpressions", []).append(_requirement())


def _requirement() -> dict[str, Any]:
    return {"key": LABEL, "operator": "NotIn", "values": ["true"]}


def _pod(item: Any) -> Any:
    if not isinstance(item, dict):
        return None
    kind = item.get("kind")
    if kind == "Pod":
        return item
    spec = item.get("spec") or {}
    if kind == "CronJob":
        spec = spec.get("jobTemplate", {}).get("spec", {})
    elif kind not in ("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job"):
        return None
    return spec.get("template")


def _is_wanted(metadata: Any) -> bool:
    labels = metadata.get("labels") or {}
    annotated = (metadata.get("annotations") or {}).get(ANNOTATION) == "true"
    return annotated or labels.get("app") == "flannel" or labels.get("k8s-app") == "kube-dns"


if __name__ == "__main__":
    main(sys.argv[1])
