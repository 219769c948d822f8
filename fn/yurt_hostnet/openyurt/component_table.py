"""The table of network components: pod labels that name one, and what must confirm them.

A row is (component, class, pod labels, images, workload names). Any one of the labels will do; a comma
joins labels that must come together. The component's own name counts as an image and as a workload name
without being repeated. Sources: the projects' own manifests and charts.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Row = tuple[str, str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]

NODE_AGENTS = "NodeAgents"
"""Run on every node and set up the pod network there."""
POD_NETWORK = "PodNetwork"
"""Cluster services whose pods cannot work without the pod network."""
CONTROLLERS = "Controllers"
"""Controllers of the network that use the host network themselves."""
EXTRA = "Extra"
"""Named by the user in infrastructure.extra, and isolated whatever infrastructure.isolate says."""
MUST_STAY = "MustStay"
"""Have work to do on host-network nodes; never touched."""

CLASSES = (NODE_AGENTS, POD_NETWORK, CONTROLLERS)
"""The classes that infrastructure.isolate may name."""

_NAME = "app.kubernetes.io/name="
_COMPONENT = ",app.kubernetes.io/component="
_OVN_KUBERNETES = ("ovn-daemonset", "ovn-kube-ubuntu", "ovn-kube-fedora", "ovn-kubernetes")

# fmt: off
COMPONENTS: tuple[Row, ...] = (
    ("flannel", NODE_AGENTS, ("app=flannel", "k8s-app=flannel"), (), ("kube-flannel-ds", "kube-flannel")),
    ("calico-node", NODE_AGENTS, ("k8s-app=calico-node",), ("node", "calico"), ()),
    ("calico-node-windows", NODE_AGENTS, ("k8s-app=calico-node-windows",), ("node-windows",), ()),
    ("canal", NODE_AGENTS, ("k8s-app=canal", "k8s-app=canal-node"), ("flannel", "node", "calico"), ()),
    ("cilium", NODE_AGENTS, ("k8s-app=cilium", _NAME + "cilium-agent"), (), ()),
    ("cilium-envoy", NODE_AGENTS, ("k8s-app=cilium-envoy", _NAME + "cilium-envoy"), (), ()),
    ("cilium-node-init", NODE_AGENTS, ("app=cilium-node-init", _NAME + "cilium-node-init"), (), ()),
    ("cilium-pre-flight-check", NODE_AGENTS,
     ("k8s-app=cilium-pre-flight-check", "k8s-app=cilium-pre-flight-check-deployment",
      _NAME + "cilium-pre-flight-check"),
     ("cilium",), ()),
    ("kube-proxy", NODE_AGENTS, ("k8s-app=kube-proxy", "k8s-app=kube-proxy-windows"), (), ("kube-proxy-windows",)),
    ("kube-router", NODE_AGENTS, ("k8s-app=kube-router", "name=kube-router"), (), ()),
    ("weave-net", NODE_AGENTS, ("name=weave-net",), ("weave-kube", "weave-npc"), ()),
    ("antrea-agent", NODE_AGENTS,
     ("component=antrea-agent,app=antrea",),
     ("antrea-agent-ubuntu", "antrea-agent-ubi", "antrea-ubuntu", "antrea-windows"), ("antrea-agent-windows",)),
    ("antrea-node-init", NODE_AGENTS, ("component=antrea-node-init,app=antrea",), (), ()),
    ("antrea-migrator", NODE_AGENTS, ("component=antrea-migrator,app=antrea",), (), ()),
    ("kube-ovn-cni", NODE_AGENTS, ("app=kube-ovn-cni", _NAME + "kube-ovn-cni"), ("kube-ovn",), ()),
    ("ovs-ovn", NODE_AGENTS,
     ("app=ovs,component=network", "app=ovs-dpdk,component=network", _NAME + "kube-ovn-ovs"),
     ("kube-ovn", "kube-ovn-dpdk"), ("ovs-ovn-dpdk",)),
    ("kube-ovn-speaker", NODE_AGENTS, ("app=kube-ovn-speaker", _NAME + "kube-ovn-speaker"), ("kube-ovn",), ()),
    ("openbfdd", NODE_AGENTS, ("app=openbfdd",), ("kube-ovn",), ()),
    ("ovnkube-node", NODE_AGENTS,
     ("app=ovnkube-node", "app=ovnkube-node-dpu", "app=ovnkube-node-dpu-host"),
     _OVN_KUBERNETES, ("ovnkube-node-dpu", "ovnkube-node-dpu-host")),
    ("ovs-node", NODE_AGENTS, ("app=ovs-node",), _OVN_KUBERNETES, ()),
    ("ovn-ipsec", NODE_AGENTS, ("app=ovn-ipsec",), _OVN_KUBERNETES, ()),
    ("multus", NODE_AGENTS, ("app=multus", "app=rke2-multus"), ("multus-cni",), ("kube-multus-ds",)),
    ("multus-dynamic-networks-controller", NODE_AGENTS, ("app=rke2-multus-dnc",), (), ("rke2-multus-dnc",)),
    ("whereabouts", NODE_AGENTS, ("app=whereabouts", "name=whereabouts", "app=rke2-whereabouts"), (), ()),
    ("sriov-cni", NODE_AGENTS, ("app=sriov-cni",), (), ("kube-sriov-cni-ds", "kube-sriov-cni-ds-amd64")),
    ("spiderpool-agent", NODE_AGENTS, (_NAME + "spiderpool" + _COMPONENT + "spiderpool-agent",), (), ()),
    ("hybridnet-daemon", NODE_AGENTS, ("app=hybridnet,component=daemon", "app=hybridnet-daemon"), ("hybridnet",), ()),
    # Service meshes: chained CNI plugins and the proxy of each node. Pods on the host network are in no mesh.
    ("istio-cni-node", NODE_AGENTS, ("k8s-app=istio-cni-node",), ("install-cni",), ()),
    ("ztunnel", NODE_AGENTS, ("app=ztunnel",), (), ()),
    ("linkerd-cni", NODE_AGENTS, ("k8s-app=linkerd-cni",), (), ()),
    ("node-local-dns", NODE_AGENTS,
     ("k8s-app=node-local-dns", "k8s-app=node-local-dns-second", "k8s-app=nodelocaldns", _NAME + "node-local-dns"),
     ("dns-node-cache",), ("nodelocaldns", "nodelocaldns-second")),
    ("ip-masq-agent", NODE_AGENTS,
     ("k8s-app=ip-masq-agent", "k8s-app=azure-ip-masq-agent", "k8s-app=azure-ip-masq-agent-user"),
     ("ip-masq-agent-v2",), ("azure-ip-masq-agent", "azure-ip-masq-agent-user")),
    ("aws-node", NODE_AGENTS, ("k8s-app=aws-node", _NAME + "aws-node"), ("amazon-k8s-cni",), ()),
    ("azure-cns", NODE_AGENTS, ("k8s-app=azure-cns", "k8s-app=azure-cns-win"), (), ("azure-cns-win",)),
    ("azure-cni", NODE_AGENTS, ("k8s-app=azure-cni", "app=azure-cni"), (), ("azure-cni-windows",)),
    ("azure-npm", NODE_AGENTS, ("k8s-app=azure-npm",), (), ()),
    ("terway", NODE_AGENTS,
     ("app=terway", "app=terway-eniip", "app=terway-windows", "app=terway-eniip-windows", "app=terway-eni-windows"),
     (), ("terway-eniip", "terway-windows", "terway-eniip-windows", "terway-eni-windows")),
    ("kindnet", NODE_AGENTS, ("k8s-app=kindnet", "app=kindnet"), ("kindnetd",), ()),

    ("coredns", POD_NETWORK,
     ("k8s-app=kube-dns", "k8s-app=kube-dns-secondary", "k8s-app=coredns", _NAME + "coredns", _NAME + "rke2-coredns"),
     ("dns-kube-dns", "kubedns"), ("kube-dns", "coredns-secondary")),
    ("coredns-autoscaler", POD_NETWORK,
     ("k8s-app=kube-dns-autoscaler", "k8s-app=coredns-autoscaler", "k8s-app=dns-autoscaler",
      "k8s-app=dns-autoscaler-secondary", _NAME + "coredns-autoscaler", _NAME + "rke2-coredns-autoscaler"),
     ("cluster-proportional-autoscaler", "cluster-autoscaler"),
     ("kube-dns-autoscaler", "dns-autoscaler", "dns-autoscaler-secondary")),
    ("calico-kube-controllers", POD_NETWORK, ("k8s-app=calico-kube-controllers",), ("kube-controllers", "calico"), ()),
    ("calico-apiserver", POD_NETWORK, ("k8s-app=calico-apiserver",), ("apiserver", "calico"), ()),
    ("calico-webhooks", POD_NETWORK, ("k8s-app=calico-webhooks",), ("webhooks", "calico"), ()),
    ("calico-typha-autoscaler", POD_NETWORK,
     ("k8s-app=calico-typha-autoscaler",),
     ("cluster-proportional-autoscaler",), ("calico-typha-horizontal-autoscaler",)),
    ("csi-node-driver", POD_NETWORK, ("k8s-app=csi-node-driver", "name=csi-node-driver"), ("csi", "calico"), ()),
    ("goldmane", POD_NETWORK, ("k8s-app=goldmane",), ("calico",), ()),
    ("whisker", POD_NETWORK, ("k8s-app=whisker",), ("calico",), ()),
    ("kube-ovn-pinger", POD_NETWORK, ("app=kube-ovn-pinger", _NAME + "kube-ovn-pinger"), ("kube-ovn",), ()),
    ("kube-ovn-webhook", POD_NETWORK, (_NAME + "kube-ovn-webhook",), ("kube-ovn",), ()),  # of its second chart
    ("whereabouts-controller", POD_NETWORK,
     ("app=whereabouts-controller", "app=rke2-whereabouts-controller"), ("whereabouts",), ()),
    ("whereabouts-reconciler", POD_NETWORK, ("app=whereabouts-reconciler",), ("whereabouts",), ()),
    ("hubble-relay", POD_NETWORK, ("k8s-app=hubble-relay", _NAME + "hubble-relay"), (), ()),
    ("hubble-ui", POD_NETWORK, ("k8s-app=hubble-ui", _NAME + "hubble-ui"), (), ()),
    ("clustermesh-apiserver", POD_NETWORK, ("k8s-app=clustermesh-apiserver", _NAME + "clustermesh-apiserver"), (), ()),
    # Without a certificate these two wait; they use the host network up to cilium 1.15 and never after.
    ("hubble-generate-certs", POD_NETWORK, ("k8s-app=hubble-generate-certs",), ("certgen",), ()),
    ("clustermesh-apiserver-generate-certs", POD_NETWORK,
     ("k8s-app=clustermesh-apiserver-generate-certs",), ("certgen",), ()),
    ("spire-server", POD_NETWORK, ("app=spire-server",), (), ()),
    ("flow-aggregator", POD_NETWORK, ("app=flow-aggregator",), (), ()),
    ("cni-metrics-helper", POD_NETWORK, ("k8s-app=cni-metrics-helper", _NAME + "cni-metrics-helper"), (), ()),

    ("calico-typha", CONTROLLERS,
     ("k8s-app=calico-typha", "app=hybridnet,component=calico-typha"), ("typha", "calico", "hybridnet"), ()),
    ("tigera-operator", CONTROLLERS, ("k8s-app=tigera-operator", "name=tigera-operator"), ("operator",), ()),
    ("cilium-operator", CONTROLLERS,
     ("io.cilium/app=operator", _NAME + "cilium-operator"),
     ("operator", "operator-generic", "operator-aws", "operator-azure", "operator-alibabacloud"), ()),
    ("cilium-etcd-operator", CONTROLLERS, ("io.cilium/app=etcd-operator",), (), ()),
    ("antrea-controller", CONTROLLERS,
     ("component=antrea-controller,app=antrea",),
     ("antrea-controller-ubuntu", "antrea-controller-ubi", "antrea-ubuntu"), ()),
    ("antrea-mc-controller", CONTROLLERS, ("component=antrea-mc-controller,app=antrea",), (), ()),
    ("kube-ovn-controller", CONTROLLERS, ("app=kube-ovn-controller", _NAME + "kube-ovn-controller"), ("kube-ovn",), ()),
    ("kube-ovn-webhook", CONTROLLERS, ("app=kube-ovn-webhook",), ("kube-ovn",), ()),
    ("kube-ovn-monitor", CONTROLLERS, ("app=kube-ovn-monitor", _NAME + "kube-ovn-monitor"), ("kube-ovn",), ()),
    ("ovn-central", CONTROLLERS, ("app=ovn-central", _NAME + "ovn-central"), ("kube-ovn",), ()),
    ("ovn-ic-controller", CONTROLLERS, ("app=ovn-ic-controller",), ("kube-ovn",), ()),
    ("ovnkube-control-plane", CONTROLLERS,
     ("app=ovnkube-control-plane", "name=ovnkube-control-plane"), _OVN_KUBERNETES, ()),
    ("ovnkube-master", CONTROLLERS, ("name=ovnkube-master",), _OVN_KUBERNETES, ()),
    ("ovnkube-db", CONTROLLERS, ("name=ovnkube-db",), _OVN_KUBERNETES, ()),
    ("ovnkube-identity", CONTROLLERS, ("app=ovnkube-identity", "name=ovnkube-identity"), _OVN_KUBERNETES, ()),
    ("ovnkube-zone-controller", CONTROLLERS, ("app=ovnkube-zone-controller",), _OVN_KUBERNETES, ()),
    ("spiderpool-controller", CONTROLLERS, (_NAME + "spiderpool" + _COMPONENT + "spiderpool-controller",), (), ()),
    ("hybridnet-manager", CONTROLLERS,
     ("app=hybridnet,component=manager", "app=hybridnet-manager"), ("hybridnet",), ()),
    ("hybridnet-webhook", CONTROLLERS,
     ("app=hybridnet,component=webhook", "app=hybridnet-webhook"), ("hybridnet",), ()),
    ("terway-controlplane", CONTROLLERS, ("k8s-app=terway-controlplane", _NAME + "terway-controlplane"), (), ()),
)
# fmt: on

# Not in the table, for these reasons:
# - kilo: beside pods it joins the nodes themselves into a VPN, which nodes of a host-network pool may need.
# - spire-agent: cilium's has the labels, name and images of SPIRE's own, which serves pods on any node.
# - MetalLB's speaker and kube-vip: not part of the pod network; see the rule load-balancer-speaker.

ONLY_OFF_HOST = ("app.kubernetes.io/name=coredns",)
"""Labels that name a component only off the host network.

