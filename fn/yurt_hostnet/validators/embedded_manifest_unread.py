"""An object embeds manifests that nobody looks at, and not all of them would pass.

A Work or ManifestWork, an Object of Crossplane, a Bundle, a ConfigMap with manifests as text: what stands in them is
applied later, elsewhere, and is neither edited nor judged here. Each such manifest is checked by itself, under the same
configuration; the warning tells where that finds an error, or something that would have been added.

Bad:

    apiVersion: v1
    kind: ConfigMap
    metadata: {name: addons}
    data:
      pool.yaml: |
        apiVersion: apps.openyurt.io/v1beta2
        kind: NodePool
        metadata: {name: beijing}
        spec: {type: Cloud, hostNetwork: true}

Good:

    apiVersion: v1
    kind: ConfigMap
    metadata: {name: addons}
    data: {pool.yaml: see the directory pools}

What to do: where the finding has a row of `podTemplates`, copy it into functionConfig, and the pod templates are edited
in their place. Anything else is to be checked as a file of its own, before it is embedded. What embeds manifests that
would pass, or values and patches of what is rendered elsewhere (Argo CD, Flux, Fleet, HelmChart), is an info, and the
summary counts it. Not read: manifests in compressed or encrypted texts and in templates, and what is rendered.

*Not a finding:* what stands in the object already as it should be is an info, and so are values and patches; a text
that is no manifest; the objects of OpenYurt and workloads, which are read.

*If you follow it:* with the row of `podTemplates` the embedded pod templates are edited here, and whoever applies the
object rolls them out where it lands.
"""

from __future__ import annotations

from yurt_hostnet.analysis.conditions import embedding
from yurt_hostnet.config.config import GROUP
from yurt_hostnet.krm.result import INFO, ResourceRef
from yurt_hostnet.kube.look_alikes import makes_no_pods
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.renderers import rendered_from
from yurt_hostnet.kube.workloads import WORKLOADS
from yurt_hostnet.openyurt.pool_names import listed
from yurt_hostnet.openyurt.pools import is_node_pool
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.analysis.embedded import Embedded
    from yurt_hostnet.krm.input import Groups
    from yurt_hostnet.krm.kube_object import KubeObject

RULE = "embedded-manifest-unread"


def words(context: Context) -> Groups:
    """Return the words of what may embed manifests."""
    return embedding(context)


def check_item(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning or an info for an object that embeds what is not read."""
    kind = (item.group, item.kind)
    if kind in WORKLOADS or is_node_pool(*kind) or makes_no_pods(*kind) or kind[0] == GROUP:
        return
    from yurt_hostnet.analysis.embedded import embedded, judged, remedy_for

    found = embedded(context, item)
    failing = judged(context, found)
    if failing:
        message = f"What it embeds is not looked at, and would not pass: {listed(failing)}."
        remedy = remedy_for(item, found)
        yield Finding(item.at(found[0].path), message, remedy)
        return
    if found:
        message = f"What it embeds is not looked at: {listed(_names(found))}."
        remedy = remedy_for(item, found)
        yield Finding(item.at(found[0].path), message, remedy, severity=INFO)
        return
    paths, command = rendered_from(*kind, item.data)
    if paths:
        message = f"What is rendered with its {listed(paths)} is not looked at."
        yield Finding(item.at(), message, f"Look at what comes out: {command}", severity=INFO)


def _names(found: list[Embedded]) -> list[str]:
    """Return each manifest as `Kind namespace/name`."""
    names: dict[str, None] = {}
    for each in found:
        metadata = mapping(each.manifest.get("metadata"))
        name, namespace = (str(metadata.get(key) or "") for key in ("name", "namespace"))
        names[str(ResourceRef("", each.manifest["kind"], name, namespace))] = None
    return list(names)
