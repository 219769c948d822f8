"""The rules about pods in host-network pools: what each finds, whole, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, everything, finding, found
from yurt_hostnet.krm.result import UNSET, ResourceRef

KEY = "apps.openyurt.io/exclude-host-network-pool"
POOL, HOST = "apps.openyurt.io/nodepool", "nodepool.openyurt.io/hostnetwork"
REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
WITHOUT = "pool-pod-without-hostnetwork"
UNSATISFIABLE = "exclude-unsatisfiable"
DNS = "dns-policy-unreachable"
UNPROTECTED = "unprotected-pod"

IN_BEIJING = f"nodeSelector: {{{POOL}: beijing}}"
NODE = f"apiVersion: v1\nkind: Node\nmetadata: {{name: n1, labels: {{{POOL}: beijing}}}}\n---\n"
ANNOTATED = f'annotations: {{{KEY}: "true"}}'
DEPLOYMENT = ResourceRef("apps/v1", "Deployment", "web")
SPEC = "spec.template.spec"


def affinity(*requirements: str) -> str:
    """Return node affinity with one term for each requirement."""
    terms = ", ".join(f"{{matchExpressions: [{{{requirement}}}]}}" for requirement in requirements)
    return f"affinity: {{nodeAffinity: {{{REQUIRED}: {{nodeSelectorTerms: [{terms}]}}}}}}"


def workload(*spec: str, kind: str = "Deployment", metadata: str = "", group: str = "apps/v1") -> str:
    inner = ", ".join([*spec, "containers: [{name: a, image: a}]"])
    template = f"template: {{metadata: {{{metadata}}}, spec: {{{inner}}}}}"
    return f"apiVersion: {group}\nkind: {kind}\nmetadata: {{name: web}}\nspec: {{{template}}}\n"


def app_set(pools: str, metadata: str = "", more: str = "") -> str:
    template = f"template: {{metadata: {{{metadata}}}, spec: {{containers: [{{name: a, image: a}}]}}}}"
    workload_ = f"workloadTemplate: {{deploymentTemplate: {{spec: {{{template}}}}}}}{more}"
    head = "apiVersion: apps.openyurt.io/v1beta1\nkind: YurtAppSet\nmetadata: {name: web}\n"
    return f"{head}spec: {{pools: [{pools}], workload: {{{workload_}}}}}\n"


def app_daemon(metadata: str) -> str:
    template = f"template: {{metadata: {{{metadata}}}, spec: {{containers: [{{name: a, image: a}}]}}}}"
    head = "apiVersion: apps.openyurt.io/v1alpha1\nkind: YurtAppDaemon\nmetadata: {name: web}\n"
    return f"{head}spec: {{workloadTemplate: {{deploymentTemplate: {{spec: {{{template}}}}}}}}}\n"


TWEAK = "{{pools: [beijing], tweaks: {{patches: [{{path: {0}, operation: add, value: true}}]}}}}"
PINNED = "it is pinned to host-network pool beijing"
TIES = {
    "nodeSelector": (IN_BEIJING, PINNED),
    "affinity": (affinity(f"key: {POOL}, operator: In, values: [beijing]"), PINNED),
    "label of the nodes": (f'nodeSelector: {{{HOST}: "true"}}', f'it is pinned to nodes with {HOST}: "true"'),
    "label of the nodes, whatever its value": (
        affinity(f"key: {HOST}, operator: Exists"),
        f'it is pinned to nodes with {HOST}: "true"',
    ),
    "label of the nodes, with others": (
        affinity(f'key: {HOST}, operator: In, values: ["true", "yes"]'),
        f'it is pinned to nodes with {HOST}: "true"',
    ),
    "nodeName": ("nodeName: n1", "it is bound to node n1 of host-network pool beijing"),
    "hostname": ("nodeSelector: {kubernetes.io/hostname: n1}", "it is bound to node n1 of host-network pool beijing"),
}
TIED = [pytest.param(spec, tie, id=name) for name, (spec, tie) in TIES.items()]


def without(tie: str, current: Any = UNSET) -> dict[str, Any]:
    message = (
        f"Without hostNetwork it has no working network there: {tie}. "
        "Write hostNetwork: true, which makes its ports those of its node, or let it run in other pools."
    )
    path = f"{SPEC}.hostNetwork"
    return finding("error", WITHOUT, DEPLOYMENT, path, message, line=19, current=current, proposed=True)


@pytest.mark.parametrize(("spec", "tie"), TIED)
def test_a_pod_of_the_pool_without_host_network(spec: str, tie: str) -> None:
    assert found(WITHOUT, POOLS + NODE + workload(spec)) == [without(tie)]


@pytest.mark.parametrize("config", [{}, {"exclude": "NonHostNetwork"}], ids=["Annotated", "NonHostNetwork"])
def test_a_pool_from_the_configuration(config: dict[str, Any]) -> None:
    spec = {**config, "pools": [{"name": "beijing", "hostNetwork": True}]}
    expected = {**without(PINNED, current=False), "line": 1}
    assert found(WITHOUT, workload(IN_BEIJING, "hostNetwork: false"), spec) == [expected]


@pytest.mark.parametrize(
    "more",
    [
        "",
        f", workloadTweaks: [{TWEAK.format('/spec/replicas')}]",
        f", workloadTweaks: [{TWEAK.format('/spec/template/spec/hostNetwork').replace('beijing', 'shanghai')}]",
    ],
    ids=["plain", "another tweak", "a tweak for another pool"],
)
@pytest.mark.parametrize("selector", ["", "nodepoolSelector: {matchLabels: {region: north}}, "])
def test_a_workload_for_each_pool_without_host_network(more: str, selector: str) -> None:
    message = (
        "Without hostNetwork it has no working network there: its workload names host-network pool beijing. "
        "Write hostNetwork: true, which makes its ports those of its node, or let it run in other pools."
    )
    ref = ResourceRef("apps.openyurt.io/v1beta1", "YurtAppSet", "web")
    path = "spec.workload.workloadTemplate.deploymentTemplate.spec.template.spec.hostNetwork"
    expected = finding("error", WITHOUT, ref, path, message, line=15, proposed=True)
    text = app_set("shanghai, beijing", more=more).replace("spec: {pools", f"spec: {{{selector}pools")
    assert found(WITHOUT, POOLS + text) == [expected]
    assert [row["resourceRef"] for row in found(WITHOUT, POOLS + text, {"exclude": "NonHostNetwork"})] == [
        ref.to_dict()
    ]


def test_an_override_of_an_operator_has_no_host_network() -> None:
    text = (
        "apiVersion: operator.tigera.io/v1\nkind: Installation\nmetadata: {name: default}\nspec:\n"
        f"  calicoKubeControllersDeployment: {{spec: {{template: {{spec: {{{IN_BEIJING}}}}}}}}}\n"
        f"  typhaDeployment: {{spec: {{template: {{spec: {{{IN_BEIJING}}}}}}}}}\n"
    )
    path = "spec.calicoKubeControllersDeployment.spec.template.spec"
    message = f"Without hostNetwork it has no working network there: {PINNED}. Let it run in other pools."
    ref = ResourceRef("operator.tigera.io/v1", "Installation", "default")
    expected = finding("error", WITHOUT, ref, path, message, line=15)
    assert found(WITHOUT, POOLS + text, {"infrastructure": {"isolate": []}}) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(workload("hostNetwork: true", IN_BEIJING), id="host network"),
        pytest.param(workload(f"nodeSelector: {{{POOL}: shanghai}}"), id="ordinary pool"),
        pytest.param(workload(f"nodeSelector: {{{POOL}: paris}}"), id="pool not known"),
        pytest.param(workload(), id="anywhere"),
        pytest.param(
            workload(affinity(f"key: {POOL}, operator: In, values: [beijing, shanghai]")), id="one of two pools"
        ),
        pytest.param(
            workload(affinity(f"key: {POOL}, operator: In, values: [beijing]", "key: disk, operator: Exists")),
            id="another term allows other nodes",
        ),
        pytest.param(workload(affinity(f"key: {POOL}, operator: NotIn, values: [shanghai]")), id="a negative match"),
        pytest.param(
            workload(
                f"affinity: {{nodeAffinity: {{preferredDuringSchedulingIgnoredDuringExecution: [{{weight: 1, "
                f"preference: {{matchExpressions: [{{key: {POOL}, operator: In, values: [beijing]}}]}}}}]}}}}"
            ),
            id="preferred only",
        ),
        pytest.param(workload("nodeName: n2"), id="a node that nobody declared"),
        pytest.param(workload(IN_BEIJING, metadata=ANNOTATED), id="excluded as well: exclude-unsatisfiable"),
        pytest.param(
            workload(IN_BEIJING, kind="YurtStaticSet", group="apps.openyurt.io/v1alpha1"), id="static pods go elsewhere"
        ),
        pytest.param(
            app_set("beijing, shanghai", more=f", workloadTweaks: [{TWEAK.format('/spec/template/spec/hostNetwork')}]"),
            id="a tweak sets it",
        ),
        pytest.param(
            app_set(
                "beijing",
                more=f", workloadTweaks: [{TWEAK.format('/spec/template/spec/hostNetwork')}]".replace(
                    "pools: [beijing]", "nodepoolSelector: {}"
                ),
            ),
            id="a tweak for any pool sets it",
        ),
        pytest.param(
            workload(IN_BEIJING, affinity(f"key: {HOST}, operator: DoesNotExist")), id="kept off as well: unsatisfiable"
        ),
    ],
)
def test_without_near_misses(text: str) -> None:
    assert found(WITHOUT, POOLS + NODE + text) == []


def unsatisfiable(reason: str, tie: str, path: str, remedy: str, current: Any = UNSET) -> dict[str, Any]:
    message = f"It is kept off host-network pools, because {reason}; but {tie}, so there it can never run. {remedy}"
    return finding("error", UNSATISFIABLE, DEPLOYMENT, path, message, line=19, current=current)


BY_ANNOTATION = f'its annotation {KEY} is "true"'


@pytest.mark.parametrize(("spec", "tie"), TIED)
def test_annotated_and_bound_to_the_pool(spec: str, tie: str) -> None:
    path = f"spec.template.metadata.annotations[{KEY}]"
    remedy = "Remove what binds it to the pool, or, if it belongs there, the annotation"
    for network, more in (("hostNetwork: true", "."), ("x: y", ", and write hostNetwork: true.")):
        text = POOLS + NODE + workload(network, spec, metadata=ANNOTATED)
        assert found(UNSATISFIABLE, text) == [unsatisfiable(BY_ANNOTATION, tie, path, remedy + more, "true")]


@pytest.mark.parametrize(
    "requirement",
    [
        f'key: {HOST}, operator: NotIn, values: ["true"]',
        f'key: {HOST}, operator: NotIn, values: ["false", "true"]',
        f"key: {HOST}, operator: DoesNotExist",
        f'key: {HOST}, operator: In, values: ["false"]',
    ],
)
def test_kept_off_by_its_own_affinity(requirement: str) -> None:
    spec = affinity(requirement)
    path, remedy = f"{SPEC}.affinity.nodeAffinity", "Remove what binds it to the pool, or, if it belongs there, that"
    remedy += " requirement, and write hostNetwork: true."
    expected = unsatisfiable("its own node affinity says so", PINNED, path, remedy)
    assert found(UNSATISFIABLE, POOLS + NODE + workload(IN_BEIJING, spec)) == [expected]


DNS_SERVER = workload(IN_BEIJING, metadata="labels: {k8s-app: kube-dns}").replace(
    "image: a", "image: example.com/coredns:1"
)


def test_infrastructure_of_the_pool() -> None:
    reason = "coredns is a part that needs the pod network (pod label k8s-app=kube-dns)"
    remedy = "Remove what binds it, or list it in functionConfig under infrastructure.keep."
    text = POOLS + NODE + DNS_SERVER
    assert found(UNSATISFIABLE, text) == [unsatisfiable(reason, PINNED, SPEC, remedy)]
    kept = {"infrastructure": {"keep": [{"name": "web", "reason": "serves the pool"}]}}
    assert found(UNSATISFIABLE, text, kept) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(workload(IN_BEIJING, "hostNetwork: true"), id="not excluded"),
        pytest.param(workload(f"nodeSelector: {{{POOL}: shanghai}}", metadata=ANNOTATED), id="ordinary pool"),
        pytest.param(workload(f"nodeSelector: {{{POOL}: paris}}", metadata=ANNOTATED), id="pool not known"),
        pytest.param(
            workload(affinity(f"key: {POOL}, operator: In, values: [beijing, shanghai]"), metadata=ANNOTATED),
            id="one of two pools",
        ),
        pytest.param(app_set("shanghai", ANNOTATED), id="topology of ordinary pools"),
    ],
)
def test_unsatisfiable_near_misses(text: str) -> None:
    assert found(UNSATISFIABLE, POOLS + NODE + text) == []


ON_HOST = ("hostNetwork: true", "dnsPolicy: ClusterFirstWithHostNet")


def dns(tie: str, remedy: str, kind: str = "Deployment", proposed: Any = UNSET) -> dict[str, Any]:
    message = f"The cluster's DNS cannot be reached from a host-network pool, and {tie}. {remedy}"
    ref, path = ResourceRef("apps/v1", kind, "web"), f"{SPEC}.dnsPolicy"
    return finding("warning", DNS, ref, path, message, line=19, current="ClusterFirstWithHostNet", proposed=proposed)


@pytest.mark.parametrize(("spec", "tie"), TIED)
def test_cluster_dns_in_the_pool(spec: str, tie: str) -> None:
    expected = dns(tie, "Write dnsPolicy: Default, or None with a dnsConfig.", proposed="Default")
    assert found(DNS, POOLS + NODE + workload(*ON_HOST, spec)) == [expected]


@pytest.mark.parametrize("spec", ["x: y", "nodeSelector: {kubernetes.io/os: linux}"])
def test_cluster_dns_on_every_node(spec: str) -> None:
    """Its pods on ordinary nodes would lose the cluster's DNS, so that is not what is proposed."""
    remedy = (
        f'For each kind of pool write one of its own: this one with {KEY}: "true" on its pod template, and one for '
        "host-network pools with dnsPolicy: Default."
    )
    expected = dns("it runs on every node of host-network pool beijing", remedy, "DaemonSet")
    assert found(DNS, POOLS + NODE + workload(*ON_HOST, spec, kind="DaemonSet")) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(workload(*ON_HOST), id="may go anywhere"),
        pytest.param(workload("hostNetwork: true", "dnsPolicy: ClusterFirst", IN_BEIJING), id="ClusterFirst"),
        pytest.param(workload("dnsPolicy: ClusterFirstWithHostNet", IN_BEIJING), id="not on the host network"),
        pytest.param(workload(*ON_HOST, kind="DaemonSet", metadata=ANNOTATED), id="a DaemonSet kept off"),
        pytest.param(workload(*ON_HOST, "nodeSelector: {gpu: x}", kind="DaemonSet"), id="a DaemonSet of some nodes"),
        pytest.param(
            workload(*ON_HOST, f"nodeSelector: {{{POOL}: shanghai}}", kind="DaemonSet"), id="a DaemonSet elsewhere"
        ),
    ],
)
def test_dns_near_misses(text: str) -> None:
    assert found(DNS, POOLS + NODE + text) == []


