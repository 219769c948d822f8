"""Makings: to which pools the workloads come that a controller makes of a pod template."""

from __future__ import annotations

from yurt_hostnet.kube.controllers import PLACING_KINDS, Made, made_of
from yurt_hostnet.kube.placement import asks_for, pinned_nodes, pinned_values
from yurt_hostnet.kube.taints import is_daemon, untolerated
from yurt_hostnet.openyurt.names import POOL_TYPE_LABEL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.kube.pod_template import PodTemplate
    from yurt_hostnet.openyurt.pool_masks import PoolMasks

    _T = TypeVar("_T")


class Making:
    """What a controller makes (kube.controllers.Made), or a template itself, with the pools that it is bound to.

    As masks of Context.pool_masks, for `made.per_pool` only: `named` are the pools that the workload names, `chosen`
    the declared ones that its selector does, `unsure` those that it may choose, since their labels are not known;
    `names` are the names in their order. With `is_for_all` the selector is empty: it means any pool that there is, and
    none by name. `is_nothing` says that no pool is named or could be chosen, or that the selector cannot be read.
    """

    __slots__ = (
        "_daemon", "_known", "chosen", "context", "is_for_all", "is_nothing", "made", "named", "names", "unsure",
    )  # fmt: skip

    def __init__(
        self, context: Context, made: Made, known: dict[tuple[str, int], Any], *, labelled: bool, daemon: bool = False
    ) -> None:
        """`labelled` as in PoolMasks.chosen; `daemon` as in taints.untolerated; `known` is that of `_once`."""
        self.context = context
        self.made = made
        self._known = known
        self._daemon = daemon
        self.named = self.chosen = self.unsure = 0
        self.is_for_all = self.is_nothing = False
        self.names: tuple[str, ...] = ()
        if made.per_pool:
            self._bind(context.pool_masks, labelled=labelled)

    def _bind(self, masks: PoolMasks, *, labelled: bool) -> None:
        selector = self.made.selector if isinstance(self.made.selector, dict) else None
        chosen = None if selector is None else masks.chosen(selector, labelled=labelled)
        self.is_nothing = chosen is None if selector is not None else not self.made.names
        if self.is_nothing:
            return
        self.names = tuple(dict.fromkeys(self.made.names.values()))
        self.named = masks.of(self.names)
        if selector is not None and chosen is not None:
            self.chosen, self.unsure = chosen
            self.is_for_all = not (selector.get("matchLabels") or selector.get("matchExpressions"))

    @property
    def meant(self) -> int:
        """The pools that the workload means by name or by a label, and for each of which it makes pods."""
        return self.named if self.is_for_all else self.named | self.chosen

    def is_made_for(self, name: str) -> bool:
        """Whether, with `made.per_pool`, pods are or may be made for a pool."""
        return self._has(name, self.named | self.chosen | self.unsure)

    def means(self, name: str) -> bool:
        """Whether a pool is one of `meant`."""
        return self._has(name, self.meant)

    def _has(self, name: str, mask: int) -> bool:
        return bool(name) and bool(self.context.pool_masks.of((name,)) & mask)

    def room(self) -> int:
        """Return the pools some of whose nodes suit the pods by label and name. Raises MalformedAffinity."""
        masks, made = self.context.pool_masks, self.made
        found = 0
        asks_for_type = any(self.each("type", lambda spec: asks_for(spec, POOL_TYPE_LABEL)))
        for number, sets in enumerate(masks.readings(asks_for_type=asks_for_type)):
            suiting = self.named | self.chosen | self.unsure if made.per_pool else -1
            for mask in self.each(f"land {asks_for_type} {number}", sets.may_land):
                suiting &= mask
            found |= suiting
        names = self.nodes()
        if names is not None:
            found &= masks.of({self.context.pool_of_node.get(name, "") for name in names})
        return found

    def landing(self) -> int:
        """Return the pools of `room` whose taints the pods tolerate. Raises MalformedAffinity."""
        found, made = self.room(), self.made
        if made.tolerates_pool:
            return found
        masks = self.context.pool_masks
        if not made.more:
            return found & ~self._once("tainted", made.spec, lambda spec: masks.tainted(spec, daemon=self._daemon))
        for mask, taints in self._once("taints", made.spec, lambda spec: masks.taints_left(spec, daemon=self._daemon)):
            if mask & found and untolerated({"tolerations": made.more}, taints):
                found &= ~mask
        return found

    def nodes(self) -> tuple[str, ...] | None:
        """Return the names of the only nodes that the pods may run on, sorted; None if they are not bound to any."""
        return _shared(self.each("nodes", pinned_nodes))

    def pinned_pools(self) -> tuple[str, ...] | None:
        """Return the pools whose names nodeSelector and node affinity ask for, None if for none in particular."""
        label = self.context.pools.label
        return _shared(self.each("pools", lambda spec: pinned_values(spec, label)))

    def each(self, about: str, ask: Callable[[dict[str, Any]], _T]) -> list[_T]:
        """Return what `ask` answers of each PodSpec of `made`; of one that other workloads share it is asked once.

        `about` is the name of the question, another one for each.
        """
        return [self._once(about, spec, ask) for spec in self.made.specs]

    def _once(self, about: str, spec: dict[str, Any], ask: Callable[[dict[str, Any]], _T]) -> _T:
        mark = (about, id(spec))
        if mark not in self._known:
            self._known[mark] = ask(spec)
        found: _T = self._known[mark]
        return found


def makings(context: Context, template: PodTemplate) -> list[Making]:
    """Return what is made of a pod template: by the controller of its kind, or the template itself.

    The list is empty where a controller makes nothing. Raises MalformedAffinity.
    """
    known: dict[tuple[str, int], Any] = {}
    if (template.group, template.kind) not in PLACING_KINDS:
        return [Making(context, Made(template.spec), known, labelled=True, daemon=is_daemon(template))]
    labelled = template.kind != "YurtAppDaemon"  # OpenYurt 1.4 has it too, and labels no NodePool
    found = made_of(template, context.pools.label) or ()
    return [Making(context, made, known, labelled=labelled) for made in found]


def room(context: Context, template: PodTemplate) -> int:
    """Return the pools some of whose nodes suit the pods by label and name, taints aside. Raises MalformedAffinity."""
    found = 0
    for making in makings(context, template):
        found |= making.room()
    return found


def landing(context: Context, template: PodTemplate) -> int:
    """Return the pools of `room` whose taints the pods tolerate. Raises MalformedAffinity."""
    found = 0
    for making in makings(context, template):
        found |= making.landing()
    return found


def pools_each(context: Context, template: PodTemplate) -> tuple[str, ...] | None:
    """Return the pools for each of which a controller makes pods of a template, those first that it names.

    None where pods may choose between pools, as those of most kinds may. Raises MalformedAffinity.
    """
    if (template.group, template.kind) not in PLACING_KINDS:
        return None
    names: dict[str, None] = {}
    for making in makings(context, template):
        if making.made.per_pool:
            names.update(dict.fromkeys(making.names))
            names.update(dict.fromkeys(context.pool_masks.names(making.chosen & ~making.named)))
            continue
        pinned = making.pinned_pools()
        if pinned is None or len(pinned) > 1:
            return None
        names.update(dict.fromkeys(pinned))
    return tuple(names)


def _shared(found: list[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    given = [set(names) for names in found if names is not None]
    return tuple(sorted(set.intersection(*given))) if given else None
