"""Which tigera-operator a package is for: by the CustomResourceDefinitions in it, else by the operator's image."""

from __future__ import annotations

from yurt_hostnet.analysis.exclusion import component_to_isolate
from yurt_hostnet.krm.result import WARNING
from yurt_hostnet.kube.paths import mapping
from yurt_hostnet.kube.tigera import ASSUMED, version_in, version_of_definition
from yurt_hostnet.openyurt.components import component_of
from yurt_hostnet.validators.finding import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.kube.pod_template import PodTemplate

RULE = "infrastructure-not-isolated"
REMEDY = "Upgrade it to the operator of Calico 3.26 or later."

_DEFINITION = b"CustomResourceDefinition"
_NAMES = (b"installations.operator.tigera.io", b"apiservers.operator.tigera.io")


def operator_version(context: Context) -> tuple[int, int] | None:
    """Return major and minor version of the operator; of its definitions, the least that has all they list.

    The definitions decide, since the API server refuses what they lack. None where the package shows neither.
    """
    listed = [version_of_definition(text) for text in _definitions(context)]
    if listed:
        return max(listed)
    found = (_version_of(template) for _, template in context.workloads(b"tigera-operator"))
    return next((version for version in found if version), None)


def too_old(context: Context, item: KubeObject) -> Iterator[Finding]:
    """Yield a warning for each component that `item`, of the operator's kinds, cannot have kept off in this version."""
    version = operator_version(context)
    if version is None or version >= ASSUMED:
        return
    known = {template.path for template in context.missing_templates(item, version)}
    for template in context.missing_templates(item):
        component = component_to_isolate(context, item, template)
        if component is not None and template.path not in known:
            message = (
                f"{component.name} may run on host-network pools: the operator, older than v1.30, has no such field."
            )
            path = template.path[:-2]
            yield Finding(item.at(path), message, REMEDY, severity=WARNING, rule=RULE)


def _definitions(context: Context) -> Iterator[bytes]:
    """Yield the texts of the operator's CustomResourceDefinitions; words in these are not searched otherwise."""
    for source in context.package.inputs:
        if not any(name in source.text for name in _NAMES) or _DEFINITION not in source.text:
            continue
        for unit in source.units:
            text = source.text[unit.start : unit.end]
            if _DEFINITION in text and any(b"name: " + name in text or b'"' + name + b'"' in text for name in _NAMES):
                yield text


def _version_of(template: PodTemplate) -> tuple[int, int] | None:
    component = component_of(template)
    if component is None or component.name != "tigera-operator":
        return None
    containers = template.spec.get("containers")
    images = [mapping(container).get("image") for container in containers] if isinstance(containers, list) else []
    return next((version for image in images if isinstance(image, str) and (version := version_in(image))), None)
