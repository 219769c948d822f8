"""The rule load-balancer-speaker: MetalLB and kube-vip on nodes that pass no traffic of Services on."""

from __future__ import annotations

from typing import Any

import pytest

from validators.running import POOLS, finding, found
from yurt_hostnet.krm.result import ResourceRef

RULE = "load-balancer-speaker"
KEY = "apps.openyurt.io/exclude-host-network-pool"
REF = ResourceRef("apps/v1", "DaemonSet", "announcer", "lb")
METALLB = "app: metallb, component: speaker"
CHART = "app.kubernetes.io/name: metallb, app.kubernetes.io/component: speaker"
VIP = "app.kubernetes.io/name: kube-vip-ds"
ENV = '[{name: cp_enable, value: "true"}, {name: svc_enable, value: "true"}]'
SERVICES = f"image: ghcr.io/kube-vip/kube-vip:v1.0.1, env: {ENV}"


def speaker(labels: str = METALLB, container: str = "image: quay.io/metallb/speaker:v0.15.2", more: str = "") -> str:
    return (
        "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: announcer, namespace: lb}\nspec:\n  template:\n"
        f"    metadata: {{labels: {{{labels}}}}}\n"
        f"    spec: {{hostNetwork: true, {more}containers: [{{name: c, {container}}}]}}\n"
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param(speaker(), "MetalLB", id="MetalLB's manifest"),
        pytest.param(speaker(CHART), "MetalLB", id="MetalLB's chart"),
        pytest.param(speaker(VIP, SERVICES), "kube-vip", id="kube-vip"),
        pytest.param(
            speaker(VIP, "image: x/kube-vip, args: [manager, --arp, --services]"), "kube-vip", id="kube-vip by flags"
        ),
        pytest.param(speaker(more="nodeSelector: {apps.openyurt.io/nodepool: beijing}, "), "MetalLB", id="bound there"),
    ],
)
def test_a_speaker_that_lands_there(text: str, name: str) -> None:
    message = (
        f"{name} may announce addresses from beijing, where no kube-proxy passes traffic on. "
        f'Annotate its pod template {KEY}: "true".'
    )
    expected = finding("warning", RULE, REF, "spec.template.spec", message, line=POOLS.count("\n"))
    assert found(RULE, POOLS + text) == [expected]


def annotated(value: str) -> str:
    return speaker().replace("metadata: {labels:", f'metadata: {{annotations: {{{KEY}: "{value}"}}, labels:')


CONTROL_PLANE = (
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: "
    "[{key: node-role.kubernetes.io/control-plane, operator: Exists}]}]}}}, "
)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        pytest.param(speaker("app: metallb, component: controller"), {}, id="the controller"),
        pytest.param(speaker("app: metallb, component: speaker-exporter"), {}, id="an exporter"),
        pytest.param(speaker("component: speaker"), {}, id="another speaker"),
        pytest.param(speaker(VIP, SERVICES.replace("svc_enable", "svc_election")), {}, id="control plane only"),
        pytest.param(speaker(VIP, SERVICES.replace("kube-vip:", "kube-vip-cloud-provider:")), {}, id="another image"),
        pytest.param(speaker(VIP, "env: {svc_enable: x}, args: --services, image: 3"), {}, id="odd shapes"),
        pytest.param(speaker(VIP, SERVICES, CONTROL_PLANE), {}, id="on the control plane"),
        pytest.param(annotated("true"), {}, id="annotated true"),
        pytest.param(annotated("false"), {}, id="annotated false"),
        pytest.param(speaker(more="nodeSelector: {apps.openyurt.io/nodepool: shanghai}, "), {}, id="bound elsewhere"),
        pytest.param(
            speaker(),
            {"infrastructure": {"extra": [{"name": "lb", "podLabels": {"app": "metallb"}}]}},
            id="isolated by extra",
        ),
        pytest.param(speaker(), {"infrastructure": {"isolate": ["PodNetwork"]}}, id="kube-proxy is not kept off"),
        pytest.param(speaker(), {"rules": [{"rule": RULE, "severity": "Off", "reason": "ours"}]}, id="off"),
        pytest.param(speaker(more="affinity: [], "), {}, id="affinity that cannot be read"),
        pytest.param(
            speaker().replace("apps/v1", "apps.openyurt.io/v1alpha1").replace("DaemonSet", "YurtStaticSet"),
            {},
            id="a static pod",
        ),
    ],
)
def test_what_is_left_alone(text: str, spec: dict[str, Any]) -> None:
    assert found(RULE, POOLS + text, spec) == []


def test_without_a_host_network_pool() -> None:
    assert found(RULE, POOLS.replace("hostNetwork: true", "hostNetwork: false") + speaker()) == []
