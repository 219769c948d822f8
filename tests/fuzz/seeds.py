"""What fuzzing starts from: the inputs of the golden cases, the charts of the benchmark, and the finds so far."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parents[1]
FINDS = Path(__file__).parent / "finds"
SEPARATOR = b"=====\n"
"""Between the parts of a case: the package, functionConfig for --config, a file for --baseline."""

CONFIG = b"""\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: YurtHostNet
metadata: {name: hostnet}
spec:
  mode: Transform
  exclude: NonHostNetwork
  infrastructure:
    isolate: [NodeAgents, PodNetwork, Controllers]
    extra: [{name: my-cni, podLabels: {app: my-cni}}]
    keep: [{namespace: kube-system, name: my-dns, reason: by design}]
  pools:
  - {name: beijing, hostNetwork: true}
  podTemplates: [{group: example.com, kind: Fleet, paths: [spec.template]}]
  rules: [{rule: host-port-conflict, severity: Off, except: [], reason: by hand}]
  failOn: Error
"""

FLAT_CONFIG = b"""\
apiVersion: v1
kind: ConfigMap
metadata: {name: hostnet}
data: {exclude: NonHostNetwork, hostNetworkPools: "beijing,shanghai", isolate: PodNetwork, mode: Check}
"""

PACKAGE = b"""\
apiVersion: apps.openyurt.io/v1beta2
kind: NodePool
metadata:
  name: beijing
spec: {type: Edge, hostNetwork: true, interConnectivity: false}
---
apiVersion: v1
kind: Node
metadata:
  name: edge-1
  labels:
    apps.openyurt.io/nodepool: beijing
---
# Source: shop/templates/web.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    metadata:
      annotations:
        apps.openyurt.io/exclude-host-network-pool: "true"
    spec:
      hostNetwork: true
      nodeSelector: {apps.openyurt.io/nodepool: beijing}
      containers:
      - {name: web, ports: [{containerPort: 80, hostPort: 80}]}
---
apiVersion: v1
kind: Pod
metadata:
  name: pod
  annotations:
    apps.openyurt.io/exclude-host-network-pool: 'true'
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"pod"},"spec":{"hostNetwork":true}}
spec:
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms:
        - matchExpressions:
          - {key: zone, operator: In, values: [a]}
        - {}
"""

BASELINE = b"""\
apiVersion: fn.yurt-hostnet.dev/v1alpha1
kind: HostNetBaseline
metadata:
  name: baseline
  annotations: {config.kubernetes.io/local-config: "true"}
spec:
  pools:
  - {name: beijing, hostNetwork: false, type: Edge}
  nodes:
  - {name: edge-1, pool: shanghai}
"""


def seeds() -> list[bytes]:
    """Return the seeds, the small ones first."""
    texts = {path.read_bytes() for path in TESTS.glob("cases/*/input.yaml")}
    texts |= {path.read_bytes() for path in TESTS.parent.glob("bench/charts/*.yaml")}
    texts |= {path.read_bytes() for path in FINDS.glob("*/*")}
    texts |= {PACKAGE, PACKAGE + b"---\n" + BASELINE, SEPARATOR.join((PACKAGE, CONFIG, BASELINE))}
    texts |= {SEPARATOR.join((PACKAGE, FLAT_CONFIG)), SEPARATOR.join((PACKAGE, b"", PACKAGE))}
    return sorted(texts, key=lambda text: (len(text), text))