def test_several_pools_and_nodes() -> None:
    spec = {"pools": [{"name": "chengdu", "hostNetwork": True}]}
    nodes = NODE + NODE.replace("n1", "n2").replace("beijing", "chengdu")
    pools = workload(affinity(f"key: {POOL}, operator: In, values: [beijing, chengdu]"))
    names = workload(affinity("key: kubernetes.io/hostname, operator: In, values: [n1, n2]"))
    ties = ["it is pinned to host-network pools", "it is bound to nodes n1, n2 of host-network pools"]
    for text, tie in zip((pools, names), ties, strict=True):
        messages = [result["message"] for result in found(WITHOUT, POOLS + nodes + text, spec)]
        assert messages == [without(f"{tie} beijing, chengdu")["message"]]


@pytest.mark.parametrize(("spec", "tie"), TIED)
def test_what_ties_pods_keeps_them_from_being_excluded(spec: str, tie: str) -> None:
    results = everything(POOLS + NODE + workload(spec), {"exclude": "NonHostNetwork"})
    rules = {result.rule for result in results if result.severity == "error" or result.rule == "exclude-pods"}
    assert rules == {WITHOUT}
    assert tie in next(result.message for result in results if result.rule == WITHOUT)


def test_a_pod_bound_to_one_of_many_nodes() -> None:
    nodes = "".join(NODE.replace("n1", f"n{number}") for number in range(100))
    (one,) = found(WITHOUT, POOLS + nodes + workload("nodeName: n7"))
    assert one["message"] == without("it is bound to node n7 of host-network pool beijing")["message"]


