"""Pool views: the pod template of a workload as it is in each pool after its overrides; rules and `explain` ask."""

from __future__ import annotations

from yurt_hostnet.kube.controllers import workload_pools
from yurt_hostnet.kube.overridden import cause, overridden
from yurt_hostnet.kube.overrides import (
    OVERRIDABLE,
    OVERRIDDEN_KINDS,
    layers,
    overrider_layers,
    pools_covered,
)
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.textedit.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import Any

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.result import Place
    from yurt_hostnet.kube.overrides import Layer, Override
    from yurt_hostnet.kube.pod_template import PodTemplate


LOOKS = 2_000_000
"""So many times a patch is applied, or 200 bytes of a template are looked at, in one run: a bound on time."""
_WEIGHT = 200
_TYPE_LABEL = "nodepool.openyurt.io/type"
"""NodePoolTypeLabel, which the webhook of NodePools writes (pkg/yurtmanager/webhook/nodepool/v1beta2)."""


class PoolView:
    """A pod template as it is in some pools, all of which the same overrides are for.

    `pools` are their names, () where it is not known which pools the overrides are for; `template` is what OpenYurt
    makes of the workload's there, `said` what the patches say. They differ where a patch takes something away, which
    OpenYurt up to v1.7 does not carry out. Both have the replicas of each pool. `is_sure` is False where a selector may
    have meant more overrides for these pools, whose labels are not known. `base` is the workload's own template.
    `port_causes` is kept for patched_ports, None until that has looked.
    """

    __slots__ = ("_said", "_template", "base", "is_sure", "layers", "pools", "port_causes")

    def __init__(
        self, base: PodTemplate, applied: list[Layer], pools: tuple[str, ...], *, is_sure: bool = True
    ) -> None:
        self.pools = pools
        self.is_sure = is_sure
        self.base = base
        self.port_causes: tuple[set[Any], dict[Any, Override | None]] | None = None
        self.layers = applied
        self._said: PodTemplate | None = None
        self._template: PodTemplate | None = None

    @property
    def template(self) -> PodTemplate:
        """The pod template as OpenYurt makes it."""
        if self._template is None:
            self._template = overridden(self.base, self.layers, self._name)
        return self._template

    @property
    def said(self) -> PodTemplate:
        """The pod template as the patches say."""
        if self._said is None:
            self._said = overridden(self.base, self.layers, self._name, said=True)
        return self._said

    def cause(self, holds: Callable[[PodTemplate], bool]) -> Override | None:
        """Return a patch after which `holds` is another than before (cause); else the last one, None without any."""
        return cause(self.base, self.layers, self._name, holds) or self.last_patch

    @property
    def last_patch(self) -> Override | None:
        """The patch that comes after all others, None without any."""
        return next((patch for layer in reversed(self.layers) for patch in reversed(layer.patches)), None)

    def over(self, base: PodTemplate) -> PoolView:
        """Return the same view of another template of the workload, as after an edit."""
        return PoolView(base, self.layers, self.pools, is_sure=self.is_sure)

    @property
    def _name(self) -> str:
        return self.pools[0] if self.pools else ""


def pool_views(context: Context, item: KubeObject, template: PodTemplate) -> list[PoolView]:
    """Return a view for each group of pools that the same overrides are for, in the order in which pools are named.

    The list is empty for a workload without overrides. Pools are those that the workload and its overrides name, and
    the declared ones that a selector or `*` means. Raises InputError where there is too much to look at.
    """
    found = _layers(context, template)
    if not found:
        return []
    names = dict.fromkeys(workload_pools(template.group, template.kind, template.owner, context.pools.label).values())
    for layer in found:
        names.update(dict.fromkeys(layer.target.pools.values()))
    if any(layer.target.everywhere or layer.target.selector is not None for layer in found):
        names.update(dict.fromkeys(context.pools.by_name))
    asked = [
        number for number, layer in enumerate(found) if layer.target.everywhere or layer.target.selector is not None
    ]
    spend(context, item, len(names) * (1 + len(asked)))
    views = [
        PoolView(template, applied, tuple(pools), is_sure=is_sure)
        for applied, pools, is_sure in _groups(context, found, asked, names)
    ]
    weight = 1 + len(repr(template.template)) // _WEIGHT
    spend(context, item, sum(weight + sum(len(layer.patches) for layer in view.layers) for view in views))
    return views


