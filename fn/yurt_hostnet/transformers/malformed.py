"""The error result for node affinity that cannot be read, the same from every transformer."""

from __future__ import annotations

from yurt_hostnet.krm.result import ERROR, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.node_affinity import MalformedAffinity

RULE = "node-selector-term-malformed"


def malformed(item: KubeObject, error: MalformedAffinity) -> Result:
    """Return the result of rule node-selector-term-malformed for `error` in `item`."""
    return Result(
        ERROR,
        RULE,
        f"Node affinity cannot be read: {error.message}",
        item.ref,
        error.path,
        origin=item.origin,
        remedy="Mend the field; the object stays as it is until then.",
    )