def unprotected(names: str) -> dict[str, Any]:
    number = names.count(",") + 1
    message = (
        f"Without host network, {number} workload{'s' * (number > 1)} may land on host-network pools (beijing): "
        f'{names}. Annotate their pod templates {KEY}: "true", or set exclude: NonHostNetwork.'
    )
    return finding("info", UNPROTECTED, None, "", message, line=0)


def pods(*names: str) -> str:
    head = "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {0}}}\nspec: {{containers: [{{name: a, image: a}}]}}\n"
    return "".join(head.format(name) for name in names)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(workload(), "Deployment web", id="one"),
        pytest.param(workload(kind="DaemonSet") + pods("a", "b"), "DaemonSet web, Pod a, Pod b", id="one line in all"),
        pytest.param(pods(*"abcdefg"), "Pod a, Pod b, Pod c, Pod d, Pod e, Pod f, Pod g", id="many"),
        pytest.param(workload("nodeSelector: {disk: ssd}"), "Deployment web", id="a label that nodes may have"),
        pytest.param(
            workload(affinity(f"key: {POOL}, operator: In, values: [beijing, shanghai]")), "Deployment web", id="pools"
        ),
    ],
)
def test_unprotected_pods(text: str, names: str) -> None:
    assert found(UNPROTECTED, POOLS + text) == [unprotected(names)]


