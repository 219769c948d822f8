"""Pool contradictions: what to say of a pool of which some declarations use the host network and some do not."""

from __future__ import annotations

from yurt_hostnet.openyurt.pool_names import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from yurt_hostnet.analysis.context import Context
    from yurt_hostnet.krm.result import Origin, ResourceRef
    from yurt_hostnet.openyurt.pools import Pool

REMEDY = (
    "If they are of two clusters, check each directory by itself, as in: yurt-hostnet check {}. If they are of one, "
    "make them agree with what is stored there: kubectl get nodepool {} -o yaml"
)
REMEDY_CONFIG = "Leave the pool out of functionConfig, which is for pools that the package does not declare."
REMEDY_PATCH = "Check what is built by itself: kustomize build {} | yurt-hostnet check -"
UNTIL = "Until they agree no Node is labelled for it and no pod is judged by it."
HERE = "Here no Node is labelled for it and no pod is judged by it."


class Contradiction:
    """What is said of one pool, as sentences, and the declaration that it is said of.

    `places` are the objects and patches that declare the pool, each with where it stands; `place` is the one that
    contradicts the first of them, and `says` whether the pool uses the host network according to it.
    """

    def __init__(self, context: Context, declared: list[Pool]) -> None:
        self._context = context
        self.places = [pool.source for pool in declared if pool.source is not None]
        whole = [pool for pool in declared if not pool.unreadable and not pool.is_patched]
        other = next((pool for pool in whole if pool.host_network != whole[0].host_network), None)
        if other is None:
            self._of_patches(declared)
        elif other.source is None:
            self._of_config(whole[0], other)
        else:
            self._of_two(declared, whole[0], other)

    def _of_two(self, declared: list[Pool], first: Pool, other: Pool) -> None:
        self._stand(other)
        self.message = f"This NodePool {_uses(other)}, and the one of this name {_place(first)} {_uses(first)}."
        if more := [pool for pool in declared if pool is not first and pool is not other]:
            self.message += f" Declared again, it {listed([f'{_uses(pool)} {_at(pool)}' for pool in more])}."
        self.message += f" {UNTIL}"
        directories = [self._directory(pool) for pool in (first, other)]
        self.remedy = REMEDY.format("DIR" if directories[0] == directories[1] else directories[1], other.name)

    def _of_config(self, first: Pool, other: Pool) -> None:
        self._stand(first)
        said = f"functionConfig says of this pool that it {_uses(other)}, and this NodePool that it {_uses(first)}."
        self.message = f"{said} {UNTIL}"
        self.remedy = REMEDY_CONFIG

    def _of_patches(self, declared: list[Pool]) -> None:
        """Speak of the first patch that makes the pool another one; the object that it is for stands before it."""
        patches = [pool for pool in declared if pool.is_patched]
        patch, base = patches[0], declared[max(declared.index(patches[0]) - 1, 0)]
        self._stand(patch)
        self.message = f"With this patch the NodePool {_uses(patch)}"
        if not (patch.own_doubt or base.own_doubt):
            self.message += f", and as it stands {_place(base)} it {_uses(base)}"
        if more := patches[1:]:
            self.message += f"; other patches that matter stand {listed([_at(pool) for pool in more])}"
        self.message += f". {HERE}"
        self.remedy = REMEDY_PATCH.format(self._directory(patch))

    def _stand(self, pool: Pool) -> None:
        self.place: tuple[ResourceRef | None, Origin | None] = pool.source or (None, None)
        self.says = pool.host_network

    def _directory(self, pool: Pool) -> str:
        """Return the directory to check by itself to see one declaration, DIR where it is not known."""
        origin = pool.source and pool.source[1]
        if not origin or not origin.file or not origin.line:  # what Helm's `# Source:` names is no file of this tree
            return "DIR"
        builds = self._context.builds
        found = origin.file.rpartition("/")[0] if builds is None else builds.directory_of(origin.file)
        return found or "."


def _uses(pool: Pool) -> str:
    if pool.unreadable or (pool.is_patched and pool.own_doubt):
        return f"may use the host network or not ({pool.own_doubt})"
    return "uses the host network" if pool.host_network else "does not use the host network"


def _place(pool: Pool) -> str:
    origin = pool.source and pool.source[1]
    if not origin:
        return "in functionConfig"
    if not origin.file:
        return "that is declared before it"
    return f"in {origin.file}:{origin.line}" if origin.line else f"in {origin.file}"


def _at(pool: Pool) -> str:
    """Return the place of one declaration among several."""
    origin = pool.source and pool.source[1]
    return _place(pool) if not origin or origin.file else f"in object {origin.index + 1}"
