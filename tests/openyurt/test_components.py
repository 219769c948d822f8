"""Which pod templates are network components, which only look like one, and that no word is missing."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from yurt_hostnet.kube.pod_template import PodTemplate
from yurt_hostnet.kube.workloads import missing_templates
from yurt_hostnet.openyurt.component_table import (
    CLASSES,
    COMPONENT_WORDS,
    COMPONENTS,
    CONTROLLERS,
    EXTRA,
    MUST_STAY,
    MUST_STAY_HOST_PATHS,
    MUST_STAY_LABELS,
    NODE_AGENTS,
    ONLY_OFF_HOST,
    ONLY_WITH_CONTAINER,
    OPERATOR_COMPONENTS,
    POD_NETWORK,
)
from yurt_hostnet.openyurt.components import (
    Component,
    ExtraRows,
    component_of,
    is_device_plugin,
    is_image_of,
    serves_any_node,
    words_of_any_node,
)


def labels_of(wanted: Any) -> Any:
    return dict(part.split("=") for part in wanted.split(","))


def workload(name: Any, labels: Any, image: Any = "example.com/other:1", host_path: Any = None) -> Any:
    spec = {"containers": [{"name": "c", "image": image}]}
    if host_path:
        spec["volumes"] = [{"name": "v", "hostPath": {"path": host_path}}, {"name": "w", "emptyDir": {}}]
    template = {"metadata": {"labels": labels}, "spec": spec}
    owner = {"kind": "DaemonSet", "metadata": {"name": name}, "spec": {"template": template}}
    return PodTemplate(("spec", "template"), template, group="apps", kind="DaemonSet", owner=owner)


ROWS = [(row[0], row[1], wanted) for row in COMPONENTS for wanted in row[2]]
COMMON = [row for row in ROWS if row[0] not in ONLY_WITH_CONTAINER]


@pytest.mark.parametrize(("name", "component_class", "wanted"), COMMON, ids=[f"{r[0]}-{r[2]}" for r in COMMON])
def test_each_label_needs_to_be_confirmed(name: Any, component_class: Any, wanted: Any) -> None:
    labels, component = labels_of(wanted), Component(name, component_class, wanted)
    assert component_of(workload("mine", labels)) is None
    assert component_of(workload(name, labels)) == component
    assert component_of(workload("mine", labels, host_path="/etc/cni/net.d")) == component
    assert component_of(workload("mine", labels, image=f"registry.local:5000/x/{name}:v1@sha256:0")) == component
    for key in labels:
        almost = {**labels, key: f"{labels[key]}-exporter"}
        assert component_of(workload(name, almost, host_path="/opt/cni/bin")) is None


@pytest.mark.parametrize(("name", "component_class", "wanted"), ROWS, ids=[f"{r[0]}-{r[2]}" for r in ROWS])
def test_words_cover_every_row(name: Any, component_class: Any, wanted: Any) -> None:
    assert component_class in CLASSES, name
    text = json.dumps(labels_of(wanted)).encode()
    assert [word for word in COMPONENT_WORDS if word in text]


def test_words_cover_operators() -> None:
    assert all(any(word in group.encode() for word in COMPONENT_WORDS) for group, _ in OPERATOR_COMPONENTS)


@pytest.mark.parametrize("wanted", MUST_STAY_LABELS)
def test_what_must_stay(wanted: Any) -> None:
    labels = labels_of(wanted)
    [value, *others] = labels.values()
    template = workload("x", labels)
    assert component_of(template) == Component(value, MUST_STAY, wanted)
    assert serves_any_node(template)
    assert any(word in json.dumps(labels).encode() for word in words_of_any_node())
    if others:
        assert not serves_any_node(workload("x", dict([next(iter(labels.items()))])))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/var/lib/kubelet/device-plugins", True),
        ("/var/lib/kubelet/device-plugins/", True),
        ("/var/snap/microk8s/common/var/lib/kubelet/device-plugins", True),
        ("/var/log/pods", True),
        ("/var/log/containers", True),
        ("/var/lib/docker/containers", True),
        ("/var/lib/kubelet/plugins", False),
        ("/var/lib/kubelet", False),
        ("/var/log", False),
        ("/srv/pods", False),
    ],
)
def test_what_serves_any_node_by_its_directories(path: str, expected: bool) -> None:
    template = workload("anything", {"app": "anything"}, host_path=path)
    assert serves_any_node(template) is expected
    assert component_of(template) is None
    if expected:
        assert any(word in path.encode() for word in words_of_any_node())
        assert path.rstrip("/").endswith(MUST_STAY_HOST_PATHS)
    assert is_device_plugin(template) is ("device-plugins" in path)


def test_a_component_does_not_serve_any_node() -> None:
    assert not serves_any_node(workload("kube-proxy", {"k8s-app": "kube-proxy"}))


def test_a_mark_that_others_share_needs_the_container_that_only_one_has() -> None:
    def server(*containers: str) -> Any:
        template = workload("spire-server", {"app": "spire-server"}, "ghcr.io/spiffe/spire-server:1.12.4", "/opt/cni")
        template.spec["containers"] += [{"name": name} for name in containers]
        return component_of(template)

    assert ONLY_WITH_CONTAINER == {"spire-server": "cilium-init"}
    assert server("cilium-init") == Component("spire-server", POD_NETWORK, "app=spire-server")
    assert server() is None, "Istio's sample, SPIRE's own"


@pytest.mark.parametrize(
    ("labels", "host_network", "found"),
    [
        ({"app.kubernetes.io/name": "coredns"}, True, None),
        ({"app.kubernetes.io/name": "coredns"}, False, "app.kubernetes.io/name=coredns"),
        ({"app.kubernetes.io/name": "coredns", "k8s-app": "coredns"}, True, "k8s-app=coredns"),
        ({"app.kubernetes.io/name": "rke2-coredns"}, True, "app.kubernetes.io/name=rke2-coredns"),
    ],
    ids=["a DNS server for the machines there", "a release", "cluster DNS on the host network", "rke2"],
)
def test_a_dns_server_of_the_edge_stays_on_its_pool(labels: Any, host_network: bool, found: str | None) -> None:
    template = workload("edge-dns-coredns", labels, "coredns/coredns:1.14.1")
    template.spec["hostNetwork"] = host_network
    assert component_of(template) == (Component("coredns", POD_NETWORK, found) if found else None)
    assert set(ONLY_OFF_HOST) <= {wanted for _, _, wanted in ROWS}


REAL = {
    # image and labels as the projects' manifests have them
    "flannel by image": (
        "kube-flannel-ds-amd64",
        {"app": "flannel", "tier": "node"},
        "quay.io/coreos/flannel:v0.14.0-amd64",
    ),
    "canal of rke2": ("rke2-canal", {"k8s-app": "canal"}, "rancher/hardened-calico:v3.32.1-build20260819"),
    "CoreDNS of a release": ("edge-dns-coredns", {"app.kubernetes.io/name": "coredns"}, "coredns/coredns:1.13.1"),
    "CoreDNS of k3s": ("dns", {"k8s-app": "kube-dns"}, "rancher/mirrored-coredns-coredns:1.12.0"),
    "kube-ovn": ("ovs", {"app": "ovs", "component": "network", "type": "infra"}, "docker.io/kubeovn/kube-ovn:v1.17.0"),
    "typha": ("typha", {"k8s-app": "calico-typha"}, "quay.io/calico/typha:v3.32.1"),
    "webhooks of Calico 3.32": ("w", {"k8s-app": "calico-webhooks"}, "quay.io/calico/webhooks:v3.32.1"),
    "the same, one image for all": ("w", {"k8s-app": "calico-webhooks"}, "quay.io/calico/calico:v3.33.0"),
    "typha's autoscaler": (
        "t",
        {"k8s-app": "calico-typha-autoscaler"},
        "k8s.gcr.io/cluster-proportional-autoscaler-amd64:1.1.2",
    ),
    "Istio's CNI": ("i", {"k8s-app": "istio-cni-node"}, "docker.io/istio/install-cni:1.27.0"),
    "ztunnel of a release": ("mesh", {"app": "ztunnel"}, "docker.io/istio/ztunnel:1.27.0-distroless"),
    "typha of hybridnet": (
        "t",
        {"app": "hybridnet", "component": "calico-typha"},
        "docker.io/hybridnetdev/hybridnet:v0.8.8",
    ),
    "hybridnet 0.5": ("d", {"app": "hybridnet-daemon"}, "docker.io/hybridnetdev/hybridnet:v0.5.0"),
    "spiderpool": (
        "s",
        {"app.kubernetes.io/name": "spiderpool", "app.kubernetes.io/component": "spiderpool-agent"},
        "ghcr.io/spidernet-io/spiderpool/spiderpool-agent:v1.0.0",
    ),
    "whereabouts of rke2": ("w", {"app": "rke2-whereabouts"}, "rancher/hardened-whereabouts:v0.9.2-build1"),
    "ovn-kubernetes, central": ("m", {"name": "ovnkube-master"}, "docker.io/ovnkube/ovn-daemonset:latest"),
    "DNS of 2016": ("kube-dns-v20", {"k8s-app": "kube-dns"}, "gcr.io/google_containers/kubedns-amd64:1.8"),
    "kube-router 0.0.x": ("r", {"name": "kube-router"}, "cloudnativelabs/kube-router"),
    "certificates of hubble": ("h", {"k8s-app": "hubble-generate-certs"}, "quay.io/cilium/certgen:v0.2.4@sha256:0"),
    "kube-ovn's webhook": ("w", {"app": "kube-ovn-webhook", "component": "network"}, "kubeovn/kube-ovn:v1"),
}
FOUND = {
    "flannel by image": Component("flannel", NODE_AGENTS, "app=flannel"),
    "canal of rke2": Component("canal", NODE_AGENTS, "k8s-app=canal"),
    "CoreDNS of a release": Component("coredns", POD_NETWORK, "app.kubernetes.io/name=coredns"),
    "CoreDNS of k3s": Component("coredns", POD_NETWORK, "k8s-app=kube-dns"),
    "kube-ovn": Component("ovs-ovn", NODE_AGENTS, "app=ovs,component=network"),
    "typha": Component("calico-typha", CONTROLLERS, "k8s-app=calico-typha"),
    "webhooks of Calico 3.32": Component("calico-webhooks", POD_NETWORK, "k8s-app=calico-webhooks"),
    "the same, one image for all": Component("calico-webhooks", POD_NETWORK, "k8s-app=calico-webhooks"),
    "typha's autoscaler": Component("calico-typha-autoscaler", POD_NETWORK, "k8s-app=calico-typha-autoscaler"),
    "Istio's CNI": Component("istio-cni-node", NODE_AGENTS, "k8s-app=istio-cni-node"),
    "ztunnel of a release": Component("ztunnel", NODE_AGENTS, "app=ztunnel"),
    "typha of hybridnet": Component("calico-typha", CONTROLLERS, "app=hybridnet,component=calico-typha"),
    "hybridnet 0.5": Component("hybridnet-daemon", NODE_AGENTS, "app=hybridnet-daemon"),
    "spiderpool": Component(
        "spiderpool-agent",
        NODE_AGENTS,
        "app.kubernetes.io/name=spiderpool,app.kubernetes.io/component=spiderpool-agent",
    ),
    "whereabouts of rke2": Component("whereabouts", NODE_AGENTS, "app=rke2-whereabouts"),
    "ovn-kubernetes, central": Component("ovnkube-master", CONTROLLERS, "name=ovnkube-master"),
    "DNS of 2016": Component("coredns", POD_NETWORK, "k8s-app=kube-dns"),
    "kube-router 0.0.x": Component("kube-router", NODE_AGENTS, "name=kube-router"),
    "certificates of hubble": Component("hubble-generate-certs", POD_NETWORK, "k8s-app=hubble-generate-certs"),
    "kube-ovn's webhook": Component("kube-ovn-webhook", CONTROLLERS, "app=kube-ovn-webhook"),
}


@pytest.mark.parametrize("case", REAL)
def test_real_ones(case: Any) -> None:
    assert component_of(workload(*REAL[case])) == FOUND[case]


LOOK_ALIKES = {
    "an exporter": ("coredns-exporter", {"app": "coredns-exporter"}, "example.com/coredns-exporter:1"),
    "a monitor": ("flannel-monitor", {"app": "flannel-monitor"}, "example.com/flannel-monitor:1"),
    "a name only": ("httpd-app-flannel", {"app": "httpd-app-flannel"}, "httpd:2"),
    "a name and an image": ("coredns", {"app": "dns-test"}, "coredns/coredns:1.11"),
    "Raven's DNS": ("raven-proxy-dns", {"k8s-app": "raven-proxy-dns"}, "coredns/coredns:1.9.3"),
    "the tunnel's DNS": ("yurt-tunnel-dns", {"k8s-app": "yurt-tunnel-dns"}, "coredns/coredns:1.9.3"),
    "DNS of 2016, another image": ("kube-dns-v20", {"k8s-app": "kube-dns"}, "example.com/kubedns-exporter:1"),
    "an app called controller": ("x", {"app.kubernetes.io/name": "spiderpool"}, "example.com/spiderpool-agent:1"),
    "half a pair": ("x", {"component": "antrea-agent"}, "antrea/antrea-agent-ubuntu:v2"),
    "a label that is no string": ("flannel", {"app": True}, "flannel/flannel:1"),
    "no labels": ("kube-proxy", {}, "registry.k8s.io/kube-proxy:v1"),
    "labels no mapping": ("kube-proxy", ["k8s-app=kube-proxy"], "registry.k8s.io/kube-proxy:v1"),
}


@pytest.mark.parametrize("look_alike", LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_look_alikes(look_alike: Any) -> None:
    assert component_of(workload(*look_alike)) is None


@pytest.mark.parametrize(
    ("spec", "confirmed"),
    [
        ({"containers": [{"image": "x:1"}], "initContainers": [{"image": "quay.io/cilium/cilium:v1"}]}, True),
        ({"volumes": [{"hostPath": {"path": "C:\\etc\\CNI\\net.d"}}]}, True),
        ({"volumes": [{"emptyDir": {}}, {"hostPath": {"path": "/opt/cni/bin"}}]}, True),
        ({"volumes": [{"hostPath": {"path": "/opt/cni-plugins"}}]}, False),
        ({"ephemeralContainers": [{"image": "quay.io/cilium/cilium:v1"}]}, False),
    ],
    ids=["an init container", "Windows", "Linux", "another directory", "an ephemeral container"],
)
def test_what_confirms(spec: dict[str, Any], confirmed: bool) -> None:
    template = {"metadata": {"labels": {"k8s-app": "cilium"}}, "spec": spec}
    expected = Component("cilium", NODE_AGENTS, "k8s-app=cilium")
    found = component_of(PodTemplate((), template, owner={"metadata": {"name": "mine"}}))
    assert found == (expected if confirmed else None)


def test_equality() -> None:
    component = Component("cilium", NODE_AGENTS, "k8s-app=cilium")
    others = Component("cilium", NODE_AGENTS), Component("cilium", CONTROLLERS, "k8s-app=cilium")
    assert [
        component == other for other in (Component("cilium", NODE_AGENTS, "k8s-app=cilium"), *others, "cilium")
    ] == [
        True,
        False,
        False,
        False,
    ]
    assert len({component, Component("cilium", NODE_AGENTS, "k8s-app=cilium"), *others}) == 3
    assert hash(component) != hash(others[0])


def test_labels_of_the_object_do_not_count() -> None:
    template = workload("kube-proxy", {}, "kube-proxy:1")
    template.owner["metadata"]["labels"] = {"k8s-app": "kube-proxy"}
    assert component_of(template) is None


def test_extra_comes_first_and_needs_no_confirmation() -> None:
    extra = (
        SimpleNamespace(name="nothing", pod_labels={}),
        SimpleNamespace(name="my-cni", pod_labels={"app": "my-cni", "tier": "node"}),
    )
    assert [
        component_of(workload("x", labels), ExtraRows(extra))
        for labels in ({"app": "my-cni", "tier": "node", "k8s-app": "filebeat"}, {"app": "my-cni"}, {})
    ] == [Component("my-cni", EXTRA, "app=my-cni,tier=node"), None, None]


def test_overrides_of_an_operator() -> None:
    found = [
        component_of(template)
        for kind in ("Installation", "APIServer", "Goldmane", "Whisker")
        for template in missing_templates("operator.tigera.io", kind, {})
    ]
    assert found == [
        Component("calico-node", NODE_AGENTS),
        Component("csi-node-driver", POD_NETWORK),
        Component("calico-kube-controllers", POD_NETWORK),
        Component("calico-typha", CONTROLLERS),
        Component("calico-apiserver", POD_NETWORK),
        Component("goldmane", POD_NETWORK),
        Component("whisker", POD_NETWORK),
    ]


@pytest.mark.parametrize(
    "path", [(), ("template",), ("spec", "own", "spec", "template"), ("spec", 0, "template")], ids=str
)
def test_other_templates_of_an_operator(path: Any) -> None:
    template = {"metadata": {"labels": {"k8s-app": "calico-node"}}, "spec": {}}
    assert component_of(PodTemplate(path, template, group="operator.tigera.io", kind="Own")) is None


@pytest.mark.parametrize(
    ("image", "name", "expected"),
    [
        ("flannel", "flannel", True),
        ("ghcr.io/flannel-io/flannel:v0.28.9", "flannel", True),
        ("registry:5000/flannel", "flannel", True),
        ("quay.io/coreos/flannel:v0.14.0-amd64", "flannel", True),
        ("k8s.gcr.io/kube-proxy-arm64@sha256:0", "kube-proxy", True),
        *(
            (f"docker.io/x/flannel-{arch}:v1", "flannel", True)
            for arch in ("amd64", "arm64", "arm", "ppc64le", "s390x")
        ),
        ("docker.io/x/flannel-riscv64:v1", "flannel", False),
        ("rancher/mirrored-flannel-flannel:v1", "flannel", True),
        ("ghcr.io/flannel-io/flannel-cni-plugin:v1", "flannel", False),
        ("example.com/flannel/monitor:1", "flannel", False),
        ("example.com/myflannel", "flannel", False),
        ("", "flannel", False),
    ],
)
def test_is_image_of(image: Any, name: Any, expected: Any) -> None:
    assert is_image_of(image, name) is expected


@pytest.mark.parametrize(
    "spec",
    [
        None,
        [],
        {"containers": "x", "volumes": "y"},
        {"containers": [None, {"image": 3}], "volumes": [None, {"hostPath": 1}]},
    ],
    ids=str,
)
def test_odd_shapes(spec: Any) -> None:
    template = {"metadata": {"labels": {"k8s-app": "kube-proxy"}}, "spec": spec}
    assert component_of(PodTemplate((), template, owner={"metadata": []})) is None