CoreDNS's chart with isClusterService=false sets no k8s-app label; on the host network that is a DNS server for the
machines around it, at home in just such a pool.
"""

ONLY_WITH_CONTAINER = {"spire-server": "cilium-init"}
"""Components that share labels, image and name with others -> the container that only theirs has.

SPIRE's own server and Istio's sample have no cilium-init.
"""

MUST_STAY_LABELS = (
    "app=raven-agent",
    "k8s-app=yurt-hub",
    "k8s-app=yurt-hub-cloud",
    "k8s-app=yurthub",
    "k8s-app=yurt-tunnel-agent",
    "k8s-app=yurt-coordinator",
    _NAME + "yurt-coordinator",
    # Node exporters and log agents: a node without the pod network still has a disk and logs. Not so what is of no
    # use without the API server, which pods reach by a Service: kured, node-problem-detector, nfd-worker and
    # velero's node-agent. Where they are to run all the same, they use the host network or say "false".
    "app=node-exporter",
    "k8s-app=node-exporter",
    "name=node-exporter",
    "app=prometheus-node-exporter",
    _NAME + "node-exporter",
    _NAME + "prometheus-node-exporter",
    _NAME + "windows-exporter",
    "k8s-app=fluentd-logging",
    "k8s-app=fluent-bit-logging",
    "k8s-app=filebeat",
    "k8s-app=logtail-ds",
    "app=fluentd",
    "app=fluent-bit",
    "app=filebeat",
    "app=elastic-agent",
    "app=splunk-otel-collector,component=otel-collector-agent",
    "name=fluentd-elasticsearch",
    "app=promtail",
    _NAME + "fluentd",
    _NAME + "fluent-bit",
    _NAME + "filebeat",
    _NAME + "elastic-agent",
    _NAME + "promtail",
)
"""Pod labels of what serves host-network nodes too: OpenYurt's own agents, node exporters, log agents.

