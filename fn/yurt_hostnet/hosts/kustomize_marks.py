"""Tells a list of kustomize from that of another host, by what each of them writes on its items.

Seen in kustomize 5.0 to 5.8: every resource carries kustomize.config.k8s.io/id; a build without resources sends
the functionConfig itself as the only item, without a path. kpt and Porch read files, and note the path of each
item and how its lists are indented, which kustomize never does.
"""

from __future__ import annotations

from yurt_hostnet.config.config import ConfigError
from yurt_hostnet.krm.kube_object import PATH_ANNOTATIONS
from yurt_hostnet.krm.resource_list import KUSTOMIZE_ID

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.resource_list import ResourceList

READ_FROM_A_FILE = "internal.config.kubernetes.io/seqindent"
"""Annotation by which kpt remembers the style of a file (kyaml/kio/kioutil)."""


def require_kustomize(found: ResourceList) -> None:
    """Raise ConfigError for a list that kustomize did not send: items that it does not get back would be deleted."""
    items = list(found.source.objects())
    if len(items) == 1 and _is_config(items[0], found.function_config):
        return
    for item in items:
        if KUSTOMIZE_ID not in item.annotations or READ_FROM_A_FILE in item.annotations:
            message = (
                f"Mode KustomizeValidator gives no items back, so that kpt and others would delete the package, and "
                f"{item.ref} does not come from kustomize. Use mode Check here."
            )
            raise ConfigError(message)


def _is_config(item: KubeObject, config: Any) -> bool:
    """Tell whether an item is the functionConfig itself, as kustomize sends it where there are no resources."""
    if any(name in item.annotations for name in (*PATH_ANNOTATIONS, READ_FROM_A_FILE)) or not isinstance(config, dict):
        return False
    metadata = config.get("metadata")
    name = metadata.get("name") if isinstance(metadata, dict) else None
    return bool((item.api_version, item.kind, item.name) == (config.get("apiVersion"), config.get("kind"), name))