def spend(context: Context, item: KubeObject, looks: int) -> None:
    """Count looks of this run. Raises InputError where they are more than LOOKS."""
    context.override_looks += looks
    if context.override_looks > LOOKS:
        raise InputError(
            f"The overrides of {item.ref} are too many to look at for each pool that they are for. Give these files in "
            "smaller parts, or say the same of several pools in one override."
        )


def views_where(
    context: Context, item: KubeObject, template: PodTemplate, holds: Callable[[PodTemplate], bool]
) -> Iterator[tuple[PoolView, Override]]:
    """Yield the views of whose templates something holds that does not hold of the workload's own, and by which patch.

    Each patch comes once.
    """
    told = set()
    for view in [] if holds(template) else pool_views(context, item, template):
        patch = view.cause(holds) if holds(view.template) else None
        if patch is not None and id(patch) not in told:
            told.add(id(patch))
            yield view, patch


def view_in(views: Iterable[PoolView], pool: str) -> PoolView | None:
    """Return the view that is for a pool, None if there is none."""
    return next((view for view in views if pool in view.pools), None)


def place_of(override: Override, item: KubeObject, template: PodTemplate) -> Place:
    """Return object, path and origin of a patch, for a finding."""
    if override.holder is not None:
        return override.holder.at(override.path)
    within = template.path[:2] if template.path[:1] == ("items",) else ()
    return item.at((*within, *override.path))


def patches_for(context: Context, template: PodTemplate) -> list[Override]:
    """Return the patches that may be for a template, those of its YurtAppOverrider included."""
    return [patch for layer in _layers(context, template) for patch in layer.patches]


def pools_on_host(context: Context, template: PodTemplate) -> set[str] | None:
    """Return the pools in which a patch may put the pods on the host network; None if that is any pool."""
    return pools_covered(patch for patch in patches_for(context, template) if patch.sets_host_network())


def _layers(context: Context, template: PodTemplate) -> list[Layer]:
    """Return the layers that may be for a template: of the workload itself, then of its overrider."""
    group, kind = template.group, template.kind
    if (group, kind) not in OVERRIDABLE:
        return []
    found = [
        layer
        for layer in layers(group, kind, template.owner, context.pools.label)
        if layer.patches or layer.images or layer.replicas is not None
    ]
    if (group, kind) in OVERRIDDEN_KINDS and "deploymentTemplate" in template.path:
        metadata = mapping(template.owner.get("metadata"))
        namespace = metadata.get("namespace") or "default"
        version = template.owner.get("apiVersion") or f"{group}/v1alpha1"  # an entry of a YurtAppSetList need not say
        overrider = context.overriders.get((namespace, version, kind, metadata.get("name") or ""))
        if overrider is not None:
            found += overrider_layers(overrider)
    return found


def _groups(
    context: Context, found: list[Layer], asked: list[int], names: Collection[str]
) -> list[tuple[list[Layer], list[str], bool]]:
    """Return layers, the pools that exactly these are for, and whether that is sure.

    `asked` are the numbers of layers that are not for named pools alone. Layers that may be for pools that nobody
    declares stand alone as well, without names.
    """
    named: dict[str, list[int]] = {}
    for number, layer in enumerate(found):
        for name in layer.target.names:
            named.setdefault(name, []).append(number)
    templated = {number for number, layer in enumerate(found) if layer.is_templated}
    groups: dict[Any, tuple[list[Layer], list[str], bool]] = {}
    for name in names:
        labels = _labels(context, name)
        judged = {number: found[number].is_for(name, labels) for number in asked}
        numbers = {number for number, is_for in judged.items() if is_for}.union(named.get(name, ()))
        is_sure = None not in judged.values()
        mark = (tuple(sorted(numbers)), is_sure, "" if templated.isdisjoint(numbers) else name)
        if mark not in groups:
            groups[mark] = ([found[number] for number in sorted(numbers)], [], is_sure)
        groups[mark][1].append(name)
    return [*groups.values(), *(([layer], [], True) for layer in found if layer.target.may_be_any)]


def _labels(context: Context, name: str) -> dict[str, Any] | None:
    """Return the labels of a NodePool as OpenYurt stores them, None if they are not known."""
    pool = context.pools.by_name.get(name)
    if pool is None or pool.labels is None or not pool.type_label:
        return None
    return {**pool.labels, _TYPE_LABEL: pool.type_label}
