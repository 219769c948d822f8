"""Landing: which host-network pools the pods of a template come to, once the transformers have done their work."""

from __future__ import annotations

from yurt_hostnet.analysis.exclusion import reason_to_keep_off
from yurt_hostnet.analysis.makings import landing
from yurt_hostnet.analysis.pins import keeps_itself_off, tie_of
from yurt_hostnet.kube.node_affinity import MalformedAffinity, required_terms
from yurt_hostnet.kube.placement import HOSTNAME_LABEL
from yurt_hostnet.kube.pod_template import CLEARED, STATIC_POD
from yurt_hostnet.openyurt.names import HOSTNETWORK_LABEL
from yurt_hostnet.openyurt.pool_names import TOPOLOGY_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.pool_masks import PoolNames

NAMING_A_NODE = (b"nodeName", HOSTNAME_LABEL.encode(), b"metadata.name")
"""What a pod that is bound to nodes by name holds (kube.placement.pinned_nodes)."""
_MANY_NODES = 64
"""From so many Nodes on it is cheaper to look for what names a node than for each name."""


class Landing:
    """Where pods land in one package; `hosts` are the pools known to use the host network."""

    OWN_AFFINITY = "its own node affinity says so"
    """What stays_off returns for pods that nobody but their own affinity keeps off."""

    __slots__ = ("context", "hosts")

    def __init__(self, context: Context) -> None:
        self.context = context
        self.hosts = context.host_pools

    def tied(self) -> Iterator[tuple[KubeObject, PodTemplate, str]]:
        """Yield `tied_templates` of each object of the package."""
        for item in self.context.package.mentioning(*self.tying_words()):
            for template, tie in self.tied_templates(item):
                yield item, template, tie

    def tying_words(self) -> tuple[bytes, ...]:
        """Return the words of which an object holds one whose pods are tied to host-network pools."""
        names = [name.encode() for name, pool in self.context.pool_of_node.items() if pool in self.hosts]
        if len(names) > _MANY_NODES:
            names = [*NAMING_A_NODE]
        words = [HOSTNETWORK_LABEL.encode()]
        if self.hosts:
            words += [self.context.pools.label.encode(), *TOPOLOGY_WORDS, *names]
        return tuple(words)

    def tied_templates(self, item: KubeObject) -> Iterator[tuple[PodTemplate, str]]:
        """Yield each pod template whose pods may run in host-network pools only, and what ties them (half a sentence).

        Static pods and templates whose affinity cannot be read are passed over.
        """
        for template in self.context.templates(item):
            if template.effect == STATIC_POD:
                continue
            try:
                tie = tie_of(self.context, template)
                if tie:
                    required_terms(template.spec)  # a topology ties whatever the affinity is
            except MalformedAffinity:
                continue
            if tie:
                yield template, tie

    def stays_off(self, item: KubeObject, template: PodTemplate) -> str:
        """Return why the pods are kept off host-network pools, as half a sentence; "" if nothing keeps them off.

        Raises MalformedAffinity.
        """
        return "" if template.effect in {CLEARED, STATIC_POD} else self.wanted_off(item, template)

    def wanted_off(self, item: KubeObject, template: PodTemplate) -> str:
        """Return why the pods are to be kept off host-network pools, whether or not that works; "" if they are not.

        Raises MalformedAffinity.
        """
        if reason := reason_to_keep_off(self.context, item, template):
            return reason
        return self.OWN_AFFINITY if keeps_itself_off(template.spec) else ""

    def runs_on_all(self, template: PodTemplate) -> PoolNames:
        """Return those pools of `lands_on` whose Linux nodes all suit the pods, whatever other labels they lack.

        Raises MalformedAffinity.
        """
        masks = self.context.pool_masks
        return masks.names(self.landing_mask(template) & masks.suits_all(template.spec))

    def lands_on(self, template: PodTemplate) -> PoolNames:
        """Return the host-network pools whose nodes leave room for the pods by labels, names and the pool's taints.

        Whether the transformers keep them off is not looked at. Raises MalformedAffinity.
        """
        return self.context.pool_masks.names(self.landing_mask(template))

    def open_to(self, item: KubeObject, template: PodTemplate) -> int:
        """Return the mask of the declared pools whose nodes leave room for the pods, and from which nobody keeps them.

        Raises MalformedAffinity.
        """
        masks = self.context.pool_masks
        found = landing(self.context, template) & masks.declared
        return found & ~masks.hosts if found & masks.hosts and self.stays_off(item, template) else found

    def landing_mask(self, template: PodTemplate) -> int:
        """Return `lands_on` as a mask of Context.pool_masks. Raises MalformedAffinity."""
        return landing(self.context, template) & self.context.pool_masks.hosts
