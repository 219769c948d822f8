"""Rule pool-taint-untolerated: pods bound to pools whose taints keep them off, as explain shows."""

from __future__ import annotations

import pytest

from validators.running import finding, found
from validators.test_port_counts import beta, pool
from validators.test_ports import HOST, IN_BEIJING, POOL, daemons, node, workload
from yurt_hostnet.krm.result import ResourceRef

RULE = "pool-taint-untolerated"
NEEDED = '{key: edge, operator: Equal, value: "yes", effect: NoSchedule}'
SHANGHAI = "apiVersion: apps.openyurt.io/v1beta2\nkind: NodePool\nmetadata: {name: shanghai}\nspec: {type: Edge}\n---\n"
TAINTED = pool() + SHANGHAI
PENDING = "It is bound to pool beijing and stays Pending: it does not tolerate edge=yes:NoSchedule"
REMEDY = f"Add to tolerations {NEEDED}, or let it run in other pools; leave the taint."
EITHER = (
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
    f"[{{matchExpressions: [{{key: {POOL}, operator: In, values: [beijing, shanghai]}}]}}]}}}}}}"
)
EXCLUDED = 'metadata: {annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}, '


def told(text: str) -> list[str]:
    return [one["message"].partition(", which")[0] for one in found(RULE, text)]


def test_whole() -> None:
    toleration = {"key": "edge", "operator": "Equal", "value": "yes", "effect": "NoSchedule"}
    ref, path = ResourceRef("apps/v1", "Deployment", "a"), "spec.template.spec.tolerations"
    message = f"{PENDING}, which all nodes there have. {REMEDY}"
    text = TAINTED + workload("a", IN_BEIJING)
    assert found(RULE, text) == [finding("warning", RULE, ref, path, message, line=10, proposed=[toleration])]
    other = {"key": "x", "operator": "Exists"}
    text = TAINTED + workload("a", IN_BEIJING, "tolerations: [{key: x, operator: Exists}]")
    assert found(RULE, text) == [
        finding("warning", RULE, ref, path, message, line=10, current=[other], proposed=[other, toleration])
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(TAINTED + workload("a", IN_BEIJING), [PENDING], id="nodeSelector"),
        pytest.param(TAINTED + workload("a", f'nodeSelector: {{{HOST}: "true"}}'), [PENDING], id="host-network nodes"),
        pytest.param(
            TAINTED + node("n1") + workload("a", 'nodeSelector: {"kubernetes.io/hostname": n1}'), [PENDING], id="a node"
        ),
        pytest.param(
            TAINTED + daemons(IN_BEIJING), [PENDING.replace("stays Pending", "makes no pod there")], id="a DaemonSet"
        ),
        pytest.param(TAINTED + beta("y"), [PENDING], id="one pool of those for which pods are made"),
        pytest.param(TAINTED + workload("a", IN_BEIJING, f"tolerations: [{NEEDED}]"), [], id="tolerated"),
        pytest.param(
            TAINTED + workload("a", IN_BEIJING, 'tolerations: [{key: edge, value: "no"}]'),
            [PENDING],
            id="another value",
        ),
        pytest.param(TAINTED + pool("rack") + workload("a", IN_BEIJING), [], id="declared twice, with other taints"),
        pytest.param(TAINTED + pool() + workload("a", IN_BEIJING), [PENDING], id="declared twice, with the same"),
        pytest.param(pool('"${KEY}"') + workload("a", IN_BEIJING), [], id="a taint that is not there yet"),
        pytest.param(TAINTED + workload("a", EITHER), [], id="another pool will do"),
        pytest.param(TAINTED + workload("a"), [], id="bound to no pool"),
        pytest.param(TAINTED + daemons(), [], id="a DaemonSet of all pools"),
        pytest.param(TAINTED + workload("a", f"nodeSelector: {{{POOL}: paris}}"), [], id="a pool that nobody declares"),
        pytest.param(TAINTED + workload("a", IN_BEIJING, more="replicas: 0, "), [], id="no pods"),
        pytest.param(pool(effect="PreferNoSchedule") + workload("a", IN_BEIJING), [], id="a wish"),
        pytest.param(
            pool("node.kubernetes.io/unschedulable") + daemons(IN_BEIJING), [], id="what a DaemonSet tolerates itself"
        ),
        pytest.param(
            pool("node.kubernetes.io/unschedulable") + workload("a", IN_BEIJING),
            [PENDING.replace("edge", "node.kubernetes.io/unschedulable")],
            id="and a Deployment does not",
        ),
        pytest.param(TAINTED + node("n1") + workload("a", "nodeName: n1"), [], id="no scheduler looks at nodeName"),
        pytest.param(
            pool(effect="NoExecute") + node("n1") + workload("a", "nodeName: n1"),
            [PENDING.replace("NoSchedule", "NoExecute")],
            id="the kubelet does, at NoExecute",
        ),
        pytest.param(
            TAINTED + workload("a", IN_BEIJING).replace("{spec: {hostN", f"{{{EXCLUDED}spec: {{hostN"),
            [],
            id="kept off anyway",
        ),
        pytest.param(
            TAINTED
            + beta(
                "y",
                "{pools: [beijing], tweaks: {patches: [{operation: add, path: "
                "/spec/template/spec/tolerations, value: [{operator: Exists}]}]}}",
            ),
            [],
            id="a tweak brings the toleration",
        ),
    ],
)
def test_what_is_bound_to_a_tainted_pool(text: str, expected: list[str]) -> None:
    assert told(text) == expected


def test_who_follows_the_remedy_has_no_finding_any_more() -> None:
    for text in (TAINTED + workload("a", IN_BEIJING), pool(effect="NoExecute") + daemons(IN_BEIJING)):
        [one] = found(RULE, text)
        wanted = one["message"].partition("Add to tolerations ")[2].partition(", or let")[0]
        assert found(RULE, text.replace("hostNetwork: true, ", f"hostNetwork: true, tolerations: [{wanted}], ")) == []