def test_unprotected_pods_have_their_places() -> None:
    """All of them, also beyond those that a message would name, and each once."""
    text = POOLS + pods(*"abcdefgh") + pods("a")
    (result,) = [result for result in everything(text) if result.rule == UNPROTECTED]
    assert [(str(ref), origin.line) for ref, origin in result.related] == [
        (f"Pod {name}", 16 + 5 * number) for number, name in enumerate("abcdefgh")
    ]


@pytest.mark.parametrize(
    ("spec", "tells_infos", "expected"),
    [
        pytest.param({}, True, 1, id="shown"),
        pytest.param({}, False, 0, id="not shown"),
        pytest.param(
            {"rules": [{"rule": UNPROTECTED, "severity": "Warning", "reason": "x"}]}, False, 1, id="a warning"
        ),
        pytest.param(
            {"rules": [{"rule": UNPROTECTED, "except": [{"name": "b"}], "reason": "x"}]}, False, 1, id="except"
        ),
    ],
)
def test_a_package_is_not_read_for_an_info_that_nobody_sees(
    spec: dict[str, Any], expected: int, *, tells_infos: bool
) -> None:
    results = everything(POOLS + pods(*"ab"), spec, tells_infos=tells_infos)
    assert [result.rule for result in results] == [UNPROTECTED] * expected


