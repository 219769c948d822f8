"""What rules say of workloads whose overrides change their pods in some pools."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, everything, finding, found
from yurt_hostnet.krm.result import ResourceRef
from yurt_hostnet.textedit.errors import InputError

KEY = "apps.openyurt.io/exclude-host-network-pool"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
WITHOUT, MISMATCH, DNS = "pool-pod-without-hostnetwork", "host-port-mismatch", "dns-policy-unreachable"
UNSATISFIABLE, UNDONE = "exclude-unsatisfiable", "affinity-undone"
SPEC = "/spec/template/spec"
HOST = f"{SPEC}/hostNetwork"
SET = ResourceRef("apps.openyurt.io/v1beta1", "YurtAppSet", "web")
OLD_SET = ResourceRef("apps.openyurt.io/v1alpha1", "YurtAppSet", "web")
OVERRIDER = ResourceRef("apps.openyurt.io/v1alpha1", "YurtAppOverrider", "more")
PORTS = "ports: [{containerPort: 80, hostPort: 8080}]"
LABELLED = POOLS.replace("  name: beijing", "  name: beijing\n  labels: {site: north}")
SELECTED = "nodepoolSelector: {matchLabels: {site: north}}"


def patch(path: str, operation: str, value: str = "") -> str:
    return f"{{path: {path}, operation: {operation}{value and f', value: {value}'}}}"


def tweak(*patches: str, pools: str = "pools: [beijing]") -> str:
    return f"{{{pools}, tweaks: {{patches: [{', '.join(patches)}]}}}}"


def app_set(spec: str, *tweaks: str, pools: str = "beijing", container: str = "", metadata: str = "") -> str:
    """Return a YurtAppSet v1beta1."""
    pod = f"metadata: {{{metadata}}}, spec: {{{spec}containers: [{{name: a, image: a, {container}}}]}}"
    return (
        "apiVersion: apps.openyurt.io/v1beta1\nkind: YurtAppSet\nmetadata: {name: web}\n"
        f"spec:\n  pools: [{pools}]\n  workload:\n    workloadTweaks: [{', '.join(tweaks)}]\n"
        f"    workloadTemplate: {{deploymentTemplate: {{spec: {{template: {{{pod}}}}}}}}}\n"
    )


BY_TERM = "nodeSelectorTerm: {matchExpressions: [{key: apps.openyurt.io/nodepool, operator: In, values: [beijing]}]}"


def old_set(spec: str, patch: str = "", container: str = "", pool: str = f"name: beijing, {BY_TERM}") -> str:
    """Return a YurtAppSet v1alpha1."""
    pod = f"spec: {{{spec}containers: [{{name: a, image: a, {container}}}]}}"
    more = patch and f", patch: {{spec: {{template: {{spec: {{{patch}}}}}}}}}"
    return (
        "apiVersion: apps.openyurt.io/v1alpha1\nkind: YurtAppSet\nmetadata: {name: web}\nspec:\n"
        f"  topology: {{pools: [{{{pool}{more}}}]}}\n"
        f"  workloadTemplate: {{deploymentTemplate: {{spec: {{template: {{{pod}}}}}}}}}\n"
    )


def overrider(*patches: str, pools: str = "beijing", subject: str = "name: web") -> str:
    return (
        "---\napiVersion: apps.openyurt.io/v1alpha1\nkind: YurtAppOverrider\nmetadata: {name: more}\n"
        f"subject: {{apiVersion: apps.openyurt.io/v1alpha1, kind: YurtAppSet, {subject}}}\n"
        f"entries: [{{pools: [{pools}], patches: [{', '.join(patches)}]}}]\n"
    )


def rules(text: str, spec: dict[str, Any] | None = None) -> list[str]:
    """Return what is found, but for infos."""
    return [result.rule for result in everything(text, spec) if result.severity != "info"]


AT = "spec.workload.workloadTweaks[0].tweaks.patches[0]"
ADDED, TAKEN = patch(HOST, "add", "true"), patch(HOST, "replace", "false")
IN_BEIJING = "Without hostNetwork it has no working network there: its workload names host-network pool beijing"
LEAVE = "Leave hostNetwork out of the patch, or let the workload run in other pools."
STAYS = " (OpenYurt up to v1.7 leaves in place what a patch removes, so it shows once that is fixed)"


@pytest.mark.parametrize(
    ("one", "note"),
    [
        (TAKEN, ""),
        (patch(HOST, "remove"), STAYS),
        (patch(SPEC, "replace", "{containers: [{name: a, image: a}]}"), STAYS),
    ],
    ids=["false", "remove", "another PodSpec"],
)
@pytest.mark.parametrize("pools", ["pools: [beijing]", SELECTED])
def test_a_tweak_that_takes_the_host_network_away(one: str, note: str, pools: str) -> None:
    message = f"{IN_BEIJING}, and this patch takes it away{note}. {LEAVE}"
    text = LABELLED + app_set("hostNetwork: true, ", tweak(one, pools=pools), pools="shanghai, beijing")
    assert found(WITHOUT, text) == [finding("error", WITHOUT, SET, AT, message, line=16)]


def test_patches_that_take_the_host_network_away() -> None:
    text = POOLS + old_set("hostNetwork: true, ", "hostNetwork: false")
    message = f"{IN_BEIJING}, and this patch takes it away. {LEAVE}"
    expected = finding("error", WITHOUT, OLD_SET, "spec.topology.pools[0].patch", message, line=15)
    assert found(WITHOUT, text) == [expected]
    expected = finding("error", WITHOUT, OVERRIDER, "entries[0].patches[0]", message, line=22)
    assert found(WITHOUT, POOLS + old_set("hostNetwork: true, ") + overrider(TAKEN)) == [expected]
    subset = (
        "apiVersion: apps.kruise.io/v1alpha1\nkind: UnitedDeployment\nmetadata: {name: web}\nspec:\n"
        "  topology: {subsets: [{name: a, patch: {spec: {hostNetwork: false}}}]}\n"
        "  template: {deploymentTemplate: {spec: {template: {spec: {hostNetwork: true, "
        "nodeSelector: {apps.openyurt.io/nodepool: beijing}, containers: [{name: a, image: a}]}}}}}\n"
    )
    assert [row["field"]["path"] for row in found(WITHOUT, POOLS + subset)] == ["spec.topology.subsets[0].patch"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(app_set("hostNetwork: true, ", tweak(TAKEN, pools="pools: [shanghai]")), id="another pool"),
        pytest.param(app_set("hostNetwork: true, ", tweak(TAKEN, ADDED)), id="put back"),
        pytest.param(app_set("hostNetwork: true, ", tweak(TAKEN), tweak(ADDED)), id="put back by another tweak"),
        pytest.param(app_set("", tweak(ADDED)), id="added"),
        pytest.param(app_set("", tweak(patch(SPEC, "replace", "{hostNetwork: true}"))), id="added with more"),
        pytest.param(app_set("hostNetwork: true, ", "{tweaks: {patches: [" + TAKEN + "]}}"), id="for no pool"),
        pytest.param(
            app_set("hostNetwork: true, ", tweak(TAKEN), metadata=f'annotations: {{{KEY}: "true"}}'), id="off"
        ),
        pytest.param(app_set("hostNetwork: true, ", tweak(TAKEN), pools="shanghai"), id="a pool that it does not name"),
        pytest.param(app_set("hostNetwork: true, ", tweak(patch(HOST, "add", "'${NET}'"))), id="nobody knows yet"),
        pytest.param(app_set("", tweak(patch(HOST, "add", "'${NET}'"))), id="it may be added"),
        pytest.param(app_set("hostNetwork: '${NET}', ", tweak(patch("/spec/replicas", "add", "1"))), id="a variable"),
        pytest.param(old_set("") + overrider(ADDED), id="an overrider"),
        pytest.param(old_set("") + overrider(ADDED, pools="'*'"), id="an overrider for all"),
        pytest.param(old_set("") + overrider(ADDED, pools="-shanghai, '*'"), id="an overrider for all but one"),
        pytest.param(old_set("", "$patch: replace, hostNetwork: true"), id="a patch that replaces"),
    ],
)
def test_near_misses_of_the_host_network(text: str) -> None:
    assert found(WITHOUT, POOLS + text) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(app_set("", tweak(ADDED), pools="shanghai, beijing, paris"), id="a tweak for one of two"),
        pytest.param(old_set("") + overrider(ADDED, subject="name: other"), id="an overrider of another"),
        pytest.param(old_set("") + overrider(ADDED, pools="-beijing"), id="an overrider that passes over it"),
        pytest.param(old_set("") + overrider(ADDED).replace("s: [beijing]", "s: [paris]"), id="for another pool"),
        pytest.param(old_set("").replace("deploymentT", "statefulSetT") + overrider(ADDED), id="of a StatefulSet"),
        pytest.param(
            old_set("") + overrider(ADDED).replace("name: more}", "name: more, namespace: x}"), id="another namespace"
        ),
    ],
)
def test_what_is_left_without_the_host_network(text: str) -> None:
    paris = "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: paris}\n"
    text = POOLS + f"{paris}spec: {{type: Edge, hostNetwork: true}}\n---\n" + text
    (row,) = found(WITHOUT, text)
    assert row["field"]["path"].endswith(".spec.template.spec.hostNetwork")
    assert ("pools" in row["message"].partition(". ")[0]) is False


PORT = "On the host network in pool beijing, hostPort 8080 must equal containerPort 80; the API refuses it. "
BOTH = "Let patches for the same pools make both ports the one that is meant, and the program listen on it."


def test_ports_that_differ_after_a_patch() -> None:
    text = POOLS + app_set("", tweak(ADDED), container=PORTS)
    assert found(MISMATCH, text) == [finding("error", MISMATCH, SET, AT, PORT + BOTH, line=15)]
    port = patch(f"{SPEC}/containers/0/ports", "add", "[{containerPort: 80, hostPort: 8080}]")
    text = POOLS + app_set("hostNetwork: true, ", tweak(port))
    assert found(MISMATCH, text) == [finding("error", MISMATCH, SET, AT, PORT + BOTH, line=15)]
    text = POOLS + old_set("", container=PORTS) + overrider(ADDED)
    expected = finding("error", MISMATCH, OVERRIDER, "entries[0].patches[0]", PORT + BOTH, line=22)
    assert found(MISMATCH, text) == [expected]
    text = POOLS + old_set("", "hostNetwork: true", PORTS)
    expected = finding("error", MISMATCH, OLD_SET, "spec.topology.pools[0].patch", PORT + BOTH, line=15)
    assert found(MISMATCH, text) == [expected]


def test_ports_as_the_remedy_says() -> None:
    """Obeyed, it is well: whichever port is meant, and whether the patch stands in front or behind."""
    port = f"{SPEC}/containers/0/ports/0"
    for one in (patch(f"{port}/hostPort", "replace", "80"), patch(f"{port}/containerPort", "replace", "8080")):
        for both in ((ADDED, one), (one, ADDED)):
            assert rules(POOLS + app_set("", tweak(*both), container=PORTS)) == []
    removed = patch(f"{port}/hostPort", "remove")  # which OpenYurt does not carry out
    assert rules(POOLS + app_set("", tweak(removed, ADDED), container=PORTS)) == [MISMATCH]


def test_dns_of_a_pool() -> None:
    policy = "dnsPolicy: ClusterFirstWithHostNet, "
    message = (
        "The cluster's DNS cannot be reached from host-network pool beijing, which this is for. In a patch for "
        "the same pools, replace dnsPolicy by Default; OpenYurt up to v1.7 leaves it where it is removed."
    )
    text = POOLS + app_set(policy, tweak(ADDED), pools="beijing, shanghai")
    assert found(DNS, text) == [finding("warning", DNS, SET, AT, message, line=15)]
    text = POOLS + old_set(policy) + overrider(ADDED)
    assert found(DNS, text) == [finding("warning", DNS, OVERRIDER, "entries[0].patches[0]", message, line=22)]
    fixed = patch(f"{SPEC}/dnsPolicy", "replace", "Default")
    assert rules(POOLS + app_set(policy, tweak(ADDED, fixed))) == []
    assert rules(POOLS + app_set(f"hostNetwork: true, {policy}", tweak(fixed))) == []
    removed = patch(f"{SPEC}/dnsPolicy", "remove")
    (row,) = found(DNS, POOLS + app_set(f"hostNetwork: true, {policy}", tweak(removed)))
    assert row["field"]["path"].endswith("template.spec.dnsPolicy")


def test_a_patch_that_keeps_its_pods_off_where_they_belong() -> None:
    noted = patch("/spec/template/metadata/annotations", "add", f'{{{KEY}: "true"}}')
    text = POOLS + app_set("hostNetwork: true, ", tweak(noted))
    message = (
        "This patch keeps its pods off host-network pool beijing, where they can never run then. Leave that out of the "
        "patch, or the pools out of the workload."
    )
    assert found(UNSATISFIABLE, text) == [finding("error", UNSATISFIABLE, SET, AT, message, line=15)]
    assert rules(POOLS + app_set("hostNetwork: true, ", tweak(noted, pools="pools: [shanghai]"))) == []


OFF = "{key: nodepool.openyurt.io/hostnetwork, operator: DoesNotExist}"
OWN = f"affinity: {{nodeAffinity: {{{REQUIRED}: {{nodeSelectorTerms: [{{matchExpressions: [{OFF}]}}]}}}}}}"


def test_a_patch_that_lets_pods_run_where_they_belong() -> None:
    """Their own affinity keeps them off, and a patch takes it away in the one pool: so it is meant."""
    lets = patch(f"{SPEC}/affinity", "replace", "null")
    assert found(UNSATISFIABLE, POOLS + app_set(f"hostNetwork: true, {OWN}, ", tweak(lets))) == []
    assert len(found(UNSATISFIABLE, POOLS + app_set(f"hostNetwork: true, {OWN}, "))) == 1


UNDOING: dict[str, tuple[str, int]] = {
    "replaces": ("affinity: {$patch: replace, podAffinity: {}}", 1),
    "deletes": ("affinity: {nodeAffinity: {$patch: delete}}", 1),
    "replaces all": ("$patch: replace, containers: [{name: a, image: b}]", 1),
    "retains": ("$retainKeys: [containers], containers: [{name: a, image: b}]", 1),
    "retains it": ("$retainKeys: [containers, affinity], containers: [{name: a, image: b}]", 0),
    "another part": ("affinity: {podAffinity: {}}", 0),
    "an image": ("containers: [{name: a, image: b}]", 0),
}


@pytest.mark.parametrize(("patch", "count"), UNDOING.values(), ids=UNDOING)
def test_patches_that_undo_affinity(patch: str, count: int) -> None:
    text = old_set("", patch).replace(
        "{spec: {containers", f'{{metadata: {{annotations: {{{KEY}: "true"}}}}, spec: {{containers'
    )
    assert len(found(UNDONE, text)) == count


def test_an_overrider_that_undoes_affinity() -> None:
    text = old_set("").replace(
        "{spec: {containers", f'{{metadata: {{annotations: {{{KEY}: "true"}}}}, spec: {{containers'
    )
    gone = overrider(patch(f"{SPEC}/affinity", "replace", "{podAffinity: {}}"), pools="x")
    assert [(row["resourceRef"]["kind"], row["line"]) for row in found(UNDONE, text + gone)] == [
        ("YurtAppOverrider", 7)
    ]
    kept = overrider(patch(f"{SPEC}/affinity/podAffinity", "add", "{}"), pools="x")
    assert found(UNDONE, text + kept) == []


def test_every_pod_excluded_and_an_overrider_that_puts_some_on_the_host_network() -> None:
    everyone = {"exclude": "NonHostNetwork"}
    text = POOLS + old_set("", pool="name: unknown")
    assert [one.rule for one in everything(text + overrider(ADDED), everyone)] == []
    assert [one.rule for one in everything(text, everyone)] == ["exclude-pods"]


def test_every_pod_excluded_and_a_patch_that_may_put_some_on_the_host_network() -> None:
    text = POOLS + app_set("", tweak(patch(HOST, "add", "'${NET}'"), pools="pools: [paris]"), pools="paris")
    assert [one.rule for one in everything(text, {"exclude": "NonHostNetwork"})] == []


def test_affinity_that_cannot_be_read_in_a_workload_with_pools() -> None:
    assert rules(POOLS + app_set("affinity: 5, ", tweak(ADDED))) == ["wrong-field-type"]


def test_overrides_without_end() -> None:
    """N tweaks for all pools and M pools are N times M patches: refused with a sentence."""
    tweaks = [tweak(patch(HOST, "add", "true"), pools="nodepoolSelector: {}") for _ in range(1500)]
    names = ", ".join(f"p{number}" for number in range(1500))
    with pytest.raises(InputError, match=r"^The overrides of YurtAppSet web are too many to look at"):
        everything(POOLS + app_set("", *tweaks, pools=names, container=PORTS))
