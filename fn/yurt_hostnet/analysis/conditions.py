"""Conditions: what a package or functionConfig has to say before a rule can have anything to find there.

Each is cheap, since it reads bytes and parses nothing, and a rule whose condition does not hold is not even imported.
What an earlier run of ours left in the package is no reason for a rule, or a second run would find what the first did
not: `in_requirement` tells such places.
"""

from __future__ import annotations

from yurt_hostnet.openyurt.names import NODEPOOL_LABEL, in_live_key, in_requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from yurt_hostnet.analysis.context import Context

    Condition = Callable[[Context], bool]
    Words = tuple[bytes, ...]

_OPENYURT: Words = (b"openyurt.io",)
_POOL_NAMES: Words = (b"NodePool", b"nodepool")
DEAD_KEYS: Words = tuple(b"openyurt.io/" + letter for letter in (b"h", b"H", b"e", b"E"))
"""Beginnings of keys that may be dead; the keys that OpenYurt reads begin so as well and do not count."""

_TYPED: Words = tuple(b"hostNetwork" + end for end in (b': "', b": '", b'": "', b'":"'))
"""A hostNetwork in quotes."""

EMBEDDING: Words = (
    *(b"ConfigMap", b"stringData", b"resource-set", b"anifest", b"objectDefinition", b"karmada.io", b"crossplane.io"),
    *(b"   kind: D", b"   kind: StatefulSet", b"   kind: NodePool", b"fluxcd.io", b"argoproj.io", b"cattle.io"),
)
"""Words of what may embed manifests: texts, known kinds of other projects, and kinds that stand deep."""

EMBEDDED: Words = (b"containers", b"NodePool", b"kind: Node", b'"Node"', b"resource-set")
"""What embedded manifests hold that anything is to be said of; in a Secret of a ClusterResourceSet all is hidden."""

RENDERING: Words = (b"fluxcd.io", b"argoproj.io", b"cattle.io", b"crossplane.io")
"""API groups whose objects hold values and patches of what is rendered elsewhere; only infos tell of them."""


def embedding(context: Context) -> tuple[Words, Words]:
    """Return the words of which an object holds one each that embeds what is not read."""
    return EMBEDDING, (*EMBEDDED, *(RENDERING if context.tells_infos else ()))


def embeds(context: Context) -> bool:
    """Whether an object may embed manifests."""
    words = embedding(context)
    if not all(context.package.may_mention(group) for group in words):
        return False
    return next(context.package.mentioning_each(*words), None) is not None


def excludes_all(context: Context) -> bool:
    """Whether every pod without the host network is to be kept off, annotated or not."""
    return context.excludes_all


def always(_context: Context) -> bool:
    """Any package will do; the words of the rule's row decide."""
    return True


def never(_context: Context) -> bool:
    """No rule looks for it: the transformers find it, or the engine, where they would edit."""
    return False


def with_baseline(context: Context) -> bool:
    """Whether there may be a baseline, from any source."""
    return context.has_baseline


def about_openyurt(context: Context) -> bool:
    """Whether the package has to do with OpenYurt; pools and NonHostNetwork in functionConfig count as well."""
    return _configured(context) or context.excludes_all or context.package.may_mention(_OPENYURT)


def about_pools(context: Context) -> bool:
    """Whether the package names pools of OpenYurt; pools and a poolLabel of functionConfig count as well."""
    package = context.package
    if _configured(context):
        return True
    if not (context.excludes_all or package.mentions_outside(_OPENYURT, in_requirement)):
        return False
    return package.mentions_outside(_POOL_NAMES, in_requirement)


def about_typed_fields(context: Context) -> bool:
    """Whether the package has to do with OpenYurt, or has a hostNetwork that is a string."""
    if _configured(context) or context.excludes_all or context.package.mentions_outside(_OPENYURT, in_requirement):
        return True
    return context.package.may_mention(_TYPED)


def about_dead_keys(context: Context) -> bool:
    """Whether the package holds a key that looks like one of OpenYurt's and is none that it reads."""
    return about_openyurt(context) and context.package.mentions_outside(DEAD_KEYS, in_live_key)


def _configured(context: Context) -> bool:
    return bool(context.config.pools) or context.config.pool_label != NODEPOOL_LABEL