def test_log_agents_with_every_pod_excluded() -> None:
    """They have work there, so nothing keeps them off; those without the host network are named."""
    agent = "metadata: {{name: {0}}}\nspec: {{template: {{metadata: {{labels: {{app: fluentd}}}}, spec: {{{1}}}}}}}\n"
    head = "---\napiVersion: apps/v1\nkind: DaemonSet\n"
    text = "".join(
        head + agent.format(name, f"{more}containers: [{{name: a, image: a}}]")
        for name, more in (
            ("a", ""),
            ("b", "hostNetwork: true, "),
            ("c", f"{affinity(f'key: {HOST}, operator: DoesNotExist')}, "),
        )
    )
    message = (
        f"Without host network, 1 workload may land on host-network pools (beijing): DaemonSet a. Annotate their pod "
        f'templates {KEY}: "true".'
    )
    everyone = {"exclude": "NonHostNetwork"}
    assert found(UNPROTECTED, POOLS + text, everyone) == [finding("info", UNPROTECTED, None, "", message, line=0)]
    assert found("exclude-pods", POOLS + text, everyone) == []


@pytest.mark.parametrize("config", [{}, {"exclude": "NonHostNetwork"}], ids=["Annotated", "NonHostNetwork"])
def test_a_device_plugin_needs_no_network(config: dict[str, Any]) -> None:
    socket = "volumes: [{name: s, hostPath: {path: /var/lib/kubelet/device-plugins}}], containers: [{image: a}]"
    plugin = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: gpu}\n"
    text = f"{plugin}spec: {{template: {{metadata: {{labels: {{app: gpu}}}}, spec: {{{socket}}}}}}}\n"
    assert everything(POOLS + text, config) == []


