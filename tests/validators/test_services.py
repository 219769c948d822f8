"""The rule cluster-service-unreachable: pods of host-network pools that are told to use a Service."""

from __future__ import annotations

import pytest

from validators.running import POOLS, finding, found
from yurt_hostnet.krm.result import ResourceRef

RULE = "cluster-service-unreachable"
SERVICE = (
    "apiVersion: v1\nkind: Service\nmetadata: {name: api, namespace: shop}\n"
    "spec: {ports: [{port: 80}, {port: x}]}\n---\n"
)
REMEDY = "Give it an address that works there: a node with a hostPort or NodePort, or a name outside of the cluster."
REF = ResourceRef("apps/v1", "Deployment", "web", "shop")


def workload(container: str, spec: str = "nodeSelector: {apps.openyurt.io/nodepool: beijing}") -> str:
    return (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\nspec:\n  template:\n"
        f"    spec: {{hostNetwork: true, {spec}, containers: [{{name: a, image: 'example.com/a:1', {container}}}]}}\n"
    )


def test_each_text_that_names_one_is_told_once() -> None:
    args = "args: ['--a=http://api/', 'b.shop.svc b.shop.svc c.shop.svc'], env: [{name: A, value: 'api:80'}]"
    path = "spec.template.spec.containers[0]."
    names = {
        "env[0].value": ("api", "api:80"),
        "args[0]": ("api", "--a=http://api/"),
        "args[1]": ("b.shop.svc, c.shop.svc", "b.shop.svc b.shop.svc c.shop.svc"),
    }
    tie = "it is pinned to host-network pool beijing"
    expected = [
        finding(
            "warning",
            RULE,
            REF,
            path + field,
            f"{name} is a Service, which cannot be reached from a host-network pool, and {tie}. {REMEDY}",
            line=20,
            current=text,
        )
        for field, (name, text) in names.items()
    ]
    assert found(RULE, POOLS + SERVICE + workload(args)) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(SERVICE + workload("args: ['http://api/']", "dnsPolicy: Default"), id="not of the pool"),
        pytest.param(
            SERVICE + workload("args: ['http://api/']", "nodeSelector: {apps.openyurt.io/nodepool: shanghai}"),
            id="of an ordinary pool",
        ),
        pytest.param(workload("args: ['http://api/']"), id="no Service of that name"),
        pytest.param(SERVICE.replace("v1", "serving.knative.dev/v1") + workload("args: ['http://api/']"), id="another"),
        pytest.param(
            workload(
                "args: [a.shop.svc]",
                "nodeSelector: {apps.openyurt.io/nodepool: beijing}, "
                "hostAliases: [{ip: 192.0.2.1, hostnames: [a.shop.svc]}]",
            ),
            id="an alias of its own",
        ),
    ],
)
def test_what_is_left_alone(text: str) -> None:
    assert found(RULE, POOLS + text) == []
