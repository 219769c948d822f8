"""Pods and pod templates: after us the pod webhook has nothing to add, and the scheduler loses no other node."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from oracle import random_objects
from oracle.cases import run
from oracle.random_objects import EXCLUDE, HOSTNETWORK, REQUIRED, REQUIREMENT
from oracle.settings import only
from yurt_hostnet.hosts.manifests import serve
from yurt_hostnet.hosts.options import DONE, FAILED, Options
from yurt_hostnet.krm.result import field_path
from yurt_hostnet.kube.node_affinity import matches, problems
from yurt_hostnet.kube.ports import mismatched_ports, repeated_ports

if TYPE_CHECKING:
    from random import Random

    from oracle.asking import Oracle


def filtered(oracle: Oracle, text: str, config: dict[str, Any] | None = None) -> dict[str, Any] | None:
    """Return the one object of `text` after our filter, read by sigs.k8s.io/yaml; None if the filter refused it."""
    response = serve(text.encode(), Options(config or only()))
    assert response.code in (DONE, FAILED)
    if response.code == FAILED:
        assert {result.rule for result in response.results} == {"node-selector-term-malformed"}
        return None
    read: dict[str, Any] = oracle.ask("yaml", text=b"".join(response.stdout).decode())["json"]
    return read


def terms(pod: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the nodeSelectorTerms that required node affinity holds, None without required node affinity."""
    found: Any = pod["spec"]
    for key in ("affinity", "nodeAffinity", REQUIRED):
        found = (found or {}).get(key)
    return None if found is None else [term or {} for term in found.get("nodeSelectorTerms") or []]


def is_empty(term: dict[str, Any]) -> bool:
    return not term.get("matchExpressions") and not term.get("matchFields")


def is_kube_proxy(pod: dict[str, Any]) -> bool:
    """Tell whether a random Pod is infrastructure, which is kept off host-network pools without an annotation."""
    labels, images = pod["metadata"].get("labels"), [row["image"] for row in pod["spec"]["containers"]]
    return labels == {"k8s-app": "kube-proxy"} and images == ["kube-proxy:v1"]


def allowed(oracle: Oracle, pod: dict[str, Any], nodes: list[dict[str, Any]], *, excluded: bool) -> list[bool]:
    """Return which nodes the scheduler may take for `pod` as it stands, without host-network nodes if `excluded`."""
    if excluded and terms(pod) == []:
        # Intended difference: like the webhook, we take an empty list of terms for an absent one. To the
        # scheduler it matches no node, but no such Pod exists: the API server refuses it.
        assert f"spec.affinity.nodeAffinity.{REQUIRED}.nodeSelectorTerms" in refused_fields(oracle, pod)
        pod = {**pod, "spec": {key: value for key, value in pod["spec"].items() if key != "affinity"}}
    matched = oracle.ask("match", object=pod, nodes=nodes)["matches"]
    return [
        match and not (excluded and node["metadata"]["labels"].get(HOSTNETWORK) == "true")
        for match, node in zip(matched, nodes, strict=True)
    ]


def refused_fields(oracle: Oracle, pod: dict[str, Any]) -> list[str]:
    """Return the fields that the API server's validation refuses."""
    return [problem["field"] for problem in oracle.ask("validate-pod", object=pod)["problems"]]


def required_problems(oracle: Oracle, pod: dict[str, Any]) -> list[str]:
    """Return the fields of required node affinity that the API server refuses or the scheduler cannot read."""
    answer = oracle.ask("validate-pod", object=pod)
    prefix = f"spec.affinity.nodeAffinity.{REQUIRED}."
    refused = [problem["field"] for problem in answer["problems"]]
    return [field for field in refused if field.startswith(prefix)] + [prefix + field for field in answer["unreadable"]]