A comma joins labels that must come together.
"""

DEVICE_PLUGINS = "/kubelet/device-plugins"
"""How the directory of the kubelet's socket for device plugins ends; these need it and no network at all."""

MUST_STAY_HOST_PATHS = (
    DEVICE_PLUGINS,
    "/log/pods",  # logs of the pods of a node: nobody but a log agent mounts these
    "/log/containers",
    "/docker/containers",
)
"""How a directory of the node ends whose readers serve host-network nodes too, whatever their labels say."""

OPERATOR_COMPONENTS = {
    ("operator.tigera.io", "calicoNodeDaemonSet"): ("calico-node", NODE_AGENTS),
    ("operator.tigera.io", "calicoNodeWindowsDaemonSet"): ("calico-node-windows", NODE_AGENTS),
    ("operator.tigera.io", "csiNodeDriverDaemonSet"): ("csi-node-driver", POD_NETWORK),
    ("operator.tigera.io", "calicoKubeControllersDeployment"): ("calico-kube-controllers", POD_NETWORK),
    ("operator.tigera.io", "apiServerDeployment"): ("calico-apiserver", POD_NETWORK),
    ("operator.tigera.io", "calicoWebhooksDeployment"): ("calico-webhooks", POD_NETWORK),
    ("operator.tigera.io", "goldmaneDeployment"): ("goldmane", POD_NETWORK),
    ("operator.tigera.io", "whiskerDeployment"): ("whisker", POD_NETWORK),
    ("operator.tigera.io", "typhaDeployment"): ("calico-typha", CONTROLLERS),
}
"""(API group, key under spec) of an override that an operator merges -> (component, class)."""

COMPONENT_WORDS = (
    b"k8s-app",
    b"cni",
    b"ovn",
    b"coredns",
    b"flannel",
    b"cilium",
    b"ovs",
    b"antrea",
    b"flow-aggregator",
    b"multus",
    b"whereabouts",
    b"terway",
    b"kindnet",
    b"weave-net",
    b"kube-router",
    b"aws-node",
    b"csi-node-driver",
    b"hubble-",
    b"clustermesh-apiserver",
    b"node-local-dns",
    b"spire-server",
    b"spiderpool",
    b"hybridnet",
    b"ztunnel",
    b"openbfdd",
    b"tigera",
)
"""The text of every object that `component_of` recognises without `extra` holds one of these; for scanning unparsed."""