def test_a_log_agent_by_its_volumes_is_named_with_every_pod_excluded() -> None:
    logs = "volumes: [{name: s, hostPath: {path: /var/log/pods/}}], containers: [{image: a}]"
    agent = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: logs}\n"
    text = f"{agent}spec: {{template: {{metadata: {{labels: {{app: logs}}}}, spec: {{{logs}}}}}}}\n"
    message = (
        "Without host network, 1 workload may land on host-network pools (beijing): DaemonSet logs. Annotate their "
        f'pod templates {KEY}: "true".'
    )
    expected = finding("info", UNPROTECTED, None, "", message, line=0)
    assert found(UNPROTECTED, POOLS + text, {"exclude": "NonHostNetwork"}) == [expected]


@pytest.mark.parametrize("config", [{}, {"exclude": "NonHostNetwork"}], ids=["Annotated", "NonHostNetwork"])
def test_workloads_that_use_the_host_network_in_some_pools(config: dict[str, Any]) -> None:
    """What keeps the pods of all pools off would leave those pending that may stay."""
    tweak = f", workloadTweaks: [{TWEAK.format('/spec/template/spec/hostNetwork')}]"
    tweaked = app_set("", more=tweak).replace("pools: [], ", "nodepoolSelector: {matchLabels: {a: b}}, ")
    template = "spec: {template: {spec: {containers: [{name: a, image: a}]}}}"
    united = (
        "---\napiVersion: apps.kruise.io/v1alpha1\nkind: UnitedDeployment\nmetadata: {name: web}\nspec:\n"
        f"  template: {{deploymentTemplate: {{{template}}}}}\n"
        "  topology: {subsets: [{name: b, patch: {spec: {hostNetwork: true}}}]}\n"
    )
    text = POOLS + tweaked + united
    assert [found(rule, text, config) for rule in (UNPROTECTED, WITHOUT, "exclude-pods")] == [[], [], []]
    rule = "exclude-pods" if config else UNPROTECTED
    for none in (
        text.replace("hostNetwork: true}}}]", "}}}]").replace("/hostNetwork,", "/hostPID,"),
        text.replace("hostNetwork: true}}}]", "hostNetwork: false}}}]").replace("value: true", "value: false"),
        text.replace("hostNetwork: true}}}]", "hostNetwork: null}}}]").replace("operation: add", "operation: remove"),
        text.replace("{spec: {hostNetwork: true}}", "{}").replace("pools: [beijing], t", "pools: [shanghai], t"),
    ):
        assert none.count("ostNetwork: true") == 1
        assert len(found(rule, none, config)) == (2 if config else 1)


