"""Owners: what controllers made in a package, and the outermost of the package's objects that each comes from."""

from __future__ import annotations

from yurt_hostnet.analysis.exclusion import reason_to_keep_off
from yurt_hostnet.kube.node_affinity import MalformedAffinity
from yurt_hostnet.kube.ownership import controller_of
from yurt_hostnet.kube.workloads import WORKLOADS, stored_group

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject

    Owner = tuple[str, str, str, str]
    """API group, kind, namespace and name of a controller; the namespace is that of what it made."""

_WORDS = (b"ownerReferences",)
_DEPTH = 8
"""No controller's controller's controller… is farther away; it bounds what a circle of owners costs."""


class Made:
    """An object with pods of its own that a controller made.

    `root` is the object of the package that it comes from in the end, None where its pods are not told by the package;
    `owner` is then the farthest controller that is known by name.
    """

    __slots__ = ("item", "owner", "root")

    def __init__(self, item: KubeObject, root: KubeObject | None, owner: Owner) -> None:
        self.item = item
        self.root = root
        self.owner = owner


def made_objects(context: Context) -> Iterator[Made]:
    """Yield, in the order of the package, what controllers made of the kinds that have pods."""
    made = [(item, owner) for item in context.package.mentioning(*_WORDS) if (owner := _owner_of(context, item))]
    if not made:
        return
    above = {_key(item): owner for item, owner in made}
    roots = {_key(item): item for item in context.package.mentioning(*context.pod_words) if context.templates(item)}
    for item, owner in made:
        for _ in range(_DEPTH):
            if owner not in above:
                break
            owner = above[owner]  # noqa: PLW2901 - up the ladder
        group, kind, _, name = owner
        yield Made(item, roots.get(owner) or roots.get((group, kind, "", name)), owner)


def keeps_off(context: Context, root: KubeObject | None) -> bool:
    """Whether the pods that an owner makes from now on are kept off host-network pools."""
    if root is None:
        return False
    try:
        return any(reason_to_keep_off(context, root, template) for template in context.templates(root))
    except MalformedAffinity:
        return False


def _key(item: KubeObject) -> Owner:
    return (stored_group(item.group, item.kind), item.kind, item.namespace, item.name)


def _owner_of(context: Context, item: KubeObject) -> Owner | None:
    declared = {(group, kind) for group, kind, _ in context.config.pod_templates}
    if (item.group, item.kind) not in WORKLOADS and (item.group, item.kind) not in declared:
        return None
    found = controller_of(item.kind, item.data)
    if found is None:
        return None
    group, kind, name = found
    return (stored_group(group, kind), kind, item.namespace, name)