def webhook_is_content(oracle: Oracle, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Check that what we made of an excluded Pod is what the webhook makes of it, and that it finds nothing to add."""
    metadata = {"name": "p", "annotations": {EXCLUDE: "true"}}
    before, after = {**before, "metadata": metadata}, {**after, "metadata": metadata}
    again = oracle.ask("default-pod", object=after)
    if not any(map(is_empty, terms(after) or ())):
        assert not again["changed"]
        assert again["object"] == oracle.ask("default-pod", object=before)["object"]
        return
    # Intended difference 1: an empty term matches no node, and stays so.
    for term, theirs in zip(terms(again["given"]) or (), terms(again["object"]) or (), strict=True):
        assert theirs == ({"matchExpressions": [REQUIREMENT]} if is_empty(term) else term)


def check_pod(oracle: Oracle, rnd: Random) -> None:
    pod = random_objects.pod(rnd)
    nodes = [random_objects.node(rnd) for _ in range(3)]
    after = filtered(oracle, json.dumps(pod))
    ours = [matches(pod["spec"], node["metadata"]["labels"], node["metadata"]["name"]) for node in nodes]
    assert ours == allowed(oracle, pod, nodes, excluded=False)
    if after is None:
        assert required_problems(oracle, pod)
    elif pod["metadata"].get("annotations", {}).get(EXCLUDE) == "true" or is_kube_proxy(pod):
        assert allowed(oracle, after, nodes, excluded=False) == allowed(oracle, pod, nodes, excluded=True)
        webhook_is_content(oracle, pod, after)
    else:
        assert after == pod


def test_pods(oracle: Oracle) -> None:
    run(check_pod, oracle)


def check_workload(oracle: Oracle, rnd: Random) -> None:
    pod = random_objects.pod(rnd)
    data, path = random_objects.workload(rnd, pod)
    text = json.dumps(data, indent=rnd.choice((None, 2)))
    after = filtered(oracle, text, only(exclude=rnd.choice(("Annotated", "NonHostNetwork"))))
    if after is None:
        assert required_problems(oracle, pod)
        return
    template: Any = after
    for step in path:
        template = template[step]
    after_pod = {"apiVersion": "v1", "kind": "Pod", **template}
    nodes = [random_objects.node(rnd) for _ in range(3)]
    edited = after != data
    assert allowed(oracle, after_pod, nodes, excluded=False) == allowed(oracle, pod, nodes, excluded=edited)
    if edited or pod["metadata"].get("annotations", {}).get(EXCLUDE) == "true":
        webhook_is_content(oracle, pod, after_pod)


def test_workloads(oracle: Oracle) -> None:
    run(check_workload, oracle)


def check_malformed(oracle: Oracle, rnd: Random) -> None:
    pod = random_objects.pod(rnd)
    pod["metadata"]["annotations"] = {EXCLUDE: "true"}
    affinity = {"nodeAffinity": {REQUIRED: {"nodeSelectorTerms": [random_objects.term(rnd)]}}}
    pod["spec"]["affinity"] = random_objects.malformed(rnd, affinity)
    after = filtered(oracle, json.dumps(pod))
    if "error" in oracle.ask("default-pod", object=pod):
        assert after is None
    elif after is None:
        # What Go reads as empty, such as a null requirement, the API server's validation refuses. Intended
        # differences: it reads null among values as an empty string, and it drops a field that no term has, which
        # kubectl refuses (strict validation); we refuse both.
        unread = '"values": [null' in json.dumps(pod) or "is no field of" in repr(problems(pod["spec"]))
        assert unread or required_problems(oracle, pod)


def test_malformed_affinity(oracle: Oracle) -> None:
    run(check_malformed, oracle)


def check_problems(oracle: Oracle, rnd: Random) -> None:
    pod = random_objects.pod(rnd)
    pod["spec"]["affinity"] = {"nodeAffinity": random_objects.node_affinity(rnd)}
    ours = {field_path(problem.path) for problem in problems(pod["spec"], ("spec",))}
    theirs = {REQUIREMENT_PATH.sub(r"\1", field) for field in required_problems(oracle, pod)}
    # Intended difference: an empty list of terms is filled by us and by the webhook before it is validated.
    assert ours == {field for field in theirs if not field.endswith("nodeSelectorTerms")}


REQUIREMENT_PATH = re.compile(r"(.*\.match(?:Expressions|Fields)\[\d+\]).*")


def test_problems(oracle: Oracle) -> None:
    run(check_problems, oracle)


def check_ports(oracle: Oracle, rnd: Random) -> None:
    pod = random_objects.pod_with_ports(rnd)
    problems = oracle.ask("validate-pod", object=pod)["problems"]
    theirs = [problem["field"] for problem in problems if problem["detail"].startswith("must match `containerPort`")]
    assert [field_path(path) for path, _, _ in mismatched_ports(pod["spec"], ("spec",))] == theirs
    again = [problem["field"] for problem in problems if problem["type"] == "FieldValueDuplicate"]
    ours = [f"{field_path(path)}.hostPort" for path in repeated_ports(pod["spec"], ("spec",))]
    assert sorted(ours) == sorted(field for field in again if field.endswith(".hostPort"))


def test_ports(oracle: Oracle) -> None:
    run(check_ports, oracle)
