"""What a controller made is left alone; what it shows is told of its owner.

An edit of such an object (a controlling ownerReference says so) is refused, undone or soon lost: what counts is the
pod template of its owner. So pods that run on a host-network pool without a network are told there, with their number;
and where the owner is not in the input, one finding says that these objects are not judged.

Bad, in what `kubectl get deployments,replicasets,pods -o yaml` gives out:

    apiVersion: v1
    kind: Pod
    metadata:
      name: web-5b-x
      ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-5b, uid: a, controller: true}]
      annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}
    spec:
      containers: [{name: web, image: example.com/web:1}]

Good:

    apiVersion: apps/v1
    kind: ReplicaSet
    metadata: {name: web-5b}
    spec:
      selector: {matchLabels: {app: web}}
      template:
        metadata: {labels: {app: web}, annotations: {apps.openyurt.io/exclude-host-network-pool: "true"}}
        spec:
          containers: [{name: web, image: example.com/web:1}]
    ---
    apiVersion: v1
    kind: Pod
    metadata:
      name: web-5b-x
      ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-5b, uid: a, controller: true}]
    spec: {containers: [{name: web, image: example.com/web:1}]}

What to do: annotate the owner's pod template, or let it use the host network; give owners and what they made together.

*Not a finding:* pods whose owner is in the input, unless they run on a
host-network pool without a network now; pods that are over; the mirror Pod of a static
pod with hostNetwork.

*If you follow it:* the owner rolls out, so that its pods leave the host-network pool, or take ports of their nodes
there. What is owned is never to be edited itself.
"""

from __future__ import annotations

from yurt_hostnet.analysis.owners import keeps_off, made_objects
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.openyurt.names import EXCLUDE_ANNOTATION
from yurt_hostnet.openyurt.pool_names import in_words, listed
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.owners import Made, Owner
    from yurt_hostnet.krm.kube_object import KubeObject

REMEDY = f'Annotate the pod template of {{}} {EXCLUDE_ANNOTATION}: "true", or set hostNetwork: true there.'
APPLY = "Its owner's pod template keeps them off: apply what yurt-hostnet gives out, and a rollout moves them."
STATIC = "Set hostNetwork: true in its manifest on the node, or move the manifest elsewhere."
FETCH = "Give the owners as well, as in: kubectl get deployments,statefulsets,daemonsets,replicasets,pods -A -o yaml"
_OVER = {"Succeeded", "Failed"}


def check(context: Context) -> Iterator[Finding]:
    """Yield a warning for each owner whose pods have no network where they run, and one for owners that are missing."""
    lost: dict[Owner, list[Made]] = {}
    missing: dict[str, KubeObject] = {}
    for made in made_objects(context):
        if made.root is None and made.owner[:2] != ("", "Node"):
            missing.setdefault(str(made.item.ref), made.item)
        if _pool_without_network(context, made.item):
            lost.setdefault(made.owner, []).append(made)
    for (_, kind, namespace, name), pods in lost.items():
        subject = pods[0].root or pods[0].item
        owner = f"{kind} {namespace}/{name}" if namespace and kind != "Node" else f"{kind} {name}"
        nodes = dict.fromkeys(made.item.data["spec"]["nodeName"] for made in pods)
        where = in_words(dict.fromkeys(context.pool_of_node[node] for node in nodes))
        number = "1 pod" if len(pods) == 1 else f"{len(pods)} pods"
        message = f"{number} of {owner} run{'s'[: len(pods) == 1]} on {listed(nodes)} of host-network {where} "
        message += f"without a network: {listed(dict.fromkeys(made.item.name for made in pods))}."
        remedy = STATIC if kind == "Node" else APPLY if keeps_off(context, pods[0].root) else REMEDY.format(owner)
        yield Finding(subject.at(), message, remedy)
    if missing:
        first = next(iter(missing.values()))
        made_by = "1 object was" if len(missing) == 1 else f"{len(missing)} objects were"
        message = f"{made_by} made by controllers whose pod templates are not in the input, so they are not judged: "
        message += f"{listed(missing)}."
        yield Finding((None, (), first.origin), message, FETCH)


def _pool_without_network(context: Context, item: KubeObject) -> bool:
    """Whether an object is a Pod that runs on a host-network pool and does not use the host network."""
    if (item.group, item.kind) != ("", "Pod"):
        return False
    spec, status = mapping(item.data.get("spec")), mapping(item.data.get("status"))
    node = spec.get("nodeName")
    if not isinstance(node, str) or spec.get("hostNetwork") is True or status.get("phase") in _OVER:
        return False
    return context.pools.host_network(context.pool_of_node.get(node, "")) is True
