"""A pod of a host-network pool is told to connect to a Service, which it cannot reach there.

Nodes of a host-network pool have no kube-proxy, so that nothing answers at the address of a Service, and no
cluster DNS, so that its name does not resolve (OpenYurt's documentation lists both as limits of such pools).
The pod starts, and every connection fails.

Bad:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: collector}
    spec:
      hostNetwork: true
      nodeSelector: {apps.openyurt.io/nodepool: beijing}
      containers:
      - name: collector
        image: example.com/collector:1
        args: ["--broker=mqtt.shop.svc.cluster.local:1883"]

Good:

    apiVersion: apps.openyurt.io/v1beta2
    kind: NodePool
    metadata: {name: beijing}
    spec: {type: Edge, hostNetwork: true}
    ---
    apiVersion: v1
    kind: Pod
    metadata: {name: collector}
    spec:
      hostNetwork: true
      nodeSelector: {apps.openyurt.io/nodepool: beijing}
      containers:
      - name: collector
        image: example.com/collector:1
        args: ["--broker=broker.example.com:1883"]

What to do: give it an address that works from outside of the cluster: a node with a hostPort or NodePort, a load
balancer, a name of your own DNS. Names in hostAliases are left alone. Looked at are env values, commands, arguments,
probes and hooks; a name counts that ends in `.svc` or `.svc.` and a domain, and that of a Service in the package
where it stands in a URL or with one of its ports. Not a finding: a Service's name in a sentence, or with other ports.

*If you follow it:* the change is in the pod template: a live workload rolls out, a live Pod or Job has to be deleted
and created anew. An address from outside must be reachable from the site: try it from a node first.
"""

from __future__ import annotations

from yurt_hostnet.analysis.landing import Landing
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context

REMEDY = "Give it an address that works there: a node with a hostPort or NodePort, or a name outside of the cluster."


def check(context: Context) -> Iterator[Finding]:
    """Yield a warning for each text of a pod tied to host-network pools that names a Service as a host."""
    from yurt_hostnet.kube.service_names import named_services, texts  # a pattern

    landing, services = Landing(context), _services(context)
    for item, template, tie in landing.tied():
        if landing.stays_off(item, template):
            continue
        aliases = {name for entry in _list(template.spec.get("hostAliases")) for name in _list(entry.get("hostnames"))}
        for path, text in texts(template.spec, template.spec_path):
            names = dict.fromkeys(named_services(text, services, item.namespace or "default"))
            if found := [name for name in names if name not in aliases]:
                message = (
                    f"{', '.join(found)} is a Service, which cannot be reached from a host-network pool, and {tie}."
                )
                yield Finding(item.at(path), message, REMEDY, text)


def _services(context: Context) -> dict[tuple[str, str], set[int]]:
    """Return the ports of each Service of the package, by its namespace and name."""
    found: dict[tuple[str, str], set[int]] = {}
    for item in context.package.mentioning(b"Service"):
        if (item.kind, item.api_version) == ("Service", "v1"):
            ports = found.setdefault((item.namespace or "default", item.name), set())
            entries = _list(mapping(item.data.get("spec")).get("ports"))
            ports.update(entry["port"] for entry in entries if isinstance(entry.get("port"), int))
    return found


def _list(value: Any) -> list[Any]:
    """Return what stands in a list: mappings and strings."""
    return [entry for entry in value if isinstance(entry, dict | str)] if isinstance(value, list) else []
