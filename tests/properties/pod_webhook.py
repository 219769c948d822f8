"""OpenYurt's pod webhook written down a second time, for the tests: what would it add to these objects' pods?

After pkg/yurtmanager/webhook/pod/v1alpha1/pod_default.go of openyurtio/openyurt. It knows no table of
kinds: whatever has metadata and spec and no kind of its own is taken for a pod template.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ANNOTATION = "apps.openyurt.io/exclude-host-network-pool"
REQUIREMENT = {"key": "nodepool.openyurt.io/hostnetwork", "operator": "NotIn", "values": ["true"]}
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"

NOT_EDITED = {
    ("apps.openyurt.io", "YurtAppDaemon"),  # its controller clears node affinity
    ("apps.openyurt.io", "YurtStaticSet"),  # no scheduler looks at static pods
    ("serving.knative.dev", "Service"),  # Knative refuses affinity
}


def pods(data: Any, kinds: frozenset[tuple[str, str]] | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (name of the owner, pod or pod template) of everything in `data` that looks like one.

    Of the group example.com, which stands for kinds that nobody knows, only `kinds` are looked at.
    """
    if not isinstance(data, dict):
        return
    if isinstance(data.get("items"), list) and str(data.get("kind")).endswith("List"):
        for item in data["items"]:
            yield from pods(item, kinds)
        return
    group, kind = str(data.get("apiVersion")).rpartition("/")[0], str(data.get("kind"))
    if (group, kind) in NOT_EDITED or (group == "example.com" and (group, kind) not in (kinds or ())):
        return
    name = str((data.get("metadata") or {}).get("name"))
    found = [data] if kind == "Pod" else _templates({key: value for key, value in data.items() if key != "metadata"})
    for pod in found:
        yield name, pod


def _templates(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        if isinstance(data.get("metadata"), dict) and "spec" in data and "kind" not in data:
            yield data
        for key, value in data.items():
            if key != "volumeClaimTemplates":
                yield from _templates(value)
    elif isinstance(data, list):
        for value in data:
            yield from _templates(value)


def would_add(pod: dict[str, Any]) -> list[int]:
    """Return the indices of the nodeSelectorTerms that the webhook would change, [-1] for a new one.

    Terms that match no node are left out: there yurt-hostnet differs on purpose.
    """
    annotations = (pod.get("metadata") or {}).get("annotations") or {}
    if annotations.get(ANNOTATION) != "true" or pod["spec"] is None:
        return []
    terms = required_terms(pod.get("spec") or {})
    if not terms:
        return [-1]
    return [
        index
        for index, term in enumerate(terms)
        if is_not_empty(term) and REQUIREMENT not in (term.get("matchExpressions") or [])
    ]


def required_terms(spec: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the nodeSelectorTerms of required node affinity, [] without any."""
    affinity = ((spec.get("affinity") or {}).get("nodeAffinity") or {}).get(REQUIRED) or {}
    return [term or {} for term in affinity.get("nodeSelectorTerms") or []]


def is_not_empty(term: dict[str, Any]) -> bool:
    """Tell whether a term can match a node."""
    return bool(term.get("matchExpressions") or term.get("matchFields"))
