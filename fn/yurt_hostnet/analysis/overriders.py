"""YurtAppOverriders: objects of their own that change a workload, pool by pool; which are for which."""

from __future__ import annotations

from yurt_hostnet.kube.overrides import OVERRIDDEN_KINDS, OVERRIDER_KIND, subject_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from yurt_hostnet.krm.kube_object import KubeObject
    from yurt_hostnet.krm.package import Package

    Overriders = dict[tuple[str, str, str, str], KubeObject]
    """By namespace, apiVersion, kind and name of their subjects."""

SUBJECT_WORDS = tuple(kind.encode() for _, kind in OVERRIDDEN_KINDS)
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


def with_subjects(package: Package, known: Overriders, found: Iterable[KubeObject]) -> Iterator[KubeObject]:
    """Yield objects, which come in the order of the package, and in between what YurtAppOverriders are for.

    What a rule looks for may stand in the overrider alone.
    """
    if not known:
        yield from found
        return
    subjects = (item for item in package.mentioning(*SUBJECT_WORDS) if _is_overridden(known, item))
    both = {id(item): item for item in (*found, *subjects)}
    order = {id(source): number for number, source in enumerate(package.inputs)}
    yield from sorted(both.values(), key=lambda item: (order[id(item.input)], item.number, item.span.start))


def _is_overridden(known: Overriders, item: KubeObject) -> bool:
    mark = (item.namespace or "default", item.api_version, item.kind, item.name)
    return item.group == OVERRIDER_KIND[0] and mark in known
