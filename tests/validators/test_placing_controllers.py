"""Rules about pods whose controllers place them: what each finds, and what `explain` says of the same pods."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, everything, finding, found
from yurt_hostnet.analysis.context import Context
from yurt_hostnet.analysis.placements import workloads
from yurt_hostnet.config.load import load_config
from yurt_hostnet.hosts.manifests import read_manifests
from yurt_hostnet.krm.package import Package
from yurt_hostnet.krm.result import ResourceRef

WITHOUT, UNPROTECTED, UNSATISFIABLE = "pool-pod-without-hostnetwork", "unprotected-pod", "exclude-unsatisfiable"
EXCLUDE = 'metadata: {annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}, '
TAINTED = POOLS.replace("hostNetwork: true", "hostNetwork: true\n  taints: [{key: edge, effect: NoSchedule}]")
LABELLED = POOLS.replace("name: beijing", "name: beijing\n  labels: {site: a}").replace(
    "name: shanghai", "name: shanghai\n  labels: {site: b}"
)
IN_BEIJING = "nodeSelectorTerm: {matchExpressions: [{key: apps.openyurt.io/nodepool, operator: In, values: [beijing]}]}"
LOST = "without hostNetwork it has no network there"


def deployment(spec: str = "", metadata: str = "") -> str:
    pod = f"{{{metadata}spec: {{{spec}containers: [{{name: a, image: a}}]}}}}"
    return f"deploymentTemplate: {{spec: {{template: {pod}}}}}"


def app_set(more: str, spec: str = "", metadata: str = "") -> str:
    head = "apiVersion: apps.openyurt.io/v1beta1\nkind: YurtAppSet\nmetadata: {name: p}\n"
    return f"{head}spec: {{{more}, workload: {{workloadTemplate: {{{deployment(spec, metadata)}}}}}}}\n"


def old_set(pool: str, spec: str = "") -> str:
    head = "apiVersion: apps.openyurt.io/v1alpha1\nkind: YurtAppSet\nmetadata: {name: p}\n"
    return f"{head}spec: {{topology: {{pools: [{{{pool}}}]}}, workloadTemplate: {{{deployment(spec)}}}}}\n"


def united(subset: str) -> str:
    head = "apiVersion: apps.kruise.io/v1alpha1\nkind: UnitedDeployment\nmetadata: {name: p}\n"
    return f"{head}spec: {{topology: {{subsets: [{{{subset}}}]}}, template: {{{deployment()}}}}}\n"


def daemon(selector: str, spec: str = "", metadata: str = "") -> str:
    head = "apiVersion: apps.openyurt.io/v1alpha1\nkind: YurtAppDaemon\nmetadata: {name: p}\n"
    return f"{head}spec: {{nodepoolSelector: {selector}, workloadTemplate: {{{deployment(spec, metadata)}}}}}\n"


def pod(selector: str, metadata: str = "") -> str:
    head = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p, {metadata}}}\n"
    return f"{head}spec: {{nodeSelector: {{{selector}}}, containers: [{{name: a, image: a}}]}}\n"


def explained(text: str) -> list[tuple[str, str]]:
    """Return verdict and reason for beijing, shanghai and nodes in no pool, as `explain --before` has them."""
    (row,) = workloads(Context(Package([read_manifests(text.encode())]), load_config(None)))
    return [(placement.verdict, placement.reason) for placement in row.placements]


def rules(text: str, spec: dict[str, Any] | None = None) -> list[str]:
    return [result.rule for result in everything(text, spec)]


ELSEWHERE = "pinned elsewhere by its nodepoolSelector"
BY_TERM = "bj's nodeSelectorTerm apps.openyurt.io/nodepool = beijing"
NO_POOL = ("kept-off", "its controller makes pods for NodePools only")
PLACED: dict[str, tuple[str, list[tuple[str, str]], list[str]]] = {
    "a YurtAppDaemon for all pools, whatever nodeSelector and taints say": (
        TAINTED + daemon("{}", "nodeSelector: {apps.openyurt.io/nodepool: shanghai}, "),
        [("may-land", LOST), ("may-land", ""), NO_POOL],
        [UNPROTECTED],
    ),
    "a YurtAppDaemon for some pools": (
        LABELLED + daemon("{matchLabels: {site: b}}"),
        [("kept-off", ELSEWHERE), ("pinned", "by its nodepoolSelector"), ("kept-off", ELSEWHERE)],
        [],
    ),
    "a YurtAppDaemon with a StatefulSet": (
        POOLS + daemon("{}").replace("deploymentT", "statefulSetT"),
        [("kept-off", "its controller makes no pods of it")] * 3,
        [],
    ),
    "v1beta1, a selector of a host-network pool": (
        LABELLED + app_set("nodepoolSelector: {matchLabels: {site: a}}"),
        [("pinned", f"by its nodepoolSelector; {LOST}"), ("kept-off", ELSEWHERE), ("kept-off", ELSEWHERE)],
        [WITHOUT],
    ),
    "v1beta1, a selector of an ordinary pool": (
        LABELLED + app_set("nodepoolSelector: {matchLabels: {site: b}}"),
        [("kept-off", ELSEWHERE), ("pinned", "by its nodepoolSelector"), ("kept-off", ELSEWHERE)],
        [],
    ),
    "v1beta1, the label that the webhook gives NodePools": (
        POOLS.replace("type: Edge\n---", "type: Cloud\n---")
        + app_set("nodepoolSelector: {matchLabels: {nodepool.openyurt.io/type: edge}}"),
        [("pinned", f"by its nodepoolSelector; {LOST}"), ("kept-off", ELSEWHERE), ("kept-off", ELSEWHERE)],
        [WITHOUT],
    ),
    "v1beta1, every pool": (
        POOLS + app_set("nodepoolSelector: {}"),
        [("may-land", LOST), ("may-land", ""), NO_POOL],
        [UNPROTECTED],
    ),
    "v1beta1, a selector that is refused, beside a name": (
        POOLS + app_set("pools: [beijing], nodepoolSelector: {matchExpressions: [{key: a, operator: Gt}]}"),
        [("kept-off", "its controller makes no pods of it")] * 3,
        [],
    ),
    "v1beta1, no pools": (POOLS + app_set("x: y"), [("kept-off", "its controller makes no pods of it")] * 3, []),
    "v1alpha1, by its term": (
        POOLS + old_set(f"name: bj, {IN_BEIJING}"),
        [("pinned", f"by {BY_TERM}; {LOST}"), *[("kept-off", f"pinned elsewhere by {BY_TERM}")] * 2],
        [WITHOUT],
    ),
    "v1alpha1, a name places nothing": (
        POOLS + old_set("name: beijing"),
        [("kept-off", "node affinity whose terms match no node")] * 3,
        [],
    ),
    "v1alpha1, tolerations of the pool": (
        TAINTED + old_set(f"name: bj, tolerations: [{{operator: Exists}}], {IN_BEIJING}", "hostNetwork: true, "),
        [("pinned", f"by {BY_TERM}"), *[("kept-off", f"pinned elsewhere by {BY_TERM}")] * 2],
        [],
    ),
    "v1alpha1, no tolerations": (
        TAINTED + old_set(f"name: bj, {IN_BEIJING}", "hostNetwork: true, "),
        [
            ("conflict", f"pinned here by {BY_TERM}, but kept off by the pool's taint edge:NoSchedule"),
            *[("kept-off", f"pinned elsewhere by {BY_TERM}")] * 2,
        ],
        [],
    ),
    "OpenKruise, by its term": (
        POOLS + united(f"name: bj, {IN_BEIJING}"),
        [("pinned", f"by {BY_TERM}; {LOST}"), *[("kept-off", f"pinned elsewhere by {BY_TERM}")] * 2],
        [WITHOUT],
    ),
    "OpenKruise, a name places nothing": (
        POOLS + united("name: beijing"),
        [("may-land", LOST), ("may-land", ""), ("may-land", "")],
        [UNPROTECTED],
    ),
    "a node label that no host-network pool has": (
        POOLS + pod("nodepool.openyurt.io/type: cloud"),
        [("kept-off", "nodeSelector nodepool.openyurt.io/type = cloud")] * 2 + [("may-land", "")],
        [],
    ),
    "a node label that host-network pools may have": (
        POOLS + pod("nodepool.openyurt.io/type: edge"),
        [("may-land", LOST), ("may-land", ""), ("may-land", "")],
        [UNPROTECTED],
    ),
}


@pytest.mark.parametrize("case", PLACED)
def test_placed(case: str) -> None:
    text, expected, rule = PLACED[case]
    assert explained(text) == expected
    assert [one for one in rules(text) if one in (WITHOUT, UNPROTECTED, UNSATISFIABLE)] == rule


@pytest.mark.parametrize(
    ("affinity", "lands"),
    [
        ("operator: In, values: [edge]", True),
        ("operator: Exists", True),
        ("operator: NotIn, values: [edge]", True),  # no version since 1.5 labels nodes
        ("operator: DoesNotExist", True),
        ("operator: In, values: [cloud]", False),
    ],
)
def test_the_type_of_a_pool_on_its_nodes(affinity: str, lands: bool) -> None:
    """OpenYurt 1.4 writes it, later versions do not: pods are kept off only where both keep them off."""
    term = f"{{matchExpressions: [{{key: nodepool.openyurt.io/type, {affinity}}}]}}"
    required = f"requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{term}]}}"
    text = POOLS + pod("").replace("nodeSelector: {}", f"affinity: {{nodeAffinity: {{{required}}}}}")
    assert explained(text)[0][0] == ("may-land" if lands else "kept-off")
    assert rules(text) == ([UNPROTECTED] if lands else [])


SET = ResourceRef("apps.openyurt.io/v1beta1", "YurtAppSet", "p")
TEMPLATE = "spec.workload.workloadTemplate.deploymentTemplate.spec.template"


def test_chosen_and_without_the_host_network() -> None:
    message = (
        "Without hostNetwork it has no working network there: its nodepoolSelector chooses host-network pool beijing. "
        "Write hostNetwork: true, which makes its ports those of its node, or let it run in other pools."
    )
    text = LABELLED + app_set("nodepoolSelector: {matchLabels: {site: a}}")
    expected = finding("error", WITHOUT, SET, f"{TEMPLATE}.spec.hostNetwork", message, line=17, proposed=True)
    assert found(WITHOUT, text) == [expected]
    assert rules(text, {"exclude": "NonHostNetwork"}) == [WITHOUT]


def test_chosen_and_kept_off() -> None:
    text = LABELLED + app_set("nodepoolSelector: {matchLabels: {site: a}}", metadata=EXCLUDE)
    assert UNSATISFIABLE in rules(text)
    assert UNSATISFIABLE not in rules(text.replace("{site: a}}, w", "{site: b}}, w"))


def test_platform_admins() -> None:
    head = "apiVersion: iot.openyurt.io/{}\nkind: PlatformAdmin\nmetadata: {{name: edgex}}\n"
    message = (
        "The pods that its controller makes have no working network in host-network pool beijing. Name pools that do "
        "not use the host network."
    )
    ref = ResourceRef("iot.openyurt.io/v1alpha2", "PlatformAdmin", "edgex")
    text = POOLS + head.format("v1alpha2") + "spec: {poolName: beijing}\n"
    expected = finding("error", WITHOUT, ref, "spec.poolName", message, line=15, current="beijing")
    assert found(WITHOUT, text) == [expected]
    ref = ResourceRef("iot.openyurt.io/v1beta1", "PlatformAdmin", "edgex")
    text = POOLS + head.format("v1beta1") + "spec: {nodepools: [shanghai, beijing, elsewhere]}\n"
    expected = finding("error", WITHOUT, ref, "spec.nodepools[1]", message, line=15, current="beijing")
    assert found(WITHOUT, text) == [expected]
    assert rules(text.replace("iot.openyurt.io", "example.com")) == []
    assert rules(text.replace("beijing, ", "")) == []