@pytest.mark.parametrize(
    ("names", "excepted", "expected"),
    [
        pytest.param("ab", "a", [unprotected("Pod b")], id="one of two"),
        pytest.param("a", "a", [], id="the only one"),
        pytest.param("abcdefg", "ab", [unprotected("Pod c, Pod d, Pod e, Pod f, Pod g")], id="the rest can be named"),
        pytest.param("abcdefgh", "g", [unprotected("Pod a, Pod b, Pod c, Pod d, Pod e, Pod f, Pod h")], id="of many"),
    ],
)
def test_unprotected_exceptions(names: str, excepted: str, expected: list[dict[str, Any]]) -> None:
    spec = {"rules": [{"rule": UNPROTECTED, "except": [{"name": name} for name in excepted], "reason": "x"}]}
    assert found(UNPROTECTED, POOLS + pods(*names), spec) == expected
    assert found("config", POOLS + pods(*names), spec) == []


def test_unprotected_exception_in_vain() -> None:
    spec = {"rules": [{"rule": UNPROTECTED, "except": [{"name": "web"}, {"name": "b"}], "reason": "x"}]}
    text = POOLS + workload("hostNetwork: true") + pods("b")
    assert found(UNPROTECTED, text, spec) == []
    (vain,) = found("config", text, spec)
    assert vain["message"].startswith("The exception of rule unprotected-pod for web matches no finding.")


TAINTED = POOLS.replace("hostNetwork: true", "hostNetwork: true\n  taints: [{key: edge, value: x, effect: NoSchedule}]")


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        pytest.param(POOLS + workload("hostNetwork: true"), {}, id="host network"),
        pytest.param(POOLS + workload(metadata=ANNOTATED), {}, id="annotated"),
        pytest.param(POOLS + app_daemon(ANNOTATED), {}, id="annotated, and only the webhook can do it"),
        pytest.param(POOLS + workload(metadata=f'annotations: {{{KEY}: "false"}}'), {}, id="meant to go there"),
        pytest.param(POOLS + workload(f"nodeSelector: {{{POOL}: shanghai}}"), {}, id="ordinary pool"),
        pytest.param(POOLS + workload(IN_BEIJING), {}, id="bound to the pool: an error of its own"),
        pytest.param(POOLS + workload(affinity(f"key: {HOST}, operator: DoesNotExist")), {}, id="its own affinity"),
        pytest.param(POOLS + workload(), {"exclude": "NonHostNetwork"}, id="all are excluded"),
        pytest.param(POOLS.replace("true", "false") + workload(), {}, id="no host-network pool"),
        pytest.param(workload(), {}, id="no pools"),
        pytest.param(TAINTED + workload(), {}, id="the pool's taint"),
        pytest.param(POOLS + app_set("shanghai"), {}, id="topology of ordinary pools"),
        pytest.param(POOLS + "apiVersion: v1\nkind: ConfigMap\ndata: {a: containers image}\n", {}, id="no pods"),
    ],
)
def test_unprotected_near_misses(text: str, spec: dict[str, Any]) -> None:
    assert found(UNPROTECTED, text, spec) == []


@pytest.mark.parametrize(
    "toleration", ["{operator: Exists}", "{key: edge, operator: Exists}", "{key: edge, value: x, effect: NoSchedule}"]
)
def test_a_taint_that_is_tolerated(toleration: str) -> None:
    assert found(UNPROTECTED, TAINTED + workload(f"tolerations: [{toleration}]")) == [unprotected("Deployment web")]


@pytest.mark.parametrize(
    "toleration", ["{key: other, operator: Exists}", "{key: edge, value: y}", "{operator: Exists, effect: NoExecute}"]
)
def test_a_taint_that_is_not_tolerated(toleration: str) -> None:
    assert found(UNPROTECTED, TAINTED + workload(f"tolerations: [{toleration}]")) == []
