"""YurtAppOverriders: objects of their own that change a workload, pool by pool; which are for which."""

from __future__ import annotations

from yurt_hostnet.kube.overrides import OVERRIDER_KIND, subject_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.package import Package

    Overriders = dict[tuple[str, str, str, str], KubeObject]
    """By namespace, apiVersion, kind and name of their subjects."""

OVERRIDER_WORDS = (OVERRIDER_KIND[1].encode(),)


def overriders(package: Package) -> Overriders:
    """Return the YurtAppOverriders by their subjects; the first of each counts.

    OpenYurt refuses a second one (pkg/yurtmanager/webhook/yurtappoverrider of v1.4).
    """
    found: Overriders = {}
    for item in package.mentioning(*OVERRIDER_WORDS):
        if (item.group, item.kind) == OVERRIDER_KIND:
            found.setdefault((item.namespace or "default", *subject_of(item.data)), item)
    return found
