"""Overrides: what they make of a Deployment is what OpenYurt's and Kubernetes' own code makes of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from oracle.cases import run
from oracle.random_overrides import copied, deployment, merge_patch, tweak
from yurt_hostnet.kube.json_patch import PatchRefused, apply_operation
from yurt_hostnet.kube.merge_patch import MergeRefused, merged
from yurt_hostnet.kube.overridden import overridden
from yurt_hostnet.kube.overrides import layers
from yurt_hostnet.kube.workloads import pod_templates

if TYPE_CHECKING:
    from oracle.asking import Oracle
    from yurt_hostnet.kube.pod_template import PodTemplate

HITS: dict[str, int] = {}


def stored(oracle: Oracle, data: dict[str, Any]) -> Any:
    """Return a Deployment as Go writes it, its merged lists in an order that does not matter."""
    return in_order(oracle.ask("merge", object=data, patch={})["given"])


def in_order(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: in_order(value) for key, value in data.items() if key != "status"}
    if isinstance(data, list):
        entries = [in_order(entry) for entry in data]
        keyed = entries and all(
            isinstance(entry, dict) and ("name" in entry or "containerPort" in entry) for entry in entries
        )
        return sorted(entries, key=repr) if keyed else entries
    return data


def hit(name: str) -> None:
    HITS[name] = HITS.get(name, 0) + 1


def in_yurt_app_set(given: dict[str, Any], tweaks: list[dict[str, Any]]) -> PodTemplate:
    workload = {
        "workloadTemplate": {"deploymentTemplate": given},
        "workloadTweaks": [{"pools": ["beijing"], "tweaks": one} for one in tweaks],
    }
    data = {"spec": {"workload": workload}}
    return pod_templates("apps.openyurt.io", "YurtAppSet", data)[0]


def check_tweaks(oracle: Oracle, rnd: Random) -> None:
    given = oracle.ask("tweak", object=deployment(rnd), tweaks=[])["object"]
    tweaks = [tweak(rnd, given) for _ in range(rnd.choice((1, 1, 2)))]
    if len(tweaks) > 1 and "None" in repr(tweaks):
        tweaks = tweaks[:1]
    answer = oracle.ask("tweak", object=given, tweaks=tweaks)
    hit("all")
    refused = False
    document = copied(given)
    for one in tweaks:
        for operation in one["patches"]:
            try:
                document = apply_operation(document, operation)
            except PatchRefused:
                refused = True
                break
    if refused or "error" in answer:
        hit("refused")
        assert refused == ("error" in answer), (answer.get("error"), tweaks)
        return
    template = in_yurt_app_set(copied(given), tweaks)
    found = layers(template.group, template.kind, template.owner)
    made = overridden(template, found, "beijing")
    ours = copied(given)
    ours["spec"]["template"], ours["spec"]["replicas"] = made.template, answer["object"]["spec"].get("replicas")
    theirs = in_order(answer["object"])
    if overridden(template, found, "beijing", said=True).template != made.template:
        hit("taken away, and stays")
    if theirs["spec"]["template"] != in_order(given)["spec"]["template"]:
        hit("changed")
    assert made.replicas == answer["object"]["spec"].get("replicas", 1)
    assert stored(oracle, ours)["spec"]["template"] == theirs["spec"]["template"], tweaks


def check_merges(oracle: Oracle, rnd: Random) -> None:
    given = oracle.ask("merge", object=deployment(rnd), patch={})["given"]
    patch = {"spec": merge_patch(rnd, given["spec"])}
    answer = oracle.ask("merge", object=given, patch=patch)
    hit("all")
    try:
        ours = merged(copied(given), copied(patch), numbers=False)
    except MergeRefused:
        ours = None
    if ours is None or "error" in answer:
        hit("refused")
        assert (ours is None) == ("error" in answer), (answer.get("error"), patch)
        return
    if in_order(answer["object"]) != in_order(given):
        hit("changed")
    for directive in ("replace", "delete", "$retainKeys"):
        if directive in repr(patch):
            hit(directive)
    assert stored(oracle, ours)["spec"] == in_order(answer["object"])["spec"], patch


def test_tweaks(oracle: Oracle) -> None:
    run(check_tweaks, oracle)


def test_merges(oracle: Oracle) -> None:
    run(check_merges, oracle)


def test_hits_of_tweaks(oracle: Oracle) -> None:
    """The cases above are not all refused, or all without effect."""
    HITS.clear()
    for seed in range(400):
        check_tweaks(oracle, Random(seed))  # noqa: S311 - no secrets here
    assert HITS["all"] == 400
    assert min(HITS["changed"], HITS["refused"], HITS["taken away, and stays"]) > 60, HITS


def test_hits_of_merges(oracle: Oracle) -> None:
    HITS.clear()
    for seed in range(1000):
        check_merges(oracle, Random(seed))  # noqa: S311 - no secrets here
    assert HITS["all"] == 1000
    assert min(HITS["changed"] - 400, HITS["replace"], HITS["delete"], HITS["$retainKeys"]) > 25, HITS
